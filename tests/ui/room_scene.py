"""The room of Mutant Meeples with its help, for the window tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.ui.presenters.help import pages
from app.ui.presenters.room import RoomPresenter
from app.ui.screens.help import HelpScreen
from app.ui.screens.room import RoomScreen
from tests.ui.scene import Scene


class RoomScene(Scene):
    """The room; the help is behind its door, every other door is heard."""

    kept: str | None = None
    set_up: Callable[[], bool] | None = None

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        presenter = RoomPresenter(lambda: 12, lambda: self.kept, self.set_up)
        go_on, back = (lambda: self._hear("go on")), (lambda: self._hear("back"))
        self.stage.add_screen(RoomScreen(presenter, self._door, go_on, back))
        self.stage.add_screen(HelpScreen(pages(), lambda: self.stage.go("room")))

    def _door(self, screen: str) -> None:
        self._hear(screen)
        if screen == "help":
            self.stage.go("help")

    def _hear(self, what: str) -> None:
        self.heard.append(what)

    def call(self, name: str) -> None:
        """Come back "after the match": none waits any more."""
        assert name == "after the match"
        self.kept = None
        self.stage.go("help")
        self.stage.go("room")


class CameraRoomScene(RoomScene):
    """The table has a camera."""

    set_up = staticmethod(lambda: False)


class WaitingRoomScene(CameraRoomScene):
    """A match of six waits, and all doors are there."""

    kept = "Round 12. Maximilian 5, Guadalupe 5, Wilhelmina 4, Cleo 3, Dan 2, Emil 1"
