"""The screen rests when nobody is there, and the touch that wakes it does nothing else."""

from __future__ import annotations

from app.ui.presenters.resting import AWAKE_S, Resting

MINUTES = 60.0


def test_it_rests_after_the_time_without_a_sign_of_life_and_not_before() -> None:
    resting = Resting(5 * MINUTES, 100.0)
    assert not resting.look(100.0 + 5 * MINUTES - 0.1, clock_runs=False)
    assert resting.look(100.0 + 5 * MINUTES, clock_runs=False)


def test_never_is_never() -> None:
    assert not Resting(0, 0.0).look(1e9, clock_runs=False)


def test_while_a_clock_runs_it_stays_lit_and_the_time_counts_from_its_end() -> None:
    resting = Resting(5 * MINUTES, 0.0)
    for minute in range(20):
        assert not resting.look(minute * MINUTES, clock_runs=True)
    assert not resting.look(19 * MINUTES + 4 * MINUTES, clock_runs=False)
    assert resting.look(19 * MINUTES + 5 * MINUTES, clock_runs=False)


def test_a_clock_that_begins_wakes_it() -> None:
    resting = Resting(5 * MINUTES, 0.0)
    assert resting.look(6 * MINUTES, clock_runs=False)
    assert not resting.look(6 * MINUTES + 1, clock_runs=True)


def test_a_touch_puts_the_rest_off_and_counts() -> None:
    resting = Resting(5 * MINUTES, 0.0)
    assert not resting.touched(4 * MINUTES)
    assert not resting.look(8 * MINUTES, clock_runs=False)
    assert resting.look(9 * MINUTES, clock_runs=False)


def test_the_waking_touch_and_what_comes_right_after_it_mean_nothing_else() -> None:
    resting = Resting(5 * MINUTES, 0.0)
    resting.look(5 * MINUTES, clock_runs=False)
    woken = 6 * MINUTES
    assert resting.touched(woken)
    assert not resting.rests
    assert resting.touched(woken + AWAKE_S / 2)
    assert not resting.touched(woken + AWAKE_S + 0.01)


def test_a_press_wakes_it_too() -> None:
    resting = Resting(5 * MINUTES, 0.0)
    resting.look(5 * MINUTES, clock_runs=False)
    resting.stir(6 * MINUTES)
    assert not resting.look(6 * MINUTES + 1, clock_runs=False)
