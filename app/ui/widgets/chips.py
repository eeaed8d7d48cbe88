"""`PlayerMeeple`: a meeple and what it is to one player. `TileChip`: a building tile as it lies.

Both are tapped. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, icons, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words
from app.ui.widgets.meeple_chip import MeepleChip

WORDS_PX = 20


class PlayerMeeple(MeepleChip):
    """A meeple to give up (crossed out) or to begin with (lit, with a tick)."""

    mark = OptionProperty("plays", options=["plays", "out", "hero"])

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("mark", self.redraw)

    def draw(self, group: Any) -> None:
        """The chip, and its mark over the figure."""
        super().draw(group)
        radius = self.px(14)
        x, y = self.right - radius - self.px(5), self.top - radius - self.px(5)
        if self.mark == "out":
            drawing.slab(group, self.pos, self.size, self.px(10), theme.GROUND, 0.6)
            drawing.disc(group, x, y, radius, theme.ALARM)
            icons.draw(group, "cross", x, y, radius * 1.2, theme.TEXT)
        elif self.mark == "hero":
            drawing.disc(group, x, y, radius, theme.ACCENT)
            icons.draw(group, "tick", x, y, radius * 1.2, theme.INK)


class TileChip(ButtonBehavior, Drawn):
    """A building tile with its buildings; a `blank` one shows the cross that takes tiles off."""

    sides = ListProperty([])
    text = StringProperty("")
    blank = BooleanProperty(False)
    chosen = BooleanProperty(False)
    redraw_on = ("sides", "text", "blank", "chosen", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(base_px=theme.LEAST_PX, halign="center")
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def draw(self, group: Any) -> None:
        """Panel, picture, and the word below it."""
        lit = self.chosen or self.state == "down"
        radius, pad = self.px(10), self.px(6)
        drawing.slab(group, self.pos, self.size, radius, theme.ACCENT_DEEP if lit else theme.PANEL)
        edge = theme.ACCENT if self.chosen else theme.LINE
        drawing.frame(group, self.pos, self.size, radius, self.px(2), edge)
        strip = self.px(WORDS_PX) if self.text else 0
        side = min(self.width, self.height - strip) - 2 * pad
        x, y = self.center_x, self.y + strip + (self.height - strip) / 2
        if self.blank:
            icons.draw(group, "cross", x, y, side * 0.8, theme.TEXT)
        else:
            self._draw_tile(group, x - side / 2, y - side / 2, side)
        self._words.text = self.text
        place(self._words, self.x + self.px(2), self.y + self.px(2), self.width - self.px(4), max(strip, 1))

    def _draw_tile(self, group: Any, x: float, y: float, side: float) -> None:
        drawing.slab(group, (x, y), (side, side), self.px(4), theme.CELL_LIGHT)
        drawing.frame(group, (x, y), (side, side), self.px(4), self.px(1.5), theme.GRATE)
        thick = max(3.0, side * 0.2)
        bars = {
            "north": ((x, y + side - thick), (side, thick)),
            "south": ((x, y), (side, thick)),
            "east": ((x + side - thick, y), (thick, side)),
            "west": ((x, y), (thick, side)),
        }
        for name in self.sides:
            drawing.slab(group, *bars[name], thick * 0.3, theme.BUILDING)
