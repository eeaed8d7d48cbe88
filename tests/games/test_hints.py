"""Hints: each grade says its part and no more, and nothing that is not known."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.mutant_meeples.answers import AllSolutions, Arrival, Moves, Solution
from app.games.mutant_meeples.hints import BANDS, Grade, band_of, hint
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.roster import MAX_MOVES
from app.language import sentence

PLAN = (
    Move("black", "green", "north", "LD", "LA"),
    Move("black", None, "east", "LA", "RA"),
    Move("blue", "blue", None, "CC", "EE"),
)
OTHER = (*PLAN[:2], Move("red", None, "south", "EA", "EE"))
FOUND = Solution(3, True, PLAN, None, 2, 0)
COUNTED = Solution(3, True, PLAN, 4, 2, 0)
ALL = AllSolutions(3, True, 4, (Arrival("blue", 3, (PLAN,)), Arrival("red", 1, (OTHER,))), 2, 0)
IMPOSSIBLE = Solution(None, True, (), None, MAX_MOVES, 0)
NUMBERS = st.integers(1, MAX_MOVES)


def said(answer: Solution | AllSolutions, grade: Grade) -> list[str]:
    return [sentence(message) for message in hint(answer, grade)]


def plan_of(moves: int) -> Moves:
    return tuple(Move("gray", None, ("east", "west")[n % 2], "AA", "FA") for n in range(moves))


def test_the_bands_hold_every_number_once_and_never_fewer_than_three() -> None:
    numbers = [number for low, high in BANDS for number in range(low, high + 1)]
    assert numbers == list(range(1, MAX_MOVES + 1))
    assert all(high - low >= 2 for low, high in BANDS)


@given(NUMBERS)
def test_the_band_contains_the_number_and_is_the_same_for_all_its_numbers(moves: int) -> None:
    low, high = band_of(moves)
    assert low <= moves <= high
    spoken = {
        tuple(said(Solution(n, True, plan_of(n), None, n - 1, 0), Grade.BAND)) for n in range(low, high + 1)
    }
    assert spoken == {(f"{low} to {high} moves",)}


@given(NUMBERS, st.data())
def test_an_unproven_band_holds_all_that_may_still_turn_out(found: int, data: st.DataObject) -> None:
    """Everything between what is ruled out and what was found is inside what the band says."""
    surely = data.draw(st.integers(0, found - 1))
    (spoken,) = said(Solution(found, False, plan_of(found), None, surely, 0), Grade.BAND)
    numbers = [int(number) for number in re.findall(r"\d+", spoken)]
    low, high = numbers if len(numbers) == 2 else (1, *numbers)
    assert low <= surely + 1 <= found <= high
    assert (len(numbers) == 2) == (surely + 1 >= band_of(found)[0])
    assert ("not proven" in spoken) == (len(numbers) == 1)


def test_each_grade_tells_its_part() -> None:
    assert {grade.value: said(FOUND, grade) for grade in Grade} == {
        "band": ["1 to 3 moves"],
        "number": ["3 moves are the fewest"],
        "meeples": ["Carbon, Beamer move, in this order"],
        "first-move": ["In move 1 Carbon borrows Forrest's power to reach LA"],
        "all": [
            "In move 1 Carbon borrows Forrest's power to reach LA",
            "In move 2 Carbon goes east to RA",
            "In move 3 Beamer uses its own power to reach EE",
        ],
    }


def test_one_meeple_that_needs_no_other_is_said_to_move_alone() -> None:
    assert said(Solution(1, True, PLAN[2:], None, 0, 0), Grade.MEEPLES) == ["Only Beamer needs to move"]


@pytest.mark.parametrize("answer", [COUNTED, ALL])
def test_the_number_comes_with_the_number_of_ways_when_it_is_known(answer: Solution | AllSolutions) -> None:
    assert said(answer, Grade.NUMBER) == ["3 moves are the fewest", "4 ways lead there"]


def test_all_solutions_name_everybody_who_can_arrive_and_hint_at_the_nicest() -> None:
    assert said(ALL, Grade.MEEPLES)[1:] == ["Any of Beamer, Sidestep can arrive in as few moves"]
    alone = AllSolutions(3, True, 3, ALL.arrivals[:1], 2, 0)
    assert len(said(alone, Grade.MEEPLES)) == 1
    for grade in (Grade.BAND, Grade.FIRST_MOVE, Grade.ALL):
        assert said(ALL, grade) == said(FOUND, grade)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (IMPOSSIBLE, "This crime cannot be solved"),
        (AllSolutions(None, True, 0, (), MAX_MOVES, 0), "This crime cannot be solved"),
        (Solution(None, False, (), None, 7, 0), "There is nothing up to 7 moves"),
        (Solution(None, False, (), None, 1, 0), "There is nothing up to 1 move"),
        (AllSolutions(None, False, None, (), 7, 0), "There is nothing up to 7 moves"),
        (Solution(None, False, (), None, 0, 0), "Nothing is known about this crime yet"),
    ],
)
def test_without_a_plan_the_first_grade_says_what_is_known_and_no_other_speaks(
    answer: Solution | AllSolutions, expected: str
) -> None:
    assert [said(answer, grade) for grade in Grade] == [[expected], [], [], [], []]


def test_an_unproven_number_is_at_most_and_says_what_is_ruled_out() -> None:
    moves = plan_of(9)
    expected = ["At most 9 moves, not proven", "There is nothing up to 7 moves"]
    assert said(Solution(9, False, moves, None, 7, 0), Grade.NUMBER) == expected
    assert said(Solution(9, False, moves, None, 0, 0), Grade.NUMBER) == expected[:1]


def test_a_number_without_a_plan_leaves_the_later_grades_silent() -> None:
    answer = AllSolutions(9, False, None, (), 7, 0)
    assert [bool(said(answer, grade)) for grade in Grade] == [True, True, False, False, False]
