"""What a demonstration comes to: the verdict banner, and the rows of steps below it.

`VerdictBanner` shouts a title with one sentence (kind "success" or "alarm"). `StepRow` is one move: figure,
number, what was done, and why it stopped there; `now` frames the one that is told. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words, text_height

KINDS = {
    "success": (theme.SUCCESS_DEEP, theme.SUCCESS, theme.SUCCESS_PALE),
    "alarm": (theme.ALARM_DEEP, theme.ALARM, theme.ALARM_PALE),
    "plain": (theme.PANEL, theme.LINE, theme.TEXT),
}

SENTENCE_SHARE = (0.42, 0.66)
"""Least and largest share of a banner's height for its sentence."""

FIGURE_PX, NUMBER_PX, PAD_PX = 36, 24, 4
LINE_PX = 17
"""Parts of a step row; height of one line of it."""


class VerdictBanner(Drawn):
    """A shout and a sentence."""

    title = StringProperty("")
    sentence = StringProperty("")
    kind = OptionProperty("success", options=list(KINDS))
    redraw_on = ("title", "sentence", "kind")

    def __init__(self, **kwargs: Any) -> None:
        self._title = Words(shout=True, halign="center", base_px=40)
        self._sentence = Words(bold=True, halign="center", base_px=20)
        super().__init__(**kwargs)
        self.add_widget(self._title)
        self.add_widget(self._sentence)

    def draw(self, group: Any) -> None:
        """Panel in the verdict's colour with both texts."""
        fill, edge, ink = KINDS[self.kind]
        radius = self.px(12)
        drawing.slab(group, self.pos, self.size, radius, fill)
        drawing.frame(group, self.pos, self.size, radius, self.px(3), edge)
        self._title.text, self._title.ink, self._sentence.text = self.title, ink, self.sentence
        pos, size = self.inset(8)
        split = self._split(size[0], size[1]) if self.sentence else 0
        place(self._title, pos[0], pos[1] + split, size[0], size[1] - split)
        place(self._sentence, pos[0], pos[1], size[0], max(split, 1))

    def _split(self, width: float, height: float) -> float:
        """Height of the sentence: what it needs, within what the shout can spare."""
        low, high = SENTENCE_SHARE
        needed = text_height(self.sentence, width, self._sentence.base_px, bold=True)
        return min(max(needed, low * height), high * height)


class StepRow(Drawn):
    """One move in a list; `bad` marks the move that was not legal."""

    number = NumericProperty(1)
    colour = StringProperty("green")
    did = StringProperty("")
    why = StringProperty("")
    bad = BooleanProperty(False)
    now = BooleanProperty(False)
    redraw_on = ("number", "colour", "did", "why", "bad", "now")

    def __init__(self, **kwargs: Any) -> None:
        self._number = Words(shout=True, halign="center", base_px=24, ink=theme.ACCENT)
        self._did = Words(bold=True, base_px=17)
        self._why = Words(base_px=15, ink=theme.QUIET)
        super().__init__(**kwargs)
        for child in (self._number, self._did, self._why):
            self.add_widget(child)

    def height_in(self, width: float) -> float:
        """Window pixels that both texts need in a row of that width; a line of each at least."""
        return sum(self._lines(width - self._left() - 2 * self.px(PAD_PX))) + self.px(PAD_PX)

    def _lines(self, width: float) -> tuple[float, float]:
        """Heights of the two texts at that width: a line, or in the smaller size as many as it takes."""
        heights = []
        for text, bold in ((self.did, True), (self.why, False)):
            wrapped = text_height(text, max(width, 1), theme.LEAST_PX, bold)
            heights.append(max(self.px(LINE_PX), wrapped))
        return heights[0], heights[1]

    def _left(self) -> float:
        """Where the texts begin, from the left edge of the row."""
        return self.px(FIGURE_PX + NUMBER_PX + 4 * PAD_PX)

    def draw(self, group: Any) -> None:
        """Panel, figure, number, and the two texts."""
        radius = self.px(8)
        drawing.slab(group, self.pos, self.size, radius, theme.ALARM_DEEP if self.bad else theme.PANEL)
        if self.bad or self.now:
            edge = theme.ALARM if self.bad else theme.ACCENT
            drawing.frame(group, self.pos, self.size, radius, self.px(2), edge)
        pad = self.px(PAD_PX)
        side = min(self.height - pad, self.px(FIGURE_PX))
        drawing.meeple(group, self.colour, self.x + 2 * pad + side / 2, self.center_y, side)
        left = self.x + self._left() - self.px(NUMBER_PX) - pad
        self._number.text, self._number.ink = str(int(self.number)), theme.ALARM if self.bad else theme.ACCENT
        place(self._number, left, self.y, self.px(NUMBER_PX), self.height)
        left = self.x + self._left()
        self._did.text, self._why.text = self.did, self.why
        width = self.right - 2 * pad - left
        if self.why:
            upper, lower = self._lines(width)
            share = (self.height - pad) * lower / (upper + lower)
            place(self._did, left, self.y + pad / 2 + share, width, self.height - pad - share)
            place(self._why, left, self.y + pad / 2, width, share)
        else:
            place(self._did, left, self.y, width, self.height)
            place(self._why, left, self.y, width, 1)
