"""How late an answer comes after its deadline, where the search would go on for very long.

A city of the greatest size without a building gives every meeple the most cells to end on, and a target in
its middle is hard to reach. Every board has a name of its own, so that none is found prepared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from app.commands.bench.measuring import Order, Row, timed_ms
from app.commands.bench.rounds import Round
from app.games.mutant_meeples.board import LETTERS, MAX_SIDE, Board, BoardFile
from app.games.mutant_meeples.roster import Kit, colours
from app.games.mutant_meeples.solver import solve, warm

DEADLINE_S = 0.1
SAMPLE = 20
OPEN_SPACE = frozenset({"green", "brown", "red", "white", "black"})
"""Who can stop in the open (rulebook, Strategy Tips), Carbon with a borrowed power: every other time they are
on the team, and the target is out of reach for longer."""


def measure(order: Order) -> Iterator[Row]:
    """One row, over the whole call, with the worst delay past the deadline."""
    warm()
    times_ms, stopped = [], 0
    for crime in order.watched(open_rounds(order.at_most(SAMPLE), order.seed), "open boards"):
        took_ms, answer = timed_ms(solve, *crime, deadline_s=DEADLINE_S)
        times_ms.append(took_ms)
        stopped += not answer.proven
    deadline_ms = 1000 * DEADLINE_S
    late_ms = round(max(0.0, max(times_ms) - deadline_ms), 3)
    details = {"ended_by_the_deadline": stopped, "worst_delay_ms": late_ms}
    yield Row(f"deadline of {deadline_ms:.0f} ms, open boards", times_ms, details=details)


def open_rounds(count: int, seed: int) -> Iterator[Round]:
    """Meeples on random cells of an empty city, and a target in its middle."""
    rng = random.Random(f"open/{seed}")
    letters = LETTERS[:MAX_SIDE]
    cells = [column + row for row in letters for column in letters]
    middle = letters[MAX_SIDE // 2] * 2
    for number in range(count):
        board = Board(BoardFile(name=f"open {number}", columns=MAX_SIDE, rows=MAX_SIDE))
        positions = dict(zip(colours(), rng.sample(cells, len(colours())), strict=True))
        yield Round(board, positions, middle, Kit(OPEN_SPACE if number % 2 else frozenset()))
