"""The peak memory of processes that solved, beside that of a bare interpreter."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from app.commands.bench.child import STATUS, peak_mb
from app.commands.bench.measuring import Order, Row
from app.commands.bench.processes import child, python
from app.games.mutant_meeples.board import SHIPPED_BOARDS

RUNS = 3
MANY = 200
"""Rounds of one process: enough to meet a hard one."""


def measure(order: Order) -> Iterator[Row]:
    """Rows in MB: nothing at all, one answer, many answers; what that is beyond the bare interpreter."""
    runs = range(order.at_most(RUNS))
    bare_mb = [peak_mb(python("-c", f"print(open({STATUS!r}).read())")) for _ in runs]
    yield Row("memory: bare interpreter", bare_mb, "mb")
    for city in SHIPPED_BOARDS:
        for count in sorted({1, order.at_most(MANY)}):
            peaks_mb = [child(city, count, order.seed)["peak_mb"] for _ in runs]
            beyond_mb = round(statistics.median(peaks_mb) - statistics.median(bare_mb), 1)
            name = f"memory: {city}, {count} solved"
            yield Row(name, peaks_mb, "mb", {"beyond_the_bare_interpreter": f"{beyond_mb} MB"})
