"""The city map under real fingers: taps while zoomed, pans that are no taps, pinches, turns."""

from __future__ import annotations

from typing import Any

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui
Step = tuple[str, int, Any]
CELLS = ("BA", "RB", "AL", "KC", "II", "QR")


def sight(window: Theatre) -> dict[str, Any]:
    found: dict[str, Any] = window.ask("call", name="sight")
    return found


def middle(window: Theatre, cell: str) -> tuple[float, float]:
    x, y, _ = window.ask("call", name=f"middle of {cell}")
    return x, y


def fingers(window: Theatre, *frames: list[Step]) -> None:
    window.ask("fingers", frames=frames)
    window.settle()


def pinch(window: Theatre, about: tuple[float, float], apart: float, then: float) -> None:
    """Two fingers on a level, so far from each other, go so far apart; the first step may be a tremble."""
    x, y = about

    def places(width: float) -> list[tuple[float, float]]:
        return [(x - width / 2, y), (x + width / 2, y)]

    down = [("down", n, at) for n, at in enumerate(places(apart))]
    widths = [apart + (then - apart) * step / 6 for step in range(1, 7)]
    moves = [[("move", n, at) for n, at in enumerate(places(width))] for width in widths]
    fingers(window, down, *moves, [("up", 0, ""), ("up", 1, "")])


@pytest.fixture
def window(open_window: OpenWindow) -> Theatre:
    """A city with nobody in hand: a finger means the square under it."""
    opened = open_window("city")
    opened.ask("call", name="empty hand")
    opened.settle()
    return opened


def test_two_fingers_look_nearer_and_one_button_leads_back(window: Theatre) -> None:
    whole = sight(window)
    assert not window.shows(word("map.whole"))
    pinch(window, middle(window, "II"), 60, 160)
    near = sight(window)
    assert near["zoom"] > 1.8
    assert near["scale"] == pytest.approx(1.0), "drawn anew at this size, not stretched"
    assert window.ask("heard") == [], "a pinch is no tap"
    window.shoot("city-near-800x480")
    window.tap(word("map.whole"))
    assert sight(window) == whole
    assert not window.shows(word("map.whole"))
    assert window.ask("heard") == []


def test_no_pinch_leads_nearer_than_three_times_nor_further_than_the_whole(window: Theatre) -> None:
    pinch(window, middle(window, "II"), 20, 400)
    assert sight(window)["zoom"] == pytest.approx(3.0, abs=0.05)
    pinch(window, (239, 240), 400, 20)
    assert sight(window)["zoom"] == 1.0


def test_a_tap_while_zoomed_means_the_square_under_it(window: Theatre) -> None:
    pinch(window, middle(window, "KC"), 60, 160)
    for cell in ("KC", "JB", "MD"):
        window.touch_at(*middle(window, cell))
        window.settle()
        assert window.ask("heard")[-1] == cell
    assert len(window.ask("heard")) == 3


def test_a_pan_moves_the_map_and_is_no_tap(window: Theatre) -> None:
    """By a real mouse: down, along, up."""
    pinch(window, middle(window, "II"), 60, 160)
    before = middle(window, "II")
    window.point_at(240, 240)
    window.mouse("down")
    window.settle()  # Kivy takes for the beginning where a finger is in the frame after it came down
    for step in range(1, 6):
        window.point_at(240 + step * 12, 240 - step * 8)
    window.mouse("up")
    window.settle()
    after = middle(window, "II")
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((60, -40), abs=2)
    assert window.ask("heard") == []
    window.touch_at(*middle(window, "JJ"))
    window.settle()
    assert window.ask("heard") == ["JJ"]


def test_the_map_stays_in_its_frame_and_every_square_can_be_reached(window: Theatre) -> None:
    """Also the squares at the foot, where the button lies."""
    pinch(window, middle(window, "II"), 60, 160)
    for across, up, cell in ((-600, 0, "RM"), (300, 900, "IR"), (600, -900, "CA")):
        down = [("down", 0, (240.0, 240.0))]
        moves = [[("move", 0, (240 + across * step / 3, 240 + up * step / 3))] for step in (1, 2, 3)]
        fingers(window, down, *moves, [("up", 0, "")])
        x, y = middle(window, cell)
        assert 0 < x < 478
        assert 0 < y < 480
        if cell == "IR":
            window.shoot("city-near-foot-800x480")
        window.touch_at(x, y)
        window.settle()
        assert window.ask("heard")[-1] == cell


def test_one_finger_on_the_whole_city_moves_nothing(window: Theatre) -> None:
    """It slides from square to square, and the one where it leaves is meant."""
    start, end = middle(window, "DD"), middle(window, "II")
    fingers(window, [("down", 0, start)], [("move", 0, end)], [("up", 0, "")])
    assert sight(window)["zoom"] == 1.0
    assert window.ask("heard") == ["II"]


def test_a_double_tap_looks_nearer_step_by_step_and_then_back(window: Theatre) -> None:
    """Its first tap means what a tap means; the second looks nearer there."""
    zooms = []
    for _ in range(3):
        at = middle(window, "OO")
        tap = [("down", 0, at), ("up", 0, "")]
        fingers(window, tap, [], tap)
        zooms.append(sight(window)["zoom"])
    assert zooms == pytest.approx([2.0, 3.0, 1.0])
    assert window.ask("heard") == ["OO"] * 3


def test_the_wheel_looks_nearer_under_the_pointer_and_means_no_square(window: Theatre) -> None:
    at = middle(window, "DN")
    window.point_at(*at)
    for button in ("4", "4", "4"):
        window._xdotool("click", button)
    window.until(lambda: sight(window)["zoom"] > 1.5 and sight(window)["scale"] == 1.0, "the map to be near")
    window.until(lambda: middle(window, "DN") == pytest.approx(at, abs=4), "the square under the pointer")
    for button in ("5",) * 5:
        window._xdotool("click", button)
    window.until(lambda: sight(window)["zoom"] == 1.0, "the whole city")
    assert window.ask("heard") == []


def test_a_new_crime_shows_the_whole_city(window: Theatre) -> None:
    """It may have been drawn where nobody looks."""
    pinch(window, middle(window, "BQ"), 60, 160)
    window.ask("call", name="new crime")
    window.settle()
    assert sight(window)["zoom"] == 1.0


@pytest.mark.parametrize("way", ["sit", "turn"])
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_touches_follow_the_turned_map(window: Theatre, way: str, quarters: int) -> None:
    window.ask("call", name=f"{way} {quarters}")
    window.settle()
    window.shoot(f"city-{way}-{quarters}-800x480")
    for cell in CELLS:
        window.touch_at(*middle(window, cell))
        window.settle()
    assert window.ask("heard") == list(CELLS)
    pinch(window, middle(window, "KC"), 60, 160)
    for cell in ("KC", "LD"):
        window.touch_at(*middle(window, cell))
        window.settle()
    assert window.ask("heard")[-2:] == ["KC", "LD"]
    if quarters == 1:
        window.shoot(f"city-{way}-near-800x480")
    button = next(w for w in window.widgets() if w["text"] == word("map.whole") and w["touch"])
    window.touch_widget(button)
    window.settle()
    assert sight(window)["zoom"] == 1.0


def test_everybody_finds_a_button_that_turns_the_map_to_them(window: Theatre) -> None:
    """The corner's button opens the choice; the side stays until another one is chosen."""
    window.ask("call", name="sit 0")
    window.settle()
    for side in (1, 2, 3, 0):
        window.touch("turn")
        window.see_kind("SideChoice")
        seats = [w for w in window.widgets("SideChoice") if w["text"] == word("map.sit") and w["touch"]]
        assert len(seats) == 4
        if side == 1:
            window.shoot("city-who-sits-where-800x480")
        window.touch_widget(at_side(seats, side))
        window.settle()
        assert sight(window)["side"] == side
        assert "SideChoice" not in window.kinds()
    assert window.ask("heard") == []


def at_side(seats: list[dict[str, Any]], side: int) -> dict[str, Any]:
    """The one at the foot, right, top or left of the window."""

    def far(seat: dict[str, Any]) -> float:
        x, y, width, height = seat["box"]
        across, up = x + width / 2, y + height / 2
        return float((-up, across, up, -across)[side])

    return max(seats, key=far)


def test_the_city_is_turned_again_and_again_until_it_is_done(window: Theatre) -> None:
    window.ask("call", name="sit 0")
    window.settle()
    window.touch("turn")
    window.see_kind("SideChoice")
    for turns in (1, 2, 3):
        window.tap(word("map.turn"))
        assert sight(window)["turns"] == turns
    window.tap(word("map.done"))
    assert "SideChoice" not in window.kinds()
    window.touch("turn")
    window.see_kind("SideChoice")
    window.touch_at(*middle(window, "DD"))
    window.see_kind("SideChoice", there=False)
    assert window.ask("heard") == []


def test_moves_play_while_zoomed_and_turned(window: Theatre) -> None:
    window.ask("call", name="sit 2")
    pinch(window, middle(window, "II"), 60, 160)
    window.ask("call", name="move")
    window.until(lambda: window.ask("heard") == ["done"], "the end of the moves")
    window.settle()
    assert window.ask("draws_in", ticks=30) == 0


def test_the_light_around_a_new_crime_beats_slowly_and_then_rests(window: Theatre) -> None:
    """At most a few redraws a second, and none when nothing happens."""
    window.pace(1)
    window.ask("call", name="new crime")
    drawn = window.ask("draws_in", ticks=60)
    assert 4 <= drawn <= 14
    window.pace(8)
    window.settle()
    assert window.ask("draws_in", ticks=45) == 0
