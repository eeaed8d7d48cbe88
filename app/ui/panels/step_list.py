"""`StepList`: the moves of a demonstration, one row each; it scrolls when they are many. Main thread only."""
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
from app.ui.presenters.views import StepView
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
        self._column = BoxLayout(orientation="vertical", size_hint_y=None)
        self.add_widget(self._column)
        self._settle = Clock.create_trigger(self._lay_out, -1)
        LOOK.fbind("unit", self._settle)
        self.bind(size=self._settle)
        self._settle()

    def _bind_inactive_bar_color(self, *_: Any) -> None:
        """Kivy fades the bar for half a second after every change; a list at rest draws no frames here."""

    def show(self, steps: Sequence[StepView], lit: int | None = None) -> None:
        """Show these steps; of `lit` rows given, the later ones are still to come."""
        before = [(row.did, row.why) for row in self.rows]
        keep_count(self._column, self.rows, len(steps), lambda _: StepRow(size_hint_y=None))
        for row, step in zip(self.rows, steps, strict=True):
            row.number, row.colour, row.did, row.why = step.number, step.colour, step.did, step.why
            row.opacity = 1.0 if lit is None or step.number <= lit else 0.45
        if before != [(step.did, step.why) for step in steps]:
            self._settle()
        self._lit = lit or 0
        self._look_at(self._lit)

    def _lay_out(self, *_: Any) -> None:
        gap = round(LOOK.px(ROW_GAP_PX))
        for row in self.rows:
            row.height = round(max(row.height_in(self.width), LOOK.px(ROW_PX)))
        self._column.spacing = gap
        self._column.height = max(sum(row.height + gap for row in self.rows) - gap, 1)
        self.bar_width = LOOK.px(4) if self._column.height > self.height else 0
        self.bar_color = self.bar_inactive_color = theme.rgba(theme.FAINT)
        self.scroll_y = 0.0 if self._follow and self._column.height > self.height else 1.0
        self._look_at(self._lit)

    def _look_at(self, number: int) -> None:
        """Bring a step (from 1; 0: none) into the middle."""
        hidden = self._column.height - self.height
        if number and hidden > 0:
            row = self.rows[number - 1]
            above = sum(other.height + self._column.spacing for other in self.rows[: number - 1])
            middle = above + row.height / 2 - self.height / 2
            self.scroll_y = 1.0 - min(max(middle / hidden, 0.0), 1.0)
