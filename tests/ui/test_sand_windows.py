"""The sand timer in a real window: it moves while time runs, and at no other time."""

from __future__ import annotations

import pytest

from tests.ui.conftest import OpenTable, OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui

FRAMES = 60
"""Two seconds of the window's clock."""


@pytest.fixture
def table(open_table: OpenTable) -> Theatre:
    """One window for many moments."""
    return open_table("match")


def _draws(window: Theatre, moment: str) -> int:
    """So often a window whose clock runs is drawn in two seconds of it."""
    window.at(moment)
    window.pace(1)
    window.ask("call", name="time runs")
    try:
        return int(window.ask("draws_in", ticks=FRAMES))
    finally:
        window.ask("call", name="time stands")


def test_running_sand_is_drawn_in_steps(table: Theatre) -> None:
    """Fifteen a second at the most; a frame is dear without a graphics chip."""
    assert 4 <= _draws(table, "think claimed") <= 30


@pytest.mark.parametrize("moment", ["think", "think two", "paused"])
def test_nothing_is_drawn_while_no_sand_runs(table: Theatre, moment: str) -> None:
    """Before the first claim and in a pause, however the clock goes on."""
    assert _draws(table, moment) == 0


def test_with_reduced_motion_the_sand_sinks_once_a_second(open_window: OpenWindow) -> None:
    """Neither grains nor a beat in the last seconds."""
    window = open_window("match")
    window.ask("call", name="reduce motion")
    assert 1 <= _draws(window, "think last seconds") <= 4


@sized()
def test_the_seconds_fill_their_place(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """Three metres away a digit needs some 13 mm of a 7-inch panel: 68 of its 480 pixels."""
    window = open_window("match", size)
    for moment in ("think claimed", "think last seconds", "lane late"):
        widgets = window.at(moment).widgets()
        window.shoot(f"sand-{moment.replace(' ', '-')}-{size[0]}x{size[1]}")
        (sand,) = [w for w in widgets if w["kind"] == "SandTimer"]
        assert sand["box"][2] >= 1.7 * sand["box"][3]
        assert faults_of(widgets, size) == []
