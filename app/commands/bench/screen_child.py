"""A process of its own with the app in a real window, left alone and watched: see `screen.py`.

`python -m app.commands.bench.screen_child WISH` (JSON: folder, began_ns, watched_s) prints one JSON object as
its last line.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.commands.bench.child import peak_mb
from app.games.mutant_meeples.state import Buzz, Claim, DrawCrime, PlayerSetup, Setup
from app.table.wiring import set_up
from app.ui.boot import WindowWish, prepare
from app.ui.display import driver
from hardware.pins import PinBackend

CALM_S = 4.0
"""From a change of screens until all that it brought along is done."""


class Watch:
    """Counts frames, and takes the process's time between two moments."""

    def __init__(self, began_ns: int) -> None:
        self.told: dict[str, float] = {}
        self._began_ns = began_ns
        self._frames = 0
        self._mark = (0, 0.0, 0.0)

    def drawn(self) -> None:
        """A frame has just gone to the display."""
        self._frames += 1
        self.told.setdefault("first_frame_ms", (time.monotonic_ns() - self._began_ns) / 1e6)

    def begin(self) -> None:
        """From here on."""
        self._mark = (self._frames, time.process_time(), time.monotonic())

    def end(self, where: str) -> None:
        """Until here."""
        frames, used_s, at_s = self._mark
        passed_s = time.monotonic() - at_s
        self.told[f"{where}_percent"] = 100 * (time.process_time() - used_s) / passed_s
        self.told[f"{where}_frames_per_s"] = (self._frames - frames) / passed_s


def main(wish: dict[str, Any]) -> None:
    """Open, watch at rest, play into a round, watch again, tell."""
    folder = Path(wish["folder"])
    video, _found = driver(os.environ)
    os.environ.setdefault("SDL_VIDEODRIVER", video or "x11")
    os.environ["KIVY_WINDOW"] = "sdl2"
    prepare(folder, WindowWish(800, 480), os.environ)
    table = set_up(state_dir=folder / "state", backend=PinBackend.SIMULATED)
    from kivy.clock import Clock
    from kivy.core.window import Window

    from app.ui.house import House

    house, watch, flip = House(table), Watch(wish["began_ns"]), Window.flip

    def timed_flip() -> None:
        flip()
        watch.drawn()

    def play() -> None:
        house.on_play(Setup((PlayerSetup("Ann", style="buzz"), PlayerSetup("Ben", style="buzz"))))
        table.session.act(DrawCrime())
        table.session.act(Buzz(0))
        if not table.session.act(Claim(0, 9)):
            raise RuntimeError("the sand does not run")

    def quit_() -> None:
        watch.told["peak_mb"] = peak_mb()
        house.on_quit()

    Window.flip = timed_flip
    steps: list[tuple[float, Callable[[], None]]] = [
        (CALM_S, watch.begin),
        (wish["watched_s"], lambda: watch.end("home")),
        (0.0, play),
        (CALM_S, watch.begin),
        (wish["watched_s"], lambda: watch.end("round")),
        (0.0, quit_),
    ]
    at_s = 0.0
    for after_s, step in steps:
        at_s += after_s
        Clock.schedule_once(lambda _, step=step: step(), at_s)
    house.run()
    print(json.dumps(watch.told))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
