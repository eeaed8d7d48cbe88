"""The end of the match: the winner's team on its stage, confetti that settles and then stands still.

The way on is another match of the same players. In a tournament the cards tell the games won, and the
next game is the way on.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import theme
from app.ui.panels.base import MatchPanel, want
from app.ui.panels.celebration import Celebration
from app.ui.panels.player_row import PlayerRow
from app.ui.presenters.views import WinnerPanel
from app.ui.widgets.label import Words
from app.ui.words import word

BUTTON_PX = 60
SENTENCE_PX = 40
"""Two lines."""


class WinnerView(MatchPanel):
    """Shows a `WinnerPanel`."""

    headed = False

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self._seen: WinnerPanel | None = None
        self.celebration = Celebration()
        self._title = Words(shout=True, halign="center", base_px=40)
        self._sentence = Words(halign="center", base_px=17)
        self._best = Words(halign="center", base_px=15, ink=theme.QUIET)
        self.players = PlayerRow()
        for child in (self.celebration, self._title, self._sentence, self.players, self._best):
            self.add_widget(child)
        self.best = self.button(
            lambda: self.do(self.desk.show_best), text=word("result.show_best"), kind="second", base_px=18
        )
        self.onward = self.button(self._go_on, kind="main", base_px=22)
        self.home = self.button(self._leave, text=word("winner.home"), base_px=22)
        self.on_leave: Callable[[], None] | None = None
        self.on_next_game: Callable[[], None] | None = None

    def _leave(self) -> None:
        if self.on_leave is not None:
            self.on_leave()

    def _go_on(self) -> None:
        if self._seen is not None and self._seen.again:
            self.do(self.desk.play_again)
        elif self.on_next_game is not None:
            self.on_next_game()

    def show(self, view: WinnerPanel) -> None:
        """Show the winner; the celebration runs once."""
        fresh = self._seen is None
        self._seen = view
        self._title.text, self._title.ink, self._sentence.text = view.title, view.colour, view.sentence
        winner = next((player for player in view.players if player.active), view.players[0])
        self.celebration.show(winner.team, view.colour)
        self.players.show(view.players)
        self._best.text = view.best
        onward = view.again or (view.next_game if self.on_next_game is not None else "")
        want(self, self.best, view.can_show_best)
        want(self, self.onward, bool(onward))
        self.onward.text, self.home.kind = onward, "quiet" if onward else "main"
        self.redraw()
        if fresh:
            self.celebration.begin()

    def draw(self, group: Any) -> None:
        """Title beside the menu, the stage, all players, the ways on."""
        del group
        box, gap = self.box(), self.gap
        top = box.top(self.px(52), 0)
        top.right(self.corner(), 0)
        top.left(self.corner(), 0)
        top.hold(self._title)
        box.top(self.px(SENTENCE_PX), gap).hold(self._sentence)
        height = self.px(BUTTON_PX if self.upright else 52)
        ways = [button for button in (self.best, self.home) if button.parent is not None]
        if self.onward.parent is not None and self.upright:
            box.bottom(height, gap).hold(self.onward)
        elif self.onward.parent is not None:
            ways.append(self.onward)
        for button, cell in zip(ways, box.bottom(height, gap).columns(len(ways), gap), strict=True):
            cell.hold(button)
        box.bottom(self.px(22), gap).hold(self._best)
        box.bottom(self.players.height_in(box.width), gap).hold(self.players)
        box.hold(self.celebration)
