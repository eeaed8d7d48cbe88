"""The rule switches: a table of options with their sources, and each message that one decided says so."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.contract import Message, Refused
from app.games.mutant_meeples.attempt import start
from app.games.mutant_meeples.board import Board, BoardFile
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.roster import Kit, Rules
from app.games.mutant_meeples.state import (
    Buzz,
    Claim,
    Done,
    DrawCrime,
    Phase,
    ShowCells,
    ShowMove,
    State,
    TimeUp,
)
from app.games.mutant_meeples.switches import (
    OF_A_VERDICT,
    SWITCHES,
    TIMER_RANGE_S,
    decided,
    turned,
    worded,
)
from app.games.mutant_meeples.verifier import Verdict, judge_result, judge_steps
from app.language import sentence
from tests.games.random_boards import random_case
from tests.games.table_of import GAME, R1_STARTS, at_thinking, do, markers, refusal
from tests.games.test_rules_moves import SIX, attempt

ANN, BEN = 0, 1
OUTER_CORNER = BoardFile("corner", 6, 6, buildings={"DC": ("north", "west")})


def with_rules(**switches: Any) -> Rules:
    return msgspec.convert(switches, Rules)


def named(message: Message | None) -> tuple[object, object] | None:
    """(switch, setting) that the message names, if any."""
    assert message is not None
    return (message.params["switch"], message.params["setting"]) if "switch" in message.params else None


Step = tuple[str, str | None, str]


def why(board: BoardFile, positions: dict[str, str], move: Step, **rules: str) -> Message:
    with pytest.raises(Refused) as refused:
        attempt(board, positions, **rules).play(*move)
    return refused.value.message


# -- the table of options ------------------------------------------------------------------------------------


def test_every_option_of_a_table_is_listed_with_its_default_values_and_source() -> None:
    assert [switch.name for switch in SWITCHES] == [field.name for field in msgspec.structs.fields(Rules)]
    found = {switch.name: (switch.default, tuple(switch.values), switch.ruling) for switch in SWITCHES}
    assert found == {
        "target_occupied": ("play", ("play", "redraw"), "MM-23"),
        "plan_entry": ("auto", ("auto", "on-the-board", "on-screen"), "MM-25"),
        "demonstration": ("exact", ("exact", "shorter-ok"), "MM-47"),
        "skewt_outer_corner": ("allow", ("allow", "forbid"), "MM-96"),
        "edge_empty_line": ("wrap-once", ("wrap-once", "no-wrap"), "MM-100"),
        "carbon_removed_powers": ("allow", ("allow", "forbid"), "MM-107"),
        "timer_s": (60, tuple(range(30, 181)), "MM-40"),
    }


def test_every_option_and_every_setting_has_its_own_words() -> None:
    words = [switch.why for switch in SWITCHES]
    words += [worded(switch.name, value) for switch in SWITCHES for value in switch.values]
    spoken = [sentence(word) for word in words]
    assert len(set(spoken)) == len(spoken) == len(SWITCHES) + 13 + len(TIMER_RANGE_S)
    assert max(map(len, spoken[len(SWITCHES) :])) <= 40  # beside a verdict of one line in a banner of two


def test_turning_a_switch_changes_that_one_alone() -> None:
    rules = with_rules(plan_entry="on-screen")
    others = list(turned(rules, ["plan_entry", "demonstration"]))
    assert [(name, r.plan_entry, r.demonstration) for name, r in others] == [
        ("plan_entry", "auto", "exact"),
        ("plan_entry", "on-the-board", "exact"),
        ("demonstration", "on-screen", "shorter-ok"),
    ]
    assert {r.timer_s for _, r in others} == {60}


def test_a_decided_message_ends_with_the_rule_of_the_table() -> None:
    drawn = decided(Message("draw.redraw", {"cell": "AB"}), Rules(), "target_occupied")
    assert sentence(drawn) == "A meeple stands on AB (table rule: play where a meeple stands)"
    late = decided(Message("clock.time_up"), with_rules(timer_s=90), "timer_s")
    assert sentence(late) == "The sand has run out (table rule: 90 seconds of sand)"


# -- single moves --------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-100")
def test_a_run_around_an_empty_line_is_refused_by_name() -> None:
    move = ("yellow", "yellow", "east")
    message = why(SIX, {"yellow": "CC"}, move, edge_empty_line="no-wrap")
    assert (message.key, named(message)) == ("move.wrap_empty_line", ("edge_empty_line", "no-wrap"))
    assert sentence(message).endswith("(table rule: empty lines are not run around)")


@pytest.mark.rule("MM-96")
def test_a_diagonal_past_an_outer_corner_is_refused_by_name() -> None:
    move = ("white", "white", "north-east")
    message = why(OUTER_CORNER, {"white": "CC"}, move, skewt_outer_corner="forbid")
    assert (message.key, named(message)) == ("move.diagonal_corner", ("skewt_outer_corner", "forbid"))


@pytest.mark.rule("MM-107")
def test_a_power_of_a_removed_marker_is_refused_to_carbon_by_name() -> None:
    kit = Kit(removed=frozenset({"red"}), rules=with_rules(carbon_removed_powers="forbid"))
    before = start(Board(SIX), kit, {"black": "CC"})
    with pytest.raises(Refused) as by_name:
        before.play("black", "red", "east")
    with pytest.raises(Refused) as by_cell:
        before.play_to("black", "DC")
    for refused in (by_name, by_cell):
        assert named(refused.value.message) == ("carbon_removed_powers", "forbid")


@pytest.mark.parametrize(
    ("board", "positions", "move", "rules"),
    [
        (SIX, {"yellow": "CC", "red": "AC"}, ("yellow", "yellow", "east"), {"edge_empty_line": "no-wrap"}),
        (
            BoardFile("inner", 6, 6, buildings={"CC": ("north", "east")}),
            {"white": "CC"},
            ("white", "white", "north-east"),
            {"skewt_outer_corner": "forbid"},
        ),
        (SIX, {"black": "CC"}, ("black", "green", "west"), {"carbon_removed_powers": "forbid"}),
        (SIX, {"green": "AA"}, ("green", None, "north"), {}),
    ],
)
def test_a_move_that_is_refused_at_every_table_names_no_switch(
    board: BoardFile, positions: dict[str, str], move: Step, rules: dict[str, str]
) -> None:
    assert named(why(board, positions, move, **rules)) is None


# -- verdicts ------------------------------------------------------------------------------------------------


def judged(
    target: str, steps: list[tuple[str, str]], plan: Any, kit: Kit, **city: Any
) -> tuple[Verdict, ...]:
    """The verdict on the steps, and on the result they lead to."""
    board = Board(BoardFile("open", 6, 6, **city))
    before = {"green": "AA", "yellow": "CC", "white": "CE", "black": "FF"}
    return (
        judge_steps(board, before, kit, target, steps, plan),
        judge_result(board, before, {**before, **dict(steps)}, kit, target, plan),
    )


@pytest.mark.rule("MM-47")
@pytest.mark.parametrize("setting", ["exact", "shorter-ok"])
def test_fewer_moves_than_the_markers_are_decided_by_the_switch(setting: str) -> None:
    kit = Kit(rules=with_rules(demonstration=setting))
    for verdict in judged("DD", [("white", "DD")], [("white", 2)], kit):
        assert verdict.legal is (setting == "shorter-ok")
        assert named(verdict.reason) == ("demonstration", setting)


def test_as_many_moves_as_the_markers_and_more_are_decided_by_no_switch() -> None:
    for plan, legal in (([("green", 1)], True), ([("yellow", 1)], False)):
        for verdict in judged("FA", [("green", "FA")], plan, Kit()):
            assert (verdict.legal, named(verdict.reason)) == (legal, None)


CLOSED = {"DE": ("north", "west")}
"""An outer corner beside the diagonal from CE north-east to DD."""


@pytest.mark.rule("MM-96", "MM-107")
@pytest.mark.parametrize(
    ("switch", "target", "step", "removed", "city"),
    [
        ("skewt_outer_corner", "DD", ("white", "DD"), (), {"buildings": CLOSED}),
        ("carbon_removed_powers", "FC", ("black", "FC"), ("green",), {"buildings": {"FE": ("north",)}}),
    ],
)
@pytest.mark.parametrize("setting", ["allow", "forbid"])
def test_a_verdict_names_the_switch_that_decided_it_however_it_is_set(
    switch: str,
    setting: str,
    target: str,
    step: tuple[str, str],
    removed: tuple[str, ...],
    city: dict[str, Any],
) -> None:
    """The way to the target is there at one setting only."""
    kit = Kit(removed=frozenset(removed), rules=with_rules(**{switch: setting}))
    for verdict in judged(target, [step], [(step[0], 1)], kit, **city):
        assert verdict.legal is (setting == "allow")
        assert named(verdict.reason) == (switch, setting)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_a_switch_is_named_exactly_when_its_other_setting_turns_the_verdict_around(seed: int) -> None:
    rng = random.Random(seed)
    case = random_case(rng)
    rules = with_rules(**{s.name: rng.choice(s.values) for s in SWITCHES if s.name in OF_A_VERDICT})
    kit = msgspec.structs.replace(case.kit, rules=rules)
    free = msgspec.structs.replace(kit, rules=Rules())
    moves = random_moves(rng, start(case.board, free, case.positions))
    if not moves:
        return
    steps = [(move.meeple, move.to) for move in moves]
    plan = [(colour, sum(m.meeple == colour for m in moves)) for colour in dict(steps)]
    plan[-1] = (plan[-1][0], plan[-1][1] + rng.randint(0, 1))

    def verdict(kit: Kit) -> Verdict:
        return judge_steps(case.board, case.positions, kit, steps[-1][1], steps, plan)

    found = verdict(kit)
    around = {
        name
        for name, other in turned(rules, OF_A_VERDICT)
        if verdict(msgspec.structs.replace(kit, rules=other)).legal is not found.legal
    }
    if around:
        assert found.reason.params["switch"] in around
    elif found.legal:
        assert named(found.reason) is None


def random_moves(rng: random.Random, now: Any) -> tuple[Move, ...]:
    """A few moves of one or two meeples, with and without powers."""
    for colour in rng.sample(now.kit.usable(), min(2, len(now.kit.usable()))):
        for _ in range(rng.randint(0, 3)):
            options = now.options(colour) if colour in now.positions else []
            if options:
                now = now.play_to(colour, rng.choice(options)[0].to)
    moves: tuple[Move, ...] = now.moves
    return moves


# -- at the table --------------------------------------------------------------------------------------------


def last_ruling(state: State) -> Message:
    assert state.round is not None
    assert state.round.ruling is not None
    return state.round.ruling.reason


@pytest.mark.rule("MM-47", "C27")
@pytest.mark.parametrize("setting", ["exact", "shorter-ok"])
@pytest.mark.parametrize("by_camera", [False, True])
def test_the_verdict_of_a_round_prints_the_switch(setting: str, by_camera: bool) -> None:
    state = at_thinking(("Ann", "Ben"), target="DA", rules=with_rules(demonstration=setting))
    state = do(state, markers(ANN, ("green", 2)), Claim(ANN, 2), TimeUp())
    if not by_camera:
        state = do(state, ShowMove("green", "DA"))
    last = ShowCells({**R1_STARTS, "green": "DA"}) if by_camera else Done()
    said = [event for event in GAME.apply(state, last)[1] if "switch" in event.params]
    state = do(state, last)
    assert said == [last_ruling(state)]
    assert named(last_ruling(state)) == ("demonstration", setting)
    assert "table rule" in sentence(last_ruling(state))
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


@pytest.mark.rule("MM-23")
def test_a_crime_under_a_meeples_feet_names_the_switch() -> None:
    state = at_thinking(rules=with_rules(target_occupied="play"))
    state = do(state, markers(ANN, ("green", 1)), Claim(ANN, 1), TimeUp(), ShowMove("green", "HA"), Done())
    _, events = GAME.apply(state, DrawCrime(("H", "A"), ()))
    assert [named(event) for event in events] == [None, ("target_occupied", "play")]


@pytest.mark.rule("MM-23")
def test_a_draw_that_was_passed_over_is_told_with_the_switch() -> None:
    state = at_thinking(rules=with_rules(target_occupied="redraw"))
    state = do(state, markers(ANN, ("green", 1)), Claim(ANN, 1), TimeUp(), ShowMove("green", "HA"), Done())
    assert named(refusal(state, DrawCrime(("H", "A"), ()))) == ("target_occupied", "redraw")
    state = msgspec.structs.replace(state, stack=("H", "A", "B", "C", "D", "E"))
    action = GAME.chance(state, DrawCrime(), random.Random(1))
    assert action == DrawCrime(("B", "C"), ("D", "E"))
    after, events = GAME.apply(state, action)
    assert [event.key for event in events] == ["draw.passed_over", "draw.scene"]
    assert (events[0].params["cell"], named(events[0])) == ("HA", ("target_occupied", "redraw"))
    assert after.phase is Phase.THINK


@pytest.mark.rule("MM-25", "MM-31")
def test_where_markers_are_laid_is_named_when_it_puts_somebody_out_or_off() -> None:
    on_screen = at_thinking(rules=with_rules(plan_entry="on-screen"))
    _, events = GAME.apply(on_screen, Claim(ANN, 5))
    assert (events[0].key, named(events[0])) == ("claim.no_plan", ("plan_entry", "on-screen"))
    assert named(refusal(on_screen, Buzz(ANN))) == ("plan_entry", "on-screen")
    claimed = do(on_screen, markers(ANN, ("green", 1)), Claim(ANN, 1), TimeUp())
    assert named(refusal(claimed, markers(ANN, ("green", 1)))) == ("plan_entry", "on-screen")
    on_board = at_thinking(rules=with_rules(plan_entry="on-the-board"))
    owing = do(on_board, Claim(ANN, 1), TimeUp())
    message = refusal(owing, ShowMove("green", "HA"))
    assert message is not None
    assert (message.key, named(message)) == ("plan.enter_first", ("plan_entry", "on-the-board"))


@pytest.mark.rule("MM-40")
def test_the_end_of_the_sand_and_a_late_claim_name_how_long_it_runs() -> None:
    state = at_thinking(rules=with_rules(timer_s=45))
    state = do(state, markers(ANN, ("green", 1)), Claim(ANN, 1))
    assert [deadline.seconds for deadline in GAME.deadlines(state).values()] == [45]
    after, events = GAME.apply(state, TimeUp())
    assert named(events[0]) == ("timer_s", 45)
    assert named(refusal(after, Claim(BEN, 2))) == ("timer_s", 45)


def test_a_verdict_that_is_right_at_every_table_is_told_without_a_switch() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 1)), Claim(ANN, 1), TimeUp(), ShowMove("green", "HA"))
    assert [event.key for event in GAME.apply(state, Done())[1]] == ["round.solved"]
