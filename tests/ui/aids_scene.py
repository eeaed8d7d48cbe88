"""One lesson sheet over an empty screen, for the window tests of the player aids."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import Screen

from app.games.mutant_meeples.roster import colours
from app.ui.look import LOOK
from app.ui.panels.lesson_sheet import LessonSheet, tell
from tests.ui.scene import Scene


class LessonScene(Scene):
    """The whole roster, from the first on."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        screen = Screen(name="empty")
        floor = FloatLayout()
        screen.add_widget(floor)
        self.stage.add_screen(screen)
        self.floor = floor
        self.sheet: LessonSheet | None = None

    def call(self, name: str) -> Any:
        """Open the sheet; tell where its meeples stand, and how many moves are shown."""
        match name:
            case "open":
                self.sheet = tell(self.floor, colours())
            case "open still":
                LOOK.reduced_motion = True
                self.sheet = tell(self.floor, colours())
            case "where":
                assert self.sheet is not None
                picture = self.sheet.example.city.picture
                return None if picture is None else dict(picture.meeples)
            case "moving":
                assert self.sheet is not None
                return self.sheet.example.city.moving
            case "at":
                assert self.sheet is not None
                return self.sheet.example.at
        return None


AIDS_SCENES: dict[str, Any] = {"lesson": LessonScene}
