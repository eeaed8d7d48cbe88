"""Who reads the map: the small button in a corner that is no square, and the choice it opens over the map.

Everybody around the table finds a button that stands upright for them and says so; another one turns the city
itself under letters that stay. `Turned` holds any widget for a reader at another side. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.ui import drawing, icons, theme
from app.ui.city_sight import SIDES
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.settling import Settling
from app.ui.words import word

SIT_PX = (128, 54)
TURN_PX = (150, 112)
EDGE_PX = 10
"""From the rim of the map to a button."""


class Turned(Widget):
    """Holds one child turned by quarters of a turn, counter-clockwise, and turns touches back for it."""

    def __init__(self, child: Any, side: int = 0, **kwargs: Any) -> None:
        self._rotate = Rotate(angle=0)
        super().__init__(size_hint=(None, None), **kwargs)
        self.canvas.before.add(PushMatrix())
        self.canvas.before.add(self._rotate)
        self.canvas.after.add(PopMatrix())
        self.side, self.child = side, child
        self.add_widget(child)
        self.bind(pos=self._place, size=self._place)
        self._place()

    def turn_to(self, side: int) -> None:
        """Stand upright for a reader at that side."""
        self.side = side
        self._place()

    def _place(self, *_: Any) -> None:
        self._rotate.angle = 90 * self.side
        self._rotate.origin = self.center
        width, height = self.size
        self.child.size = (height, width) if self.side % 2 else (width, height)
        self.child.center = self.center

    def _spun(self, x: float, y: float, quarters: int) -> tuple[float, float]:
        across, up = x - self.center_x, y - self.center_y
        for _ in range(quarters % SIDES):
            across, up = -up, across
        return self.center_x + across, self.center_y + up

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:
        """From the parent's coordinates to the child's."""
        return self._spun(x, y, -self.side)

    def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:
        """And back."""
        return self._spun(x, y, self.side)

    def _passed(self, touch: Any, pass_on: Callable[[Any], bool]) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(pass_on(touch))
        touch.pop()
        return taken

    def on_touch_down(self, touch: Any) -> bool:
        """For the child, as it sees it."""
        return self._passed(touch, super().on_touch_down)

    def on_touch_move(self, touch: Any) -> bool:
        """As above."""
        return self._passed(touch, super().on_touch_move)

    def on_touch_up(self, touch: Any) -> bool:
        """As above."""
        return self._passed(touch, super().on_touch_up)


class CornerButton(ButtonBehavior, Drawn):
    """Opens the choice. A finger may hit all of it; what is drawn fits a square of `sign_px` at `sign_at`."""

    icon = "turn"
    sign_at = ObjectProperty((0, 0))
    sign_px = NumericProperty(24)
    redraw_on = ("sign_at", "sign_px", "state")

    def draw(self, group: Any) -> None:
        """A disc with an arrow that goes round."""
        fill = theme.PANEL_RAISED if self.state == "down" else theme.PANEL
        (x, y), side = self.sign_at, self.sign_px
        drawing.disc(group, x, y, side * 0.52, fill)
        drawing.ring(group, x, y, side * 0.5, self.px(1.5), theme.FAINT)
        icons.draw(group, self.icon, x, y, side * 0.56, theme.TEXT)


class SideChoice(Drawn):
    """Lies over the map: `sit(side)` and `turn()` are told; a tap beside the buttons calls `close()`."""

    def __init__(
        self, sit: Callable[[int], None], turn: Callable[[], None], close: Callable[[], None], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._close, self._settling = close, Settling(Clock)
        self._settling.begin()
        self._seats: list[Turned] = []
        for side in range(SIDES):
            button = MarshalButton(text=word("map.sit"), base_px=18)
            button.bind(on_release=lambda *_, side=side: sit(side))
            self._seats.append(Turned(button, side))
        turn_button = MarshalButton(text=word("map.turn"), icon="turn", base_px=16)
        turn_button.bind(on_release=lambda *_: turn())
        done = MarshalButton(text=word("map.done"), base_px=18)
        done.bind(on_release=lambda *_: close())
        self._middle = BoxLayout(orientation="vertical", size_hint=(None, None))
        for child in (turn_button, done):
            self._middle.add_widget(child)
        self._centre = Turned(self._middle)
        for child in (*self._seats, self._centre):
            self.add_widget(child)

    @property
    def deaf(self) -> bool:
        """It opens under a finger that may tap once more."""
        return self._settling.deaf

    def show(self, side: int) -> None:
        """`side` is the reader's now."""
        for seat in self._seats:
            seat.child.kind = "second" if seat.side == side else "quiet"
        self._centre.turn_to(side)
        self.redraw()

    def draw(self, group: Any) -> None:
        """A veil; a button at each side, and those in the middle."""
        drawing.slab(group, self.pos, self.size, self.px(10), theme.GROUND_DEEP, 0.62)
        edge = self.px(EDGE_PX)
        width, height = (2 * round(self.px(side) / 2) for side in SIT_PX)
        places = (
            (self.center_x - width / 2, self.y + edge, width, height),
            (self.right - edge - height, self.center_y - width / 2, height, width),
            (self.center_x - width / 2, self.top - edge - height, width, height),
            (self.x + edge, self.center_y - width / 2, height, width),
        )
        for seat, (x, y, across, up) in zip(self._seats, places, strict=True):
            seat.pos, seat.size = (round(x), round(y)), (across, up)
        across, up = (2 * round(self.px(side) / 2) for side in TURN_PX)
        self._middle.spacing = self.px(theme.GAP_PX)
        if self._centre.side % 2:
            across, up = up, across
        self._centre.size = (across, up)
        self._centre.pos = (round(self.center_x - across / 2), round(self.center_y - up / 2))

    def on_touch_down(self, touch: Any) -> bool:
        """Beside the buttons it goes away again; nothing below is meant."""
        if not self.collide_point(*touch.pos):
            return False
        if not self.deaf and not super().on_touch_down(touch):
            touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """As above."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._close()
        return True
