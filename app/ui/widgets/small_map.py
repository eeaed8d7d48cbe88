"""A city drawn small on a card; its picture is kept and drawn anew only for another board or size.

Main thread only.
"""

from __future__ import annotations

from typing import Any

from kivy.graphics import Rectangle

from app.games.mutant_meeples.board import Board
from app.ui import drawing, theme
from app.ui.city_geometry import grid_for
from app.ui.city_ground import ground_fbo
from app.ui.panels.box import Box

FRAME_CELLS = 0.35
"""Width of the frame around a small city, in cells."""


class SmallMap:
    """The map of one card."""

    def __init__(self) -> None:
        self._kept: tuple[tuple[Board, float], Any] | None = None

    def draw(self, group: Any, board: Board, box: Box, opacity: float = 1.0) -> None:
        """As large as the box allows, in its middle."""
        grid = grid_for(board, box.x, box.y, box.width, box.height, frame_cells=FRAME_CELLS)
        key = (board, grid.cell_px)
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, ground_fbo(grid, lettered=False))
        fbo = self._kept[1]
        drawing.tint(group, theme.UNTINTED, opacity)
        group.add(Rectangle(texture=fbo.texture, pos=(grid.left_px, grid.bottom_px), size=fbo.size))
