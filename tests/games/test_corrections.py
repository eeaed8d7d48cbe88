"""Putting right by hand: claims, verdicts and places, each as an action that can be taken back."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.roster import Rules
from app.games.mutant_meeples.state import (
    Action,
    Buzz,
    Claim,
    Clock,
    CorrectClaim,
    CorrectPlace,
    CorrectVerdict,
    Done,
    Eliminate,
    GiveBack,
    GiveUp,
    Lane,
    Phase,
    Proceed,
    Row,
    ShowMove,
    State,
    TimeUp,
)
from tests.games.table_of import GAME, R1_STARTS, at_thinking, do, markers, refusal, told

ANN, BEN, CAT = 0, 1, 2


def at_showing(**more: object) -> State:
    """Ann holds tile 1 for green's slide to HA, Ben tile 2; Ann is to show."""
    teams = [["blue", "gray"], [], ["black"]]
    state = at_thinking(target="HA", teams=teams, **more)  # type: ignore[arg-type]
    return do(
        state,
        markers(ANN, ("green", 1)),
        Claim(ANN, 1),
        markers(BEN, ("yellow", 1)),
        Claim(BEN, 2),
        TimeUp(),
    )


def key_of(state: State, action: Action) -> str | None:
    message = refusal(state, action)
    return message.key if message else None


def test_a_claim_can_be_given_and_starts_the_sand() -> None:
    state = do(at_thinking(), CorrectClaim(ANN, 5, (Row("green", 2),)))
    held = state.holding(ANN)
    assert held is not None
    assert (held.tile, held.plan) == (5, (Row("green", 2),))
    assert state.round is not None
    assert state.round.clock is Clock.RUNNING


def test_a_claim_taken_away_lets_the_player_claim_again_and_stops_the_sand() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 2)), Claim(ANN, 5), CorrectClaim(ANN))
    assert state.round is not None
    assert state.round.clock is Clock.IDLE
    assert do(state, Claim(ANN, 3)).holding(ANN) is not None


def test_a_tile_can_be_changed_with_the_markers_as_they_lie() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 2)), Claim(ANN, 5), CorrectClaim(ANN, 9))
    held = state.holding(ANN)
    assert held is not None
    assert (held.tile, held.plan) == (9, (Row("green", 2),))


def waiting(wish: int) -> State:
    """Ann pressed first and owes a number, Ben waits behind her."""
    state = at_thinking(rules=Rules(plan_entry="on-screen"), styles="buzz")
    return do(
        state, markers(ANN, ("green", 1)), markers(BEN, ("blue", 1)), Buzz(ANN), Buzz(BEN), Claim(BEN, wish)
    )


def test_who_waited_behind_a_corrected_claim_gets_the_number_at_once() -> None:
    state = do(waiting(6), CorrectClaim(ANN, 5))
    assert state.round is not None
    assert state.round.lanes == ()
    assert {held.player: held.tile for held in state.round.holdings} == {ANN: 5, BEN: 6}
    assert do(state, TimeUp()).phase is Phase.SHOW


def test_who_waited_for_the_tile_that_a_correction_gave_away_may_name_another() -> None:
    state = do(waiting(5), CorrectClaim(ANN, 5))
    assert state.round is not None
    assert state.round.lanes == (Lane(BEN),)
    GAME.check(state)
    held = do(state, Claim(BEN, 6)).holding(BEN)
    assert held is not None
    assert held.tile == 6


def test_a_player_called_out_by_mistake_comes_back_with_the_tile() -> None:
    state = do(at_thinking(), Eliminate(ANN), CorrectClaim(ANN, 4, (Row("green", 1),)))
    assert state.round is not None
    assert ANN not in state.round.out
    assert state.holding(ANN) is not None


def test_the_lowest_tile_shows_after_a_claim_was_put_right_at_the_showing() -> None:
    state = do(at_showing(), CorrectClaim(ANN, 7))
    assert state.round is not None
    assert state.round.showing == BEN
    assert do(at_showing(), CorrectClaim(ANN), CorrectClaim(BEN)).phase is Phase.THINK


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (CorrectClaim(CAT), "correct.holds_nothing"),
        (CorrectClaim(CAT, 2, (Row("red", 1),)), "correct.tile_held"),
        (CorrectClaim(CAT, 3, (Row("black", 1),)), "plan.on_team"),
        (CorrectClaim(CAT, 3, (Row("red", 4),)), "claim.below_sum"),
        (CorrectClaim(CAT, 3), "claim.lay_first"),
        (CorrectClaim(CAT, 99, (Row("red", 1),)), "claim.no_such_tile"),
        (CorrectClaim(9, 3), "seat.unknown"),
    ],
)
def test_a_claim_that_could_not_have_been_made_is_no_correction(action: Action, key: str) -> None:
    assert key_of(at_showing(), action) == key


def test_claims_stand_once_a_meeple_has_moved() -> None:
    state = do(at_showing(), ShowMove("green", "HA"))
    assert key_of(state, CorrectClaim(BEN, 9)) == "correct.no_claims"


def test_a_claim_called_wrong_was_right_and_the_penalty_comes_back() -> None:
    state = do(at_showing(), ShowMove("green", "HA"), GiveUp(), GiveBack("gray"))
    assert state.players[ANN].team == ("blue",)
    state = do(state, CorrectVerdict(ANN, legal=True))
    assert state.players[ANN].team == ("blue", "gray", "green")
    assert (state.phase, state.drawer) == (Phase.RESULT, ANN)
    assert state.starts == {**R1_STARTS, "green": "HA"}


def test_a_wrong_verdict_can_be_put_right_while_the_next_player_shows() -> None:
    state = do(at_showing(), GiveUp(), GiveBack("gray"), Proceed())
    assert state.round is not None
    assert state.round.showing == BEN
    state = do(state, CorrectVerdict(ANN, legal=True, meeple="green"))
    assert state.players[ANN].team == ("blue", "gray", "green")
    assert state.phase is Phase.RESULT


def test_whoever_showed_after_a_claim_that_was_right_gets_the_penalty_back() -> None:
    state = at_thinking(target="HA", teams=[["red"], ["gray"]])
    state = do(
        state, markers(ANN, ("green", 1)), markers(BEN, ("green", 1)), Claim(ANN, 1), Claim(BEN, 2), TimeUp()
    )
    state = do(state, GiveUp(), GiveBack("red"), Proceed(), GiveUp(), GiveBack("gray"))
    assert [state.players[seat].team for seat in (ANN, BEN)] == [(), ()]
    right = do(state, CorrectVerdict(ANN, legal=True, meeple="green"))
    assert [right.players[seat].team for seat in (ANN, BEN)] == [("red", "green"), ("gray",)]
    assert right.round is not None
    assert right.round.failed == ()
    assert told(state, CorrectVerdict(ANN, legal=True, meeple="green"))[1] == "correct.spared"


def test_whoever_failed_before_a_claim_that_was_right_stays_wrong() -> None:
    state = at_thinking(target="HA", teams=[["red"], ["gray"]])
    state = do(
        state, markers(ANN, ("green", 1)), markers(BEN, ("green", 1)), Claim(ANN, 1), Claim(BEN, 2), TimeUp()
    )
    state = do(state, GiveUp(), GiveBack("red"), Proceed(), GiveUp(), GiveBack("gray"))
    right = do(state, CorrectVerdict(BEN, legal=True, meeple="green"))
    assert [right.players[seat].team for seat in (ANN, BEN)] == [(), ("gray", "green")]
    assert right.round is not None
    assert right.round.failed == (ANN,)


@pytest.mark.parametrize("team", [["red"], ["blue", "gray", "brown", "red", "white"]])
def test_a_lower_tile_that_was_right_takes_the_crime_from_whoever_solved_it_later(team: list[str]) -> None:
    """Also when that had won the match."""
    state = at_thinking(target="HA", teams=[["yellow"], team])
    state = do(
        state, markers(ANN, ("green", 1)), markers(BEN, ("green", 1)), Claim(ANN, 1), Claim(BEN, 2), TimeUp()
    )
    state = do(state, GiveUp(), GiveBack("yellow"), Proceed(), ShowMove("green", "HA"), Done())
    assert state.players[BEN].team == (*team, "green")
    right = do(state, CorrectVerdict(ANN, legal=True, meeple="green"))
    assert [right.players[seat].team for seat in (ANN, BEN)] == [("yellow", "green"), tuple(team)]
    assert (right.winner, right.phase) == (None, Phase.RESULT)
    assert right.drawer == ANN


def test_taking_away_the_only_claim_lets_the_others_think_on_without_sand() -> None:
    """As when the only claimer is called out: that claim was none."""
    state = at_thinking(target="HA", teams=[[], []])
    state = do(state, markers(ANN, ("green", 1)), Claim(ANN, 1), TimeUp())
    assert state.phase is Phase.SHOW
    open_again = do(state, CorrectClaim(ANN))
    assert open_again.phase is Phase.THINK
    assert open_again.round is not None
    assert (open_again.round.clock, open_again.round.showing) == (Clock.IDLE, None)
    again = do(open_again, markers(BEN, ("green", 1)), Claim(BEN, 3))
    assert again.round is not None
    assert again.round.clock is Clock.RUNNING


@pytest.mark.parametrize("seen", [(), (ShowMove("green", "HA"),)])
def test_a_claim_called_right_is_told_without_a_number_of_moves_for_not_all_need_have_been_seen(
    seen: tuple[Action, ...],
) -> None:
    state = do(at_showing(), *seen, GiveUp())
    right = CorrectVerdict(ANN, legal=True, meeple="green")
    assert told(state, right) == ["correct.right", "round.joined"]


def test_where_others_stand_can_be_said_with_the_verdict() -> None:
    state = do(at_showing(), GiveUp())
    right = CorrectVerdict(ANN, legal=True, meeple="green", cells={"red": "HH", "black": "AH"})
    assert do(state, right).starts == {**R1_STARTS, "green": "HA", "red": "HH", "black": "AH"}
    assert key_of(state, CorrectVerdict(ANN, legal=True)) == "correct.hero"
    assert key_of(state, CorrectVerdict(ANN, legal=True, meeple="blue")) == "correct.hero"
    crowd = CorrectVerdict(ANN, legal=True, meeple="green", cells={"red": "FF"})
    assert key_of(state, crowd) == "correct.taken"


def test_a_claim_called_right_was_wrong_and_the_next_tile_is_due() -> None:
    state = do(at_showing(), ShowMove("green", "HA"), Done())
    assert state.phase is Phase.RESULT
    wrong = do(state, CorrectVerdict(ANN, legal=False))
    assert wrong.players[ANN].team == ("blue", "gray")
    assert (wrong.phase, wrong.starts) == (Phase.FAILED, R1_STARTS)
    after = do(wrong, GiveBack("blue"), Proceed())
    assert after.round is not None
    assert after.round.showing == BEN


def test_a_verdict_that_was_not_given_cannot_be_turned_around() -> None:
    state = at_showing()
    assert key_of(state, CorrectVerdict(ANN, legal=True, meeple="green")) == "correct.not_wrong"
    assert key_of(state, CorrectVerdict(ANN, legal=False)) == "correct.not_right"
    solved = do(state, GiveUp(), GiveBack("gray"), Proceed(), ShowMove("yellow", "GA"), GiveUp())
    assert do(solved, CorrectVerdict(BEN, legal=True, meeple="yellow")).players[BEN].team == ("yellow",)


def test_a_won_match_goes_on_when_the_last_verdict_was_wrong() -> None:
    team = ["blue", "gray", "brown", "red", "white"]
    state = at_thinking(target="HA", teams=[team])
    state = do(state, markers(ANN, ("green", 1)), Claim(ANN, 1), TimeUp(), ShowMove("green", "HA"), Done())
    assert state.winner == ANN
    wrong = do(state, CorrectVerdict(ANN, legal=False))
    assert (wrong.winner, wrong.phase) == (None, Phase.FAILED)
    assert wrong.players[ANN].team == tuple(team)


def test_a_meeple_put_elsewhere_counts_for_the_open_crime() -> None:
    state = do(at_showing(), CorrectPlace("green", "AC"))
    assert state.starts["green"] == "AC"
    assert key_of(state, ShowMove("green", "HA")) is not None
    assert do(state, ShowMove("green", "BC")).cells()["green"] == "BC"


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (CorrectPlace("green", "BB"), "correct.taken"),
        (CorrectPlace("green", "ZZ"), "correct.no_cell"),
        (CorrectPlace("pink", "AC"), "correct.no_meeple"),
    ],
)
def test_a_place_that_cannot_be_is_no_correction(action: Action, key: str) -> None:
    assert key_of(at_showing(), action) == key


def test_nobody_is_put_elsewhere_in_the_middle_of_a_demonstration() -> None:
    state = do(at_showing(), ShowMove("green", "HA"))
    assert key_of(state, CorrectPlace("red", "AC")) == "correct.no_place"


def test_every_correction_says_what_was_put_right() -> None:
    assert told(at_showing(), CorrectClaim(ANN, 7))[0] == "correct.claim"
    assert told(at_showing(), CorrectClaim(ANN))[0] == "correct.claim_gone"
    assert told(at_showing(), CorrectPlace("green", "AC")) == ["correct.place"]
    failed = do(at_showing(), GiveUp())
    assert told(failed, CorrectVerdict(ANN, legal=True, meeple="green"))[0] == "correct.right"
    right = do(at_showing(), ShowMove("green", "HA"), Done())
    assert told(right, CorrectVerdict(ANN, legal=False)) == ["correct.wrong"]


@pytest.mark.parametrize("seed", range(30))
def test_whatever_is_put_right_leaves_a_state_that_can_be(seed: int) -> None:
    """Random corrections at random moments: refused, or a state that passes every check of a loaded one."""
    rng = random.Random(seed)
    state = at_showing() if seed % 2 else at_thinking(teams=[["blue", "gray"], [], ["black"]])
    colours = sorted(R1_STARTS)
    cells = ["AA", "AC", "HA", "HH", "DB", "GA", "EF", "ZZ"]
    for _ in range(60):
        action: Action = rng.choice(
            [
                CorrectClaim(
                    rng.randrange(4), rng.choice([None, 1, 2, 5, 24]), (Row(rng.choice(colours), 1),)
                ),
                CorrectVerdict(rng.randrange(3), rng.random() < 0.5, rng.choice([None, *colours])),
                CorrectPlace(rng.choice(colours), rng.choice(cells)),
                TimeUp(),
                GiveUp(),
                Proceed(),
                GiveBack(rng.choice(colours)),
                ShowMove(rng.choice(colours), rng.choice(cells)),
                Done(),
            ]
        )
        if refusal(state, action) is None:
            state = do(state, action)
            GAME.check(state)
    assert replace(state) == state
