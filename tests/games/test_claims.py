"""Claims, timer, penalties and scoring: the worked examples C01 to C30 and R1 of the rulings."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.claims import lowest_free_tile
from app.games.mutant_meeples.roster import Rules
from app.games.mutant_meeples.state import (
    Action,
    Agree,
    Buzz,
    Claim,
    Clock,
    Done,
    DrawCrime,
    Eliminate,
    GiveBack,
    GiveUp,
    Holding,
    Lapse,
    Phase,
    Proceed,
    Scatter,
    ShowCells,
    ShowMove,
    State,
    TimeUp,
)
from tests.games.table_of import GAME, R1_STARTS, at_thinking, do, markers, new_match, refusal, told

ANN, BEN, CAT, DAN = range(4)


def held(state: State) -> list[tuple[int, int]]:
    assert state.round is not None
    return [(holding.player, holding.tile) for holding in state.round.holdings]


def order_of_showing(state: State) -> list[tuple[int, int]]:
    """Who would demonstrate, if everybody fails."""
    order = []
    while state.phase is Phase.SHOW:
        assert state.round is not None
        assert state.round.showing is not None
        holding = state.holding(state.round.showing)
        assert holding is not None
        order.append((holding.player, holding.tile))
        state = fail(state)
    return order


def fail(state: State, gives: str | None = None) -> State:
    state = do(state, GiveUp())
    assert state.round is not None
    if state.round.penalty_due:
        assert state.round.showing is not None
        state = do(state, GiveBack(gives or state.players[state.round.showing].team[0]))
    return do(state, Proceed())


@pytest.mark.rule("C01", "MM-30", "MM-37", "MM-44")
def test_c01_claiming_ends_with_the_last_claim_and_the_lowest_tile_is_shown_first() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 4)))
    assert "clock.started" in told(state, Claim(ANN, 4))
    state = do(state, Claim(ANN, 4), markers(BEN, ("black", 4), ("green", 4)), Claim(BEN, 8))
    assert state.phase is Phase.THINK
    state = do(state, markers(CAT, ("red", 3)), Claim(CAT, 3))
    assert order_of_showing(state) == [(CAT, 3), (ANN, 4), (BEN, 8)]


@pytest.mark.rule("C02", "MM-29")
def test_c02_the_tile_must_show_the_sum_or_more() -> None:
    state = do(at_thinking(), markers(ANN, ("black", 4), ("green", 4)))
    message = refusal(state, Claim(ANN, 7))
    assert message is not None
    assert message.key == "claim.below_sum"
    for tile in (8, 9, 24):
        assert refusal(state, Claim(ANN, tile)) is None


@pytest.mark.rule("C03", "MM-35")
def test_c03_a_taken_tile_is_refused_and_the_next_free_one_offered() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 4)), Claim(ANN, 4), markers(BEN, ("blue", 4)))
    message = refusal(state, Claim(BEN, 4))
    assert message is not None
    assert (message.key, message.params["offer"]) == ("claim.taken", 5)
    assert held(do(state, Claim(BEN, 5))) == [(ANN, 4), (BEN, 5)]


@pytest.mark.rule("C05", "MM-31", "MM-32")
def test_c05_a_tile_without_markers_puts_the_player_out_and_starts_nothing() -> None:
    state = at_thinking(teams=[(), ("red",)])
    assert told(state, Claim(BEN, 6)) == ["claim.no_plan"]
    state = do(state, Claim(BEN, 6))
    assert state.round is not None
    assert (state.round.out, state.round.clock, held(state)) == ((BEN,), Clock.IDLE, [])
    assert state.players[BEN].team == ("red",)
    state = do(state, markers(ANN, ("green", 4)), Claim(ANN, 6))
    assert state.round is not None
    assert state.round.clock is Clock.RUNNING


@pytest.mark.rule("C06", "MM-33", "MM-39")
def test_c06_one_tile_a_round_even_with_a_better_idea() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 8)), Claim(ANN, 8))
    for action in (markers(ANN, ("green", 5)), Claim(ANN, 5)):
        message = refusal(state, action)
        assert message is not None
        assert message.key == "claim.held"
    assert held(state) == [(ANN, 8)]


@pytest.mark.rule("C07", "MM-37", "MM-38")
def test_c07_a_player_who_is_out_is_not_waited_for() -> None:
    state = do(at_thinking(("Ann", "Ben", "Cat", "Dan")), Claim(DAN, 5))
    for seat, tile in ((ANN, 3), (BEN, 4), (CAT, 5)):
        assert state.phase is Phase.THINK
        state = do(state, markers(seat, ("red", 3)), Claim(seat, tile))
    assert state.phase is Phase.SHOW


@pytest.mark.rule("C09", "MM-42")
def test_c09_the_earlier_press_has_the_tile() -> None:
    state = do(at_thinking(styles="buzz"), Buzz(ANN), Buzz(BEN))
    state = do(state, Claim(BEN, 5))
    assert held(state) == []  # Ben waits: Ann pressed first
    assert "claim.taken" in told(state, Claim(ANN, 5))
    state = do(state, Claim(ANN, 5))
    assert held(state) == [(ANN, 5)]
    prompt = GAME.prompt(state)
    assert (prompt.key, prompt.params["offer"]) == ("prompt.buzzed", 1)
    assert held(do(state, Claim(BEN, 6))) == [(ANN, 5), (BEN, 6)]


@pytest.mark.rule("C10", "MM-26", "MM-27", "MM-57", "MM-58", "MM-59")
@pytest.mark.parametrize(
    ("rows", "key"),
    [
        ([("green", 10)], None),
        ([("green", 11)], "plan.count"),
        ([("green", 0)], "plan.count"),
        ([("green", 10), ("red", 10), ("blue", 4)], None),
        ([("green", 10), ("red", 10), ("blue", 5)], "plan.total"),
        ([("red", 1), ("blue", 1), ("gray", 1), ("white", 1)], "plan.too_many_rows"),
        ([("red", 2), ("red", 1)], "plan.twice"),
        ([("purple", 2)], "plan.not_usable"),
    ],
)
def test_c10_the_caps_of_the_player_board(rows: list[tuple[str, int]], key: str | None) -> None:
    message = refusal(at_thinking(), markers(ANN, *rows))
    assert (message.key if message else None) == key


@pytest.mark.rule("C11", "MM-36")
def test_c11_without_a_free_tile_at_the_sum_or_above_there_is_no_claim() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 1)), Claim(ANN, 24))
    state = do(state, markers(BEN, ("green", 10), ("red", 10), ("blue", 4)))
    message = refusal(state, Claim(BEN, 24))
    assert message is not None
    assert message.key == "claim.none_free"
    state = do(state, markers(BEN, ("green", 10), ("red", 10), ("blue", 3)))
    assert refusal(state, Claim(BEN, 23)) is None


@pytest.mark.rule("C13", "MM-51", "MM-54")
def test_c13_a_wrong_claim_costs_one_of_ones_own_choice_and_the_meeples_go_back() -> None:
    state = at_thinking(("Ann", "Ben"), target="DA", teams=[("red", "gray")])
    state = do(state, markers(ANN, ("green", 3)), Claim(ANN, 3), markers(BEN, ("brown", 1)), Claim(BEN, 5))
    state = do(state, ShowMove("green", "HA"), GiveUp(), GiveBack("gray"), Proceed())
    assert state.cells() == R1_STARTS
    state = do(state, ShowMove("brown", "DA"), Done())
    assert [seat.team for seat in state.players] == [("red",), ("brown",)]


@pytest.mark.rule("C14", "MM-52", "MM-114")
def test_c14_with_an_empty_team_nothing_is_lost_and_the_drawer_stays() -> None:
    state = at_thinking()
    drawer = state.drawer
    state = do(state, markers(ANN, ("green", 3)), Claim(ANN, 3), TimeUp(), GiveUp())
    assert state.round is not None
    assert not state.round.penalty_due
    state = do(state, Proceed())
    assert (state.phase, state.drawer, state.players[ANN].team) == (Phase.RESULT, drawer, ())


@pytest.mark.rule("C15", "MM-53", "MM-55", "MM-111")
def test_c15_when_all_fail_the_round_is_unsolved_and_the_row_of_agreements_is_broken() -> None:
    state = replace(at_thinking(teams=[("red",), (), ("red", "gray", "blue", "white")]), agreed_in_a_row=1)
    for seat, tile in ((ANN, 3), (BEN, 5), (CAT, 6)):
        state = do(state, markers(seat, ("green", 3)), Claim(seat, tile))
    for _ in range(3):
        state = fail(state)
    assert [len(seat.team) for seat in state.players] == [0, 0, 3]
    assert (state.phase, state.agreed_in_a_row) == (Phase.RESULT, 0)


@pytest.mark.rule("C17", "MM-11", "MM-116")
def test_c17_the_sixth_hero_wins_at_once() -> None:
    five = ("gray", "blue", "brown", "red", "white")
    state = at_thinking(teams=[five, five, ("gray", "blue")])
    state = do(state, markers(BEN, ("green", 1)), Claim(BEN, 1), TimeUp(), ShowMove("green", "HA"), Done())
    assert (state.phase, state.winner) == (Phase.FINISHED, BEN)
    result = GAME.result(state)
    assert result is not None
    assert (result.winners, result.scores) == ((BEN,), (5, 6, 2))


@pytest.mark.rule("C18", "MM-112", "MM-113")
def test_c18_circles_follow_the_meeples_and_the_solver_draws() -> None:
    state = at_thinking(target="AH")
    state = do(state, markers(CAT, ("red", 1), ("green", 1)), Claim(CAT, 2), TimeUp())
    state = do(state, ShowMove("red", "EA"), ShowMove("green", "AH"), Done())
    assert state.drawer == CAT
    assert state.starts == {**R1_STARTS, "red": "EA", "green": "AH"}
    assert state.players[CAT].team == ("green",)


@pytest.mark.rule("C19", "MM-115")
def test_c19_after_nine_crimes_the_eighteen_tiles_are_shuffled_again() -> None:
    state, rng = new_match(board="meeptropolis"), random.Random(3)
    for crime in range(9):
        assert len(state.stack) == 18 - 2 * crime
        state = do(state, GAME.chance(state, DrawCrime(), rng), Claim(0, 1), Claim(1, 1), Claim(2, 1))
    assert state.stack == ()
    state = do(state, GAME.chance(state, DrawCrime(), rng))
    assert len(state.stack) == 16


@pytest.mark.rule("C21", "MM-28")
def test_c21_ones_own_team_member_cannot_be_planned_but_another_players_can() -> None:
    state = at_thinking(teams=[("green",)])
    message = refusal(state, markers(ANN, ("green", 3)))
    assert message is not None
    assert message.key == "plan.on_team"
    assert refusal(state, markers(BEN, ("green", 3))) is None


@pytest.mark.rule("C22", "MM-103")
def test_c22_carbon_borrows_from_everybody_who_is_not_on_the_own_team() -> None:
    kit = at_thinking(teams=[("white", "brown")]).kit(ANN)
    assert set(kit.powers("black")) == {"green", "gray", "blue", "red", "yellow"}
    assert len(at_thinking().kit(ANN).powers("black")) == 7


@pytest.mark.rule("C23", "MM-107")
def test_c23_removed_powers_may_still_be_borrowed_unless_the_table_says_no() -> None:
    for switch, borrowed in (("allow", {"red", "blue"}), ("forbid", set())):
        rules = Rules(carbon_removed_powers=switch)  # type: ignore[arg-type]
        state = at_thinking(teams=[("green", "gray", "brown", "white", "yellow")], rules=rules)
        seat = replace(state.players[ANN], removed=("blue", "red"))
        kit = replace(state, players=(seat, *state.players[1:])).kit(ANN)
        assert kit.usable() == ("black",)
        assert set(kit.powers("black")) == borrowed


@pytest.mark.rule("C26", "MM-29")
def test_c26_a_tile_above_the_sum_is_correct_with_exactly_the_planned_moves() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 1)), Claim(ANN, 9), TimeUp())
    state = do(state, ShowMove("green", "HA"), Done())
    assert state.players[ANN].team == ("green",)


@pytest.mark.rule("C27", "MM-47")
@pytest.mark.parametrize(("switch", "team"), [("exact", ()), ("shorter-ok", ("green",))])
def test_c27_fewer_moves_than_the_markers_say(switch: str, team: tuple[str, ...]) -> None:
    state = at_thinking(rules=Rules(demonstration=switch))  # type: ignore[arg-type]
    state = do(state, markers(ANN, ("green", 3)), Claim(ANN, 3), TimeUp(), ShowMove("green", "HA"), Done())
    assert state.players[ANN].team == team
    assert state.round is not None
    assert state.round.ruling is not None
    assert state.round.ruling.legal is bool(team)


@pytest.mark.rule("C30", "MM-50")
def test_c30_later_claimers_of_a_solved_round_lose_nothing() -> None:
    names = ("A", "B", "C", "D", "E", "F")
    state = at_thinking(names, teams=[("gray",)] * 6)
    for seat in range(6):
        state = do(state, markers(seat, ("green", 1)), Claim(seat, seat + 1))
    state = fail(fail(state))
    state = do(state, ShowMove("green", "HA"), Done())
    assert [seat.team for seat in state.players] == [(), (), ("gray", "green"), *[("gray",)] * 3]


@pytest.mark.rule("R1")
def test_r1_one_complete_round() -> None:
    state = at_thinking(teams=[("blue", "gray"), (), ("black",)])
    state = do(state, markers(ANN, ("yellow", 1)), Claim(ANN, 1), markers(BEN, ("green", 1)))
    assert refusal(state, Claim(BEN, 1)) is not None
    state = do(state, Claim(BEN, 2), markers(CAT, ("red", 2)))
    assert refusal(state, Claim(CAT, 2)) is not None
    state = do(state, Claim(CAT, 3))
    state = do(state, ShowMove("yellow", "GA"), Done())
    assert state.phase is Phase.FAILED
    state = do(state, GiveBack("gray"), Proceed(), ShowMove("green", "HA"), Done())
    assert [seat.team for seat in state.players] == [("blue",), ("green",), ("black",)]
    assert state.starts == {**R1_STARTS, "green": "HA"}
    assert state.drawer == BEN


@pytest.mark.rule("MM-108", "MM-109")
def test_agreement_needs_everybody_and_ends_with_the_first_claim() -> None:
    state = do(at_thinking(), Agree(ANN), Agree(BEN))
    assert state.phase is Phase.THINK
    assert do(state, Agree(BEN, agreed=False), Agree(CAT)).phase is Phase.THINK
    assert do(state, Agree(CAT)).phase is Phase.RESULT
    claimed = do(state, markers(CAT, ("red", 2)), Claim(CAT, 2))
    message = refusal(claimed, Agree(CAT))
    assert message is not None
    assert message.key == "agree.tile_held"


@pytest.mark.rule("MM-110")
def test_two_agreements_in_a_row_scatter_the_meeples_over_the_grates() -> None:
    everybody: list[Action] = [Agree(ANN), Agree(BEN), Agree(CAT)]
    state = do(at_thinking(), *everybody)
    state = do(state, GAME.chance(state, DrawCrime(), random.Random(2)), *everybody)
    assert state.phase is Phase.SCATTER
    state = do(state, GAME.chance(state, Scatter(), random.Random(2)))
    assert (state.phase, state.agreed_in_a_row) == (Phase.DRAW, 0)
    assert sorted(state.starts.values()) == sorted(R1_STARTS.values())


@pytest.mark.rule("MM-41")
def test_time_up_waits_for_the_number_of_a_press_in_time() -> None:
    state = do(at_thinking(styles="buzz"), Buzz(ANN), Claim(ANN, 5), Buzz(BEN), TimeUp())
    assert state.phase is Phase.THINK
    message = refusal(state, Buzz(CAT))
    assert message is not None
    assert message.key == "claim.too_late"
    assert do(state, Lapse(BEN)).phase is Phase.SHOW
    assert held(do(state, Claim(BEN, 3))) == [(ANN, 5), (BEN, 3)]


@pytest.mark.rule("MM-25")
def test_on_the_board_the_demonstrator_enters_the_markers_before_moving() -> None:
    state = do(at_thinking(styles="buzz"), Buzz(ANN), Claim(ANN, 2), TimeUp())
    assert GAME.prompt(state).key == "prompt.enter_markers"
    first = refusal(state, ShowMove("green", "HA"))
    assert first is not None
    assert first.key == "plan.enter_first"
    too_high = refusal(state, markers(ANN, ("green", 3)))
    assert too_high is not None
    assert too_high.key == "plan.above_tile"
    state = do(state, markers(ANN, ("green", 1)), ShowMove("green", "HA"), Done())
    assert state.players[ANN].team == ("green",)


@pytest.mark.rule("MM-31")
def test_the_table_can_call_a_claim_without_markers() -> None:
    state = do(at_thinking(styles="buzz"), Buzz(ANN), Claim(ANN, 2), Eliminate(ANN))
    assert state.round is not None
    assert (held(state), state.round.out, state.round.clock) == ([], (ANN,), Clock.IDLE)


def test_when_everybody_is_out_the_round_is_over() -> None:
    state = do(at_thinking(), Claim(ANN, 1), Claim(BEN, 1), Claim(CAT, 1))
    assert state.phase is Phase.RESULT


@pytest.mark.rule("MM-46")
def test_a_demonstration_can_be_judged_from_where_the_meeples_stand_afterwards() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 1)), Claim(ANN, 1), TimeUp())
    right = do(state, ShowCells({**R1_STARTS, "green": "HA"}))
    assert right.players[ANN].team == ("green",)
    wrong = do(state, ShowCells({**R1_STARTS, "green": "GA"}))
    assert wrong.phase is Phase.FAILED


@pytest.mark.rule("MM-16")
def test_another_players_markers_are_private_until_shown() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 1)), markers(BEN, ("red", 2)), Claim(BEN, 2))
    seen = GAME.view(state, CAT)
    assert seen["round"]["drafts"] == [[], [], []]
    assert seen["round"]["holdings"][0]["plan"] == []
    assert GAME.view(state, ANN)["round"]["drafts"][ANN] == [{"meeple": "green", "count": 1}]
    assert seen["stack"] == len(state.stack)
    shown = do(state, TimeUp())
    assert GAME.view(shown, CAT)["round"]["holdings"][0]["plan"] == [{"meeple": "red", "count": 2}]


@pytest.mark.rule("MM-35")
def test_the_lowest_free_tile_skips_taken_ones() -> None:
    state = at_thinking()
    assert state.round is not None
    crime = replace(state.round, holdings=(Holding(ANN, 5), Holding(BEN, 6)))
    assert lowest_free_tile(crime, 5) == 7
    assert lowest_free_tile(crime, 25) is None
