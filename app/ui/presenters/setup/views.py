"""What the pages of the set-up show, in finished words. `Advice` comes from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from app.games.mutant_meeples.board import Board
from app.ui.presenters.cities import CityView
from app.ui.presenters.hint import Hint

Mark = Literal["plays", "out", "hero"]
"""What a meeple is to a player: in use, given up, or on the super team from the start."""
Mode = Literal["out", "hero"]
"""What a tap on a player's meeple decides."""
Kind = Literal["straight", "corner", "destruction", "away"]
"""What a tap on the map lays down; "away" takes a tile off."""


@dataclass(frozen=True, slots=True)
class Advice:
    """How to even the chances: the reason in one sentence, and {name: markers to take away at random}."""

    sentence: str
    remove: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several, of which one is chosen."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's row. `out` and `hero` are the colours given up and on the team from the start."""

    name: str
    initial: str
    colour: str
    line: str
    out: tuple[str, ...]
    hero: str | None
    removable: bool


@dataclass(frozen=True, slots=True)
class MeepleView:
    """One meeple of a player."""

    colour: str
    name: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class SeatSheetView:
    """Everything about one player. `hand_line`: what the chosen hand does.

    `at_random`: meeples to play without, by lot; `most` of them at most.
    """

    seat: SeatView
    persons: tuple[Choice, ...]
    machines: tuple[Choice, ...]
    hand_line: str
    at_random: int
    most: int
    modes: tuple[Choice, ...]
    meeples: tuple[MeepleView, ...]
    hint: Hint


@dataclass(frozen=True, slots=True)
class NumberView:
    """A number to be set, with its range and the step of a tap."""

    value: int
    low: int
    high: int
    step: int


@dataclass(frozen=True, slots=True)
class RuleView:
    """One house rule opened: why there is a choice, and its values or its number."""

    title: str
    why: str
    choices: tuple[Choice, ...]
    number: NumberView | None


@dataclass(frozen=True, slots=True)
class RulesView:
    """All house rules by title, which says when one differs from the box, and the one opened.

    `hint` says where that one comes from.
    """

    rules: tuple[Choice, ...]
    opened: RuleView
    hint: Hint


@dataclass(frozen=True, slots=True)
class VariantsView:
    """Which variants are played. `match`: False where one alone practises, who has none of the first two."""

    match: bool
    shorter: bool
    shorter_line: str
    tournament: bool
    tournament_line: str
    tiles_line: str
    handicaps_line: str
    hint: Hint


@dataclass(frozen=True, slots=True)
class TileFace:
    """What a building tile shows: the sides with a building; none for a destruction tile."""

    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KindView:
    """One thing that a tap can lay, with its picture (None: nothing to lay)."""

    kind: Kind
    text: str
    face: TileFace | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class TilesView:
    """The tile picker: the printed city, {cell: face} of the tiles on it, what is in hand, what waits."""

    title: str
    advice: str
    board: Board
    placed: Mapping[str, TileFace]
    kinds: tuple[KindView, ...]
    waiting: tuple[TileFace, ...]
    hint: Hint


@dataclass(frozen=True, slots=True)
class EvenView:
    """The offer to even the chances, or to take that back."""

    text: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SetupView:
    """The front page. `summary` names what differs from the box; `even` is None when there is no advice."""

    seats: tuple[SeatView, ...]
    may_add: bool
    hint: str
    even: EvenView | None
    cities: tuple[CityView, ...]
    advice: Hint
    timer_s: int
    summary: str
    changed: bool
