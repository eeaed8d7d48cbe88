"""Claims by pad: a number chosen beforehand with up and down, taken by a press."""

from __future__ import annotations

import random

import pytest

from app.games.mutant_meeples.claims import markers_on_the_board
from app.games.mutant_meeples.roster import Rules
from app.games.mutant_meeples.state import (
    Buzz,
    Claim,
    DrawCrime,
    GiveUp,
    Phase,
    PlayerSetup,
    Setup,
    State,
    TimeUp,
)
from tests.games.table_of import GAME, R1_BOARD, do, markers, refusal, told

ANN, BEN, CAT = range(3)
ON_SCREEN = Rules(plan_entry="on-screen")


def at_pads(rules: Rules | None = None) -> State:
    """An open crime; Ann and Ben have pads, Cat has a buzzer."""
    players = (
        PlayerSetup("Ann", style="pad"),
        PlayerSetup("Ben", style="pad"),
        PlayerSetup("Cat", style="buzz"),
    )
    setup = Setup(players, board=R1_BOARD, rules=rules or Rules())
    state = GAME.new(setup, random.Random(1))
    return do(state, DrawCrime(("H", "A"), ("B", "C")))


def held(state: State) -> list[tuple[int, int]]:
    assert state.round is not None
    return [(holding.player, holding.tile) for holding in state.round.holdings]


def test_with_pads_the_markers_lie_on_the_player_boards() -> None:
    assert markers_on_the_board(at_pads().setup)


@pytest.mark.rule("MM-35", "MM-42")
def test_mm35_of_two_pads_with_one_number_the_later_press_takes_the_next_free_one_above() -> None:
    state = do(at_pads(), Claim(ANN, 7), Claim(CAT, 8))
    assert told(state, Claim(BEN, 7)) == ["claim.made", "claim.next_free", "show.turn"]
    assert held(do(state, Claim(BEN, 7))) == [(ANN, 7), (CAT, 8), (BEN, 9)]


@pytest.mark.rule("MM-35")
def test_a_buzzer_is_offered_the_next_tile_and_does_not_take_it_unasked() -> None:
    state = do(at_pads(), Claim(ANN, 7), Buzz(CAT))
    message = refusal(state, Claim(CAT, 7))
    assert message is not None
    assert (message.key, message.params["offer"]) == ("claim.taken", 8)


@pytest.mark.rule("MM-42")
def test_mm42_a_pad_pressed_after_a_buzzer_waits_and_then_takes_the_next_free_one() -> None:
    state = do(at_pads(), Buzz(CAT), Claim(ANN, 5))
    assert held(state) == []
    assert held(do(state, Claim(CAT, 5))) == [(CAT, 5), (ANN, 6)]
    assert held(do(state, Claim(CAT, 3))) == [(CAT, 3), (ANN, 5)]


@pytest.mark.rule("MM-36")
def test_mm36_a_pad_at_a_number_with_nothing_free_above_claims_nothing() -> None:
    state = do(at_pads(), Claim(ANN, 24))
    message = refusal(state, Claim(BEN, 24))
    assert message is not None
    assert message.key == "claim.none_free"


@pytest.mark.rule("MM-36")
def test_mm36_a_waiting_pad_that_no_tile_is_left_for_owes_another_number() -> None:
    state = do(at_pads(), Buzz(CAT), Claim(ANN, 24), Claim(CAT, 24))
    assert state.round is not None
    assert [(lane.player, lane.wish) for lane in state.round.lanes] == [(ANN, None)]


def test_a_press_takes_the_chosen_number_and_without_one_it_is_a_buzzers_press() -> None:
    state = at_pads()
    assert GAME.pressed(state, ANN, "claim", 6) == Claim(ANN, 6)
    assert GAME.pressed(state, ANN, "claim") == Buzz(ANN)


def test_a_press_without_a_number_takes_the_sum_of_the_markers_on_the_screen() -> None:
    state = do(at_pads(), markers(ANN, ("red", 2), ("blue", 2)), Claim(BEN, 4))
    assert GAME.pressed(state, ANN, "claim") == Claim(ANN, 5)


def test_up_and_down_step_through_the_free_tiles_from_the_sum_of_the_markers() -> None:
    state = do(at_pads(), Claim(BEN, 4))
    assert list(GAME.numbers(state, ANN)) == [1, 2, 3, *range(5, 25)]
    state = do(state, markers(ANN, ("red", 3)))
    assert list(GAME.numbers(state, ANN)) == [3, *range(5, 25)]


@pytest.mark.rule("MM-31")
def test_a_pad_has_no_number_before_its_markers_are_laid_where_they_belong_on_the_screen() -> None:
    state = at_pads(ON_SCREEN)
    assert list(GAME.numbers(state, ANN)) == []
    press = GAME.pressed(state, ANN, "claim")
    assert press == Buzz(ANN)
    message = refusal(state, press)
    assert message is not None
    assert message.key == "claim.lay_first"


def test_only_who_may_still_claim_with_a_pad_has_numbers() -> None:
    state = at_pads()
    assert list(GAME.numbers(state, CAT)) == [], "a buzzer has none"
    assert list(GAME.numbers(state, 3)) == [], "nobody sits there"
    assert list(GAME.numbers(do(state, Claim(ANN, 3)), ANN)) == []
    waiting = do(state, Buzz(CAT), Claim(ANN, 5))
    assert list(GAME.numbers(waiting, ANN)) == []
    late = do(state, Claim(ANN, 3), Buzz(CAT), TimeUp())
    assert list(GAME.numbers(late, BEN)) == []


@pytest.mark.rule("MM-41")
def test_mm41_a_pad_pressed_after_the_sand_is_told_so() -> None:
    state = do(at_pads(), Claim(ANN, 3), Buzz(CAT), TimeUp())
    press = GAME.pressed(state, BEN, "claim", 5)
    assert press is not None
    message = refusal(state, press)
    assert message is not None
    assert message.key == "claim.too_late"


@pytest.mark.rule("MM-33")
def test_a_second_press_while_the_first_waits_says_so() -> None:
    state = do(at_pads(), Buzz(CAT), Claim(ANN, 5))
    message = refusal(state, Buzz(ANN))
    assert message is not None
    assert message.key == "claim.waiting"


def test_outside_the_thinking_a_press_means_nothing() -> None:
    state = do(at_pads(), Claim(ANN, 3), TimeUp())
    assert state.phase is Phase.SHOW
    assert GAME.pressed(state, ANN, "claim", 3) is None
    assert GAME.pressed(do(state, GiveUp()), ANN, "claim") is None
