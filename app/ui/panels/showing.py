"""The demonstration: the markers, the moves so far, and the ways on: take back, camera, give up, done."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.panels.base import MatchPanel, want
from app.ui.panels.give_up import give_up_sheet
from app.ui.panels.plan_strip import PlanStrip
from app.ui.panels.step_list import StepList
from app.ui.presenters.views import ShowPanel
from app.ui.widgets.sheet import ConfirmSheet
from app.ui.words import word

DONE_PX = 60


class ShowView(MatchPanel):
    """Shows a `ShowPanel`."""

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self._cost = ""
        self._question: ConfirmSheet | None = None
        self.plan = PlanStrip()
        self.steps = StepList(follow=True)
        self.add_widget(self.plan)
        self.add_widget(self.steps)
        self.take_back = self.button(
            lambda: self.do(self.desk.take_back), text=word("show.take_back"), icon="undo", base_px=17
        )
        self.camera = self.button(lambda: self.do(self.desk.photo), base_px=17)
        self.give_up = self.button(self._ask, text=word("show.give_up"), base_px=17)
        self.finish = self.button(
            lambda: self.do(self.desk.done), text=word("show.done"), kind="main", base_px=24
        )

    def _ask(self) -> None:
        self._question = give_up_sheet(self._cost, lambda: self.do(self.desk.give_up))
        self.open_sheet(self._question)

    def gone(self) -> None:
        """Another moment has come: the question is void."""
        if self._question is not None:
            self._question.close()

    def show(self, view: ShowPanel) -> None:
        """Update plan, steps and buttons."""
        self._cost = view.give_up_cost
        self.plan.show(view.plan, word("show.left", n=view.left))
        self.steps.show(view.steps)
        self.give_up.disabled = not view.by_hand
        self.take_back.disabled = not view.can_take_back
        self.finish.disabled = not view.can_finish
        self.camera.text, self.camera.disabled = view.camera, view.camera_busy
        want(self, self.camera, bool(view.camera))
        self.redraw()

    def draw(self, group: Any) -> None:
        """Markers above, buttons below, the steps between them."""
        del group
        box, gap = self.box(), self.gap
        box.top(self.px(42), gap).hold(self.plan)
        quiet = [self.take_back, self.camera] if self.camera.parent is not None else [self.take_back]
        if self.upright:
            foot = box.bottom(self.px(DONE_PX), gap)
            left, right = foot.columns(2, gap)
            left.hold(self.give_up)
            right.hold(self.finish)
            tools = box.bottom(self.px(theme.TOUCH_PX), gap).columns(len(quiet), gap)
        else:
            foot = box.bottom(self.px(52), gap)
            foot.right(self.px(116), gap).hold(self.finish)
            foot.left(self.px(108), gap).hold(self.give_up)
            tools = foot.columns(len(quiet), gap)
        for button, cell in zip(quiet, tools, strict=True):
            cell.hold(button)
        box.hold(self.steps)
