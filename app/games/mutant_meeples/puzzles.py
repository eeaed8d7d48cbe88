"""Puzzles for one person: a city, where everybody stands, and a scene that somebody must reach.

`puzzle_of_the_day` gives every device the same puzzle for a date and a city; `endless` gives one of a chosen
level. Both draw positions and a scene, let the solver prove the fewest moves, weigh them (`hardness`), and
draw again until the weight is right or `MOST_TRIES` are over; then the nearest one found will do. The
searches have no deadline: one would make the answer depend on the machine. Slow: any thread may call them.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from app.games.contract import Refused, refuse
from app.games.mutant_meeples.answers import Solution
from app.games.mutant_meeples.board import (
    Board,
    BoardFile,
    BoardInvalid,
    read_board_file,
    shipped_board,
    shipped_name,
)
from app.games.mutant_meeples.explain import plans
from app.games.mutant_meeples.hardness import FROM_SCORE, Hardness, Level, hardness, level_at
from app.games.mutant_meeples.moves import all_landings
from app.games.mutant_meeples.roster import Kit, colours
from app.games.mutant_meeples.solver import Cancel, all_solutions
from app.games.mutant_meeples.verifier import replay

MOST_TRIES = 400
"""Draws for one puzzle; docs/puzzles.md says how many it takes."""
LEAST_MOVES = 2
"""One move is seen, not found."""
MOST_SHUFFLES = 12
"""Moves of random play before a puzzle begins, at most."""

WEEK = ((0, 17), (17, 20), (20, 25), (25, 30), (30, 35), (35, 40), (40, 45))
"""Scores of the puzzle of the day, from Monday to Sunday: at least the first, below the second. Easy at the
beginning of the week, hard at the weekend, and no day lies in two levels."""
HEROES = {Level.EASY: 0, Level.FAIR: 1, Level.HARD: 3, Level.FIENDISH: 5}
"""Members of the super team at most, who stand still and lend no power: the more, the harder."""

Band = tuple[int, int]
"""Scores from the first up to, but not with, the second."""
Watch = Callable[[int], None]
"""Is told the number of every try, from 1, in the thread that searches."""
Item = TypeVar("Item")


class Puzzle(msgspec.Struct, frozen=True):
    """What is to be solved, and the answer: its fewest moves are proven, its plan is one of the nicest."""

    board: Board
    positions: dict[str, str]
    target: str
    kit: Kit
    answer: Solution
    hardness: Hardness

    @property
    def fewest(self) -> int:
        """The fewest moves there can be."""
        return len(self.answer.moves)


class Cancelled(Exception):
    """The search was ended from outside before it had found a puzzle."""


def day_level(date: datetime.date) -> Level:
    """How hard the puzzle of that day is: easy on Mondays, hard on Sundays."""
    return level_at(WEEK[date.weekday()][0])


def puzzle_of_the_day(
    date: datetime.date, city: Board, *, cancel: Cancel | None = None, watch: Watch | None = None
) -> Puzzle:
    """The one puzzle of a date in a city, the same on every device.

    Raises `Cancelled`, and `Refused` where the city has no puzzle at all.
    """
    rng = random.Random(f"{date.isoformat()} {city.name.lower()}")
    return _search(city, WEEK[date.weekday()], rng, cancel, watch)


def endless(
    city: Board,
    level: Level,
    rng: random.Random,
    *,
    cancel: Cancel | None = None,
    watch: Watch | None = None,
) -> Puzzle:
    """A puzzle of that level. Raises `Cancelled`, and `Refused` where the city has no puzzle at all."""
    return _search(city, band_of(level), rng, cancel, watch)


def band_of(level: Level) -> Band:
    """The scores that make a level."""
    lowest = [score for score, _ in reversed(FROM_SCORE)]
    number = [of for _, of in reversed(FROM_SCORE)].index(level)
    return lowest[number], lowest[number + 1] if number + 1 < len(lowest) else 101


def stars(moves: int, fewest: int, hints: int, shown: bool) -> int:
    """The honour of a solution, from 1 to 3.

    Three: the fewest moves without a hint. Two: the fewest with hints, or one move more. One: solved; also
    whenever the whole way was shown first.
    """
    if shown or moves > fewest + 1:
        return 1
    return 3 if moves == fewest and not hints else 2


# -- drawing and weighing --------------------------------------------------------------------------------


def _search(
    board: Board, band: Band, rng: random.Random, cancel: Cancel | None, watch: Watch | None
) -> Puzzle:
    closest: tuple[int, Puzzle] | None = None
    for number in range(1, MOST_TRIES + 1):
        if watch is not None:
            watch(number)
        kit = Kit(_team(HEROES[level_at(band[0])], rng))
        puzzle = _weighed(board, _positions(board, rng), kit, rng, cancel)
        if puzzle is None:
            continue
        away = max(band[0] - puzzle.hardness.score, puzzle.hardness.score - (band[1] - 1), 0)
        if away == 0:
            return puzzle
        if closest is None or away < closest[0]:
            closest = (away, puzzle)
    if closest is None:
        raise refuse("puzzle.none", city=board.name)
    return closest[1]


def _weighed(
    board: Board, positions: dict[str, str], kit: Kit, rng: random.Random, cancel: Cancel | None
) -> Puzzle | None:
    """A scene drawn for these positions, solved and weighed; None when that makes no puzzle."""
    scenes = _scenes(board, positions)
    if not scenes:
        raise refuse("puzzle.none", city=board.name)
    target = _one_of(scenes, rng)
    found = all_solutions(board, positions, target, kit, cancel=cancel)
    if cancel is not None and cancel.flag[0]:
        raise Cancelled
    weight = hardness(board, positions, kit, found)
    if weight is None or weight.moves < LEAST_MOVES:
        return None
    answer = Solution(weight.moves, True, plans(found)[0], found.count, found.nothing_up_to, 0)
    return Puzzle(board, positions, target, kit, answer, weight)


def _scenes(board: Board, positions: Mapping[str, str]) -> list[str]:
    """Free cells that two Location tiles can name: there is one tile a letter."""
    taken = set(positions.values())
    names = [board.name_of(cell) for cell in range(board.cell_count) if board.exists[cell]]
    return [name for name in names if name[0] != name[1] and name not in taken]


def _team(most: int, rng: random.Random) -> frozenset[str]:
    return frozenset(_shuffled(colours(), rng)[: _below(most + 1, rng)])


def _positions(board: Board, rng: random.Random) -> dict[str, str]:
    """Everybody on the grates, as a match begins (MM-15), or half of the time as if it had been going on.

    A city of fewer grates than meeples has the others anywhere.
    """
    rest = [cell for cell in range(board.cell_count) if board.exists[cell] and cell not in board.grates]
    places = [*_shuffled(board.grates, rng), *_shuffled(rest, rng)]
    cells = dict(zip(colours(), places, strict=False))
    for _ in range(_below(MOST_SHUFFLES + 1, rng) if _below(2, rng) else 0):
        colour = _one_of(list(cells), rng)
        others = {cell: other for other, cell in cells.items() if other != colour}
        kit = Kit()
        ends = [
            landing.end
            for _, _, landing in all_landings(board, others, cells[colour], kit.powers(colour), kit.rules)
        ]
        if ends:
            cells[colour] = _one_of(ends, rng)
    return {colour: board.name_of(cell) for colour, cell in cells.items()}


def _below(count: int, rng: random.Random) -> int:
    """From 0 up to `count` - 1. Of all of Python's generator only `random` is promised to stay the same."""
    return int(rng.random() * count)


def _one_of(items: Sequence[Item], rng: random.Random) -> Item:
    return items[_below(len(items), rng)]


def _shuffled(items: Sequence[Item], rng: random.Random) -> list[Item]:
    left = list(items)
    return [left.pop(_below(len(left), rng)) for _ in items]


# -- kept as text --------------------------------------------------------------------------------


def to_text(value: msgspec.Struct) -> str:
    """JSON of a struct with puzzles in it, a shipped city by its name; `of_text` gives it back."""
    return msgspec.json.encode(value, enc_hook=_plain_board).decode()


def of_text(text: str, kind: type[Item]) -> Item:
    """The struct of a JSON text. Raises ValueError when it is damaged; `check` a puzzle from it."""
    try:
        return msgspec.json.decode(text, type=kind, dec_hook=_board_of)
    except (msgspec.DecodeError, BoardInvalid) as error:
        raise ValueError(str(error)) from error


def check(puzzle: Puzzle) -> None:
    """Replay the plan. Raises ValueError when it leads elsewhere: damaged text, or the city has changed."""
    try:
        verdict = replay(puzzle.board, puzzle.positions, puzzle.kit, puzzle.answer.moves, puzzle.target)
    except Refused as refused:
        raise ValueError(refused.message.key) from refused
    if not verdict.legal:
        raise ValueError(verdict.reason.key)


def _plain_board(value: Any) -> str | BoardFile:
    assert isinstance(value, Board)
    return shipped_name(value) or value.file


def _board_of(_type: type, plain: Any) -> Board:
    return shipped_board(plain) if isinstance(plain, str) else Board(read_board_file(plain))
