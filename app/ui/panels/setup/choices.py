"""Buttons of which one is chosen, for the pages of the set-up. Main thread only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.ui.panels.base import keep_count
from app.ui.panels.box import Box
from app.ui.presenters.setup.views import Choice
from app.ui.widgets.button import MarshalButton


class Choices:
    """Buttons on a page of which one is chosen; `on_choose(value)` is called for a tap."""

    def __init__(self, parent: Any, on_choose: Callable[[str], None], base_px: float = 17) -> None:
        self._parent, self._on_choose, self._base_px = parent, on_choose, base_px
        self.buttons: list[MarshalButton] = []
        self._values: tuple[str, ...] = ()

    def show(self, choices: Sequence[Choice]) -> None:
        """Have a button for each; the chosen one has a tick and the accent."""
        keep_count(self._parent, self.buttons, len(choices), self._make)
        self._values = tuple(choice.value for choice in choices)
        for button, choice in zip(self.buttons, choices, strict=True):
            button.text = choice.text
            button.kind, button.icon = ("second", "tick") if choice.chosen else ("quiet", "")

    def _make(self, number: int) -> MarshalButton:
        button = MarshalButton(base_px=self._base_px)
        button.bind(on_release=lambda *_: self._on_choose(self._values[number]))
        return button

    def place(self, cells: Sequence[Box]) -> None:
        """Put the buttons into the boxes, one each."""
        for button, cell in zip(self.buttons, cells, strict=False):
            cell.hold(button)
