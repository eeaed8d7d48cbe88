"""`StoryRow`: the figure of a meeple and, in one sentence, all that it does. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from app.ui import drawing, theme
from app.ui.panels.box import Box
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words, text_height

FIGURE_PX, PAD_PX, LETTERS_PX = 36, 5, 15


class StoryRow(Drawn):
    """As high as its sentence needs."""

    colour = StringProperty("green")
    sentence = StringProperty("")
    redraw_on = ("colour", "sentence")

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(base_px=LETTERS_PX, ink=theme.QUIET)
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def height_in(self, width: float) -> float:
        """Window pixels that the sentence needs in a row of that width."""
        room = max(width - self.px(FIGURE_PX + 4 * PAD_PX), 1)
        return max(text_height(self.sentence, room, LETTERS_PX), self.px(FIGURE_PX)) + 2 * self.px(PAD_PX)

    def draw(self, group: Any) -> None:
        """Figure, and the sentence beside it."""
        pad, side = self.px(PAD_PX), self.px(FIGURE_PX)
        box = Box(self.x + pad, self.y, self.width - 2 * pad, self.height)
        figure = box.left(side, 2 * pad)
        drawing.meeple(group, self.colour, figure.x + side / 2, self.center_y, side)
        self._words.text = self.sentence
        box.hold(self._words)
