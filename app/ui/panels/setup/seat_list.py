"""`SeatList`: the players' rows, in one column, or in two for a bigger box. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import NumericProperty

from app.ui import theme
from app.ui.panels.base import keep_count
from app.ui.panels.box import Box
from app.ui.presenters.setup import SeatView
from app.ui.widgets.base import Drawn
from app.ui.widgets.seat_row import SeatRow

ONE_COLUMN = 6
"""Rows that fit below each other on an 800 x 480 panel."""
ROW_PX, NARROW_ROW_PX = 48, 76
"""Rows of half the width need two lines below the name."""


class SeatList(Drawn):
    """The events `on_open(seat)` and `on_remove(seat)` are taps on a row and on its cross."""

    __events__ = ("on_open", "on_remove")
    height_px = NumericProperty(0)
    """What the rows need, in base pixels."""

    def __init__(self, **kwargs: Any) -> None:
        self.rows: list[SeatRow] = []
        super().__init__(**kwargs)

    def on_open(self, seat: int) -> None:
        """Event: this player is to be changed."""

    def on_remove(self, seat: int) -> None:
        """Event: this player leaves the table."""

    def show(self, seats: Sequence[SeatView]) -> None:
        """Have a row for each player."""
        keep_count(self, self.rows, len(seats), self._make)
        for row, seat in zip(self.rows, seats, strict=True):
            row.show(seat)
        row_px = ROW_PX if self._columns() == 1 else NARROW_ROW_PX
        self.height_px = self._lines() * (row_px + theme.GAP_PX) - theme.GAP_PX
        self.redraw()

    def _columns(self) -> int:
        return 1 if len(self.rows) <= ONE_COLUMN else 2

    def _lines(self) -> int:
        return -(-len(self.rows) // self._columns())

    def _make(self, seat: int) -> SeatRow:
        row = SeatRow()
        row.name_button.bind(on_release=lambda *_: self.dispatch("on_open", seat))
        row.remove_button.bind(on_release=lambda *_: self.dispatch("on_remove", seat))
        return row

    def draw(self, group: Any) -> None:
        """Place the rows."""
        del group
        box, gap = Box(self.x, self.y, self.width, self.height), self.px(theme.GAP_PX)
        cells = box.cells(self._columns(), self._lines(), gap)
        for row, cell in zip(self.rows, cells, strict=False):
            cell.hold(row)
