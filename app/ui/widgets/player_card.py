"""`PlayerCard`: a player's colour, name, super team and one status word; lit when it is their turn.

The super team is shown as small figures with their emblems, empty slots as rings. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words

LOW_PX = 64
"""A card lower than this saves on its edges."""
LEAST_LINE_PX = 17
"""Height of a line in the smallest readable size."""
SLOT_PX = 14
"""Least width of a slot in one row: figures of 16 pixels, arm to arm, still show colour and shape."""


class PlayerCard(ButtonBehavior, Drawn):
    """One player; `team` is a list of meeple colours, `shout` puts the status in the accent colour."""

    name = StringProperty("")
    colour = StringProperty(theme.PLAYERS[0])
    team = ListProperty([])
    slots = NumericProperty(6)
    status = StringProperty("")
    active = BooleanProperty(False)
    shout = BooleanProperty(False)
    redraw_on = ("name", "colour", "team", "slots", "status", "active", "shout")

    def __init__(self, **kwargs: Any) -> None:
        self._name = Words(bold=True, halign="center", base_px=17, one_line=True)
        self._status = Words(halign="center", base_px=15, one_line=True)
        super().__init__(**kwargs)
        self.add_widget(self._name)
        self.add_widget(self._status)

    def draw(self, group: Any) -> None:
        """Panel, colour bar, name, team, status."""
        low = self.height < self.px(LOW_PX)
        radius, bar, edge_pad = self.px(8), self.px(4 if low else 6), self.px(2 if low else 3)
        drawing.slab(group, self.pos, self.size, radius, theme.ACCENT_DEEP if self.active else theme.PANEL)
        edge = theme.ACCENT if self.active else theme.LINE
        drawing.frame(group, self.pos, self.size, radius, self.px(3 if self.active else 1.5), edge)
        drawing.slab(group, (self.x, self.top - bar), (self.width, bar), bar / 2, self.colour)
        pad = self.px(2)
        inner_height = self.height - bar - 2 * edge_pad
        line = min(self.px(22), max(self.px(LEAST_LINE_PX), inner_height * 0.27))
        self._name.text, self._status.text = self.name, self.status
        self._status.bold = bool(self.shout or self.active)
        self._status.ink = theme.ACCENT if self.shout or self.active else theme.QUIET
        top = self.top - bar - edge_pad
        place(self._name, self.x + pad, top - line, self.width - 2 * pad, line)
        bottom = self.y + edge_pad
        place(self._status, self.x + pad, bottom, self.width - 2 * pad, line)
        self._draw_team(group, bottom + line, top - line)

    def _draw_team(self, group: Any, bottom: float, top: float) -> None:
        slots = max(int(self.slots), len(self.team))
        room = self.width - self.px(8)
        rows = 1 if room >= slots * self.px(SLOT_PX) or top - bottom < 2 * self.px(15) else 2
        columns = -(-slots // rows)
        pitch = min(room / columns, self.px(26), (top - bottom) / rows)
        for slot in range(slots):
            row, column = divmod(slot, columns)
            x = self.center_x + (column - (columns - 1) / 2) * pitch
            y = (bottom + top) / 2 + ((rows - 1) / 2 - row) * pitch
            if slot < len(self.team):
                drawing.meeple(group, self.team[slot], x, y, pitch)
            else:
                drawing.ring(group, x, y, pitch * 0.3, self.px(1.5), theme.FAINT)
