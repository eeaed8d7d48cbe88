"""A process from nothing to the parsed command line, and to its first answer, compiled code on disk."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.commands.bench.measuring import Order, Row, timed_ms
from app.commands.bench.processes import child, python
from app.commands.bench.rounds import Round, rounds
from app.games.mutant_meeples.board import SHIPPED_BOARDS

RUNS = 5
CITY = SHIPPED_BOARDS[0]


def measure(order: Order) -> Iterator[Row]:
    """The help, `solve` with one line, and the same inside one process step by step."""
    runs = range(order.at_most(RUNS))
    yield Row("start: python -m app --help", [timed_ms(python, "-m", "app", "--help")[0] for _ in runs])
    line = as_line(next(rounds(CITY, 1, order.seed)))
    child(CITY, 1, order.seed)  # compiles what is not on disk yet
    answers = [timed_ms(python, "-m", "app", "solve", said=line)[0] for _ in runs]
    yield Row("start: python -m app solve, one line", answers)
    told = [child(CITY, 1, order.seed) for _ in runs]
    for field, name in (
        ("import_ms", "import the solver"),
        ("load_ms", "load its compiled code"),
        ("answer_ms", "first answer"),
    ):
        yield Row(f"start, of that: {name}", [one[field] for one in told])


def as_line(crime: Round) -> str:
    """The round as `solve` reads it."""
    line = {
        "board": CITY,
        "positions": crime.positions,
        "target": crime.target,
        "super_team": sorted(crime.kit.super_team),
    }
    return msgspec.json.encode(line).decode() + "\n"
