"""The match screen: the city, what to do now, and the panel of the moment.

In: a `Desk` (what every touch means, and the view to draw), `pump` (let the session handle what was just
touched), `on_leave` (back to the first screen) and `on_next_game` (the next game of a tournament, if that can
be had). `refresh` is called about ten times a second and after every touch; it changes only what differs from
the last view, so that an idle table draws nothing.
Main thread.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty
from kivy.uix.screenmanager import Screen

from app.ui import city
from app.ui.city_picture import CityMove, CityPicture
from app.ui.desk import Desk
from app.ui.kv import load_beside
from app.ui.look import LOOK
from app.ui.panels import header
from app.ui.panels.base import MatchPanel
from app.ui.panels.best import BestView
from app.ui.panels.confirm import ConfirmView
from app.ui.panels.draw import DrawView
from app.ui.panels.failed import FailedView
from app.ui.panels.fixing import FixBoardView, FixClaimView, FixListView
from app.ui.panels.menu import MenuSheet, PauseSheet, end_sheet, leave_sheet
from app.ui.panels.plan import PlanView
from app.ui.panels.result import ResultView
from app.ui.panels.showing import ShowView
from app.ui.panels.think import ThinkView
from app.ui.panels.winner import WinnerView
from app.ui.presenters import views
from app.ui.presenters.views import MatchView
from app.ui.widgets import button, notices
from app.ui.widgets.sheet import OneSheet, Sheet
from app.ui.widgets.slot import Slot

NOTICE_S = 4.0
"""How long a notice stays: long enough to read a sentence twice."""

PANELS: dict[type[Any], type[MatchPanel]] = {
    views.DrawPanel: DrawView,
    views.ThinkPanel: ThinkView,
    views.PlanPanel: PlanView,
    views.ShowPanel: ShowView,
    views.ConfirmPanel: ConfirmView,
    views.FailedPanel: FailedView,
    views.ResultPanel: ResultView,
    views.FixListPanel: FixListView,
    views.FixClaimPanel: FixClaimView,
    views.FixBoardPanel: FixBoardView,
    views.BestPanel: BestView,
    views.WinnerPanel: WinnerView,
}

WIDGETS = (city.CityMap, header.MatchHeader, Slot, button.MarshalButton, notices.NoticeBar)
"""What match.kv uses; imported here so that Kivy's factory knows them."""


class MatchScreen(Screen):
    """Shows a `MatchView`; see the module's docstring."""

    headed = BooleanProperty(True)
    notice_on_top = BooleanProperty(False)
    notice_beside = BooleanProperty(False)
    """While all look for a way it stands over the sentence, and the whole city is to be seen."""

    def __init__(
        self,
        desk: Desk,
        pump: Callable[[], None],
        on_leave: Callable[[], None],
        on_next_game: Callable[[], None] | None = None,
        sound_sheet: Callable[[], Sheet] | None = None,
        on_settings: Callable[[], None] = lambda: None,
        on_lock: Callable[[], None] = lambda: None,
        **kwargs: Any,
    ) -> None:
        load_beside(__file__)
        kwargs.setdefault("name", "match")
        super().__init__(**kwargs)
        self._desk, self._pump, self._on_leave = desk, pump, on_leave
        self._on_next_game, self._sound_sheet = on_next_game, sound_sheet
        self._on_settings, self._on_lock = on_settings, on_lock
        self._view: MatchView | None = None
        self._panel: MatchPanel | None = None
        self._planner: tuple[int, bool] | None = None
        self._sheets = OneSheet(self.ids.floor)
        self._pause: PauseSheet | None = None
        self._notice_ends: Any = None
        self._refresh_soon = Clock.create_trigger(lambda _: self.refresh(), -1)
        self.ids.city.bind(on_cell=lambda city, cell: self._do(desk.tap_cell, cell, city.touched))
        self.ids.menu.bind(on_release=lambda *_: self._open_menu())
        self.ids.notice.bind(on_release=lambda *_: self._do(desk.dismiss_notice))

    @property
    def reduced_motion(self) -> bool:
        """Whether moves jump to their end instead of gliding there."""
        return bool(LOOK.reduced_motion)

    @reduced_motion.setter
    def reduced_motion(self, wanted: bool) -> None:
        LOOK.reduced_motion = wanted

    # -- coming and going -----------------------------------------------------------------------------

    def on_pre_enter(self, *_: Any) -> None:
        """Another match may be on: nothing of the last one is kept, and nothing old is played as new."""
        self._view = self._panel = None
        self.ids.panel.clear_widgets()
        self._sheets.close()

    def _leave(self) -> None:
        self._refresh_soon.cancel()
        self._sheets.close()
        if self._pause is not None:
            self._pause.close()
            self._pause = None
        self._on_leave()

    # -- touching -------------------------------------------------------------------------------------

    def _do(self, method: Callable[..., None], *arguments: Any) -> None:
        """One touch: one method of the desk, at once; the screen follows before the next frame.

        A finger may be lifted after another one has left the match: that means nothing.
        """
        if not self._desk.open:
            return
        method(*arguments)
        self._pump()
        self._refresh_soon()

    def _open(self, sheet: Sheet) -> None:
        """As for `_do`."""
        if self._desk.open:
            self._sheets.open(sheet)

    def _open_menu(self) -> None:
        desk, view = self._desk, self._view
        self._open(
            MenuSheet(
                lambda: self._do(desk.undo),
                lambda: self._do(desk.redo),
                lambda: self._do(desk.fix),
                lambda: self._do(desk.pause),
                self._ask_to_leave,
                lambda: self._open(end_sheet(self._end, desk.of_tournament)),
                view is not None and view.header.can_undo,
                view is not None and view.header.can_redo,
                self._open_sound,
                self._on_settings,
                self._on_lock,
            )
        )

    def _open_sound(self) -> None:
        if self._sound_sheet is not None:
            self._open(self._sound_sheet())

    def _ask_to_leave(self) -> None:
        self._open(leave_sheet(self._leave))

    def _end(self) -> None:
        self._desk.abandon()
        self._leave()

    # -- showing --------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the match as it stands; does nothing when nothing changed. Needs a match."""
        view = self._desk.view()
        moves = self._desk.new_moves()
        last, self._view = self._view, view
        if view == last:
            return
        self.ids.city.still = view.paused
        self.ids.city.pace = view.panel.pace.times if isinstance(view.panel, views.BestPanel) else 1.0
        if last is None or view.picture != last.picture:
            self._show_city(view.picture, moves if last is not None else ())
        if last is None or view.panel != last.panel:
            self._show_panel(view.panel)
        self.ids.header.sentence = view.header.sentence
        self.ids.header.hint = view.header.hint
        if last is None or _notice_of(view) != _notice_of(last):
            self._show_notice(view)
        if view.paused != (self._pause is not None):
            self._show_pause(view.paused)
        if self._pause is not None:
            self._pause.allow(view.header.can_undo, view.header.can_redo)

    def _show_city(self, picture: CityPicture, moves: tuple[CityMove, ...]) -> None:
        shown = self.ids.city
        if not moves or len(moves) > len(picture.path):
            shown.show(picture)
            return
        shown.show(_before(picture, moves))
        shown.animate(moves, self._end_of_moves)

    def _end_of_moves(self) -> None:
        """The moves are played: what else the picture shows (highlights, a meeple in hand) may come."""
        if self._view is not None and not self.ids.city.moving:
            self.ids.city.show(self._view.picture)

    def _show_panel(self, view: Any) -> None:
        kind = PANELS[type(view)]
        if type(self._panel) is not kind:
            if self._panel is not None:
                self._panel.gone()
            panel = kind(self._desk, self._do, self._open)
            if isinstance(panel, WinnerView):
                panel.on_leave, panel.on_next_game = self._leave, self._on_next_game
            self.headed = kind.headed
            self.ids.panel.put(panel)
            self._panel = panel
        elif _planner(view) != self._planner:
            self.ids.panel.rest()
        self._planner = _planner(view)
        claiming = self._planner is not None and self._planner[1]
        self.notice_beside = claiming or isinstance(view, views.ThinkPanel)
        assert self._panel is not None
        self._panel.show(view)

    def _show_notice(self, view: MatchView) -> None:
        notice = self.ids.notice
        notice.kind = "alarm" if view.alarm else "plain"
        notice.sentence = view.notice
        self.notice_on_top = view.notice_on_top
        if self._notice_ends is not None:
            self._notice_ends.cancel()
            self._notice_ends = None
        if view.notice and not view.notice_stays:
            self._notice_ends = Clock.schedule_once(self._notice_over, NOTICE_S)

    def _notice_over(self, _elapsed_s: float) -> None:
        self._notice_ends = None
        self._desk.dismiss_notice()
        if self._view is not None:
            self._view = replace(self._view, notice="", alarm=False, notice_on_top=False)
        self.ids.notice.sentence = ""

    def _show_pause(self, paused: bool) -> None:
        if self._pause is not None:
            self._pause.close()
            self._pause = None
        if paused:
            self._sheets.close()
            desk = self._desk
            self._pause = PauseSheet(
                lambda: self._do(desk.go_on),
                lambda: self._do(desk.undo),
                lambda: self._do(desk.redo),
                lambda: self._do(desk.fix),
                self._leave,
            )
            self._pause.open_over(self.ids.floor)


def _planner(view: Any) -> tuple[int, bool] | None:
    """Whose markers are laid, and whether to claim."""
    return (view.seat, bool(view.tiles)) if isinstance(view, views.PlanPanel) else None


def _notice_of(view: MatchView) -> tuple[str, bool, bool, bool]:
    return view.notice, view.alarm, view.notice_stays, view.notice_on_top


def _before(picture: CityPicture, moves: tuple[CityMove, ...]) -> CityPicture:
    """The picture as it was before these last moves were made."""
    meeples = dict(picture.meeples)
    for move in reversed(moves):
        meeples[move.colour] = move.cells[0]
    path = picture.path[: len(picture.path) - len(moves)]
    return replace(picture, meeples=meeples, path=path, selected=None, reachable={})
