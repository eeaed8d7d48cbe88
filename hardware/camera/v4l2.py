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
from typing import Any

from hardware.camera.base import Frame, as_bgr
from hardware.camera.v4l2_nodes import NodeFacts, query, resolve
from hardware.errors import CameraUnavailable

WIDTH_PX, HEIGHT_PX = 1920, 1080  # asked for; the driver takes the nearest it has
STALE_FRAMES = 4  # the V4L2 reader of OpenCV keeps up to four buffers filled
READ_ATTEMPTS = 3  # a single lost frame on a busy bus is common; three in a row is a dead camera
CODE_MJPG = "MJPG"  # raw video of this size does not fit through USB 2 at more than 5 frames a second


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
        self._node = self._find()
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

    def close(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.release()

    def describe(self) -> str:
        return f"USB camera at {self._node}"

    def _open(self) -> None:
        reader = self._open_reader(self._node)
        if not reader.isOpened():
            reader.release()
            raise CameraUnavailable(f"{self._node} cannot be opened; another program may hold it")
        self._reader = reader

    def _read(self) -> Any:
        for _ in range(STALE_FRAMES):
            self._reader.grab()
        for _ in range(READ_ATTEMPTS):
            worked, image = self._reader.read()
            if worked and image is not None and image.size:
                return image
        return None
