"""From the edge of a button to its claim: journalled, and drawn in a real window where there is a display.

Each is measured alone and beside other work (the solver and a camera), first with buttons on pins only and
then with a button pod plugged in, whose presses may be on their way longer.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.commands.bench.desk import Desk
from app.commands.bench.load import Load
from app.commands.bench.measuring import Order, Row
from app.commands.bench.pressing import Fingers, Pressed
from app.commands.bench.processes import ROOT

AIM_MS = 50.0
LONGEST_S = 3600.0
POD_S = 20.0
"""From the plug of a pod until it is known, at most."""
CASES = ((False, False), (False, True), (True, False), (True, True))
"""(a pod plugged in, other work beside)."""


def measure(order: Order) -> Iterator[Row]:
    """A row for each case without a window, and two for each in a window."""
    for pods, load in CASES:
        with tempfile.TemporaryDirectory() as folder:
            yield _row("claimed", pods, load, _at_desk(Path(folder), order, pods=pods, load=load))
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        order.note("bench: no display, so nothing is drawn")
        return
    for pods, load in CASES:
        order.note(f"bench: in a window, {_case(pods, load)}")
        with tempfile.TemporaryDirectory() as folder:
            told = _in_window(Path(folder), order, pods=pods, load=load)
            yield _row("in a window, claimed", pods, load, told)
            yield _row("in a window, drawn", pods, load, told)


def _at_desk(folder: Path, order: Order, *, pods: bool, load: bool) -> Pressed:
    desk = Desk(folder, order.seed, int(pods))
    try:
        desk.run_until(lambda: desk.pods_here() == pods, POD_S)
        fingers = Fingers(desk.opened, desk.on_main, order.presses, order.seed)
        thread = threading.Thread(target=fingers.run, name="fingers", daemon=True)
        if load:
            with Load(desk.table.camera.source, order.seed) as other:
                desk.beside = other.poll
                thread.start()
                desk.run_until(lambda: not thread.is_alive(), LONGEST_S)
        else:
            thread.start()
            desk.run_until(lambda: not thread.is_alive(), LONGEST_S)
        return fingers.told
    finally:
        desk.close()


def _in_window(folder: Path, order: Order, *, pods: bool, load: bool) -> Pressed:
    wish = {"folder": str(folder), "presses": order.presses, "seed": order.seed, "pods": pods, "load": load}
    done = subprocess.run(
        [sys.executable, "-m", "app.commands.bench.window", json.dumps(wish)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return Pressed(**json.loads(done.stdout.splitlines()[-1]))


def _case(pods: bool, load: bool) -> str:
    return f"{'pod plugged in' if pods else 'pins only'}, {'beside work' if load else 'idle'}"


def _row(what: str, pods: bool, load: bool, told: Pressed) -> Row:
    figures = told.drawn_ms if what.endswith("drawn") else told.claimed_ms
    within = 100 * sum(ms <= AIM_MS for ms in figures) / max(1, len(figures))
    details: dict[str, Any] = {
        "lost": told.lost,
        "reordered": told.reordered,
        f"within_{AIM_MS:.0f}_ms": f"{within:.2f} %",
    }
    if told.together_ms:
        details["six_edges_within_ms"] = round(max(told.together_ms), 3)
    if what.endswith("drawn"):
        details["a_frame_takes_ms"] = round(statistics.median(told.frames_ms), 1)
    return Row(f"press {what}: {_case(pods, load)}", figures or [float("inf")], details=details)


def as_line(told: Pressed) -> str:
    """For the window's process."""
    return json.dumps(asdict(told))
