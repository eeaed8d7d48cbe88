"""A process of its own with the app in a real window on the twin, pressed by fingers and timed.

`python -m app.commands.bench.window WISH` (JSON: folder, presses, seed, pods, load) prints the figures of
`Pressed` as its last line.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from app.commands.bench.load import Load, plain_picture
from app.commands.bench.presses import as_line
from app.commands.bench.pressing import Fingers
from app.table.twin import TwinTable, open_twin
from app.ui.boot import WindowWish, prepare
from app.ui.display import driver

LOOK_S = 0.1
"""As often as the app looks at its camera."""


def main(wish: dict[str, Any]) -> None:
    """Open, press, tell."""
    folder = Path(wish["folder"])
    video, _found = driver(os.environ)
    os.environ.setdefault("SDL_VIDEODRIVER", video or "x11")
    os.environ["KIVY_WINDOW"] = "sdl2"
    prepare(folder, WindowWish(800, 480), os.environ)
    (folder / "twin").mkdir()
    opened = open_twin(
        folder / "twin", state_dir=folder / "state", pods=int(wish["pods"]), draws=plain_picture
    )
    try:
        _press(opened, wish)
    finally:
        opened.close()


def _press(opened: TwinTable, wish: dict[str, Any]) -> None:
    from kivy.clock import Clock
    from kivy.core.window import Window

    from app.ui.house import House

    house = House(opened.table)
    table = opened.table
    pods = table.gear.pods
    assert pods is not None

    def on_main(act: Any) -> None:
        Clock.schedule_once(lambda _: act(), 0)

    fingers = Fingers(opened, on_main, wish["presses"], wish["seed"])
    fingers.draws()

    def run() -> None:
        while any(pod.connected for pod in pods.status().pods) != wish["pods"]:
            threading.Event().wait(LOOK_S)
        on_main(lambda: house.on_play(fingers.setup))
        fingers.run()
        on_main(house.on_quit)

    flip, began_ns = Window.flip, [0]

    def begin(*_: Any) -> None:
        began_ns[0] = time.monotonic_ns()

    def timed_flip() -> None:
        flip()
        fingers.told.frames_ms.append((time.monotonic_ns() - began_ns[0]) / 1e6)
        fingers.drawn()

    Window.bind(on_draw=begin)  # before the window itself draws
    Window.flip = timed_flip
    thread = threading.Thread(target=run, name="fingers", daemon=True)
    Clock.schedule_once(lambda _: thread.start(), 2)
    with contextlib.ExitStack() as stack:
        if wish["load"]:
            load = stack.enter_context(Load(table.camera.source, wish["seed"]))
            Clock.schedule_interval(lambda _: load.poll(), LOOK_S)
        house.run()
    print(as_line(fingers.told))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
