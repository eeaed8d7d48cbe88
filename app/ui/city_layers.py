"""The parts of the city that change: highlights, target, placeholders, ghosts, paths and meeples.

In: a canvas group, a `Grid` and a `CityPicture`. Adds instructions and keeps nothing. Main thread only.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from app.ui import drawing, theme
from app.ui.city_geometry import Grid, legs
from app.ui.city_picture import CityPicture, PathPart, Reach

FIGURE_CELLS = 1.25
"""Most height of a meeple in cells; the figure has a margin around it."""
GHOST = 0.42
"""How pale a meeple stands where it would end."""


def draw_things(group: Any, grid: Grid, picture: CityPicture) -> None:
    """Everything that lies flat: highlights, target, placeholders, paths."""
    for name in picture.reachable:
        _light(group, grid, name)
    if picture.target is not None:
        draw_target(group, *grid.middle_of(picture.target), grid.cell_px)
    for colour, name in picture.placeholders.items():
        if picture.meeples.get(colour) != name:
            x, y = grid.middle_of(name)
            width = max(2.0, grid.cell_px * 0.1)
            drawing.dashed_ring(group, x, y, grid.cell_px * 0.36, width, theme.MEEPLE_LINES[colour])
    for part in picture.path:
        _part(group, grid, part)
    for name, reach in picture.reachable.items():
        if name == picture.target:
            _frame_target(group, grid, name)
        _mark(group, *grid.middle_of(name), grid.cell_px, reach)


def draw_figures(group: Any, grid: Grid, picture: CityPicture, without: str | None) -> None:
    """Ghosts, then all meeples (but one on its way), from far to near: heads overlap the feet behind them."""
    for colour, name in _far_first(grid, picture.ghosts):
        x, y = grid.middle_of(name)
        width = max(1.5, grid.cell_px * 0.07)
        drawing.ring(group, x, y, grid.cell_px * 0.46, width, theme.MEEPLE_LINES[colour], 0.7)
        drawing.meeple(group, colour, x, y, grid.cell_px * FIGURE_CELLS, GHOST)
    for colour, name in _far_first(grid, picture.meeples):
        if colour == without:
            continue
        x, y = grid.middle_of(name)
        if colour == picture.selected:
            drawing.glow(group, x, y, grid.cell_px * 1.2, theme.ACCENT, 0.6)
            drawing.ring(group, x, y, grid.cell_px * 0.68, max(2.0, grid.cell_px * 0.09), theme.ACCENT)
        drawing.meeple(group, colour, x, y, grid.cell_px * FIGURE_CELLS)


def _far_first(grid: Grid, standing: Mapping[str, str]) -> list[tuple[str, str]]:
    """[(colour, cell)], the furthest from the reader first."""
    return sorted(
        standing.items(), key=lambda item: (-grid.middle_of(item[1])[1], grid.middle_of(item[1])[0])
    )


def draw_target(group: Any, x: float, y: float, cell_px: float) -> None:
    """The bull's eye with its warm glow, its middle at (x, y)."""
    drawing.glow(group, x, y, cell_px * 1.7, theme.ACCENT, 0.42)
    drawing.disc(group, x, y, cell_px * 0.94, theme.ACCENT, 0.12)
    for share, colour in (
        (0.44, theme.BULLSEYE_PALE),
        (0.35, theme.BULLSEYE),
        (0.23, theme.BULLSEYE_PALE),
        (0.12, theme.BULLSEYE),
    ):
        drawing.disc(group, x, y, cell_px * share, colour)


def _light(group: Any, grid: Grid, name: str) -> None:
    """Lay light on a cell that can be reached."""
    x, y = grid.corner(grid.board.cell(name))
    side = grid.cell_px - 2
    drawing.slab(group, (x + 1, y + 1), (side, side), side * 0.18, theme.ACCENT, 0.22)


def _mark(group: Any, x: float, y: float, cell_px: float, reach: Reach) -> None:
    """Dot: by sliding; ring: with a power."""
    if reach is Reach.SLIDE:
        drawing.disc(group, x, y, cell_px * 0.17, theme.ACCENT)
    else:
        drawing.ring(group, x, y, cell_px * 0.2, max(1.8, cell_px * 0.09), theme.ACCENT)


def _frame_target(group: Any, grid: Grid, name: str) -> None:
    """The bull's eye outshines the light under it: it gets a bright frame, and dark ground for its mark."""
    x, y = grid.corner(grid.board.cell(name))
    side = grid.cell_px
    drawing.frame(group, (x, y), (side, side), side * 0.18, max(2.0, side * 0.1), theme.ACCENT)
    drawing.disc(group, *grid.middle_of(name), side * 0.29, theme.INK)


def _part(group: Any, grid: Grid, part: PathPart) -> None:
    colour = theme.MEEPLE_LINES[part.colour]
    cell_px = grid.cell_px
    for leg in legs(grid, part.cells, part.leaps):
        if part.by_power:
            for start, end in pairwise(leg):
                drawing.dots(group, start, end, cell_px * 0.42, cell_px * 0.1, colour)
        else:
            drawing.line(group, leg, cell_px * 0.3, theme.GROUND_DEEP, 0.55)
            drawing.line(group, leg, cell_px * 0.17, colour)
