"""Whose button is which: worked out by pressing, player after player, and kept for the next time.

A player's buttons are a group: what the wiring file gives one number on the pins of this machine, or on one
pod. The claim button stands for its group, so up, down and the lamp follow it. Seats count from 0 in table
order; a group belongs to a seat and not to a name, because buttons stay where they lie when names change.
Pure but for `load` and `keep`.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from app.games.contract import Message, say
from app.store.journal import Journal
from hardware.events import CLAIM, PAUSE
from hardware.lights import Light

log = logging.getLogger(__name__)

KIND, KEY = "buttons", "assigned"
"""Where the journal keeps the assignment in force."""


def source_of(device: str) -> str:
    """Where a button is wired: "gpio" for "gpio:17", "pod:a" for "pod:a:1"."""
    return device.rpartition(":")[0]


class Assigned(msgspec.Struct, frozen=True):
    """One group of buttons: `device` is its claim button, `number` what the wiring file calls its player."""

    device: str
    number: int
    seat: int

    def owns(self, device: str, number: int) -> bool:
        """Whether a button belongs to this group."""
        return number == self.number and source_of(device) == source_of(self.device)


class Assignment(msgspec.Struct, frozen=True):
    """The groups by seat, for a table of `seats` players; at first every number is its seat's.

    Who has none of those seats claims on the screen. Seats beyond keep the buttons of their number.
    """

    seats: int = 0
    groups: tuple[Assigned, ...] = ()

    def seat_of(self, device: str, number: int) -> int | None:
        """The seat that a button belongs to; None: nobody's."""
        for group in self.groups:
            if group.owns(device, number):
                return group.seat
        return number - 1 if number > self.seats else None

    def by_number(self, lights: Mapping[int, Light], kind: str) -> dict[int, Light]:
        """Lights by seat as lights by the number of the lamp, for the pins ("gpio") or the pods ("pod")."""
        found = {seat + 1: light for seat, light in lights.items() if seat >= self.seats}
        for group in self.groups:
            if source_of(group.device).partition(":")[0] == kind and group.seat in lights:
                found[group.number] = lights[group.seat]
        return found


def load(journal: Journal) -> Assignment:
    """What was kept; the numbers of the wiring file where nothing is, or nothing can be read.

    Raises `JournalFailed`.
    """
    text = journal.records(KIND).get(KEY)
    if text is None:
        return Assignment()
    try:
        return msgspec.json.decode(text, type=Assignment)
    except msgspec.DecodeError as error:
        log.error("the assignment of the buttons cannot be read: %s", error)
        return Assignment()


def keep(journal: Journal, assignment: Assignment) -> None:
    """Keep it for the next time. Raises `JournalFailed`."""
    journal.put_record(KIND, KEY, msgspec.json.encode(assignment).decode())


@dataclass(frozen=True, slots=True)
class Asked:
    """A player to be asked. The machine's seats need no button."""

    name: str
    bot: bool = False


class Assigning:
    """Going round the table once. Nothing is in force before `assignment` is taken.

    Whose button was pulled out after it was pressed is asked once more when everybody else was, and is ready
    by itself as soon as it is back.
    """

    def __init__(self, players: Sequence[Asked]) -> None:
        self._players = tuple(players)
        self._order = tuple(seat for seat, player in enumerate(players) if not player.bot)
        self._answers: dict[int, Assigned | None] = {}
        """By seat, in the order in which they were given; None: plays on the screen."""
        self._away: frozenset[str] = frozenset()
        self.said: Message | None = None
        """What the last press or answer has to be told, if anything."""

    @property
    def seat(self) -> int | None:
        """The seat that is asked now; None: everybody was, and no button is away."""
        unasked = [seat for seat in self._order if seat not in self._answers]
        away = [seat for seat in self._order if self.is_away(seat)]
        return next(iter(unasked + away), None)

    @property
    def can_go_back(self) -> bool:
        """Whether anybody has answered."""
        return bool(self._answers)

    def has_button(self, seat: int) -> bool | None:
        """Whether the seat has a button (False: plays on the screen); None: not asked yet, never, or away."""
        if seat not in self._answers or self.is_away(seat):
            return None
        return self._answers[seat] is not None

    def is_away(self, seat: int) -> bool:
        """Whether the seat's button was pulled out after it was pressed."""
        group = self._answers.get(seat)
        return group is not None and not self._away.isdisjoint((group.device, source_of(group.device)))

    def lacks(self, away: Collection[str]) -> None:
        """These devices do not answer now: single buttons, or parts with buttons on them."""
        if self._away != frozenset(away):
            self._away, self.said = frozenset(away), None

    def press(self, device: str, button: str, number: int) -> None:
        """Somebody pressed this button."""
        groups = (group for group in self._answers.values() if group is not None)
        owner = next((group for group in groups if group.owns(device, number)), None)
        if button == PAUSE:
            self.said = say("assign.pause")
        elif button != CLAIM:
            self.said = say("assign.not_claim")
        elif owner is not None:
            self.said = say("assign.taken", player=self._players[owner.seat].name)
        elif self.seat is None:
            self.said = say("assign.spare")
        else:
            self.said = say("assign.taken_down", player=self._players[self.seat].name)
            self._answer(self.seat, Assigned(device, number, self.seat))

    def _answer(self, seat: int, group: Assigned | None) -> None:
        self._answers.pop(seat, None)  # the latest answer is the last
        self._answers[seat] = group

    def skip(self) -> None:
        """The player who is asked has no button and claims on the screen."""
        if self.seat is not None:
            self.said = None
            self._answer(self.seat, None)

    def back(self) -> None:
        """Ask the player before once more."""
        if self._answers:
            self.said = None
            self._answers.popitem()

    def start_over(self) -> None:
        """Ask everybody once more."""
        self.said = None
        self._answers.clear()

    def assignment(self) -> Assignment | None:
        """The outcome once everybody was asked and no button is away."""
        if self.seat is not None:
            return None
        answers = (self._answers[seat] for seat in self._order)
        return Assignment(len(self._players), tuple(group for group in answers if group is not None))
