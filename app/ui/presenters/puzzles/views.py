"""What the pages of the puzzles show, in finished words. Plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.mutant_meeples.board import Board
from app.ui.city_picture import CityMove, CityPicture
from app.ui.presenters.cities import CityView
from app.ui.presenters.views import StepView


@dataclass(frozen=True, slots=True)
class DayView:
    """The card of a city's puzzle of the day; `stars` 0: not solved yet. `main`: what to play next."""

    key: str
    name: str
    note: str
    board: Board
    level: str
    stars: int
    call: str
    main: bool


@dataclass(frozen=True, slots=True)
class LevelView:
    """A level of endless puzzles."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class RoomView:
    """Where puzzles are chosen. `go_on` names an endless puzzle that was begun, else it is empty.

    `note` is about the map of the city chosen for endless ones.
    """

    streak: str
    days: tuple[DayView, ...]
    cities: tuple[CityView, ...]
    note: str
    levels: tuple[LevelView, ...]
    go_on: str


@dataclass(frozen=True, slots=True)
class WaitView:
    """A puzzle is being made; with `trouble` there will be none, and only the way back is left."""

    sentence: str
    hint: str
    trouble: bool = False


@dataclass(frozen=True, slots=True)
class TryPanel:
    """Somebody is at it. `note` are the hints so far, or (`alarm`) why a move was refused.

    `stars` can still be had; `made` are the moves so far, `way` is the whole way once it was told.
    """

    count: str
    stars: int
    note: str
    alarm: bool
    made: tuple[StepView, ...]
    way: tuple[StepView, ...]
    can_take_back: bool
    hint: str
    can_hint: bool


@dataclass(frozen=True, slots=True)
class SolvedPanel:
    """Somebody is there. `best`: in the fewest moves; `on` is the button that leads on."""

    stars: int
    title: str
    sentence: str
    best: bool
    on: str


@dataclass(frozen=True, slots=True)
class ShownPanel:
    """The best way, one move after the other."""

    title: str
    sentence: str
    can_back: bool
    can_forward: bool


Panel = TryPanel | SolvedPanel | ShownPanel


@dataclass(frozen=True, slots=True)
class PlayView:
    """The city and what stands beside it. `team` may not move; `moves` are those on the map, to be played."""

    sentence: str
    hint: str
    team: tuple[str, ...]
    picture: CityPicture
    moves: tuple[CityMove, ...]
    panel: Panel
