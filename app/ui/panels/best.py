"""A best plan, step by step: the rows so far are lit, the map shows the same moves."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui.panels.base import MatchPanel
from app.ui.panels.step_list import StepList
from app.ui.presenters.views import BestPanel
from app.ui.widgets.verdict import VerdictBanner
from app.ui.words import word

TITLE_PX, BANNER_PX = 60, 88
"""Height of the banner without and with its sentence."""
BUTTON_PX = 60


class BestView(MatchPanel):
    """Shows a `BestPanel`."""

    headed = False

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self.banner = VerdictBanner(kind="plain")
        self.steps = StepList()
        self.add_widget(self.banner)
        self.add_widget(self.steps)
        self.close = self.button(lambda: self.do(self.desk.close_best), base_px=17)
        self.back = self.button(lambda: self.do(self.desk.best_step, -1), icon="west")
        self.forward = self.button(
            lambda: self.do(self.desk.best_step, 1), text=word("best.next"), icon="east", base_px=22
        )

    def show(self, view: BestPanel) -> None:
        """Update the rows; the main button is the one that leads on."""
        if bool(view.sentence) != bool(self.banner.sentence):
            self.redraw()
        self.banner.title, self.banner.sentence = view.title, view.sentence
        self.steps.show(view.steps, lit=view.step, stories=view.stories)
        self.close.text = view.close
        self.back.disabled, self.forward.disabled = not view.can_back, not view.can_forward
        self.forward.kind = "main" if view.can_forward else "quiet"
        self.close.kind = "quiet" if view.can_forward else "main"

    def draw(self, group: Any) -> None:
        """Title beside the menu, steps, the two arrows, the way back."""
        del group
        box, gap = self.box(), self.gap
        top = box.top(self.px(BANNER_PX if self.banner.sentence else TITLE_PX), gap)
        top.right(self.corner(), 0)
        top.hold(self.banner)
        if self.upright:
            box.bottom(self.px(52), gap).hold(self.close)
            foot = box.bottom(self.px(BUTTON_PX), gap)
        else:
            foot = box.bottom(self.px(56), gap)
            foot.left(self.px(180), gap).hold(self.close)
        foot.left(self.px(72), gap).hold(self.back)
        foot.hold(self.forward)
        box.hold(self.steps)
