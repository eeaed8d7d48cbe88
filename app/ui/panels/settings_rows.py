"""A row of the settings: a title, and a button for each value; the chosen one has a tick and the accent."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui.look import LOOK
from app.ui.panels.base import keep_count
from app.ui.panels.laid import Laid
from app.ui.presenters.settings import Row
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words

TITLE_PX = 186
"""Width of a title beside its buttons."""
LINE_PX = 24
"""Height of a title above them."""
NARROW = 4
"""So many buttons stand side by side in an upright window; more take a second line."""


class OptionRow(Laid):
    """One setting; `on_choose(number)` gets which button was tapped."""

    def __init__(self, on_choose: Callable[[int], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._on_choose = on_choose
        self._title = Words(bold=True, base_px=18)
        self.add_widget(self._title)
        self.buttons: list[MarshalButton] = []

    def show(self, row: Row) -> None:
        """Show these values."""
        self._title.text = row.title
        keep_count(self, self.buttons, len(row.options), self._make)
        for button, option in zip(self.buttons, row.options, strict=True):
            button.text = option.text
            button.kind, button.icon = ("second", "tick") if option.chosen else ("quiet", "")
        self.redraw()

    def _make(self, number: int) -> MarshalButton:
        made = MarshalButton(base_px=17)
        made.bind(on_release=lambda *_: self._on_choose(number))
        return made

    def draw(self, group: Any) -> None:
        """The title beside its buttons, or above them in an upright window."""
        del group
        box = self.box()
        if LOOK.portrait:
            box.top(self.px(LINE_PX)).hold(self._title)
        else:
            box.left(self.px(TITLE_PX), self.gap).hold(self._title)
        columns, lines = len(self.buttons), 1
        if LOOK.portrait and columns > NARROW:
            columns, lines = -(-columns // 2), 2
        self.size_hint_y = lines
        for button, cell in zip(self.buttons, box.cells(columns, lines, self.gap), strict=False):
            cell.hold(button)
