"""The cities to choose from: those of the box, and the ones made in the workshop. No Kivy."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from app.games.mutant_meeples.board import Board, BoardFile, BoardInvalid, shipped_board, shipped_boards
from app.games.mutant_meeples.state import Setup, printed_board
from app.table.boards import OwnBoard

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CityView:
    """A city's card."""

    key: str
    name: str
    board: Board
    chosen: bool


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A city to choose: `value` is what `Setup.board` takes, a shipped name or a whole board."""

    key: str
    value: str | BoardFile

    @property
    def shipped(self) -> bool:
        """Whether it is a city of the box."""
        return isinstance(self.value, str)

    @property
    def file(self) -> BoardFile:
        """The city as it stands in a file."""
        return shipped_board(self.value).file if isinstance(self.value, str) else self.value


Boards = Callable[[], Sequence[BoardChoice]]
"""The cities there are now."""


def shipped_choices() -> tuple[BoardChoice, ...]:
    """The cities of the box."""
    return tuple(BoardChoice(name, name) for name in shipped_boards())


def own_choices(boards: Iterable[OwnBoard]) -> tuple[BoardChoice, ...]:
    """Cities made in the workshop."""
    return tuple(BoardChoice(own.key, own.file) for own in boards)


def built(choices: Iterable[BoardChoice]) -> list[tuple[BoardChoice, Board]]:
    """Every city that can at least be drawn, with its board."""
    found = []
    for choice in choices:
        try:
            found.append((choice, printed_board(Setup((), board=choice.value))))
        except BoardInvalid as error:
            log.error("city %s cannot be drawn: %s", choice.file.name, error)
    return found
