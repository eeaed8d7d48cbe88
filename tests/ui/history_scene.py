"""The history in a window of the tests: real matches in a real journal, some of them odd."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from app.store.journal import Journal
from app.table.history_reader import HistoryReader
from app.table.worker import Worker
from app.ui.presenters.history import HistoryPresenter
from app.ui.screens.history import HistoryScreen
from app.ui.stage import Stage
from tests.table.conftest import WALL


class HistoryScene:
    """The screen on the journal in the state folder; the worker is polled as the app does it."""

    def __init__(self) -> None:
        state_dir = Path(sys.argv[3])
        self.heard: list[Any] = []
        self.stage = Stage()
        self._journal, self._worker = Journal(state_dir / "journal.db"), Worker()
        reader = HistoryReader(self._journal, self._worker)
        presenter = HistoryPresenter(reader, state_dir / "exports", lambda: WALL)
        self.screen = HistoryScreen(presenter, self._resume, lambda: self.heard.append("back"))
        self.stage.add_screen(self.screen)
        Clock.schedule_interval(lambda _: self._worker.poll(), 0.1)

    def _resume(self, match_id: int) -> None:
        self.heard.append({"resume": match_id})

    def call(self, name: str) -> Any:
        """Asked "cells": where the meeples are on the map."""
        assert name == "cells"
        return dict(self.screen.ids.city.picture.meeples)
