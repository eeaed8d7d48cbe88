"""The set-up screen: who plays, in which city, for how long; everything else lies behind it.

In: a `SetupPresenter` that keeps the choices, a `Navigator` that starts the match, and the way back. A
player's page, the variants, the tiles and the house rules open over the front page. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.screenmanager import Screen

from app.games.mutant_meeples.switches import TIMER_RANGE_S
from app.ui import theme
from app.ui.kv import load_beside
from app.ui.navigator import Navigator
from app.ui.panels.base import want
from app.ui.panels.page import PageSheet
from app.ui.panels.setup.city_shelf import CityShelf
from app.ui.panels.setup.rules import RulesSheet
from app.ui.panels.setup.seat import SeatSheet
from app.ui.panels.setup.seat_list import SeatList
from app.ui.panels.setup.tiles import TilesSheet
from app.ui.panels.setup.variants import VariantsSheet
from app.ui.presenters.setup import NameTaken, SetupPresenter
from app.ui.presenters.setup.rules import TIMER_STEP_S
from app.ui.widgets import button, label, meeple_chip
from app.ui.widgets.letter_pad import LetterPad
from app.ui.widgets.sheet import OneSheet
from app.ui.words import word

WIDGETS = (button.MarshalButton, label.Words, meeple_chip.CountStepper, SeatList, CityShelf)
"""What setup.kv uses; imported here so that Kivy's factory knows them."""

EVEN_SHARE = 0.62
"""Width of the button beside the reason for it, as a share of the text's."""


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
        self._presenter, self._navigator = presenter, navigator
        ids = self.ids
        self._pages, self._above = OneSheet(ids.floor), OneSheet(ids.floor)
        ids.back.bind(on_release=lambda *_: on_back())
        ids.start.bind(on_release=lambda *_: self._start())
        ids.add.bind(on_release=lambda *_: self._do(presenter.seats.add))
        ids.seats.bind(on_open=lambda _, seat: self._open_seat(seat))
        ids.seats.bind(on_remove=lambda _, seat: self._do(presenter.seats.remove, seat))
        ids.cities.bind(on_choose=lambda _, key: self._do(presenter.choose_board, key))
        self._even = button.MarshalButton(kind="second", base_px=17, size_hint_x=EVEN_SHARE)
        self._even.bind(on_release=lambda *_: self._do(presenter.even))
        ids.variants.bind(on_release=lambda *_: self._open_variants())
        ids.rules.bind(on_release=lambda *_: self._open(RulesSheet(presenter.rules, self._do)))
        timer = ids.timer
        timer.low, timer.high, timer.step = TIMER_RANGE_S[0], TIMER_RANGE_S[-1], TIMER_STEP_S
        timer.bind(on_change=lambda _, seconds: self._do(presenter.set_timer, seconds))
        timer.bind(on_end=lambda *_: self._do(presenter.explain_timer))
        self.refresh()

    def on_pre_enter(self, *_: Any) -> None:
        """Cities may have been built since, and people may have played."""
        self._presenter.enter()
        self.refresh()

    def _start(self) -> None:
        self._presenter.keep()
        self._navigator.on_play(self._presenter.setup())

    def _do(self, change: Callable[..., None], *arguments: Any) -> None:
        change(*arguments)
        self.refresh()

    def refresh(self) -> None:
        """Show the choices as they stand, on the front page and on every page over it."""
        view, ids = self._presenter.view(), self.ids
        ids.seats.show(view.seats)
        ids.add.disabled = not view.may_add
        ids.cities.show(view.cities)
        ids.advice.text = view.advice.text
        ids.advice.ink = theme.ALARM_PALE if view.advice.alarm else theme.QUIET
        ids.timer.value = view.timer_s
        ids.summary.text = view.summary
        ids.summary.ink = theme.ACCENT if view.changed else theme.QUIET
        ids.hint.text = view.even.sentence if view.even is not None else view.hint
        want(ids.foot.__self__, self._even, view.even is not None)
        if view.even is not None:
            self._even.text = view.even.text
        for page in ids.floor.children:
            if isinstance(page, PageSheet):
                page.refresh()

    # -- the pages over it ----------------------------------------------------------------------------

    def _open(self, page: PageSheet) -> None:
        """A page of its own, and nothing above it yet."""
        self._do(self._presenter.leave)
        self._above.close()
        self._pages.open(page)

    def _open_variants(self) -> None:
        presenter = self._presenter
        self._open(
            VariantsSheet(
                presenter.variants, self._do, lambda: self._above.open(TilesSheet(presenter.tiles, self._do))
            )
        )

    def _open_seat(self, seat: int) -> None:
        self._open(SeatSheet(self._presenter.seats, seat, self._do, lambda: self._ask_name(seat)))

    def _ask_name(self, seat: int) -> None:
        def take(name: str) -> str | None:
            try:
                self._do(self._presenter.seats.rename, seat, name)
            except NameTaken:
                return word("name.taken", name=name)
            return None

        self._above.open(LetterPad(take, colour=theme.player_colour(seat)))
