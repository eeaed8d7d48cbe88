"""Powers and rules on one sheet: what moves, and what each meeple can do once. A tap beside it puts it away.

A tap on a meeple shows its power, and all rules are one tap away. `note` is what else is to be known while it
is read.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.games.mutant_meeples.roster import colours
from app.ui import theme
from app.ui.panels.box import Box
from app.ui.panels.help_book import HelpSheet
from app.ui.panels.lesson_sheet import tell
from app.ui.presenters.help import powers
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.help_cards import HelpRow
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet
from app.ui.words import word

HEAD_PX, ROW_PX = 98, 88
"""Parts of the sheet's height in an upright window."""


class RulesSheet(Sheet):
    """The powers, three rules of movement, and the way to all rules."""

    panel_width_px = 784.0
    panel_height_px = 464.0
    closes_beside = True

    def __init__(self, note: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._title = Words(text=word("match.rules"), shout=True, base_px=34)
        self._note = Words(text=note, bold=True, base_px=17, ink=theme.ACCENT, halign="right")
        self._rule = Words(text=word("power.moving"), base_px=15)
        self._rows = [HelpRow(power) for power in powers()]
        self.all_rules = MarshalButton(text=word("aid.all_rules"), kind="second", base_px=18)
        self.back = MarshalButton(icon="cross")
        for child in (self._title, self._note, self._rule, *self._rows, self.all_rules, self.back):
            self.add_widget(child)
        for number, row in enumerate(self._rows):
            row.bind(on_release=lambda *_, number=number: tell(self, colours(), number))
        self.all_rules.bind(on_release=lambda *_: self.while_open(self._open_all))
        self.back.bind(on_release=lambda *_: self.close())

    def _open_all(self) -> None:
        """In place of this sheet's powers; it waits below, and takes the book along when it is put away."""
        book = HelpSheet()
        book.open_over(self.parent)
        self.bind(parent=lambda *_: book.close())

    def panel(self) -> tuple[float, float, float, float]:
        """Upright windows stack them all."""
        if self.height > self.width:
            width, height = self.width - self.px(16), self.px(HEAD_PX + ROW_PX * len(self._rows))
            height = min(height, self.height - self.px(16))
            return self.center_x - width / 2, self.center_y - height / 2, width, height
        return super().panel()

    def draw(self, group: Any) -> None:
        """Title, the way to all rules and cross, the rule of all moves, then the powers."""
        super().draw(group)
        box = Box(*self.panel()).inner(self.px(14))
        gap = self.px(theme.GAP_PX)
        head = box.top(self.px(48), gap * 0.5)
        head.right(self.px(48), gap).hold(self.back)
        head.right(self.px(130), gap).hold(self.all_rules)
        if self._note.text:
            head.right(head.width * 0.42, gap).hold(self._note)
        head.hold(self._title)
        columns = 1 if self.height > self.width else 2
        box.top(self.px(44 if columns == 2 else 64), gap).hold(self._rule)
        rows = -(-len(self._rows) // columns)
        for row, cell in zip(self._rows, box.cells(columns, rows, gap), strict=False):
            cell.hold(row)
