"""The room of Mutant Meeples with its help, for the window tests."""

from __future__ import annotations

from typing import Any

from app.ui.presenters.help import pages
from app.ui.presenters.room import RoomPresenter
from app.ui.screens.help import HelpScreen
from app.ui.screens.room import RoomScreen
from app.ui.stage import Stage


class RoomScene:
    """The room; the help is behind its door, every other door is heard."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.stage = Stage()
        self.stage.add_screen(RoomScreen(RoomPresenter(lambda: 12), self._door, lambda: self._hear("back")))
        self.stage.add_screen(HelpScreen(pages(), lambda: self.stage.go("room")))

    def _door(self, screen: str) -> None:
        self._hear(screen)
        if screen == "help":
            self.stage.go("help")

    def _hear(self, what: str) -> None:
        self.heard.append(what)
