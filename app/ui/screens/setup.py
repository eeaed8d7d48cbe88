"""The set-up screen: who plays, in which city, how long a crime may be thought about, how strict to be.

In: a `SetupPresenter` that keeps the choices, a `Navigator` that starts the match, and the way back. Main
thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.screenmanager import Screen

from app.ui.kv import load_beside
from app.ui.navigator import Navigator
from app.ui.presenters.setup import TIMER_HIGH_S, TIMER_LOW_S, TIMER_STEP_S, NameTaken, SetupPresenter
from app.ui.widgets import button, cards, label, meeple_chip, switch
from app.ui.widgets.letter_pad import LetterPad
from app.ui.widgets.seat_row import SeatRow
from app.ui.words import word

WIDGETS = (
    button.MarshalButton,
    cards.CityCard,
    label.Words,
    meeple_chip.CountStepper,
    switch.SwitchRow,
)
"""What setup.kv uses; imported here so that Kivy's factory knows them."""


class SetupScreen(Screen):
    """Shows a `SetupView` and hands every tap to the presenter."""

    def __init__(
        self,
        presenter: SetupPresenter,
        navigator: Navigator,
        on_back: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        load_beside(__file__)
        super().__init__(name="setup", **kwargs)
        self._presenter = presenter
        ids = self.ids
        ids.back.bind(on_release=lambda *_: on_back())
        ids.start.bind(on_release=lambda *_: navigator.on_play(presenter.setup()))
        ids.add.bind(on_release=lambda *_: self._do(presenter.add_player))
        ids.shorter.bind(on_release=lambda *_: self._do(presenter.toggle_shorter))
        timer = ids.timer
        timer.low, timer.high, timer.step = TIMER_LOW_S, TIMER_HIGH_S, TIMER_STEP_S
        timer.value = presenter.view().timer_s
        timer.bind(value=lambda _, seconds: self._do(presenter.set_timer, int(seconds)))
        for board, name in presenter.view().board_names:
            card = cards.CityCard(board=board, title=name)
            card.bind(on_release=lambda *_, board=board: self._do(presenter.choose_board, board))
            ids.cities.add_widget(card)
        self.refresh()

    def _do(self, change: Callable[..., None], *arguments: Any) -> None:
        change(*arguments)
        self.refresh()

    def refresh(self) -> None:
        """Show the choices as they stand."""
        view = self._presenter.view()
        rows = self.ids.seats
        while len(rows.children) > len(view.seats):
            rows.remove_widget(rows.children[0])
        while len(rows.children) < len(view.seats):
            rows.add_widget(self._new_row(len(rows.children)))
        for row, seat in zip(reversed(rows.children), view.seats, strict=True):
            row.show(seat)
        self.ids.add.disabled = not view.may_add
        for card in self.ids.cities.children:
            card.chosen = card.board == view.board
        self.ids.advice.text = view.advice
        self.ids.timer.value = view.timer_s
        self.ids.shorter.on = view.shorter_ok
        self.ids.shorter.sentence = view.shorter_hint

    def _new_row(self, seat: int) -> SeatRow:
        presenter = self._presenter
        row = SeatRow()
        row.name_button.bind(on_release=lambda *_: self._ask_name(seat))
        row.handicap_button.bind(on_release=lambda *_: self._do(presenter.next_handicap, seat))
        row.style_button.bind(on_release=lambda *_: self._do(presenter.next_style, seat))
        row.remove_button.bind(on_release=lambda *_: self._do(presenter.remove_player, seat))
        return row

    def _ask_name(self, seat: int) -> None:
        def take(name: str) -> str | None:
            try:
                self._presenter.rename(seat, name)
            except NameTaken:
                return word("name.taken", name=name)
            self.refresh()
            return None

        LetterPad(take, colour=self._presenter.view().seats[seat].colour).open_over(self.ids.floor)
