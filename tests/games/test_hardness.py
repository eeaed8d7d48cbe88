"""How hard a crime is: what counts, in which direction, and when nothing can be said."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.games.mutant_meeples.answers import AllSolutions, Arrival, Moves, Solution
from app.games.mutant_meeples.attempt import Attempt, start
from app.games.mutant_meeples.board import Board, BoardFile
from app.games.mutant_meeples.hardness import FROM_SCORE, Hardness, Level, hardness, summary
from app.games.mutant_meeples.roster import Kit
from app.language import sentence
from tests.games.random_plans import names, random_plan

BOARD = Board(BoardFile("eight", 8, 8))
STARTS = {"gray": "AA", "red": "CC", "blue": "HH", "black": "DE"}
Step = tuple[str, str | None, str]

SLIDE: list[Step] = [("gray", None, "east")]
THREE_SLIDES: list[Step] = [*SLIDE, ("gray", None, "south"), ("gray", None, "west")]
FOUR_SLIDES: list[Step] = [*THREE_SLIDES, ("gray", None, "north")]
BLOCK: list[Step] = [("red", None, "north"), ("gray", None, "east")]
NO_BLOCK: list[Step] = [("red", None, "west"), ("gray", None, "east")]
OWN_STEP: list[Step] = [("red", "red", "east")]
LENT_STEP: list[Step] = [("black", "red", "east")]


def made(steps: list[Step]) -> Moves:
    attempt = start(BOARD, Kit(), STARTS)
    for step in steps:
        attempt = attempt.play(*step)
    return attempt.moves


def solution(plan: Moves, ways: int | None = 1) -> Solution:
    return Solution(len(plan), True, plan, ways, len(plan) - 1, 0)


def of(steps: list[Step], ways: int | None = 1, kit: Kit | None = None) -> Hardness:
    found = hardness(BOARD, STARTS, kit or Kit(), solution(made(steps), ways))
    assert found is not None
    return found


def of_random(before: Attempt, after: Attempt, ways: int | None) -> Hardness:
    assume(after.moves)
    found = hardness(before.board, names(before), before.kit, solution(after.moves, ways))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        (SLIDE, THREE_SLIDES),  # more moves
        (SLIDE, OWN_STEP),  # a power
        (OWN_STEP, LENT_STEP),  # one of many powers
        (THREE_SLIDES[:2], NO_BLOCK),  # a second meeple
        (NO_BLOCK, BLOCK),  # a block set up
    ],
)
def test_what_makes_a_crime_harder(easier: list[Step], harder: list[Step]) -> None:
    assert of(easier).score < of(harder).score


def test_a_fourth_move_in_a_row_weighs_more_than_a_third() -> None:
    third = of(THREE_SLIDES).score - of(THREE_SLIDES[:2]).score
    assert of(FOUR_SLIDES).score - of(THREE_SLIDES).score > third


def test_fewer_meeples_to_choose_from_make_it_easier() -> None:
    assert of(SLIDE, kit=Kit(frozenset({"red", "blue"}))).score < of(SLIDE).score


def test_a_block_counts_only_where_the_plan_put_it() -> None:
    """Red runs to CA and stops gray at BA; a meeple that stood there from the start is part of the board."""
    assert (of(BLOCK).set_ups, of(BLOCK).meeples, of(BLOCK).longest_series) == (1, 2, 1)
    assert of(NO_BLOCK).set_ups == 0
    standing = {**STARTS, "red": "CA"}
    after = start(BOARD, Kit(), standing).play("gray", None, "east")
    found = hardness(BOARD, standing, Kit(), solution(after.moves))
    assert found is not None
    assert (after.moves[-1].to, found.set_ups) == ("BA", 0)


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 1000))
def test_the_parts_are_those_of_the_plan_and_the_score_stays_in_range(seed: int, ways: int) -> None:
    before, after = random_plan(seed)
    found = of_random(before, after, ways)
    assert 0 <= found.score <= 100
    assert found.level == next(level for lowest, level in FROM_SCORE if found.score >= lowest)
    assert (found.moves, found.solutions) == (len(after.moves), ways)
    assert found.meeples == len(after.movers)
    assert found.powers == sum(move.power is not None for move in after.moves)
    assert found.longest_series == max(count for _, count in after.counts())
    assert found.set_ups <= len(after.moves) - after.counts()[0][1]


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 1000), st.integers(1, 1000))
def test_more_ways_never_make_it_harder(seed: int, one: int, more: int) -> None:
    before, after = random_plan(seed)
    few, many = sorted((one, more))
    assert of_random(before, after, few).score >= of_random(before, after, many).score


def test_ways_not_counted_are_scored_as_a_single_one() -> None:
    uncounted = of(SLIDE, ways=None)
    assert uncounted.solutions is None
    assert uncounted.score == of(SLIDE, ways=1).score > of(SLIDE, ways=4).score


def test_the_lightest_of_all_plans_counts() -> None:
    heavy, light = made(LENT_STEP), made(SLIDE)
    arrivals = (Arrival("black", 1, (heavy,)), Arrival("gray", 1, (light,)))
    answer = AllSolutions(1, True, 2, arrivals, 0, 0)
    assert hardness(BOARD, STARTS, Kit(), answer) == of(SLIDE, ways=2)


@pytest.mark.parametrize(
    "answer",
    [
        Solution(None, True, (), None, 24, 0),
        Solution(None, False, (), None, 7, 0),
        replace(solution(made(SLIDE)), proven=False),
        AllSolutions(None, True, 0, (), 24, 0),
        AllSolutions(3, False, None, (), 1, 0),
        AllSolutions(3, True, None, (), 2, 0),  # not listed in time
    ],
)
def test_without_a_plan_proven_shortest_there_is_no_hardness(answer: Solution | AllSolutions) -> None:
    assert hardness(BOARD, STARTS, Kit(), answer) is None


def test_the_summary_names_the_level_and_what_it_comes_from() -> None:
    assert sentence(summary(of(BLOCK))) == "Fair: 2 moves of 2 meeples, 0 powers, 1 block to set up"
    for level in Level:
        spoken = sentence(summary(replace(of(BLOCK), level=level)))
        assert spoken.lower().startswith(f"{level.value}: ")
