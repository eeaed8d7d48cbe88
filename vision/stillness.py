"""Is the picture at rest? Told from small copies, cheap enough for every frame of a camera.

In: frames (H, W, 3) uint8 BGR, or (H, W), in the order they were taken. Out: how much each differs from the
one before, and whether nothing has moved for some frames. A hand over the board moves, and so does a meeple
that stands elsewhere than in the frame before; noise and a lamp's flicker do not.
"""

import cv2
import numpy as np

from vision.config import DEFAULT, Config
from vision.types import Floats, Image

_SIZE = (96, 72)
_BLOCK = 4  # about a cell and a half of a board that fills the picture: a meeple fills a good part of it


def small_copy(image: Image) -> Floats:
    """(72, 96, 3) small copy of a picture, in grey levels."""
    small = np.asarray(cv2.resize(image, _SIZE, interpolation=cv2.INTER_AREA), np.float64)
    return np.repeat(small[:, :, None], 3, axis=2) if small.ndim == 2 else small


def motion(before: Floats, now: Floats) -> float:
    """The most any block of two small copies differs in one of its colours, in grey levels.

    How bright a picture is as a whole does not count.
    """
    gain = float(np.median(before)) / max(float(np.median(now)), 1.0)
    apart = np.abs(now * gain - before).max(axis=2)
    blocks = apart.reshape(_SIZE[1] // _BLOCK, _BLOCK, _SIZE[0] // _BLOCK, _BLOCK)
    return float(blocks.mean(axis=(1, 3)).max())


class Stillness:
    """Remembers the last frame; one instance a camera, one thread."""

    def __init__(self, config: Config = DEFAULT) -> None:
        self._config = config
        self._last: Floats | None = None
        self._still = 0

    def feed(self, image: Image) -> bool:
        """Take the next frame; True when nothing has moved for `still_frames` frames."""
        now = small_copy(image)
        moved = self._last is None or motion(self._last, now) > self._config.motion_grey
        self._last = now
        self._still = 0 if moved else self._still + 1
        return self._still >= self._config.still_frames
