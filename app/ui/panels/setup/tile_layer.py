"""`TileLayer`: building tiles as they lie on the city, over a `CityMap` of the printed board in the same box.

A tile hides what is printed in its square and shows its own buildings inside its edges, as on the table.
Drawn apart from the city, because drawing all of that anew takes a tenth of a second. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import DictProperty, ObjectProperty

from app.ui import drawing, theme
from app.ui.city_geometry import Grid, grid_for
from app.ui.panels.box import Box
from app.ui.widgets.base import Drawn

BAR_CELLS = 0.2
"""Breadth of a building, in cells, as the city draws it."""


class TileLayer(Drawn):
    """`board` is the city below, `tiles` {cell: sides with a building}."""

    board = ObjectProperty(None)
    tiles = DictProperty({})
    redraw_on = ("board", "tiles")

    def draw(self, group: Any) -> None:
        """Every tile: first what it hides, then its square and its buildings."""
        grid = grid_for(self.board, self.x, self.y, self.width, self.height)
        bar = max(2, round(grid.cell_px * BAR_CELLS))
        for cell in self.tiles:
            for side in self.board.file.buildings.get(cell, ()):
                hidden = _bar(_square(grid, cell).inner(-bar / 2 - 1), side, bar + 2)
                drawing.slab(group, hidden.pos, hidden.size, 1, theme.CELL_DARK)
        for cell, sides in self.tiles.items():
            square = _square(grid, cell)
            drawing.slab(group, square.pos, square.size, bar / 2, theme.PANEL_RAISED)
            drawing.frame(group, square.pos, square.size, bar / 2, max(1.5, bar / 3), theme.ACCENT)
            for side in sides:
                shown = _bar(square, side, bar)
                drawing.slab(group, shown.pos, shown.size, bar / 3, theme.BUILDING)


def _square(grid: Grid, cell: str) -> Box:
    x, y = grid.corner(grid.board.cell(cell))
    return Box(x, y, grid.cell_px, grid.cell_px)


def _bar(square: Box, side: str, breadth: float) -> Box:
    """The strip along that side of a square, inside it."""
    cut = {"north": square.top, "south": square.bottom, "east": square.right, "west": square.left}
    return cut[side](breadth)
