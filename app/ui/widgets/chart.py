"""`Chart`: a few bars with a word below each, or a line through values; both axes say in words what they are.

It draws what it is told and works nothing out: `ticks` are the heights that are marked, the last one is the
top. Without values only the title and the line below it are there. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import drawing, theme
from app.ui.panels.box import Box
from app.ui.presenters.history_views import ChartView
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words

TITLE_PX, LINE_PX, LABEL_PX, TICK_PX = 24, 20, 18, 44
BAR_SHARE = 0.68
"""How much of its place a bar fills."""


class Chart(Drawn):
    """Shows a `ChartView`; children are made for each text and placed with the drawing."""

    def __init__(self, **kwargs: Any) -> None:
        self._view: ChartView | None = None
        self._title = Words(bold=True, base_px=17)
        self._line = Words(base_px=15, ink=theme.QUIET)
        self._x, self._y = Words(base_px=15, ink=theme.QUIET), Words(base_px=15, ink=theme.QUIET)
        self._labels: list[Words] = []
        super().__init__(**kwargs)
        for child in (self._title, self._line, self._x, self._y):
            self.add_widget(child)

    def show(self, view: ChartView) -> None:
        """Show these values."""
        if view == self._view:
            return
        self._view = view
        self.redraw()

    def draw(self, group: Any) -> None:
        """Panel and title; then, with values, axes, marks and what there is."""
        view = self._view
        if view is None:
            return
        drawing.slab(group, self.pos, self.size, self.px(12), theme.PANEL)
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(10))
        self._title.text, self._line.text = view.title, view.line
        box.top(self.px(TITLE_PX)).hold(self._title)
        box.top(self.px(LINE_PX), self.px(2)).hold(self._line)
        self._x.text, self._y.text = (view.x_label, view.y_label) if view.values else ("", "")
        for label in self._labels:
            self.remove_widget(label)
        self._labels = []
        if not view.values:
            return
        box.top(self.px(LABEL_PX), self.px(LABEL_PX) / 2 + self.px(2)).hold(self._y)
        box.bottom(self.px(LABEL_PX)).hold(self._x)
        self._x.halign = "right"
        under = box.bottom(self.px(LABEL_PX), self.px(2)) if view.labels else None
        box.bottom(self.px(LABEL_PX) / 2)  # half of the lowest mark's text
        margin = box.left(self.px(TICK_PX), self.px(6))
        self._draw_axes(group, view, box, margin)
        if view.bars:
            self._draw_bars(group, view, box)
        else:
            self._draw_line(group, view, box)
        if under is not None:
            for place, text in zip(self._places(view, box), view.labels, strict=True):
                self._label(text, Box(place.x, under.y, place.width, under.height), "center")

    def _label(self, text: str, box: Box, halign: str) -> None:
        label = Words(text=text, base_px=theme.LEAST_PX, ink=theme.QUIET, halign=halign)
        self._labels.append(label)
        self.add_widget(label)
        box.hold(label)

    def _draw_axes(self, group: Any, view: ChartView, box: Box, margin: Box) -> None:
        height = self.px(LABEL_PX)
        for value, text in view.ticks:
            y = self._at(view, box, value)
            drawing.block(group, box.x, y, box.width, max(1.0, self.px(1)), theme.LINE)
            self._label(text, Box(margin.x, y - height / 2, margin.width, height), "right")

    @staticmethod
    def _at(view: ChartView, box: Box, value: float) -> float:
        """Where a value stands on the y axis, in window pixels."""
        return box.y + box.height * value / view.ticks[-1][0]

    @staticmethod
    def _places(view: ChartView, box: Box) -> list[Box]:
        return box.columns(len(view.values), 0)

    def _draw_bars(self, group: Any, view: ChartView, box: Box) -> None:
        for place, value in zip(self._places(view, box), view.values, strict=True):
            if value:
                width = place.width * BAR_SHARE
                pos = (place.x + (place.width - width) / 2, box.y)
                size = (width, self._at(view, box, value) - box.y)
                drawing.slab(group, pos, size, self.px(4), theme.ACCENT)

    def _draw_line(self, group: Any, view: ChartView, box: Box) -> None:
        points = [
            (place.x + place.width / 2, self._at(view, box, value))
            for place, value in zip(self._places(view, box), view.values, strict=True)
        ]
        if len(points) > 1:
            drawing.line(group, points, self.px(3), theme.ACCENT)
        for x, y in points:
            drawing.disc(group, x, y, self.px(4), theme.ACCENT)
