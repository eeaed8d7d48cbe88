"""The room of Mutant Meeples with its help, for the window tests."""

from __future__ import annotations

from pathlib import Path

from app.ui.presenters.help import pages
from app.ui.presenters.room import RoomPresenter
from app.ui.screens.help import HelpScreen
from app.ui.screens.room import RoomScreen
from tests.ui.scene import Scene


class RoomScene(Scene):
    """The room; the help is behind its door, every other door is heard."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.stage.add_screen(RoomScreen(RoomPresenter(lambda: 12), self._door, lambda: self._hear("back")))
        self.stage.add_screen(HelpScreen(pages(), lambda: self.stage.go("room")))

    def _door(self, screen: str) -> None:
        self._hear(screen)
        if screen == "help":
            self.stage.go("help")

    def _hear(self, what: str) -> None:
        self.heard.append(what)
