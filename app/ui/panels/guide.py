"""`GuideList`: where meeples stand as the camera sees it: a line, and each meeple ticked off or to be moved.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import drawing, icons, theme
from app.ui.panels.base import keep_count
from app.ui.panels.box import Box
from app.ui.presenters.views import GuideView, PlaceView
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words
from app.ui.widgets.notices import StatusDot

LINE_PX = 26
ROW_PX = 44
GAP_PX = 4
COLUMNS = 2
ROWS = 4
FIGURE_PX = 34
TICK_PX = 20


class PlaceRow(Drawn):
    """One meeple: figure, name, and where it belongs; a tick when it was seen there."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown = PlaceView("green", "", "", False)
        self._name = Words(bold=True, base_px=15)
        self._text = Words(base_px=15)
        self.add_widget(self._name)
        self.add_widget(self._text)

    def show(self, shown: PlaceView) -> None:
        """Show this meeple."""
        if shown != self._shown:
            self._shown = shown
            self.redraw()

    def draw(self, group: Any) -> None:
        """Panel, figure, two lines, tick."""
        shown, pad = self._shown, self.px(4)
        drawing.slab(
            group, self.pos, self.size, self.px(8), theme.SUCCESS_DEEP if shown.right else theme.PANEL
        )
        side = self.px(FIGURE_PX)
        drawing.meeple(group, shown.colour, self.x + pad + side / 2, self.center_y, side)
        left, right = self.x + 2 * pad + side, self.right - pad
        if shown.right:
            tick = self.px(TICK_PX)
            icons.draw(group, "tick", right - tick / 2, self.center_y, tick, theme.SUCCESS)
            right -= tick + pad
        self._name.text, self._text.text = shown.name, shown.text
        self._text.ink = theme.QUIET if shown.right else theme.ACCENT
        half = (self.height - pad) / 2
        place(self._name, left, self.y + pad / 2 + half, right - left, half)
        place(self._text, left, self.y + pad / 2, right - left, half)


class GuideList(Drawn):
    """Shows a `GuideView`: as many meeples as there is room for, those to be moved first."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._view: GuideView | None = None
        self._line = StatusDot()
        self.add_widget(self._line)
        self.rows: list[PlaceRow] = []

    def show(self, view: GuideView) -> None:
        """Show where everybody stands."""
        if view != self._view:
            self._view = view
            self.redraw()

    def height_in(self, room: float) -> float:
        """Window pixels of the line and as many rows as fit into that room; no row when all is right."""
        rows = min(ROWS, int((room - self.px(LINE_PX)) // self.px(ROW_PX + GAP_PX)))
        if self._view is not None and self._view.all_right:
            rows = 0
        return float(self.px(LINE_PX) + max(rows, 0) * self.px(ROW_PX + GAP_PX))

    def draw(self, group: Any) -> None:
        """The line, then the rows."""
        del group
        view = self._view
        if view is None:
            return
        box = Box(self.x, self.y, self.width, self.height)
        box.top(self.px(LINE_PX)).hold(self._line)
        self._line.sentence, self._line.level = view.sentence, view.level
        rows = min(ROWS, int((box.height + 1) // self.px(ROW_PX + GAP_PX)))
        shown = view.places[: rows * COLUMNS]
        keep_count(self, self.rows, len(shown), lambda _: PlaceRow())
        if not shown:
            return
        box = box.top(rows * self.px(ROW_PX + GAP_PX))
        box.height -= self.px(GAP_PX)
        for row, one, cell in zip(self.rows, shown, box.cells(COLUMNS, rows, self.px(GAP_PX)), strict=False):
            cell.hold(row)
            row.show(one)
