"""`CheckList`: things that are checked, one a line, each with its sign, and a bar where it has a measure.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty

from app.ui import drawing, icons, theme
from app.ui.panels.base import keep_count
from app.ui.panels.box import Box
from app.ui.presenters.camera.views import Line, Mark
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words

SIGNS = {
    Mark.GOOD: ("tick", theme.SUCCESS),
    Mark.BAD: ("cross", theme.ALARM),
    Mark.OPEN: ("minus", theme.QUIET),
}
ROW_PX, MOST_IN_ONE = 40.0, 5
"""Height of a row at most; more rows than these stand in two columns."""
BAR_SHARE = 0.3


class CheckLine(Drawn):
    """One `Line`."""

    line = ObjectProperty(Line("", Mark.OPEN))
    redraw_on = ("line",)

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(base_px=18)
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def draw(self, group: Any) -> None:
        """Sign, figure, text, bar."""
        line: Line = self.line
        side = self.px(18)
        icon, colour = SIGNS[line.mark]
        icons.draw(group, icon, self.x + side / 2, self.center_y, side, colour)
        left, right = self.x + self.px(28), self.right
        if line.colour:
            figure = min(self.px(30), self.height)
            drawing.meeple(group, line.colour, left + figure / 2, self.center_y, figure)
            left += figure + self.px(6)
        if line.share is not None:
            width, height = self.width * BAR_SHARE, self.px(12)
            self._bar(group, Box(right - width, self.center_y - height / 2, width, height), colour)
            right -= width + self.px(8)
        self._words.text = line.text
        self._words.ink = theme.ALARM_PALE if line.mark is Mark.BAD else theme.TEXT
        place(self._words, left, self.y, right - left, self.height)

    def _bar(self, group: Any, box: Box, colour: str) -> None:
        """As full as the share, with a line where it is enough."""
        share = min(max(self.line.share, 0.0), 1.0)
        drawing.block(group, *box.pos, *box.size, theme.PANEL_RAISED)
        drawing.block(group, box.x, box.y, box.width * share, box.height, colour)
        at = box.x + box.width * self.line.enough
        drawing.block(
            group, at - self.px(1), box.y - self.px(3), self.px(2), box.height + self.px(6), theme.TEXT
        )


class CheckList(Drawn):
    """Shows `Line`s from the top."""

    def __init__(self, **kwargs: Any) -> None:
        self._rows: list[CheckLine] = []
        super().__init__(**kwargs)

    def show(self, lines: tuple[Line, ...]) -> None:
        """These lines."""
        keep_count(self, self._rows, len(lines), lambda _: CheckLine())
        for row, line in zip(self._rows, lines, strict=True):
            row.line = line
        self.redraw()

    def draw(self, group: Any) -> None:
        """Place the rows; two columns when they are many."""
        del group
        count = len(self._rows)
        if not count:
            return
        columns = 1 if count <= MOST_IN_ONE else 2
        deep = -(-count // columns)
        height = min(self.px(ROW_PX), self.height / deep)
        box = Box(self.x, self.y, self.width, self.height).top(height * deep)
        for row, cell in zip(self._rows, box.cells(columns, deep, 0), strict=False):
            cell.hold(row)
