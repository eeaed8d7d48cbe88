"""The city map: any board with its meeples, target, highlights and paths, and the animation of moves.

`show(CityPicture)` draws a moment, `animate(moves, on_done)` plays moves and leaves the map at their end,
`still` holds them where they are, and the event `on_cell(name)` says which cell a finger meant. The static
city is drawn once per board and size; nothing is drawn at all while nothing changes. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.properties import BooleanProperty

from app.ui import drawing, theme
from app.ui.city_geometry import Grid, grid_for, pose_at
from app.ui.city_ground import ground_fbo
from app.ui.city_layers import FIGURE_CELLS, draw_figures, draw_things
from app.ui.city_picture import CityMove, CityPicture, Gait
from app.ui.look import LOOK
from app.ui.meeple_art import figure
from app.ui.widgets.pointing import Pointing

FRAME_S = 1 / 30


class CityMap(Pointing):
    """Shows a `CityPicture`; see the module's docstring."""

    __events__ = ("on_cell",)
    event = "on_cell"
    still = BooleanProperty(False)
    """While this is set, moves stand where they are; afterwards they glide on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.touched: str | None = None
        """The cell under the finger last, where `on_cell` tells of a lit one or a meeple beside it."""
        self._picture: CityPicture | None = None
        self._grid: Grid | None = None
        self._fbo: Any = None
        self._ground, self._things, self._figures, self._mover = (InstructionGroup() for _ in range(4))
        for group in (self._ground, self._things, self._figures, self._mover):
            self.canvas.add(group)
        self._moves: list[CityMove] = []
        self._on_done: Callable[[], None] | None = None
        self._ticker: Any = None
        self._elapsed_s = 0.0
        self._lay_out = Clock.create_trigger(self._on_place)
        self.bind(pos=self._lay_out, size=self._lay_out)

    @property
    def picture(self) -> CityPicture | None:
        """What is shown now."""
        return self._picture

    @property
    def grid(self) -> Grid | None:
        """Where the cells lie in window pixels; None before anything was shown."""
        return self._grid

    def show(self, picture: CityPicture) -> None:
        """Show a moment at once. A running animation ends here; its `on_done` is called."""
        if picture == self._picture and not self.moving:
            return
        self._stop()
        done, self._on_done = self._on_done, None
        fresh = self._picture is None or picture.board != self._picture.board
        self._picture = picture
        if fresh or self._grid is None:
            self._on_place()
        else:
            self._draw()
        if done is not None:
            done()

    def animate(self, moves: Sequence[CityMove], on_done: Callable[[], None] | None = None) -> None:
        """Play moves one after the other, then call `on_done` once. Needs a picture shown before.

        With `LOOK.reduced_motion` the map jumps to the end.
        """
        if self._picture is None:
            raise ValueError("show a picture before animating moves")
        self._stop()
        previous, self._on_done = self._on_done, on_done
        if previous is not None:
            previous()
        self._moves = list(moves)
        if LOOK.reduced_motion or not moves:
            while self._moves:
                self._finish_move()
            self._end()
            return
        self._elapsed_s = 0.0
        self._begin_move()
        self._draw()
        self._run()

    @property
    def moving(self) -> bool:
        """True while there are moves to play, be they held still or not."""
        return bool(self._moves)

    def on_still(self, *_: Any) -> None:
        """Hold a running animation, or let it go on."""
        self._rest()
        self._run()

    def on_cell(self, name: str) -> None:
        """Event: a finger meant this cell."""

    def pointed(self, touch: Any) -> str | None:
        """The cell that is meant, by name."""
        if self._grid is None or self._picture is None or self.disabled:
            return None
        if not self.collide_point(*touch.pos):
            return None
        self.touched = self._grid.nearest_cell(touch.x, touch.y)
        return self._grid.pick(touch.x, touch.y, self._picture)

    # -- drawing ---------------------------------------------------------------------------------------------

    def _on_place(self, *_: Any) -> None:
        if self._picture is None:
            return
        grid = grid_for(self._picture.board, self.x, self.y, self.width, self.height)
        old = self._grid
        same = old is not None and old.board == grid.board and old.cell_px == grid.cell_px
        self._grid = grid
        if not same or self._fbo is None:
            self._fbo = ground_fbo(grid)
        self._ground.clear()
        self._ground.add(Color(1, 1, 1, 1))
        pos = (grid.left_px, grid.bottom_px)
        self._ground.add(Rectangle(texture=self._fbo.texture, pos=pos, size=self._fbo.size))
        self._draw()

    def _draw(self) -> None:
        if self._grid is None or self._picture is None:
            return
        self._things.clear()
        self._figures.clear()
        draw_things(self._things, self._grid, self._picture)
        moving = self._moves[0].colour if self._moves else None
        draw_figures(self._figures, self._grid, self._picture, moving)

    # -- animation -------------------------------------------------------------------------------------------

    def _begin_move(self) -> None:
        assert self._grid is not None
        move = self._moves[0]
        texture, size_px = figure(move.colour, self._grid.cell_px * FIGURE_CELLS)
        self._mover.clear()
        self._flash = Color(*theme.rgba(theme.BEAM_CORE, 0.0))
        self._flash_shape = Rectangle(texture=drawing.glow_texture(), size=(0, 0))
        self._mover_tint = Color(1, 1, 1, 1)
        self._mover_shape = Rectangle(texture=texture, size=(size_px, size_px))
        self._mover_px = size_px
        for instruction in (self._flash, self._flash_shape, self._mover_tint, self._mover_shape):
            self._mover.add(instruction)
        self._place_mover(move, 0.0)

    def _place_mover(self, move: CityMove, share: float) -> None:
        assert self._grid is not None
        pose = pose_at(self._grid, move, share)
        side = self._mover_px * pose.scale
        self._mover_shape.size = (side, side)
        self._mover_shape.pos = (pose.x - side / 2, pose.y - side / 2)
        self._mover_tint.a = pose.alpha
        if move.gait is Gait.BEAM:
            light = self._grid.cell_px * 3
            self._flash.a = 1.0 - pose.alpha
            self._flash_shape.size = (light, light)
            self._flash_shape.pos = (pose.x - light / 2, pose.y - light / 2)

    def _run(self) -> None:
        if self._moves and not self.still:
            self._ticker = Clock.schedule_interval(self._tick, FRAME_S)

    def _rest(self) -> None:
        if self._ticker is not None:
            self._ticker.cancel()
            self._ticker = None

    def _tick(self, elapsed_s: float) -> None:
        self._elapsed_s += min(elapsed_s, theme.MOVE_S)  # a stall must not swallow a move
        if self._elapsed_s < theme.MOVE_S:
            self._place_mover(self._moves[0], self._elapsed_s / theme.MOVE_S)
            return
        self._finish_move()
        if self._moves:
            self._elapsed_s = 0.0
            self._begin_move()
            self._draw()
        else:
            self._end()

    def _finish_move(self) -> None:
        assert self._picture is not None
        move = self._moves.pop(0)
        meeples = {**self._picture.meeples, move.colour: move.cells[-1]}
        self._picture = replace(self._picture, meeples=meeples, path=(*self._picture.path, move.part()))

    def _stop(self) -> None:
        self._rest()
        self._moves = []
        self._mover.clear()

    def _end(self) -> None:
        self._stop()
        self._draw()
        done, self._on_done = self._on_done, None
        if done is not None:
            done()
