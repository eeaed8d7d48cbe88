"""What stands in a window of the tests: a stage, ears, a folder, and all that is given back with it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from app.store.journal import Journal
from app.table.worker import Asking, Worker
from app.ui.stage import Stage

POLL_S = 0.1
"""As often as the house polls its table."""


class Scene:
    """Real screens with real presenters; `heard` gets every call that leads out of them.

    `folder` is the scene's own. `around`: what holds as long as the scene stands, as a bigger box does. One
    window shows many scenes, one after another: `close` takes back whatever would reach into the next.
    """

    def __init__(self, folder: Path, *around: AbstractContextManager[Any]) -> None:
        self.folder = folder
        self.heard: list[Any] = []
        self._closing = ExitStack()
        for one in around:
            self._closing.enter_context(one)
        self.stage = Stage()

    def call(self, name: str) -> Any:
        """Things no finger can do, and facts no screen shows."""
        raise AssertionError(f"nobody knows {name!r}")

    def busy(self) -> bool:
        """Whether something is still worked out that will change what is shown."""
        return False

    def open_journal(self, name: str | None = "journal.db") -> Journal:
        """The journal of that name in the scene's folder; None: one in memory only."""
        journal = Journal(None if name is None else self.folder / name)
        self._closing.callback(journal.close)
        return journal

    def open_worker(self) -> Asking:
        """A worker, polled as the house polls its own."""
        worker = Worker()
        self._closing.callback(worker.close)
        self.every_tick(worker.poll)
        return worker

    def every_tick(self, action: Callable[[], None]) -> None:
        """Do this as often as the house polls."""
        self._closing.callback(Clock.schedule_interval(lambda _: action(), POLL_S).cancel)

    def close(self) -> None:
        """The end of the scene."""
        self._closing.close()
