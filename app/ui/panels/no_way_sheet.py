"""The question to all: is there no way there? One switch a player; the round ends when all agree.

It stays open and live while the players decide. `on_agree(seat)` is called for a tap. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.ui import theme
from app.ui.panels.base import keep_count
from app.ui.panels.box import Box
from app.ui.presenters.views import PlayerView
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet
from app.ui.widgets.switch import SwitchRow
from app.ui.words import word

ROW_PX = 60


class NoWaySheet(Sheet):
    """A title, a sentence, a switch for each player, and the way back."""

    def __init__(self, on_agree: Callable[[int], None], **kwargs: Any) -> None:
        self._on_agree = on_agree
        self._title = Words(text=word("match.no_way_title"), shout=True, base_px=34, halign="center")
        self._sentence = Words(
            text=word("match.no_way_sentence"), base_px=18, halign="center", ink=theme.QUIET
        )
        self.back = MarshalButton(text=word("match.back"))
        self.switches: list[SwitchRow] = []
        super().__init__(**kwargs)
        for child in (self._title, self._sentence, self.back):
            self.add_widget(child)
        self.back.bind(on_release=lambda *_: self.close())

    def show(self, players: Sequence[PlayerView], agreed: Sequence[bool]) -> None:
        """Show who agrees."""
        if len(players) != len(self.switches):
            self.redraw()
        keep_count(self, self.switches, len(players), self._make)
        for switch, player, on in zip(self.switches, players, agreed, strict=True):
            switch.title, switch.on, switch.disabled = player.name, on, player.bot
            switch.sentence = word("match.agrees" if on else "match.still_looking")

    def _make(self, seat: int) -> SwitchRow:
        row = SwitchRow()
        row.bind(on_release=lambda *_: self.while_open(lambda: self._on_agree(seat)))
        return row

    def draw(self, group: Any) -> None:
        """Two columns of switches between the texts and the way back."""
        columns = 1 if len(self.switches) <= 2 else 2
        rows = -(-len(self.switches) // columns)
        pad, gap = self.px(20), self.px(theme.GAP_PX)
        self.panel_height_px = 2 * 20 + 42 + 28 + 16 + 56 + rows * (ROW_PX + theme.GAP_PX)
        self.panel_width_px = 400.0 if columns == 1 else 560.0
        super().draw(group)
        box = Box(*self.panel()).inner(pad)
        box.top(self.px(42)).hold(self._title)
        box.top(self.px(28), gap).hold(self._sentence)
        box.bottom(self.px(56), gap).hold(self.back)
        for switch, cell in zip(self.switches, box.cells(columns, max(rows, 1), gap), strict=False):
            cell.hold(switch)
