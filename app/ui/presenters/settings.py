"""The settings of the screen: what can be chosen, what is chosen, and what a touch changes. No Kivy here.

In: the choice as it stands, and `on_change(before, after)`, which keeps it and makes the screen follow. Main
thread only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from app.language.tongues import LANGUAGES
from app.table.screen_choice import SLEEPS_MIN, TURNS, ScreenChoice
from app.ui.words import word


@dataclass(frozen=True, slots=True)
class Option:
    """One of several values of a setting."""

    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A setting with its values."""

    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting that is on or off, with what that means."""

    title: str
    sentence: str
    on: bool


@dataclass(frozen=True, slots=True)
class SettingsView:
    """Everything on the screen."""

    title: str
    sound: str
    rows: tuple[Row, ...]
    switches: tuple[Switch, ...]


ROWS = ("language", "turn", "sleep_min")
"""Fields of the choice, in the order of their rows."""
VALUES: tuple[tuple[Any, ...], ...] = (tuple(LANGUAGES), TURNS, SLEEPS_MIN)
SWITCHES = ("still", "large")


def _rest(minutes: int) -> str:
    return word("settings.sleep_minutes", n=minutes) if minutes else word("settings.sleep_never")


class SettingsPresenter:
    """What the settings screen shows and does."""

    def __init__(
        self,
        choice: ScreenChoice,
        on_change: Callable[[ScreenChoice, ScreenChoice], None],
    ) -> None:
        self.choice = choice
        self._on_change = on_change

    def view(self) -> SettingsView:
        """What is chosen now, in the language that is spoken now."""
        titles = (word("settings.language"), word("settings.turn"), word("settings.sleep"))
        texts: tuple[Callable[[Any], str], ...] = (
            lambda code: LANGUAGES[code],
            lambda turn: word("settings.degrees", n=turn),
            _rest,
        )
        rows = tuple(
            Row(title, tuple(Option(text(value), value == getattr(self.choice, name)) for value in values))
            for title, name, values, text in zip(titles, ROWS, VALUES, texts, strict=True)
        )
        switches = (
            Switch(word("settings.still"), word("settings.still_sentence"), self.choice.still),
            Switch(word("settings.large"), word("settings.large_sentence"), self.choice.large),
        )
        return SettingsView(word("settings.title"), word("sound.title"), rows, switches)

    def choose(self, row: int, option: int) -> None:
        """Take that value of that row; nothing happens where it is chosen already."""
        self._change(**{ROWS[row]: VALUES[row][option]})

    def switch(self, number: int) -> None:
        """Turn that switch over."""
        name = SWITCHES[number]
        self._change(**{name: not getattr(self.choice, name)})

    def _change(self, **values: Any) -> None:
        before, self.choice = self.choice, replace(self.choice, **values)
        if self.choice != before:
            self._on_change(before, self.choice)
