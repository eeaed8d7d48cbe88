"""Which camera to use on this machine.

In: the camera part of the configuration and the root of /dev. Out: `OpenedCamera`, a `CameraProcess` or None
with the reason in a few words. Nothing is opened here: whether a camera answers is found out inside its
process, at the first picture. libcamera is never loaded into the app's own process.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hardware.camera.base import FrameSource
from hardware.camera.folder import FolderSource
from hardware.camera.pi import PiSource
from hardware.camera.process import CAPTURE_TIMEOUT_S, CameraProcess
from hardware.camera.simulated import Draw, SimulatedSource
from hardware.camera.v4l2 import V4l2Source
from hardware.camera.v4l2_nodes import NodeFacts, query, resolve
from hardware.config import CameraConfig, CameraKind
from hardware.errors import CameraBusy, CameraForbidden, CameraUnavailable


@dataclass(frozen=True, slots=True)
class OpenedCamera:
    """`source` is None when there is no camera; `reason` says why this one, or why none."""

    source: CameraProcess | None
    reason: str


def picamera2_installed() -> bool:
    """True when the package is there; it is not imported."""
    return importlib.util.find_spec("picamera2") is not None


def open_camera(
    config: CameraConfig,
    *,
    dev_root: Path = Path("/dev"),
    timeout_s: float = CAPTURE_TIMEOUT_S,
    has_picamera2: Callable[[], bool] = picamera2_installed,
    ask: Callable[[Path], NodeFacts | None] = query,
) -> OpenedCamera:
    """The camera for `config`. Never raises and never waits for a device."""
    match config.source:
        case CameraKind.OFF:
            return OpenedCamera(None, "the camera is switched off in the configuration")
        case CameraKind.SIMULATED:
            return OpenedCamera(None, "the simulated camera is opened by whoever draws its pictures")
        case CameraKind.PI:
            make: Callable[[], FrameSource] = partial(PiSource, dev_root=dev_root)
            reason = "the Pi camera, as configured"
        case CameraKind.V4L2:
            make = partial(V4l2Source, config.device, dev_root=dev_root)
            reason = "a USB camera, as configured"
        case CameraKind.FOLDER:
            if config.folder is None:
                return OpenedCamera(None, "the configuration names no folder of photos")
            make = partial(FolderSource, config.folder)
            reason = f"photos from {config.folder}, as configured"
        case CameraKind.AUTO:
            found = _possible(config, dev_root, has_picamera2, ask)
            if not found:
                return OpenedCamera(None, "no camera on this machine")
            make = partial(open_first, config, dev_root, found)
            reason = "found: " + ", ".join(kind.value for kind in found)
    return OpenedCamera(CameraProcess(make, timeout_s, kind=config.source.value), reason)


def open_simulated(draw: Draw, scene_file: Path, timeout_s: float = CAPTURE_TIMEOUT_S) -> OpenedCamera:
    """The camera whose pictures `draw` makes of what stands in `scene_file`; see `simulated.py`."""
    make = partial(SimulatedSource, draw, scene_file)
    return OpenedCamera(CameraProcess(make, timeout_s, kind=SimulatedSource.kind), "pictures are drawn")


def _possible(
    config: CameraConfig,
    dev_root: Path,
    has_picamera2: Callable[[], bool],
    ask: Callable[[Path], NodeFacts | None],
) -> tuple[CameraKind, ...]:
    """What may work here, best first, judged without opening anything."""
    kinds = [CameraKind.PI] if has_picamera2() else []
    try:
        resolve(config.device, dev_root, ask)
        kinds.append(CameraKind.V4L2)
    except CameraForbidden:
        kinds.append(CameraKind.V4L2)  # so that it is said
    except CameraUnavailable:
        pass
    if config.folder is not None:
        kinds.append(CameraKind.FOLDER)
    return tuple(kinds)


def open_first(config: CameraConfig, dev_root: Path, kinds: tuple[CameraKind, ...]) -> FrameSource:
    """Open the first of `kinds` that works, in the camera process.

    Else CameraBusy or CameraForbidden, if that is why one of them does not: people can put that right; else
    CameraUnavailable with all causes.
    """
    causes: list[CameraUnavailable] = []
    for kind in kinds:
        try:
            if kind is CameraKind.PI:
                return PiSource(dev_root=dev_root)
            if kind is CameraKind.V4L2:
                return V4l2Source(config.device, dev_root=dev_root)
            if kind is CameraKind.FOLDER and config.folder is not None:
                return FolderSource(config.folder)
        except CameraUnavailable as cause:
            causes.append(cause)
    for known in causes:
        if isinstance(known, CameraBusy | CameraForbidden):
            raise known
    reason = "; ".join(cause.reason for cause in causes) or "no camera found"
    raise CameraUnavailable(reason, retry=any(cause.retry for cause in causes))
