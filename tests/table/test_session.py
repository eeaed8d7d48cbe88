"""The session: order of events, timers, pause, undo, journal before sight, and resuming."""

from __future__ import annotations

import sqlite3
import threading

import pytest

from app.games.contract import Refused
from app.games.mutant_meeples.state import (
    Buzz,
    Claim,
    Clock,
    DrawCrime,
    GiveUp,
    Phase,
    PlayerSetup,
    Proceed,
    Row,
    SetPlan,
    Setup,
    TimeUp,
)
from app.store.errors import JournalUnreadable
from app.table.session import Pressed, Wanted
from tests.store.newest import newest_open
from tests.table.conftest import Desk

PLAN = (Row("green", 3),)
SAND = "sand 1"


def claim(desk: Desk, seat: int, tile: int) -> None:
    desk.session.want(SetPlan(seat, PLAN))
    desk.session.want(Claim(seat, tile))
    desk.session.pump()


@pytest.mark.rule("MM-42")
def test_presses_count_in_the_order_they_were_made_not_read(desk: Desk) -> None:
    desk.begin("buzz")
    now = desk.clock()
    desk.session.post(Pressed(1, "claim", now - 1_000_000))
    desk.session.post(Pressed(0, "claim", now - 2_000_000))
    desk.session.pump()
    assert desk.state.round is not None
    assert [lane.player for lane in desk.state.round.lanes] == [0, 1]


@pytest.mark.rule("MM-30", "MM-37", "MM-40")
def test_the_timer_starts_with_the_claim_and_ends_by_itself(desk: Desk) -> None:
    desk.begin()
    claim(desk, 0, 3)
    assert desk.session.left_ms() == {SAND: 60_000}
    desk.after(59.9)
    assert desk.state.phase is Phase.THINK
    desk.after(0.2)
    assert desk.state.phase is Phase.SHOW
    assert "clock.time_up" in desk.heard()


@pytest.mark.rule("MM-41")
@pytest.mark.parametrize(("at_s", "counts"), [(59.99, True), (60.0, True), (60.01, False)])
def test_mm41_a_press_at_the_very_end_counts_even_when_it_is_read_late(
    desk: Desk, at_s: float, counts: bool
) -> None:
    desk.begin("buzz")
    desk.session.act(Claim(0, 9))
    began = desk.clock()
    desk.clock.advance_to(began + int(60.05 * 1e9))
    desk.session.post(Pressed(1, "claim", began + int(at_s * 1e9)))
    desk.session.pump()
    assert desk.state.round is not None
    assert [lane.player for lane in desk.state.round.lanes] == ([1] if counts else [])


def test_a_press_without_a_number_lapses_after_five_seconds(desk: Desk) -> None:
    desk.begin("buzz")
    desk.session.post(Pressed(2, "claim", desk.clock()))
    desk.after(4.9)
    assert desk.state.round is not None
    assert desk.state.round.lanes
    desk.after(0.3)
    assert desk.state.round is not None
    assert not desk.state.round.lanes
    assert "claim.lapsed" in desk.heard()


def test_a_press_of_a_seat_nobody_sits_on_means_nothing(desk: Desk) -> None:
    desk.begin("buzz", players=2)
    desk.session.post(Pressed(5, "claim", desk.clock()))
    desk.session.pump()
    assert desk.heard() == []


def test_a_refused_action_changes_nothing_and_is_not_journalled(desk: Desk) -> None:
    desk.begin()
    before, count = desk.state, len(desk.session.actions())
    assert not desk.session.act(TimeUp())
    assert desk.heard() == ["clock.not_running"]
    assert (desk.state, len(desk.session.actions())) == (before, count)


def test_an_unplayable_setup_is_refused_before_anything_is_written(desk: Desk) -> None:
    with pytest.raises(Refused):
        desk.session.start(Setup(()))
    assert newest_open(desk.journal) is None


def test_pause_stops_the_sand_and_answers_presses(desk: Desk) -> None:
    desk.begin()
    claim(desk, 0, 3)
    desk.after(20)
    desk.session.pause()
    desk.after(1000)
    assert desk.session.left_ms() == {SAND: 40_000}
    desk.session.want(Claim(1, 4))
    desk.session.pump()
    assert "table.paused" in desk.heard()
    desk.session.go_on()
    desk.after(39.9)
    assert desk.state.phase is Phase.THINK
    desk.after(0.3)
    assert desk.state.phase is Phase.SHOW


def test_undo_goes_back_one_action_at_a_time_to_the_beginning(desk: Desk) -> None:
    desk.begin()
    states = [desk.state]
    for seat in range(2):
        desk.session.act(SetPlan(seat, PLAN))
        states.append(desk.state)
        desk.session.act(Claim(seat, 3 + seat))
        states.append(desk.state)
    for expected in reversed(states[:-1]):
        assert desk.session.undo()
        assert desk.state == expected
    assert desk.session.undo()
    assert not desk.session.undo()


def test_undo_of_the_end_of_the_sand_gives_the_time_of_the_last_action_back_and_waits(desk: Desk) -> None:
    desk.begin()
    claim(desk, 0, 3)
    desk.after(10)
    claim(desk, 1, 5)
    desk.after(51)
    assert desk.state.phase is Phase.SHOW
    desk.session.undo()
    assert desk.state.phase is Phase.THINK
    assert desk.session.paused
    assert desk.session.left_ms() == {SAND: 50_000}


def test_the_journal_holds_an_action_before_anybody_sees_it(desk: Desk) -> None:
    desk.begin()
    seen: list[int] = []

    def look(events: object, accepted: bool) -> None:
        with sqlite3.connect(desk.path) as other:
            seen.append(other.execute("SELECT COUNT(*) FROM entries").fetchone()[0])
        other.close()

    desk.session.listener = look
    desk.session.act(SetPlan(0, PLAN))
    desk.session.act(Claim(0, 3))
    assert seen == [2, 3]


def test_resuming_gives_the_same_state_paused_with_the_time_that_was_left(desk: Desk) -> None:
    desk.begin()
    claim(desk, 0, 3)
    for _ in range(17):
        desk.after(1)
    before = desk.state
    desk.resume()
    assert desk.state == before
    assert desk.session.paused
    assert desk.session.left_ms() == {SAND: 43_000}
    desk.session.go_on()
    desk.after(43.2)
    assert desk.state.phase is Phase.SHOW


def test_resuming_where_no_timer_runs_needs_no_go_on(desk: Desk) -> None:
    desk.begin()
    desk.resume()
    assert not desk.session.paused


def test_what_was_taken_back_can_be_done_again_step_by_step(desk: Desk) -> None:
    desk.begin()
    states = [desk.state]
    for seat in range(2):
        claim(desk, seat, 3 + seat)
        states.append(desk.state)
    while desk.session.undo():
        pass
    assert not desk.session.undo()
    seen = []
    while desk.session.redo():
        seen.append(desk.state)
    assert [state for state in seen if state in states] == states
    assert not desk.session.can_redo


def test_doing_again_draws_nothing_anew(desk: Desk) -> None:
    desk.begin()
    drawn = desk.state
    desk.session.undo()
    assert desk.session.redo()
    assert desk.state == drawn


def test_doing_again_brings_the_time_back_that_there_was(desk: Desk) -> None:
    desk.begin()
    claim(desk, 0, 3)
    desk.after(10)
    claim(desk, 1, 5)
    desk.after(7)
    before = desk.state
    desk.session.undo()
    desk.session.undo()
    desk.after(1000)
    desk.session.redo()
    desk.session.redo()
    assert desk.state == before
    assert desk.session.paused
    assert desk.session.left_ms() == {SAND: 43_000}


def test_a_new_action_forgets_what_could_be_done_again(desk: Desk) -> None:
    desk.begin()
    desk.session.act(SetPlan(0, PLAN))
    desk.session.undo()
    assert desk.session.can_redo
    desk.session.act(SetPlan(1, PLAN))
    assert not desk.session.can_redo
    assert not desk.session.redo()


def test_what_was_taken_back_can_be_done_again_after_a_restart(desk: Desk) -> None:
    desk.begin()
    claim(desk, 0, 3)
    claim(desk, 1, 4)
    after = desk.state
    for _ in range(3):
        desk.session.undo()
    desk.session.redo()
    desk.resume()
    assert desk.session.can_redo
    while desk.session.redo():
        pass
    assert desk.state == after


def test_undo_survives_a_restart(desk: Desk) -> None:
    desk.begin()
    desk.session.act(SetPlan(0, PLAN))
    expected = desk.state
    desk.session.act(Claim(0, 3))
    desk.session.undo()
    desk.resume()
    assert desk.state == expected
    assert desk.session.undo()


def test_a_match_that_was_abandoned_or_finished_is_not_offered_again(desk: Desk) -> None:
    desk.begin()
    desk.session.abandon()
    assert newest_open(desk.journal) is None


def test_a_match_that_was_left_is_offered_again(desk: Desk) -> None:
    desk.begin()
    desk.session.leave()
    assert desk.session.state is None
    assert newest_open(desk.journal) is not None


@pytest.mark.parametrize("bad", ['{"type":"time-up"}', '{"type":"xx"}', "not even JSON"])
def test_a_match_with_an_unreadable_end_goes_on_from_before_it(desk: Desk, bad: str) -> None:
    desk.begin()
    desk.session.act(SetPlan(0, PLAN))
    expected = desk.state
    desk.session.act(SetPlan(1, PLAN))
    desk.session.act(Claim(1, 5))
    with sqlite3.connect(desk.path) as other:
        other.execute("UPDATE entries SET action = ? WHERE seq = 3", (bad,))
    other.close()
    desk.resume()
    assert desk.state == expected
    notice = desk.session.take_notice()
    assert notice is not None
    assert (notice.key, notice.params["n"]) == ("notice.match_shortened", 2)
    desk.session.act(Claim(0, 3))
    after = desk.state
    desk.resume()
    assert desk.state == after
    assert desk.session.take_notice() is None


def test_a_match_whose_first_state_is_unreadable_is_named_and_left_alone(desk: Desk) -> None:
    desk.begin()
    with sqlite3.connect(desk.path) as other:
        other.execute("UPDATE matches SET state = '{}'")
    other.close()
    desk.restart()
    stored = newest_open(desk.journal)
    assert stored is not None
    with pytest.raises(JournalUnreadable):
        desk.session.resume(stored)
    assert newest_open(desk.journal) == stored


def test_a_journal_that_fails_never_stops_the_game(desk: Desk) -> None:
    desk.begin()
    desk.journal.close()
    assert desk.session.act(SetPlan(0, PLAN))
    notice = desk.session.take_notice()
    assert notice is not None
    assert notice.key == "notice.not_saved"


def test_winning_closes_the_match_and_undo_opens_it_again(desk: Desk) -> None:
    desk.session.start(Setup((PlayerSetup("A"), PlayerSetup("B"))))
    state = desk.state
    ended = {"n": 0}

    class Finished(type(desk.session.game)):  # type: ignore[misc]
        def result(self, _: object) -> object:
            return "over" if ended["n"] else None

    desk.session.game = Finished()
    ended["n"] = 1
    desk.session.act(DrawCrime())
    assert newest_open(desk.journal) is None
    desk.session.undo()
    assert desk.state == state


def test_four_threads_may_post_at_once(desk: Desk) -> None:
    desk.begin("buzz", players=4)

    def hammer(seat: int) -> None:
        for _ in range(500):
            desk.session.post(Pressed(seat, "claim", desk.clock()))

    threads = [threading.Thread(target=hammer, args=(seat,)) for seat in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    desk.session.pump()
    assert desk.state.round is not None
    assert sorted(lane.player for lane in desk.state.round.lanes) == [0, 1, 2, 3]
    assert len(desk.session.actions()) == 5


def test_an_event_before_a_match_is_ignored(desk: Desk) -> None:
    desk.session.post(Wanted(Buzz(0), 1))
    desk.session.pump()
    assert desk.session.state is None


def test_failing_goes_on_with_the_next_claim(desk: Desk) -> None:
    desk.begin()
    claim(desk, 0, 3)
    claim(desk, 1, 4)
    claim(desk, 2, 5)
    for action in (GiveUp(), Proceed()):
        assert desk.session.act(action)
    assert desk.state.round is not None
    assert desk.state.round.showing == 1
    assert desk.state.round.clock is Clock.OVER
