"""Even chances: on made-up groups of known strengths, and with bots of different levels at a table."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.mutant_meeples.adviser import (
    CLOSE_ENOUGH,
    HALF_LIFE,
    LEAST_A_HEAD,
    LEAST_PLAYED,
    MARKER_COST,
    MOST_MATCHES,
    Advice,
    Chance,
    Outcome,
    advise,
    strengths,
    summary,
)
from app.games.mutant_meeples.box import box
from app.language import sentence
from tests.bot_table import seats, winners

TRIO = {"Anna": 1.0, "Ben": 0.0, "Cleo": -1.0}
SIX = {"Anna": 1.0, "Ben": 0.6, "Cleo": 0.2, "Dan": -0.2, "Emil": -0.6, "Frida": -1.0}
GROUPS = range(30)
Skill = dict[str, float]


def chances(skill: Skill, less: dict[str, int], cost: float = MARKER_COST) -> dict[str, float]:
    odds = {name: math.exp(skill[name] - cost * less.get(name, 0)) for name in skill}
    return {name: one / sum(odds.values()) for name, one in odds.items()}


def spread(skill: Skill, less: dict[str, int], cost: float = MARKER_COST) -> float:
    found = chances(skill, less, cost).values()
    return max(found) - min(found)


def matches(
    skill: Skill, count: int, seed: int, less: dict[str, int] | None = None, cost: float = MARKER_COST
) -> list[Outcome]:
    """Matches of everybody against everybody, won by chance."""
    rng, less = random.Random(seed), less or {}
    likely = chances(skill, less, cost)
    players = tuple((name, less.get(name, 0)) for name in skill)
    return [Outcome(players, rng.choices(list(likely), list(likely.values()))[0]) for _ in range(count)]


def removals(advice: Advice | None) -> dict[str, int]:
    assert advice is not None
    return {chance.name: chance.remove for chance in advice.chances}


@pytest.mark.parametrize(("skill", "likeness"), [(TRIO, 0.99), (SIX, 0.85)], ids=["three", "six"])
def test_known_strengths_are_found_again_in_their_order(skill: Skill, likeness: float) -> None:
    """The mean rank correlation over many groups; among six, neighbours may change places."""
    ranks = np.argsort(np.argsort(list(skill.values())))
    alike = []
    for seed in GROUPS:
        found = strengths(matches(skill, 200, seed)).of
        alike.append(np.corrcoef(ranks, np.argsort(np.argsort([found[name] for name in skill])))[0, 1])
    assert np.mean(alike) > likeness


def test_what_a_marker_costs_is_learned_from_matches() -> None:
    """From what was thought before towards the truth, and the strengths stay apart from it."""
    costs = []
    for true in (0.0, 0.5, 2.0):
        mixed = [
            outcome
            for number, less in enumerate([{}, {"Anna": 1}, {"Ben": 2}, {"Anna": 2, "Ben": 1}])
            for outcome in matches(TRIO, 70, number, less, true)
        ]
        found = strengths(mixed)
        costs.append(found.marker_cost)
        assert found.of["Anna"] > found.of["Cleo"]
    assert costs == sorted(costs)
    assert costs[0] < MARKER_COST - 0.3
    assert costs[2] > MARKER_COST + 0.3


@pytest.mark.parametrize("skill", [TRIO, SIX], ids=["three", "six"])
def test_the_advice_brings_the_spread_of_true_chances_down(skill: Skill) -> None:
    """After a season (30 matches) clearly, on the mean of many groups; hardly any group gets worse."""
    after = [spread(skill, removals(advise(matches(skill, 30, seed), list(skill), 2))) for seed in GROUPS]
    before = spread(skill, {})
    assert np.mean(after) < 0.75 * before
    assert sum(one > before + 0.02 for one in after) <= len(after) / 10


def test_more_matches_make_better_advice() -> None:
    few, many = (
        np.mean([spread(TRIO, removals(advise(matches(TRIO, n, seed), list(TRIO), 2))) for seed in GROUPS])
        for n in (9, 150)
    )
    assert many < 0.5 * few


def test_equal_players_are_left_alone() -> None:
    """Of 30 even matches, everybody has won ten."""
    players = tuple((name, 0) for name in TRIO)
    even = [Outcome(players, name) for _ in range(10) for name in TRIO]
    advice = advise(even, list(TRIO), 2)
    assert advice is not None
    assert not advice.changes
    assert [chance.before for chance in advice.chances] == pytest.approx([1 / 3] * 3, abs=0.02)


def test_the_advice_is_told_by_the_chances_of_the_strongest() -> None:
    shares = (("Ben", 0, 0.2, 0.351), ("Anna", 2, 0.701, 0.297), ("Cleo", 0, 0.099, 0.352))
    advice = Advice(tuple(Chance(*share, matches=24) for share in shares), matches=24)
    told = summary(advice)
    assert told is not None
    assert sentence(told) == (
        "After 24 matches, Anna would win 70 of 100 at this table, and 30 with these handicaps"
    )
    assert summary(replace(advice, chances=advice.chances[:1])) is None


def test_a_handicap_that_evens_the_wins_is_kept() -> None:
    """Who wins a third of the matches with two markers less would win more with all of them."""
    players = (("Anna", 2), ("Ben", 0), ("Cleo", 0))
    even = [Outcome(players, name) for _ in range(20) for name in TRIO]
    assert removals(advise(even, list(TRIO), 2)) == {"Anna": 2, "Ben": 0, "Cleo": 0}


@given(st.integers(0, 10_000), st.integers(2, 6), st.integers(0, 3))
def test_nobody_is_weakened_more_than_a_stronger_player_and_the_weakest_never(
    seed: int, players: int, most: int
) -> None:
    rng = random.Random(seed)
    skill = {f"player {number}": rng.gauss(0, 1.5) for number in range(players)}
    less = {name: rng.randint(0, 2) for name in skill}
    names = rng.sample(list(skill), players)
    advice = advise(matches(skill, rng.randint(18, 40), seed, less), names, most)
    assert advice is not None
    assert [chance.name for chance in advice.chances] == names
    ranked = sorted(advice.chances, key=lambda chance: chance.before)
    markers = [chance.remove for chance in ranked]
    assert markers == sorted(markers)
    assert markers[0] == 0
    assert set(markers) <= set(range(most + 1))
    assert sum(chance.before for chance in ranked) == pytest.approx(1)
    assert sum(chance.after for chance in ranked) == pytest.approx(1)
    after = [chance.after for chance in ranked]
    assert max(after) - min(after) <= ranked[-1].before - ranked[0].before + 1e-9


def test_a_marker_is_spared_where_it_hardly_helps() -> None:
    """Of all handicaps, the ones advised are nearly the best, and fewer markers would be clearly worse."""
    advice = advise(matches(SIX, 200, 1), list(SIX), 2)
    assert advice is not None
    seen = {chance.name: math.log(chance.before) for chance in advice.chances}
    cost = strengths(matches(SIX, 200, 1)).marker_cost
    ways = [dict(zip(SIX, way, strict=True)) for way in itertools.product(range(3), repeat=len(SIX))]
    uneven = [spread(seen, way, cost) for way in ways]
    advised = removals(advice)
    assert spread(seen, advised, cost) <= min(uneven) + CLOSE_ENOUGH
    fewer = [one for one, way in zip(uneven, ways, strict=True) if sum(way.values()) < sum(advised.values())]
    assert fewer
    assert min(fewer) > min(uneven) + CLOSE_ENOUGH


def test_too_few_matches_bring_no_advice() -> None:
    nearly = matches(TRIO, 3 * LEAST_A_HEAD - 1, 1)
    assert advise([], list(TRIO), 2) is None
    assert advise(nearly, list(TRIO), 2) is None
    enough = advise([*nearly, nearly[0]], list(TRIO), 2)
    assert enough is not None
    assert enough.matches == 3 * LEAST_A_HEAD
    assert [chance.matches for chance in enough.chances] == [3 * LEAST_A_HEAD] * 3


def test_everybody_must_have_played_often_enough() -> None:
    pair = matches({"Anna": 1.0, "Ben": 0.0}, 30, 1)
    with_cleo = matches(TRIO, LEAST_PLAYED, 2)
    assert advise([*pair, *with_cleo[1:]], list(TRIO), 2) is None
    advice = advise([*pair, *with_cleo], list(TRIO), 2)
    assert advice is not None
    assert [chance.matches for chance in advice.chances] == [35, 35, 5]


def test_practice_and_matches_of_others_count_for_nothing() -> None:
    played = matches(TRIO, 20, 1)
    alone = [Outcome((("Anna", 0),), "Anna")] * 30
    others = [Outcome((("Xaver", 0), ("Yvonne", 0)), "Xaver")] * 30
    assert advise([*alone, *played, *others], list(TRIO), 2) == advise(played, list(TRIO), 2)
    assert advise([*alone, *others], list(TRIO), 2) is None


def test_who_plays_in_other_groups_is_known_from_there() -> None:
    """Anna and Cleo never met; both played Ben."""
    outcomes = matches({"Anna": 1.5, "Ben": 0.0}, 20, 1) + matches({"Ben": 0.0, "Cleo": -1.5}, 20, 2)
    assert removals(advise(outcomes, ["Cleo", "Anna"], 2)) == {"Cleo": 0, "Anna": 2}


def test_newer_matches_count_more() -> None:
    """Ben has learned: first Anna won always, now he does."""
    players = (("Anna", 0), ("Ben", 0))
    past, now = [Outcome(players, "Anna")] * HALF_LIFE, [Outcome(players, "Ben")] * HALF_LIFE
    found = strengths([*past, *now]).of
    assert found["Ben"] > found["Anna"]
    assert strengths([*now, *past]).of == pytest.approx({"Anna": found["Ben"], "Ben": found["Anna"]})


def test_matches_too_long_ago_do_not_count_at_all() -> None:
    new = matches(TRIO, MOST_MATCHES, 1)
    assert advise([*matches(TRIO, 50, 2), *new], list(TRIO), 2) == advise(new, list(TRIO), 2)


@pytest.mark.parametrize(
    "outcome", [((("Anna", 0), ("Ben", 0)), "Cleo"), ((("Anna", 0), ("Anna", 1)), "Anna")]
)
def test_a_match_that_cannot_have_been_is_refused(outcome: tuple[tuple[tuple[str, int], ...], str]) -> None:
    with pytest.raises(ValueError, match="cannot have won"):
        Outcome(*outcome)


@pytest.mark.parametrize("names", [[], ["Anna"], ["Anna", "Anna"]])
def test_advice_is_for_two_or_more_different_players(names: list[str]) -> None:
    with pytest.raises(ValueError, match="different players"):
        advise(matches(TRIO, 20, 1), names, 2)


LEVELS_AT_THE_TABLE = {"Strong": "expert", "Club": "club", "New": "beginner"}


@pytest.mark.slow
def test_the_handicap_advised_to_bots_makes_the_strong_one_win_less(tmp_path: Path) -> None:
    """Played at a simulated table: a season without handicaps, the advice, and a season with it."""
    even = seats(LEVELS_AT_THE_TABLE, {})
    players = tuple((name, 0) for name in LEVELS_AT_THE_TABLE)
    first = [Outcome(players, winner) for winner in winners([even] * 40, 1, tmp_path / "first")]
    less = removals(advise(first, list(LEVELS_AT_THE_TABLE), box().most_removed))
    assert less["Strong"] > 0
    assert less["New"] == 0
    second = list(winners([seats(LEVELS_AT_THE_TABLE, less)] * 40, 2, tmp_path / "second"))
    before = sum(outcome.winner == "Strong" for outcome in first)
    assert second.count("Strong") < before - 5
