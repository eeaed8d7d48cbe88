"""The history in a window of the tests: real matches in a real journal, some of them odd."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.table.history_reader import HistoryReader
from app.ui.presenters.history import HistoryPresenter
from app.ui.screens.history import HistoryScreen
from tests.table.conftest import WALL
from tests.ui.scene import Scene


class HistoryScene(Scene):
    """The screen on the journal in the state folder; the worker is polled as the app does it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        reader = HistoryReader(self.open_journal(), self.open_worker())
        presenter = HistoryPresenter(reader, folder / "exports", lambda: WALL)
        self.screen = HistoryScreen(presenter, self._resume, lambda: self.heard.append("back"))
        self.stage.add_screen(self.screen)

    def _resume(self, match_id: int) -> None:
        self.heard.append({"resume": match_id})

    def call(self, name: str) -> Any:
        """Asked "cells": where the meeples are on the map."""
        assert name == "cells"
        return dict(self.screen.ids.city.picture.meeples)
