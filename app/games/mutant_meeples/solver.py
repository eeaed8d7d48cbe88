"""The fewest moves for one player's meeples, or everybody's: exact, replayed by the verifier, or unproven.

In: a board, positions by name, the target and a player's `Kit`. Out: a `Solution`, or all of them.
"Impossible" (no number, proven) is said only when every plan of up to 24 moves is ruled out; past the
deadline the answer says what is known so far. numba and the compiled loops load on the first question, not at
import; `warm` does that ahead of time. May be called from any thread; the search does not hold Python's lock.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.games.mutant_meeples.answers import AllSolutions, Solution
from app.games.mutant_meeples.board import Board, BoardFile
from app.games.mutant_meeples.roster import MAX_MOVES, Kit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.games.mutant_meeples.kernel.arrays import Stops
    from app.games.mutant_meeples.loops import Loops

Clock = Callable[[], int]
"""Monotonic nanoseconds."""


class Cancel:
    """Call it from any thread to end the searches it was handed to, for good and within some milliseconds."""

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
    clock_ns: Clock = time.monotonic_ns,
) -> Solution:
    """The fewest moves that bring one of the kit's meeples to the target.

    `positions` are {colour: cell} of the meeples on the board, up to one of each colour. Of equally short
    plans one with the fewest meeples is given; with `count_all` the plans are counted, and of those with the
    fewest meeples one with the fewest powers is given. `deadline_s` is in seconds from the call; `most_moves`
    gives up, unproven, beyond that many; `prunes` switches the search's shortcuts off (arrays.PRUNE_...), for
    tests. Raises `Refused` for bad input.
    """
    from app.games.mutant_meeples.asking import Asked

    loops = _loops()
    with _stops(deadline_s, cancel) as stops:
        asked = Asked(board, positions, target, (kit,), loops, clock_ns, prunes)
        (solution,) = asked.fewest(stops, most_moves)
        if not count_all or not solution.proven:
            return solution
        count, arrivals = asked.everything(solution.fewest_moves, stops, 1)
    moves = arrivals[0].plans[0] if arrivals else solution.moves
    return Solution(solution.fewest_moves, True, moves, count, solution.nothing_up_to, asked.searched_us)


def solve_for_all(
    board: Board,
    positions: Mapping[str, str],
    target: str,
    kits: Sequence[Kit],
    *,
    deadline_s: float | None = None,
    cancel: Cancel | None = None,
    clock_ns: Clock = time.monotonic_ns,
) -> tuple[Solution, ...]:
    """`solve` for several players at the same crime, in one search that shares what their meeples can do.

    One answer for each kit, in order; `elapsed_us` is that of the whole call. The kits must have the table's
    rules in common. Raises `Refused` for bad input, ValueError for kits of different tables.
    """
    if not kits:
        return ()
    from app.games.mutant_meeples.asking import Asked

    loops = _loops()
    with _stops(deadline_s, cancel) as stops:
        asked = Asked(board, positions, target, tuple(kits), loops, clock_ns)
        return asked.fewest(stops, MAX_MOVES)


def all_solutions(
    board: Board,
    positions: Mapping[str, str],
    target: str,
    kit: Kit,
    *,
    most_plans: int = 50,
    deadline_s: float | None = None,
    cancel: Cancel | None = None,
    clock_ns: Clock = time.monotonic_ns,
) -> AllSolutions:
    """Every shortest plan, counted and grouped by the meeple that arrives, the nicest first.

    Nice is: fewest meeples, then fewest powers. Up to `most_plans` plans are listed for each arriving meeple.
    Arguments and errors are those of `solve`.
    """
    from app.games.mutant_meeples.asking import Asked

    loops = _loops()
    with _stops(deadline_s, cancel) as stops:
        asked = Asked(board, positions, target, (kit,), loops, clock_ns)
        (solution,) = asked.fewest(stops, MAX_MOVES)
        fewest, nothing = solution.fewest_moves, solution.nothing_up_to
        if not solution.proven:
            return AllSolutions(fewest, False, None, (), nothing, asked.searched_us)
        count, arrivals = asked.everything(fewest, stops, most_plans)
    return AllSolutions(fewest, True, count, arrivals, nothing, asked.searched_us)


@functools.cache
def warm() -> str:
    """Load and compile the solver: about a minute the first time, then from disk. Any thread may call it.

    The first question does it by itself; its deadline runs from the end of it. Returns why
    the solver is slow on this machine, or an empty text.
    """
    return _loops().slow


@functools.cache
def _loops() -> Loops:
    from app.games.mutant_meeples.kernel.city import KINDS, encode
    from app.games.mutant_meeples.loops import choose
    from app.games.mutant_meeples.search import Mover, Question, Search

    board = Board(BoardFile(name="warm", columns=3, rows=3, beams=("AB",)))
    movers = [Mover(cell, KINDS, 1) for cell in (1, 2, 3)]
    question = Question(encode(board, Kit().rules), movers, [4], 8)

    def attempt(loops: Loops) -> None:
        search = Search(question, loops)
        (found,) = search.fewest(_no_stops())
        assert found.total is not None
        for way in search.all_ways(found.total, _no_stops()) or []:
            list(search.plans(way, 1))

    return choose(attempt)


def _no_stops() -> Stops:
    import numpy as np

    return np.zeros(1, np.uint8), np.zeros(1, np.uint8)


@contextmanager
def _stops(deadline_s: float | None, cancel: Cancel | None) -> Iterator[Stops]:
    """The caller's cancel, and a flag that becomes 1 when the time is over.

    A thread sets it, because compiled code has no clock of its own.
    """
    never, late = _no_stops()
    stops = (cancel.flag if cancel else never, late)
    if deadline_s is None:
        yield stops
        return
    timer = threading.Timer(min(max(0.0, deadline_s), threading.TIMEOUT_MAX), late.fill, (1,))
    timer.daemon = True
    timer.start()
    try:
        yield stops
    finally:
        timer.cancel()
