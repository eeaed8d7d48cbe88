"""What the glass is told: by the session's milliseconds alone, in steps, and whether time stands still."""

from __future__ import annotations

import pytest

from app.games.mutant_meeples.state import Buzz, Claim, State, TimeUp
from app.ui.presenters.match.think import STEP_MS, timer
from tests.games.table_of import at_thinking, do


def running() -> tuple[State, str]:
    """A table of buzzers where Ann has claimed, and the name of its sand."""
    state = do(at_thinking(styles="buzz"), Buzz(0), Claim(0, 9))
    assert state.round is not None
    return state, f"sand {state.round.number}"


def test_before_the_first_claim_the_glass_is_full_and_stands() -> None:
    view = timer(at_thinking(), {})
    assert (view.left_s, view.left_ms, view.running, view.paused) == (60, 60_000, False, False)


@pytest.mark.parametrize(
    ("left_ms", "shown_ms", "shown_s"),
    [
        (60_000, 60_000, 60),
        (59_999, 60_000, 60),
        (41_801, 42_000, 42),
        (41_750, 41_750, 42),
        (1, 250, 1),
        (0, 0, 0),
    ],
)
def test_sand_sinks_in_steps_and_never_behind_the_seconds(left_ms: int, shown_ms: int, shown_s: int) -> None:
    state, sand = running()
    view = timer(state, {sand: left_ms})
    assert (view.left_ms, view.left_s, view.running) == (shown_ms, shown_s, True)


def test_a_second_takes_no_more_steps_than_a_weak_machine_can_draw() -> None:
    state, sand = running()
    views = {timer(state, {sand: left_ms}) for left_ms in range(30_001, 31_001)}
    assert len(views) == 1000 / STEP_MS <= 15


def test_in_a_pause_the_glass_says_so() -> None:
    state, sand = running()
    assert timer(state, {sand: 30_000}, paused=True).paused
    assert not timer(at_thinking(), {}, paused=True).paused


def test_when_the_sand_has_run_out_nothing_is_left() -> None:
    state = do(at_thinking(styles="buzz"), Buzz(0), Claim(0, 9), Buzz(1), TimeUp())
    view = timer(state, {})
    assert (view.left_s, view.left_ms, view.running) == (0, 0, False)
