"""A table on the simulated twin: the whole app, or a test, with every device simulated and faults on demand.

In: a folder of its own, where games are kept, a script. Out: a `TwinTable`, whose table is made by the same
`set_up` as any other, and goes through the same code down to pins, ports, processes and SQLite.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.table.gear import Doors
from app.table.twin_camera import TIMEOUT_S, draw, scene_of
from app.table.wiring import Table, default_config_path, set_up
from hardware.camera.choose import OpenedCamera, open_simulated
from hardware.camera.simulated import Draw
from hardware.config import CameraConfig, load
from hardware.pins import PinBackend
from hardware.sound.config import SoundConfig
from hardware.sound.speaker import Speaker
from hardware.twin.disk import on_disk
from hardware.twin.script import Step
from hardware.twin.sound import TwinOutput
from hardware.twin.twin import Twin
from hardware.waker import Waker

LOOK_NS = 250_000_000
"""How often the simulated camera is told how the match stands."""
PODS = 2
"""So many of the configured pods are plugged in at the start, unless told otherwise."""


@dataclass(slots=True)
class TwinTable:
    """A table and what it is simulated by. `close` may be called twice."""

    table: Table
    twin: Twin
    eye: Waker | None = None

    def close(self) -> None:
        """End the table and its twin."""
        if self.eye is not None:
            self.eye.stop()
        self.table.close()
        self.twin.close()


def open_twin(
    folder: Path,
    *,
    state_dir: Path,
    config_path: Path | None = None,
    script: Sequence[Step] = (),
    seed: int = 1,
    pods: int = PODS,
    draws: Draw = draw,
    timeout_s: float = TIMEOUT_S,
    clock_ns: Callable[[], int] = time.monotonic_ns,
    **more: Any,
) -> TwinTable:
    """Open a live table on a twin of its own; the script begins now.

    `folder` is empty and goes to the twin; the first `pods` of the configuration are plugged in.
    `draws`, `timeout_s`: the camera's pictures and the time one may
    take; `more` goes to `set_up`.
    """
    config, _faults = load(config_path or default_config_path(state_dir))
    twin = Twin(folder, clock_ns, seed=seed, pods=config.pods)
    for name in list(dict.fromkeys(row.pod for row in config.pods.rows))[:pods]:
        twin.plug(f"pod:{name}")

    def camera(_config: CameraConfig) -> OpenedCamera:
        return open_simulated(draws, twin.scene_path, timeout_s)

    def speaker(sound: SoundConfig, cues: Path) -> Speaker | None:
        if not sound.enabled:
            return None
        opened = Speaker(functools.partial(TwinOutput, twin.pulled_sound), cues)
        opened.prepare()
        return opened

    table = set_up(
        state_dir=state_dir,
        config_path=config_path,
        clock_ns=clock_ns,
        doors=Doors(PinBackend.SIMULATED, twin.dev, camera, speaker),
        live=True,
        **more,
    )
    opened = TwinTable(table, twin)
    table.journal.put_between(on_disk(twin.disk))
    if table.gear.pins is not None:
        twin.wire(table.gear.pins, table.config.buttons)
    opened.eye = _Eye(table, twin).thread
    twin.start(script, own_thread=True)
    return opened


class _Eye:
    """Lays the simulated city as the match stands, on a thread of its own."""

    def __init__(self, table: Table, twin: Twin) -> None:
        self._table, self._twin = table, twin
        self._shown: Any = None
        self._due_ns = table.clock_ns()
        self.thread = Waker("twin's camera", table.clock_ns, lambda: self._due_ns, self._look)

    def _look(self, now_ns: int) -> None:
        self._due_ns = now_ns + LOOK_NS
        state = self._table.session.state
        if state is not self._shown:
            self._shown = state
            self._twin.show(scene_of(state))
