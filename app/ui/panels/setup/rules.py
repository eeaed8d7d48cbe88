"""The house rules: all of them by name, and the one opened with its values and where it comes from.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.panels.base import Do, want
from app.ui.panels.box import Box
from app.ui.panels.page import HEAD_PX, PageSheet
from app.ui.panels.setup.choices import Choices
from app.ui.presenters.setup.rules import RulesPresenter
from app.ui.widgets.label import Words
from app.ui.widgets.meeple_chip import CountStepper
from app.ui.words import word

LIST_PX, ROW_PX, VALUE_PX = 292, 52, 60


class RulesSheet(PageSheet):
    """Shows a `RulesView`."""

    def __init__(self, rules: RulesPresenter, do: Do, **kwargs: Any) -> None:
        super().__init__(do, **kwargs)
        self._rules = rules
        self.list = Choices(self, lambda name: do(rules.open, name))
        self.values = Choices(self, lambda value: do(rules.choose, value))
        self.number = CountStepper(caption=word("rules.seconds"))
        self.number.bind(on_change=lambda _, value: do(rules.set_number, value))
        self.number.bind(on_end=lambda *_: do(rules.explain_end))
        self._name = Words(shout=True, base_px=28)
        self._why = Words(base_px=17, valign="top")
        for child in (self._name, self._why):
            self.add_widget(child)
        self.refresh()

    def refresh(self) -> None:
        """Show the rules as they stand."""
        view = self._rules.view()
        self.list.show(view.rules)
        for button in self.list.buttons:
            button.icon = ""  # the accent says which one is open; a tick would say that it is on
        opened = view.opened
        self.title.text, self._name.text = word("setup.rules"), opened.title
        self._why.text = opened.why
        self.show_hint(view.hint)
        self.values.show(opened.choices)
        want(self, self.number, opened.number is not None)
        if opened.number is not None:
            number = opened.number
            self.number.low, self.number.high, self.number.step = number.low, number.high, number.step
            self.number.value = number.value
        self.redraw()

    def draw(self, group: Any) -> None:
        """The list on the left (or above), the opened rule beside (or below) it."""
        super().draw(group)
        box, gap = self.inside(), self.gap
        rows = len(self.list.buttons)
        if self.upright:
            head = box.top(self.px(HEAD_PX), gap)
            lines = -(-rows // 2)
            listed = box.top(self.px(lines * (ROW_PX + theme.GAP_PX)), 2 * gap)
            self.list.place(listed.cells(2, lines, gap))
        else:
            self.list.place(box.left(self.px(LIST_PX), 2 * gap).rows(rows, self.px(6)))
            head = box.top(self.px(HEAD_PX), gap)
        self.put_head(head)
        self._place_opened(box)

    def _place_opened(self, box: Box) -> None:
        gap = self.gap
        box.top(self.px(36)).hold(self._name)
        box.top(self.px(66), gap).hold(self._why)
        for button in self.values.buttons:
            box.top(self.px(VALUE_PX), gap).hold(button)
        if self.number.parent is not None:
            box.top(self.px(64), gap).middle(self.px(260), self.px(64)).hold(self.number)
        box.top(self.px(44)).hold(self.hint)
