"""A folder of photos in place of a camera: each capture gives the next photo by name.

In: a folder with JPEG or PNG files; what has such a name but is no file (a pipe, a folder) is no photo. Out:
frames in BGR, upright as the photo says (EXIF rotation is honoured). After the last photo capture raises
CameraUnavailable; `rewind` starts again. The folder is listed when opened.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from hardware.camera.base import Frame, NothingToHold, as_bgr
from hardware.errors import CameraUnavailable

PHOTO_ENDINGS = frozenset({".jpg", ".jpeg", ".png"})


class FolderSource(NothingToHold):
    """Photos of one folder in the order of their names. Raises CameraUnavailable when there are none."""

    kind = "folder"

    def __init__(self, folder: Path, *, clock_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._folder = folder
        self._clock_ns = clock_ns
        self._next = 0
        try:
            named = [path for path in folder.iterdir() if path.suffix.lower() in PHOTO_ENDINGS]
            files = [path for path in named if path.is_file()]
        except OSError as error:
            cause = error.strerror or str(error)
            raise CameraUnavailable(f"folder {folder} cannot be read: {cause}", retry=False) from error
        self._photos = sorted(files, key=lambda path: path.name)
        if not self._photos:
            raise CameraUnavailable(f"folder {folder} holds no JPEG or PNG photo", retry=False)

    def __len__(self) -> int:
        return len(self._photos)

    def capture(self) -> Frame:
        """The next photo. A photo that cannot be read is named in the error and passed over next time."""
        if self._next >= len(self._photos):
            count = len(self._photos)
            raise CameraUnavailable(f"all {count} photos of {self._folder} have been shown", retry=False)
        path = self._photos[self._next]
        self._next += 1
        return Frame(image=_read(path), at_ns=self._clock_ns(), name=path.name)

    def rewind(self) -> None:
        """Begin again at the first photo."""
        self._next = 0

    def describe(self) -> str:
        return f"{len(self._photos)} photos of {self._folder}"


def _bytes_of(path: Path) -> bytes:
    """The whole file; a pipe that has taken its place would be waited for in vain."""
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError("it is no file")
        return file.read()


def _read(path: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    import cv2

    try:
        raw = np.frombuffer(_bytes_of(path), dtype=np.uint8)
        # imdecode rather than imread: a missing file and a broken file then have different causes.
        image = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
    except OSError as error:
        cause = error.strerror or str(error)
        raise CameraUnavailable(f"photo {path} cannot be read: {cause}", retry=False) from error
    except cv2.error:
        image = None
    if image is None:
        raise CameraUnavailable(f"photo {path} is damaged or no picture", retry=False)
    return as_bgr(image, path.name)
