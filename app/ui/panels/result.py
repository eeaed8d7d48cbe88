"""The end of a round: the verdict, the moves that made it, who joins whom, and the best there was."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import drawing, theme
from app.ui.city_layers import draw_target
from app.ui.panels.base import MatchPanel, want
from app.ui.panels.box import Box
from app.ui.panels.lesson_sheet import tell
from app.ui.panels.step_list import StepList
from app.ui.presenters.views import ResultPanel
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words
from app.ui.widgets.pointing import Pointing
from app.ui.widgets.verdict import VerdictBanner
from app.ui.words import word

BANNER_PX = 92
CARD_PX = 62
BUTTON_PX = 70


class JoinCard(Pointing, Drawn):
    """The hero that joins, of whose power a tap tells, and the sentence about the best."""

    __events__ = ("on_hero",)
    event = "on_hero"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._colour: str | None = None
        self._joined = Words(bold=True, base_px=18)
        self._best = Words(bold=True, base_px=15, ink=theme.ACCENT)
        self.add_widget(self._joined)
        self.add_widget(self._best)

    def show(self, colour: str | None, joined: str, best: str, lit: bool) -> None:
        """Show both sentences; `lit` when there is something to show."""
        self._joined.text, self._best.text = joined, best
        self._best.ink = theme.ACCENT if lit else theme.QUIET
        self._best.halign = "left" if joined else "center"
        self._colour = colour
        self.redraw()

    def pointed(self, touch: Any) -> str | None:
        """The hero, anywhere on the card."""
        return self._colour if self.collide_point(*touch.pos) else None

    def on_hero(self, colour: str) -> None:
        """Tell of it."""
        tell(self, (colour,))

    def draw(self, group: Any) -> None:
        """Panel, figure, and one line or two."""
        radius = self.px(10)
        drawing.slab(group, self.pos, self.size, radius, theme.PANEL)
        drawing.frame(group, self.pos, self.size, radius, self.px(1.5), theme.LINE)
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(5))
        if self._colour is not None:
            side = min(box.height, self.px(48))
            figure = box.left(side, self.px(6))
            x, y = figure.x + side / 2, figure.y + figure.height / 2
            drawing.meeple(group, self._colour, x, y, side)
        if self._joined.text:
            box.top(box.height * 0.45).hold(self._joined)
        box.hold(self._best)


class ResultView(MatchPanel):
    """Shows a `ResultPanel`."""

    headed = False

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self.banner = VerdictBanner()
        self.steps = StepList()
        self.card = JoinCard()
        for child in (self.banner, self.steps, self.card):
            self.add_widget(child)
        self.best = self.button(
            lambda: self.do(self.desk.show_best), text=word("result.show_best"), kind="second", base_px=18
        )
        self.next = self.button(lambda: self.do(self.desk.draw), kind="main", base_px=22)

    def show(self, view: ResultPanel) -> None:
        """Update everything; the button to the best comes when it is known."""
        self.banner.kind = "success" if view.solved else "plain"
        self.banner.title, self.banner.sentence = view.title, view.sentence
        self.steps.show(view.steps)
        self.card.show(view.joined_colour, view.joined, view.best, view.can_show_best)
        want(self, self.best, view.can_show_best)
        self.next.text = view.next
        self.redraw()

    def draw(self, group: Any) -> None:
        """Banner beside the menu, steps, card, and the two ways on."""
        box, gap = self.box(), self.gap
        top = box.top(self.px(BANNER_PX if self.upright else 68), gap)
        top.right(self.corner(), 0)
        top.hold(self.banner)
        foot = box.bottom(self.px(BUTTON_PX if self.upright else 56), gap)
        if self.best.parent is not None:
            left, right = foot.columns(2, gap)
            left.hold(self.best)
            right.hold(self.next)
        else:
            foot.hold(self.next)
        box.bottom(self.px(CARD_PX if self.upright else 56), gap).hold(self.card)
        box.hold(self.steps)
        if not self.steps.rows:  # the case is still open: so is the target
            draw_target(
                group, box.x + box.width / 2, box.y + box.height / 2, min(box.height * 0.45, self.px(110))
            )
