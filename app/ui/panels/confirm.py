"""A reading of the camera that the table confirms: tap a meeple, then its cell; then "So they stand"."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.panels.base import MatchPanel, keep_count
from app.ui.presenters.views import ConfirmPanel
from app.ui.widgets.label import Words
from app.ui.widgets.meeple_chip import MeepleChip
from app.ui.words import word

CHIP_PX = (72, 76)


class ConfirmView(MatchPanel):
    """Shows a `ConfirmPanel`."""

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self._sentence = Words(base_px=20, valign="top")
        self.add_widget(self._sentence)
        self.chips: list[MeepleChip] = []
        self.drop = self.button(lambda: self.do(self.desk.drop_reading), text=word("confirm.no"), base_px=17)
        self.yes = self.button(
            lambda: self.do(self.desk.confirm_cells), text=word("confirm.yes"), kind="main", base_px=20
        )

    def show(self, view: ConfirmPanel) -> None:
        """Update the sentence and the meeples in doubt; the one in hand is lit."""
        self._sentence.text = view.sentence
        keep_count(self, self.chips, len(view.doubtful), self._make)
        for chip, shown in zip(self.chips, view.doubtful, strict=True):
            chip.colour, chip.name = shown.colour, shown.name
            chip.chosen = shown.colour == view.selected
        self.yes.disabled = not view.can_confirm
        self.redraw()

    def _make(self, _number: int) -> MeepleChip:
        chip = MeepleChip()
        chip.bind(on_release=lambda chip: self.do(self.desk.choose, chip.colour))
        return chip

    def draw(self, group: Any) -> None:
        """Sentence, chips, buttons."""
        del group
        box, gap = self.box(), self.gap
        for button, cell in zip(
            (self.drop, self.yes), box.bottom(self.px(64), gap).columns(2, gap), strict=True
        ):
            cell.hold(button)
        box.top(self.px(56), gap).hold(self._sentence)
        columns = int((box.width + gap) // (self.px(CHIP_PX[0]) + gap))
        for number, chip in enumerate(self.chips):
            row, column = divmod(number, columns)
            chip.size = (round(self.px(CHIP_PX[0])), round(self.px(CHIP_PX[1])))
            chip.pos = (
                round(box.x + column * (chip.width + gap)),
                round(box.y + box.height - (row + 1) * chip.height - row * gap),
            )
        self._sentence.ink = theme.TEXT
