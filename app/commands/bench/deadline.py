"""How late an answer comes after its deadline.

The city is of the greatest size, without a building, all meeples at its edge and the target in its middle:
most cells to end on, and hardly a plan. Every board has a name of its own, so that none is found prepared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from app.commands.bench.measuring import Order, Row, timed_ms
from app.commands.bench.rounds import different_kits
from app.games.mutant_meeples.board import LETTERS, MAX_SIDE, Board, BoardFile
from app.games.mutant_meeples.roster import Kit, colours
from app.games.mutant_meeples.solver import solve_for_all, warm
from app.games.mutant_meeples.state import MAX_PLAYERS

DEADLINES_S = (0.01, 0.1)
"""One that ends nearly every search, and the one at the table's patience."""
SAMPLE = 20


class OpenRound(NamedTuple):
    """One question for all players, in the order of `solve_for_all`'s arguments."""

    board: Board
    positions: dict[str, str]
    target: str
    kits: tuple[Kit, ...]


def measure(order: Order) -> Iterator[Row]:
    """Over the whole call: a row for each deadline and for one player and six."""
    warm()
    for players in (1, MAX_PLAYERS):
        for deadline_s in DEADLINES_S:
            name = f"deadline {1000 * deadline_s:.0f} ms, open city, {players} to answer"
            times_ms, ended = [], 0
            for crime in open_rounds(name, players, order.at_most(SAMPLE), order.seed):
                took_ms, answers = timed_ms(solve_for_all, *crime, deadline_s=deadline_s)
                times_ms.append(took_ms)
                ended += not all(answer.proven for answer in answers)
            late_ms = round(max(0.0, max(times_ms) - 1000 * deadline_s), 3)
            yield Row(name, times_ms, details={"ended_by_the_deadline": ended, "worst_delay_ms": late_ms})


def open_rounds(name: str, players: int, count: int, seed: int) -> Iterator[OpenRound]:
    """Meeples at the edge of an empty city and a target in its middle; one player has an empty team."""
    rng = random.Random(f"{name}/{seed}")
    letters = LETTERS[:MAX_SIDE]
    ends = (letters[0], letters[-1])
    edge = [column + row for row in letters for column in letters if row in ends or column in ends]
    for number in range(count):
        board = Board(BoardFile(name=f"{name} {number}", columns=MAX_SIDE, rows=MAX_SIDE))
        positions = dict(zip(colours(), rng.sample(edge, len(colours())), strict=True))
        kits = (Kit(), *different_kits(players - 1, rng))
        yield OpenRound(board, positions, letters[MAX_SIDE // 2] * 2, kits)
