"""The bench's report: one line of JSON, then the same figures as a table for people."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from typing import IO, Any

from app.commands.bench.child import peak_mb
from app.commands.bench.measuring import Order, Row

NAME, COLUMNS = 46, (5, 9, 9, 9, 11, 2)
"""Characters for a row's name, and for runs, median, 99 %, worst, sum and unit."""

UNITS = {"ms": "ms", "mb": "MB", "percent": "%"}


def print_report(order: Order, rows: Sequence[Row], stdout: IO[str], *, text_only: bool) -> None:
    """Write the report; times stand under "rows", the others under "shares" and "memory", a list each."""
    own_mb = round(peak_mb(), 1)
    report = {
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "rounds": order.rounds,
        "seed": order.seed,
        "memory_mb": own_mb,
        "rows": [row.as_json() for row in rows if row.unit == "ms"],
        "shares": [row.as_json() for row in rows if row.unit == "percent"],
        "memory": [row.as_json() for row in rows if row.unit == "mb"],
    }
    if not text_only:
        print(json.dumps(report), file=stdout)
    print(_line("", "runs", "median", "99 %", "worst", "sum", ""), file=stdout)
    for row in rows:
        print(_told(row), file=stdout)
        for name, value in row.details.items():
            print(f"    {name.replace('_', ' ')}: {_plain(value)}", file=stdout)
    print(_line("the bench itself, peak memory", "1", "", "", f"{own_mb:.2f}", "", "MB"), file=stdout)


def _told(row: Row) -> str:
    total = f"{sum(row.figures):.1f}" if row.unit == "ms" else ""
    figures = [f"{figure:.2f}" for figure in (row.median(), row.p99(), max(row.figures))]
    return _line(row.name, str(len(row.figures)), *figures, total, UNITS[row.unit])


def _line(name: str, *columns: str) -> str:
    fitted = [f"{column:>{width}}" for column, width in zip(columns, COLUMNS, strict=True)]
    return " ".join([f"{name:<{NAME}}", *fitted]).rstrip()


def _plain(value: Any) -> str:
    """A detail as words; a histogram as "1: 120, 2: 300"."""
    if isinstance(value, dict):
        return ", ".join(f"{name}: {count}" for name, count in value.items())
    return str(value)
