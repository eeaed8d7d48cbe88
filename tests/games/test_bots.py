"""Bots: what they bid is a way of their own, as far from the fewest moves as their level says.

The figures come from docs/bots.md, so what stands there is what was measured.
"""

from __future__ import annotations

import functools
import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from app.games.contract import Refused
from app.games.mutant_meeples.board import SHIPPED_BOARDS
from app.games.mutant_meeples.bots import KEPT_IN_PLAY, LEVELS, STRETCH, Idea, give_back, plan_of, think, ways
from app.games.mutant_meeples.roster import Power, Rules, colours, roster
from app.games.mutant_meeples.solver import solve
from app.games.mutant_meeples.state import DrawCrime, Phase, PlayerSetup, Row, Setup, State, plan_total
from app.games.mutant_meeples.verifier import judge_steps
from app.language import sentence
from tests.games.table_of import GAME, R1_BOARD, at_thinking, with_teams

CRIMES = 100
DRAWS = 10
"""Bots of each level that think about each crime."""
TABLE = Path(__file__).resolve().parents[2] / "docs" / "bots.md"
SPAN = re.compile(r"(\d+(?:\.\d+)?) to (\d+(?:\.\d+)?)")


def crime(number: int, **rules: str) -> State:
    """A random crime: both cities in turn, a team of 0 to 5, up to two markers given up."""
    rng = random.Random(number)
    removed = tuple(rng.sample(colours(), rng.choice([0, 0, 0, 1, 2])))
    seats = (PlayerSetup("Bo", removed=removed), PlayerSetup("Ann"))
    city = SHIPPED_BOARDS[number % len(SHIPPED_BOARDS)]
    state = GAME.new(Setup(seats, board=city, rules=Rules(**rules)), rng)  # type: ignore[arg-type]
    state = with_teams(state, rng.sample([c for c in colours() if c not in removed], rng.randint(0, 5)))
    return GAME.apply(state, GAME.chance(state, DrawCrime(), rng))[0]


class Thought(NamedTuple):
    """One bot, one crime, and the fewest moves there are."""

    state: State
    fewest: int
    idea: Idea


@functools.cache
def thoughts(level: str) -> tuple[Thought, ...]:
    """About every crime that can be solved within the bot's depth."""
    return tuple(_thoughts(level))


def _thoughts(level: str) -> Iterator[Thought]:
    for number in range(CRIMES):
        state = crime(number)
        assert state.round is not None
        fewest = solve(state.board, state.starts, state.round.target, state.kit(0)).fewest_moves
        if fewest is not None and fewest <= LEVELS[level].depth:
            for draw in range(DRAWS):
                idea = think(state, 0, LEVELS[level], random.Random(f"{number} {draw} {level}"))
                yield Thought(state, fewest, idea)


def excess(level: str) -> list[int]:
    """How many moves more than the fewest, for every plan found."""
    return [len(one.idea.moves) - one.fewest for one in thoughts(level) if one.idea.moves]


def share(level: str, wanted: int | None) -> float:
    """Per cent of the thoughts with so many moves too many; None: nothing was found."""
    found = [len(one.idea.moves) - one.fewest if one.idea.moves else None for one in thoughts(level)]
    return 100 * found.count(wanted) / len(found)


def measured_in_docs() -> dict[str, dict[str, tuple[float, float]]]:
    """{level: {column: (lowest, highest)}} of the table of measurements."""
    rows = [
        line.strip("| ").split(" | ") for line in TABLE.read_text("utf-8").splitlines() if line[:2] == "| "
    ]
    head = next(row for row in rows if "moves too many" in row)
    spans: dict[str, dict[str, tuple[float, float]]] = {}
    for row in rows[rows.index(head) + 1 :]:
        found = {name: SPAN.fullmatch(cell.strip()) for name, cell in zip(head, row, strict=True)}
        spans[row[0]] = {name: (float(m[1]), float(m[2])) for name, m in found.items() if m is not None}
    return spans


@pytest.mark.parametrize("level", LEVELS)
def test_every_plan_is_legal_and_arrives(level: str) -> None:
    """By the referee's own eye, and for the bot's own markers, not for those of one who overlooks some."""
    shown = 0
    for state, _, idea in thoughts(level):
        if idea.moves:
            assert state.round is not None
            steps = [(move.meeple, move.to) for move in idea.moves]
            plan = [(row.meeple, row.count) for row in plan_of(idea.moves)]
            limit = len(idea.moves)
            verdict = judge_steps(
                state.board, state.starts, state.kit(0), state.round.target, steps, plan, limit
            )
            assert verdict.legal, (state.round.target, idea, verdict.reason)
            shown += 1
    assert shown > 500


@pytest.mark.parametrize("level", LEVELS)
def test_the_distance_from_the_fewest_moves_is_in_the_documented_range(level: str) -> None:
    found, spans = excess(level), measured_in_docs()[level]
    assert min(found) == 0
    assert max(found) <= len(LEVELS[level].excess) - 1
    for column, figure in (
        ("fewest moves, %", share(level, 0)),
        ("sees nothing, %", share(level, None)),
        ("moves too many", sum(found) / len(found)),
    ):
        lowest, highest = spans[column]
        assert lowest <= figure <= highest, (column, figure)


def test_a_higher_level_is_nearer_to_the_fewest_moves_quicker_and_surer() -> None:
    assert list(LEVELS) == ["beginner", "family", "club", "expert"]
    means = [sum(found) / len(found) for found in map(excess, LEVELS)]
    assert means == sorted(means, reverse=True)
    assert all(weaker > stronger + 0.05 for weaker, stronger in itertools.pairwise(means))
    for wanted, turned in ((0, False), (None, True)):
        shares = [share(level, wanted) for level in LEVELS]
        assert shares == sorted(shares, reverse=turned)
    levels = list(LEVELS.values())
    for weaker, stronger in itertools.pairwise(levels):
        assert weaker.base_s > stronger.base_s
        assert weaker.per_move_s > stronger.per_move_s
        assert weaker.slip > stronger.slip
        assert weaker.depth < stronger.depth


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_takes_the_time_its_level_says(level: str) -> None:
    model = LEVELS[level]
    for _, _, idea in thoughts(level):
        plain = model.base_s + model.per_move_s * (len(idea.moves) or model.depth)
        assert STRETCH[0] * plain - 0.001 <= idea.after_s <= STRETCH[1] * plain + 0.001


@pytest.mark.parametrize("level", LEVELS)
def test_a_slip_is_one_move_too_few_in_the_last_row_and_as_frequent_as_told(level: str) -> None:
    could, slips = 0, 0
    for _, _, idea in thoughts(level):
        if not idea.moves:
            assert idea.plan == ()
            continue
        true = plan_of(idea.moves)
        if idea.plan != true:
            slips += 1
            assert idea.plan == (*true[:-1], Row(true[-1].meeple, true[-1].count - 1))
        could += true[-1].count > 1
    assert slips / could == pytest.approx(LEVELS[level].slip, abs=0.04)


def test_beyond_its_depth_a_bot_sees_nothing() -> None:
    deep = next(
        state
        for state in map(crime, range(200))
        if state.round is not None
        and (solve(state.board, state.starts, state.round.target, state.kit(0)).fewest_moves or 0) == 6
    )
    sure = replace(LEVELS["expert"], excess=(1.0,), slip=0.0)
    for depth, moves in ((6, 6), (5, 0)):
        idea = think(deep, 0, replace(sure, depth=depth), random.Random(1))
        assert (len(idea.moves), plan_total(idea.plan)) == (moves, moves)


def test_a_crime_that_cannot_be_solved_is_not_solved() -> None:
    """In the bare city of example R1 nobody with only Ozzy and Shortstop comes to rest on DF."""
    left = ("gray", "brown")
    state = with_teams(at_thinking(("Ann", "Ben"), target="DF"), [c for c in colours() if c not in left][:5])
    state = replace(state, players=(replace(state.players[0], removed=("black",)), *state.players[1:]))
    assert state.round is not None
    state = replace(state, round=replace(state.round, teams=tuple(seat.team for seat in state.players)))
    assert state.kit(0).usable() == left
    solution = solve(state.board, state.starts, "DF", state.kit(0))
    assert (solution.fewest_moves, solution.proven) == (None, True)
    for level in LEVELS.values():
        idea = think(state, 0, level, random.Random(2))
        assert (idea.plan, idea.moves) == ((), ())


def test_longer_plans_come_from_overlooking_meeples_and_the_first_is_the_shortest() -> None:
    longer = 0
    for number in range(30):
        state = crime(number)
        assert state.round is not None
        asked = (state.board, tuple(state.round.starts.items()), state.round.target, state.kit(0))
        best, found = ways(*asked, 0), ways(*asked, 2)
        assert [len(moves) for moves in found] == sorted({len(moves) for moves in found})
        assert [len(moves) for moves in found[:1]] == [len(moves) for moves in best]
        longer += len(found) > 1
    assert longer > 20


def test_bots_know_the_rules_of_their_table() -> None:
    """With every switch turned their plans hold at a table with every switch turned."""
    turned = {
        "demonstration": "shorter-ok",
        "skewt_outer_corner": "forbid",
        "edge_empty_line": "no-wrap",
        "carbon_removed_powers": "forbid",
    }
    level = replace(LEVELS["expert"], excess=(0.5, 0.5), slip=0.0)
    shown = 0
    for number in range(40):
        state = crime(number, **turned)
        idea = think(state, 0, level, random.Random(number))
        if idea.moves:
            assert state.round is not None
            steps = [(move.meeple, move.to) for move in idea.moves]
            plan = [(row.meeple, row.count) for row in idea.plan]
            verdict = judge_steps(
                state.board, state.starts, state.kit(0), state.round.target, steps, plan, len(steps)
            )
            assert verdict.legal
            shown += 1
    assert shown > 25


def test_the_same_generator_gives_the_same_idea_and_the_state_is_left_alone() -> None:
    state = crime(3)
    ideas = {think(state, 0, LEVELS["beginner"], random.Random(seed)) for seed in (5, 5, 5)}
    assert len(ideas) == 1
    assert len({think(state, 0, LEVELS["beginner"], random.Random(seed)) for seed in range(20)}) > 3
    assert state == crime(3)


def test_a_penalty_brings_back_whom_the_bot_can_use_best() -> None:
    team = ("black", "yellow", "white", "blue", "green")
    state = with_teams(at_thinking(("Bo", "Ann")), team)
    paid = []
    while state.players[0].team:
        paid.append(give_back(state, 0))
        state = with_teams(state, [colour for colour in state.players[0].team if colour != paid[-1]])
    assert paid == ["green", "white", "blue", "yellow", "black"]


def test_every_power_has_a_worth() -> None:
    assert {figure.power for figure in roster()} == set(Power) == set(KEPT_IN_PLAY)
    assert len(KEPT_IN_PLAY) == len(Power)


# -- seats of the machine ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_table_may_be_all_bots_or_all_but_one(level: str) -> None:
    bots = tuple(PlayerSetup(f"Bot {seat}", bot=level) for seat in range(5))
    for seats in (bots, (*bots, PlayerSetup("Ann"))):
        state = GAME.new(Setup(seats, board=R1_BOARD), random.Random(1))
        GAME.check(state)
        assert state.phase is Phase.DRAW


@pytest.mark.parametrize(("level", "shown"), [("master", "master"), ("", '""'), ("Club", "Club")])
def test_a_level_nobody_knows_is_refused_with_those_there_are(level: str, shown: str) -> None:
    with pytest.raises(Refused) as refused:
        GAME.new(Setup((PlayerSetup("Ann"), PlayerSetup("Bo", bot=level))), random.Random(1))
    told = sentence(refused.value.message)
    assert told == f"Players: Bo can be played at the levels beginner, family, club, expert, not {shown}"
