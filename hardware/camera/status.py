"""How a camera stands, for the diagnostics: plain facts, worked out without asking the device."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hardware.camera.base import Hold, Settings


class CameraState(StrEnum):
    """What the camera's process is at."""

    IDLE = "idle"
    """Nothing was started yet, or it was ended on purpose."""
    STARTING = "starting"
    READY = "ready"
    TAKING = "taking"
    """A picture is under way."""
    RETRYING = "retrying"
    """An attempt failed, another one follows."""
    FAILED = "failed"
    """The last request ended without a picture."""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """`kind` as in the configuration and `name` as far as the camera has told; times are monotonic.

    `restarts`: processes after the first one. `fault`: the last cause, "" since the last picture that came at
    once. `settings`: the values of what is `held`.
    """

    kind: str
    name: str
    state: CameraState
    captures: int
    last_frame_ns: int | None
    restarts: int
    fault: str
    held: tuple[Hold, ...]
    settings: Settings
