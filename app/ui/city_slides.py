"""Moves being played on the map: who is on its way, how far, and where the picture is after each.

`Slides` draws the one meeple that moves into a group of its own; whoever owns it draws the rest. Main thread
only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle

from app.ui import drawing, theme
from app.ui.city_geometry import Grid, pose_at
from app.ui.city_layers import FIGURE_CELLS
from app.ui.city_picture import CityMove, CityPicture, Gait
from app.ui.look import LOOK
from app.ui.meeple_art import figure

FRAME_S = 1 / 30


class Slides:
    """Plays moves; `arrived(move)` is called at the end of each, `over()` once when none is left."""

    def __init__(self, arrived: Callable[[CityMove], None], over: Callable[[], None]) -> None:
        self.group = InstructionGroup()
        self.pace = 1.0
        """So many times as fast as a move usually is."""
        self.grid: Grid | None = None
        """Where the cells lie now; set it before `play` and whenever it changes."""
        self._arrived, self._over = arrived, over
        self._moves: list[CityMove] = []
        self._ticker: Any = None
        self._elapsed_s = 0.0

    @property
    def mover(self) -> CityMove | None:
        """The move that is on."""
        return self._moves[0] if self._moves else None

    def play(self, moves: Sequence[CityMove], still: bool) -> None:
        """Begin; with `LOOK.reduced_motion` everybody is there at once."""
        self._moves, self._elapsed_s = list(moves), 0.0
        if LOOK.reduced_motion or not moves:
            while self._moves:
                self._arrived(self._moves.pop(0))
            self._over()
            return
        self.redraw()
        self.hold(still)

    def hold(self, still: bool) -> None:
        """Stand where they are, or go on."""
        self._rest()
        if self._moves and not still:
            self._ticker = Clock.schedule_interval(self._tick, FRAME_S)

    def stop(self) -> None:
        """Forget what was still to be played."""
        self._rest()
        self._moves = []
        self.group.clear()

    def redraw(self) -> None:
        """Draw the meeple that moves anew: another one, or another size."""
        self.group.clear()
        move = self.mover
        if move is None or self.grid is None:
            return
        texture, self._px = figure(move.colour, self.grid.cell_px * FIGURE_CELLS)
        self._flash = Color(*theme.rgba(theme.BEAM_CORE, 0.0))
        self._flash_shape = Rectangle(texture=drawing.glow_texture(), size=(0, 0))
        self._tint = Color(1, 1, 1, 1)
        self._shape = Rectangle(texture=texture, size=(self._px, self._px))
        for instruction in (self._flash, self._flash_shape, self._tint, self._shape):
            self.group.add(instruction)
        self._place(move, self.grid)

    def _place(self, move: CityMove, grid: Grid) -> None:
        pose = pose_at(grid, move, self._elapsed_s / self._takes_s)
        side = self._px * pose.scale
        self._shape.size = (side, side)
        self._shape.pos = (pose.x - side / 2, pose.y - side / 2)
        self._tint.a = pose.alpha
        if move.gait is Gait.BEAM:
            light = grid.cell_px * 3
            self._flash.a = 1.0 - pose.alpha
            self._flash_shape.size = (light, light)
            self._flash_shape.pos = (pose.x - light / 2, pose.y - light / 2)

    @property
    def _takes_s(self) -> float:
        return theme.MOVE_S / self.pace

    def _rest(self) -> None:
        if self._ticker is not None:
            self._ticker.cancel()
            self._ticker = None

    def _tick(self, elapsed_s: float) -> None:
        assert self.grid is not None
        self._elapsed_s += min(elapsed_s, theme.MOVE_S)  # a stall must not swallow a move
        if self._elapsed_s < self._takes_s:
            self._place(self._moves[0], self.grid)
            return
        self._elapsed_s = 0.0
        self._arrived(self._moves.pop(0))
        if self._moves:
            self.redraw()
        else:
            self._rest()
            self.group.clear()
            self._over()


def after(picture: CityPicture, move: CityMove) -> CityPicture:
    """The picture with that move made."""
    meeples = {**picture.meeples, move.colour: move.cells[-1]}
    return replace(picture, meeples=meeples, path=(*picture.path, move.part()))
