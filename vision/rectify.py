"""Between photo pixels and board millimetres: the mapping, and the canonical top view cut with it.

In: a photo (H, W, 3) uint8 BGR and a `Registration`. Out: a top view with a fixed number of pixels per
millimetre and a margin around the board. North is up in the top view, however the photo was held.
Lens: one radial term k1 about the picture's centre, in units of half the picture's diagonal.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.types import Floats, Image


@dataclass(frozen=True)
class Lens:
    """Radial lens model: distorted = centre + (p - centre) * (1 + k1 * r^2), r in half diagonals."""

    width_px: int
    height_px: int
    k1: float = 0.0

    def _centred(self, points: Floats) -> tuple[Floats, float]:
        centre = np.array([(self.width_px - 1) / 2, (self.height_px - 1) / 2])
        return points - centre, float(np.hypot(self.width_px, self.height_px) / 2)

    def distort(self, points: Floats) -> Floats:
        """(N, 2) ideal pixels -> (N, 2) pixels as photographed."""
        p, unit = self._centred(points)
        r2 = (p**2).sum(1, keepdims=True) / unit**2
        return np.asarray(points - p + p * (1 + self.k1 * r2), np.float64)

    def undistort(self, points: Floats) -> Floats:
        """(N, 2) pixels as photographed -> (N, 2) ideal pixels (fixed point; k1 is small)."""
        p, unit = self._centred(points)
        q = p.copy()
        for _ in range(6):
            q = p / (1 + self.k1 * (q**2).sum(1, keepdims=True) / unit**2)
        return np.asarray(points - p + q, np.float64)


@dataclass(frozen=True)
class Registration:
    """Where the board lies: `homography` (3, 3) maps board mm to ideal pixels, `lens` those to the photo.

    `quality` is 0..1 (how clearly the frame's edges support it), `source` says what it was found by,
    `focal_px` is 0 until a whole camera was fitted. `off_mm` is how far inward of its plan the outer edge of
    each side (north, east, south, west) was seen then: no print is exact, and the next frame shows it alike.
    """

    homography: Floats
    lens: Lens
    quality: float
    source: str
    focal_px: float = 0.0
    off_mm: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def to_photo(self, points_mm: Floats) -> Floats:
        """(N, 2) board millimetres -> (N, 2) photo pixels."""
        return self.lens.distort(apply_homography(self.homography, points_mm))

    def to_board(self, points_px: Floats) -> Floats:
        """(N, 2) photo pixels -> (N, 2) board millimetres."""
        inverse = np.asarray(np.linalg.inv(self.homography), np.float64)
        return apply_homography(inverse, self.lens.undistort(points_px))

    def turned(self, quarters: int, side_mm: float) -> "Registration":
        """The same board named from another side: its view turns `quarters` quarter turns to the left."""
        turn = np.array([(0, -1, side_mm), (1, 0, 0), (0, 0, 1)], np.float64)
        matrix = self.homography @ np.linalg.matrix_power(turn, quarters % 4)
        north, east, south, west = np.roll(self.off_mm, -(quarters % 4)).tolist()
        return replace(self, homography=np.asarray(matrix, np.float64), off_mm=(north, east, south, west))

    def shifted(self, right_mm: float, down_mm: float) -> "Registration":
        """The board lies `right_mm` further east and `down_mm` further south than was thought."""
        step = np.array([(1, 0, right_mm), (0, 1, down_mm), (0, 0, 1)], np.float64)
        return replace(self, homography=np.asarray(self.homography @ step, np.float64))


def apply_homography(matrix: Floats, points: Floats) -> Floats:
    """Map (N, 2) points through a (3, 3) homography."""
    p = np.hstack([points, np.ones((len(points), 1))]) @ matrix.T
    return np.asarray(p[:, :2] / p[:, 2:3], np.float64)


def cut(
    image: Image,
    registration: Registration,
    origin_mm: tuple[float, float],
    right_mm: tuple[float, float],
    down_mm: tuple[float, float],
    size_px: tuple[int, int],
) -> Image:
    """Cut a parallelogram out of the board's plane: pixel (u, v) shows origin + u * right + v * down.

    `size_px` is (width, height). Returns (h, w, 3) uint8 BGR; what lies outside the photo is black.
    """
    w, h = size_px
    # Mapping a coarse lattice and enlarging it is exact enough (a homography is smooth) and ten times faster.
    step = 16
    us, vs = np.meshgrid(np.arange(0, w + step, step), np.arange(0, h + step, step))
    mm = us.reshape(-1, 1) * np.array(right_mm) + vs.reshape(-1, 1) * np.array(down_mm) + np.array(origin_mm)
    pixels = registration.to_photo(mm).reshape(*us.shape, 2).astype(np.float32)
    scale = np.array([[1 / step, 0, 0], [0, 1 / step, 0]], np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    maps = [cv2.warpAffine(np.ascontiguousarray(pixels[..., i]), scale, (w, h), flags=flags) for i in (0, 1)]
    return np.asarray(cv2.remap(image, maps[0], maps[1], cv2.INTER_LINEAR), np.uint8)


def top_view(
    image: Image, registration: Registration, size_mm: tuple[float, float], px_per_mm: float, margin_mm: float
) -> Image:
    """Cut the top view: pixel (u, v) shows board point ((u + .5) / px_per_mm - margin, ...).

    `size_mm` is (width, height) of the board. Returns (h, w, 3) uint8 BGR; outside the photo is black.
    """
    w, h = (round((side + 2 * margin_mm) * px_per_mm) for side in size_mm)
    first = 0.5 / px_per_mm - margin_mm
    return cut(image, registration, (first, first), (1 / px_per_mm, 0.0), (0.0, 1 / px_per_mm), (w, h))
