"""`PlayerRow`: all players of the table, in one row or two; `on_pick(seat)` says whose card was tapped.

Where cards are not picked, a tap on a team tells of the hero that was meant.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.ui import theme
from app.ui.panels.base import keep_count
from app.ui.panels.box import Box
from app.ui.panels.lesson_sheet import tell
from app.ui.presenters.views import PlayerView
from app.ui.widgets.base import Drawn
from app.ui.widgets.player_card import PlayerCard

CARD_PX = 84
"""Height of the row, and of each of two rows."""
LOW_CARD_PX = 58
LEAST_CARD_PX = 68
"""A narrower card has no room for six heroes."""


class PlayerRow(Drawn):
    """The cards; without `on_pick` they tell of the heroes on them."""

    def __init__(self, on_pick: Callable[[int], None] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._on_pick = on_pick
        self.columns: int | None = None
        """So many beside each other; None: one row, or two where that would be too narrow."""
        self.cards: list[PlayerCard] = []

    def show(self, players: Sequence[PlayerView]) -> None:
        """Show these players."""
        if len(players) != len(self.cards):
            self.redraw()
        keep_count(self, self.cards, len(players), self._make)
        for card, player in zip(self.cards, players, strict=True):
            card.name, card.colour, card.team = player.name, player.colour, list(player.team)
            card.status, card.active, card.shout = player.status, player.active, player.shout
            card.slots, card.bot, card.missing = player.slots, player.bot, list(player.missing)
            card.disabled = self._on_pick is None and not player.team

    def _make(self, seat: int) -> PlayerCard:
        pick = self._on_pick
        card = PlayerCard(disabled=pick is None)
        if pick is not None:
            card.bind(on_release=lambda *_: pick(seat))
        else:
            card.bind(on_release=self._tell)
        return card

    @staticmethod
    def _tell(card: PlayerCard) -> None:
        touch = card.last_touch
        tell(card, list(card.team), 0 if touch is None else card.nearest_hero(*touch.pos))

    def rows_in(self, width: float) -> int:
        """One row, or two when the cards would get too narrow."""
        count = max(len(self.cards), 1)
        gap = self.px(theme.GAP_PX)
        return 1 if (width + gap) / count - gap >= self.px(LEAST_CARD_PX) - 1 else 2

    def height_in(self, width: float) -> float:
        """Window pixels wanted in a panel of that width."""
        if self.rows_in(width) == 1:
            return self.px(CARD_PX)
        return 2 * self.px(LOW_CARD_PX) + self.px(theme.GAP_PX)

    def draw(self, group: Any) -> None:
        """Place the cards."""
        del group
        if not self.cards:
            return
        gap = self.px(theme.GAP_PX)
        columns = self.columns or -(-len(self.cards) // self.rows_in(self.width))
        rows = -(-len(self.cards) // columns)
        box = Box(self.x, self.y, self.width, self.height)
        for card, cell in zip(self.cards, box.cells(columns, rows, gap), strict=False):
            cell.hold(card)
