"""Measure, for every cell and colour, what speaks for a disc, for a bare disc and for a standing meeple.

In: Lab top view, `PaintMaps`, `CameraPose`. Out: `Evidence`, plain arrays (8 colours, N cells, features). A
disc is 20 mm wide and 2 high; a meeple is 16 mm high, so seen from the side its head lies further out than
its feet: meeple evidence is read along the line from foot to head as the camera saw it. Nothing is decided
here.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera_pose import CameraPose
from vision.layout import CELL_MM, FRAME_MM, cell_centre_mm
from vision.light import Lab
from vision.paint import COLOURS, PaintMaps
from vision.types import Floats, Image

_DISC_CORE_MM = 8.0  # disc radius 10 less blur
_DISC_EDGE_MM = (8.4, 11.6)  # on both sides of the disc's rim
_TARGET_CORE_MM = 9.0  # token radius 12 less its coloured ring
_TARGET_RING_MM = 10.9  # middle of that ring
_TARGET_CLEAR = 25.0  # Lab units: the token stands out more than a disc
_TARGET_EDGE_MM = (10.6, 13.6)  # on both sides of the token's rim
_EDGE_CLEAR = 12.0  # Lab units: a step that counts as a whole edge
_REACH_MM = 3.6  # pieces stand up to 3 mm off the middle, the mapping adds a little
_GLARE_RING_MM = (14.0, 11.0)  # the ground a disc leaves free
_BLOWN = 245  # of 255, all three channels: no colour left in it
_SHADE_RADIUS_MM = 10.0  # stays clear of walls printed along a cell's sides
_SHADE_TOP, _SHADE_DEPTH = 0.75, 0.3  # parts of the ground's L: shade begins, is full
_GRAIN_TOP = 3.0  # Lab units: no usable photo is grainier; busy print must not pass for grain
_COLUMN_MM = (3.0, 6.0, 9.0, 12.0, 15.0)  # heights at which a meeple's body is looked for
_COLUMN_RADIUS_MM = 3.0  # the body is 8 to 10 mm thick

DISC_FEATURES = ("posterior", "likeness", "rim", "rim_paint", "spread_ab", "flat", "flat_rim")
TARGET_FEATURES = ("rim", "ring_red", "white", "dark", "red", "ring_and_inside", "ring_gap", "spread")
STAND_FEATURES = ("posterior", "likeness", "best_step", "rim_paint", "uneven")


@dataclass(frozen=True)
class Evidence:
    """Features per colour and cell, float64, in the orders of `COLOURS` and `cells`.

    `disc` (8, N, 7) as `DISC_FEATURES`; `stand` (8, N, 5) as `STAND_FEATURES`; `uneven` (8, N): spread of L
    over the disc's core in Lab units, low only when nothing stands on it; `shadow` (N,) share 0..1 of the
    cell's middle that is far darker than the

    board's usual ground; `target` (N, 8) as `TARGET_FEATURES`;
    `glare` (N,) share of the ground around the cell's middle that is blown out in the photo.
    """

    cells: tuple[str, ...]
    disc: Floats
    stand: Floats
    uneven: Floats
    shadow: Floats
    target: Floats
    glare: Floats


@dataclass(frozen=True)
class ViewScale:
    """Where a board millimetre lies in the top view."""

    px_per_mm: float
    margin_mm: float

    def to_px(self, points_mm: Floats) -> Floats:
        """(..., 2) board mm -> (..., 2) view pixels (x, y), pixel centres at whole numbers."""
        return np.asarray((points_mm + self.margin_mm) * self.px_per_mm - 0.5, np.float64)

    def grid(self) -> slice:
        """Rows (and columns, the board being square) of the view that show the grid of cells."""
        low, high = self.to_px(np.array([FRAME_MM, FRAME_MM + 18 * CELL_MM]))
        return slice(round(low), round(high))


def _disc_kernel(radius_px: float) -> npt.NDArray[np.float32]:
    n = int(np.ceil(radius_px))
    y, x = np.mgrid[-n : n + 1, -n : n + 1]
    kernel = np.clip(radius_px + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _pick(maps: npt.NDArray[Any], at_px: Floats) -> npt.NDArray[np.float32]:
    """Nearest samples of (h, w, ...) `maps` at (..., 2) pixels, clamped to the picture."""
    x = np.clip(np.rint(at_px[..., 0]).astype(int), 0, maps.shape[1] - 1)
    y = np.clip(np.rint(at_px[..., 1]).astype(int), 0, maps.shape[0] - 1)
    return np.asarray(maps[y, x], np.float32)


def _offsets(step_mm: float) -> Floats:
    """(K, 2) places within reach of a cell's middle."""
    axis = np.arange(-_REACH_MM, _REACH_MM + 1e-6, step_mm)
    x, y = np.meshgrid(axis, axis)
    inside = np.hypot(x, y) <= _REACH_MM + 1e-6
    return np.stack([x[inside], y[inside]], axis=-1)


def _spread(lab: Lab, radius_px: float) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """(h, w) standard deviation of L, and of a with b together, over a disc around every pixel."""
    kernel = _disc_kernel(radius_px)
    soft = cv2.GaussianBlur(lab, (0, 0), 0.8)
    mean = cv2.filter2D(soft, -1, kernel)
    square = cv2.filter2D(soft * soft, -1, kernel)
    # What the sensor's noise alone spreads: half of all pixels show nothing but grain.
    grain = 1.48 * np.median(np.abs(soft - cv2.GaussianBlur(soft, (0, 0), 1.6))[::3, ::3], axis=(0, 1))
    variance = np.maximum(square - mean * mean - np.minimum(grain, _GRAIN_TOP) ** 2, 0)
    return np.sqrt(variance[..., 0]), np.sqrt(variance[..., 1] + variance[..., 2])


def _rays(px_per_mm: float) -> Floats:
    """(32, 2) one millimetre in every direction, in pixels."""
    turn = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    return np.stack([np.cos(turn), np.sin(turn)], axis=-1) * px_per_mm


def _rim(
    lab: Lab,
    centres_px: Floats,
    px_per_mm: float,
    edge_mm: tuple[float, float] = _DISC_EDGE_MM,
    clear: float = _EDGE_CLEAR,
) -> npt.NDArray[np.float32]:
    """(..., 32) how much of an edge, 0..1, a circle around (..., 2) centres is in each direction."""
    ray = _rays(px_per_mm)
    inner = centres_px[..., None, :] + ray * edge_mm[0]
    outer = centres_px[..., None, :] + ray * edge_mm[1]
    step = np.linalg.norm(_pick(lab, inner) - _pick(lab, outer), axis=-1)
    return np.asarray(np.minimum(step / clear, 1.0), np.float32)


def measure(
    view: Image,
    lab: Lab,
    paints: PaintMaps,
    pose: CameraPose,
    cells: tuple[str, ...],
    scale: ViewScale,
) -> Evidence:
    """Features of all cells. `view` (h, w, 3) uint8 BGR, `lab` and `paints` cover the same board."""
    s = scale.px_per_mm
    middles = np.array([cell_centre_mm(cell) for cell in cells], np.float64)
    offsets = _offsets(1.2)
    disc_at = pose.shift(middles, 2.0)[:, None] + offsets  # the disc's top face is 2 mm high
    column_at = np.stack([pose.shift(middles, h)[:, None] + offsets for h in _COLUMN_MM], axis=2)
    shadow = _shadow(lab, scale.to_px(pose.shift(middles, 2.0)), s)
    uneven_map, spread_ab_map = _spread(lab, (_DISC_CORE_MM - 0.6) * s)
    small, large = _disc_kernel(_COLUMN_RADIUS_MM * s), _disc_kernel(_DISC_CORE_MM * s)
    rows = np.arange(len(cells))
    rims = _rim(lab, scale.to_px(disc_at), s)
    circle = rims.mean(axis=2)
    disc = np.empty((len(paints.likeness), len(cells), len(DISC_FEATURES)))
    stand = np.empty((len(paints.likeness), len(cells), len(STAND_FEATURES)))
    uneven = np.empty((len(paints.likeness), len(cells)))
    for i in range(len(paints.likeness)):
        like, post, flat = paints.likeness[i], paints.posterior[i], paints.flat[i]
        both = np.stack([cv2.filter2D(post, -1, large), cv2.filter2D(like, -1, large)], axis=-1)
        value = _pick(both, scale.to_px(disc_at))
        best = (value[..., 0] + value[..., 1] + circle).argmax(axis=1)
        centre = scale.to_px(disc_at[rows, best])
        rim = circle[rows, best]
        inside = _pick(like, centre[:, None] + _rays(s) * _DISC_EDGE_MM[0])
        outside = _pick(like, centre[:, None] + _rays(s) * _DISC_EDGE_MM[1])
        rim_paint = (rims[rows, best] * np.maximum(inside - outside, 0)).mean(axis=1)
        uneven[i] = _pick(uneven_map, centre)
        flat_core = _pick(cv2.filter2D(flat, -1, large), centre)
        flat_in = _pick(flat, centre[:, None] + _rays(s) * _DISC_EDGE_MM[0])
        flat_out = _pick(flat, centre[:, None] + _rays(s) * _DISC_EDGE_MM[1])
        flat_rim = np.maximum(flat_in - flat_out, 0).mean(axis=1)
        both_of = [value[rows, best, 0], value[rows, best, 1], rim, rim_paint]
        disc[i] = np.stack([*both_of, _pick(spread_ab_map, centre) / 10, flat_core, flat_rim], -1)
        thin = np.stack([cv2.filter2D(post, -1, small), cv2.filter2D(like, -1, small)], axis=-1)
        along = _pick(thin, scale.to_px(column_at))
        mean = along.mean(axis=2)
        foot = (mean[..., 0] + 0.5 * mean[..., 1]).argmax(axis=1)
        weakest = along[rows, foot, :, 0].min(axis=1)
        stand[i] = np.stack(
            [mean[rows, foot, 0], mean[rows, foot, 1], weakest, rim_paint, np.minimum(uneven[i], 12) / 10], -1
        )
    return Evidence(
        cells=cells,
        disc=disc,
        stand=stand,
        uneven=uneven,
        shadow=shadow,
        target=_target(lab, paints, pose.shift(middles, 1.5), scale),
        glare=_glare(view, scale.to_px(middles), s),
    )


def _glare(view: Image, middles_px: Floats, px_per_mm: float) -> Floats:
    """(N,) share of blown out pixels around a piece: a white piece itself may be as bright in good light."""
    blown = (view.min(axis=2) >= _BLOWN).astype(np.float32)
    wide, near = _GLARE_RING_MM
    share = [_pick(cv2.filter2D(blown, -1, _disc_kernel(mm * px_per_mm)), middles_px) for mm in (wide, near)]
    ring = (share[0] * wide**2 - share[1] * near**2) / (wide**2 - near**2)
    return np.clip(ring, 0, 1).astype(np.float64)


def _shadow(lab: Lab, middles_px: Floats, px_per_mm: float) -> Floats:
    """(N,) share of the middle of each cell in deep shade: whatever stands there casts it."""
    centres = np.rint(middles_px).astype(int)
    ground = float(np.median(_pick(lab[..., 0], centres[:, None] + _offsets(1.2) * px_per_mm)))
    shade = np.clip((_SHADE_TOP - lab[..., 0] / max(ground, 1.0)) / _SHADE_DEPTH, 0, 1).astype(np.float32)
    share = cv2.filter2D(shade, -1, _disc_kernel(_SHADE_RADIUS_MM * px_per_mm))
    return np.clip(_pick(share, middles_px), 0, 1).astype(np.float64)  # the filter leaves -1e-9


def _target(lab: Lab, paints: PaintMaps, middles_mm: Floats, scale: ViewScale) -> Floats:
    """(N, 8) features of the scene-of-the-crime token: 24 mm wide, red together with white or black."""
    s = scale.px_per_mm
    white = COLOURS.index("white")
    at = middles_mm[:, None] + _offsets(1.2)
    # Redness by a alone: the ring is 1.6 mm thin and mixes with the dark or white beside it.
    redness = np.clip((lab[..., 1] - np.maximum(np.abs(lab[..., 2]) * 0.3, 6)) / 25, 0, 1)
    dark = np.clip((40 - lab[..., 0]) / 15, 0, 1) * np.exp(-((lab[..., 1:] / 12) ** 2).sum(axis=-1))
    core = _disc_kernel(_TARGET_CORE_MM * s)
    inside = [
        cv2.filter2D(layer.astype(np.float32), -1, core) for layer in (paints.likeness[white], dark, redness)
    ]
    value = _pick(np.stack(inside, axis=-1), scale.to_px(at))
    ring_at = scale.to_px(at)[..., None, :] + _rays(s) * _TARGET_RING_MM
    ring = _pick(redness.astype(np.float32), ring_at)
    rim = _rim(lab, scale.to_px(at), s, _TARGET_EDGE_MM, _TARGET_CLEAR).mean(axis=2)
    mixed = np.sqrt(ring.mean(axis=2) * np.clip(value[..., 0] + value[..., 1], 0, 1))
    best = (mixed + 0.5 * rim).argmax(axis=1)
    rows = np.arange(len(best))
    picked, around = value[rows, best], ring[rows, best]
    spread = _pick(_spread(lab, _TARGET_CORE_MM * s)[0], scale.to_px(at[rows, best])) / 10
    columns = [rim[rows, best], around.mean(axis=1), picked[:, 0], picked[:, 1], picked[:, 2]]
    columns += [mixed[rows, best], np.percentile(around, 20, axis=1), spread]
    return np.stack(columns, axis=-1).astype(np.float64)
