"""The photo of the empty board as a file: the reader tells print from pieces by it.

In: a photo (H, W, 3) uint8 BGR as from `reader.normalise`. Out: JPEG bytes, which `photo.load` reads again.
"""

import cv2

from vision.types import Image

QUALITY = 95
"""Of a hundred: what is left out stays well below a sensor's grain."""


def to_jpeg(image: Image) -> bytes:
    """The photo as a JPEG. Raises ValueError when it cannot be written as one."""
    worked, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not worked:
        raise ValueError("the picture cannot be written as a JPEG")
    return data.tobytes()
