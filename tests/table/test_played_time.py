"""Every action is stored with the play time: pauses do not count, and a resumed match goes on from there."""

from __future__ import annotations

from app.games.mutant_meeples.state import Agree, Claim, Row, SetPlan, TimeUp
from app.store.journal import PLAYED
from app.table.stopwatch import Stopwatch
from tests.table.conftest import Desk

PLAN = (Row("green", 3),)
S = 1_000_000_000


def played(desk: Desk) -> list[int | None]:
    """The stored play times of the actions that count."""
    stored = desk.journal.match(1)
    assert stored is not None
    return [entry.played_ms for entry in stored.entries]


def wait(desk: Desk, seconds: float) -> None:
    desk.clock.advance_to(desk.clock() + int(seconds * S))


def test_an_action_is_stored_with_the_time_played_up_to_it(desk: Desk) -> None:
    desk.begin()
    wait(desk, 12.5)
    assert desk.session.act(SetPlan(0, PLAN))
    wait(desk, 2)
    assert desk.session.act(Claim(0, 3))
    assert played(desk) == [0, 12_500, 14_500]


def test_an_action_counts_from_the_moment_of_its_touch_not_of_its_reading(desk: Desk) -> None:
    desk.begin()
    touched = desk.clock() + 3 * S
    wait(desk, 4)
    assert desk.session.act(SetPlan(0, PLAN), at_ns=touched)
    assert played(desk) == [0, 3_000]


def test_a_pause_does_not_count(desk: Desk) -> None:
    desk.begin()
    wait(desk, 5)
    desk.session.pause()
    wait(desk, 1000)
    desk.session.go_on()
    wait(desk, 1)
    assert desk.session.act(SetPlan(0, PLAN))
    assert played(desk) == [0, 6_000]


def test_what_is_done_again_keeps_the_time_at_which_it_was_done_first(desk: Desk) -> None:
    desk.begin()
    wait(desk, 5)
    assert desk.session.act(SetPlan(0, PLAN))
    wait(desk, 5)
    assert desk.session.undo()  # no timer yet, but the crime is open: the watch goes on
    wait(desk, 5)
    assert desk.session.redo()
    wait(desk, 5)
    assert desk.session.act(Claim(0, 3))
    assert played(desk) == [0, 5_000, 20_000]


def test_a_match_that_waits_paused_after_an_undo_is_not_played(desk: Desk) -> None:
    desk.begin()
    assert desk.session.act(SetPlan(0, PLAN))
    assert desk.session.act(Claim(0, 3))
    wait(desk, 10)
    assert desk.session.act(SetPlan(1, PLAN))
    assert desk.session.undo()
    assert desk.session.paused
    wait(desk, 500)
    desk.session.go_on()
    wait(desk, 1)
    assert desk.session.act(SetPlan(2, PLAN))
    assert played(desk) == [0, 0, 0, 11_000]


def test_what_is_done_again_after_a_restart_keeps_its_time_too(desk: Desk) -> None:
    desk.begin()
    wait(desk, 5)
    assert desk.session.act(SetPlan(0, PLAN))
    wait(desk, 2)
    assert desk.session.undo()
    desk.session.leave()
    desk.resume()
    wait(desk, 40)
    assert desk.session.redo()
    wait(desk, 1)
    assert desk.session.act(Claim(0, 3))
    assert played(desk) == [0, 5_000, 7_000 + 41_000]


def test_a_match_left_before_any_timer_ran_goes_on_with_the_time_it_had(desk: Desk) -> None:
    desk.begin()
    wait(desk, 30)
    desk.session.leave()
    desk.resume()
    wait(desk, 2)
    assert desk.session.act(SetPlan(0, PLAN))
    assert played(desk) == [0, 32_000]


def test_a_power_cut_loses_at_most_a_second_of_play_while_the_sand_runs(desk: Desk) -> None:
    desk.begin()
    assert desk.session.act(SetPlan(0, PLAN))
    assert desk.session.act(Claim(0, 3))
    for _ in range(20):
        desk.after(1)
    desk.resume()  # nothing was said before: the process is simply gone
    assert desk.session.paused
    wait(desk, 300)
    desk.session.go_on()
    wait(desk, 5)
    assert desk.session.act(TimeUp())
    assert played(desk)[-1] == 25_000


def test_noted_play_time_is_no_timer(desk: Desk) -> None:
    desk.begin()
    assert desk.session.act(Agree(0))
    desk.session.pause()
    stored = desk.journal.match(1)
    assert stored is not None
    assert PLAYED not in stored.left_ms
    assert desk.session.left_ms() == {}


def test_a_match_of_an_earlier_program_is_timed_from_where_it_goes_on(desk: Desk) -> None:
    desk.begin()
    with desk.journal.transaction() as db:
        db.execute("UPDATE entries SET played_ms = NULL")
    desk.resume()
    wait(desk, 3)
    assert desk.session.act(SetPlan(0, PLAN))
    assert played(desk) == [None, 3_000]


def test_a_stopwatch_is_not_turned_back_by_a_moment_before_it_ran() -> None:
    watch = Stopwatch(1_000)
    assert watch.ms(99 * S) == 1_000
    watch.go_on(10 * S)
    watch.go_on(15 * S)
    assert (watch.ms(9 * S), watch.ms(12 * S)) == (1_000, 3_000)
    watch.hold(20 * S)
    watch.hold(30 * S)
    assert watch.ms(40 * S) == 11_000
