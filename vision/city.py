"""Which city lies there, which way round, and does the grid fit? Told by what is printed, piece by piece.

In: what the cell network saw printed (grates, beams, building segments, the frame), and the board files that
may lie there. Out: the best of all (layout, quarter turns, shift by a cell) with its lead over the next. A
board read a cell off, upside down or with the wrong file disagrees in dozens of places, so one look
settles it, or says that nothing fits.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.cell_view import GRID
from vision.cells import MAPS, CellScores, turned
from vision.layout import BoardLayout

Array = npt.NDArray[np.float32]
_PRINTED = ("grate", "beam", "north", "east", "south", "west", "frame")
_SURE = 0.02  # what is seen is never trusted beyond this: paint, glare and pieces cover print
_SHIFTS = tuple((dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1))


@dataclass(frozen=True)
class CityFit:
    """The best fit: `turns` are the quarter turns to the left that bring the view north.

    `fit`: mean log odds per printed thing that it is there. `lead`: how much the total beats the next best.
    """

    layout: BoardLayout
    turns: int
    shift: tuple[int, int]
    fit: float
    lead: float


def place(cell: str) -> tuple[int, int]:
    """(row, column) of a cell in the view's grid, ring included."""
    return ord(cell[1]) - 64, ord(cell[0]) - 64


def printed_maps(layout: BoardLayout) -> Array:
    """(len(MAPS), GRID, GRID) 0 or 1: grates, beams, walls on both their sides, the frame; the rest is 0."""
    maps = np.zeros((len(MAPS), GRID, GRID), np.float32)
    for name, cells in (("grate", layout.grates), ("beam", layout.beams)):
        for cell in cells:
            maps[(MAPS.index(name), *place(cell))] = 1
    steps = {
        "north": (-1, 0, "south"),
        "south": (1, 0, "north"),
        "east": (0, 1, "west"),
        "west": (0, -1, "east"),
    }
    for cell, sides in layout.buildings.items():
        row, column = place(cell)
        for side in sides:
            dr, dc, other = steps[side]
            maps[MAPS.index(side), row, column] = 1
            maps[MAPS.index(other), row + dr, column + dc] = 1
    frame = maps[MAPS.index("frame")]
    frame[[0, -1], :] = frame[:, [0, -1]] = 1
    for cell in layout.missing:
        frame[place(cell)] = 1
    return maps


def _shifted(maps: Array, shift: tuple[int, int]) -> Array:
    """The maps had the grid been laid `shift` cells off; what comes from outside is empty."""
    dr, dc = shift
    out = np.zeros_like(maps)
    rows, columns = slice(max(0, dr), GRID + min(0, dr)), slice(max(0, dc), GRID + min(0, dc))
    back = slice(max(0, -dr), GRID + min(0, -dr)), slice(max(0, -dc), GRID + min(0, -dc))
    out[:, rows, columns] = maps[:, back[0], back[1]]
    return out


def fit_city(scores: CellScores, layouts: Sequence[BoardLayout], turns: Sequence[int] = range(4)) -> CityFit:
    """Compare what was seen with every layout, turn and shift. `layouts` must not be empty."""
    index = [MAPS.index(name) for name in _PRINTED]
    results: list[tuple[float, float, BoardLayout, int, tuple[int, int]]] = []
    for quarter in turns:
        seen = np.clip(turned(scores, quarter).maps[index], _SURE, 1 - _SURE)
        odds = np.log(seen / (1 - seen))
        for layout in layouts:
            plan = printed_maps(layout)[index]
            for shift in _SHIFTS:
                there = _shifted(plan, shift)
                total = float((odds * there).sum())
                results.append((total, total / float(plan.sum()), layout, quarter, shift))
    results.sort(key=lambda one: -one[0])
    total, mean, layout, quarter, shift = results[0]
    return CityFit(layout, quarter, shift, mean, total - results[1][0] if len(results) > 1 else total)
