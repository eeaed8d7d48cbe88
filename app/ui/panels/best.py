"""The best there was, step by step: the rows so far are lit, the map shows the same moves.

It is gone through by arrows, by a tap on any row, or by itself at one of three speeds. Where several play,
everybody's card tells the fewest moves with the own team; a tap on one shows that plan.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from app.ui import theme
from app.ui.panels.base import MatchPanel, want
from app.ui.panels.box import Box
from app.ui.panels.player_row import PlayerRow
from app.ui.panels.step_list import StepList
from app.ui.presenters.replay import Pace
from app.ui.presenters.views import BestPanel
from app.ui.widgets.label import Words
from app.ui.widgets.verdict import VerdictBanner
from app.ui.words import word

TITLE_PX, BANNER_PX = 60, 88
"""Height of the banner without and with its sentence."""
BUTTON_PX = 56
NARROW_PX, BROAD_PX = (62, 66, 50, 50), (72, 84, 54, 54)
"""Widths of all buttons but the last, in a narrow panel and in a broad one."""
CHOOSE_PX = 20
MOST_IN_TWO_COLUMNS = 6
"""More cards than that stand in three columns beside the steps of a broad panel."""
CARDS_SHARE, WIDE_CARDS_SHARE = 0.44, 0.55
"""What two, and three, columns take of its width."""


class BestView(MatchPanel):
    """Shows a `BestPanel`."""

    headed = False

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self.banner = VerdictBanner(kind="plain")
        self.steps = StepList(pick=lambda number: self.do(self.desk.best_to, number))
        self.players = PlayerRow(lambda seat: self.do(self.desk.show_best_of, seat))
        self._choose = Words(text=word("best.choose"), halign="center", base_px=15, ink=theme.QUIET)
        self.add_widget(self.banner)
        self.add_widget(self.steps)
        self.close = self.button(lambda: self.do(self.desk.close_best), text=word("match.back"), base_px=16)
        self.speed = self.button(lambda: self.do(self.desk.best_pace), base_px=15)
        self.back = self.button(lambda: self.do(self.desk.best_step, -1), icon="west")
        self.play = self.button(lambda: self.do(self.desk.best_play), icon="play")
        self.forward = self.button(
            lambda: self.do(self.desk.best_step, 1), text=word("best.next"), icon="east", base_px=17
        )
        self._ticker: Any = None
        self._pace: Pace | None = None
        self.bind(parent=self._on_parent)

    def show(self, view: BestPanel) -> None:
        """Update the rows and cards; the main button is the one that leads on."""
        if bool(view.sentence) != bool(self.banner.sentence):
            self.redraw()
        self.banner.title, self.banner.sentence = view.title, view.sentence
        self.steps.show(view.steps, lit=view.step)
        for child in (self.players, self._choose):
            want(self, child, bool(view.players))
        self.players.show(view.players)
        self.back.disabled, self.forward.disabled = not view.can_back, not view.can_forward
        self.forward.kind = "main" if view.can_forward else "quiet"
        self.close.kind = "quiet" if view.can_forward else "main"
        self.play.icon = "pause" if view.playing else "play"
        self.play.disabled = self.speed.disabled = not view.steps
        self.speed.text = view.speed
        self._run(view.pace if view.playing else None)

    def gone(self) -> None:
        """Nothing goes on by itself unseen."""
        self._run(None)

    def _on_parent(self, _panel: Any, parent: Any) -> None:
        if parent is None:
            self._run(None)

    def _run(self, pace: Pace | None) -> None:
        """Let steps follow at that pace; None: let nothing follow."""
        if pace is self._pace:
            return
        if self._ticker is not None:
            self._ticker.cancel()
        self._pace, self._ticker = pace, None
        if pace is not None:
            self._ticker = Clock.schedule_interval(lambda _: self.do(self.desk.best_tick), pace.step_s)

    def draw(self, group: Any) -> None:
        """Title beside the menu, cards, steps (beside each other in a broad panel), the ways back and on."""
        del group
        box, gap = self.box(), self.gap
        top = box.top(self.px(BANNER_PX if self.banner.sentence else TITLE_PX), gap)
        top.right(self.corner(), 0)
        top.hold(self.banner)
        self._place_foot(box)
        if self.players.parent is not None:
            box.top(self.px(CHOOSE_PX), gap / 2).hold(self._choose)
            self._place_cards(box)
        box.hold(self.steps)

    def _place_foot(self, box: Box) -> None:
        """The way back, the speed, the player; the way on says so where there is room."""
        gap, foot = self.gap, box.bottom(self.px(BUTTON_PX), self.gap)
        widths = NARROW_PX if self.upright else BROAD_PX
        buttons = (self.close, self.speed, self.back, self.play)
        for button, width in zip(buttons, widths, strict=True):
            foot.left(self.px(width), gap).hold(button)
        self.forward.text = "" if self.upright else word("best.next")
        foot.hold(self.forward)

    def _place_cards(self, box: Box) -> None:
        count = len(self.players.cards)
        if self.upright:
            self.players.columns = None
            box.top(self.players.height_in(box.width), self.gap).hold(self.players)
            return
        few = count <= MOST_IN_TWO_COLUMNS
        self.players.columns = 2 if few else 3
        box.left(box.width * (CARDS_SHARE if few else WIDE_CARDS_SHARE), self.gap).hold(self.players)
