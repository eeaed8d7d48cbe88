"""`MeepleChip`: a meeple's figure with its short name, to be chosen. `CountStepper`: how many moves, 1 to 10.

Together they make one row of a plan. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words

NAME_BESIDE_PX = 70
"""Room beside the figure that the longest short name needs; with less, the name goes below."""


class MeepleChip(ButtonBehavior, Drawn):
    """A figure and its name; `chosen` lights it. Disabled: it may not move."""

    colour = StringProperty("green")
    name = StringProperty("")
    chosen = BooleanProperty(False)
    redraw_on = ("colour", "name", "chosen", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._name = Words(bold=True, base_px=theme.LABEL_PX)
        super().__init__(**kwargs)
        self.add_widget(self._name)

    def draw(self, group: Any) -> None:
        """Panel, figure, and the name beside it (or below it in a tall chip)."""
        radius = self.px(10)
        lit = self.chosen or self.state == "down"
        drawing.slab(group, self.pos, self.size, radius, theme.ACCENT_DEEP if lit else theme.PANEL)
        drawing.frame(
            group, self.pos, self.size, radius, self.px(2), theme.ACCENT if self.chosen else theme.LINE
        )
        self.opacity = 0.4 if self.disabled else 1.0
        self._name.text = self.name
        low = self.height < self.px(60)
        pad = self.px(2 if low else 4)
        if not self.name:
            x, y = self.center
            drawing.meeple(group, self.colour, x, y, min(self.width, self.height) - 2 * pad)
        elif self.width - self.height < self.px(NAME_BESIDE_PX):
            strip = self.px(17 if low else 20)
            side = min(self.width - 2 * pad, self.height - strip - 2 * pad)
            drawing.meeple(group, self.colour, self.center_x, self.y + strip + pad + side / 2, side)
            self._name.halign = "center"
            place(self._name, self.x + pad, self.y + pad / 2, self.width - 2 * pad, strip)
        else:
            side = self.height - 2 * pad
            drawing.meeple(group, self.colour, self.x + pad + side / 2, self.center_y, side)
            self._name.halign = "left"
            left = self.x + side + 2 * pad
            place(self._name, left, self.y, self.right - pad - left, self.height)


class CountStepper(Drawn):
    """Minus, a number, plus; a finger keeps `value` within `low` and `high`.

    `on_change(value)`: a finger has changed it. `on_end`: it goes no further that way.
    """

    __events__ = ("on_change", "on_end")
    value = NumericProperty(1)
    low = NumericProperty(1)
    high = NumericProperty(10)
    step = NumericProperty(1)
    caption = StringProperty("")
    redraw_on = ("value", "low", "high", "caption")

    def __init__(self, **kwargs: Any) -> None:
        self._number = Words(shout=True, halign="center", base_px=28)
        self._caption = Words(halign="center", base_px=theme.LEAST_PX, ink=theme.QUIET)
        self.less = MarshalButton(icon="minus")
        self.more = MarshalButton(icon="plus")
        super().__init__(**kwargs)
        for child in (self._number, self._caption, self.less, self.more):
            self.add_widget(child)
        self.less.bind(on_release=lambda *_: self._change(-1))
        self.more.bind(on_release=lambda *_: self._change(1))

    def _change(self, way: int) -> None:
        value = min(max(self.value + way * self.step, self.low), self.high)
        if value == self.value:
            self.dispatch("on_end")
            return
        self.value = value
        self.dispatch("on_change", int(value))

    def on_change(self, value: int) -> None:
        """Bind this."""

    def on_end(self) -> None:
        """Bind this to say why."""

    def draw(self, group: Any) -> None:
        """Place the two buttons and the number between them."""
        del group
        side = min(self.height, self.px(64))
        button = max(side, self.px(theme.TOUCH_PX))
        place(self.less, self.x, self.center_y - side / 2, button, side)
        place(self.more, self.right - button, self.center_y - side / 2, button, side)
        self.less.dimmed = self.value <= self.low
        self.more.dimmed = self.value >= self.high
        self._number.text, self._caption.text = str(int(self.value)), self.caption
        strip = self.px(18) if self.caption else 0
        width = self.width - 2 * button
        place(self._number, self.x + button, self.y + strip, width, self.height - strip)
        place(self._caption, self.x + button, self.y, width, max(strip, 1))
