"""Is the picture at rest? Told from small grey copies, cheap enough for every frame of a camera.

In: frames (H, W, 3) uint8 BGR in the order they were taken. Out: how much each differs from the one before,
and whether nothing has moved for some frames. A hand over the board moves; noise and a lamp's flicker do not.
"""

import cv2
import numpy as np

from vision.config import DEFAULT, Config
from vision.types import Floats, Image

_SIZE = (96, 72)
_BLOCK = 8


def small_grey(image: Image) -> Floats:
    """(72, 96) grey copy, evened out: a frame's brightness as a whole does not count."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, _SIZE, interpolation=cv2.INTER_AREA).astype(np.float64)
    return np.asarray(small - np.median(small), np.float64)


def motion(before: Floats, now: Floats) -> float:
    """The most any block of two small grey copies differs, in grey levels."""
    apart = np.abs(now - before).reshape(_SIZE[1] // _BLOCK, _BLOCK, _SIZE[0] // _BLOCK, _BLOCK)
    return float(apart.mean(axis=(1, 3)).max())


class Stillness:
    """Remembers the last frame; one instance a camera, one thread."""

    def __init__(self, config: Config = DEFAULT) -> None:
        self._config = config
        self._last: Floats | None = None
        self._still = 0

    def feed(self, image: Image) -> bool:
        """Take the next frame; True when nothing has moved for `still_frames` frames."""
        now = small_grey(image)
        moved = self._last is None or motion(self._last, now) > self._config.motion_grey
        self._last = now
        self._still = 0 if moved else self._still + 1
        return self._still >= self._config.still_frames
