"""The solver: every round's fewest moves or its impossibility, proven without a deadline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from app.commands.bench.measuring import Order, Row, timed_ms
from app.commands.bench.rounds import rounds
from app.games.mutant_meeples.answers import Solution
from app.games.mutant_meeples.board import SHIPPED_BOARDS, shipped_board
from app.games.mutant_meeples.solver import solve, warm


def measure(order: Order) -> Iterator[Row]:
    """Two rows a city: the solver's own time, and the whole call."""
    warm()
    for city in SHIPPED_BOARDS:
        name = shipped_board(city).name
        own_ms, call_ms, answers = [], [], []
        for crime in order.watched(rounds(city, order.rounds, order.seed), f"rounds of {name}"):
            took_ms, answer = timed_ms(solve, *crime)
            own_ms.append(answer.elapsed_us / 1000)
            call_ms.append(took_ms)
            answers.append(answer)
        yield Row(f"solver: {name}", own_ms, details=told(answers))
        yield Row(f"solver: {name}, whole call", call_ms)


def told(answers: list[Solution]) -> dict[str, Any]:
    """How many were solved, how many proven impossible, and how often each number of moves was the fewest."""
    moves = Counter(answer.fewest_moves for answer in answers if answer.fewest_moves is not None)
    return {
        "solved": moves.total(),
        "impossible": sum(answer.proven and answer.fewest_moves is None for answer in answers),
        "fewest_moves": {str(number): moves[number] for number in sorted(moves)},
    }
