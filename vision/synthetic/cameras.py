"""Cameras over a table, drawn by lot: from any side, tilted, rolled, zoomed on the points given.

In: a random generator and the points that must be seen. Out: a `Camera`.
"""

import numpy as np

from vision.synthetic.scene import MIDDLE_MM, Camera
from vision.types import Floats

Rng = np.random.Generator


def random_camera(
    rng: Rng,
    must: Floats,
    size: tuple[int, int],
    most_tilt: float,
    fill: tuple[float, float],
    high_mm: tuple[float, float],
) -> Camera:
    """A camera that sees all of `must` (n, 3).

    `fill`: the share of the picture they span. `most_tilt`: degrees from straight down.
    """
    tilt0 = 0.0 if rng.random() < 0.12 else most_tilt * rng.beta(1.1, 1.6)
    wanted = rng.uniform(*fill)
    for attempt in range(120):
        tilt = np.radians(tilt0 * (1 - attempt / 140))
        high, around = rng.uniform(*high_mm), rng.uniform(0, 2 * np.pi)
        off = high * np.tan(tilt)
        centre = np.array([MIDDLE_MM + off * np.cos(around), MIDDLE_MM + off * np.sin(around), high])
        quarter = rng.integers(4) * np.pi / 2 if rng.random() < 0.6 else 0.0
        roll = quarter + float(np.clip(rng.normal(0, 0.05), -0.16, 0.16))
        k1 = float(rng.uniform(-0.09, 0.03)) * (rng.random() < 0.8)
        camera = _framed(centre, roll, k1, wanted, size, must, rng)
        if camera is not None:
            return camera
    raise RuntimeError("no camera fits these wishes")


def _look_at(centre: Floats, aim: Floats, roll: float) -> tuple[Floats, Floats]:
    """Rotation and translation, board (z down) to camera, of a lens at `centre` (x, y, height)."""
    eye, to = centre * (1, 1, -1), aim * (1, 1, -1)
    forward = (to - eye) / np.linalg.norm(to - eye)
    side = np.cross(
        np.array([0.0, 1.0, 0.0]) if abs(forward[1]) < 0.95 else np.array([1.0, 0.0, 0.0]), forward
    )
    side /= np.linalg.norm(side)
    down = np.cross(forward, side)
    turn = np.array([[np.cos(roll), np.sin(roll)], [-np.sin(roll), np.cos(roll)]])
    xy = turn @ np.stack([side, down])
    rotation = np.stack([xy[0], xy[1], forward])
    return rotation, -rotation @ eye


def _framed(
    centre: Floats,
    roll: float,
    k1: float,
    fill: float,
    size: tuple[int, int],
    must: Floats,
    rng: Rng,
) -> Camera | None:
    """Aim and zoom until all points of `must` fill the picture; None when they cannot."""
    w, h = size
    aim = np.array([MIDDLE_MM, MIDDLE_MM, 0.0])
    focal = 1.2 * h
    want = np.array([(w - 1) / 2 + rng.normal(0, 12), (h - 1) / 2 + rng.normal(0, 10)])
    for _ in range(8):
        rotation, translation = _look_at(centre, aim, roll)
        camera = Camera(rotation, translation, focal, k1, w, h)
        px = camera.project(must)
        span = px.max(0) - px.min(0)
        focal *= float(fill / max(span[0] / w, span[1] / h))
        middle = (px.max(0) + px.min(0)) / 2
        there = camera.plane_mm(np.array([middle, want]))
        shift = there[0] - there[1]
        if not np.isfinite(shift).all() or np.abs(shift).max() > 2000:
            return None
        aim = aim + np.array([shift[0], shift[1], 0.0])
    rotation, translation = _look_at(centre, aim, roll)
    camera = Camera(rotation, translation, focal, k1, w, h)
    px = camera.project(must)
    inside = (px.min(0) > 2).all() and px[:, 0].max() < w - 3 and px[:, 1].max() < h - 3
    return camera if inside and 0.45 * h < focal < 4 * h else None
