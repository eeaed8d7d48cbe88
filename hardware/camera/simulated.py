"""A camera that is drawn, with the faults of real ones, in the same process and with the same deadlines.

In: a function that draws a scene (handed in by whoever composes: what stands on a table is no business of
this package; a spawned process imports it, so it stands at the top level of a module) and a scene file. Out:
frames in BGR.

The scene file is JSON, put in place whole (`SceneFile` writes it) and read for each picture:

    {"scene": {...},           what to draw, handed to the function as it is
     "plugged": true,          false: there is no such camera
     "busy_until_ns": 0,       until then another program has it, and it does not open
     "frozen_until_ns": 0,     a picture that is asked for before then does not come before then
     "exchanged": false,       red and blue are exchanged
     "light": 1.0}             how bright, as a factor

What is left out is as above; a file that is missing tells nothing at all. Times are `time.monotonic_ns()`,
one clock for all processes, so that a process that was killed and started again finds the same freeze.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from hardware.camera.base import Frame, Image, NothingToHold, as_bgr
from hardware.errors import CameraBusy, CameraUnavailable

NAME = "the simulated camera"
Draw = Callable[[Mapping[str, Any], int], Image]
"""(scene, number of the picture in this process, from 1) -> (H, W, 3) uint8 BGR."""
_NS_PER_S = 1_000_000_000


@dataclass(frozen=True)
class _Told:
    """What a scene file says."""

    scene: Mapping[str, Any] = field(default_factory=dict)
    plugged: bool = True
    busy_until_ns: int = 0
    frozen_until_ns: int = 0
    exchanged: bool = False
    light: float = 1.0


def _read(path: Path) -> _Told:
    """Raises CameraUnavailable for a file that is no scene file."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return _Told()
    except (OSError, ValueError) as error:
        raise CameraUnavailable(f"{NAME} cannot read {path.name}: {error}") from error
    try:
        told = json.loads(text)
        if not isinstance(told, dict):
            raise TypeError("it is no object")
        said = _Told(**{one.name: told[one.name] for one in fields(_Told) if one.name in told})
        if not isinstance(said.scene, dict):
            raise TypeError("scene is no object")
        busy_ns, frozen_ns = int(said.busy_until_ns), int(said.frozen_until_ns)
        return replace(said, busy_until_ns=busy_ns, frozen_until_ns=frozen_ns, light=float(said.light))
    except (ValueError, TypeError) as error:
        raise CameraUnavailable(f"{NAME} does not understand {path.name}: {error}") from error


class SceneFile:
    """Writes a scene file: what the simulated camera sees, and what is wrong with it. One writer only."""

    def __init__(self, path: Path, *, clock_ns: Callable[[], int] = time.monotonic_ns) -> None:
        """Begins with an empty scene and a good camera; `clock_ns` must be the camera process's own."""
        self._path, self._clock_ns = path, clock_ns
        self._write(_Told())

    def show(self, scene: Mapping[str, Any]) -> None:
        """From the next picture on this is what stands there; plain JSON values."""
        self._write(replace(self._told, scene=dict(scene)))

    def freeze(self, seconds: float) -> None:
        """No picture comes for so long; 0 ends a freeze, though not the wait of a picture under way."""
        self._write(replace(self._told, frozen_until_ns=self._in(seconds)))

    def busy(self, seconds: float) -> None:
        """Another program has it for so long: it cannot be opened; one that is open stays so."""
        self._write(replace(self._told, busy_until_ns=self._in(seconds)))

    def plug(self, there: bool) -> None:
        """Pull it out, or plug it in again."""
        self._write(replace(self._told, plugged=there))

    def exchange_colours(self, exchanged: bool) -> None:
        """Red for blue, as some cameras do."""
        self._write(replace(self._told, exchanged=exchanged))

    def light(self, factor: float) -> None:
        """How bright: 1 as drawn, 0.02 nearly dark."""
        self._write(replace(self._told, light=factor))

    def _in(self, seconds: float) -> int:
        return self._clock_ns() + round(seconds * _NS_PER_S)

    def _write(self, told: _Told) -> None:
        self._told = told
        beside = self._path.with_name(self._path.name + ".new")
        beside.write_text(json.dumps(asdict(told)), "utf-8")
        os.replace(beside, self._path)


class SimulatedSource(NothingToHold):
    """Draws what the scene file tells. Raises CameraUnavailable when unplugged, CameraBusy when busy."""

    kind = "simulated"

    def __init__(self, draw: Draw, path: Path, *, clock_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._draw, self._path, self._clock_ns = draw, path, clock_ns
        self._number = 0
        told = self._plugged()
        if clock_ns() < told.busy_until_ns:
            raise CameraBusy(NAME)

    def capture(self) -> Frame:
        """What the scene file tells now."""
        frozen_ns = self._plugged().frozen_until_ns - self._clock_ns()
        if frozen_ns > 0:
            threading.Event().wait(frozen_ns / _NS_PER_S)
        told = self._plugged()
        self._number += 1
        image = as_bgr(self._draw(told.scene, self._number), NAME)
        if told.exchanged:
            image = np.ascontiguousarray(image[:, :, ::-1])
        if told.light != 1.0:
            image = np.clip(np.arange(256) * told.light, 0, 255).astype(np.uint8)[image]
        return Frame(image=image, at_ns=self._clock_ns(), name=f"simulated {self._number}")

    def describe(self) -> str:
        return "simulated camera"

    def _plugged(self) -> _Told:
        told = _read(self._path)
        if not told.plugged:
            raise CameraUnavailable(f"{NAME} is not plugged in")
        return told
