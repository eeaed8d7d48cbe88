"""One player's page: name, person or machine, meeples to play without, the first hero. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.mutant_meeples.roster import colours
from app.ui import theme
from app.ui.panels.base import Do
from app.ui.panels.box import Box
from app.ui.panels.page import DONE_PX, HEAD_PX, PageSheet
from app.ui.panels.setup.choices import Choices
from app.ui.presenters.setup.seats import SeatsPresenter
from app.ui.widgets.chips import PlayerMeeple
from app.ui.widgets.label import Words
from app.ui.widgets.meeple_chip import CountStepper
from app.ui.widgets.seat_row import NameButton
from app.ui.words import word

LABEL_PX, CHOICE_PX, SIDE_PX, UPRIGHT_COLUMNS = 84, 48, 216, 3


class SeatSheet(PageSheet):
    """Shows a `SeatSheetView`; `on_name` asks for another name."""

    def __init__(
        self, seats: SeatsPresenter, seat: int, do: Do, on_name: Callable[[], None], **kwargs: Any
    ) -> None:
        super().__init__(do, **kwargs)
        self._seats, self._seat = seats, seat
        self.name_button = NameButton()
        self.name_button.bind(on_release=lambda *_: on_name())
        self._labels = [
            Words(text=word(f"seat.{key}"), bold=True, base_px=17) for key in ("person", "machines")
        ]
        self.persons = Choices(self, lambda hand: do(seats.choose_hand, seat, hand))
        self.machines = Choices(self, lambda hand: do(seats.choose_hand, seat, hand))
        self.modes = Choices(self, lambda mode: do(seats.choose_mode, mode))
        self._hand = Words(base_px=15, ink=theme.QUIET)
        self._by_lot = Words(text=word("seat.at_random"), base_px=15, ink=theme.QUIET)
        self.at_random = CountStepper(low=0)
        self.at_random.bind(on_change=lambda _, markers: do(seats.take_at_random, seat, markers))
        self.at_random.bind(on_end=lambda *_: do(seats.explain_end))
        self.meeples = [PlayerMeeple(colour=colour) for colour in colours()]
        for child in (
            self.name_button,
            *self._labels,
            self._hand,
            self._by_lot,
            self.at_random,
            *self.meeples,
        ):
            self.add_widget(child)
        for chip in self.meeples:
            chip.bind(on_release=lambda chip: do(seats.tap, seat, chip.colour))
        seats.open()
        self.refresh()

    def refresh(self) -> None:
        """Show the player as chosen so far."""
        view = self._seats.view(self._seat)
        button = self.name_button
        button.line = word("seat.rename")
        button.name, button.initial, button.colour = view.seat.name, view.seat.initial, view.seat.colour
        self.persons.show(view.persons)
        self.machines.show(view.machines)
        self._hand.text = view.hand_line
        self.modes.show(view.modes)
        self.at_random.high, self.at_random.value = view.most, view.at_random
        for chip, shown in zip(self.meeples, view.meeples, strict=True):
            chip.name, chip.mark, chip.chosen = shown.name, shown.mark, shown.mark == "hero"
        self.show_hint(view.hint)

    def draw(self, group: Any) -> None:
        """Name and "Done", who it is, then the meeples."""
        super().draw(group)
        box, gap = self.inside(), self.gap
        head = box.top(self.px(HEAD_PX), gap)
        head.right(self.px(DONE_PX), gap).hold(self.done)
        head.left(min(head.width, self.px(300))).hold(self.name_button)
        for label, choices in zip(self._labels, (self.persons, self.machines), strict=True):
            count = len(choices.buttons)
            columns = min(count, UPRIGHT_COLUMNS) if self.upright else count
            lines = -(-count // columns)
            row = box.top(self.px(CHOICE_PX) * lines + gap * (lines - 1), gap)
            row.left(self.px(LABEL_PX)).hold(label)
            choices.place(row.cells(columns, lines, gap))
        box.top(self.px(22), gap).hold(self._hand)
        if self.upright:
            self.modes.place(box.top(self.px(HEAD_PX), gap).columns(len(self.modes.buttons), gap))
            lot = box.top(self.px(64), gap)
            lot.right(self.px(SIDE_PX), 2 * gap).hold(self.at_random)
            lot.hold(self._by_lot)
            chips = box.top(min(box.height, self.px(2 * 140)), gap)
            box.top(self.px(40)).hold(self.hint)
            box = chips
        else:
            box.bottom(self.px(22), gap / 2).hold(self.hint)
            self._place_side(box.left(self.px(SIDE_PX), 2 * gap))
        for chip, cell in zip(self.meeples, box.cells(4, -(-len(self.meeples) // 4), gap), strict=False):
            cell.hold(chip)

    def _place_side(self, box: Box) -> None:
        for button in self.modes.buttons:
            box.top(self.px(HEAD_PX), self.gap).hold(button)
        box.bottom(self.px(theme.TOUCH_PX)).hold(self.at_random)
        box.hold(self._by_lot)
