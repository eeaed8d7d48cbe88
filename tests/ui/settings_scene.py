"""The whole app with its settings, for the window tests: time passes when it is told to."""

from __future__ import annotations

import gettext
import random
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from kivy.clock import Clock
from kivy.core.window import Window

from app import language
from app.language import tongues
from app.table import screen_choice
from app.table.wiring import set_up
from app.ui import words
from app.ui.house import House
from app.ui.look import LOOK
from hardware.pins import PinBackend
from tests.ui.scene import Scene

MARK = "¦"
"""Begins every text of the language that stands for all others here."""


class Marked(gettext.NullTranslations):
    """A language that says what English says, with a mark before it."""

    def pgettext(self, context: str, message: str) -> str:
        """Every text is translated."""
        del context
        return MARK + message


def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.NullTranslations() if code == tongues.ENGLISH else Marked()


def _forget() -> None:
    for cached in (language.table, words.table, tongues.form):
        cached.cache_clear()


class SettingsScene(Scene):
    """The house on simulated pins, a journal in the scene's folder; other languages are English, marked."""

    turned: int | None = None

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, patch.object(tongues, "catalogue", _catalogue))
        _forget()
        self._closing.callback(_forget)
        self.table = set_up(state_dir=folder, rng=random.Random(11), backend=PinBackend.SIMULATED)
        self.house = House(self.table, self.turned)
        self.stage = self.house.build_stage()
        self._closing.callback(self._leave)

    def _leave(self) -> None:
        house = self.house
        Clock.unschedule(house._tick)
        Window.unbind(on_key_down=house._key_down, on_key_up=house._key_up, focus=house._focus)
        house.close()

    def call(self, name: str, at: Any = None) -> Any:
        """Facts, and what no finger can do: long waiting, leading to a screen, saying something."""
        settings, session = self.house._settings, self.table.session
        match name:
            case "choice":
                return msgspec.to_builtins(screen_choice.chosen(self.table.journal))
            case "state":
                return msgspec.to_builtins(session.state)
            case "paused":
                return session.paused
            case "left":
                return session.left_ms()
            case "rotation":
                return Window.rotation
            case "look":
                return [LOOK.unit, LOOK.portrait, LOOK.reduced_motion, LOOK.letters]
            case "dark":
                return settings._curtain.dark
            case "wait":  # as if nobody had been there for so many minutes
                settings._resting._sign_s -= at * 60
                return None
            case "screens":
                return self.stage.screens.screen_names
            case "screen":
                return self.stage.screens.current
            case "go":
                self.stage.go(at)
                return None
            case "say":
                self.house._say(language.Message(at))
                return None
        raise AssertionError(name)


class TurnedScene(SettingsScene):
    """As the command line asks for it."""

    turned = 270


SETTINGS_SCENES = {"settings": SettingsScene, "settings turned": TurnedScene}
