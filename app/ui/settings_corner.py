"""What a table wants of its screen, followed live: language, turn, rest, movement, letters; and the lock.

In: the table, the sheet of the sounds, what makes all screens anew (after the language has changed), and a
turn asked for on the command line, which holds for this start and is not kept. Main thread only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kivy.core.window import Window

from app.language.tongues import speak
from app.table import screen_choice
from app.table.screen_choice import ScreenChoice
from app.table.wiring import Table
from app.ui.display import turn
from app.ui.look import LOOK
from app.ui.presenters.resting import Resting
from app.ui.presenters.settings import SettingsPresenter
from app.ui.screens.settings import SettingsScreen
from app.ui.stage import Stage
from app.ui.widgets.curtain import Curtain
from app.ui.widgets.lock import LockCover
from app.ui.widgets.sheet import Sheet
from app.ui.words import word

SETTINGS = "settings"
LARGE = 1.2
"""How much larger large letters are, where there is room."""


class SettingsCorner:
    """The screen "settings", the curtain and the lock."""

    def __init__(
        self,
        table: Table,
        sound_sheet: Callable[[], Sheet],
        on_language: Callable[[], None],
        on_back: Callable[[], None],
        turned: int | None = None,
    ) -> None:
        """`on_language` makes the screens anew, `on_back` shows what has changed behind the settings."""
        self._table, self._sound_sheet = table, sound_sheet
        self._on_language, self._on_back = on_language, on_back
        choice = screen_choice.chosen(table.journal)
        self._presenter = SettingsPresenter(
            choice if turned is None else replace(choice, turn=turned), self._follow
        )
        self._stage: Stage | None = None
        self._from, self._paused = "home", False
        self._resting = Resting(choice.sleep_min * 60, self._now_s())
        self._curtain = Curtain(self._resting, self._now_s)
        self._lock: LockCover | None = None
        self._seen: object = None
        self._apply(self._presenter.choice)

    def _now_s(self) -> float:
        return self._table.clock_ns() / 1e9

    # -- following ------------------------------------------------------------------------------------

    def _follow(self, before: ScreenChoice, choice: ScreenChoice) -> None:
        screen_choice.keep(self._table.journal, before, choice)
        self._apply(choice)
        if choice.language != before.language:
            self._on_language()

    def _apply(self, choice: ScreenChoice) -> None:
        speak(choice.language)
        turn(Window, choice.turn)
        LOOK.reduced_motion = choice.still
        LOOK.letters = LARGE if choice.large else 1.0
        self._resting.after_s = choice.sleep_min * 60

    # -- the screen -----------------------------------------------------------------------------------

    def begin(self, stage: Stage) -> None:
        """The stage is up: look for fingers, and say so where everything is small. Once."""
        self._stage = stage
        Window.bind(on_touch_down=self._curtain.see_touch)
        if LOOK.unit < 1:
            stage.notify(lambda: word("settings.small_screen"))

    def add_to(self, stage: Stage) -> None:
        """Put the screen on the stage; again after each change of the language."""
        stage.add_screen(SettingsScreen(self._presenter, self._sound_sheet, self._back))

    def open(self) -> None:
        """Show the settings. A clock that runs waits until the table is back at the match."""
        assert self._stage is not None
        session = self._table.session
        self._from = self._stage.screens.current
        self._paused = self._clock_runs()
        if self._paused:
            session.pause()
        self._stage.go(SETTINGS)

    def _back(self) -> None:
        """Go where one came from; a clock that ran there runs on."""
        assert self._stage is not None
        session = self._table.session
        self._stage.go(self._from)
        if self._paused and session.state is not None and session.paused:
            session.go_on()
        self._paused = False
        self._on_back()

    # -- the lock and the rest ------------------------------------------------------------------------

    def lock(self) -> None:
        """Take no touch any more until the ring is held."""
        assert self._stage is not None
        if self._lock is None or self._lock.parent is None:
            self._lock = LockCover()
            self._lock.close(self._stage)

    def poll(self) -> None:
        """Let the screen rest, or wake it for what happens at the table."""
        assert self._stage is not None
        state = self._table.session.state
        if state is not self._seen:
            self._seen = state
            self._curtain.stir()
        self._curtain.follow(self._stage, self._clock_runs())

    def stir(self) -> None:
        """A button was pressed."""
        self._curtain.stir()

    def _clock_runs(self) -> bool:
        session = self._table.session
        return session.state is not None and not session.paused and bool(session.left_ms())

    def close(self) -> None:
        """Nobody is looked for any more."""
        Window.unbind(on_touch_down=self._curtain.see_touch)
