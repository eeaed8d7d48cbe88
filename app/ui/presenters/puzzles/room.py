"""Where puzzles are chosen: today's in the cities of the box, endless ones in any city. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.hardness import Level
from app.games.mutant_meeples.puzzles import day_level
from app.table.puzzle_book import ENDLESS, PuzzleBook
from app.ui.presenters.cities import Boards, CityView, built
from app.ui.presenters.puzzles.views import DayView, LevelView, RoomView
from app.ui.words import word

LEVELS = {
    Level.EASY: "puzzles.easy",
    Level.FAIR: "puzzles.fair",
    Level.HARD: "puzzles.hard",
    Level.FIENDISH: "puzzles.fiendish",
}


@dataclass(frozen=True, slots=True)
class City:
    """A city with puzzles. Those of the box have one each day; it must be the same on every table."""

    key: str
    board: Board
    shipped: bool

    @property
    def note(self) -> str:
        """What is to be known about the map: whether it has one source only."""
        return word("puzzles.unconfirmed") if self.board.file.provisional else ""


def cities_of(boards: Boards) -> tuple[City, ...]:
    """The cities that can be played in; one whose board has faults is left out."""
    return tuple(City(choice.key, board, choice.shipped) for choice, board in built(boards()))


def room_view(book: PuzzleBook, cities: Sequence[City], chosen: str) -> RoomView:
    """The room today, with the city `chosen` for endless puzzles."""
    shipped = [city for city in cities if city.shipped]
    results = [book.result(book.today, city.key) for city in shipped]
    first_open = next((number for number, result in enumerate(results) if result is None), None)
    days = []
    for number, city in enumerate(shipped):
        begun, result = book.begun(city.key), results[number]
        call = "puzzles.play"
        if begun is not None and not begun.solved and (begun.steps or begun.hints):
            call = "puzzles.go_on"
        elif result is not None:
            call = "puzzles.again"
        days.append(
            DayView(
                city.key,
                city.board.name,
                city.note,
                city.board,
                level_word(day_level(book.today)),
                0 if result is None else result.stars,
                word(call),
                number == first_open,
            )
        )
    return RoomView(
        _streak(book, solved=any(results)),
        tuple(days),
        tuple(CityView(city.key, city.board.name, city.board, city.key == chosen) for city in cities),
        next(city.note for city in cities if city.key == chosen),
        tuple(LevelView(level, level_word(level)) for level in Level),
        _go_on(book),
    )


def level_word(level: Level) -> str:
    """The level as it stands on its button."""
    return word(LEVELS[level])


def _streak(book: PuzzleBook, solved: bool) -> str:
    streak = book.streak()
    if streak.days == 0:
        return word("puzzles.streak_none")
    if not solved:
        return word("puzzles.streak_open", days=streak.days)
    return word(
        "puzzles.streak" if streak.days > 1 else "puzzles.streak_one", days=streak.days, best=streak.best
    )


def _go_on(book: PuzzleBook) -> str:
    begun = book.begun(ENDLESS)
    if begun is None or begun.solved:
        return ""
    level = level_word(begun.puzzle.hardness.level)
    return word("puzzles.go_on_endless", level=level, city=begun.puzzle.board.name)
