"""`SeatRow`: one player at set-up: name, handicap, way of claiming, and a cross to leave the table.

All four are buttons for the screen to bind. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, theme
from app.ui.presenters.setup import SeatView
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words

HANDICAP_PX, STYLE_PX = 92, 84


class NameButton(ButtonBehavior, Drawn):
    """A name with its colour and initial."""

    name = StringProperty("")
    initial = StringProperty("")
    colour = StringProperty(theme.PLAYERS[0])
    redraw_on = ("name", "initial", "colour", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._initial = Words(shout=True, halign="center", base_px=24, ink=theme.INK)
        self._name = Words(bold=True, base_px=theme.SENTENCE_PX, one_line=True)
        super().__init__(**kwargs)
        self.add_widget(self._initial)
        self.add_widget(self._name)

    def draw(self, group: Any) -> None:
        """Panel, coloured badge with the initial, name."""
        radius, pad = self.px(12), self.px(6)
        drawing.slab(
            group, self.pos, self.size, radius, theme.PANEL_RAISED if self.state == "down" else theme.PANEL
        )
        drawing.frame(group, self.pos, self.size, radius, self.px(2), theme.LINE)
        badge = self.height - 2 * pad
        drawing.slab(group, (self.x + pad, self.y + pad), (badge, badge), self.px(8), self.colour)
        self._initial.text, self._name.text = self.initial, self.name
        place(self._initial, self.x + pad, self.y + pad, badge, badge)
        left = self.x + badge + 2 * pad + self.px(2)
        place(self._name, left, self.y, self.right - pad - left, self.height)


class SeatRow(Drawn):
    """One player's row; `show` puts a `SeatView` into it."""

    def __init__(self, **kwargs: Any) -> None:
        self.name_button = NameButton()
        self.handicap_button = MarshalButton(base_px=theme.LABEL_PX)
        self.style_button = MarshalButton(base_px=theme.LABEL_PX)
        self.remove_button = MarshalButton(icon="cross")
        super().__init__(**kwargs)
        for child in (self.name_button, self.handicap_button, self.style_button, self.remove_button):
            self.add_widget(child)

    def show(self, seat: SeatView) -> None:
        """Show this player."""
        self.name_button.name, self.name_button.initial = seat.name, seat.initial
        self.name_button.colour = seat.colour
        self.handicap_button.text, self.style_button.text = seat.handicap, seat.style
        self.remove_button.disabled = not seat.removable

    def draw(self, group: Any) -> None:
        """Place the four buttons from the right."""
        del group
        gap, height = self.px(theme.GAP_PX), self.height
        right = self.right
        for child, base_px in (
            (self.remove_button, theme.TOUCH_PX),
            (self.style_button, STYLE_PX),
            (self.handicap_button, HANDICAP_PX),
        ):
            width = self.px(base_px)
            place(child, right - width, self.y, width, height)
            right -= width + gap
        place(self.name_button, self.x, self.y, right - self.x, height)
