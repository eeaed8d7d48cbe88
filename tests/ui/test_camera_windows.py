"""The camera set up in a window with real touches: every step, and what gets in its way."""

from __future__ import annotations

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre
from tests.ui.tripod import corners

pytestmark = pytest.mark.ui


def judge(window: Theatre, name: str, size: tuple[int, int]) -> None:
    """Keep a picture and look for faults of the layout; the letters hide what lies below them."""
    window.shoot(f"camera-{name}-{size[0]}x{size[1]}")
    assert (
        faults_of(window.widgets("PlacePad") or window.widgets("PlacesSheet") or window.widgets(), size) == []
    )


def see_part(window: Theatre, text: str) -> None:
    """Wait until something that is said has that in it, and everything rests."""
    window.until(lambda: any(text in said for said in window.texts()), repr(text))
    window.settle()


def show(window: Theatre, name: str) -> None:
    window.ask("call", name=f"show {name}")


def at(window: Theatre, share: tuple[float, float]) -> tuple[float, float]:
    x, y = window.ask("call", name=f"at {share[0]} {share[1]}")
    return x, y


def on(window: Theatre, button: str) -> None:
    """Touch the button once it can be touched."""
    window.until(
        lambda: any(w["touch"] and w["text"] == button for w in window.widgets()), f"{button!r} to touch"
    )
    window.settle()
    window.touch(button)


@sized()
def test_the_whole_way_fits_and_ends_with_a_saved_place(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("camera", size)
    window.see(word("camera.found"))
    judge(window, "aim", size)
    on(window, word("camera.next"))
    window.see(word("camera.light_good"))
    judge(window, "light", size)
    on(window, word("camera.next"))
    window.see(word("camera.empty"))
    window.see_kind("CheckLine")
    judge(window, "empty", size)
    on(window, word("camera.take"))
    window.see(word("camera.meeples_title"))
    show(window, "seq_00/frame_01")
    see_part(window, "Forrest: RG")
    window.until(lambda: len(window.of_kind("CheckLine")) == 8, "all eight")
    judge(window, "meeples", size)
    window.until(
        lambda: any("seen clearly" in said.lower() for said in window.texts()), "some meeples to be seen"
    )
    window.settle()
    judge(window, "meeples-seen", size)
    if not window.shows(word("camera.all_there")):
        on(window, word("camera.go_on"))
    else:
        on(window, word("camera.next"))
    window.see(word("camera.done"))
    judge(window, "done", size)
    window.touch("Place: Here")
    window.see_kind("PlacePad")
    judge(window, "place", size)
    window.tap(*"YARD", word("name.done"))
    window.see("Place: Yard")
    on(window, word("camera.save"))
    window.until(lambda: window.ask("heard") == ["back"], "the way out")
    assert window.ask("call", name="places") == ["Yard"]


@sized()
def test_a_board_that_cannot_be_seen_is_asked_for(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("camera", size)
    show(window, "grey")
    window.see(word("camera.aim"))
    judge(window, "no-board", size)
    show(window, "black")
    see_part(window, "The picture is black")
    judge(window, "black", size)
    show(window, "half seq_00/frame_00")
    window.see(word("camera.aim"))
    judge(window, "half", size)


@sized()
def test_four_taps_on_the_picture_place_the_board(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """In a crossing order; a corner beside the board is dragged right, under a loupe."""
    window = open_window("camera", size)
    show(window, "photo_003")
    window.see(word("camera.no_cards"))
    window.touch(word("camera.tap_corners"))
    window.see(word("camera.tap_four"))
    north_west, north_east, south_east, south_west = corners("photo_003")
    for corner in (north_west, south_east, south_west):
        window.touch_at(*at(window, corner))
    window.see(word("camera.tap_more", n=1))
    judge(window, "corners", size)
    window.touch_at(*at(window, (0.95, 0.06)))
    window.see(word("camera.corners_no_board"))
    judge(window, "corners-wrong", size)
    window.point_at(*at(window, (0.95, 0.06)))
    window.mouse("down")
    window.point_at(*at(window, north_east))
    window.settle()
    judge(window, "corners-loupe", size)
    window.mouse("up")
    window.see(word("camera.found"))
    judge(window, "corners-found", size)
    on(window, word("camera.next"))
    window.see(word("camera.light_title"))


@sized()
def test_bad_light_and_a_reflection_say_what_to_do(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("camera", size)
    show(window, "photo_038")
    on(window, word("camera.next"))
    see_part(window, "A lamp is mirrored in the board near")
    judge(window, "glare", size)
    show(window, "dark photo_038")
    see_part(window, "It is too dark: turn on a lamp")
    judge(window, "dark", size)
    on(window, word("camera.go_on"))
    window.see(word("camera.empty_title"))
    window.touch("west")
    window.see(word("camera.light_title"))
    window.touch("west")
    window.see(word("camera.aim_title"))
    window.touch("west")
    window.until(lambda: window.ask("heard") == ["back"], "the way out")


@sized()
def test_exchanged_colours_are_offered_to_be_put_right(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("camera", size)
    show(window, "swapped seq_00/frame_01")
    on(window, word("camera.next"))
    window.see(word("camera.light_title"))
    window.until(lambda: window.of_kind("CheckLine"), "the measures")
    if window.shows(word("camera.go_on")):
        on(window, word("camera.go_on"))
    else:
        on(window, word("camera.next"))
    on(window, word("camera.skip"))
    window.see(word("camera.exchanged"))
    judge(window, "exchanged", size)
    on(window, word("camera.exchange"))
    window.until(lambda: not window.shows(word("camera.exchanged")), "the colours put right")


@sized()
def test_a_camera_that_goes_says_so_and_comes_back(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("camera", size)
    on(window, word("camera.next"))
    window.see(word("camera.light_good"))
    show(window, "unplugged")
    window.see(word("camera.gone_title"))
    judge(window, "gone", size)
    show(window, "seq_00/frame_00")
    window.touch(word("camera.again"))
    window.see(word("camera.light_good"))


@sized()
def test_no_camera_and_a_silent_one_leave_the_way_back(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("camera none", size)
    window.see(word("camera.none"))
    judge(window, "none", size)
    window.touch("west")
    window.until(lambda: window.ask("heard") == ["back"], "the way out")
    window = open_window("camera silent", size)
    window.see(word("camera.looking"))
    judge(window, "looking", size)


def test_one_picture_after_the_other_is_shown_in_the_same_place(open_window: OpenWindow) -> None:
    """However long somebody looks at it, the screen needs no more memory."""
    window = open_window("camera")
    window.see(word("camera.found"))
    first = window.ask("call", name="texture")
    show(window, "black")
    see_part(window, "The picture is black")
    show(window, "photo_001")
    window.see("Meepville")
    assert window.ask("call", name="texture") == first


def test_a_folder_of_photographs_is_a_camera_and_ends_with_a_sentence(open_window: OpenWindow) -> None:
    window = open_window("camera folder")
    window.see(word("camera.found"))
    window.see(word("camera.gone_title"))
    see_part(window, "have been shown")
    window.touch(word("camera.again"))
    window.see(word("camera.found"))


@sized()
def test_a_place_where_the_camera_stood_before_is_chosen_from_a_list(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("camera known", size)
    on(window, word("camera.next"))
    window.see(word("camera.light_good"))
    on(window, word("camera.next"))
    window.see(word("camera.empty"))
    on(window, word("camera.skip"))
    window.see(word("camera.meeples_title"))
    on(window, word("camera.skip"))
    window.see("Place: Yard")
    window.touch("Place: Yard")
    window.see_kind("PlacesSheet")
    judge(window, "places", size)
    on(window, "Kitchen table")
    on(window, "Place: Kitchen table")
    on(window, word("camera.place_new"))
    window.see_kind("PlacePad")
