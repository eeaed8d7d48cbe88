"""`python -m tests.handicap_table`: the table of docs/adviser.md, what a marker less does to a chance to win.

Matches of four bots of one level, two of them with all markers, one with one and one with two markers less;
the same seed always gives the same table.
"""

from __future__ import annotations

import math
import sys
import tempfile
from collections import Counter
from pathlib import Path

from app.games.mutant_meeples.bots import LEVELS
from tests.bot_table import seats, winners

MATCHES, SEED = 400, 1
LESS = {"A": 0, "B": 0, "C": 1, "D": 2}


def row(level: str, matches: int = MATCHES) -> str:
    """One line of the table: wins of a full set, with one and two less, and the cost ln(full / less)."""
    table = seats(dict.fromkeys(LESS, level), LESS)
    with tempfile.TemporaryDirectory() as folder:
        won = Counter(winners([table] * matches, SEED, Path(folder)))
    full = won["A"] + won["B"] + 0.5
    costs = [
        f"{math.log(full / 2 / less):.2f} (± {math.sqrt(1 / full + 1 / less):.2f})"
        for less in (won["C"] + 0.5, won["D"] + 0.5)
    ]
    return f"| {level} | {(won['A'] + won['B']) / 2:.1f} | {won['C']} | {won['D']} | {' | '.join(costs)} |"


if __name__ == "__main__":
    for level in LEVELS:
        print(row(level, int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES), flush=True)
