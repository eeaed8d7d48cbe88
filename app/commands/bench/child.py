"""A process of its own that solves and tells what that took.

`python -m app.commands.bench.child CITY COUNT SEED` prints one JSON object: milliseconds to import the solver
and read the city, to load the compiled code and for the first answer, and its peak memory after COUNT rounds.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

STATUS = "/proc/self/status"


def peak_mb(status: str | None = None) -> float:
    """Peak memory of this process, or of the one whose `/proc/…/status` is given.

    Not `ru_maxrss`: a process inherits there the peak of the one that started it.
    """
    found = re.search(r"^VmHWM:\s*(\d+) kB", status or Path(STATUS).read_text("ascii"), re.MULTILINE)
    assert found is not None
    return int(found.group(1)) / 1024


def main(city: str, count: int, seed: int) -> None:
    """Solve and tell."""
    began = now_ms()
    from app.commands.bench.rounds import rounds
    from app.games.mutant_meeples.solver import solve, warm

    first, *others = rounds(city, count, seed)
    imported = now_ms()
    warm()
    loaded = now_ms()
    solve(*first)
    answered = now_ms()
    for crime in others:
        solve(*crime)
    told = {"import_ms": imported - began, "load_ms": loaded - imported, "answer_ms": answered - loaded}
    print(json.dumps({**told, "peak_mb": peak_mb()}))


def now_ms() -> float:
    """The monotonic clock."""
    return time.perf_counter_ns() / 1e6


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
