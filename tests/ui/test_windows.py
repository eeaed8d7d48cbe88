"""Home and set-up in real windows: what fits, what can be hit, what a finger does."""

from __future__ import annotations

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui
SCREENS = ["home", "kept", "full table"]


@sized()
@pytest.mark.parametrize("scene", SCREENS)
def test_texts_fit_and_targets_can_be_hit(open_window: OpenWindow, scene: str, size: tuple[int, int]) -> None:
    """LOOK: nothing below 13 px, targets of 48 px at 800 x 480, scaled with the window; nothing overlaps."""
    window = open_window(scene, size)
    widgets = window.widgets()
    window.shoot(f"{scene.replace(' ', '-')}-{size[0]}x{size[1]}")
    assert len([w for w in widgets if w["touch"]]) >= 2
    assert faults_of(widgets, size) == []


def _open_letter_pad(window: Theatre, name: str) -> None:
    """The player's page, and the name on it."""
    window.touch(name)
    window.see_kind("SeatSheet")
    window.touch(name)
    window.see("Q")


@sized()
def test_the_letter_pad_fits(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """The pad covers the screen, so only what lies on it is judged."""
    window = open_window("full table", size)
    _open_letter_pad(window, "Maximilian")
    pad = window.widgets("LetterPad")
    assert len([w for w in pad if w["touch"]]) == 32
    window.shoot(f"letter-pad-{size[0]}x{size[1]}")
    assert faults_of(pad, size) == []


def test_a_resting_screen_draws_nothing(open_window: OpenWindow) -> None:
    """LOOK: nothing moves when nothing happens."""
    window = open_window("kept")
    window.settle()
    assert window.ask("draws_in", ticks=45) == 0


def test_a_match_is_set_up_by_touch_alone(open_window: OpenWindow) -> None:
    """From the shelf to the finished choice with real touches, and no system keyboard."""
    window = open_window("home")
    window.touch("Mutant Meeples")
    window.see_kind("SeatRow")
    _open_letter_pad(window, "Player 2")
    for key in "ZOE":
        window.touch(key)
    window.see("Zoe")
    window.touch("Done")
    window.see_kind("LetterPad", there=False)
    window.tap(word("seat.buzz"), word("setup.done"), "One more player", "Meepville", "plus", "plus")
    window.touch("Start")
    window.until(lambda: len(window.ask("heard")) == 2, "the start")
    assert window.ask("report")["keyboard"] is False
    chosen = window.ask("heard")[1]["play"]
    seats = [(player["name"], player["style"], player["bot"]) for player in chosen["players"]]
    assert seats == [("Player 1", "touch", None), ("Zoe", "buzz", None), ("Player 3", "touch", None)]
    assert (chosen["board"], chosen["rules"]["timer_s"]) == ("meepville", 90)
    window.touch("west")
    window.see("Mutant Meeples")
    window.touch("Mutant Meeples")
    window.see_kind("SeatRow")
    assert {"Zoe", word("seat.buzz"), "90"} <= window.texts(), "the last choices stand"
    window.touch("Start")
    window.until(lambda: window.ask("heard")[-1] == {"play": chosen}, "the same match")


def test_a_game_to_come_says_so(open_window: OpenWindow) -> None:
    """A card that does nothing at a tap looks broken."""
    window = open_window("home")
    window.touch("Meeple Hope")
    window.see("Meeple Hope is coming.")
    window.shoot("home-coming-800x480")
    assert window.ask("heard") == []
    window.touch("Meeple Hope is coming.")
    window.until(lambda: not window.shows("Meeple Hope is coming."), "it to go")


def test_a_taken_name_is_refused_by_name(open_window: OpenWindow) -> None:
    """Two players of one name could not be told apart."""
    window = open_window("full table")
    _open_letter_pad(window, "Player 2")
    for key in "MAXIMILIAN":
        window.touch(key)
    window.see("Maximilian")
    window.touch("Done")
    window.see("Maximilian sits here already")


def test_a_kept_match_is_resumed(open_window: OpenWindow) -> None:
    """The big card goes on with the match."""
    window = open_window("kept")
    window.touch("Go on with the match")
    window.until(lambda: window.ask("heard") == ["resume"], "the resumed match")


def test_quitting_asks_first(open_window: OpenWindow) -> None:
    """One slip of a finger must not end the evening; and nothing below the sheet is reached."""
    window = open_window("kept")
    window.touch("Quit")
    window.see_kind("ConfirmSheet")
    window.tap("Go on with the match")
    assert window.ask("heard") == []
    window.touch("Quit", within="ConfirmSheet")
    window.until(lambda: window.ask("heard") == ["quit"], "the end")


def test_a_notice_is_put_away_by_a_tap(open_window: OpenWindow) -> None:
    """A device notice stays until somebody has seen it."""
    window = open_window("kept")
    window.ask("call", name="notify")
    window.settle()
    notice = [w for w in window.widgets() if w["kind"] == "NoticeBar" and w["touch"]]
    assert len(notice) == 1
    window.shoot("notice-800x480")
    window.touch_widget(notice[0])
    window.until(
        lambda: not [w for w in window.widgets() if w["kind"] == "NoticeBar" and w["touch"]], "no notice"
    )


def test_an_animation_ends_where_the_moves_end_and_then_rests(open_window: OpenWindow) -> None:
    """LOOK: a move takes 250 ms; when it is over nothing is drawn."""
    window = open_window("city")
    window.ask("call", name="move")
    window.until(lambda: window.ask("heard") == ["done"], "the end of the moves")
    assert window.ask("call", name="where") == {
        "green": "FC",
        "gray": "HA",
        "red": "GM",
        "yellow": "PQ",
        "blue": "OO",
    }
    window.settle()
    window.shoot("city-after-moves-800x480")
    assert window.ask("draws_in", ticks=30) == 0
    assert window.ask("heard") == ["done"]


def test_reduced_motion_is_at_the_end_at_once(open_window: OpenWindow) -> None:
    """The same end without the way."""
    window = open_window("city")
    window.ask("call", name="move at once")
    assert window.ask("heard") == ["done"]
    assert window.ask("call", name="where")["gray"] == "HA"


def test_a_finger_beside_a_meeple_means_the_meeple(open_window: OpenWindow) -> None:
    """A cell is 24 px, a fingertip 45: one cell off still means what stands there."""
    window = open_window("city")
    window.ask("call", name="empty hand")
    window.settle()
    x, y, cell_px = window.ask("call", name="middle of GM")
    window.touch_at(x - 0.3 * cell_px, y + 0.95 * cell_px)
    window.until(lambda: window.ask("heard") == ["GM"], "the meeple")


@sized()
def test_the_city_is_drawn_at_every_size(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """Kept as a picture; the map must lie inside the window with cells of at least 20 px."""
    window = open_window("city", size)
    x, y, cell_px = window.ask("call", name="middle of GJ")
    window.shoot(f"city-{size[0]}x{size[1]}")
    assert cell_px >= 20
    assert 0 < x < size[0]
    assert 0 < y < size[1]
