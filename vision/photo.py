"""Load a photograph from disk.

In: a path to a JPEG or PNG. Out: (H, W, 3) uint8 BGR, turned upright by its EXIF orientation.
Anything else - missing, empty, damaged, no picture, far too large - is one `PhotoUnreadable` sentence.
"""

import stat
import struct
from pathlib import Path

import cv2
import numpy as np

from vision.config import DEFAULT, Config
from vision.errors import PhotoUnreadable
from vision.types import Image


def load(path: Path | str, config: Config = DEFAULT) -> Image:
    """Read `path` as (H, W, 3) uint8 BGR. Raises `PhotoUnreadable`. Any thread."""
    try:
        told = Path(path).stat()
        if not stat.S_ISREG(told.st_mode):  # a pipe never ends, nor do some devices
            raise PhotoUnreadable(f"{path} cannot be opened: it is no file.")
        if told.st_size > config.max_file_bytes:
            raise PhotoUnreadable(
                f"{path} is larger than {config.max_file_bytes // 2**20} MB; use a smaller photo."
            )
        data = Path(path).read_bytes()
    except OSError as error:
        raise PhotoUnreadable(f"{path} cannot be opened: {error.strerror or error}.") from error
    except ValueError as error:  # a name with a NUL in it
        raise PhotoUnreadable("A photo cannot have such a name.") from error
    return decode(data, str(path), config)


def decode(data: bytes, name: str = "the photo", config: Config = DEFAULT) -> Image:
    """Decode JPEG or PNG bytes as (H, W, 3) uint8 BGR. Raises `PhotoUnreadable`. Any thread."""
    if not data:
        raise PhotoUnreadable(f"{name} is empty.")
    if not data.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")):
        raise PhotoUnreadable(f"{name} is neither a JPEG nor a PNG picture.")
    size = _size_told(data)
    if size is not None:
        _check_size(name, *size, config)  # before it is unpacked: a small file can hold a huge picture
    try:
        # IMREAD_COLOR honours the EXIF orientation and always gives three channels.
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise PhotoUnreadable(f"{name} is damaged or has too many pixels.") from error
    if image is None:
        raise PhotoUnreadable(f"{name} is damaged and cannot be decoded.")
    _check_size(name, image.shape[1], image.shape[0], config)
    return np.ascontiguousarray(image, np.uint8)


def _check_size(name: str, width_px: int, height_px: int, config: Config) -> None:
    """Raises `PhotoUnreadable` for more pixels than any camera for a Pi gives."""
    if max(width_px, height_px) > config.max_side_px:
        raise PhotoUnreadable(
            f"{name} is wider or higher than {config.max_side_px} pixels; use a smaller one."
        )
    if width_px * height_px > config.max_pixels:
        raise PhotoUnreadable(f"{name} has more than {config.max_pixels // 10**6} million pixels.")


def _size_told(data: bytes) -> tuple[int, int] | None:
    """(width, height) in pixels as the file's head tells it; None where it does not.

    PNG (ISO/IEC 15948): the header comes first. JPEG (ITU T.81): in the segment that begins the frame.
    """
    if data.startswith(b"\x89PNG"):
        return _pair(data, 16, ">II")
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:  # filling
            at += 1
        elif 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            told = _pair(data, at + 5, ">HH")
            return None if told is None else (told[1], told[0])
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _pair(data: bytes, at: int, form: str) -> tuple[int, int] | None:
    if len(data) < at + struct.calcsize(form):
        return None
    first, second = struct.unpack_from(form, data, at)
    return int(first), int(second)
