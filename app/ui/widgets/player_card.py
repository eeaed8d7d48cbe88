"""`PlayerCard`: a player's colour, name, super team and one status word; lit when it is their turn.

The super team is shown as small figures with their emblems, empty slots as rings; meeples that the player
lacks are struck out beside the team or the status; a seat that the machine plays has a robot's head before
its name. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import math
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
ROBOT_PX = 16
MISSING_SHARE = 0.34
"""How much of the status line figures that are crossed out may take."""


def draw_robot(group: Any, x: float, y: float, side: float) -> None:
    """A robot's head, its middle at (x, y): a box with two eyes, a mouth and an aerial."""
    half = side / 2
    drawing.slab(group, (x - side * 0.06, y + half * 0.5), (side * 0.12, half * 0.5), 1, theme.QUIET)
    drawing.slab(group, (x - half, y - half), (side, side * 0.8), side * 0.2, theme.QUIET)
    for eye in (-0.45, 0.45):
        drawing.disc(group, x + eye * half, y, side * 0.12, theme.GROUND)
    drawing.slab(group, (x - half * 0.5, y - half * 0.7), (half, side * 0.1), 1, theme.GROUND)


class PlayerCard(ButtonBehavior, Drawn):
    """One player; `team` is a list of meeple colours, `shout` puts the status in the accent colour."""

    name = StringProperty("")
    colour = StringProperty(theme.PLAYERS[0])
    team = ListProperty([])
    slots = NumericProperty(6)
    status = StringProperty("")
    active = BooleanProperty(False)
    shout = BooleanProperty(False)
    bot = BooleanProperty(False)
    missing = ListProperty([])
    redraw_on = ("name", "colour", "team", "slots", "status", "active", "shout", "bot", "missing")

    def __init__(self, **kwargs: Any) -> None:
        self._name = Words(bold=True, halign="center", base_px=17, one_line=True)
        self._status = Words(halign="center", base_px=15, one_line=True)
        self._places: list[tuple[float, float]] = []
        super().__init__(**kwargs)
        self.add_widget(self._name)
        self.add_widget(self._status)

    def nearest_hero(self, x: float, y: float) -> int:
        """Which of the team a finger at (x, y) means, counted from 0; 0 without a team."""
        places = self._places[: len(self.team)]
        return min(range(len(places)), key=lambda at: math.dist(places[at], (x, y)), default=0)

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
        sign = self.px(ROBOT_PX) if self.bot else 0
        if self.bot:
            draw_robot(group, self.x + pad + sign / 2, top - line / 2, sign * 0.8)
        place(self._name, self.x + pad + sign, top - line, self.width - 2 * pad - sign, line)
        bottom = self.y + edge_pad
        beside = self._draw_team(group, bottom + line, top - line)
        end = 0.0 if beside else self._draw_missing(group, bottom + line / 2, line)
        place(self._status, self.x + pad, bottom, self.width - 2 * pad - end, line)

    def _draw_missing(self, group: Any, y: float, side: float) -> float:
        """Side by side at the right end of the status line; the width they take."""
        count = len(self.missing)
        pitch = min(side, self.width * MISSING_SHARE / max(count, 1))
        for number, colour in enumerate(reversed(self.missing)):
            self._strike_out(group, colour, self.right - self.px(3) - pitch * (number + 0.5), y, side)
        return float(pitch * count)

    @staticmethod
    def _strike_out(group: Any, colour: str, x: float, y: float, side: float) -> None:
        """One stroke over it, edged, so that it is seen on a figure of any colour."""
        drawing.meeple(group, colour, x, y, side)
        reach = side * 0.4
        for share, ink in ((0.3, theme.GROUND), (0.14, theme.TEXT)):
            drawing.line(group, [(x - reach, y - reach), (x + reach, y + reach)], side * share, ink)

    def _draw_team(self, group: Any, bottom: float, top: float) -> bool:
        """The slots in one row or two; whether the meeples that are missing stand beside them."""
        slots = max(int(self.slots), len(self.team))
        self._places = []
        if not slots:
            return False
        room = self.width - self.px(8)
        rows = 1 if room >= slots * self.px(SLOT_PX) or top - bottom < 2 * self.px(15) else 2
        side = (top - bottom) / rows
        aside = -(-len(self.missing) // rows) * side if rows > 1 else 0.0
        columns = -(-slots // rows)
        pitch = min((room - aside) / columns, self.px(26), side)
        for slot in range(slots):
            row, column = divmod(slot, columns)
            x = self.center_x - aside / 2 + (column - (columns - 1) / 2) * pitch
            y = (bottom + top) / 2 + ((rows - 1) / 2 - row) * pitch
            self._places.append((x, y))
            if slot < len(self.team):
                drawing.meeple(group, self.team[slot], x, y, pitch)
            else:
                drawing.ring(group, x, y, pitch * 0.3, self.px(1.5), theme.FAINT)
        if aside:
            for number, colour in enumerate(self.missing):
                column, row = divmod(number, rows)
                x = self.right - self.px(3) - (column + 0.5) * side
                self._strike_out(group, colour, x, top - (row + 0.5) * side, side)
        return bool(aside)
