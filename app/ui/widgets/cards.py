"""The cards to choose from: a game on the shelf, a match to go on with, a city to play in. All are buttons.

A game that is still to come keeps its drawing under a veil and says so. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, icons, shelf_art, theme
from app.ui.panels.box import Box
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words, text_height, text_width
from app.ui.widgets.small_map import SmallMap


class ShelfCard(ButtonBehavior, Drawn):
    """One game; `playable` says whether a tap plays it, `call` is what the card says to do."""

    game = StringProperty("mutant-meeples")
    title = StringProperty("")
    line = StringProperty("")
    call = StringProperty("")
    playable = BooleanProperty(False)
    redraw_on = ("game", "title", "line", "call", "playable", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._title = Words(bold=True, base_px=theme.LABEL_PX)
        self._line = Words(base_px=15, ink=theme.QUIET)
        self._call = Words(bold=True, halign="center", base_px=theme.LEAST_PX)
        super().__init__(**kwargs)
        for child in (self._title, self._line, self._call):
            self.add_widget(child)

    def draw(self, group: Any) -> None:
        """Panel, drawing, title, line and the call."""
        radius = self.px(14)
        edge = theme.ACCENT if self.playable else theme.LINE
        lit = self.state == "down"
        drawing.slab(group, self.pos, self.size, radius, theme.PANEL_RAISED if lit else theme.PANEL)
        drawing.frame(group, self.pos, self.size, radius, self.px(2.5 if self.playable else 1.5), edge)
        self._title.text, self._line.text, self._call.text = self.title, self.line, self.call
        if self.playable:
            self._draw_featured(group)
        else:
            self._draw_coming(group)

    def _draw_featured(self, group: Any) -> None:
        pad, button = self.px(10), self.px(52)
        text_height = self.px(92)
        self._title.shout, self._title.base_px = True, 28
        art = self.height - 2 * pad - text_height
        frame = shelf_art.Frame(
            self.x + pad, self.y + pad + text_height, self.width - 2 * pad, art, self.px(9)
        )
        shelf_art.draw(group, self.game, frame)
        width = self.width - 2 * pad
        place(self._title, self.x + pad, self.y + pad + self.px(58), width, self.px(34))
        call = (self.right - pad - self.px(92), self.y + pad, self.px(92), button)
        drawing.slab(group, call[:2], call[2:], self.px(14), theme.ACCENT)
        icons.draw(group, "play", call[0] + self.px(20), call[1] + button / 2, self.px(18), theme.INK)
        self._call.ink, self._call.base_px = theme.INK, theme.SENTENCE_PX
        place(self._call, call[0] + self.px(32), call[1], self.px(54), button)
        place(self._line, self.x + pad, self.y + pad, call[0] - self.x - 2 * pad, self.px(56))

    def _draw_coming(self, group: Any) -> None:
        pad, strip = self.px(8), self.px(40)
        frame = shelf_art.Frame(
            self.x + pad,
            self.y + strip + pad / 2,
            self.width - 2 * pad,
            self.height - strip - pad * 1.5,
            self.px(9),
        )
        shelf_art.draw(group, self.game, frame)
        drawing.slab(group, (frame.x, frame.y), (frame.width, frame.height), frame.radius, theme.GROUND, 0.3)
        tag = (self.px(64), self.px(20))
        corner = (frame.x + frame.width - tag[0] - self.px(4), frame.y + frame.height - tag[1] - self.px(4))
        drawing.slab(group, corner, tag, self.px(10), theme.GROUND_DEEP, 0.85)
        self._call.ink = theme.TEXT
        place(self._call, *corner, *tag)
        place(self._title, self.x + pad, self.y + self.px(2), self.width - 2 * pad, strip)
        self._title.halign, self._title.ink = "center", theme.QUIET
        self._line.text = ""


class ResumeCard(ButtonBehavior, Drawn):
    """The match that was interrupted, in one sentence; a tap goes on with it."""

    title = StringProperty("")
    sentence = StringProperty("")
    redraw_on = ("title", "sentence", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._title = Words(shout=True, base_px=28, ink=theme.INK)
        self._sentence = Words(base_px=theme.LABEL_PX, ink=theme.INK)
        super().__init__(**kwargs)
        self.add_widget(self._title)
        self.add_widget(self._sentence)

    def draw(self, group: Any) -> None:
        """The one filled accent panel, with an arrow."""
        fill = theme.ACCENT_PRESSED if self.state == "down" else theme.ACCENT
        drawing.slab(group, self.pos, self.size, self.px(14), fill)
        side = min(self.height * 0.5, self.px(30))
        icons.draw(group, "play", self.x + self.px(18) + side / 2, self.center_y, side, theme.INK)
        icons.draw(group, "east", self.right - self.px(18) - side / 2, self.center_y, side, theme.INK)
        left = self.x + side + self.px(34)
        width = self.right - side - self.px(34) - left
        self._title.text, self._sentence.text = self.title, self.sentence
        half = self.height / 2
        place(self._title, left, self.y + half, width, half - self.px(4))
        place(self._sentence, left, self.y + self.px(4), width, half - self.px(4))


CITY_STRIP_PX, CITY_STRIP_TWO_PX = 26, 42
"""Height of a city's name under its map, on one line and on two."""


class CityCard(ButtonBehavior, Drawn):
    """A city to choose, by its `key`, with its map (a `Board`) drawn small; `chosen` lights it.

    A long name stands on two lines; what fits on neither ends in an ellipsis.
    """

    key = StringProperty("")
    board = ObjectProperty(None)
    title = StringProperty("")
    chosen = BooleanProperty(False)
    redraw_on = ("board", "title", "chosen", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._title = Words(bold=True, halign="center", base_px=theme.LABEL_PX)
        self._map = SmallMap()
        super().__init__(**kwargs)
        self.add_widget(self._title)

    def draw(self, group: Any) -> None:
        """Panel, map, name; a tick on the chosen one."""
        radius, pad, strip = self.px(12), self.px(6), self._strip()
        drawing.slab(group, self.pos, self.size, radius, theme.ACCENT_DEEP if self.chosen else theme.PANEL)
        edge = theme.ACCENT if self.chosen or self.state == "down" else theme.LINE
        drawing.frame(group, self.pos, self.size, radius, self.px(3 if self.chosen else 1.5), edge)
        box = Box(self.x + pad, self.y + strip, self.width - 2 * pad, self.height - strip - pad)
        self._map.draw(group, self.board, box, 1.0 if self.chosen else 0.75)
        if self.chosen:
            x, y, size = self.right - self.px(18), self.top - self.px(18), self.px(12)
            drawing.disc(group, x, y, size, theme.ACCENT)
            icons.draw(group, "tick", x, y, size * 1.1, theme.INK)
        self._title.text = self.title
        place(self._title, self.x + pad, self.y + self.px(3), self.width - 2 * pad, strip - self.px(3))

    def _strip(self) -> float:
        """Height of the name, in window pixels."""
        width, two = self.width - 2 * self.px(6), self.px(CITY_STRIP_TWO_PX)
        whole, *parts = (text_width(t, theme.LEAST_PX, bold=True) for t in (self.title, *self.title.split()))
        height = text_height(self.title, max(width, 1), theme.LEAST_PX, bold=True)
        in_two = whole > width >= max(parts, default=0.0) and height <= two - self.px(3)
        self._title.one_line = not in_two
        return two if in_two else self.px(CITY_STRIP_PX)
