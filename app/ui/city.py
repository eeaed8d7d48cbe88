"""The city map: any board with its meeples, target, highlights and paths, and the animation of moves.

`show(CityPicture)` draws a moment, `animate(moves, on_done)` plays moves and leaves the map at their end,
`still` holds them where they are, and the event `on_cell(name)` says which cell a finger meant. Two fingers,
a double tap or the wheel of a mouse look nearer, one finger then moves the map; where it is `turnable`, a
button in a corner turns it to another side of the table. The static city is drawn once per board and size;
nothing is drawn at all while nothing changes. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.graphics import (
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    Scale,
    ScissorPop,
    ScissorPush,
    Translate,
)
from kivy.properties import BooleanProperty, NumericProperty

from app.ui.city_beat import Beat
from app.ui.city_controls import Controls
from app.ui.city_geometry import Grid
from app.ui.city_ground import Grounds, most_px
from app.ui.city_layers import draw_figures, draw_things
from app.ui.city_picture import CityMove, CityPicture
from app.ui.city_rulers import Rulers
from app.ui.city_sight import Sight
from app.ui.city_slides import Slides, after
from app.ui.city_touch import Fingers, Glide, Rest, Tap
from app.ui.look import LOOK
from app.ui.widgets.pointing import Pointing

SLOP_PX = 12
"""A finger that moves no further has not moved."""
STEP = 2.0
"""How much nearer a double tap leads."""
NOTCH = 1.25
"""How much nearer a notch of the wheel leads."""
WHEEL_REST_S = 0.15
"""So long after the last notch the map is drawn crisp."""


class CityMap(Pointing):
    """Shows a `CityPicture`; see the module's docstring."""

    __events__ = ("on_cell",)
    event = "on_cell"
    still = BooleanProperty(False)
    """While this is set, moves stand where they are; afterwards they glide on."""
    nears = BooleanProperty(True)
    """Whether fingers look nearer; else every touch is for a cell."""
    turnable = BooleanProperty(False)
    """Whether the button is there that turns the map to another side of the table."""
    pace = NumericProperty(1.0)
    """How many times as fast as usual moves are played."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.touched: str | None = None
        """The cell under the finger last, where `on_cell` tells of a lit one or a meeple beside it."""
        self._picture: CityPicture | None = None
        self._sight: Sight | None = None
        self._grounds = Grounds()
        self._drawn: tuple[Grid, Any] | None = None
        self._fingers = Fingers(SLOP_PX)
        self._beat, self._rulers = Beat(), Rulers()
        self._slides = Slides(self._arrived, self._end)
        self._on_done: Callable[[], None] | None = None
        self._begin_canvas()
        self._controls = Controls(self)
        self._lay_out = Clock.create_trigger(self._on_place)
        self._rest_soon = Clock.create_trigger(lambda _: self._rest(), WHEEL_REST_S)
        self.bind(pos=self._lay_out, size=self._lay_out)

    def _begin_canvas(self) -> None:
        """All is drawn in the city's own space; a clip, a turn and a stretch bring it to the window."""
        self._clip, self._origin, self._turn = ScissorPush(), Translate(), Rotate(angle=0)
        self._pan, self._stretch = Translate(), Scale(1)
        self._ground, self._things, self._figures = (InstructionGroup() for _ in range(3))
        for instruction in (
            self._clip, PushMatrix(), self._origin, self._turn, PushMatrix(), self._pan, self._stretch,
            self._ground, self._beat.group, self._things, self._figures, self._slides.group,
            PopMatrix(), self._rulers.group, PopMatrix(), ScissorPop(),
        ):  # fmt: skip
            self.canvas.add(instruction)

    @property
    def picture(self) -> CityPicture | None:
        """What is shown now."""
        return self._picture

    @property
    def grid(self) -> Grid | None:
        """Where the cells lie in window pixels; None before anything was shown."""
        return None if self._sight is None else self._sight.grid

    @property
    def sight(self) -> Sight | None:
        """How the map is looked at; None before anything was shown."""
        return self._sight

    def show(self, picture: CityPicture) -> None:
        """Show a moment at once. A running animation ends here; its `on_done` is called."""
        if picture == self._picture and not self.moving:
            return
        self._slides.stop()
        done, self._on_done = self._on_done, None
        before, self._picture = self._picture, picture
        if self._sight is not None and (before is None or before.target != picture.target):
            self._sight = self._sight.all()  # a new crime may be out of sight
            self._beat.start(picture.target)
        elif before is None:
            self._beat.start(picture.target)
        self._on_place()
        if done is not None:
            done()

    def animate(self, moves: Sequence[CityMove], on_done: Callable[[], None] | None = None) -> None:
        """Play moves one after the other, then call `on_done` once. Needs a picture shown before.

        With `LOOK.reduced_motion` the map jumps to the end.
        """
        if self._picture is None:
            raise ValueError("show a picture before animating moves")
        self._slides.stop()
        previous, self._on_done = self._on_done, on_done
        if previous is not None:
            previous()
        self._slides.pace = self.pace
        self._slides.play(moves, self.still)
        if self.moving:
            self._draw()

    @property
    def moving(self) -> bool:
        """True while there are moves to play, be they held still or not."""
        return self._slides.mover is not None

    def on_still(self, *_: Any) -> None:
        """Hold a running animation, or let it go on."""
        self._slides.hold(self.still)

    def on_turnable(self, *_: Any) -> None:
        """The button comes or goes."""
        self._lay_out()

    def on_cell(self, name: str) -> None:
        """Event: a finger meant this cell."""

    # -- fingers ---------------------------------------------------------------------------------------------

    def pointed(self, touch: Any) -> str | None:
        """The cell that is meant, by name."""
        if self._sight is None or self._picture is None or self.disabled:
            return None
        if not self.collide_point(*touch.pos):
            return None
        grid = self._sight.grid
        self.touched = grid.nearest_cell(touch.x, touch.y)
        return grid.pick(touch.x, touch.y, self._picture)

    def on_touch_down(self, touch: Any) -> bool:
        """The buttons on the map come first, then the map."""
        if self._controls.take(touch):
            return True
        if not self.nears or self.disabled or self._sight is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if getattr(touch, "is_mouse_scrolling", False):
            self._wheel(touch)
            return True
        self._fingers.slop_px = LOOK.px(SLOP_PX)
        self._fingers.down(touch.uid, touch.pos, Clock.get_time())
        touch.grab(self)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Look nearer, or elsewhere."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if self._sight is not None and self.nears:
            meant = self._fingers.move(touch.uid, touch.pos, self._sight.zoomed)
            if meant is not None:
                self._glide(meant)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Tell what the finger means where it leaves."""
        if touch.grab_current is not self or not self.nears:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if self._fingers.gliding and self._sight is not None:  # where it leaves may not have been told before
            last = self._fingers.move(touch.uid, touch.pos, self._sight.zoomed)
            if last is not None:
                self._glide(last)
        meant = self._fingers.up(touch.uid, touch.pos, Clock.get_time())
        if isinstance(meant, Rest):
            self._rest()
        elif isinstance(meant, Tap) and meant.twice:
            self._look_nearer(touch.pos)
        elif isinstance(meant, Tap):
            cell = self.pointed(touch)
            if cell is not None:
                self.dispatch(self.event, cell)
        return True

    def _glide(self, glide: Glide) -> None:
        assert self._sight is not None
        self._sight = self._sight.moved(glide.start, glide.end, glide.factor)
        self._aim()

    def _wheel(self, touch: Any) -> None:
        """Kivy calls it "scrolldown" when the wheel is turned away from the hand."""
        factor = {"scrolldown": NOTCH, "scrollup": 1 / NOTCH}.get(touch.button)
        if factor is not None and not self._fingers.gliding:
            self._glide(Glide(touch.pos, touch.pos, factor))
            self._rest_soon.cancel()
            self._rest_soon()

    def _look_nearer(self, at: tuple[float, float]) -> None:
        """Step by step to the nearest, then back to all of it."""
        assert self._sight is not None
        if self._sight.zoom * 1.05 >= self._sight.nearest:
            self.show_all()
        else:
            self._glide(Glide(at, at, STEP))
            self._rest()

    def _rest(self) -> None:
        """The fingers are gone: draw crisp at this size."""
        if self._sight is not None and not self._fingers.gliding:
            self._sight = self._sight.rested()
            self._on_place()

    def show_all(self) -> None:
        """The whole city again."""
        self._look(Sight.all)

    def sit(self, side: int) -> None:
        """Turn everything to a reader at that side of the table."""
        self._look(lambda sight: sight.seen_from(side))

    def turn(self) -> None:
        """Turn the city a quarter; letters and meeples stay upright."""
        self._look(Sight.turned)

    def _look(self, change: Callable[[Sight], Sight]) -> None:
        if self._sight is not None:
            self._fingers.forget()
            self._sight = change(self._sight)
            self._on_place()

    # -- drawing ---------------------------------------------------------------------------------------------

    def _on_place(self, *_: Any) -> None:
        """Somewhere else, another size, or another look: lay everything out and draw it."""
        if self._picture is None:
            return
        self._sight = self._sight_of(self._picture)
        city = self._sight.city
        if self._drawn is None or self._drawn[0] != city:
            self._drawn = (city, self._grounds.of(city, self._sight.all().city))
            self._ground.clear()
            self._ground.add(Color(1, 1, 1, 1))
            fbo = self._drawn[1]
            self._ground.add(Rectangle(texture=fbo.texture, pos=(0, 0), size=fbo.size))
        self._slides.grid = city
        self._slides.redraw()
        self._beat.redraw(city)
        self._aim()
        self._draw()

    def _sight_of(self, picture: CityPicture) -> Sight:
        """The look there was, on this picture in the rectangle of now."""
        x, y = round(self.x), round(self.y)
        width, height = round(self.right) - x, round(self.top) - y
        old = self._sight
        if old is None or old.board != picture.board:
            side, turns = (0, 0) if old is None else (old.side, old.turns)
            return Sight(picture.board, x, y, width, height, side, turns, most_px=most_px())
        foot_px = self._controls.foot_px
        sight = replace(old, x=x, y=y, width=width, height=height, foot_px=foot_px)
        return sight if self._fingers.gliding else sight.rested()

    def _aim(self) -> None:
        """Move what is drawn to where it is looked at."""
        sight = self._sight
        assert sight is not None
        laid = sight.laid
        self._clip.x, self._clip.y = sight.x, sight.y
        self._clip.width, self._clip.height = sight.width, sight.height
        self._origin.xy = sight.origin
        self._turn.angle = 90 * sight.side
        self._pan.xy = (laid.left, laid.bottom)
        self._stretch.xyz = (laid.scale, laid.scale, 1)
        self._rulers.aim(sight)
        self._controls.show(sight)

    def _draw(self) -> None:
        if self._sight is None or self._picture is None:
            return
        city, mover = self._sight.city, self._slides.mover
        self._things.clear()
        self._figures.clear()
        draw_things(self._things, city, self._picture)
        draw_figures(self._figures, city, self._picture, None if mover is None else mover.colour)

    # -- animation -------------------------------------------------------------------------------------------

    def _arrived(self, move: CityMove) -> None:
        assert self._picture is not None
        self._picture = after(self._picture, move)
        if self.moving:
            self._draw()

    def _end(self) -> None:
        self._draw()
        done, self._on_done = self._on_done, None
        if done is not None:
            done()
