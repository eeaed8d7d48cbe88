"""`StepList`: the moves of a demonstration, one row each; it scrolls when they are many.

Where `pick` is given, a tap on a row calls it with the number of that step. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
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
PICKED_PX = theme.TOUCH_PX
"""Height of a row, and of one to be tapped."""
ROW_GAP_PX = 4
SLOP_PX = 10
"""A finger that goes further scrolls."""


class StepList(ScrollView):
    """Rows of steps; `follow` keeps the last one in sight, else the first."""

    def __init__(
        self, follow: bool = False, pick: Callable[[int], None] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(do_scroll_x=False, bar_width=0, effect_cls=ScrollEffect, **kwargs)
        self._follow, self._pick = follow, pick
        self._press: tuple[int, tuple[float, float]] | None = None
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
            row.now = step.number == lit
        if before != [(step.did, step.why) for step in steps]:
            self._settle()
        self._lit = lit or 0
        self._look_at(self._lit)

    def on_touch_down(self, touch: Any) -> bool:
        """A tap may begin."""
        if self.collide_point(*touch.pos) and not getattr(touch, "is_mouse_scrolling", False):
            self._press = (touch.uid, touch.pos)
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """A finger that has not scrolled means the row under it."""
        press = self._press
        if self._pick is not None and press is not None and press[0] == touch.uid and not touch.grab_current:
            self._press = None
            if math.dist(press[1], touch.pos) <= LOOK.px(SLOP_PX):
                _, y = self.to_local(*touch.pos)
                row = next((row for row in self.rows if row.y <= y <= row.top), None)
                if row is not None:
                    self._pick(int(row.number))
        return bool(super().on_touch_up(touch))

    def _lay_out(self, *_: Any) -> None:
        gap = round(LOOK.px(ROW_GAP_PX))
        for row in self.rows:
            row.height = round(max(row.height_in(self.width), LOOK.px(PICKED_PX if self._pick else ROW_PX)))
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
