"""Corners of claiming and showing where random matches have found faults; each test names one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.games.contract import Refused
from app.games.mutant_meeples.roster import Rules
from app.games.mutant_meeples.state import (
    Agree,
    Buzz,
    Claim,
    Clock,
    Done,
    Eliminate,
    GiveBack,
    GiveUp,
    Holding,
    Lane,
    Lapse,
    Phase,
    Proceed,
    Row,
    ShowMove,
    State,
    TimeUp,
)
from tests.games.table_of import GAME, at_thinking, do, markers, refusal, told

ANN, BEN, CAT = range(3)
ON_SCREEN = Rules(plan_entry="on-screen")


def offered(state: State, player: int) -> set[str]:
    return {offer.action for offer in GAME.legal(state, player)}


@pytest.mark.rule("MM-39")
def test_mm39_markers_are_locked_while_the_tile_waits_for_an_earlier_press() -> None:
    state = do(
        at_thinking(styles="buzz", rules=ON_SCREEN),
        markers(ANN, ("red", 1)),
        Buzz(ANN),
        markers(BEN, ("red", 2)),
        Claim(BEN, 2),
    )
    message = refusal(state, markers(BEN, ("red", 9)))
    assert message is not None
    assert message.key == "plan.locked"
    assert "plan" not in offered(state, BEN)
    state = do(state, Lapse(ANN))
    assert state.round is not None
    assert state.round.holdings == (Holding(BEN, 2, (Row("red", 2),)),)


@pytest.mark.rule("MM-36")
def test_mm36_a_waiting_player_whom_no_tile_is_left_for_is_told_so() -> None:
    state = do(at_thinking(styles="buzz"), Buzz(ANN), Claim(BEN, 24))
    assert "claim.none_free" in told(state, Claim(ANN, 24))
    after = do(state, Claim(ANN, 24))
    assert after.round is not None
    assert after.round.lanes == (Lane(BEN),)


@pytest.mark.rule("MM-36")
def test_a_tile_that_cannot_be_had_is_not_offered() -> None:
    state = do(at_thinking(), markers(ANN, ("red", 1)), Claim(ANN, 24))
    state = do(state, markers(BEN, ("green", 10), ("red", 10), ("blue", 4)))
    assert "claim" not in offered(state, BEN)
    assert "plan" in offered(state, BEN)


@pytest.mark.rule("MM-108")
def test_mm108_when_the_last_who_saw_a_way_is_out_the_agreement_of_the_others_counts() -> None:
    state = do(at_thinking(), Agree(ANN), Agree(CAT))
    assert told(state, Claim(BEN, 5)) == ["claim.no_plan", "round.agreed"]
    state = do(state, Claim(BEN, 5))
    assert (state.phase, state.agreed_in_a_row) == (Phase.RESULT, 1)


@pytest.mark.rule("MM-109")
def test_mm109_a_press_ends_all_agreement() -> None:
    state = do(at_thinking(styles="buzz"), Agree(ANN), Agree(BEN), Buzz(CAT))
    assert state.round is not None
    assert state.round.agreed == ()
    message = refusal(state, Agree(ANN))
    assert message is not None
    assert message.key == "agree.tile_held"


def test_markers_entered_wrongly_may_be_entered_again_until_a_meeple_moves() -> None:
    state = do(at_thinking(styles="buzz"), Buzz(ANN), Claim(ANN, 3), TimeUp(), markers(ANN, ("red", 2)))
    assert "plan" in offered(state, ANN)
    state = do(state, markers(ANN, ("green", 1)), ShowMove("green", "HA"))
    assert "plan" not in offered(state, ANN)
    message = refusal(state, markers(ANN, ("red", 1)))
    assert message is not None
    assert message.key == "plan.moves_shown"
    assert do(state, Done()).players[ANN].team == ("green",)


@pytest.mark.rule("MM-32")
def test_mm32_the_only_claim_called_out_stops_the_sand_and_the_next_claim_starts_it_anew() -> None:
    state = do(at_thinking(styles="buzz"), Claim(ANN, 2), Eliminate(ANN))
    assert GAME.deadlines(state) == {}
    state = do(state, Claim(BEN, 9))
    assert state.round is not None
    assert state.round.clock is Clock.RUNNING


@pytest.mark.rule("MM-48")
def test_mm48_the_tile_allows_no_more_moves_than_it_shows() -> None:
    state = do(at_thinking(), markers(ANN, ("red", 1)), Claim(ANN, 1), TimeUp(), ShowMove("red", "EA"))
    message = refusal(state, ShowMove("red", "AA"))
    assert message is not None
    assert message.key == "show.all_shown"


@pytest.mark.rule("MM-47")
def test_mm47_a_tile_above_the_sum_is_shown_with_the_moves_of_the_markers() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 1)), Claim(ANN, 14), TimeUp())
    asked = GAME.prompt(state)
    assert (asked.key, asked.params["moves"]) == ("prompt.show", 1)
    state = do(state, ShowMove("green", "HA"))
    assert refusal(state, ShowMove("green", "AA")) is not None
    assert do(state, Done()).players[ANN].team == ("green",)


def test_a23_a_press_before_markers_are_laid_on_the_screen_is_refused_and_costs_nothing() -> None:
    state = at_thinking()
    message = refusal(state, Buzz(ANN))
    assert message is not None
    assert message.key == "claim.lay_first"
    laid = do(state, markers(ANN, ("red", 2)), Buzz(ANN))
    assert laid.round is not None
    assert laid.round.lanes == (Lane(ANN),)


@pytest.mark.rule("MM-25")
def test_mm25_markers_are_locked_once_the_sand_is_out_and_only_the_number_is_owed() -> None:
    state = do(at_thinking(), markers(ANN, ("red", 2)), Claim(ANN, 2), markers(BEN, ("red", 3)))
    state = do(state, Buzz(BEN), TimeUp())
    message = refusal(state, markers(BEN, ("red", 1)))
    assert message is not None
    assert message.key == "plan.locked"


def test_a_tile_that_does_not_exist_puts_nobody_out() -> None:
    message = refusal(at_thinking(), Claim(ANN, 99))
    assert message is not None
    assert message.key == "claim.no_such_tile"


@pytest.mark.rule("MM-31")
def test_mm31_missing_markers_seen_when_they_are_to_be_entered_put_the_player_out_without_a_penalty() -> None:
    state = at_thinking(("Ann", "Ben"), styles="buzz", teams=[("red",), ()])
    state = do(state, Buzz(ANN), Claim(ANN, 2), Buzz(BEN), Claim(BEN, 3), Eliminate(ANN))
    assert state.round is not None
    assert (state.round.out, state.round.showing) == ((ANN,), BEN)
    assert state.players[ANN].team == ("red",)
    entered = do(state, markers(BEN, ("green", 1)))
    message = refusal(entered, Eliminate(BEN))
    assert message is not None
    assert message.key == "claim.markers_seen"


def test_giving_up_says_so() -> None:
    state = do(at_thinking(), markers(ANN, ("red", 1)), Claim(ANN, 1), TimeUp())
    assert told(state, GiveUp()) == ["round.failed", "verdict.given_up"]


def broken(state: State) -> dict[str, State]:
    """States of the right shape that no match can come to, by what is wrong."""
    crime = state.round
    assert crime is not None
    return {
        "sand runs for nobody": replace(state, round=replace(crime, clock=Clock.RUNNING)),
        "a tile twice": replace(state, stack=("A", "A")),
        "a tile of no city": replace(state, stack=("Z",)),
        "a drawer nobody sits on": replace(state, round=replace(crime, drawer=9)),
        "a lane and out": replace(state, round=replace(crime, lanes=(Lane(ANN),), out=(ANN,))),
        "two tiles": replace(state, round=replace(crime, holdings=(Holding(0, 1), Holding(0, 2)))),
        "too many markers": replace(state, round=replace(crime, drafts=((Row("red", 99),), (), ()))),
        "a meeple of no box": replace(state, round=replace(crime, drafts=((Row("pink", 1),), (), ()))),
        "markers above the tile": replace(
            state, round=replace(crime, holdings=(Holding(0, 1, (Row("red", 2),)),), clock=Clock.RUNNING)
        ),
        "the first waits": replace(state, round=replace(crime, lanes=(Lane(ANN, 3),))),
        "agreed thrice": replace(state, agreed_in_a_row=3),
        "shown by nobody": replace(state, phase=Phase.SHOW),
    }


@pytest.mark.parametrize("what", sorted(broken(at_thinking())))
def test_a_loaded_state_that_cannot_be_is_refused(what: str) -> None:
    GAME.check(at_thinking())
    with pytest.raises(Refused):
        GAME.check(broken(at_thinking())[what])


def test_a_loaded_demonstration_must_be_of_legal_moves() -> None:
    state = do(at_thinking(), markers(ANN, ("red", 2)), Claim(ANN, 2), TimeUp(), ShowMove("red", "EA"))
    GAME.check(state)
    assert state.round is not None
    jump = replace(state.round.moves[0], to="CG")
    with pytest.raises(Refused):
        GAME.check(replace(state, round=replace(state.round, moves=(jump,))))


@pytest.mark.rule("MM-33")
def test_mm33_a_number_that_waits_for_an_earlier_press_cannot_be_changed() -> None:
    state = do(at_thinking(styles="buzz"), Buzz(ANN), Buzz(BEN), Claim(BEN, 9))
    message = refusal(state, Claim(BEN, 5))
    assert message is not None
    assert message.key == "claim.waiting"


@pytest.mark.rule("MM-32")
def test_mm32_when_the_only_claim_had_no_markers_behind_it_the_others_may_think_on() -> None:
    state = do(at_thinking(styles="buzz"), Buzz(ANN), Claim(ANN, 3), TimeUp(), Eliminate(ANN))
    assert state.round is not None
    assert (state.phase, state.round.clock, state.round.holdings) == (Phase.THINK, Clock.IDLE, ())
    state = do(state, Buzz(BEN), Claim(BEN, 4))
    assert state.round is not None
    assert state.round.clock is Clock.RUNNING


@pytest.mark.rule("MM-37", "MM-41")
def test_a_claim_after_the_sand_is_told_that_it_is_too_late() -> None:
    state = do(at_thinking(), markers(ANN, ("red", 2)), Claim(ANN, 2), TimeUp())
    message = refusal(state, Claim(BEN, 3))
    assert message is not None
    assert message.key == "claim.too_late"


def test_what_could_be_used_in_a_round_does_not_change_with_what_was_given_back_in_it() -> None:
    state = do(at_thinking(teams=[("blue",)]), markers(ANN, ("red", 2)), Claim(ANN, 2), TimeUp(), GiveUp())
    state = do(state, GiveBack("blue"), Proceed())
    assert state.players[ANN].team == ()
    assert state.round_kit(ANN).super_team == {"blue"}
