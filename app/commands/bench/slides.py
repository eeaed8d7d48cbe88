"""An ordinary breadth-first search beside the solver, on the same rounds.

The search is compiled like the solver but knows no powers and no shortcuts, and gives up at STATES. What it
answers is an easier question: without powers a plan may be longer, or there may be none.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from app.commands.bench.measuring import Order, Row, timed_ms
from app.commands.bench.rounds import rounds
from app.games.mutant_meeples.board import SHIPPED_BOARDS, shipped_board
from app.games.mutant_meeples.solver import solve, warm

SAMPLE = 100
"""Rounds of each city."""
STATES = 4_000_000
"""Where the breadth-first search gives up: about 100 MB, and some seconds."""


def measure(order: Order) -> Iterator[Row]:
    """Two rows a city, over whole calls: the breadth-first search, and the solver."""
    from app.commands.bench.slide_search import GAVE_UP, Memory, fewest_slides, search
    from app.games.mutant_meeples.kernel import compiling

    if compiling.missing:
        order.note(f"bench: left out, as it would take hours without numba: {compiling.missing}")
        return
    warm()
    memory, run = Memory(STATES), compiling.entry(search)
    fewest_slides(next(rounds(SHIPPED_BOARDS[0], 1, order.seed)), memory, run)  # compiles
    for city in SHIPPED_BOARDS:
        name = shipped_board(city).name
        slides_ms, solver_ms = [], []
        answered, as_short = [], 0
        crimes = rounds(city, order.at_most(SAMPLE), order.seed)
        for number, crime in enumerate(order.watched(crimes, f"slides in {name}")):
            took_ms, (fewest, _) = timed_ms(fewest_slides, crime, memory, run)
            slides_ms.append(took_ms)
            took_ms, answer = timed_ms(solve, *crime)
            solver_ms.append(took_ms)
            if fewest != GAVE_UP:
                answered.append(number)
            as_short += fewest == answer.fewest_moves
        details = {
            "answered": f"{len(answered)} of {len(slides_ms)} within {STATES} states",
            "as_short_as_with_powers": as_short,
            "median_of_those_answered": _median(slides_ms, answered),
        }
        yield Row(f"breadth-first, slides only: {name}", slides_ms, details=details)
        same = {"median_of_those_the_other_answered": _median(solver_ms, answered)}
        yield Row(f"the solver on the same rounds: {name}", solver_ms, details=same)


def _median(times_ms: list[float], numbers: list[int]) -> str:
    return f"{statistics.median(times_ms[n] for n in numbers):.2f} ms" if numbers else "none"
