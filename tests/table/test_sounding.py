"""Which sounds a match calls for: each once, in the order of what happened, and none for time travel."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.games.contract import Message, say
from app.games.mutant_meeples.state import (
    Buzz,
    Claim,
    CorrectClaim,
    CorrectVerdict,
    DrawCrime,
    Eliminate,
    GiveUp,
    Phase,
    PlayerSetup,
    Proceed,
    Row,
    SetPlan,
    Setup,
    State,
)
from app.table.autoplay import Autoplay, HandClock
from app.table.session import Session
from app.table.sounding import Sand, due_in_ms, of_change, of_time, sand_of
from app.table.wiring import Table, set_up
from hardware.pins import PinBackend
from hardware.sound.cues import TICKS, Cue
from tests.store.newest import newest_open
from tests.table.bot_evening import BotEvening
from tests.table.conftest import Desk

PLAN = (Row("red", 3),)


class Ear:
    """Hears a session as the screen does: every change, and the sand ten times a second."""

    def __init__(self, session: Session[State]) -> None:
        self.session, self.heard = session, list[Cue]()
        self._state, self._sand = session.state, sand_of(session.state, session.left_ms(), session.paused)
        self._told, session.listener = session.listener, self._listen

    def _listen(self, events: list[Message], accepted: bool) -> None:
        self._told(events, accepted)
        before, self._state = self._state, self.session.state
        if accepted:
            self.heard += of_change(before, self._state, events)

    def look(self) -> None:
        session = self.session
        before, self._sand = self._sand, sand_of(session.state, session.left_ms(), session.paused)
        self.heard += of_time(before, self._sand)

    def take(self) -> list[Cue]:
        heard, self.heard = self.heard, []
        return heard


@pytest.fixture
def buzzing(desk: Desk) -> Desk:
    desk.begin("buzz")
    return desk


def wait(desk: Desk, ear: Ear, seconds: float) -> list[Cue]:
    for _ in range(round(seconds * 10)):
        desk.after(0.1)
        ear.look()
    return ear.take()


def claimed(desk: Desk) -> Ear:
    """Player 0 holds tile 5, and the sand has just begun to run."""
    assert desk.session.act(Claim(0, 5))
    return Ear(desk.session)


# -- claims -----------------------------------------------------------------------------------------------


def test_a_press_sounds_and_the_number_that_follows_does_not(buzzing: Desk):
    ear = Ear(buzzing.session)
    assert buzzing.session.act(Buzz(1))
    assert ear.take() == [Cue.CLAIM]
    assert buzzing.session.act(Claim(1, 4))
    assert ear.take() == []


def test_a_claim_by_touch_sounds(desk: Desk):
    desk.begin()
    ear = Ear(desk.session)
    assert desk.session.act(SetPlan(2, PLAN))
    assert ear.take() == []
    assert desk.session.act(Claim(2, 3))
    assert ear.take() == [Cue.CLAIM]


def test_a_number_that_waits_for_an_earlier_press_sounds_once(buzzing: Desk):
    ear = Ear(buzzing.session)
    assert buzzing.session.act(Buzz(0))
    assert buzzing.session.act(Claim(1, 4))
    assert ear.take() == [Cue.CLAIM, Cue.CLAIM]
    assert buzzing.session.act(Claim(0, 5))
    assert ear.take() == [], "both have sounded already"


def test_a_press_without_a_number_sounds_again_when_it_is_pressed_again(buzzing: Desk):
    ear = Ear(buzzing.session)
    assert buzzing.session.act(Buzz(0))
    buzzing.after(6)
    assert buzzing.session.act(Buzz(0))
    assert ear.take() == [Cue.CLAIM, Cue.CLAIM]


def test_a_refusal_is_silent(buzzing: Desk):
    ear = claimed(buzzing)
    assert not buzzing.session.act(Claim(1, 5))
    assert not buzzing.session.act(Buzz(0))
    assert ear.take() == []


def test_a_bot_is_heard_like_everybody_else():
    evening = BotEvening()
    evening.sit_down("club", None)
    ear = Ear(evening.session)
    evening.wants(DrawCrime())
    evening.wait(120, lambda: bool(evening.crime.holdings))
    assert evening.crime.holdings[0].player == 0
    assert ear.take() == [Cue.CLAIM]


def test_a_claim_put_right_by_hand_is_silent(buzzing: Desk):
    ear = claimed(buzzing)
    assert buzzing.session.act(CorrectClaim(1, 7, PLAN))
    assert ear.take() == []


# -- the sand ---------------------------------------------------------------------------------------------


def test_the_sand_is_silent_but_for_its_last_ten_seconds(buzzing: Desk):
    ear = claimed(buzzing)
    assert wait(buzzing, ear, 49.8) == []
    assert wait(buzzing, ear, 0.4) == [Cue.WARNING]
    assert wait(buzzing, ear, 4.4) == []
    assert wait(buzzing, ear, 5) == [TICKS[5], TICKS[4], TICKS[3], TICKS[2], TICKS[1]]
    assert wait(buzzing, ear, 1) == [Cue.TIME_UP]
    assert wait(buzzing, ear, 5) == []


def test_time_that_stands_still_is_silent(buzzing: Desk):
    ear = claimed(buzzing)
    assert wait(buzzing, ear, 51) == [Cue.WARNING]
    buzzing.session.pause()
    assert wait(buzzing, ear, 30) == []
    buzzing.session.go_on()
    assert wait(buzzing, ear, 3.5) == [], "the ten seconds have been told"
    assert wait(buzzing, ear, 1) == [TICKS[5]]


def test_ten_seconds_are_told_when_they_are_passed_and_not_where_time_begins():
    assert of_time(Sand(1, 10_001, False), Sand(1, 10_000, False)) == (Cue.WARNING,)
    assert of_time(Sand(1, 10_000, False), Sand(1, 9900, False)) == ()


def test_seconds_missed_in_a_stall_are_not_caught_up_on(buzzing: Desk):
    ear = claimed(buzzing)
    wait(buzzing, ear, 54.5)
    buzzing.after(3)
    ear.look()
    assert ear.take() == [TICKS[3]]


def test_a_match_gone_on_with_says_nothing_of_what_was(buzzing: Desk):
    """Eight seconds were left: neither the claim nor the ten seconds sound again, the ticks do."""
    wait(buzzing, claimed(buzzing), 52)
    buzzing.restart()
    ear = Ear(buzzing.session)
    stored = newest_open(buzzing.journal)
    assert stored is not None
    buzzing.session.resume(stored)
    assert wait(buzzing, ear, 1) == []
    buzzing.session.go_on()
    assert wait(buzzing, ear, 2) == []
    assert wait(buzzing, ear, 2) == [TICKS[5]]


def test_the_sand_of_another_round_is_another_sand():
    assert of_time(Sand(1, 30_000, False), Sand(2, 4000, False)) == ()
    assert of_time(None, Sand(2, 4000, False)) == of_time(Sand(2, 4000, False), None) == ()


def test_more_time_after_an_undo_is_silent():
    assert of_time(Sand(1, 3000, False), Sand(1, 30_000, False)) == ()


@pytest.mark.parametrize(
    ("left_ms", "due_ms"),
    [(60_000, 50_000), (10_000, 5000), (9999, 4999), (4001, 1), (4000, 1000), (1000, None), (1, None)],
)
def test_when_the_next_cue_of_the_sand_is_due(left_ms: int, due_ms: int | None):
    assert due_in_ms(Sand(1, left_ms, False)) == due_ms
    assert due_in_ms(Sand(1, left_ms, True)) is None


def test_without_sand_nothing_is_due(desk: Desk):
    desk.begin()
    assert sand_of(desk.state, desk.session.left_ms(), False) is None
    assert sand_of(None, {}, False) is None
    assert due_in_ms(None) is None


# -- verdicts ---------------------------------------------------------------------------------------------


def shown_wrong(desk: Desk) -> Ear:
    """Player 0 has been judged wrong; 1 comes next."""
    for seat, tile in ((0, 5), (1, 6), (2, 7)):
        assert desk.session.act(Claim(seat, tile))
    ear = Ear(desk.session)
    assert desk.session.act(GiveUp())
    return ear


def test_a_wrong_demonstration_sounds_wrong(buzzing: Desk):
    ear = shown_wrong(buzzing)
    assert ear.take() == [Cue.WRONG]
    assert buzzing.session.act(Proceed())
    assert ear.take() == []


def test_a_claim_thrown_out_at_the_demonstration_is_no_verdict(buzzing: Desk):
    """The last two took tiles without markers: the round ends with nothing judged."""
    ear = shown_wrong(buzzing)
    ear.take()
    for action in (Proceed(), Eliminate(1), Eliminate(2)):
        assert buzzing.session.act(action)
    assert buzzing.state.phase is Phase.RESULT
    assert ear.take() == []


def test_a_verdict_turned_around_by_hand_is_silent(buzzing: Desk):
    ear = shown_wrong(buzzing)
    ear.take()
    assert buzzing.session.act(CorrectVerdict(0, True, "red"))
    assert buzzing.state.players[0].team == ("red",)
    assert ear.take() == []


def test_a_match_won_by_a_verdict_turned_around_is_won_all_the_same(buzzing: Desk):
    won = replace(buzzing.state, winner=1)
    by_hand = [say("correct.right", player="P1", meeple="red"), say("match.won", player="P1", n=8)]
    assert of_change(buzzing.state, won, by_hand) == (Cue.WIN,)
    assert of_change(won, buzzing.state, [say("table.undone")]) == ()
    assert of_change(buzzing.state, won, [say("table.redone")]) == ()


def test_going_back_and_forth_is_silent(buzzing: Desk):
    ear = shown_wrong(buzzing)
    ear.take()
    for _ in range(4):
        assert buzzing.session.undo()
    for _ in range(4):
        assert buzzing.session.redo()
    assert buzzing.state.phase is Phase.FAILED
    assert ear.take() == []


def test_another_match_says_nothing_of_the_last_one(buzzing: Desk):
    ear = claimed(buzzing)
    buzzing.session.leave()
    buzzing.begin("buzz")
    ear.look()
    assert ear.take() == []
    assert buzzing.session.act(Buzz(1))
    assert ear.take() == [Cue.CLAIM]


class Listening(Autoplay):
    """A match of bots with somebody in the room."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        super().__init__(table, clock)
        self.keys: list[str] = []
        self.ear: Ear | None = None

    def _listen(self, events: list[Message], accepted: bool) -> None:
        super()._listen(events, accepted)
        if self.ear is None:  # the match begins
            self.ear = Ear(self._table.session)
        self.keys += [event.key for event in events if accepted]


def test_a_whole_match_of_bots_sounds_as_it_goes(tmp_path: Path):
    """As many claims and verdicts as the table tells of, and one win, which comes last."""
    clock = HandClock()
    table = set_up(state_dir=tmp_path, clock_ns=clock, rng=random.Random(3), backend=PinBackend.SIMULATED)
    evening = Listening(table, clock)
    evening.play(Setup((PlayerSetup("Anna", bot="club"), PlayerSetup("Ben", bot="club"))))
    table.close()
    assert evening.ear is not None
    heard, keys = evening.ear.take(), evening.keys
    assert heard.count(Cue.CORRECT) == keys.count("round.solved") > 0
    assert heard.count(Cue.WRONG) == keys.count("round.failed")
    assert heard.count(Cue.CLAIM) == keys.count("claim.made") > 0
    assert heard.count(Cue.TIME_UP) == keys.count("clock.time_up")
    assert heard[-2:] == [Cue.CORRECT, Cue.WIN]
    assert heard.count(Cue.WIN) == 1
