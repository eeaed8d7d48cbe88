"""Whole games as people play them, move for move, through wiring, pins, queue, timers and journal."""

from __future__ import annotations

import pytest

from app.games.mutant_meeples.state import (
    Agree,
    Claim,
    Clock,
    Done,
    DrawCrime,
    GiveBack,
    GiveUp,
    Phase,
    Proceed,
    Row,
    Scatter,
    SetPlan,
    ShowMove,
    TakeBack,
)
from app.table.session import Pressed
from tests.scenarios.conftest import MakeEvening
from tests.scenarios.table import GRATES, SECOND, STARTS

ANN, BEN, CAT = range(3)


@pytest.mark.rule("MM-116", "MM-113")
def test_two_by_touch_play_to_a_winner(evening: MakeEvening) -> None:
    """Ann begins with four heroes, Ben with five. Each round is written out; the last hero is Ben's."""
    four = ("gray", "blue", "brown", "white")
    five = ("gray", "blue", "brown", "white", "yellow")
    table = evening("HA", "HD", "AH", "AC", teams=(four, five))
    table.sit_down("Ann", "Ben")

    # Round 1, HA: Ann sees green run east; Ben bids two for the same and is too high.
    table.touch(DrawCrime())
    table.claims(ANN, 1, ("green", 1))
    assert table.round.clock is Clock.RUNNING
    table.wait(12)
    table.claims(BEN, 2, ("green", 2))
    assert table.state.phase is Phase.SHOW
    table.touch(ShowMove("green", "HA"), Done())
    assert table.teams() == [(*four, "green"), five]
    assert table.heard()[-1] == "round.solved"
    assert table.state.starts == {**STARTS, "green": "HA"}

    # Round 2, HD: Ann drew again and claims what she cannot show; Ben lets the sand run out.
    assert table.state.drawer == ANN
    table.touch(DrawCrime())
    table.claims(ANN, 3, ("red", 3))
    table.wait(61)
    assert table.state.phase is Phase.SHOW
    table.touch(ShowMove("red", "HE"), TakeBack(), ShowMove("red", "EA"), Done())
    assert table.state.phase is Phase.FAILED
    table.touch(GiveBack("green"), Proceed())
    assert table.state.phase is Phase.RESULT
    assert table.teams() == [four, five]

    # Round 3, AH: black runs west. Both see it; Ben is first and has tile 1, Ann must take 2.
    table.touch(DrawCrime())
    table.claims(BEN, 1, ("black", 1))
    table.touch(SetPlan(ANN, (Row("black", 1),)), Claim(ANN, 1))
    assert "claim.taken" in table.heard()
    table.touch(Claim(ANN, 2))
    assert table.held() == {BEN: 1, ANN: 2}
    table.touch(ShowMove("black", "AH"), Done())
    assert table.state.phase is Phase.FINISHED
    assert table.state.winner == BEN
    assert table.teams() == [four, (*five, "black")]
    score = table.table.session.game.result(table.state)
    assert score is not None
    assert (score.winners, score.scores) == ((BEN,), (4, 6))
    assert table.heard()[-1] == "match.won"
    assert table.table.kept().match is None


@pytest.mark.rule("MM-42")
@pytest.mark.parametrize("first", [ANN, BEN])
def test_two_buzz_one_millisecond_apart_and_the_earlier_has_the_tile(
    evening: MakeEvening, first: int
) -> None:
    second = BEN if first == ANN else ANN
    table = evening("HA")
    table.sit_down("Ann", "Ben", "Cat", buzzers=("Ann", "Ben"))
    table.touch(DrawCrime())
    table.key_down(first)
    table.key_down(second, table.clock() + SECOND // 1000)
    table.wait(0.1)
    assert [lane.player for lane in table.round.lanes] == [first, second]
    table.key_up(first)
    table.key_up(second)
    table.touch(Claim(second, 1))
    assert table.held() == {}  # waits for the earlier press
    table.touch(Claim(first, 1))
    assert table.held() == {first: 1}
    assert "claim.taken" in table.heard()
    table.touch(Claim(second, 2))
    assert table.held() == {first: 1, second: 2}


def test_a_key_that_chatters_and_repeats_is_one_press(evening: MakeEvening) -> None:
    table = evening("HA")
    table.sit_down("Ann", "Ben", buzzers=("Ann", "Ben"))
    table.touch(DrawCrime())
    for _ in range(5):
        table.key_down(BEN)
        table.key_up(BEN)
        table.clock.advance_to(table.clock() + SECOND // 1000)
    table.key_down(BEN)
    table.wait(1)
    assert [lane.player for lane in table.round.lanes] == [BEN]
    assert table.heard().count("claim.buzzed") == 1
    table.key_up(BEN)
    table.wait(5)
    assert table.round.lanes == ()
    assert "claim.lapsed" in table.heard()
    assert table.round.clock is Clock.IDLE  # a press without a number starts nothing


@pytest.mark.rule("MM-51", "MM-53", "MM-54")
def test_a_wrong_claim_costs_a_hero_and_the_next_one_shows(evening: MakeEvening) -> None:
    table = evening("HA", teams=(("blue", "gray"), (), ("black",)))
    table.sit_down("Ann", "Ben", "Cat", buzzers=("Ann",))
    table.touch(DrawCrime())
    table.press(ANN)
    table.touch(Claim(ANN, 1))
    table.claims(BEN, 2, ("green", 1))
    table.claims(CAT, 3, ("red", 2))
    assert table.state.phase is Phase.SHOW
    table.touch(ShowMove("yellow", "GA"))  # the markers lie on the board: they come first
    assert table.heard()[-1] == "plan.enter_first"
    table.touch(SetPlan(ANN, (Row("yellow", 1),)), ShowMove("yellow", "GA"), Done())
    assert table.state.phase is Phase.FAILED
    table.touch(Proceed())
    assert table.heard()[-1] == "penalty.due"
    table.touch(GiveBack("gray"), Proceed())
    assert table.state.cells() == STARTS  # back on the placeholders
    table.touch(ShowMove("green", "HA"), Done())
    assert table.teams() == [("blue",), ("green",), ("black",)]
    assert table.state.drawer == BEN


@pytest.mark.rule("MM-43", "MM-108", "MM-110")
def test_nobody_claims_and_all_agree_twice_so_the_meeples_are_scattered(evening: MakeEvening) -> None:
    table = evening("HA", "BC")
    table.sit_down("Ann", "Ben")
    table.touch(DrawCrime())
    table.wait(600)  # MM-43: no hidden time-out
    assert table.state.phase is Phase.THINK
    table.touch(Agree(ANN), Agree(BEN))
    assert table.state.phase is Phase.RESULT
    table.touch(DrawCrime(), Agree(BEN), Agree(ANN))
    assert table.state.phase is Phase.SCATTER
    table.touch(DrawCrime())
    assert table.state.phase is Phase.SCATTER
    table.touch(Scatter())
    assert table.state.phase is Phase.DRAW
    assert sorted(table.state.starts.values()) == sorted(GRATES)
    assert table.state.agreed_in_a_row == 0
    assert table.state.drawer == ANN


@pytest.mark.rule("MM-41")
def test_the_sand_runs_out_and_a_press_in_the_last_moment_counts(evening: MakeEvening) -> None:
    table = evening("HA")
    table.sit_down("Ann", "Ben", "Cat", buzzers=("Ann", "Ben", "Cat"))
    table.touch(DrawCrime())
    table.press(ANN)
    table.touch(Claim(ANN, 9))
    began = table.clock()
    table.wait(59)
    table.key_down(BEN, began + 60 * SECOND)  # exactly at the end: counts (MM-41)
    table.key_down(CAT, began + 60 * SECOND + SECOND // 100)
    table.wait(0.2)
    assert table.round.clock is Clock.OVER
    assert [lane.player for lane in table.round.lanes] == [BEN]
    assert "claim.too_late" in table.heard()
    table.touch(Claim(BEN, 3))
    assert table.state.phase is Phase.SHOW
    assert table.round.showing == BEN


def test_a_press_in_time_counts_even_when_a_later_touch_was_read_first(evening: MakeEvening) -> None:
    """The button's own thread may be a few milliseconds behind the screen."""
    table = evening("HA")
    table.sit_down("Ann", "Ben", "Cat", buzzers=("Ann", "Ben"))
    table.touch(DrawCrime())
    table.press(ANN)
    table.touch(Claim(ANN, 9))
    end = table.clock() + 60 * SECOND
    table.wait(59.9)
    table.clock.advance_to(end + SECOND // 200)
    table.touch(SetPlan(CAT, (Row("red", 2),)))
    table.table.session.post(Pressed(BEN, "claim", end - SECOND // 1000))
    table.wait(0.2)
    assert table.round.clock is Clock.OVER
    assert [lane.player for lane in table.round.lanes] == [BEN]
    assert table.round.drafts[CAT] == (Row("red", 2),)  # late for a claim, and still done


def test_the_power_goes_in_the_middle_of_a_claim(evening: MakeEvening) -> None:
    table = evening("HA", teams=(("blue",),))
    table.sit_down("Ann", "Ben", "Cat", buzzers=("Ann", "Ben"))
    table.touch(DrawCrime())
    table.press(ANN)
    table.touch(Claim(ANN, 4))
    table.wait(20)
    table.press(BEN)
    before = table.state
    table.power_cut()
    session = table.table.session
    assert table.state == before
    assert session.paused
    left = session.left_ms()
    assert set(left) == {"sand 1", "lane 1.1"}
    assert 39_000 <= left["sand 1"] <= 40_000
    table.touch(Claim(BEN, 2))
    assert table.heard()[-1] == "table.paused"
    table.wait(500)  # nothing runs while paused
    assert session.left_ms() == left
    session.go_on()
    table.touch(Claim(BEN, 2))
    assert table.held() == {ANN: 4, BEN: 2}
    table.wait(38.5)
    assert table.state.phase is Phase.THINK
    table.wait(2)
    assert table.state.phase is Phase.SHOW
    table.touch(SetPlan(BEN, (Row("green", 1),)), ShowMove("green", "HA"), Done())
    assert table.teams() == [("blue",), ("green",), ()]
    table.power_cut()
    assert table.teams() == [("blue",), ("green",), ()]
    assert not table.table.session.paused


def test_a_wrong_verdict_is_taken_back_and_shown_again(evening: MakeEvening) -> None:
    table = evening("HA", teams=(("blue",), ()))
    table.sit_down("Ann", "Ben")
    table.touch(DrawCrime())
    table.claims(ANN, 1, ("green", 1))
    table.claims(BEN, 2, ("red", 2))
    before = table.state
    table.touch(GiveUp(), GiveBack("blue"), Proceed())
    assert table.round.showing == BEN
    for _ in range(3):
        assert table.table.session.undo()
    assert table.state == before
    assert not table.table.session.paused  # no timer came back, nothing to wait for
    table.touch(ShowMove("green", "HA"), Done())
    assert table.teams() == [("blue", "green"), ()]
    table.power_cut()
    assert table.teams() == [("blue", "green"), ()]


def test_the_winning_move_can_be_taken_back(evening: MakeEvening) -> None:
    five = ("gray", "blue", "brown", "white", "yellow")
    table = evening("HA", teams=(five,))
    table.sit_down("Ann", "Ben")
    table.touch(DrawCrime())
    table.claims(ANN, 1, ("green", 1))
    table.claims(BEN, 2, ("red", 2))
    table.touch(ShowMove("green", "HA"), Done())
    assert table.state.phase is Phase.FINISHED
    assert table.table.kept().match is None
    assert table.table.session.undo()
    assert table.state.phase is Phase.SHOW
    table.power_cut()
    assert table.state.phase is Phase.SHOW


def test_one_alone_practises(evening: MakeEvening) -> None:
    table = evening("HA")
    table.sit_down("Solo")
    table.touch(DrawCrime())
    table.claims(0, 1, ("green", 1))
    assert table.state.phase is Phase.SHOW  # nobody to wait for
    table.touch(ShowMove("green", "HA"), Done())
    assert table.state.phase is Phase.RESULT
    assert table.teams() == [()]  # nothing is collected: green may run again
    table.power_cut()
    assert table.state.starts["green"] == "HA"
    assert table.table.session.game.result(table.state) is None
