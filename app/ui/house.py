"""The touchscreen app: one table, its screens, the clock that polls it, and the keys of a laptop.

Joins the parts and decides which screen is shown; what a match does is the session's business, what a touch
means the desk's. Import only after `boot.prepare`. Main thread only.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Keyboard, Window

from app.errors import as_message
from app.games.contract import Message, Refused, say
from app.games.mutant_meeples.board import shipped_boards
from app.games.mutant_meeples.solver import warm
from app.games.mutant_meeples.state import Setup
from app.games.mutant_meeples.tournament import standing
from app.language import sentence
from app.store.errors import JournalFailed, JournalUnreadable
from app.store.journal import StoredMatch
from app.table.assigning import Asked
from app.table.history import load
from app.table.opponents import Opponents
from app.table.replay import describe
from app.table.wiring import Kept, Table
from app.table.worker import Worker
from app.ui.camera_corner import CameraCorner
from app.ui.desk import Desk
from app.ui.device_corner import DEVICES, DeviceCorner
from app.ui.panels.sound_sheet import SoundSheet
from app.ui.presenters.home import DeviceStatus, HomePresenter
from app.ui.presenters.setup import SetupPresenter
from app.ui.rooms import ROOM, Rooms
from app.ui.screens.home import HomeScreen
from app.ui.screens.match import MatchScreen
from app.ui.screens.setup import SetupScreen
from app.ui.settings_corner import SettingsCorner
from app.ui.sounds import Sounds
from app.ui.stage import MarshalApp, Stage
from app.ui.tutorial_corner import TUTORIAL, TutorialCorner
from app.ui.widgets.edge_flash import EdgeFlash
from app.ui.widgets.sheet import ConfirmSheet, OneSheet
from app.ui.words import word

log = logging.getLogger(__name__)

POLL_S = 0.1
"""How often buttons, camera and timers are looked at; a press keeps its own time stamp."""

KEY_S = 0.05
"""A key lies down for at least so long: both its ends may come in one frame, and a contact would call that a
spike."""

KEY_NAMES = {code: name for name, code in Keyboard.keycodes.items()}


class House:
    """Owns the stage and answers the screens (`app.ui.navigator.Navigator`)."""

    def __init__(self, table: Table, turned: int | None = None) -> None:
        """`turned`: degrees by which the screen is turned for this start, whatever is kept."""
        self._table = table
        self._worker = Worker()
        self._helper = Worker()  # of its own: neither waits for past matches, puzzles and files
        self._bots = Opponents(table.session, self._worker, table.clock_ns)
        self._camera = CameraCorner(table, self._kept_city)
        self._desk = Desk(table.session, self._worker, self._camera.photos, self._bots, self._camera.watching)
        self._edge = EdgeFlash()
        self._sounds = Sounds(
            table.session,
            table.gear.speaker,
            table.journal,
            self._edge.flash,
            Clock.schedule_once,
            table.gear.beep,
        )
        self._settings = SettingsCorner(
            table,
            lambda: SoundSheet(self._sounds),
            self._furnish_anew,
            self._pump,
            turned,
        )
        self._devices_corner = DeviceCorner(table, self._players)
        self._first_game = TutorialCorner(table, self._worker)
        self._stage: Stage | None = None
        self._sheets: OneSheet | None = None
        self._match: MatchScreen | None = None
        self._rooms = Rooms(table, self._helper, self._camera)
        self._setup_presenter = SetupPresenter(
            self._habit, self._keep_habit, self._rooms.cities, self._rooms.advice, table.rng
        )

    def run(self) -> None:
        """Open the window and stay until it is closed."""
        ExceptionManager.add_handler(_KeepPlaying(self))
        MarshalApp(self.build_stage, self.close).run()

    def build_stage(self) -> Stage:
        """Make the screens in an open window, and begin to poll the table."""
        stage = self._stage = Stage()
        self._sheets = OneSheet(stage)
        stage.furnish(self._furnish)
        stage.add_widget(self._edge)  # over everything
        self._settings.begin(stage)
        Window.bind(on_key_down=self._key_down, on_key_up=self._key_up, focus=self._focus)
        Clock.schedule_interval(self._tick, POLL_S)
        self._table.gear.woken = self._wake
        Window.bind(on_flip=self._first_frame)
        if self._table.notices:
            self._say(self._table.notices[0])
        return stage

    def _furnish_anew(self) -> None:
        """Another language is spoken: every text is made again."""
        if self._stage is not None:
            self._stage.furnish(self._furnish)

    def _furnish(self) -> None:
        """Make every screen and put it on the stage, in the language that is spoken now."""
        assert self._stage is not None
        stage, settings = self._stage, self._settings
        self._match = MatchScreen(
            self._desk,
            self._pump,
            self._leave_match,
            self._play_next,
            lambda: SoundSheet(self._sounds),
            settings.open,
            settings.lock,
        )
        stage.add_screen(
            HomeScreen(
                HomePresenter(self._kept_match, self._devices, lambda: self._first_game.offered),
                self,
                lambda game: stage.go(ROOM),
                settings.open,
                lambda: stage.go(DEVICES),
                lambda: stage.go(TUTORIAL),
                lambda: stage.go("help"),
            )
        )
        stage.add_screen(SetupScreen(self._setup_presenter, self, lambda: stage.go(ROOM)))
        self._rooms.add_to(stage, self._resume, self._warn, self._kept_match, self.on_resume)
        self._devices_corner.add_to(stage, (lambda: stage.go("camera")) if self._camera.there else None)
        self._first_game.add_to(stage, lambda: stage.go("home"), lambda: stage.go("setup"))
        self._camera.reserve(self._match)
        stage.add_screen(self._match)
        settings.add_to(stage)

    def _first_frame(self, *_: Any) -> None:
        """People see the house before the solver takes the processor."""
        Window.unbind(on_flip=self._first_frame)
        Clock.schedule_once(lambda _: self._worker.ask("warm", warm, self._warmed, _not_warm), 0)

    def _warmed(self, slow: str) -> None:
        if slow and self._stage is not None:
            self._stage.notify(lambda: sentence(say("notice.solver_slow")))

    def close(self) -> None:
        """Keep an open match for later and give everything back."""
        self._table.session.leave()
        self._worker.close()
        self._camera.close()
        self._helper.close()
        self._first_game.close()
        self._settings.close()
        self._table.close()

    # -- the clock and the keys -----------------------------------------------------------------------

    def _tick(self, _elapsed_s: float) -> None:
        assert self._stage is not None
        self._table.poll()
        self._worker.poll()
        self._camera.poll(self._stage.screens.current)
        self._helper.poll()
        self._bots.poll()
        self._desk.poll()
        self._sounds.follow()
        self._settings.poll()
        self._show_changes()

    def _wake(self) -> None:
        """A button was pressed; any thread. The clock is woken from its sleep between two frames."""
        Clock.schedule_once(self._pressed, 0)

    def _pressed(self, _elapsed_s: float = 0.0) -> None:
        """Handle a press as soon as no earlier one can come any more."""
        self._settings.stir()
        self._pump()
        due_ns = self._table.session.due_ns()
        if due_ns is not None:
            Clock.schedule_once(self._pressed, max(0, due_ns - self._table.clock_ns()) / 1e9)

    def _pump(self) -> None:
        """Handle what was just touched or pressed, now rather than at the next tick."""
        self._table.poll()
        self._show_changes()

    def _show_changes(self) -> None:
        assert self._stage is not None
        assert self._match is not None
        if self._stage.screens.current == self._match.name and self._table.session.state is not None:
            self._match.refresh()
        self._devices_corner.refresh(self._stage.screens.current)
        notice = self._table.session.take_notice() or self._camera.take_notice()
        if notice is not None:
            self._say(notice)
        news = self._table.gear.switchboard.take_news()
        if news is not None:
            self._stage.notify(lambda: sentence(news.message), alarm=news.alarm)

    def _key_down(self, _window: Any, key: int, *_: Any) -> bool:
        keys = self._table.gear.keys
        self._settings.stir()
        if keys is None or not keys.down(KEY_NAMES.get(key, "")):
            return False
        self._pump()
        return True

    def _key_up(self, _window: Any, key: int, *_: Any) -> bool:
        keys, name = self._table.gear.keys, KEY_NAMES.get(key, "")
        if keys is None or not keys.knows(name):
            return False
        Clock.schedule_once(lambda _: keys.up(name), KEY_S)
        return True

    def _focus(self, _window: Any, focused: bool) -> None:
        if not focused and self._table.gear.keys is not None:
            self._table.gear.keys.release_all()

    # -- the ways between the screens -----------------------------------------------------------------

    def on_play(self, setup: Setup) -> None:
        """Start a match with what the set-up screen gives."""
        kept = self._kept_match()
        if kept is None:
            self._start(setup)
            return
        assert self._sheets is not None
        self._sheets.open(
            ConfirmSheet(
                word("setup.anew_yes"),
                word("setup.anew_no"),
                lambda: self._start(setup),
                title=word("setup.anew_title"),
                sentence=word("setup.anew_sentence", kept=kept),
            )
        )

    def _start(self, setup: Setup) -> None:
        try:
            self._table.session.start(setup)
        except Refused as refused:
            self._say(refused.message)
            return
        self._go_to_match()

    def _habit(self) -> str | None:
        try:
            return self._table.journal.records("setting").get("setup")
        except JournalFailed as error:
            log.error("no habit of this table: %s", error)
            return None

    def _keep_habit(self, text: str) -> None:
        try:
            self._table.journal.put_record("setting", "setup", text)
        except JournalFailed as error:  # the match itself says that nothing is kept
            log.error("the habit of this table is not kept: %s", error)

    def on_resume(self) -> None:
        """Go on with the kept match."""
        stored = self._kept().match
        if stored is not None:
            self._go_on_with(stored)
        else:
            self._play_next()

    def _play_next(self) -> None:
        """Begin the next game of the tournament, if one goes on."""
        try:
            setup = self._table.next_in_tournament()
        except JournalFailed as error:
            self._say(as_message(error))
            return
        if setup is None:
            self._warn(lambda: word("home.nothing_waits"))
            return
        self._table.session.leave()
        self._start(setup)

    def _resume(self, match_id: int) -> None:
        """Go on with an unfinished match out of the past ones."""
        stored = load(self._table.journal, match_id)
        if stored is not None:
            self._go_on_with(stored)

    def _go_on_with(self, stored: StoredMatch) -> None:
        try:
            self._table.session.resume(stored)
        except JournalUnreadable as error:
            self._say(as_message(error))
            return
        self._go_to_match()

    def on_quit(self) -> None:
        """Close the window; an open match is kept."""
        MarshalApp.get_running_app().stop()

    def _go_to_match(self) -> None:
        assert self._stage is not None
        assert self._match is not None
        self._stage.notify("")
        self._desk.reset()
        self._stage.go(self._match.name)
        self._match.refresh()

    def _leave_match(self) -> None:
        assert self._stage is not None
        self._table.session.leave()
        self._desk.reset()
        self._stage.go("home")

    def _say(self, message: Message) -> None:
        self._warn(lambda: sentence(message))

    def _warn(self, text: str | Callable[[], str]) -> None:
        assert self._stage is not None  # made before the first screen asks anything
        self._stage.notify(text, alarm=True)

    # -- what the home screen asks --------------------------------------------------------------------

    def _kept(self) -> Kept:
        try:
            kept = self._table.kept()
        except JournalFailed as error:
            log.error("no kept match: %s", error)
            self._say(as_message(error))
            return Kept(None, None, 0)
        if kept.unreadable:
            self._say(say("notice.match_unreadable"))
        return kept

    def _kept_match(self) -> str | None:
        kept = self._kept()
        if kept.match is not None:
            return sentence(describe(kept.state))
        try:
            following = self._table.next_in_tournament()
        except JournalFailed as error:
            log.error("no tournament: %s", error)
            return None
        return None if following is None else sentence(say("tournament.waits", standing=standing(following)))

    def _kept_city(self) -> str | None:
        """The city of the box that the kept match is played in."""
        state = self._kept().state
        printed = {board.file.name for board in shipped_boards().values()}
        return state.board.file.name if state is not None and state.board.file.name in printed else None

    def _players(self) -> list[Asked]:
        """Who sits at the table: in the match that is played, else in the next one."""
        state = self._table.session.state
        players = self._setup_presenter.setup().players if state is None else state.setup.players
        return [Asked(player.name, player.bot is not None) for player in players]

    def _devices(self) -> list[DeviceStatus]:
        table = self._table
        troubles = table.gear.switchboard.troubles()
        statuses = [DeviceStatus("missing", sentence(told)) for told in (*troubles, *table.notices)]
        if table.gear.keys is not None and table.gear.keys.active:
            names = " ".join(table.config.keys.players.values())
            statuses.append(DeviceStatus("good", word("device.keys", keys=names)))
        elif table.gear.panel is not None:
            statuses.append(DeviceStatus("good", word("device.buttons", n=len(table.gear.panel.status()))))
        pods = [] if table.gear.pods is None else table.gear.pods.status().pods
        here = sum(pod.connected for pod in pods)
        if here:
            statuses.append(DeviceStatus("good", word("device.pods", n=here)))
        if table.camera.source is None:
            statuses.append(DeviceStatus("missing", word("device.no_camera")))
        else:
            statuses.append(DeviceStatus("good", word("device.camera")))
        return statuses


class _KeepPlaying(ExceptionHandler):  # type: ignore[misc] # Kivy ships no types
    """The top of the screen's loop: a fault is logged and said, and the game goes on."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house

    def handle_exception(self, inst: BaseException) -> int:
        """Log with the trace and go on; the journal holds everything up to here."""
        if not isinstance(inst, Exception):
            return int(ExceptionManager.RAISE)
        log.error("fault on the screen", exc_info=inst)
        stage = self._house._stage
        if stage is None:
            return int(ExceptionManager.RAISE)
        stage.notify(lambda: sentence(as_message(inst)), alarm=True)
        return int(ExceptionManager.PASS)


def _not_warm(error: BaseException) -> None:
    log.error("solver: %s", error)
