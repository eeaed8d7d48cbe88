"""`SeatRow`: one player at set-up in few words, and a cross to leave the table.

The name button shows colour, initial, name, a line about the player, and the meeples that are special:
crossed out when given up, ringed when on the team from the start. Both are buttons for the screen to bind.
Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, icons, theme
from app.ui.presenters.setup import SeatView
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words

BADGE_PX = 40
FIGURE_PX = 30
NAME_PX = 110
"""Room the texts need; a narrow row goes without figures."""


class NameButton(ButtonBehavior, Drawn):
    """A player's sign and name, with a line below the name where there is one."""

    name = StringProperty("")
    initial = StringProperty("")
    colour = StringProperty(theme.PLAYERS[0])
    line = StringProperty("")
    out = ListProperty([])
    hero = StringProperty("")
    redraw_on = ("name", "initial", "colour", "line", "out", "hero", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._initial = Words(shout=True, halign="center", base_px=24, ink=theme.INK)
        self._name = Words(bold=True, base_px=theme.SENTENCE_PX, one_line=True)
        self._line = Words(base_px=15, ink=theme.QUIET)
        super().__init__(**kwargs)
        for child in (self._initial, self._name, self._line):
            self.add_widget(child)

    def draw(self, group: Any) -> None:
        """Panel, coloured badge with the initial, texts, figures."""
        radius, pad = self.px(12), self.px(6)
        drawing.slab(
            group, self.pos, self.size, radius, theme.PANEL_RAISED if self.state == "down" else theme.PANEL
        )
        drawing.frame(group, self.pos, self.size, radius, self.px(2), theme.LINE)
        badge = min(self.height - 2 * pad, self.px(BADGE_PX))
        low = self.center_y - badge / 2
        drawing.slab(group, (self.x + pad, low), (badge, badge), self.px(8), self.colour)
        self._initial.text, self._name.text, self._line.text = self.initial, self.name, self.line
        place(self._initial, self.x + pad, low, badge, badge)
        left = self.x + badge + 2 * pad + self.px(2)
        end = self.right - pad
        figures = len(self.out) + bool(self.hero)
        if end - left - figures * self.px(FIGURE_PX + theme.GAP_PX) >= self.px(NAME_PX):
            end = self._draw_figures(group, end)
        width = end - left
        strip = max(self.height * 0.44, self.height - self.px(32)) if self.line else 0.0
        place(self._name, left, self.y + strip, width, self.height - strip - (self.px(2) if strip else 0))
        place(self._line, left, self.y + self.px(3), width, max(strip - self.px(3), 1))

    def _draw_figures(self, group: Any, right: float) -> float:
        """Draw the special meeples from the right; returns where the texts must end."""
        side = min(self.px(FIGURE_PX), self.height)
        for colour in [*([self.hero] if self.hero else []), *self.out]:
            x = right - side / 2
            drawing.meeple(group, colour, x, self.center_y, side)
            if colour == self.hero:
                drawing.ring(group, x, self.center_y, side / 2 + self.px(2), self.px(2), theme.ACCENT)
            else:
                icons.draw(group, "cross", x, self.center_y, side * 0.9, theme.ALARM)
            right -= side + self.px(theme.GAP_PX)
        return right


class SeatRow(Drawn):
    """One player's row; `show` puts a `SeatView` into it."""

    def __init__(self, **kwargs: Any) -> None:
        self.name_button = NameButton()
        self.remove_button = MarshalButton(icon="cross")
        super().__init__(**kwargs)
        self.add_widget(self.name_button)
        self.add_widget(self.remove_button)

    def show(self, seat: SeatView) -> None:
        """Show this player."""
        button = self.name_button
        button.name, button.initial, button.colour = seat.name, seat.initial, seat.colour
        button.line, button.out, button.hero = seat.line, list(seat.out), seat.hero or ""
        self.remove_button.disabled = not seat.removable

    def draw(self, group: Any) -> None:
        """The name takes what the cross leaves."""
        del group
        side, gap = self.px(theme.TOUCH_PX), self.px(theme.GAP_PX)
        place(self.remove_button, self.right - side, self.y, side, self.height)
        place(self.name_button, self.x, self.y, self.width - side - gap, self.height)
