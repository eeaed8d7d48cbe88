"""`NoteCard`: some words on a card, a hint or why a move was refused. `TeamStrip`: who stays put.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty

from app.ui import drawing, theme
from app.ui.panels.lesson_sheet import tell
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words, text_height
from app.ui.widgets.pointing import Pointing

LETTERS_PX = 18
PAD_PX = 10
STRIP_LETTERS_PX = 15


class NoteCard(Drawn):
    """Empty, it is not there."""

    text = StringProperty("")
    alarm = BooleanProperty(False)
    letters_px = LETTERS_PX
    redraw_on = ("text", "alarm")

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(base_px=self.letters_px)
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def height_for(self, width: float) -> float:
        """Window pixels in which the text keeps its size at that width; 0 without a text."""
        if not self.text:
            return 0.0
        pad = self.px(PAD_PX)
        return text_height(self.text, max(width - 2 * pad, 1), self.letters_px) + self.px(16)

    def draw(self, group: Any) -> None:
        """The card in its colours."""
        self._words.text = self.text
        if not self.text:
            return
        fill, edge = (theme.ALARM_DEEP, theme.ALARM) if self.alarm else (theme.PANEL, theme.ACCENT)
        self._words.ink = theme.ALARM_PALE if self.alarm else theme.TEXT
        drawing.slab(group, self.pos, self.size, self.px(10), fill)
        drawing.frame(group, self.pos, self.size, self.px(10), self.px(2), edge)
        pad = self.px(PAD_PX)
        height = self.height - self.px(6)
        place(self._words, self.x + pad, self.y + self.px(3), self.width - 2 * pad, height)


class StoryCard(NoteCard):
    """The same in larger letters."""

    letters_px = 22


class TeamStrip(Pointing, Drawn):
    """A few words and the figures of the super team; a tap tells of the one that is meant."""

    __events__ = ("on_meeple",)
    event = "on_meeple"
    text = StringProperty("")
    team = ListProperty([])
    redraw_on = ("text", "team")

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(base_px=STRIP_LETTERS_PX, ink=theme.QUIET)
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def pointed(self, touch: Any) -> int | None:
        """Which of the team, counted from 0; the words stand for the first."""
        side = min(self.height, self.px(30))
        if not self.team or not self.collide_point(*touch.pos):
            return None
        return max(0, int((touch.x - (self.right - side * len(self.team))) // max(side, 1)))

    def on_meeple(self, at: int) -> None:
        """Tell of it."""
        tell(self, list(self.team), at)

    def draw(self, group: Any) -> None:
        """Figures at the right end, the words before them."""
        side = min(self.height, self.px(30))
        self._words.text = self.text
        left = self.right - side * len(self.team)
        for number, colour in enumerate(self.team):
            drawing.meeple(group, colour, left + side * (number + 0.5), self.center_y, side)
        place(self._words, self.x, self.y, left - self.px(6) - self.x, self.height)
