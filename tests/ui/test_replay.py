"""Going through a plan: every step is reached again, it plays by itself at three speeds, and stands still."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.presenters.replay import Pace, Replay
from app.ui.words import word
from tests.ui.conftest import OpenTable, OpenWindow
from tests.ui.theatre import Theatre

OF = 4


@given(st.integers(-3, 9), st.integers(-3, 9))
def test_every_step_is_reached_from_every_other(first: int, then: int) -> None:
    replay = Replay().at(first, OF).at(then, OF)
    assert replay.step == min(max(then, 0), OF)
    assert not replay.playing


def test_it_plays_to_the_end_and_then_stands_still() -> None:
    replay = Replay().played(OF)
    steps = []
    while replay.playing:
        replay = replay.ticked(OF)
        steps.append(replay.step)
    assert steps == [1, 2, 3, 4]
    assert replay.ticked(OF) == replay


def test_seen_to_the_end_it_plays_from_the_start() -> None:
    assert Replay().at(OF, OF).played(OF) == Replay(0, playing=True)
    assert Replay().at(2, OF).played(OF) == Replay(2, playing=True)


def test_a_step_by_hand_stops_it_and_another_tap_too() -> None:
    playing = Replay().played(OF).ticked(OF)
    assert not playing.at(playing.step + 1, OF).playing
    assert playing.played(OF) == Replay(1)


def test_nothing_plays_where_there_is_no_plan() -> None:
    assert Replay().played(0) == Replay()


def test_three_speeds_follow_one_another() -> None:
    replay = Replay()
    times = []
    for _ in range(4):
        times.append(replay.pace.times)
        replay = replay.faster()
    assert times == [1.0, 2.0, 0.5, 1.0]
    assert Pace.FAST.step_s * 2 == Pace.NORMAL.step_s == Pace.SLOW.step_s / 2


@pytest.fixture
def table(open_table: OpenTable) -> Theatre:
    """One window for many touches; every test leads it into a fresh match."""
    return open_table("ending")


def now(window: Theatre) -> int:
    """The step on the map."""
    step: int = window.ask("call", name="replay")["step"]
    return step


@pytest.mark.ui
def test_it_plays_by_itself_in_the_window_and_a_tap_holds_it(table: Theatre) -> None:
    table.at("best")
    table.pace(1)
    table.touch("play")
    table.until(lambda: now(table) == 2, "the second step")
    table.touch("pause")
    table.until(lambda: not table.ask("call", name="replay")["playing"], "it to stand still")
    table.pace(8)
    held = now(table)
    table.settle()
    assert now(table) == held < 8
    assert table.ask("draws_in", ticks=90) == 0
    table.touch("play")
    table.until(lambda: now(table) == 8, "the end")
    table.settle()
    assert not table.ask("call", name="replay")["playing"]


@pytest.mark.ui
def test_a_tap_on_a_row_leads_to_that_step(table: Theatre) -> None:
    table.at("best")
    for number in (2, 3, 2, 1):
        table.touch_at(*table.ask("call", name=f"row {number}"))
        table.settle()
        assert now(table) == number
    table.shoot("best-row-800x480")


@pytest.mark.ui
def test_the_speed_is_said_on_its_button(table: Theatre) -> None:
    table.at("best")
    for pace in ("normal", "fast", "slow"):
        table.tap(word("replay.speed", pace=word(f"replay.{pace}")))
    assert table.shows(word("replay.speed", pace=word("replay.normal")))


@pytest.mark.ui
def test_a_replay_left_while_it_plays_plays_on_for_nobody(table: Theatre) -> None:
    table.at("best")
    table.touch("play")
    table.tap("Back")
    assert table.ask("call", name="replay") is None
    assert table.ask("draws_in", ticks=90) == 0


@pytest.mark.ui
def test_pale_figures_stand_where_a_plan_ends(open_window: OpenWindow) -> None:
    window = open_window("city")
    window.ask("call", name="ghosts")
    window.settle()
    window.shoot("city-ghosts-800x480")
    assert window.ask("draws_in", ticks=30) == 0
