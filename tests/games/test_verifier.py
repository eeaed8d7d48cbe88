"""The verifier: legal results and steps are accepted, and every way to be wrong has its own reason."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.contract import Refused
from app.games.mutant_meeples.attempt import Attempt, start
from app.games.mutant_meeples.board import Board, BoardFile
from app.games.mutant_meeples.roster import Kit, Rules
from app.games.mutant_meeples.solver import solve
from app.games.mutant_meeples.verifier import Verdict, judge_result, judge_steps, replay
from tests.games.random_boards import random_case

BEFORE = {"gray": "AA", "blue": "FF", "red": "CC"}
TARGET = "EA"
# Blue goes north to FA (no beams in this city); gray then slides east and stops on EA. No power helps.
AFTER = {"gray": "EA", "blue": "FA", "red": "CC"}
PLAN = (("blue", 1), ("gray", 1))
SHORTER = Kit(rules=Rules(demonstration="shorter-ok"))


def city(**more: Any) -> Board:
    return Board(BoardFile(name="open", columns=6, rows=6, **more))


def result(
    after: dict[str, str] = AFTER,
    plan: Any = PLAN,
    limit: int = 24,
    kit: Kit | None = None,
    target: str = TARGET,
) -> Verdict:
    return judge_result(city(), BEFORE, after, kit or Kit(), target, plan, limit)


def steps(*shown: tuple[str, str], plan: Any = PLAN, limit: int = 24, kit: Kit | None = None) -> Verdict:
    return judge_steps(city(), BEFORE, kit or Kit(), TARGET, shown, plan, limit)


def test_a_result_that_follows_the_plan_is_correct() -> None:
    verdict = result()
    assert verdict.legal
    assert [(move.meeple, move.source, move.to) for move in verdict.moves] == [
        ("blue", "FF", "FA"),
        ("gray", "AA", "EA"),
    ]
    assert verdict.reason.key == "verdict.correct"
    assert verdict.reason.params == {"meeple": "gray", "moves": 2, "target": "EA"}


def test_a_result_without_a_plan_takes_the_order_that_works() -> None:
    verdict = result(plan=None, limit=2)
    assert verdict.legal
    assert [move.meeple for move in verdict.moves] == ["blue", "gray"]


@pytest.mark.rule("MM-46")
def test_steps_that_follow_the_plan_are_correct() -> None:
    assert steps(("blue", "FA"), ("gray", "EA")).legal


@pytest.mark.rule("MM-46", "MM-47")
@pytest.mark.parametrize(
    ("arguments", "key", "params"),
    [
        ({"plan": ()}, "verdict.plan_empty", {}),
        (
            {"plan": (("blue", 1), ("gray", 1), ("red", 1), ("brown", 1))},
            "verdict.plan_rows",
            {"found": 4, "limit": 3},
        ),
        ({"plan": (("blue", 1), ("blue", 1))}, "verdict.plan_twice", {"meeple": "blue"}),
        (
            {"plan": (("blue", 11), ("gray", 1))},
            "verdict.plan_range",
            {"meeple": "blue", "found": 11, "limit": 10},
        ),
        (
            {"plan": (("blue", 0), ("gray", 1))},
            "verdict.plan_range",
            {"meeple": "blue", "found": 0, "limit": 10},
        ),
        ({"limit": 1}, "verdict.over_limit", {"found": 2, "limit": 1}),
        ({"plan": (("brown", 1),)}, "move.not_on_board", {"meeple": "brown"}),
        ({"kit": Kit(frozenset({"blue"}))}, "move.on_team", {"meeple": "blue"}),
        ({"kit": Kit(removed=frozenset({"blue"}))}, "move.removed", {"meeple": "blue"}),
        (
            {"plan": (("gray", 1), ("blue", 1))},
            "verdict.plan_order",
            {"planned": ("gray", "blue"), "found": ("blue", "gray")},
        ),
        (
            {"plan": (("gray", 1),)},
            "verdict.meeple_moved_unplanned",
            {"meeple": "blue", "source": "FF", "cell": "FA"},
        ),
        (
            {"target": "DA"},
            "verdict.not_on_target",
            {"meeple": "gray", "cell": "EA", "target": "DA"},
        ),
        (
            {"after": {**AFTER, "blue": "FF"}},
            "verdict.unmoved",
            {"meeple": "blue", "planned": 1},
        ),
        (
            {"after": {**AFTER, "blue": "AF"}, "plan": (("blue", 2), ("gray", 1))},
            "verdict.plan_needs",
            {"meeple": "blue", "source": "FF", "cell": "AF", "planned": 2, "needed": 1},
        ),
        (
            {"after": {**AFTER, "red": "DD"}, "plan": (("red", 1), ("gray", 1))},
            "verdict.meeple_moved_unplanned",
            {"meeple": "blue", "source": "FF", "cell": "FA"},
        ),
        (
            {"after": {**BEFORE, "red": "DD"}, "plan": (("red", 1),), "target": "DD"},
            "verdict.no_way",
            {"meeple": "red", "source": "CC", "cell": "DD"},
        ),
        ({"after": BEFORE, "plan": None}, "verdict.no_moves", {"target": "EA"}),
        ({"plan": None, "target": "DA"}, "verdict.target_empty", {"target": "DA"}),
        ({"plan": None, "limit": 1}, "verdict.over_limit", {"found": 2, "limit": 1}),
        ({"plan": None, "kit": Kit(frozenset({"blue"}))}, "move.on_team", {"meeple": "blue"}),
        (
            {"plan": None, "after": {**AFTER, "red": "DD"}},
            "verdict.no_way",
            {"meeple": "red", "source": "CC", "cell": "DD"},
        ),
    ],
)
def test_a_wrong_result_is_told_why(arguments: dict[str, Any], key: str, params: dict[str, Any]) -> None:
    verdict = result(**arguments)
    assert not verdict.legal
    assert (verdict.reason.key, verdict.reason.params) == (key, params)


@pytest.mark.rule("MM-57")
def test_four_meeples_moved_are_too_many() -> None:
    before = {"gray": "AA", "blue": "FF", "red": "CC", "brown": "BE"}
    after = {"gray": "EA", "blue": "FA", "red": "CF", "brown": "BF"}
    verdict = judge_result(city(), before, after, Kit(), TARGET)
    assert (verdict.legal, verdict.reason.key) == (False, "verdict.too_many_moved")


@pytest.mark.rule("MM-46", "MM-47", "MM-67")
@pytest.mark.parametrize(
    ("shown", "arguments", "key"),
    [
        ([], {}, "verdict.no_moves"),
        ([("blue", "FA")], {}, "verdict.unmoved"),
        ([("blue", "FA"), ("gray", "FA")], {}, "move.taken"),
        ([("gray", "EA")], {}, "move.runs_past"),
        ([("gray", "FA"), ("blue", "FB")], {}, "verdict.plan_order"),
        ([("blue", "FA"), ("blue", "FF"), ("blue", "FA"), ("gray", "EA")], {}, "verdict.plan_count"),
        ([("blue", "FA"), ("gray", "EA"), ("gray", "AA")], {"plan": None}, "verdict.not_on_target"),
        ([("blue", "FA"), ("gray", "EA")], {"plan": None, "limit": 1}, "verdict.over_limit"),
        ([("blue", "FA"), ("gray", "EA"), ("blue", "FF")], {"plan": None}, "move.second_series"),
    ],
)
def test_wrong_steps_are_told_why(shown: list[tuple[str, str]], arguments: dict[str, Any], key: str) -> None:
    verdict = steps(*shown, **arguments)
    assert (verdict.legal, verdict.reason.key) == (False, key)


def test_the_first_illegal_step_is_named_with_what_stopped_it() -> None:
    verdict = steps(("blue", "FA"), ("gray", "DA"), ("gray", "nowhere"), plan=None)
    assert [move.to for move in verdict.moves] == ["FA"]
    assert verdict.reason.key == "move.runs_past"
    stopped_by = {"by": "meeple", "blocker": "blue", "at": "EA", "side": "east"}
    assert stopped_by.items() <= verdict.reason.params.items()


@pytest.mark.rule("MM-47")
def test_an_exact_plan_may_need_a_detour() -> None:
    """MM-47: blue 3 means three moves, also where one would have been enough."""
    assert result(plan=(("blue", 3), ("gray", 1))).legal
    assert not result(plan=(("blue", 2), ("gray", 1))).legal


@pytest.mark.rule("MM-47")
def test_fewer_moves_than_planned_pass_only_with_the_switch() -> None:
    plan = (("blue", 2), ("gray", 1))
    assert not steps(("blue", "FA"), ("gray", "EA"), plan=plan).legal
    assert steps(("blue", "FA"), ("gray", "EA"), plan=plan, kit=SHORTER).legal
    assert not result(plan=plan).legal
    assert result(plan=plan, kit=SHORTER).legal


@pytest.mark.rule("MM-69")
def test_one_power_cannot_be_used_twice_in_a_series() -> None:
    """Green from AA to DD takes a jump east and a jump south: one too many (MM-69)."""
    before, after = {"green": "AA"}, {"green": "DD"}
    assert judge_result(city(), before, after, Kit(), "DD").reason.key == "verdict.no_way"


@pytest.mark.rule("MM-23")
def test_a_meeple_on_the_target_has_to_go_and_come_back() -> None:
    before = {"red": "AA"}
    verdict = judge_result(city(), before, before, Kit(), "AA", (("red", 2),))
    assert verdict.legal
    assert [move.to for move in verdict.moves][-1] == "AA"
    assert judge_result(city(), before, before, Kit(), "AA", (("red", 1),)).reason.key == "verdict.unmoved"


def test_readings_of_different_meeples_are_refused() -> None:
    for before, after in ((BEFORE, {"gray": "EA"}), ({"gray": "AA"}, AFTER)):
        with pytest.raises(Refused) as refused:
            judge_result(city(), before, after, Kit(), TARGET)
        assert refused.value.message.key == "position.not_in_both"


def test_replay_catches_every_single_change() -> None:
    """A wrong end, start, power or meeple in any one move."""
    board, kit = city(), Kit(frozenset({"red"}))
    moves = solve(board, BEFORE, TARGET, kit).moves
    assert len(moves) == 2
    assert replay(board, BEFORE, kit, moves, TARGET).legal
    for number, move in enumerate(moves):
        for change in ({"to": "BB"}, {"source": "BB"}, {"power": "yellow"}, {"meeple": "red"}):
            bent = msgspec.structs.replace(move, **change)
            changed = (*moves[:number], bent, *moves[number + 1 :])
            assert not replay(board, BEFORE, kit, changed, TARGET).legal


@pytest.mark.rule("MM-67")
def test_replay_wants_the_last_move_on_the_target() -> None:
    board = city()
    moves = start(board, Kit(), BEFORE).play("blue", None, "north").moves
    assert replay(board, BEFORE, Kit(), moves, "FA").legal
    assert replay(board, BEFORE, Kit(), moves, "EA").reason.key == "verdict.not_on_target"
    assert replay(board, BEFORE, Kit(), (), "FF").reason.key == "verdict.no_moves"


SEEDS = st.integers(0, 10**9)


def random_walk(rng: random.Random, attempt: Attempt) -> Attempt:
    """Some legal series, one after the other."""
    movers = [colour for colour in attempt.kit.usable() if colour in attempt.positions]
    for colour in rng.sample(movers, min(len(movers), rng.randint(1, 3))):
        for _ in range(rng.randint(1, 4)):
            options = attempt.options(colour)
            if not options:
                break
            move, _ = rng.choice(options)
            attempt = attempt.play(colour, move.power, move.direction or move.to)
    return attempt


@pytest.mark.rule("MM-46")
@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_whatever_was_played_by_the_rules_is_accepted(seed: int) -> None:
    """Any legal demonstration, judged from its steps, from its result with its plan, and without."""
    check_what_was_played(seed)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_whatever_was_played_by_the_rules_is_accepted_many_times_over(seed: int) -> None:
    check_what_was_played(seed)


def check_what_was_played(seed: int) -> None:
    rng = random.Random(seed)
    case = random_case(rng)
    board, kit = case.board, case.kit
    attempt = random_walk(rng, start(board, kit, case.positions))
    if not attempt.moves:
        return
    target = attempt.moves[-1].to
    after = {colour: board.name_of(cell) for colour, cell in attempt.positions.items()}
    shown = [(move.meeple, move.to) for move in attempt.moves]
    plan, total = attempt.counts(), len(attempt.moves)
    assert judge_steps(board, case.positions, kit, target, shown, plan, total).legal
    assert judge_result(board, case.positions, after, kit, target, plan, total).legal
    freely = judge_result(board, case.positions, after, kit, target, None, total)
    assert freely.legal
    assert len(freely.moves) <= total
    solution = solve(board, case.positions, target, kit)
    assert solution.fewest_moves is not None
    assert solution.fewest_moves <= len(freely.moves)


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_a_result_is_never_accepted_below_the_fewest_moves(seed: int) -> None:
    """The verifier's limit and the solver's minimum meet: one move less is always refused."""
    check_the_limit(seed)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_a_result_is_never_accepted_below_the_fewest_moves_many_times_over(seed: int) -> None:
    check_the_limit(seed)


def check_the_limit(seed: int) -> None:
    rng = random.Random(seed)
    case = random_case(rng)
    solution = solve(case.board, case.positions, case.target, case.kit)
    if solution.fewest_moves is None:
        return
    attempt = start(case.board, case.kit, case.positions)
    for move in solution.moves:
        attempt = attempt.play(move.meeple, move.power, move.direction or move.to)
    after = {colour: case.board.name_of(cell) for colour, cell in attempt.positions.items()}
    fewest = solution.fewest_moves
    assert judge_result(case.board, case.positions, after, case.kit, case.target, None, fewest).legal
    below = judge_result(case.board, case.positions, after, case.kit, case.target, None, fewest - 1)
    assert not below.legal


def test_a_wall_across_the_way_makes_an_old_solution_illegal() -> None:
    """The replay knows only the board it is given."""
    moves = start(city(), Kit(), BEFORE).play("blue", None, "north").play("gray", None, "east").moves
    assert replay(city(), BEFORE, Kit(), moves, TARGET).legal
    walled = city(buildings={"CA": ("east",)})
    verdict = replay(walled, BEFORE, Kit(), moves, TARGET)
    assert not verdict.legal
    assert verdict.reason.params["found"] == "CA"
