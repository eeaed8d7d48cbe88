"""While a puzzle is being made: what goes on, and the way back."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.city_layers import draw_target
from app.ui.panels.puzzle_base import BACK_PX, HEAD_PX, Hands, PuzzlePart
from app.ui.presenters.puzzles.views import WaitView
from app.ui.widgets.label import Words
from app.ui.words import word


class WaitPage(PuzzlePart):
    """Shows a `WaitView`."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands)
        self.back = self.button(hands.back, icon="west")
        self._title = Words(text=word("puzzles.title"), shout=True, base_px=40)
        self._sentence = Words(bold=True, halign="center", base_px=24)
        self._hint = Words(halign="center", ink=theme.QUIET)
        for child in (self._title, self._sentence, self._hint):
            self.add_widget(child)

    def show(self, view: WaitView) -> None:
        """The sentence, and how far it is."""
        self._sentence.text, self._hint.text = view.sentence, view.hint
        self._sentence.ink = theme.ALARM_PALE if view.trouble else theme.TEXT

    def draw(self, group: Any) -> None:
        """A target in the middle, the words below it."""
        box = self.box().inner(self.px(theme.MARGIN_PX))
        head = box.top(self.px(HEAD_PX), self.gap)
        head.left(self.px(BACK_PX), self.px(12)).hold(self.back)
        head.hold(self._title)
        middle = box.middle(self.px(440), self.px(300))
        art = middle.top(self.px(150), self.gap)
        draw_target(group, art.x + art.width / 2, art.y + art.height / 2, self.px(80))
        middle.top(self.px(90), self.gap).hold(self._sentence)
        middle.hold(self._hint)
