"""`TileGrid`: the Movement tiles of the box, eight to a row (more where it is low), as one thing to touch.

A tile is narrower than a fingertip, so a touch means the nearest tile; while the finger is down the number
stands large above it, and the tile counts where the finger is lifted, so that a slip can be mended.
`on_pick(number)` is called then. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import InstructionGroup

from app.games.mutant_meeples.box import box
from app.ui import drawing, theme
from app.ui.panels.box import Box
from app.ui.presenters.views import TileView
from app.ui.widgets.base import Drawn
from app.ui.widgets.tiles import MovementTile

COLUMNS, MORE_COLUMNS = 8, 12
LEAST_PX = 34
"""A tile lower than this has no room for its number and the sign of its holder."""
TILE_GAP_PX = 5
FRAME_PX = 3
"""A tile that is offered has a frame around it."""
LENS_PX = 64


class TileGrid(Drawn):
    """Shows tiles and says which one a finger meant."""

    def __init__(self, on_pick: Callable[[int], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._on_pick = on_pick
        self._lens = InstructionGroup()
        self.canvas.after.add(self._lens)
        self.tiles = [MovementTile(number=number) for number in box().tiles]
        for tile in self.tiles:
            self.add_widget(tile)

    def show_lens_on(self, canvas: Any) -> None:
        """The number under the finger stands there, over everything else."""
        self.canvas.after.remove(self._lens)
        canvas.add(self._lens)

    def show(self, tiles: Sequence[TileView]) -> None:
        """Show the tiles as they are now."""
        for tile, view in zip(self.tiles, tiles, strict=True):
            tile.tile = view.state
            tile.holder_initial = view.holder_initial
            tile.holder_colour = view.holder_colour or theme.ACCENT

    def draw(self, group: Any) -> None:
        """Place the tiles."""
        del group
        gap, columns = self.px(TILE_GAP_PX), COLUMNS
        rows = -(-len(self.tiles) // columns)
        if (self.height + gap) / rows - gap < self.px(LEAST_PX):
            columns = MORE_COLUMNS
            rows = -(-len(self.tiles) // columns)
        edge = self.px(FRAME_PX)
        cells = Box(self.x + edge, self.y, self.width - 2 * edge, self.height).cells(columns, rows, gap)
        for tile, cell in zip(self.tiles, cells, strict=False):
            cell.hold(tile)

    def on_touch_down(self, touch: Any) -> bool:
        """A finger on the tiles."""
        if self.disabled or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._mark(self._nearest(touch))
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """It may still change its mind."""
        if touch.grab_current is not self:
            return False
        self._mark(self._nearest(touch) if self._near(touch) else None)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The tile under the finger counts; off the grid, none does."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._mark(None)
        if self._near(touch):
            self._on_pick(int(self._nearest(touch).number))
        return True

    def _near(self, touch: Any) -> bool:
        slack = self.px(theme.TOUCH_PX) / 2
        return bool(
            self.x - slack <= touch.x <= self.right + slack and self.y - slack <= touch.y <= self.top + slack
        )

    def _nearest(self, touch: Any) -> MovementTile:
        return min(self.tiles, key=lambda tile: math.dist(tile.center, touch.pos))

    def _mark(self, chosen: MovementTile | None) -> None:
        for tile in self.tiles:
            tile.state = "down" if tile is chosen else "normal"
        self._lens.clear()
        if chosen is None:
            return
        side, radius = self.px(LENS_PX), self.px(10)
        x = min(max(chosen.center_x, self.x + side / 2), self.right - side / 2)
        pos = (x - side / 2, chosen.top + self.px(6))
        drawing.slab(self._lens, pos, (side, side), radius, theme.PAPER)
        drawing.frame(self._lens, pos, (side, side), radius, self.px(3), theme.ACCENT)
        drawing.text(
            self._lens,
            str(int(chosen.number)),
            x,
            pos[1] + side / 2,
            self.px(44),
            theme.INK,
            theme.SHOUT,
        )
