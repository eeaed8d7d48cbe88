"""`CloseUp`: a cell and the eight around it, each building at the side of the line on which it is drawn.

The event `on_spot(spot)` is a touch beside one of the cell's four lines, inside the cell or beyond.
Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.graphics import Rectangle
from kivy.properties import ObjectProperty

from app.games.mutant_meeples.board import Direction
from app.ui import drawing, theme
from app.ui.city_geometry import Grid
from app.ui.city_ground import ground_fbo
from app.ui.panels.box import Box
from app.ui.presenters.workshop.close_up import MIDDLE, spot_at
from app.ui.presenters.workshop.views import CloseUpView, Spot
from app.ui.widgets.base import Drawn
from app.ui.widgets.pointing import Pointing

CELLS = 3
THICK_CELLS = 0.11
"""Thickness of a building, in cells."""
APART_CELLS = 0.04
"""Room between a building and the line, so that its side is seen."""
WINDOWS = 4
NAME_AT, NAME_CELLS = (0.74, 0.22), 0.1
"""The name's middle and height, in cells from the south-west corner: where neither grate nor beam reaches."""


class CloseUp(Pointing, Drawn):
    """Shows a `CloseUpView`."""

    __events__ = ("on_spot",)
    event = "on_spot"
    view = ObjectProperty(None, allownone=True)
    redraw_on = ("view",)

    def __init__(self, **kwargs: Any) -> None:
        self._ground: tuple[Any, Any] | None = None
        super().__init__(**kwargs)

    def on_spot(self, spot: Spot) -> None:
        """Event: this side is meant."""

    @property
    def cell_px(self) -> int:
        """Side of one of the nine cells, in window pixels."""
        return int(min(self.width, self.height) // CELLS)

    def cell_box(self, column: int, row: int) -> Box:
        """Where one of the nine cells lies."""
        side = self.cell_px
        left, top = self.center_x - side * CELLS / 2, self.center_y + side * CELLS / 2
        return Box(round(left) + column * side, round(top) - (row + 1) * side, side, side)

    def pointed(self, touch: Any) -> Spot | None:
        """The side that is meant."""
        corner = self.cell_box(0, 0)
        top = corner.y + corner.height
        return spot_at((touch.x - corner.x) / self.cell_px, (top - touch.y) / self.cell_px)

    # -- drawing --------------------------------------------------------------------------------------

    def draw(self, group: Any) -> None:
        """Streets, names, free sides, buildings; the cell in the middle is framed."""
        view: CloseUpView | None = self.view
        if view is None:
            return
        side, corner = self.cell_px, self.cell_box(0, CELLS - 1)
        drawing.tint(group, theme.UNTINTED)
        size = (CELLS * side, CELLS * side)
        group.add(Rectangle(texture=self._streets(view, side), pos=corner.pos, size=size))
        for number, name in enumerate(view.names):
            row, column = divmod(number, CELLS)
            box = self.cell_box(column, row)
            middle = (column, row) == (MIDDLE, MIDDLE)
            ink = theme.TEXT if middle else theme.QUIET
            x, y = box.x + side * NAME_AT[0], box.y + side * NAME_AT[1]
            drawing.text(group, name, x, y, side * NAME_CELLS, ink, theme.READING, bold=True)
        for spot in view.open - view.drawn:
            box = self._bar(spot)
            alpha = 0.9 if (spot.column, spot.row) == (MIDDLE, MIDDLE) else 0.6
            drawing.frame(group, box.pos, box.size, box.width, self.px(1.5), theme.QUIET, alpha)
        for spot in view.drawn:
            self._building(group, spot)
        box = self.cell_box(MIDDLE, MIDDLE)
        drawing.frame(group, box.pos, box.size, side * 0.08, self.px(3), theme.ACCENT)

    def _streets(self, view: CloseUpView, side: int) -> Any:
        """A texture of the nine; kept, since most touches change a building only."""
        key = (view.ground, side)
        if self._ground is None or self._ground[0] != key:
            self._ground = (key, ground_fbo(Grid(view.ground, 0, 0, side, 0), lettered=False))
        return self._ground[1].texture.get_region(0, side, CELLS * side, CELLS * side)

    def _bar(self, spot: Spot) -> Box:
        """Where a building drawn there lies."""
        box, side = self.cell_box(spot.column, spot.row).inner(self.cell_px * APART_CELLS), spot.side
        thick = self.cell_px * THICK_CELLS
        ends = thick * 1.2  # so that two sides of a cell do not run into each other
        if side in (Direction.NORTH, Direction.SOUTH):
            bar = box.top(thick) if side is Direction.NORTH else box.bottom(thick)
            return Box(bar.x + ends, bar.y, bar.width - 2 * ends, thick)
        bar = box.right(thick) if side is Direction.EAST else box.left(thick)
        return Box(bar.x, bar.y + ends, thick, bar.height - 2 * ends)

    def _building(self, group: Any, spot: Spot) -> None:
        bar = self._bar(spot)
        thick = min(bar.width, bar.height)
        drop = thick * 0.3
        drawing.slab(group, (bar.x, bar.y - drop), bar.size, thick / 3, theme.SHADOW, 0.6)
        drawing.slab(group, bar.pos, bar.size, thick * 0.28, theme.BUILDING)
        lying, lamp = bar.width > bar.height, thick * 0.34
        cells = bar.columns(WINDOWS, 0) if lying else bar.rows(WINDOWS, 0)
        for cell in cells:
            window = cell.middle(lamp, lamp)
            drawing.block(group, window.x, window.y, lamp, lamp, theme.BUILDING_LIT)
