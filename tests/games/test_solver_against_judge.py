"""The solver against the slow judge on thousands of random positions, plan by plan.

Sizes from 2x2 to 30x30, one to ten meeples, with all there is on a board and all switches. The judge looks as
far as the room it is given brings; the solver must say the same up to there, and on tiny boards to the end.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from app.games.mutant_meeples.roster import MAX_MOVES
from app.games.mutant_meeples.solver import all_solutions, solve, solve_for_all
from app.games.mutant_meeples.verifier import replay
from tests.games.judge import AnyMove, Judged, Look, Plan, Step, told
from tests.games.random_boards import Case, box_with, random_case, random_kit, random_rules, two_more


class Size(NamedTuple):
    """Sides of `low` to `high` cells, up to so many meeples, and from how many states the judge looks on."""

    low: int
    high: int
    meeples: int
    room: int | None


TINY = Size(2, 3, 2, None)
CRAMPED = Size(2, 3, 3, 4000)
SMALL = Size(2, 6, 10, 1500)
MIDDLE = Size(5, 12, 10, 1500)
LARGE = Size(10, 30, 10, 1000)
SHARES = {TINY: 2, CRAMPED: 2, SMALL: 3, MIDDLE: 2, LARGE: 1}

CHUNKS, POSITIONS = 25, 100
"""For each of two boxes, of eight and of ten figures: 5,000 positions in all."""


def box(rng: random.Random, figures: int, folder: Path) -> AbstractContextManager[None]:
    return box_with(two_more(rng), folder) if figures == 10 else nullcontext()


def hardest(look: Look, rng: random.Random) -> str | None:
    """A target that takes as many meeples as any; None when nothing can be reached."""
    movers = {cell: max(len(state.done) for state in states) for cell, (_, states) in look.arrivals.items()}
    most = max(movers.values(), default=0)
    hard = sorted(cell for cell in movers if movers[cell] == most)
    return rng.choice(hard) if hard else None


def random_questions(rng: random.Random) -> list[tuple[Case, Judged]]:
    """A random position with up to two targets, any cell and a hard one, and what the judge says."""
    (size,) = rng.choices(list(SHARES), list(SHARES.values()))
    case = random_case(rng, size.low, size.high, size.meeples)
    look = Look(case.file, case.positions, case.kit, room=size.room)
    targets = {case.target, hardest(look, rng) or case.target}
    return [(replace(case, target=target), look.judged(target)) for target in sorted(targets)]


def kind(judged: Judged) -> str:
    """What a question is good for: how many meeples its plans take, "impossible", or "open" for the judge."""
    if judged.fewest is None:
        return "impossible" if judged.looked == MAX_MOVES else "open"
    return str(max(rank(plan)[0] for plan in every_plan(judged)))


def every_plan(judged: Judged) -> set[Plan]:
    return {plan for plans in judged.plans.values() for plan in plans}


def rank(plan: tuple[AnyMove, ...]) -> tuple[int, int]:
    """(meeples, powers) of a plan: the fewer, the nicer."""
    return len({move.meeple for move in plan}), sum(move.power is not None for move in plan)


def check_best(case: Case, judged: Judged) -> None:
    """Fewest moves, "impossible", the number of plans, and that the plan shown is one of the nicest."""
    asked = case.board, case.positions, case.target, case.kit
    found = solve(*asked, most_moves=judged.looked)
    counted = solve(*asked, most_moves=judged.looked, count_all=True)
    assert (found.fewest_moves, counted.fewest_moves) == (judged.fewest, judged.fewest), case
    assert (counted.solutions or 0) == judged.count, case
    if judged.fewest is None:
        assert found.nothing_up_to >= judged.looked
        assert found.proven or judged.looked < MAX_MOVES
    else:
        every = every_plan(judged)
        assert {told(found.moves), told(counted.moves)} <= every, case
        assert rank(found.moves)[0] == min(map(rank, every))[0], case
        assert rank(counted.moves) == min(map(rank, every)), case


def check_plans(case: Case, judged: Judged) -> None:
    """Every plan, each by the meeple that arrives; and of a shorter list, that it holds the nicest."""
    asked = case.board, case.positions, case.target, case.kit
    found = all_solutions(*asked, most_plans=judged.count + 1)
    assert (found.fewest_moves, found.proven, found.count) == (judged.fewest, True, judged.count), case
    assert {one.meeple: frozenset(map(told, one.plans)) for one in found.arrivals} == judged.plans, case
    assert [one.count for one in found.arrivals] == [len(one.plans) for one in found.arrivals]
    short = all_solutions(*asked, most_plans=2)
    assert [(one.meeple, one.count) for one in short.arrivals] == [
        (a.meeple, a.count) for a in found.arrivals
    ]
    for one in short.arrivals:
        nicest = sorted(map(rank, judged.plans[one.meeple]))[:2]
        assert [rank(plan) for plan in one.plans] == nicest, case
        assert all(replay(*asked[:2], case.kit, plan, case.target).legal for plan in one.plans)
    firsts = [rank(one.plans[0]) for one in short.arrivals]
    assert firsts == sorted(firsts), case


def check_many(rng: random.Random, positions: int) -> Counter[str]:
    """Check so many random positions; returns how many questions of each kind there were."""
    kinds: Counter[str] = Counter()
    for _ in range(positions):
        for case, judged in random_questions(rng):
            kinds[kind(judged)] += 1
            check_best(case, judged)
            if kind(judged) != "open":
                check_plans(case, judged)
    return kinds


@pytest.mark.parametrize("figures", [8, 10])
@pytest.mark.parametrize("seed", range(3))
def test_solver_and_judge_agree_plan_by_plan(seed: int, figures: int, tmp_path: Path) -> None:
    rng = random.Random(f"{figures} figures, everyday chunk {seed}")
    with box(rng, figures, tmp_path):
        check_many(rng, 15)


@pytest.mark.slow
@pytest.mark.parametrize("figures", [8, 10])
@pytest.mark.parametrize("seed", range(CHUNKS))
def test_solver_and_judge_agree_on_thousands_of_positions(seed: int, figures: int, tmp_path: Path) -> None:
    rng = random.Random(f"{figures} figures, chunk {seed}")
    with box(rng, figures, tmp_path):
        kinds = check_many(rng, POSITIONS)
    assert kinds.total() > POSITIONS
    assert set(kinds) == {"1", "2", "3", "impossible", "open"}


def check_everyone(rng: random.Random) -> Counter[str]:
    """One search for several players says to each what a search of the player's own says.

    Returns how many answers were found with no power, an own and a borrowed one.
    """
    case = random_case(rng, 2, rng.choice([6, 12, 30]), 10)
    rules = random_rules(rng)
    kits = [random_kit(rng, rules) for _ in range(rng.randint(1, 6))]
    asked = case.board, case.positions, case.target
    powers: Counter[str] = Counter()
    for kit, shared in zip(kits, solve_for_all(*asked, kits), strict=True):
        alone = solve(*asked, kit)
        where = replace(case, kit=kit), kits
        assert (shared.fewest_moves, shared.proven) == (alone.fewest_moves, True), where
        assert shared.nothing_up_to == alone.nothing_up_to, where
        assert len(shared.moves) == (alone.fewest_moves or 0), where
        if shared.moves:
            assert replay(case.board, case.positions, kit, shared.moves, case.target).legal, where
            assert rank(shared.moves)[0] == rank(alone.moves)[0], where
        spent = {move.power == move.meeple for move in shared.moves if move.power}
        powers.update({"own" if own else "borrowed" for own in spent} or {"none"})
    return powers


@pytest.mark.parametrize("figures", [8, 10])
def test_a_search_for_all_players_agrees_with_one_for_each(figures: int, tmp_path: Path) -> None:
    rng = random.Random(f"{figures} figures, everyday players")
    with box(rng, figures, tmp_path):
        for _ in range(20):
            check_everyone(rng)


@pytest.mark.slow
@pytest.mark.parametrize("figures", [8, 10])
@pytest.mark.parametrize("seed", range(10))
def test_searches_for_all_players_agree_on_many_positions(seed: int, figures: int, tmp_path: Path) -> None:
    rng = random.Random(f"{figures} figures, players {seed}")
    powers: Counter[str] = Counter()
    with box(rng, figures, tmp_path):
        for _ in range(POSITIONS):
            powers += check_everyone(rng)
    assert set(powers) == {"none", "own", "borrowed"}


def test_plans_that_differ_in_the_order_of_the_first_two_series_are_one() -> None:
    """The rule the judge counts by, on moves written by hand."""
    red = [Step("red", None, "east", "AA", "FA"), Step("red", "red", "south", "FA", "FB")]
    blue = [Step("blue", None, "north", "CF", "CC")]
    gray = [Step("gray", None, "west", "FC", "DC")]
    assert told([*red, *blue, *gray]) == told([*blue, *red, *gray]) == (*blue, *red, *gray)
    assert told([*red, *gray, *blue]) != told([*red, *blue, *gray])
    assert told([red[0], *blue, *gray]) != told([red[1], *blue, *gray])
