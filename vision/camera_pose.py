"""Where the camera stood, worked out from the board's own perspective.

In: a `Registration`. Out: `CameraPose`, the lens centre in board millimetres with height above the board.
Square pixels and a principal point in the middle are assumed; the focal length follows from the homography
when the board is tilted enough, and from a usual lens otherwise. Serves to move the head of a standing piece
back over its foot: the foot decides the cell.
"""

from dataclasses import dataclass

import numpy as np

from vision.config import DEFAULT, Config
from vision.rectify import Registration
from vision.types import Floats


@dataclass(frozen=True)
class CameraPose:
    """Lens centre: (x, y) in board millimetres, `height_mm` above the top face; focal length in pixels."""

    x_mm: float
    y_mm: float
    height_mm: float
    focal_px: float

    def shift(self, points_mm: Floats, height_mm: float) -> Floats:
        """Where (N, 2) points `height_mm` above the board appear to lie on its face (N, 2)."""
        away = points_mm - np.array([self.x_mm, self.y_mm])
        return np.asarray(points_mm + away * (height_mm / (self.height_mm - height_mm)), np.float64)


def _centred_homography(registration: Registration) -> Floats:
    lens = registration.lens
    to_centre = np.array([[1, 0, -(lens.width_px - 1) / 2], [0, 1, -(lens.height_px - 1) / 2], [0, 0, 1.0]])
    h = to_centre @ registration.homography
    return np.asarray(h / np.linalg.norm(h), np.float64)


def estimate_focal_px(registration: Registration, config: Config = DEFAULT) -> float:
    """Focal length from the two constraints of a plane's homography, pulled towards the usual lens.

    With r1, r2 the first two rotation columns: r1.r2 = 0 and |r1| = |r2| are both linear in 1/f^2. Their
    least squares weight grows with the tilt; the prior holds the answer when the camera looks straight down.
    """
    h = _centred_homography(registration)
    diagonal = float(np.hypot(registration.lens.width_px, registration.lens.height_px))
    a, b = h[:, 0], h[:, 1]
    scale = float(a[:2] @ a[:2] + b[:2] @ b[:2]) / 2
    rows = [
        ((a[0] * b[0] + a[1] * b[1]) / scale, a[2] * b[2] * diagonal**2 / scale),
        (
            (a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2) / scale,
            (a[2] ** 2 - b[2] ** 2) * diagonal**2 / scale,
        ),
    ]
    prior = 1 / config.usual_focal_diagonals**2  # unknown w = (diagonal / f)^2: value * w + rest = 0
    top = sum(-value * rest for value, rest in rows) + config.focal_prior_weight * prior
    bottom = sum(value * value for value, _ in rows) + config.focal_prior_weight
    low, high = (1 / d**2 for d in reversed(config.focal_range_diagonals))
    return diagonal / float(np.sqrt(np.clip(top / bottom, low, high)))


def pose_for_focal(registration: Registration, focal_px: float) -> tuple[Floats, Floats]:
    """Rotation (3, 3) and translation (3,) in mm, board to camera, for a given focal length."""
    h = np.diag([1 / focal_px, 1 / focal_px, 1.0]) @ _centred_homography(registration)
    h = h * (2 / (np.linalg.norm(h[:, 0]) + np.linalg.norm(h[:, 1])))
    if h[2, 2] < 0:
        h = -h
    rotation = np.stack([h[:, 0], h[:, 1], np.cross(h[:, 0], h[:, 1])], 1)
    u, _, vt = np.linalg.svd(rotation)
    return np.asarray(u @ vt, np.float64), np.asarray(h[:, 2], np.float64)


def estimate_pose(registration: Registration, config: Config = DEFAULT) -> CameraPose:
    """Lens centre over the board from the homography and the focal length (fitted before, or estimated)."""
    focal = registration.focal_px or estimate_focal_px(registration, config)
    rotation, place = pose_for_focal(registration, focal)
    centre = -rotation.T @ place  # z points down into the table, so the camera's z is negative
    height = float(max(-centre[2], config.min_camera_height_mm))
    return CameraPose(float(centre[0]), float(centre[1]), height, focal)
