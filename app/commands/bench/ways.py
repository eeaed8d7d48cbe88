"""Every shortest plan, by the meeple that arrives."""

from __future__ import annotations

from collections.abc import Iterator

from app.commands.bench.measuring import Order, Row, timed_ms
from app.commands.bench.rounds import rounds
from app.games.mutant_meeples.board import SHIPPED_BOARDS, shipped_board
from app.games.mutant_meeples.solver import all_solutions, warm

SAMPLE = 50
"""Rounds of each city."""


def measure(order: Order) -> Iterator[Row]:
    """A row a city, over the whole call."""
    warm()
    for city in SHIPPED_BOARDS:
        name = shipped_board(city).name
        times_ms, counts = [], []
        crimes = rounds(city, order.at_most(SAMPLE), order.seed)
        for crime in order.watched(crimes, f"all plans in {name}"):
            took_ms, found = timed_ms(all_solutions, *crime)
            times_ms.append(took_ms)
            counts.append(found.count or 0)
        yield Row(f"all shortest plans: {name}", times_ms, details={"most_plans_of_a_round": max(counts)})
