"""The match screen in real windows while a camera follows the table: it fits, and one touch leaves it."""

from __future__ import annotations

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized

pytestmark = pytest.mark.ui
VIEWS = {"draw": "DrawView", "failed": "FailedView"}
"""Which panel a moment shows, by its second word; the others are moments of a demonstration."""


@sized()
def test_every_moment_with_a_camera_fits_its_window(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("watching", size)
    faults: dict[str, list[str]] = {}
    for moment in window.ask("call", name="moments"):
        widgets = window.at(moment).widgets()
        window.shoot(f"match-{moment.replace(' ', '-')}-{size[0]}x{size[1]}")
        faults[moment] = faults_of(widgets, size)
        assert VIEWS.get(moment.split()[1], "ShowView") in {w["kind"] for w in widgets}, moment
    assert {moment: found for moment, found in faults.items() if found} == {}


@pytest.mark.parametrize(("moment", "text"), [("watch steady", "watch.on"), ("watch off", "watch.off")])
def test_one_touch_switches_the_watching_off_and_on(open_window: OpenWindow, moment: str, text: str) -> None:
    window = open_window("watching").at(moment)
    window.touch(word(text))
    window.until(lambda: window.ask("heard"), "the touch")
    assert window.ask("heard") == [["toggle_watch"]]
    window.settle()
    assert window.shows(word("watch.off" if text == "watch.on" else "watch.on"))


def test_the_guide_never_stands_in_the_way(open_window: OpenWindow) -> None:
    window = open_window("watching").at("watch draw")
    window.touch(word("match.turn_tiles"))
    window.until(lambda: window.ask("heard"), "the touch")
    assert window.ask("heard") == [["draw"]]


def test_the_cell_that_was_meant_is_tapped_on_the_map(open_window: OpenWindow) -> None:
    window = open_window("watching").at("watch between")
    cell = window.ask("call", name="asked cell")
    window.touch_at(*window.ask("call", name=f"middle of {cell}"))
    window.until(lambda: window.ask("heard"), "the tap")
    window.settle()
    assert window.ask("call", name="meeples")["gray"] == cell
