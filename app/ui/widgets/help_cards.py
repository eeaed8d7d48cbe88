"""What stands on the pages of the help: cards of the contents, sentences, meeples, pictures with captions.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, help_art, theme
from app.ui.panels.box import Box
from app.ui.presenters.help import HelpEntry
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words


class TopicCard(ButtonBehavior, Drawn):
    """The way to one page: its little picture and its title."""

    key = StringProperty("round")
    title = StringProperty("")
    redraw_on = ("key", "title", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._title = Words(bold=True, base_px=17)
        super().__init__(**kwargs)
        self.add_widget(self._title)

    def draw(self, group: Any) -> None:
        """Panel, picture, title."""
        lit = self.state == "down"
        drawing.slab(group, self.pos, self.size, self.px(12), theme.PANEL_RAISED if lit else theme.PANEL)
        edge = theme.ACCENT if lit else theme.LINE
        drawing.frame(group, self.pos, self.size, self.px(12), self.px(1.5), edge)
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(5))
        help_art.draw(group, self.key, box.left(min(box.height * 1.2, box.width * 0.36), self.px(8)))
        self._title.text = self.title
        box.hold(self._title)


TIGHT_PX = 64
"""A lower row has no room to spare: a box of ten meeples on a small screen."""


class HelpRow(ButtonBehavior, Drawn):
    """One entry: the sign in front, the name above the text where there is one; a tap is for its meeple."""

    def __init__(self, entry: HelpEntry, **kwargs: Any) -> None:
        self._entry = entry
        self._name = Words(text=entry.name, bold=True, base_px=18, valign="bottom")
        self._text = Words(text=entry.text, base_px=theme.SENTENCE_PX, ink=theme.TEXT)
        kwargs.setdefault("disabled", entry.sign not in theme.MEEPLES)
        super().__init__(**kwargs)
        self.fbind("state", self.redraw)
        if entry.name:
            self._text.base_px, self._text.ink, self._text.valign = 16, theme.QUIET, "top"
            self.add_widget(self._name)
        self.add_widget(self._text)

    @property
    def colour(self) -> str:
        """The meeple in front of it; none: an empty text."""
        return self._entry.sign if self._entry.sign in theme.MEEPLES else ""

    @property
    def text(self) -> str:
        """What it is called: the name, else the text."""
        return self._entry.name or self._entry.text

    def draw(self, group: Any) -> None:
        """Sign, name, text."""
        box = Box(self.x, self.y, self.width, self.height)
        sign = self._entry.sign
        if self.colour and self._entry.name:
            lit = self.state == "down"
            drawing.slab(group, self.pos, self.size, self.px(12), theme.PANEL_RAISED if lit else theme.PANEL)
            edge = theme.ACCENT if lit else theme.LINE
            drawing.frame(group, self.pos, self.size, self.px(12), self.px(1.5), edge)
            box = box.inner(self.px(4 if self.height > self.px(TIGHT_PX) else 2))
        if sign:
            side = min(self.px(56), box.height)
            at = box.left(side, self.px(10))
            middle = (at.x + side / 2, at.y + at.height / 2)
            if self.colour:
                drawing.meeple(group, sign, *middle, side)
            else:
                drawing.disc(group, *middle, self.px(18), theme.ACCENT)
                drawing.text(group, sign, *middle, self.px(20), theme.INK, theme.READING, bold=True)
        else:
            at = box.left(self.px(14), self.px(8))
            drawing.disc(group, at.x + at.width / 2, at.y + at.height / 2, self.px(4), theme.ACCENT)
        if self._entry.name:
            box.top(min(self.px(26), box.height * 0.34)).hold(self._name)
        box.hold(self._text)


class PictureRow(Drawn):
    """One picture of several: the picture with its number, and what happens in it."""

    def __init__(self, key: str, entry: HelpEntry, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._key, self._sign = key, entry.sign
        self._text = Words(text=entry.text, base_px=17)
        self.add_widget(self._text)

    def draw(self, group: Any) -> None:
        """The text below the picture, or beside it in a low row."""
        box, gap = Box(self.x, self.y, self.width, self.height), self.px(theme.GAP_PX)
        if self.height > self.width:
            picture = box.top(min(box.width, box.height * 0.5), gap)
            self._text.valign, self._text.halign = "top", "center"
        else:
            picture = box.left(min(box.height * 1.2, box.width * 0.36), gap * 1.5)
            self._text.valign, self._text.halign = "middle", "left"
        help_art.draw(group, self._key, picture)
        radius = self.px(13)
        x, y = picture.x + radius * 0.9, picture.y + picture.height - radius * 0.9
        drawing.disc(group, x, y, radius, theme.ACCENT)
        drawing.text(group, self._sign, x, y, self.px(17), theme.INK, theme.READING, bold=True)
        box.hold(self._text)
