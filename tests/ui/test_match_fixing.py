"""Putting right by hand in real windows, and a pause that holds a gliding meeple."""

from __future__ import annotations

from typing import Any

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenTable, OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui
MOMENTS = (
    "fix", "fix nothing", "fix claim", "fix claim six", "fix tile", "fix tile three", "fix markers",
    "fix verdict", "fix verdict six", "fix right", "fix place", "result fixed",
)  # fmt: skip


@sized()
def test_every_question_of_a_correction_fits(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("fixing", size)
    faults = {}
    for moment in MOMENTS:
        widgets = window.at(moment).widgets()
        window.shoot(f"fixing-{moment.replace(' ', '-')}-{size[0]}x{size[1]}")
        faults[moment] = faults_of(widgets, size)
    assert {moment: found for moment, found in faults.items() if found} == {}


@pytest.fixture
def table(open_table: OpenTable) -> Theatre:
    """One window for many touches; every test leads it into a fresh match."""
    return open_table("fixing")


def _tile(window: Theatre, number: int) -> None:
    window.touch_tile(number)
    window.settle()


def test_from_the_menu_a_wrong_tile_is_put_right_and_told(table: Theatre) -> None:
    table.at("think claimed")
    table.tap("more", word("fix.menu"), word("fix.claim"), "Anna")
    _tile(table, 9)
    assert table.ask("heard") == [
        ["fix"], ["fix_choose", "claim", None], ["fix_seat", 0], ["fix_tile", 9]
    ]  # fmt: skip
    assert table.ask("call", name="notice") == "Put right: Anna holds tile 9."
    assert "PauseSheet" in table.kinds()
    table.tap(word("match.go_on"))
    assert {"has 9", "Anna has 9. Who else claims?"} <= table.texts()


def test_a_pause_leads_to_putting_right_as_well(table: Theatre) -> None:
    table.at("paused")
    table.tap(word("fix.menu"))
    assert {word("fix.title"), word("fix.hint")} <= table.texts()
    table.tap("Back")
    assert word("match.paused") in table.texts()


def test_what_cannot_be_put_right_now_is_grey_and_says_why(table: Theatre) -> None:
    table.at("fix nothing")
    touchable = {w["text"] for w in table.widgets() if w["touch"]}
    assert touchable.isdisjoint({word("fix.claim"), word("fix.verdict"), word("fix.place")})
    said = "Claims can be put right while a crime is open and nobody has moved a meeple"
    assert {said, word("fix.nothing_judged"), "A meeple cannot be put elsewhere just now"} <= table.texts()


def test_markers_can_be_entered_for_the_claim(table: Theatre) -> None:
    table.at("fix claim")
    table.tap("Ben", word("fix.markers"), "Carbon", word("fix.these"))
    _tile(table, 2)
    assert table.ask("call", name="notice") == "Put right: Ben holds tile 2."


def test_a_failed_claim_is_called_right_on_the_map(table: Theatre) -> None:
    table.at("failed")
    table.tap("more", word("fix.menu"), word("fix.verdict"), "Count Anna's claim as right", "Skewt")
    home = table.ask("call", name="meeples")["blue"]
    for cell in (home, "AB"):
        table.touch_at(*table.ask("call", name=f"middle of {cell}"))
        table.settle()
    assert table.ask("call", name="meeples")["blue"] == "AB"
    table.tap(word("confirm.yes"))
    texts = table.texts()
    assert word("result.title_solved") in texts
    assert any("Skewt joins Anna" in text for text in texts)
    assert any("Put right by hand." in text for text in texts)
    meeples = table.ask("call", name="meeples")
    assert (meeples["blue"], meeples["white"]) == ("AB", "KD")


def test_a_meeple_is_put_elsewhere_by_two_taps(table: Theatre) -> None:
    table.at("think")
    table.tap("more", word("fix.menu"), word("fix.place"))
    home = table.ask("call", name="meeples")["red"]
    for cell in (home, "AB"):
        table.touch_at(*table.ask("call", name=f"middle of {cell}"))
        table.settle()
    assert table.ask("call", name="meeples")["red"] == "AB"
    assert "Sidestep stands on AB" in table.ask("call", name="notice")
    table.tap(word("fix.done"))
    assert "ThinkView" in table.kinds()
    table.tap("more", word("match.undo"))
    assert table.ask("call", name="meeples")["red"] == home


def _on_its_way(window: Theatre) -> Any:
    return window.ask("call", name="on its way")


def test_a_pause_holds_a_gliding_meeple_and_lets_it_go_on(table: Theatre) -> None:
    """It stands where it was caught, and nothing is drawn; then it glides on from there."""
    table.ask("call", name="slow motion")
    table.ask("call", name="show gliding")
    started = _on_its_way(table)
    table.until(lambda: _on_its_way(table) != started, "the glide")
    table.touch("more")
    table.until(lambda: table.shows(word("match.pause")), "the menu")
    table.listens()
    table.touch(word("match.pause"))
    table.until(lambda: table.shows(word("match.paused")), "the pause")
    caught = _on_its_way(table)
    table.settle()
    assert table.ask("draws_in", ticks=30) == 0
    assert _on_its_way(table) == caught
    assert table.ask("call", name="moving")
    table.touch(word("match.go_on"))
    table.until(lambda: _on_its_way(table) != caught, "the glide to go on")
    table.ask("call", name="swift motion")
    table.until(lambda: not table.ask("call", name="moving"), "the end of the move")
    table.settle()
    assert table.ask("call", name="meeples")["gray"] == "IE"
