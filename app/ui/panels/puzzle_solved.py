"""Somebody is there: the stars, how good it was, and the ways on."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui.panels.base import want
from app.ui.panels.puzzle_base import Hands, PuzzlePart
from app.ui.panels.puzzle_stars import Stars
from app.ui.presenters.puzzles.play import Play
from app.ui.presenters.puzzles.views import SolvedPanel
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.verdict import VerdictBanner
from app.ui.words import word

MAIN_PX, SIDE_PX = 66, 52
BANNER_PX = 150
STARS_PX = 96


class SolvedPart(PuzzlePart):
    """Shows a `SolvedPanel`."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands)
        self.stars = Stars()
        self.banner = VerdictBanner(kind="success")
        self.add_widget(self.stars)
        self.add_widget(self.banner)
        self.on = self.button(lambda: hands.do(hands.presenter.lead_on))
        self.again = MarshalButton(text=word("puzzles.try_again"), kind="main", base_px=24)
        self.again.bind(on_release=lambda *_: hands.play(Play.restart))
        self.shown = MarshalButton(text=word("puzzles.show"), base_px=18)
        self.shown.bind(on_release=lambda *_: hands.ask_to_show())

    def show(self, view: SolvedPanel) -> None:
        """The best leads on; anything else may be tried again."""
        self.stars.won = view.stars
        self.banner.title, self.banner.sentence = view.title, view.sentence
        self.on.text = view.on
        self.on.kind, self.on.base_px = ("main", 24) if view.best else ("quiet", 18)
        want(self, self.again, not view.best)
        want(self, self.shown, not view.best)
        self.redraw()

    def draw(self, group: Any) -> None:
        """Stars, verdict, and at the foot the main way on."""
        del group
        box, gap = self.box(), self.gap
        main = box.bottom(self.px(MAIN_PX), gap)
        if self.again.parent is not None:
            main.hold(self.again)
            left, right = box.bottom(self.px(SIDE_PX), gap).columns(2, gap)
            left.hold(self.shown)
            right.hold(self.on)
        else:
            main.hold(self.on)
        box.bottom(min(self.px(BANNER_PX), box.height * 0.62), gap).hold(self.banner)
        box.middle(box.width, self.px(STARS_PX)).hold(self.stars)
