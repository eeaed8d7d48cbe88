"""Find the four sides of the printed frame in a photo whose board is known to within some millimetres.

In: a photo (H, W, 3) uint8 BGR and a `Registration` that is true to within `reach_mm`. Out: the frame's
outer corners in that registration's millimetres, and a quality 0..1. Only strips along the frame are looked
at. Each side is a straight line with two edges 19 mm apart (table to frame, frame to street); both vote, so a
dark table hides only one of them.
"""

from dataclasses import dataclass

import numpy as np

from vision.layout import FRAME_MM
from vision.rectify import Registration, cut
from vision.types import Floats, Image, Mask

_STEP_MM = 0.4  # resolution of the search across the edge
_BAND_MM = 2.4  # mean over this width on each side of an edge: wider than the thin line printed along it
_STATIONS = 44  # places along a side where the edge is looked for
_COLUMNS = 8  # samples along each of them
_ENDS_MM = 10.0  # the outermost stations stay clear of the corner
_CLEAR_STEP = 40.0  # grey levels: a step of this size scores one half


@dataclass(frozen=True)
class Edges:
    """N edge points: where the plan has them and where they were seen (N, 2) in mm, the unit vector towards

    the board's middle (N, 2), whether it is the inner edge (N,), and clearness 0..1 (N,).
    """

    plan_mm: Floats
    seen_mm: Floats
    inward: Floats
    inner: Mask
    weight: Floats


def _profiles(image: Image, guess: Registration, side: int, board_mm: float, reach_mm: float) -> Floats:
    """(stations, offsets, 3) colours across one side; offset 0 is outermost, the order runs inward."""
    first = -reach_mm - _BAND_MM - 1
    count = int((FRAME_MM + 2 * (reach_mm + _BAND_MM + 1)) / _STEP_MM)
    wide = (board_mm - 2 * _ENDS_MM) / (_STATIONS * _COLUMNS)
    corners = _turn_back(
        np.full(3, float(side)),
        _ENDS_MM + np.array([0.5 * wide, 1.5 * wide, 0.5 * wide]),
        first + np.array([0.0, 0.0, _STEP_MM]),
        board_mm,
    )
    (x, y), right, down = corners[0], corners[1] - corners[0], corners[2] - corners[0]
    size = (_STATIONS * _COLUMNS, count)
    strip = cut(
        image,
        guess,
        (float(x), float(y)),
        (float(right[0]), float(right[1])),
        (float(down[0]), float(down[1])),
        size,
    )
    means = strip.reshape(count, _STATIONS, _COLUMNS, 3).mean(axis=2, dtype=np.float64)
    return np.asarray(means.transpose(1, 0, 2), np.float64)


def _steps(profiles: Floats) -> Floats:
    """(stations, offsets) size of the colour step at each offset, 0..1."""
    band = round(_BAND_MM / _STEP_MM)
    total = np.concatenate([np.zeros_like(profiles[:, :1]), profiles.cumsum(axis=1)], axis=1)
    mean = (total[:, band:] - total[:, :-band]) / band  # mean[i] covers offsets i .. i + band
    step = np.abs(mean[:, band:] - mean[:, :-band]).max(axis=2)
    return np.asarray(step / (step + _CLEAR_STEP), np.float64)  # step[i] is the edge at offset i + band


def _first_edge_mm(reach_mm: float) -> float:
    """Depth of the first entry of `_steps`: one band inside the first profile point, half a step back."""
    return -reach_mm - _BAND_MM - 1 + round(_BAND_MM / _STEP_MM) * _STEP_MM - _STEP_MM / 2


def _fit_side(
    image: Image, guess: Registration, side: int, board_mm: float, reach_mm: float
) -> tuple[float, float, float]:
    """Depth in mm of the outer edge at both ends of a side, and its support 0..1."""
    score = _steps(_profiles(image, guess, side, board_mm, reach_mm))
    first_mm = _first_edge_mm(reach_mm)
    frame = round(FRAME_MM / _STEP_MM)
    # Both edges must be there: a lone strong edge (table planks, a wall) must not win.
    both = np.sqrt(score[:, :-frame] * score[:, frame:]) + 0.25 * (score[:, :-frame] + score[:, frame:])
    both /= 1.5
    ends = np.arange(0, both.shape[1])
    ends = ends[np.abs(ends * _STEP_MM + first_mm) <= reach_mm]
    place = (np.arange(_STATIONS) + 0.5) / _STATIONS
    a, b = np.meshgrid(ends, ends, indexing="ij")
    index = a[..., None] + (b - a)[..., None] * place
    low = np.floor(index).astype(int)
    part = index - low
    high = np.minimum(low + 1, both.shape[1] - 1)
    station = np.arange(_STATIONS)
    support = (both[station, low] * (1 - part) + both[station, high] * part).mean(axis=2)
    i, j = np.unravel_index(int(support.argmax()), support.shape)
    to_mm = _STEP_MM
    return float(ends[i] * to_mm + first_mm), float(ends[j] * to_mm + first_mm), float(support[i, j])


def edge_points(image: Image, guess: Registration, board_mm: float, reach_mm: float) -> Edges:
    """Edge points of all four sides within `reach_mm` of the plan, each station and edge for itself."""
    place = _ENDS_MM + (np.arange(_STATIONS) + 0.5) / _STATIONS * (board_mm - 2 * _ENDS_MM)
    found: list[Floats] = []
    for side in range(4):
        score = _steps(_profiles(image, guess, side, board_mm, reach_mm))
        depth = _first_edge_mm(reach_mm) + np.arange(score.shape[1]) * _STEP_MM
        for edge_mm in (0.0, FRAME_MM):
            near = np.flatnonzero(np.abs(depth - edge_mm) <= reach_mm)
            best = near[score[:, near].argmax(axis=1)]
            rows = np.arange(_STATIONS)
            clear = score[rows, best]
            rows_of = [np.full(_STATIONS, v) for v in (side, edge_mm)]
            found.append(np.stack([*rows_of, place, depth[best], clear], axis=1))
    side_of, edge_of, along, deep, weight = np.concatenate(found).T
    return Edges(
        plan_mm=_turn_back(side_of, along, edge_of, board_mm),
        seen_mm=_turn_back(side_of, along, deep, board_mm),
        inward=_turn_back(side_of, along, edge_of + 1, board_mm)
        - _turn_back(side_of, along, edge_of, board_mm),
        inner=edge_of > 0,
        weight=weight,
    )


def _turn_back(side: Floats, along: Floats, depth: Floats, board_mm: float) -> Floats:
    """(N, 2) board mm of points given on the view turned by `side` quarter turns (counter-clockwise).

    The turns bring east, south and west to the top in turn.
    """
    xs = np.choose(side.astype(int), [along, board_mm - depth, board_mm - along, depth])
    ys = np.choose(side.astype(int), [depth, along, board_mm - depth, board_mm - along])
    return np.asarray(np.stack([xs, ys], axis=1), np.float64)


def _cross(p: Floats, q: Floats, r: Floats, s: Floats) -> Floats:
    """Where the line p-q meets the line r-s."""
    line = np.cross(np.append(p, 1), np.append(q, 1))
    other = np.cross(np.append(r, 1), np.append(s, 1))
    point = np.cross(line, other)
    return np.asarray(point[:2] / point[2], np.float64)


def frame_lines(image: Image, guess: Registration, board_mm: float, reach_mm: float) -> tuple[Floats, float]:
    """Outer corners NW, NE, SE, SW, (4, 2) mm as `guess` counts them, and the weakest side's support 0..1."""
    m, e = board_mm, _ENDS_MM
    lines: list[tuple[Floats, Floats]] = []
    supports = []
    for side in range(4):
        d0, d1, support = _fit_side(image, guess, side, board_mm, reach_mm)
        supports.append(support)
        ends = _turn_back(np.full(2, float(side)), np.array([e, m - e]), np.array([d0, d1]), m)
        lines.append((ends[0], ends[1]))
    north, east, south, west = lines
    corners = [_cross(*west, *north), _cross(*north, *east), _cross(*east, *south), _cross(*south, *west)]
    return np.stack(corners), float(min(supports))
