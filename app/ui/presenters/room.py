"""What the room of Mutant Meeples shows: doors to a match, puzzles, past matches, workshop, camera and help.

In, asked anew for every view: how many days in a row the puzzle of the day was solved, what match waits to be
gone on with (None: no match), and whether the camera was set up (no such question: there is no camera, and no
door to it). Out: a frozen `RoomView` with finished words. No Kivy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.ui.words import word

MAIN_DOOR = "setup"
CAMERA_DOOR = "camera"
DOORS = (MAIN_DOOR, "puzzles", "history", "workshop", CAMERA_DOOR, "help")
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
    """Everything in the room. `resume` is the sentence of a match that waits, None when there is none."""

    title: str
    resume: str | None
    doors: tuple[Door, ...]


class RoomPresenter:
    """Works out `RoomView`."""

    def __init__(
        self,
        streak: Callable[[], int],
        kept_match: Callable[[], str | None],
        set_up: Callable[[], bool] | None = None,
    ) -> None:
        self._streak, self._kept_match, self._set_up = streak, kept_match, set_up
        self._doors = [screen for screen in DOORS if screen != CAMERA_DOOR or set_up is not None]

    def view(self) -> RoomView:
        """The room as it stands now."""
        resume = self._kept_match()
        doors = tuple(self._door(screen, waits=resume is not None) for screen in self._doors)
        return RoomView(word("game.mutant-meeples"), resume, doors)

    def _door(self, screen: str, waits: bool) -> Door:
        if screen == MAIN_DOOR and waits:
            return Door(screen, word("room.anew"), word("room.anew_line"), main=True)
        line = word(f"room.{screen}_line")
        if screen == "puzzles" and (days := self._streak()) > 0:
            line = word("room.streak" if days > 1 else "room.streak_begun", days=days)
        if screen == CAMERA_DOOR and self._set_up is not None and not self._set_up():
            line = word("room.camera_new")
        return Door(screen, word(f"room.{screen}"), line, screen == MAIN_DOOR)
