"""Puzzles for one person: choosing one, waiting for it, playing it.

In: a `PuzzlesPresenter`, the way back to the game's room, and whom to tell when something cannot be kept.
Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.screenmanager import Screen

from app.ui.kv import load_beside
from app.ui.panels.puzzle_base import Hands, PuzzlePart
from app.ui.panels.puzzle_play import PlayPage
from app.ui.panels.puzzle_room import RoomPage
from app.ui.panels.puzzle_wait import WaitPage
from app.ui.panels.rules_sheet import RulesSheet
from app.ui.presenters.puzzles import PuzzlesPresenter
from app.ui.presenters.puzzles.views import PlayView, RoomView, WaitView
from app.ui.widgets.sheet import ConfirmSheet, OneSheet
from app.ui.widgets.slot import Slot
from app.ui.words import word

WIDGETS = (Slot,)
"""What puzzles.kv uses; imported here so that Kivy's factory knows it."""
WAIT_TICK_S = 0.25
"""How often the number of tries is looked at while a puzzle is being made."""

PAGES: dict[type[Any], type[PuzzlePart]] = {RoomView: RoomPage, WaitView: WaitPage, PlayView: PlayPage}


class PuzzlesScreen(Screen):
    """Shows the page the presenter is on; see the module's docstring."""

    def __init__(
        self,
        presenter: PuzzlesPresenter,
        on_back: Callable[[], None],
        on_notice: Callable[[str], None],
        **kwargs: Any,
    ) -> None:
        load_beside(__file__)
        super().__init__(name="puzzles", **kwargs)
        self._presenter, self._on_back, self._on_notice = presenter, on_back, on_notice
        self._view: Any = None
        self._page: PuzzlePart | None = None
        self._sheets = OneSheet(self.ids.floor)
        self._hands = Hands(presenter, self._do, self._ask, self._back, self._open_rules)
        self._ticker = Clock.create_trigger(lambda _: self.refresh(), WAIT_TICK_S, interval=True)
        presenter.changed = self.refresh
        self.refresh()

    def on_pre_enter(self, *_: Any) -> None:
        """The day, the results and the cities may be others than last time."""
        self._presenter.enter()
        self.refresh()

    def on_leave(self, *_: Any) -> None:
        """Nothing is looked for when nobody waits."""
        self._sheets.close()
        self._presenter.leave()

    # -- touching -------------------------------------------------------------------------

    def _do(self, method: Callable[..., Any], *arguments: Any) -> None:
        """One touch: one method of a presenter, and what has changed is shown at once."""
        method(*arguments)
        self.refresh()

    def _back(self) -> None:
        if self._presenter.back():
            self.refresh()
        else:
            self._on_back()

    def _ask(self, costs: str, title: str, yes: str, on_yes: Callable[[], None]) -> None:
        """Do it when it costs nothing; else ask first."""
        if not costs:
            self._do(on_yes)
            return
        no = word("puzzles.cost_no")
        self._sheets.open(ConfirmSheet(yes, no, lambda: self._do(on_yes), title=title, sentence=costs))

    def _open_rules(self) -> None:
        self._sheets.open(RulesSheet())

    # -- showing --------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the page as it stands; does nothing when nothing changed."""
        view = self._presenter.view()
        if notice := self._presenter.take_notice():
            self._on_notice(notice)
        if view == self._view:
            return
        self._view = view
        kind = PAGES[type(view)]
        if type(self._page) is not kind:
            self._sheets.close()  # what it asks is about the page that goes
            self._page = kind(self._hands)
            self.ids.page.put(self._page)
        assert self._page is not None
        self._page.show(view)
        if isinstance(view, WaitView) and not view.trouble:
            self._ticker()
        else:
            self._ticker.cancel()
