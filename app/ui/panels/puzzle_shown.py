"""The best way of a puzzle, one move after the other: its story, the way on, and back to playing."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.panels.puzzle_base import BUTTON_PX, Hands, PuzzlePart
from app.ui.panels.puzzle_note import StoryCard
from app.ui.presenters.puzzles.play import Play
from app.ui.presenters.puzzles.views import ShownPanel
from app.ui.widgets.label import Words
from app.ui.words import word

TITLE_PX = 44
NEXT_PX = 66


class ShownPart(PuzzlePart):
    """Shows a `ShownPanel`."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands)
        self._title = Words(shout=True, base_px=34, ink=theme.ACCENT)
        self.story = StoryCard()
        self.add_widget(self._title)
        self.add_widget(self.story)
        self.close = self.button(
            lambda: hands.play(Play.close_shown), text=word("puzzles.shown_close"), base_px=18
        )
        self.back = self.button(lambda: hands.play(Play.shown_step, -1), icon="west")
        self.forward = self.button(
            lambda: hands.play(Play.shown_step, 1), text=word("puzzles.shown_next"), base_px=22
        )

    def show(self, view: ShownPanel) -> None:
        """Update the words; the main button is the one that leads on."""
        self._title.text, self.story.text = view.title, view.sentence
        self.back.disabled, self.forward.disabled = not view.can_back, not view.can_forward
        self.forward.kind = "main" if view.can_forward else "quiet"
        self.close.kind = "quiet" if view.can_forward else "main"
        self.redraw()

    def draw(self, group: Any) -> None:
        """Title, story, the two arrows, the way back to playing."""
        del group
        box, gap = self.box(), self.gap
        box.top(self.px(TITLE_PX), gap).hold(self._title)
        if self.upright:
            foot = box.bottom(self.px(NEXT_PX), gap)
            foot.left(self.px(150), gap).hold(self.close)
        else:
            box.bottom(self.px(BUTTON_PX), gap).hold(self.close)
            foot = box.bottom(self.px(NEXT_PX), gap)
        foot.left(self.px(72), gap).hold(self.back)
        foot.hold(self.forward)
        box.top(min(self.story.height_for(box.width), box.height)).hold(self.story)
