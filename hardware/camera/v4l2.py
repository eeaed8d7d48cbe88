"""A USB camera through OpenCV's V4L2 reader.

In: a device as configured ("" for any). Out: frames in BGR. The camera stays open between pictures; before
each one the frames that were waiting in the driver are thrown away, so the picture shows the table as it is
now. Reading may block for ever when the plug is pulled (OpenCV has no time-out of its own), so this runs
inside `CameraProcess`, never in the app's process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hardware.camera.base import Frame, Hold, as_bgr
from hardware.camera.v4l2_nodes import NodeFacts, query, resolve
from hardware.errors import CameraUnavailable

Floats = npt.NDArray[np.float64]
WIDTH_PX, HEIGHT_PX = 1920, 1080  # asked for; the driver takes the nearest it has
STALE_FRAMES = 4  # the V4L2 reader of OpenCV keeps up to four buffers filled
READ_ATTEMPTS = 3  # a single lost frame on a busy bus is common; three in a row is a dead camera
CODE_MJPG = "MJPG"  # raw video of this size does not fit through USB 2 at more than 5 frames a second


class Control(NamedTuple):
    """What the camera adjusts by itself: OpenCV's property of that, its two values, and what it adjusts.

    OpenCV hands the values of linux/v4l2-controls.h through. `value` is None where the camera keeps the last
    value by itself.
    """

    hold: Hold
    itself: int
    automatic: int
    fixed: int
    value: int | None


AUTO_EXPOSURE, EXPOSURE, AUTO_WB, WB_TEMPERATURE, AUTOFOCUS = 21, 15, 44, 45, 39  # cv2.CAP_PROP_...
CONTROLS = (
    Control(Hold.EXPOSURE, AUTO_EXPOSURE, 3, 1, EXPOSURE),  # V4L2_EXPOSURE_APERTURE_PRIORITY and _MANUAL
    Control(Hold.COLOUR, AUTO_WB, 1, 0, WB_TEMPERATURE),
    Control(Hold.FOCUS, AUTOFOCUS, 1, 0, None),
)
SETTLE_FRAMES = 6  # besides the stale ones: controls take effect some frames later
SAME_PICTURE_GREY = 8.0  # the mean of a colour flickers by less; a wrong value moves it by tens


def open_with_opencv(node: Path) -> Any:
    """A cv2.VideoCapture on `node`, V4L2 only (the default search order may hang on other back ends)."""
    import cv2

    reader = cv2.VideoCapture(str(node), cv2.CAP_V4L2)
    if reader.isOpened():
        reader.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*CODE_MJPG))
        reader.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH_PX)
        reader.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT_PX)
        reader.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return reader


class V4l2Source:
    """One USB camera, found anew at each opening. Raises CameraUnavailable when it is not there."""

    def __init__(
        self,
        device: str = "",
        *,
        dev_root: Path = Path("/dev"),
        ask: Callable[[Path], NodeFacts | None] = query,
        open_reader: Callable[[Path], Any] = open_with_opencv,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._find: Callable[[], Path] = partial(resolve, device, dev_root, ask)
        self._open_reader = open_reader
        self._clock_ns = clock_ns
        self._reader: Any = None
        self.locked = False
        self._node = self._find()
        facts = ask(self._node)
        self._card = "" if facts is None else facts.card
        self._open()

    def capture(self) -> Frame:
        """A picture of now. After failed reads the camera is opened once more before giving up."""
        image = self._read() if self._reader is not None else None
        if image is None:
            self.close()
            self._node = self._find()  # it may have come back under another number
            self._open()
            image = self._read()
        if image is None:
            self.close()
            raise CameraUnavailable(f"{self._node} gives no pictures")
        return Frame(image=as_bgr(image, str(self._node)), at_ns=self._clock_ns(), name=str(self._node))

    def lock_controls(self) -> tuple[Hold, ...]:
        """Switch what is automatic off, one after the other; where the picture changes, on again.

        Some cameras tell, while they adjust a value by themselves, another one than they use.
        """
        held = []
        before = self._mean()
        for control in CONTROLS:
            value = -1 if control.value is None else self._reader.get(control.value)
            if not self._reader.set(control.itself, control.fixed):
                continue
            if control.value is not None and value > 0:
                self._reader.set(control.value, value)
            if float(np.abs(self._mean() - before).max()) > SAME_PICTURE_GREY:
                self._reader.set(control.itself, control.automatic)
            else:
                held.append(control.hold)
        self.locked = True
        return tuple(held)

    def unlock_controls(self) -> None:
        """A USB camera remembers what it was told, be it by another program."""
        if self._reader is None:
            raise CameraUnavailable(f"{self._node} is closed")
        for control in CONTROLS:
            self._reader.set(control.itself, control.automatic)
        self.locked = False

    def _mean(self) -> Floats:
        """Mean blue, green and red of a picture, once the controls have taken effect."""
        if self._reader is None:
            raise CameraUnavailable(f"{self._node} is closed")
        for _ in range(SETTLE_FRAMES):
            self._reader.grab()
        image = self._read()
        if image is None:
            raise CameraUnavailable(f"{self._node} gives no pictures")
        return np.asarray(as_bgr(image, str(self._node)).mean(axis=(0, 1)), np.float64)

    def close(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.release()

    def describe(self) -> str:
        """By the name it gives itself: numbers of nodes change with the plugs."""
        return f"USB camera {self._card}".strip()

    def _open(self) -> None:
        reader = self._open_reader(self._node)
        if not reader.isOpened():
            reader.release()
            raise CameraUnavailable(f"{self._node} cannot be opened; another program may hold it")
        self._reader = reader
        self.unlock_controls()

    def _read(self) -> Any:
        for _ in range(STALE_FRAMES):
            self._reader.grab()
        for _ in range(READ_ATTEMPTS):
            worked, image = self._reader.read()
            if worked and image is not None and image.size:
                return image
        return None
