"""What each player could have done with the own team: a card for everybody; a tap shows the plan."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui.panels.base import MatchPanel
from app.ui.panels.player_row import PlayerRow
from app.ui.presenters.views import EveryonePanel
from app.ui.widgets.verdict import VerdictBanner
from app.ui.words import word

BANNER_PX = 84
BUTTON_PX = 52
CARD_PX = 92
"""Most height of a card."""
MOST_BESIDE = 4
"""So many cards beside each other in a broad panel."""


class EveryoneView(MatchPanel):
    """Shows an `EveryonePanel`."""

    headed = False

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self._can_show: tuple[bool, ...] = ()
        self.banner = VerdictBanner(kind="plain")
        self.players = PlayerRow(self._pick)
        self.add_widget(self.banner)
        self.add_widget(self.players)
        self.close = self.button(lambda: self.do(self.desk.close_best), text=word("best.close"), base_px=20)

    def _pick(self, seat: int) -> None:
        if self._can_show[seat]:
            self.do(self.desk.show_best_of, seat)

    def show(self, view: EveryonePanel) -> None:
        """Update the cards."""
        self.banner.title, self.banner.sentence = view.title, view.sentence
        self._can_show = view.can_show
        self.players.show(view.players)
        self.redraw()

    def draw(self, group: Any) -> None:
        """Title beside the menu, the cards in two columns (or two rows in a broad panel), the way back."""
        del group
        box, gap = self.box(), self.gap
        top = box.top(self.px(BANNER_PX), gap)
        top.right(self.corner(), 0)
        top.hold(self.banner)
        box.bottom(self.px(BUTTON_PX), gap).hold(self.close)
        count = max(len(self.players.cards), 1)
        rows = -(-count // 2) if self.upright else -(-count // MOST_BESIDE)
        self.players.columns = -(-count // rows)
        box.top(min(box.height, rows * (self.px(CARD_PX) + gap) - gap)).hold(self.players)
