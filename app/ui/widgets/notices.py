"""What the table is told beside the game: a status dot with a sentence, and a notice that can be put away.

`StatusDot.level` is "good", "missing" (works without it) or "alarm"; the dot differs in shape, not in colour
alone. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, icons, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words, text_height

LEVELS = {"good": theme.SUCCESS, "missing": theme.QUIET, "alarm": theme.ALARM}

LETTERS_PX = 17
CLOSE_PX = 64
"""Width of a notice that is not text: its margin and the cross."""


class StatusDot(Drawn):
    """A dot and a sentence: disc = good, ring = missing, disc with a cross = needs a hand."""

    level = OptionProperty("good", options=list(LEVELS))
    sentence = StringProperty("")
    redraw_on = ("level", "sentence")

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(base_px=15, ink=theme.QUIET)
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def draw(self, group: Any) -> None:
        """The dot, then the sentence."""
        radius = self.px(6)
        x, y = self.x + radius + self.px(2), self.center_y
        colour = LEVELS[self.level]
        if self.level == "missing":
            drawing.ring(group, x, y, radius - self.px(1), self.px(2), colour)
        else:
            drawing.disc(group, x, y, radius, colour)
        if self.level == "alarm":
            icons.draw(group, "cross", x, y, radius * 1.3, theme.GROUND)
        self._words.text = self.sentence
        left = x + radius + self.px(6)
        place(self._words, left, self.y, self.right - left, self.height)


class NoticeBar(ButtonBehavior, Drawn):
    """One sentence over the foot of a screen; a tap puts it away (bind `on_release`). Empty: not there."""

    sentence = StringProperty("")
    kind = OptionProperty("plain", options=["plain", "alarm"])
    letters_px = NumericProperty(LETTERS_PX)
    redraw_on = ("sentence", "kind", "letters_px")

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(base_px=LETTERS_PX)
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def height_for(self, width: float, sentence: str) -> float:
        """The least height (window pixels) in which the sentence keeps its size at that width."""
        if not sentence:
            return self.px(theme.TOUCH_PX)
        lines = text_height(sentence, max(width - self.px(CLOSE_PX), 1), self.letters_px)
        return float(round(max(lines + self.px(12), self.px(theme.TOUCH_PX))))

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing is there to be touched while there is nothing to say."""
        return bool(self.sentence) and bool(super().on_touch_down(touch))

    def draw(self, group: Any) -> None:
        """The bar with a cross at its end."""
        self._words.text, self._words.base_px = self.sentence, self.letters_px
        if not self.sentence:
            return
        alarm = self.kind == "alarm"
        radius = self.px(12)
        drawing.slab(group, self.pos, self.size, radius, theme.ALARM_DEEP if alarm else theme.PANEL_RAISED)
        edge = theme.ALARM if alarm else theme.ACCENT
        drawing.frame(group, self.pos, self.size, radius, self.px(2), edge)
        icons.draw(group, "cross", self.right - self.px(24), self.center_y, self.px(18), theme.TEXT)
        place(self._words, self.x + self.px(16), self.y, self.width - self.px(CLOSE_PX), self.height)
