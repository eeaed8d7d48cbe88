"""Load a photograph from disk.

In: a path to a JPEG or PNG. Out: (H, W, 3) uint8 BGR, turned upright by its EXIF orientation.
Anything else - missing, empty, damaged, no picture, far too large - is one `PhotoUnreadable` sentence.
"""

from pathlib import Path

import cv2
import numpy as np

from vision.config import DEFAULT, Config
from vision.errors import PhotoUnreadable
from vision.types import Image


def load(path: Path | str, config: Config = DEFAULT) -> Image:
    """Read `path` as (H, W, 3) uint8 BGR. Raises `PhotoUnreadable`. Any thread."""
    try:
        if Path(path).stat().st_size > config.max_file_bytes:
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
    try:
        # IMREAD_COLOR honours the EXIF orientation and always gives three channels.
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise PhotoUnreadable(f"{name} is damaged or has too many pixels.") from error
    if image is None:
        raise PhotoUnreadable(f"{name} is damaged and cannot be decoded.")
    if max(image.shape[:2]) > config.max_side_px:
        raise PhotoUnreadable(
            f"{name} is wider or higher than {config.max_side_px} pixels; use a smaller one."
        )
    return np.ascontiguousarray(image, np.uint8)
