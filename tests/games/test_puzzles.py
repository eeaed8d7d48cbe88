"""Puzzles: the same for a date everywhere, as hard as wanted, solvable, and ended at once when unwanted."""

from __future__ import annotations

import datetime
import itertools
import random

import pytest

from app.games.contract import Refused
from app.games.mutant_meeples import puzzles
from app.games.mutant_meeples.board import Board, BoardFile, shipped_board
from app.games.mutant_meeples.hardness import FROM_SCORE, Level
from app.games.mutant_meeples.puzzles import (
    WEEK,
    Cancelled,
    Puzzle,
    band_of,
    check,
    day_level,
    endless,
    of_text,
    puzzle_of_the_day,
    stars,
    to_text,
)
from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.solver import Cancel, solve
from app.games.mutant_meeples.verifier import replay

MONDAY = datetime.date(2026, 11, 30)
CITY = shipped_board("meeptropolis")
CITIES = [CITY, shipped_board("meepville")]
SEEN_ON_MONDAY = ("PP II JJ NN GG EE LL CC", "AD", 2, 12)
SEEN_ON_SUNDAY = ("CF JJ IK EE MN AG AP DL", "OI", 5, 40)
"""In Meeptropolis on the first Monday, in Meepville on the Sunday after: everybody in the order of the
roster, the scene, the fewest moves, the score."""
OPEN_GROUND = Board(BoardFile("Open ground", 9, 9, grates=("AB", "CD", "EF", "GH")))


def of_day(day: int, city: Board = CITY) -> Puzzle:
    return puzzle_of_the_day(MONDAY + datetime.timedelta(day), city)


def summary(puzzle: Puzzle) -> tuple[str, str, int, int]:
    standing = " ".join(puzzle.positions[colour] for colour in colours())
    return standing, puzzle.target, puzzle.fewest, puzzle.hardness.score


def test_the_puzzle_of_a_date_is_the_same_on_every_device() -> None:
    """Written down once: another machine, Python or start of the program must draw exactly these."""
    assert summary(of_day(0)) == SEEN_ON_MONDAY
    assert summary(of_day(6, CITIES[1])) == SEEN_ON_SUNDAY


def test_only_the_promised_part_of_the_generator_is_used() -> None:
    """`random()` stays the same for a seed; of shuffle, sample and randrange Python promises nothing."""

    class Promised(random.Random):
        def getrandbits(self, k: int, /) -> int:
            raise AssertionError("not promised")

    assert endless(CITY, Level.FAIR, Promised(3)).hardness.level is Level.FAIR


def test_days_and_cities_differ() -> None:
    drawn = [summary(of_day(day, city)) for day in (0, 7) for city in CITIES]
    assert all(first != second for first, second in itertools.combinations(drawn, 2))


@pytest.mark.parametrize("day", range(7))
@pytest.mark.parametrize("city", CITIES, ids=lambda city: city.name)
def test_the_week_goes_from_easy_to_hard(city: Board, day: int) -> None:
    low, high = WEEK[day]
    puzzle = of_day(day, city)
    assert low <= puzzle.hardness.score < high
    assert puzzle.hardness.level is day_level(MONDAY + datetime.timedelta(day))


def test_every_day_is_harder_than_the_one_before() -> None:
    assert day_level(MONDAY) is Level.EASY
    assert day_level(MONDAY + datetime.timedelta(6)) is Level.HARD
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(WEEK))


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("city", CITIES, ids=lambda city: city.name)
def test_an_endless_puzzle_has_the_level_that_was_chosen(city: Board, level: Level) -> None:
    assert endless(city, level, random.Random(1)).hardness.level is level


def test_the_bands_of_the_levels_leave_no_score_out() -> None:
    for score in range(101):
        held = [level for level in Level if band_of(level)[0] <= score < band_of(level)[1]]
        assert held == [next(level for lowest, level in FROM_SCORE if score >= lowest)]


@pytest.mark.parametrize("level", Level)
def test_a_puzzle_can_be_solved_and_its_number_is_proven(level: Level) -> None:
    """Everybody stands in the city, the scene is free and could be drawn, and one move never suffices."""
    for seed in range(4):
        puzzle = endless(CITIES[seed % 2], level, random.Random(seed))
        assert sorted(puzzle.positions) == sorted(colours())
        assert len({*puzzle.positions.values(), puzzle.target}) == len(colours()) + 1
        assert puzzle.target[0] != puzzle.target[1]
        assert puzzle.fewest == len(puzzle.answer.moves) >= 2
        again = solve(puzzle.board, puzzle.positions, puzzle.target, puzzle.kit)
        assert (again.fewest_moves, again.proven) == (puzzle.fewest, True)
        assert replay(puzzle.board, puzzle.positions, puzzle.kit, puzzle.answer.moves, puzzle.target).legal


def test_easy_puzzles_have_no_heroes_on_a_team_and_hard_ones_do() -> None:
    teams = {
        level: {len(endless(CITY, level, random.Random(seed)).kit.super_team) for seed in range(12)}
        for level in (Level.EASY, Level.FIENDISH)
    }
    assert teams[Level.EASY] == {0}
    assert max(teams[Level.FIENDISH]) >= 2


def test_a_city_of_few_grates_makes_puzzles_too() -> None:
    puzzle = endless(OPEN_GROUND, Level.EASY, random.Random(2))
    assert len(set(puzzle.positions.values())) == len(colours())


def test_where_nothing_is_as_hard_as_wanted_the_nearest_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "MOST_TRIES", 6)
    tried: list[int] = []
    puzzle = endless(OPEN_GROUND, Level.FIENDISH, random.Random(4), watch=tried.append)
    assert tried == [1, 2, 3, 4, 5, 6]
    assert puzzle.hardness.score < band_of(Level.FIENDISH)[0]


@pytest.mark.parametrize("side", [2, 3])
def test_a_city_without_room_is_refused(side: int) -> None:
    """Of 2 x 2 cells none is left over; in 3 x 3 with eight meeples and one hole nobody can move far."""
    with pytest.raises(Refused) as refused:
        endless(Board(BoardFile("Tiny", side, side)), Level.EASY, random.Random(1))
    assert refused.value.message.key == "puzzle.none"


def test_an_unwanted_search_ends_at_once() -> None:
    cancel, tried = Cancel(), []

    def watch(number: int) -> None:
        tried.append(number)
        if number == 3:
            cancel()

    with pytest.raises(Cancelled):
        endless(OPEN_GROUND, Level.FIENDISH, random.Random(4), cancel=cancel, watch=watch)
    assert tried == [1, 2, 3]


@pytest.mark.parametrize(
    ("moves", "hints", "shown", "expected"),
    [
        (4, 0, False, 3),  # the fewest, alone
        (4, 1, False, 2),  # the fewest, with a hint
        (5, 0, False, 2),  # one more
        (5, 2, False, 2),
        (6, 0, False, 1),  # two more
        (4, 0, True, 1),  # shown first
    ],
)
def test_stars_go_by_moves_and_help(moves: int, hints: int, shown: bool, expected: int) -> None:
    assert stars(moves, 4, hints, shown) == expected


@pytest.mark.parametrize("city", [*CITIES, OPEN_GROUND], ids=lambda city: city.name)
def test_a_puzzle_comes_back_from_text(city: Board) -> None:
    puzzle = endless(city, Level.EASY, random.Random(5))
    back = of_text(to_text(puzzle), Puzzle)
    assert back == puzzle
    check(back)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"meeptropolis"', '"atlantis"'),
        ('"meeptropolis"', '{"name":"half"'),
        ('"green"', '"purple"'),
        ('"fewest_moves"', '"few'),
    ],
)
def test_damaged_text_is_no_puzzle(old: str, new: str) -> None:
    text = to_text(endless(CITY, Level.EASY, random.Random(5)))
    assert old in text
    with pytest.raises(ValueError, match=r"."):
        check(of_text(text.replace(old, new), Puzzle))


def test_a_plan_for_another_city_is_found_out() -> None:
    text = to_text(endless(CITY, Level.HARD, random.Random(5)))
    with pytest.raises(ValueError, match=r"move|verdict"):
        check(of_text(text.replace('"meeptropolis"', '"meepville"'), Puzzle))
