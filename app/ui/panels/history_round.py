"""One round beside the map: what everybody claimed, whose moves to watch, and the moves step by step."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.panels.base import keep_count
from app.ui.panels.history_base import Hands, HistoryPanel
from app.ui.panels.history_sheets import ShareSheet
from app.ui.panels.step_list import StepList
from app.ui.presenters.history_views import RoundPage
from app.ui.widgets.history_rows import ChoiceCell
from app.ui.widgets.label import Words
from app.ui.words import word

FOOT_PX = 56
CELL_PX = 48
COLUMNS, BROAD_COLUMNS = 2, 4


class RoundView(HistoryPanel):
    """Shows a `RoundPage`; the map is the screen's."""

    def __init__(self, hands: Hands, **kwargs: Any) -> None:
        super().__init__(hands, **kwargs)
        self.title.base_px = 28
        self.share = self.button(self._share, text=word("past.share"), base_px=17)
        self.steps = StepList()
        self.sentence = Words(base_px=theme.LABEL_PX, ink=theme.QUIET, halign="center")
        self.add_widget(self.steps)
        self.add_widget(self.sentence)
        self.step_back = self.button(lambda: hands.step(-1), icon="west")
        self.play = self.button(hands.play, icon="play", kind="main")
        self.step_on = self.button(lambda: hands.step(1), icon="east")
        self._cells: list[ChoiceCell] = []

    def _share(self) -> None:
        shared = self.hands.presenter.shared()
        if shared is None:
            self.hands.do(lambda: None)  # the presenter has a notice
        else:
            self.hands.open_sheet(ShareSheet(shared.text, shared.sentence))

    def show(self, view: RoundPage) -> None:
        """Update choices, steps and buttons."""
        self.title.text, self.sentence.text = view.title, view.sentence
        keep_count(self, self._cells, len(view.choices), lambda _: self._new_cell())
        for cell, choice in zip(self._cells, view.choices, strict=True):
            cell.show(choice)
        self.steps.show(view.steps, lit=view.step)
        self.step_back.disabled = view.step == 0
        self.step_on.disabled = view.step == len(view.steps)
        self.play.disabled = not view.steps
        self.play.icon = "pause" if view.playing else "play"
        self.redraw()

    def _new_cell(self) -> ChoiceCell:
        hands, cell = self.hands, ChoiceCell()
        cell.bind(on_release=lambda *_: hands.do(hands.presenter.watch, cell.seat))
        return cell

    def draw(self, group: Any) -> None:
        """Head, choices, steps, and the three buttons below."""
        del group
        box = self.box()
        head = self.head(box)
        head.right(self.px(84), self.gap).hold(self.share)
        head.hold(self.title)
        columns = COLUMNS if self.upright else BROAD_COLUMNS
        lines = -(-len(self._cells) // columns)
        if lines:
            height = self.px(lines * (CELL_PX + theme.GAP_PX) - theme.GAP_PX)
            cells = box.top(height, self.gap).cells(columns, lines, self.gap)
            for cell, place in zip(self._cells, cells, strict=False):
                place.hold(cell)
        foot = box.bottom(self.px(FOOT_PX), self.gap).columns(3, self.gap)
        for button, place in zip((self.step_back, self.play, self.step_on), foot, strict=True):
            place.hold(button)
        box.hold(self.steps)
        box.middle(box.width, self.px(60)).hold(self.sentence)
