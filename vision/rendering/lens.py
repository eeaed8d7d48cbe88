"""A camera's lens for pictures rendered without one: how much larger they must be, and how it bends them.

In: a camera and (h, w, 3) float32 radiance. Out: (H, W, 3) float32 radiance as the camera sees it.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.scene import Camera
from vision.types import Floats

Linear = npt.NDArray[np.float32]
_MARGIN_PX = 4
_ROUNDS = 16


def _straight(camera: Camera, pixels: Floats) -> Floats:
    """Where pixels (n, 2) lay without the lens's distortion, in pixels from the picture's middle."""
    seen = (pixels - ((camera.width_px - 1) / 2, (camera.height_px - 1) / 2)) / camera.focal_px
    straight = seen.copy()
    for _ in range(_ROUNDS):
        straight = seen / (1 + camera.k1 * (straight**2).sum(1, keepdims=True))
    return np.asarray(straight * camera.focal_px, np.float64)


def render_size(camera: Camera) -> tuple[int, int]:
    """Width and height of a picture without distortion that holds all the camera sees."""
    right, down = np.abs(_straight(camera, np.zeros((1, 2))))[0]
    width = max(2 * int(np.ceil(right)) + 1, camera.width_px)
    height = max(2 * int(np.ceil(down)) + 1, camera.height_px)
    return width + _MARGIN_PX, height + _MARGIN_PX


def bent(radiance: Linear, camera: Camera) -> Linear:
    """Bend a picture of `render_size`."""
    height, width = radiance.shape[:2]
    rows, columns = np.mgrid[0 : camera.height_px, 0 : camera.width_px]
    pixels = np.stack([columns.ravel(), rows.ravel()], 1).astype(np.float64)
    source = _straight(camera, pixels) + ((width - 1) / 2, (height - 1) / 2)
    maps = source.astype(np.float32).reshape(camera.height_px, camera.width_px, 2)
    flags, border = cv2.INTER_CUBIC, cv2.BORDER_REFLECT
    return np.asarray(cv2.remap(radiance, maps, np.empty(0), flags, borderMode=border), np.float32)
