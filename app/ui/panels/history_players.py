"""The players page: one player at a time, with figures and two charts. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import drawing, theme
from app.ui.panels.base import keep_count, want
from app.ui.panels.box import Box
from app.ui.panels.history_base import HEAD_PX, Hands, HistoryPanel
from app.ui.panels.history_sheets import erase_name_sheet
from app.ui.presenters.history_views import PlayersPage
from app.ui.widgets.base import Drawn
from app.ui.widgets.chart import Chart
from app.ui.widgets.label import Words
from app.ui.words import word

FIGURE_PX = 64
FIGURES_IN_A_ROW, FIGURES_UPRIGHT = 6, 3


class Figure(Drawn):
    """A number and what it counts."""

    def __init__(self, **kwargs: Any) -> None:
        self.number = Words(shout=True, base_px=28, halign="center", ink=theme.ACCENT)
        self.label = Words(base_px=15, halign="center", ink=theme.QUIET)
        super().__init__(**kwargs)
        self.add_widget(self.number)
        self.add_widget(self.label)

    def draw(self, group: Any) -> None:
        """Panel, number above, word below."""
        drawing.slab(group, self.pos, self.size, self.px(10), theme.PANEL)
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(4))
        box.bottom(self.px(20)).hold(self.label)
        box.hold(self.number)


class PlayersView(HistoryPanel):
    """Shows a `PlayersPage`."""

    def __init__(self, hands: Hands, **kwargs: Any) -> None:
        super().__init__(hands, **kwargs)
        self.title.text = word("figures.title")
        turn = hands.presenter.turn
        self.before = self.button(lambda: hands.do(turn, -1), icon="west")
        self.after = self.button(lambda: hands.do(turn, 1), icon="east")
        self.erase = self.button(
            lambda: hands.open_sheet(erase_name_sheet(hands)), text=word("figures.erase"), base_px=17
        )
        self.name = Words(bold=True, base_px=24, halign="center", one_line=True)
        self.kind = Words(base_px=15, halign="center", ink=theme.QUIET, one_line=True)
        self.sentence = Words(base_px=theme.SENTENCE_PX, ink=theme.QUIET, halign="center")
        for child in (self.name, self.kind, self.sentence):
            self.add_widget(child)
        self._figures: list[Figure] = []
        self._charts: list[Chart] = []

    def show(self, view: PlayersPage) -> None:
        """Update everything."""
        self.name.text, self.kind.text, self.sentence.text = view.name, view.kind, view.sentence
        keep_count(self, self._figures, len(view.figures), lambda _: Figure())
        for figure, (number, label) in zip(self._figures, view.figures, strict=True):
            figure.number.text, figure.label.text = number, label
        keep_count(self, self._charts, len(view.charts), lambda _: Chart())
        for chart, shown in zip(self._charts, view.charts, strict=True):
            chart.show(shown)
        self.before.disabled, self.after.disabled = not view.can_back, not view.can_forward
        for button in (self.before, self.after):
            want(self, button, bool(view.name))
        want(self, self.erase, view.can_erase)
        self.redraw()

    def draw(self, group: Any) -> None:
        """Head, who it is, figures, charts side by side or one below the other."""
        del group
        box = self.box()
        head = self.head(box)
        head.right(self.px(124), self.gap).hold(self.erase)
        head.hold(self.title)
        box.middle(self.px(560), self.px(120)).hold(self.sentence)
        who = box.top(self.px(HEAD_PX), self.gap)
        who.left(self.px(72), self.gap).hold(self.before)
        who.right(self.px(72), self.gap).hold(self.after)
        who.bottom(self.px(20)).hold(self.kind)
        who.hold(self.name)
        columns = FIGURES_UPRIGHT if self.upright else FIGURES_IN_A_ROW
        lines = -(-len(self._figures) // columns)
        if lines:
            strip = box.top(self.px(lines * (FIGURE_PX + theme.GAP_PX) - theme.GAP_PX), self.gap)
            for figure, cell in zip(self._figures, strip.cells(columns, lines, self.gap), strict=False):
                cell.hold(figure)
        places = box.rows(2, self.gap) if self.upright else box.columns(2, self.gap)
        for chart, place in zip(self._charts, places, strict=False):
            place.hold(chart)
