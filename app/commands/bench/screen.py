"""What the open app costs: its first frame, its share of a core at rest and in a round, its memory.

The window is a real one on the display there is (with software GL where there is no graphics chip, whose work
then counts as the app's own). Each run is a process of its own with a fresh folder and no device.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from app.commands.bench.measuring import Order, Row
from app.commands.bench.processes import ROOT
from app.ui.display import driver

RUNS = 3
WATCHED_S = 20


def measure(order: Order) -> Iterator[Row]:
    """First frame in ms, shares in per cent of a core, memory in MB."""
    if driver(os.environ)[0] is None:
        order.note("bench: no display, so no screen")
        return
    told = []
    for number in range(order.at_most(RUNS) + 1):
        order.note(f"bench: the screen, run {number}")
        told.append(_window())
    cold, *warm = told
    yield Row("screen: first frame, cold", [cold["first_frame_ms"]])
    yield Row("screen: first frame, warm", [one["first_frame_ms"] for one in warm])
    for where in ("home", "round"):
        shares = [one[f"{where}_percent"] for one in warm]
        frames = f"{warm[-1][f'{where}_frames_per_s']:.1f}"
        yield Row(f"screen: share of a core, {where}", shares, "percent", {"frames_per_s": frames})
    yield Row("screen: memory with the solver", [one["peak_mb"] for one in warm], "mb")


def _window() -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="meeple-screen-") as folder:
        wish = json.dumps({"folder": folder, "began_ns": time.monotonic_ns(), "watched_s": WATCHED_S})
        done = subprocess.run(
            [sys.executable, "-m", "app.commands.bench.screen_child", wish],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    told: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return told
