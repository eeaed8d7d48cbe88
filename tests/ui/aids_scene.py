"""The player aids in a window: a lesson sheet over an empty screen, and the first game."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import Screen

from app.games.mutant_meeples.roster import colours
from app.ui.look import LOOK
from app.ui.panels.lesson_sheet import LessonSheet, tell
from app.ui.screens.tutorial import TutorialScreen
from app.ui.tutorial_corner import first_game
from tests.ui.match_scene import WALL
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


class TutorialScene(Scene):
    """The first game; what leads out of it is heard."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        worker = self.open_worker()
        first = first_game(worker, time.monotonic_ns, lambda: WALL, random.Random(1), self.open_journal(None))
        self.tutorial, self.session = first.tutorial, first.session
        out, play = (lambda: self.heard.append("left")), (lambda: self.heard.append("play"))
        self.screen = TutorialScreen(first.tutorial, first.desk, out, play)
        self.stage.add_screen(self.screen)

    def busy(self) -> bool:
        """Whether a meeple still glides."""
        return bool(self.screen.ids.city.moving)

    def call(self, name: str) -> Any:
        """The step; where it is to be done; the phase; how often something else was touched."""
        match name:
            case "step":
                return self.tutorial.step.key
            case "where":
                return self.screen._where(self.tutorial.step.point)
            case "phase":
                return None if self.session.state is None else str(self.session.state.phase)
            case "nudges":
                return self.tutorial.view().nudges
            case "obey":
                return self._obey()
        raise AssertionError(name)

    def _obey(self) -> None:
        """Do what the bubble says, without a finger."""
        if not self.tutorial.step.touches:
            self.tutorial.go_on()
        else:
            method, arguments = self.tutorial.step.touches[0]
            self.tutorial.touch(method, *arguments)
        self.screen.refresh()


AIDS_SCENES: dict[str, Any] = {"lesson": LessonScene, "tutorial": TutorialScene}
