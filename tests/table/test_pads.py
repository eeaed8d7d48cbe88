"""Numbers chosen on pads, the pause button, and what a press means then: the session with buttons."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.state import Claim, DrawCrime, Phase, PlayerSetup, Setup
from app.table.session import GRACE_NS, SETTLE_NS, Pressed
from hardware.events import CLAIM, DOWN, PAUSE, UP
from tests.table.conftest import Desk

ANN, BEN, CAT = range(3)
TABLE = -1
MS = 1_000_000


def begin(desk: Desk) -> None:
    """An open crime; Ann and Ben have pads, Cat has a buzzer."""
    players = (
        PlayerSetup("Ann", style="pad"),
        PlayerSetup("Ben", style="pad"),
        PlayerSetup("Cat", style="buzz"),
    )
    desk.session.start(Setup(players))
    assert desk.session.act(DrawCrime())
    desk.heard()


def press(desk: Desk, seat: int, *buttons: str) -> None:
    """Press one after the other, a millisecond apart."""
    for button in buttons:
        desk.clock.advance_to(desk.clock() + MS)
        desk.session.post(Pressed(seat, button, desk.clock()))
    desk.session.pump()


def held(desk: Desk) -> list[tuple[int, int]]:
    assert desk.state.round is not None
    return [(holding.player, holding.tile) for holding in desk.state.round.holdings]


def owing(desk: Desk) -> list[int]:
    assert desk.state.round is not None
    return [lane.player for lane in desk.state.round.lanes]


def test_up_and_down_choose_a_number_and_claim_takes_it(desk: Desk) -> None:
    begin(desk)
    press(desk, ANN, UP, UP, UP, DOWN)
    assert desk.session.pads.shown(desk.state) == {ANN: 3}
    press(desk, ANN, CLAIM)
    assert held(desk) == [(ANN, 3)]
    assert desk.session.pads.shown(desk.state) == {}


def test_down_on_a_fresh_pad_chooses_the_lowest_number(desk: Desk) -> None:
    begin(desk)
    press(desk, ANN, DOWN)
    assert desk.session.pads.shown(desk.state) == {ANN: 1}


def test_with_an_up_button_alone_every_number_can_be_reached(desk: Desk) -> None:
    begin(desk)
    press(desk, ANN, *[UP] * 23)
    assert desk.session.pads.shown(desk.state) == {ANN: 24}
    press(desk, ANN, UP)
    assert desk.session.pads.shown(desk.state) == {ANN: 1}


@pytest.mark.rule("MM-35")
def test_a_number_that_has_gone_is_shown_as_the_next_free_one_and_comes_back_with_an_undo(desk: Desk) -> None:
    begin(desk)
    press(desk, ANN, UP, UP)
    press(desk, BEN, UP, UP)
    press(desk, BEN, CLAIM)
    assert desk.session.pads.shown(desk.state) == {ANN: 4}
    desk.session.undo()
    assert desk.session.pads.shown(desk.state) == {ANN: 3}


def test_a_number_with_nothing_free_above_claims_no_lower_one(desk: Desk) -> None:
    begin(desk)
    press(desk, ANN, *[UP] * 23)
    desk.session.act(Claim(CAT, 24))
    desk.heard()
    press(desk, ANN, CLAIM)
    assert desk.heard() == ["claim.none_free"]
    assert held(desk) == [(CAT, 24)]


def test_a_pad_without_a_chosen_number_is_a_buzzer_and_up_and_down_then_name_the_number(desk: Desk) -> None:
    begin(desk)
    press(desk, ANN, CLAIM)
    assert owing(desk) == [ANN]
    press(desk, ANN, UP, UP, UP, UP, CLAIM)
    assert held(desk) == [(ANN, 5)]


@pytest.mark.rule("MM-42")
def test_mm42_of_two_pads_with_one_number_the_earlier_press_has_it_however_they_are_read(desk: Desk) -> None:
    begin(desk)
    press(desk, ANN, UP, UP)
    press(desk, BEN, UP, UP)
    now = desk.clock()
    desk.session.post(Pressed(ANN, CLAIM, now - 1))
    desk.session.post(Pressed(BEN, CLAIM, now - 2))
    desk.session.pump()
    assert held(desk) == [(BEN, 3), (ANN, 4)]


def test_a_choice_ends_with_its_round(desk: Desk) -> None:
    begin(desk)
    press(desk, ANN, UP, UP)
    desk.session.act(Claim(CAT, 9))
    desk.after(60.2)
    assert desk.state.phase is Phase.SHOW
    assert desk.session.pads.shown(desk.state) == {}


def test_after_a_restart_a_pad_begins_at_the_lowest_number(desk: Desk) -> None:
    begin(desk)
    press(desk, ANN, UP, UP)
    desk.resume()
    assert desk.session.pads.shown(desk.state) == {}
    press(desk, ANN, DOWN)
    assert desk.session.pads.shown(desk.state) == {ANN: 1}


def test_up_and_down_mean_nothing_to_a_buzzer_or_to_a_seat_of_the_machine(desk: Desk) -> None:
    begin(desk)
    desk.session.deaf = frozenset({BEN})
    press(desk, CAT, UP)
    press(desk, BEN, UP)
    assert desk.session.pads.shown(desk.state) == {}


def test_a_choice_is_shown_at_once_and_not_journalled(desk: Desk) -> None:
    begin(desk)
    shown: list[dict[int, int]] = []
    desk.session.listener = lambda events, accepted: shown.append(desk.session.pads.shown(desk.state))
    count = len(desk.session.actions())
    press(desk, ANN, UP)
    assert shown == [{ANN: 2}]
    assert len(desk.session.actions()) == count


# -- the pause button ---------------------------------------------------------------------------------


def test_the_pause_button_stops_time_and_lets_it_go_on(desk: Desk) -> None:
    begin(desk)
    desk.session.act(Claim(CAT, 9))
    desk.after(20)
    press(desk, TABLE, PAUSE)
    assert desk.session.paused
    desk.after(100)
    press(desk, TABLE, PAUSE)
    assert not desk.session.paused
    assert desk.session.left_ms() == {"sand 1": 39_999}


def test_a_claim_counts_before_the_pause_button_and_not_after_it_however_they_are_read(desk: Desk) -> None:
    begin(desk)
    now = desk.clock()
    desk.session.post(Pressed(TABLE, PAUSE, now - 2))
    desk.session.post(Pressed(ANN, CLAIM, now - 1))
    desk.session.post(Pressed(BEN, CLAIM, now - 3))
    desk.session.pump()
    assert owing(desk) == [BEN]
    assert desk.session.paused
    assert desk.heard() == ["claim.buzzed", "table.paused"]


def test_time_stands_still_from_the_moment_of_the_press_not_from_when_it_is_read(desk: Desk) -> None:
    begin(desk)
    desk.session.act(Claim(CAT, 9))
    began = desk.clock()
    desk.session.post(Pressed(TABLE, PAUSE, began + 5_000 * MS))
    desk.after(5.05)
    assert desk.session.left_ms() == {"sand 1": 55_000}


def test_the_pause_button_means_nothing_without_a_match_or_after_its_end(desk: Desk) -> None:
    press(desk, TABLE, PAUSE)
    assert not desk.session.paused
    begin(desk)
    desk.session.state = replace(desk.state, phase=Phase.FINISHED, winner=ANN)
    press(desk, TABLE, PAUSE)
    assert not desk.session.paused


def test_a_press_just_before_a_touch_on_pause_counts(desk: Desk) -> None:
    begin(desk)
    desk.session.settle_ns = SETTLE_NS
    press(desk, ANN, CLAIM)
    assert owing(desk) == []
    desk.session.pause()
    assert owing(desk) == [ANN]


# -- waiting for earlier presses ----------------------------------------------------------------------


def test_a_press_waits_for_earlier_ones_and_says_when_it_is_due(desk: Desk) -> None:
    begin(desk)
    desk.session.settle_ns = SETTLE_NS
    at = desk.clock()
    desk.session.post(Pressed(ANN, CLAIM, at))
    desk.session.pump()
    assert owing(desk) == []
    assert desk.session.due_ns() == at + SETTLE_NS
    desk.clock.advance_to(at + SETTLE_NS)
    desk.session.post(Pressed(BEN, CLAIM, at - 1))
    desk.session.pump()
    assert owing(desk) == [BEN, ANN]
    assert desk.session.due_ns() is None


def test_a_touch_waits_only_for_presses_before_it(desk: Desk) -> None:
    begin(desk)
    desk.session.settle_ns = SETTLE_NS
    desk.session.want(Claim(CAT, 4))
    desk.session.pump()
    assert held(desk) == [(CAT, 4)]
    desk.session.post(Pressed(ANN, CLAIM, desk.clock()))
    desk.clock.advance_to(desk.clock() + MS)
    desk.session.want(Claim(BEN, 6))
    desk.session.pump()
    assert held(desk) == [(CAT, 4)]
    desk.after(0.03)
    assert (owing(desk), held(desk)) == ([ANN, BEN], [(CAT, 4)])


@pytest.mark.rule("MM-41")
def test_mm41_a_press_after_the_end_waits_for_those_before_it_as_long_as_they_may_come(desk: Desk) -> None:
    begin(desk)
    desk.session.settle_ns = SETTLE_NS
    desk.session.act(Claim(CAT, 9))
    end = desk.clock() + 60_000 * MS
    desk.clock.advance_to(end + 30 * MS)
    desk.session.post(Pressed(BEN, CLAIM, end + MS))
    desk.session.pump()
    assert desk.session.due_ns() == end + GRACE_NS + 1
    desk.clock.advance_to(end + 50 * MS)
    desk.session.post(Pressed(ANN, CLAIM, end - MS))
    desk.after(0.1)
    assert owing(desk) == [ANN]
    assert desk.heard()[-2:] == ["clock.time_up", "claim.too_late"]
