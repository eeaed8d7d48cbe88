"""What every part of the bench uses: the order, the stopwatch, and a row of figures.

Times are in milliseconds of the monotonic clock, memory in megabytes (1024 * 1024 bytes).
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

NEWS_S = 5.0
"""Seconds between two words about how far a long measurement is."""

Thing = TypeVar("Thing")
Given = ParamSpec("Given")


@dataclass(frozen=True)
class Order:
    """What to measure: rounds of each city, the seed of all that is random, the photograph if there is one,
    presses of buttons.

    `note` tells a person how far things are.
    """

    rounds: int
    seed: int
    photo: Path | None
    note: Callable[[str], None]
    clock_s: Callable[[], float] = time.monotonic
    presses: int = 2000

    def at_most(self, runs: int) -> int:
        """That many runs, or fewer when fewer rounds were ordered."""
        return min(runs, self.rounds)

    def watched(self, things: Iterable[Thing], what: str) -> Iterator[Thing]:
        """The same things, with a note every few seconds of how many are done."""
        told_s = self.clock_s()
        for done, thing in enumerate(things):
            if self.clock_s() - told_s >= NEWS_S:
                told_s = self.clock_s()
                self.note(f"bench: {what}, {done} done")
            yield thing


@dataclass(frozen=True)
class Row:
    """Figures of one kind, at least one; `details` is what else there is to say, ready for JSON."""

    name: str
    figures: Sequence[float]
    unit: Literal["ms", "mb", "percent"] = "ms"
    details: dict[str, Any] = field(default_factory=dict)

    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.figures)

    def p99(self) -> float:
        """The figure that 99 of 100 do not exceed (nearest rank): of fewer than 100, the worst."""
        return sorted(self.figures)[math.ceil(0.99 * len(self.figures)) - 1]

    def as_json(self) -> dict[str, Any]:
        """The row for machines; the sum of times, not of memory."""
        figures = {"median": self.median(), "p99": self.p99(), "worst": max(self.figures)}
        if self.unit == "ms":
            figures["sum"] = sum(self.figures)
        rounded = {f"{name}_{self.unit}": round(figure, 3) for name, figure in figures.items()}
        return {"name": self.name, "runs": len(self.figures), **rounded, "details": self.details}


def timed_ms(work: Callable[Given, Thing], *given: Given.args, **named: Given.kwargs) -> tuple[float, Thing]:
    """How long the work took with what it is given, and what came of it."""
    began_ns = time.perf_counter_ns()
    done = work(*given, **named)
    return (time.perf_counter_ns() - began_ns) / 1e6, done
