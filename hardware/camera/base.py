"""What a camera is to the rest of the house: something that gives a `Frame` when asked.

Images are (H, W, 3) uint8 arrays in BGR order, contiguous; every source guarantees that with `as_bgr`.
Times are `time.monotonic_ns()`, which on Linux is one clock for all processes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from hardware.errors import CameraUnavailable

Image = npt.NDArray[np.uint8]  # (H, W, 3) BGR
Settings = Mapping[str, Any]
"""Values a camera holds, by its own names for them: plain numbers and tuples of numbers, good to be kept."""
NO_SETTINGS: Settings = {}


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: `image` (H, W, 3) uint8 BGR, `at_ns` when taken, `name` for logs (a file, a node)."""

    image: Image
    at_ns: int
    name: str


class Hold(StrEnum):
    """What a camera adjusts by itself, and can be told to leave as it is."""

    EXPOSURE = "exposure"
    COLOUR = "colour"
    FOCUS = "focus"


class FrameSource(Protocol):
    """A source of pictures. Used by one thread at a time."""

    @property
    def kind(self) -> str:
        """What stands for this source in the configuration ("picamera2", "v4l2", "folder", ...)."""
        ...

    def capture(self) -> Frame:
        """Take one picture now. Raises CameraUnavailable."""
        ...

    @property
    def locked(self) -> bool:
        """Whether `lock_controls` was called since the device was last opened or freed again."""
        ...

    @property
    def settings(self) -> Settings:
        """The values that are held, empty while not locked."""
        ...

    def lock_controls(self, like: Settings = NO_SETTINGS) -> tuple[Hold, ...]:
        """Keep exposure, white balance and focus as they are now, or as in `like`; returns which stay so.

        `like`: what `settings` were before, perhaps of another process. What a camera cannot hold stays
        automatic; that is no fault. Raises CameraUnavailable when it is gone.
        """
        ...

    def unlock_controls(self) -> None:
        """Leave everything to the camera again. Raises CameraUnavailable when it is gone."""
        ...

    def close(self) -> None:
        """Let go of the device; may be called twice."""
        ...

    def describe(self) -> str:
        """Which camera this is, in a few words."""
        ...


class NothingToHold:
    """The part of a `FrameSource` that adjusts nothing by itself: all of it is held as soon as asked."""

    settings = NO_SETTINGS
    locked = False

    def lock_controls(self, like: Settings = NO_SETTINGS) -> tuple[Hold, ...]:
        del like
        self.locked = True
        return tuple(Hold)

    def unlock_controls(self) -> None:
        self.locked = False

    def close(self) -> None:
        """Nothing is held open."""


def as_bgr(array: Any, name: str) -> Image:
    """`array` as a contiguous (H, W, 3) uint8 BGR image; `name` goes into the error.

    Takes BGR, BGR with a fourth channel (dropped) and grey (H, W); raises CameraUnavailable for anything
    else, an empty or missing array included. It cannot see whether red and blue are swapped: that is
    calibration.
    """
    if not isinstance(array, np.ndarray) or array.size == 0:
        raise CameraUnavailable(f"{name} gave an empty picture")
    if array.dtype != np.uint8:
        raise CameraUnavailable(f"{name} gave {array.dtype} values instead of bytes")
    if array.ndim == 2:
        array = np.repeat(array[:, :, np.newaxis], 3, axis=2)
    if array.ndim != 3 or array.shape[2] not in (3, 4):
        raise CameraUnavailable(f"{name} gave an array of shape {array.shape} instead of a colour picture")
    return np.ascontiguousarray(array[:, :, :3], dtype=np.uint8)
