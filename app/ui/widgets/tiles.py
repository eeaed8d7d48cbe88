"""Paper tiles: a Movement tile with its number and holder, and a Location tile with its letter.

A Movement tile is a button while it is free or offered. Its state is never told by colour alone: a held tile
shows its holder's initial, one out of reach loses its paper. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words

STATES = ("free", "held", "below", "offered", "late")
"""free to claim, held by a player, below the own sum, offered (accent), too late to claim."""


INITIAL_PX = 20
"""Height of the line with the holder's sign."""


class MovementTile(ButtonBehavior, Drawn):
    """One of the numbered tiles; bind `on_release`."""

    number = NumericProperty(1)
    tile = OptionProperty("free", options=STATES)
    holder_initial = StringProperty("")
    holder_colour = StringProperty(theme.ACCENT)
    redraw_on = ("number", "tile", "holder_initial", "holder_colour", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._number = Words(shout=True, halign="center", base_px=28)
        self._initial = Words(bold=True, halign="center", base_px=theme.LEAST_PX)
        super().__init__(**kwargs)
        self.add_widget(self._number)
        self.add_widget(self._initial)

    def draw(self, group: Any) -> None:
        """Paper, number, and the holder's initial below it."""
        out_of_reach = self.tile in ("below", "late")
        paper = theme.PAPER
        if out_of_reach:
            paper = theme.PANEL
        elif self.tile == "held":
            paper = self.holder_colour
        elif self.state == "down":
            paper = theme.PAPER_EDGE
        ink = theme.FAINT if out_of_reach else theme.ink_on(paper)
        radius = self.px(6)
        if not out_of_reach:
            shadow = (self.x, self.y - self.px(2))
            drawing.slab(group, shadow, self.size, radius, theme.SHADOW, 0.55)
        drawing.slab(group, self.pos, self.size, radius, paper)
        if self.tile == "offered":
            grow = self.px(3)
            pos = (self.x - grow, self.y - grow)
            size = (self.width + 2 * grow, self.height + 2 * grow)
            drawing.frame(group, pos, size, radius + grow, grow, theme.ACCENT)
        held = self.tile == "held" and bool(self.holder_initial)
        strip = max(self.height * 0.32, self.px(INITIAL_PX)) if held else 0
        self._number.text, self._number.ink = str(self.number), ink
        place(self._number, self.x, self.y + strip, self.width, self.height - strip)
        self._initial.text = self.holder_initial if held else ""
        self._initial.ink = self.holder_colour
        if held:
            self._draw_pill(group, strip)

    def _draw_pill(self, group: Any, strip: float) -> None:
        """The holder's sign on a dark pill: a name tag, not a second number."""
        margin, edge = self.px(4), self.px(3)
        pos, size = (self.x + margin, self.y + edge), (self.width - 2 * margin, strip - edge)
        drawing.slab(group, pos, size, size[1] / 2, theme.INK)
        place(self._initial, *pos, *size)


class LocationTile(Drawn):
    """The letter of an Avenue or a Street on paper, with the word below it. Empty: face down."""

    letter = StringProperty("")
    caption = StringProperty("")
    redraw_on = ("letter", "caption")

    def __init__(self, **kwargs: Any) -> None:
        self._letter = Words(shout=True, halign="center", base_px=40, ink=theme.INK)
        self._caption = Words(base_px=theme.LEAST_PX, ink=theme.QUIET, halign="center")
        super().__init__(**kwargs)
        self.add_widget(self._letter)
        self.add_widget(self._caption)

    def draw(self, group: Any) -> None:
        """Paper with the letter; the caption under it."""
        strip = self.px(20) if self.caption else 0
        pos, size = (self.x, self.y + strip), (self.width, self.height - strip)
        radius = self.px(7)
        drawing.slab(group, (pos[0], pos[1] - self.px(2)), size, radius, theme.SHADOW, 0.55)
        if self.letter:
            drawing.slab(group, pos, size, radius, theme.PAPER)
        else:
            drawing.slab(group, pos, size, radius, theme.PANEL)
            drawing.frame(group, pos, size, radius, self.px(2), theme.LINE)
        self._letter.text, self._caption.text = self.letter, self.caption
        place(self._letter, *pos, *size)
        place(self._caption, self.x, self.y, self.width, max(strip, 1))
