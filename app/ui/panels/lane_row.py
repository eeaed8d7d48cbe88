"""`LaneRow`: a player who pressed and owes a number: name, seconds left, minus, number, plus, Take.

One line when there is room for it, else the name above the buttons. Minus and plus repeat while held. Take is
outlined until the number has been touched: nobody claims in a hurry what is only proposed. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import drawing, theme
from app.ui.panels.box import Box
from app.ui.presenters.views import LaneView
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton, RepeatButton
from app.ui.widgets.label import Words
from app.ui.words import word

FLAT_PX = 64
"""Up to this height everything stands in one line."""

NAME_PX = 84
TAKE_PX = 64
LETTERS_PX = 16
"""All names are set in this one size; a name too long for it ends in an ellipsis."""


class LaneRow(Drawn):
    """One lane; whoever owns it binds the buttons."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._colour = theme.ACCENT
        self._name = Words(bold=True, base_px=LETTERS_PX, least_px=LETTERS_PX, one_line=True)
        self._left = Words(base_px=15, ink=theme.QUIET)
        self._number = Words(shout=True, halign="center", base_px=40, ink=theme.ACCENT)
        self.less = RepeatButton(icon="minus")
        self.more = RepeatButton(icon="plus")
        self.take = MarshalButton(text=word("match.take_it"), kind="second", base_px=17)
        for child in (self._name, self._left, self._number, self.less, self.more, self.take):
            self.add_widget(child)

    def show(self, lane: LaneView) -> None:
        """Show this lane."""
        self._name.text, self._left.text = lane.name, word("match.seconds", n=lane.left_s)
        self._number.text = "-" if lane.number is None else str(lane.number)
        self.take.disabled = lane.number is None
        self.take.kind = "main" if lane.touched else "second"
        if lane.colour != self._colour:
            self._colour = lane.colour
            self.redraw()

    def draw(self, group: Any) -> None:
        """The panel with the player's colour at its edge, and the parts on it."""
        radius = self.px(8)
        drawing.slab(group, self.pos, self.size, radius, theme.PANEL)
        bar = (self.px(6), self.height)
        drawing.slab(group, self.pos, bar, self.px(3), self._colour)
        box = Box(self.x + self.px(10), self.y, self.width - self.px(10), self.height)
        gap, side = self.px(6), self.px(theme.TOUCH_PX)
        if self.height > self.px(FLAT_PX):
            names = box.top(self.height - side - gap)
            names.right(self.px(44)).hold(self._left)
            names.hold(self._name)
            box = Box(box.x, self.y, box.width, side)
        else:
            names = box.left(self.px(NAME_PX), gap)
            names.top(names.height / 2).hold(self._name)
            names.hold(self._left)
        box.right(self.px(TAKE_PX), gap).hold(self.take)
        box.left(side, 0).hold(self.less)
        box.right(side, 0).hold(self.more)
        box.hold(self._number)
