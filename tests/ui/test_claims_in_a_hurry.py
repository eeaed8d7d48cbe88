"""Claims in a hurry, in a real window: everybody gets what was meant, and a slip can be mended."""

from __future__ import annotations

from typing import Any

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenTable, OpenWindow
from tests.ui.layout import faults_of, overlap, sized
from tests.ui.theatre import Theatre, middle

pytestmark = pytest.mark.ui


@pytest.fixture
def table(open_table: OpenTable) -> Theatre:
    """One window for many touches; every test leads it into a fresh match."""
    return open_table("match")


def _on_sheet(window: Theatre, text: str) -> dict[str, Any]:
    return next(w for w in window.sheet() if w["touch"] and w["text"] == text)


def _fact(window: Theatre, name: str) -> Any:
    return window.ask("call", name=name)


# -- a slip -----------------------------------------------------------------------------------------------


def test_a_tile_taken_by_a_slip_goes_back_and_the_markers_stay(table: Theatre) -> None:
    """Two taps: the holder's card, and the table's consent. Without a claim the sand is full again."""
    table.at("think claimed").tap("Anna")
    table.shoot("claim-slip-800x480")
    table.touch_widget(_on_sheet(table, "5 goes back"))
    table.until(lambda: _fact(table, "tiles held") == {}, "the tile to go back")
    table.see("60")
    assert _fact(table, "drafts")[0] == [["gray", 3], ["green", 2]]
    table.tap("Anna")
    assert table.shows("Take 5")


def test_nothing_goes_back_before_the_table_agrees(table: Theatre) -> None:
    """One tap on a card only asks."""
    table.at("think claimed").tap("Anna")
    table.touch_widget(_on_sheet(table, "Back"))
    table.settle()
    assert _fact(table, "tiles held") == {"5": 0}


def test_only_a_claim_whose_markers_nobody_has_seen_can_be_called_out(table: Theatre) -> None:
    """A mixed table: Anna laid hers on the screen, Ben may have none on his player board."""
    table.at("think claimed mixed").tap("Anna")
    assert "5 goes back" in {w["text"] for w in table.sheet()}
    assert not any("No markers" in w["text"] for w in table.sheet())
    table.touch_widget(_on_sheet(table, "Back"))
    table.settle()
    table.tap("Ben")
    table.shoot("claim-slip-mixed-800x480")
    assert "No markers down: Ben is out" in {w["text"] for w in table.sheet()}


def test_nobody_is_called_out_over_markers_that_lie_on_the_screen(table: Theatre) -> None:
    assert table.at("plan call out").shows("Call Ben out")
    assert not table.at("plan laid").shows("Call Ben out")


# -- two at once ------------------------------------------------------------------------------------------


def test_two_who_found_a_way_at_once_need_not_wait_for_each_other(table: Theatre) -> None:
    """Dan's tab opens his markers over Ben's, and Ben's are kept; then each takes the own tile."""
    table.at("plan six")
    table.tap("Forrest")
    table.touch_kind("PlayerTab", 1)
    table.see("Dan: lay your markers")
    table.tap("Take 4")
    assert _fact(table, "tiles held") == {"5": 0, "4": 3}
    assert _fact(table, "drafts")[1] == [["green", 1]]
    table.tap("Ben", "Take 1")
    assert _fact(table, "tiles held") == {"5": 0, "4": 3, "1": 1}


def test_a_finger_on_its_way_does_not_lay_anothers_markers(table: Theatre) -> None:
    """The panel has changed under it, so the touch means nothing."""
    table.at("plan six")
    chip = next(w for w in table.widgets() if w["touch"] and w["text"] == "Shortstop")
    table.touch_kind("PlayerTab", 1)
    table.touch_at(*middle(chip))
    table.settle()
    assert [heard[0] for heard in table.ask("heard")] == ["tap_player"]


def test_a_hasty_second_tap_on_take_claims_nothing_for_the_next_lane(table: Theatre) -> None:
    """Cleo's lane goes, and Ben's tiles stand where her button was."""
    table.at("lanes two")
    take = next(w for w in table.of_kind("MarshalButton") if w["text"] == "Take")
    table.touch_at(*middle(take), times=2)
    table.until(lambda: _fact(table, "tiles held") == {"5": 0, "1": 2}, "Cleo's tile")
    table.settle()
    assert _fact(table, "tiles held") == {"5": 0, "1": 2}
    assert table.ask("heard") == [["lane_take", 2]]


# -- what may not steal time or sight ---------------------------------------------------------------------


def test_reading_the_rules_stops_the_sand_until_the_table_goes_on(table: Theatre) -> None:
    table.at("think claimed").tap("Powers & rules")
    table.see(word("hurry.clock_stands"))
    table.shoot("rules-while-sand-800x480")
    table.touch_widget(_on_sheet(table, "cross"))
    table.see("Go on")
    assert table.ask("heard") == [["pause"]]


def test_the_pause_button_that_lets_time_run_puts_the_rules_away(table: Theatre) -> None:
    table.at("think claimed").tap("Powers & rules")
    table.see(word("hurry.clock_stands"))
    _fact(table, "hardware pause")
    table.until(lambda: not table.sheet(), "the rules to go")


def test_without_sand_the_rules_stop_nothing(table: Theatre) -> None:
    table.at("think").tap("Powers & rules")
    assert not table.shows(word("hurry.clock_stands"))
    assert table.ask("heard") == []


@sized()
def test_a_notice_covers_no_square_while_all_look_for_a_way(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("match", size).at("think")
    window.touch_tile(5)
    window.until(lambda: _fact(window, "notice"), "the notice")
    window.settle()
    window.shoot(f"notice-beside-{size[0]}x{size[1]}")
    notice = window.of_kind("NoticeBar")[0]["box"]
    city = window.of_kind("CityMap")[0]["box"]
    assert not overlap(notice, city)
    for button in (w for w in window.widgets() if w["touch"] and w["kind"] != "NoticeBar"):
        assert not overlap(notice, button["box"]), button["text"]


@sized()
def test_what_helps_in_a_hurry_fits(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("match", size)
    for moment, opener in (
        ("plan six", ""),
        ("think claimed mixed", "Ben"),
        ("think claimed", "Powers & rules"),
    ):
        window.at(moment)
        if opener:
            window.tap(opener)
        window.shoot(f"hurry-{moment.replace(' ', '-')}-{size[0]}x{size[1]}")
        shown = window.sheet() if opener else window.widgets()
        shown = [w for w in shown if "PauseSheet" not in w["within"]]
        assert faults_of(shown, size) == [], moment
