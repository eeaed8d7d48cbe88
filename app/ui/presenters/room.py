"""What the room of Mutant Meeples shows: doors to a match, puzzles, past matches, the workshop, the help.

In: how many days in a row the puzzle of the day was solved, asked anew for every view. Out: a frozen
`RoomView` with finished words. No Kivy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.ui.words import word

MAIN_DOOR = "setup"
DOORS = (MAIN_DOOR, "puzzles", "history", "workshop", "help")
"""The screens behind the doors, by name; the first is what most people came for."""


@dataclass(frozen=True, slots=True)
class Door:
    """One way out of the room: the screen behind it, and what its card says."""

    screen: str
    title: str
    line: str
    main: bool


@dataclass(frozen=True, slots=True)
class RoomView:
    """Everything in the room."""

    title: str
    doors: tuple[Door, ...]


class RoomPresenter:
    """Works out `RoomView`."""

    def __init__(self, streak: Callable[[], int]) -> None:
        self._streak = streak

    def view(self) -> RoomView:
        """The room as it stands now."""
        return RoomView(word("game.mutant-meeples"), tuple(self._door(screen) for screen in DOORS))

    def _door(self, screen: str) -> Door:
        line = word(f"room.{screen}_line")
        if screen == "puzzles" and (days := self._streak()) > 0:
            line = word("room.streak" if days > 1 else "room.streak_begun", days=days)
        return Door(screen, word(f"room.{screen}"), line, screen == MAIN_DOOR)
