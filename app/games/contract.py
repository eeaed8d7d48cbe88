"""What every game on the shelf is: a pure reducer, and the words it shares with the table.

A game never draws, never reads a clock and holds no sentences. What it wants to say is a `Message`: a key
and its parameters, turned into a sentence by `app.language`. What it will not do is a `Refused` with such a
message, and then the state handed in is still the state.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

State = TypeVar("State")
Action = TypeVar("Action")
Setup = TypeVar("Setup")

Param = str | int | bool | None | tuple[str, ...]


class Message(msgspec.Struct, frozen=True):
    """Something to be said: `key` names the sentence, `params` fill it (cells, colours, names, numbers)."""

    key: str
    params: dict[str, Param] = msgspec.field(default_factory=dict)


def say(key: str, **params: Param) -> Message:
    """Build a `Message` from keyword parameters."""
    return Message(key, params)


class Refused(Exception):
    """The action is against the rules; `message` says why. The state is untouched."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message


def refuse(key: str, **params: Param) -> Refused:
    """Build a `Refused` from keyword parameters: `raise refuse("claim.held", player=...)`."""
    return Refused(Message(key, params))


class Score(msgspec.Struct, frozen=True):
    """The end of a match: who won, and each player's points in seat order."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Offer(msgspec.Struct, frozen=True):
    """One kind of action open to a player, with the values its parameters may take (empty: none, or free)."""

    action: str
    choices: dict[str, Any] = msgspec.field(default_factory=dict)


class Deadline(msgspec.Struct, frozen=True):
    """Something that happens by itself: the action the table sends when `seconds` have run out."""

    seconds: int
    action: Any


class Game(Protocol, Generic[Setup, State, Action]):
    """The contract of one game; all methods are pure and may be called from any thread."""

    name: str
    setup_type: type[Setup]
    state_type: type[State]
    action_type: Any

    def new(self, setup: Setup, rng: random.Random) -> State:
        """Start a match. Raises `Refused` when the set-up is not playable."""

    def legal(self, state: State, player: int) -> list[Offer]:
        """What `player` (seat number, from 0) may do now."""

    def chance(self, state: State, action: Action, rng: random.Random) -> Action:
        """Fill in the outcome of a draw, once, before the action is journalled."""

    def apply(self, state: State, action: Action) -> tuple[State, list[Message]]:
        """The next state and what happened. Raises `Refused`; never draws."""

    def view(self, state: State, player: int | None) -> dict[str, Any]:
        """What `player` may know (None: a bystander), as plain JSON data."""

    def prompt(self, state: State) -> Message:
        """What the table must do now."""

    def result(self, state: State) -> Score | None:
        """None while the match runs."""

    def check(self, state: State) -> None:
        """Raise `Refused` when a state from outside cannot be one of this game."""

    def deadlines(self, state: State) -> dict[str, Deadline]:
        """Timers that run in this state, by a name that stays the same while one timer runs."""

    def numbers(self, state: State, player: int) -> Sequence[int]:
        """The numbers that the seat's up and down buttons step through now, ascending; empty: none."""

    def pressed(self, state: State, player: int, button: str, number: int | None = None) -> Action | None:
        """What a hardware button of the seat means now; None when it means nothing.

        `number` is what was chosen with up and down, None when nothing was.
        """
