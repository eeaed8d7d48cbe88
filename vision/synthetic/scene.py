"""What one photograph shows before it is drawn: what lies where, the camera, the lamps.

Lengths are millimetres in the board's frame: origin at the frame's outer north-west corner, x east, y south,
heights counted upwards from the board's face. `lots` draws scenes at random.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.layout import CELL_MM, FRAME_MM, BoardLayout
from vision.types import Floats

MIDDLE_MM = FRAME_MM + 9 * CELL_MM
BOARD_SIDE_MM = 2 * MIDDLE_MM
DISC_MM, TOKEN_MM = 2.0, 1.5


@dataclass(frozen=True)
class Camera:
    """Pinhole with one radial term, as OpenCV counts: board (x, y, z DOWN) to camera."""

    rotation: Floats
    translation: Floats
    focal_px: float
    k1: float
    width_px: int
    height_px: int

    @property
    def centre_mm(self) -> Floats:
        """(3,) lens centre: x, y, height above the board's face."""
        x, y, z = -self.rotation.T @ self.translation
        return np.array([x, y, -z])

    def project(self, points: Floats) -> Floats:
        """(n, 3) board points (x, y, height) -> (n, 2) pixels."""
        p = np.asarray(points, np.float64).reshape(-1, 3) * (1, 1, -1)
        q = p @ self.rotation.T + self.translation
        n = q[:, :2] / np.maximum(q[:, 2:], 1.0)
        n = n * (1 + self.k1 * (n**2).sum(1, keepdims=True))
        return np.asarray(n * self.focal_px + ((self.width_px - 1) / 2, (self.height_px - 1) / 2), np.float64)

    def plane_mm(self, pixels: Floats) -> Floats:
        """(n, 2) pixels -> (n, 2) points on the board's plane."""
        n = (
            np.asarray(pixels, np.float64) - ((self.width_px - 1) / 2, (self.height_px - 1) / 2)
        ) / self.focal_px
        u = n.copy()
        for _ in range(6):
            u = n / (1 + self.k1 * (u**2).sum(1, keepdims=True))
        rays = np.hstack([u, np.ones((len(u), 1))]) @ self.rotation
        origin = -self.rotation.T @ self.translation
        reach = -origin[2] / np.where(np.abs(rays[:, 2]) < 1e-9, 1e-9, rays[:, 2])
        return np.asarray(origin[:2] + rays[:, :2] * reach[:, None], np.float64)


@dataclass(frozen=True)
class Lamp:
    """A lamp: where its middle is (x, y, height), its radius, colour (B, G, R) and power."""

    at_mm: Floats
    radius_mm: float
    colour: Floats
    power: float


@dataclass(frozen=True)
class Piece:
    """A meeple: `cell` None when it lies beside the board. `pose`: "stand" or "lie"."""

    colour: str
    cell: str | None
    at_mm: tuple[float, float]
    base_mm: float
    yaw: float
    pose: str = "stand"


@dataclass(frozen=True)
class Flat:
    """A disc or the token: where its middle lies."""

    cell: str
    at_mm: tuple[float, float]
    base_mm: float = 0.0


@dataclass(frozen=True)
class Clutter:
    """Something beside the board: kind "box", "cylinder" or "card", its size, colour (B, G, R, linear)."""

    kind: str
    at_mm: tuple[float, float]
    size_mm: tuple[float, float, float]
    yaw: float
    colour: tuple[float, float, float]


@dataclass(frozen=True)
class Hand:
    """A reaching arm: where the finger tips are (x, y, height), where the arm comes from, its colours."""

    tip_mm: tuple[float, float, float]
    yaw: float
    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]


@dataclass(frozen=True)
class Cards:
    """The four corner cards: (x, y) of each middle and its turn in radians."""

    at_mm: Floats
    yaw: Floats


@dataclass(frozen=True)
class Scene:
    """One photograph before it is drawn; `seed` decides everything that is drawn at random later."""

    seed: int
    layout: BoardLayout
    camera: Camera
    lamps: tuple[Lamp, ...]
    ambient: Floats
    gloss: float
    roughness: float
    cards: Cards | None
    discs: Mapping[str, Flat]
    token: Flat | None
    pieces: tuple[Piece, ...]
    paints: Mapping[str, Floats]
    disc_paints: Mapping[str, Floats]
    clutter: tuple[Clutter, ...] = ()
    hand: Hand | None = None
    light_name: str = "plain"
    board_drawn: bool = True
