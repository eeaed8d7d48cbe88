"""`StepList`: the moves of a demonstration, one row each; it scrolls when they are many. Main thread only.

Before the first move of a meeple a sentence about its whole series may stand.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.effects.scroll import ScrollEffect
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from app.ui import theme
from app.ui.look import LOOK
from app.ui.panels.base import keep_count
from app.ui.panels.story_row import StoryRow
from app.ui.presenters.views import StepView, StoryView
from app.ui.widgets.verdict import StepRow

ROW_PX = 38
ROW_GAP_PX = 4


class StepList(ScrollView):
    """Rows of steps; `follow` keeps the last one in sight, else the first."""

    def __init__(self, follow: bool = False, **kwargs: Any) -> None:
        super().__init__(do_scroll_x=False, bar_width=0, effect_cls=ScrollEffect, **kwargs)
        self._follow = follow
        self._lit = 0
        self.rows: list[StepRow] = []
        self._stories: list[StoryRow] = []
        self._order: list[StepRow | StoryRow] = []
        self._column = BoxLayout(orientation="vertical", size_hint_y=None)
        self.add_widget(self._column)
        self._settle = Clock.create_trigger(self._lay_out, -1)
        LOOK.fbind("unit", self._settle)
        self.bind(size=self._settle)
        self._settle()

    def _bind_inactive_bar_color(self, *_: Any) -> None:
        """Kivy fades the bar for half a second after every change; a list at rest draws no frames here."""

    def show(
        self, steps: Sequence[StepView], lit: int | None = None, stories: Sequence[StoryView] = ()
    ) -> None:
        """Show these steps; of `lit` rows given, the later ones are still to come."""
        before = [(row.did, row.why) for row in self.rows], [row.sentence for row in self._stories]
        after = [(step.did, step.why) for step in steps], [story.sentence for story in stories]
        keep_count(self._column, self.rows, len(steps), lambda _: StepRow(size_hint_y=None))
        keep_count(self._column, self._stories, len(stories), lambda _: StoryRow(size_hint_y=None))
        for row, step in zip(self.rows, steps, strict=True):
            row.number, row.colour, row.did, row.why = step.number, step.colour, step.did, step.why
            row.opacity = 1.0 if lit is None or step.number <= lit else 0.45
        for told, story in zip(self._stories, stories, strict=True):
            told.colour, told.sentence = story.colour, story.sentence
        if before != after:
            self._arrange([story.first for story in stories])
            self._settle()
        self._lit = lit or 0
        self._look_at(self._lit)

    def _arrange(self, firsts: Sequence[int]) -> None:
        """Steps in order, each story before the first step it tells of."""
        heads = dict(zip(firsts, self._stories, strict=True))
        self._order = []
        for number, row in enumerate(self.rows, start=1):
            self._order += [heads[number], row] if number in heads else [row]
        self._column.clear_widgets()
        for row in self._order:
            self._column.add_widget(row)

    def _lay_out(self, *_: Any) -> None:
        gap = round(LOOK.px(ROW_GAP_PX))
        for row in self._order:
            row.height = round(max(row.height_in(self.width), LOOK.px(ROW_PX)))
        self._column.spacing = gap
        self._column.height = max(sum(row.height + gap for row in self._order) - gap, 1)
        self.bar_width = LOOK.px(4) if self._column.height > self.height else 0
        self.bar_color = self.bar_inactive_color = theme.rgba(theme.FAINT)
        self.scroll_y = 0.0 if self._follow and self._column.height > self.height else 1.0
        self._look_at(self._lit)

    def _look_at(self, number: int) -> None:
        """Bring a step (from 1; 0: none) into the middle."""
        hidden = self._column.height - self.height
        if number and hidden > 0:
            row = self.rows[number - 1]
            earlier = self._order[: self._order.index(row)]
            above = sum(other.height + self._column.spacing for other in earlier)
            middle = above + row.height / 2 - self.height / 2
            self.scroll_y = 1.0 - min(max(middle / hidden, 0.0), 1.0)
