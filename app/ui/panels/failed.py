"""A claim that does not hold: why, the hero to give back, and what must go back to its placeholder."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import drawing, theme
from app.ui.panels.base import MatchPanel, keep_count, want
from app.ui.panels.guide import GuideList
from app.ui.panels.step_list import ROW_PX, StepList
from app.ui.presenters.views import FailedPanel
from app.ui.widgets.label import Words
from app.ui.widgets.meeple_chip import MeepleChip
from app.ui.widgets.verdict import VerdictBanner
from app.ui.words import word

BANNER_PX = 96
CHIP_PX = 64
BUTTON_PX = 64


class FailedView(MatchPanel):
    """Shows a `FailedPanel`."""

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self.banner = VerdictBanner(kind="alarm")
        self.steps = StepList(follow=True)
        self._ask = Words(bold=True, base_px=18, text=word("failed.give_back"))
        self._put_back = Words(base_px=17, halign="center")
        self.guide = GuideList()
        self.chips: list[MeepleChip] = []
        for child in (self.banner, self.steps, self._put_back):
            self.add_widget(child)
        self.go_on = self.button(lambda: self.do(self.desk.proceed), kind="main", base_px=24)

    def show(self, view: FailedPanel) -> None:
        """Update the reason, the choice and what goes back."""
        self.banner.title, self.banner.sentence = view.title, view.reason
        self.steps.show(view.steps)
        keep_count(self, self.chips, len(view.choices), self._make)
        for chip, shown in zip(self.chips, view.choices, strict=True):
            chip.colour, chip.name = shown.colour, shown.name
        want(self, self._ask, bool(view.choices))
        want(self, self._put_back, bool(view.put_back))
        self._put_back.text = ", ".join(view.put_back)
        want(self, self.guide, view.guide is not None)
        if view.guide is not None:
            self.guide.show(view.guide)
        self.go_on.text = view.proceed
        self.go_on.disabled = not view.can_proceed
        self.redraw()

    def _make(self, _number: int) -> MeepleChip:
        chip = MeepleChip()
        chip.bind(on_release=lambda chip: self.do(self.desk.give_back, chip.colour))
        return chip

    def draw(self, group: Any) -> None:
        """Banner, then the choice or the steps, what goes back, and the way on."""
        box, gap = self.box(), self.gap
        box.top(self.px(BANNER_PX if self.upright else 84), gap).hold(self.banner)
        box.bottom(self.px(BUTTON_PX if self.upright else 56), gap).hold(self.go_on)
        if self.chips:
            columns = 3 if self.upright else 6
            rows = -(-len(self.chips) // columns)
            choice = box.top(self.px(26) + rows * (self.px(CHIP_PX) + gap), 0)
            choice.top(self.px(26)).hold(self._ask)
            choice.height -= gap
            choice.y += gap
            for chip, cell in zip(self.chips, choice.cells(columns, rows, gap), strict=False):
                cell.hold(chip)
        if self._put_back.text:
            foot = box.bottom(self.px(40), gap)
            drawing.slab(group, foot.pos, foot.size, self.px(8), theme.PANEL)
            foot.inner(self.px(4)).hold(self._put_back)
        if self.guide.parent is not None:
            box.bottom(self.guide.height_in(box.height), gap).hold(self.guide)
        want(self, self.steps, box.height >= self.px(ROW_PX))
        box.hold(self.steps)
