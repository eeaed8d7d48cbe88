"""A USB camera through OpenCV's V4L2 reader.

In: a device as configured ("" for any). Out: frames in BGR. The camera stays open between pictures; before
each one the frames that were waiting in the driver are thrown away, so the picture shows the table as it is
now. Reading may block for ever when the plug is pulled (OpenCV has no time-out of its own), so this runs
inside `CameraProcess`, never in the app's process; after a fault that waits a moment and starts a fresh
process, in which the camera is looked for anew, whatever its number is by then.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hardware.camera.base import NO_SETTINGS, Frame, Hold, Settings, as_bgr
from hardware.camera.holding import held_by
from hardware.camera.v4l2_nodes import NodeFacts, query, resolve
from hardware.errors import CameraBusy, CameraUnavailable

Floats = npt.NDArray[np.float64]
WIDTH_PX, HEIGHT_PX = 1920, 1080  # asked for; the driver takes the nearest it has
STALE_FRAMES = 4  # the V4L2 reader of OpenCV keeps up to four buffers filled
READ_ATTEMPTS = 3  # a single lost frame on a busy bus is common; three in a row is a dead camera
CODE_MJPG = "MJPG"  # raw video of this size does not fit through USB 2 at more than 5 frames a second


class Control(NamedTuple):
    """What the camera adjusts by itself: OpenCV's property of that, its two values, and what it adjusts.

    OpenCV hands the values of linux/v4l2-controls.h through. `value` is None where the camera keeps the last
    value by itself; `name` is OpenCV's for it.
    """

    name: str
    hold: Hold
    itself: int
    automatic: int
    fixed: int
    value: int | None


AUTO_EXPOSURE, EXPOSURE, AUTO_WB, WB_TEMPERATURE, AUTOFOCUS = 21, 15, 44, 45, 39  # cv2.CAP_PROP_...
CONTROLS = (
    # V4L2_EXPOSURE_APERTURE_PRIORITY and _MANUAL
    Control("EXPOSURE", Hold.EXPOSURE, AUTO_EXPOSURE, 3, 1, EXPOSURE),
    Control("WB_TEMPERATURE", Hold.COLOUR, AUTO_WB, 1, 0, WB_TEMPERATURE),
    Control("FOCUS", Hold.FOCUS, AUTOFOCUS, 1, 0, None),
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
    """One USB camera, found anew at each opening.

    Raises CameraUnavailable when it is not there, CameraBusy when another program has it, CameraForbidden
    without permission.
    """

    kind = "v4l2"

    def __init__(
        self,
        device: str = "",
        *,
        dev_root: Path = Path("/dev"),
        proc_root: Path = Path("/proc"),
        ask: Callable[[Path], NodeFacts | None] = query,
        open_reader: Callable[[Path], Any] = open_with_opencv,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._clock_ns = clock_ns
        self._proc_root = proc_root
        self._reader: Any = None
        self._held: dict[str, float] = {}
        self.locked = False
        self._node = resolve(device, dev_root, ask)
        facts = ask(self._node)
        self._card = "" if facts is None else facts.card
        reader = open_reader(self._node)
        if not reader.isOpened():
            reader.release()
            raise self._busy_or("cannot be opened; another program may hold it")
        self._reader = reader
        self.unlock_controls()

    @property
    def settings(self) -> Settings:
        """The values that are held, by OpenCV's names of the controls."""
        return dict(self._held)

    def capture(self) -> Frame:
        """A picture of now. After failed reads the camera is let go."""
        image = self._read()
        return Frame(image=as_bgr(image, str(self._node)), at_ns=self._clock_ns(), name=str(self._node))

    def lock_controls(self, like: Settings = NO_SETTINGS) -> tuple[Hold, ...]:
        """Switch what is automatic off, one after the other; where the picture changes, on again.

        Some cameras tell, while they adjust a value by themselves, another one than they use. With `like` the
        picture is to become as it was then, so it may change.
        """
        held = []
        before = self._mean()
        for control in CONTROLS:
            value = self._value(control, like)
            if not self._reader.set(control.itself, control.fixed):
                continue
            if control.value is not None and value > 0:
                self._reader.set(control.value, value)
            after = self._mean()
            if control.name in like:
                before = after
            same = np.abs(after - before).max() <= SAME_PICTURE_GREY
            if same and self._reader.get(control.itself) == control.fixed:
                held.append(control.hold)
                self._held |= {control.name: value} if value > 0 else {}
            else:
                self._reader.set(control.itself, control.automatic)
        self.locked = True
        return tuple(held)

    def _value(self, control: Control, like: Settings) -> float:
        """What to hold; -1 where the camera keeps the last value by itself."""
        if control.value is None:
            return -1.0
        return float(like.get(control.name, self._reader.get(control.value)))

    def unlock_controls(self) -> None:
        """A USB camera remembers what it was told, be it by another program."""
        if self._reader is None:
            raise CameraUnavailable(f"{self._node} is closed")
        for control in CONTROLS:
            self._reader.set(control.itself, control.automatic)
        self._held = {}
        self.locked = False

    def _mean(self) -> Floats:
        """Mean blue, green and red of a picture, once the controls have taken effect."""
        if self._reader is None:
            raise CameraUnavailable(f"{self._node} is closed")
        for _ in range(SETTLE_FRAMES):
            self._reader.grab()
        image = self._read()
        return np.asarray(as_bgr(image, str(self._node)).mean(axis=(0, 1)), np.float64)

    def close(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.release()

    def describe(self) -> str:
        """By the name it gives itself: numbers of nodes change with the plugs."""
        return f"USB camera {self._card}".strip()

    def _read(self) -> Any:
        """One picture. Raises CameraUnavailable, and lets the camera go, when there is none."""
        if self._reader is None:
            raise CameraUnavailable(f"{self._node} is closed")
        for _ in range(STALE_FRAMES):
            self._reader.grab()
        for _ in range(READ_ATTEMPTS):
            worked, image = self._reader.read()
            if worked and image is not None and image.size:
                return image
        self.close()
        if not self._node.exists():
            raise CameraUnavailable(f"{self.describe()} was pulled out")
        raise self._busy_or("gives no pictures")

    def _busy_or(self, trouble: str) -> CameraUnavailable:
        """A camera opens for everybody, but gives its pictures to one program only."""
        node = str(self._node)
        program = held_by([self._node], self._proc_root)
        return CameraBusy(node, program) if program else CameraUnavailable(f"{node} {trouble}")
