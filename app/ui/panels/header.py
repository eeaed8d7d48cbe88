"""`MatchHeader`: what to do now in one sentence, and a quiet line below it. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from app.ui import theme
from app.ui.panels.box import Box
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words

SENTENCE_PX = 24
HINT_PX = 20


class MatchHeader(Drawn):
    """The sentence is as large as the room lets it be."""

    sentence = StringProperty("")
    hint = StringProperty("")
    redraw_on = ("sentence", "hint")

    def __init__(self, **kwargs: Any) -> None:
        self._sentence = Words(bold=True, base_px=SENTENCE_PX)
        self._hint = Words(base_px=16, ink=theme.QUIET)
        super().__init__(**kwargs)
        self.add_widget(self._sentence)
        self.add_widget(self._hint)

    def draw(self, group: Any) -> None:
        """Both texts."""
        del group
        self._sentence.text, self._hint.text = self.sentence, self.hint
        box = Box(self.x, self.y, self.width, self.height)
        if self.hint:
            box.bottom(self.px(HINT_PX)).hold(self._hint)
        else:
            self._hint.size = (1, 1)
        box.hold(self._sentence)
