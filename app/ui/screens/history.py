"""The history screen: past matches, their rounds on the map, and the players' figures.

In: a `HistoryPresenter`, what to do to go on with a match, and the way back. `refresh` shows what has
changed; the reader calls it when it knows more. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty
from kivy.uix.screenmanager import Screen

from app.ui import city
from app.ui.kv import load_beside
from app.ui.look import LOOK
from app.ui.panels.history_base import HistoryPanel
from app.ui.panels.history_list import ListView, MatchView, line_px, rows_in
from app.ui.panels.history_players import PlayersView
from app.ui.panels.history_round import RoundView
from app.ui.panels.page import PageSheet
from app.ui.presenters import history_views as views
from app.ui.presenters.history import HistoryPresenter
from app.ui.theme import GAP_PX
from app.ui.widgets.notices import NoticeBar
from app.ui.widgets.sheet import OneSheet
from app.ui.widgets.slot import Slot

PAGES: dict[type[Any], type[HistoryPanel]] = {
    views.ListPage: ListView,
    views.MatchPage: MatchView,
    views.RoundPage: RoundView,
    views.PlayersPage: PlayersView,
}
WIDGETS = (city.CityMap, Slot, NoticeBar)
"""What history.kv uses; imported here so that Kivy's factory knows them."""


class HistoryScreen(Screen):
    """Shows a `HistoryView`; see the module's docstring."""

    mapped = BooleanProperty(False)
    """Whether the map stands beside the page."""

    def __init__(
        self,
        presenter: HistoryPresenter,
        on_resume: Callable[[int], None],
        on_back: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        load_beside(__file__)
        super().__init__(name="history", **kwargs)
        self.presenter, self._on_resume, self._on_back = presenter, on_resume, on_back
        self._view: views.HistoryView | None = None
        self._panel: HistoryPanel | None = None
        self._sheets = OneSheet(self.ids.floor)
        self.refresh = Clock.create_trigger(lambda _: self._show(), -1)
        presenter.listen(self.refresh)
        self.ids.notice.bind(on_release=lambda *_: self.do(presenter.dismiss))
        self._city = self.ids.city.__self__  # ids hold it weakly, and it is not always on the floor
        self.ids.floor.remove_widget(self._city)
        self.bind(size=self._measure)
        LOOK.bind(unit=self._measure)

    # -- coming and going -----------------------------------------------------------------------------

    def on_pre_enter(self, *_: Any) -> None:
        """Look at everything anew."""
        self._measure()
        self.presenter.enter()
        self._show()

    def on_leave(self, *_: Any) -> None:
        """Nothing is read while nobody looks."""
        self._sheets.close()
        self.presenter.leave()

    def go_back(self) -> None:
        """One page back, or out."""
        if self.presenter.back():
            self._show()
        else:
            self._on_back()

    def resume(self, match_id: int) -> None:
        """Go on with a match."""
        self._on_resume(match_id)

    def _measure(self, *_: Any) -> None:
        height_px = self.height / LOOK.unit - 24
        upright = bool(LOOK.portrait)
        self.presenter.rows_fit = rows_in(height_px, upright)
        self.presenter.rounds_fit = rows_in(height_px, upright, line_px(upright) + GAP_PX)
        if self._view is not None:
            self.refresh()

    # -- touches --------------------------------------------------------------------------------------

    def do(self, change: Callable[..., None], *arguments: Any) -> None:
        """Call a method of the presenter, then show what changed."""
        change(*arguments)
        self._show()

    def open_sheet(self, sheet: Any) -> None:
        """Show a sheet over the screen."""
        self._sheets.open(sheet)

    def step(self, way: int) -> None:
        """One move on, played on the map, or back at once."""
        self.presenter.play(False)
        if way > 0:
            self._play_next()
        else:
            self.do(self.presenter.step, way)

    def play(self) -> None:
        """Let the moves go on by themselves, or stop them."""
        self.presenter.play(not self.presenter.playing)
        self._show()
        if self.presenter.playing and not self._city.moving:
            self._play_next()

    def _play_next(self) -> None:
        """Play the next move on the map; the picture after it is the one that stays."""
        move = self.presenter.next_move()
        if move is None:
            self.do(self.presenter.play, False)
            return
        if self._view is not None and isinstance(self._view.page, views.RoundPage):
            self._city.show(self._view.page.picture)  # where a move on its way was going
        self.presenter.step(1)
        self._show(move_map=False)
        self._city.animate([move], self._played)

    def _played(self) -> None:
        if self.presenter.playing:
            self._play_next()

    # -- showing --------------------------------------------------------------------------------------

    def _show(self, move_map: bool = True) -> None:
        for sheet in self.ids.floor.children:
            if isinstance(sheet, PageSheet):
                sheet.refresh()
        view = self.presenter.view()
        if view == self._view:
            return
        before, self._view = self._view, view
        page = view.page
        self._put_map(isinstance(page, views.RoundPage))
        kind = PAGES[type(page)]
        if not isinstance(self._panel, kind):
            self._panel = kind(self)
            self.ids.panel.put(self._panel)
            before = None
        if before is None or before.page != page:
            self._panel.show(page)
        if isinstance(page, views.RoundPage) and move_map:
            old = before.page if before is not None else None
            if not isinstance(old, views.RoundPage) or old.picture != page.picture:
                self._city.show(page.picture)
        self.ids.notice.kind = "alarm" if view.alarm else "plain"
        self.ids.notice.sentence = view.notice

    def _put_map(self, wanted: bool) -> None:
        if wanted == self.mapped:
            return
        self.mapped = wanted
        floor = self.ids.floor
        if wanted:
            floor.add_widget(self._city, index=len(floor.children))
        else:
            floor.remove_widget(self._city)
