"""The fewest moves for one player's meeples: exact, replayed by the verifier, or honest about not knowing.

In: a board, positions by name, the target and the player's `Kit`. Out: a `Solution`. "Impossible" (no number,
proven) is said only when every plan of up to 24 moves is ruled out; past the deadline the answer is unproven.
numba and the compiled loops load on the first question, not at import; `warm` does that ahead of time.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.games.mutant_meeples.answers import Solution
from app.games.mutant_meeples.attempt import Attempt
from app.games.mutant_meeples.board import DIAGONALS, Board, BoardFile, Direction
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.position import begin
from app.games.mutant_meeples.roster import MAX_MOVES, Kit, Power
from app.games.mutant_meeples.verifier import replay

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.games.mutant_meeples.search import Found, Question, Step


class SolverFault(Exception):
    """The solver's answer did not pass the verifier, so it is not shown: a bug, with the case in the text."""


class Cancel:
    """Call it from any thread to end the searches it was handed to within a few milliseconds, for good."""

    def __init__(self) -> None:
        import numpy as np

        self.flag: NDArray[np.uint8] = np.zeros(1, np.uint8)

    def __call__(self) -> None:
        """End the searches."""
        self.flag[0] = 1


def solve(
    board: Board,
    positions: Mapping[str, str],
    target: str,
    kit: Kit,
    *,
    deadline_s: float | None = None,
    cancel: Cancel | None = None,
    count_all: bool = False,
    prunes: int | None = None,
    most_moves: int = MAX_MOVES,
    clock_ns: Callable[[], int] = time.monotonic_ns,
) -> Solution:
    """The fewest moves that bring one of the kit's meeples to the target.

    `positions` are {colour: cell} of the meeples on the board, up to one of each colour. Of equally short
    plans one with the fewest meeples is given, and of those one with the fewest powers (among plans of three
    meeples only with `count_all`). `deadline_s` is in seconds from the call; `most_moves` gives up, unproven,
    beyond that many; `prunes` switches the search's shortcuts off (arrays.PRUNE_...), for tests. May be
    called from any thread; the search runs without holding Python's lock. Raises `Refused` for bad input.
    """
    attempt = begin(board, kit, positions, target)
    warm()
    began_ns = clock_ns()
    from app.games.mutant_meeples import arrays
    from app.games.mutant_meeples.search import search

    movers = [colour for colour in kit.usable() if colour in attempt.positions]
    goal = board.cell(target)
    if any(cell == goal and colour not in movers for colour, cell in attempt.positions.items()):
        # Nobody can push, so a meeple that this player may not move keeps everybody off its cell.
        return Solution(None, True, (), 0 if count_all else None, MAX_MOVES, (clock_ns() - began_ns) // 1000)
    question = _question(attempt, movers, goal)
    cancel = cancel or Cancel()
    with _deadline(deadline_s) as late:
        found = search(
            question,
            arrays.ALL_PLANS if count_all else arrays.PLAIN_PLAN,
            (cancel.flag, late),
            arrays.PRUNE_ALL if prunes is None else prunes,
            most_moves,
        )
    moves = _moves(attempt, movers, found)
    if moves:
        verdict = replay(board, positions, kit, moves, target)
        if not verdict.legal:
            raise SolverFault(f"{verdict.reason}: {board.name} {dict(positions)} {target} {kit} {moves}")
    elapsed_us = (clock_ns() - began_ns) // 1000
    return Solution(found.total, found.complete, moves, found.count, found.nothing_up_to, elapsed_us)


@functools.cache
def warm() -> None:
    """Load and compile the solver: half a minute the first time, then from disk. Any thread may call it.

    The first question does it by itself; its deadline and `elapsed_us` run from the end of it.
    """
    from app.games.mutant_meeples.encode import encode
    from app.games.mutant_meeples.search import warm as warm_search

    board = Board(BoardFile(name="warm", columns=2, rows=2, beams=("AB",)))
    warm_search(encode(board, Kit().rules), {"green": 1, "gray": 2, "blue": 3})


def _question(attempt: Attempt, movers: list[str], goal: int) -> Question:
    from app.games.mutant_meeples.encode import encode
    from app.games.mutant_meeples.search import Question

    return Question(
        encode(attempt.board, attempt.kit.rules),
        [(attempt.positions[colour], list(attempt.kit.powers(colour).values())) for colour in movers],
        list(attempt.positions.values()),
        goal,
    )


@contextmanager
def _deadline(deadline_s: float | None) -> Iterator[NDArray[np.uint8]]:
    """A one-element array that becomes 1 when the time is over; set by a thread, because compiled code has no
    clock of its own."""
    import numpy as np

    late = np.zeros(1, np.uint8)
    if deadline_s is None:
        yield late
        return
    timer = threading.Timer(min(max(0.0, deadline_s), threading.TIMEOUT_MAX), late.fill, (1,))
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def _moves(attempt: Attempt, movers: list[str], found: Found) -> tuple[Move, ...]:
    board = attempt.board
    at = {colour: board.name_of(attempt.positions[colour]) for colour in movers}
    moves = []
    for step in found.steps:
        colour = movers[step.mover]
        power, direction = _words(attempt.kit, colour, step)
        end = board.name_of(step.end)
        moves.append(Move(colour, power, direction, at[colour], end))
        at[colour] = end
    return tuple(moves)


def _words(kit: Kit, colour: str, step: Step) -> tuple[str | None, str | None]:
    """(whose power, direction word) of a step; a beam has no direction."""
    if step.power < 0:
        return None, Direction(step.way).word
    owner, power = list(kit.powers(colour).items())[step.power]
    if power is Power.BEAM:
        return owner, None
    return owner, list(DIAGONALS)[step.way] if power is Power.DIAGONAL else Direction(step.way).word
