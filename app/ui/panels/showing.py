"""The demonstration: markers, what the camera sees, the moves so far, and the ways on.

Those are: take back, the camera's buttons, give up, done.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import theme
from app.ui.panels.base import MatchPanel, want
from app.ui.panels.give_up import give_up_sheet
from app.ui.panels.plan_strip import PlanStrip
from app.ui.panels.step_list import StepList
from app.ui.presenters.views import ShowPanel
from app.ui.widgets.notices import StatusDot
from app.ui.widgets.sheet import ConfirmSheet
from app.ui.words import word

DONE_PX = 60
SEEN_PX = 38


def done_sheet(left: str, on_yes: Callable[[], None]) -> ConfirmSheet:
    """Ask before an incomplete demonstration is judged; `left` is a finished sentence."""
    return ConfirmSheet(
        word("show.done_yes"),
        word("match.back"),
        on_yes,
        danger=True,
        title=word("show.done_title"),
        sentence=left,
    )


class ShowView(MatchPanel):
    """Shows a `ShowPanel`."""

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self._cost = self._left = ""
        self._question: ConfirmSheet | None = None
        self.plan = PlanStrip()
        self.steps = StepList(follow=True)
        self.seen = StatusDot()
        self.add_widget(self.plan)
        self.add_widget(self.steps)
        self.take_back = self.button(
            lambda: self.do(self.desk.take_back), text=word("show.take_back"), icon="undo", base_px=17
        )
        self.photo = self.button(lambda: self.do(self.desk.photo), base_px=17)
        self.watch = self.button(lambda: self.do(self.desk.toggle_watch), base_px=17)
        self.give_up = self.button(self._give_up, text=word("show.give_up"), base_px=17)
        self.finish = self.button(self._finish, text=word("show.done"), base_px=24)

    def _give_up(self) -> None:
        self._ask(give_up_sheet(self._cost, lambda: self.do(self.desk.give_up)))

    def _finish(self) -> None:
        """Have it judged; ask first where moves are missing."""
        if self._left:
            self._ask(done_sheet(self._left, lambda: self.do(self.desk.done)))
        else:
            self.do(self.desk.done)

    def _ask(self, question: ConfirmSheet) -> None:
        self._question = question
        self.open_sheet(question)

    def gone(self) -> None:
        """Another moment has come: the question is void."""
        if self._question is not None:
            self._question.close()

    def show(self, view: ShowPanel) -> None:
        """Update plan, steps and buttons."""
        self._cost, self._left = view.give_up_cost, view.ask_done
        self.plan.show(view.plan, word("show.left", n=view.left))
        self.steps.show(view.steps)
        self.give_up.disabled = not view.by_hand
        self.take_back.disabled = not view.can_take_back
        self.finish.disabled = not view.can_finish
        self.finish.kind = "main" if view.complete else "second"
        camera = view.camera
        self.photo.text, self.photo.disabled, self.watch.text = camera.photo, camera.busy, camera.watch
        want(self, self.photo, bool(camera.photo))
        want(self, self.watch, bool(camera.watch))
        want(self, self.seen, camera.seen is not None)
        if camera.seen is not None:
            self.seen.sentence, self.seen.level = camera.seen.sentence, camera.seen.level
        self.redraw()

    def draw(self, group: Any) -> None:
        """Markers and what is seen above, buttons below, the steps between them."""
        del group
        box, gap = self.box(), self.gap
        box.top(self.px(42), gap).hold(self.plan)
        if self.seen.parent is not None:
            box.top(self.px(SEEN_PX), gap).hold(self.seen)
        quiet = [self.take_back, *(tool for tool in (self.photo, self.watch) if tool.parent is not None)]
        if self.upright or len(quiet) > 2:
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
