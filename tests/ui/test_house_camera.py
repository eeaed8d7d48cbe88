"""The whole app with a camera: its door, the check at the start, and one user of the camera at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.games.mutant_meeples.state import PlayerSetup, Setup
from app.table.camera_places import Calibration, CameraPlaces
from app.table.wiring import set_up
from app.ui.words import word
from hardware.pins import PinBackend
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre
from tests.ui.tripod import kept

pytestmark = pytest.mark.ui

MOVED = "was moved since it was set up in Kitchen"
Prepare = Callable[..., None]


@pytest.fixture
def before(tmp_path: Path) -> Prepare:
    """What this table has from an earlier evening: a place of the camera, a match that waits."""

    def prepare(place: Calibration | None = None, match: bool = False) -> None:
        table = set_up(state_dir=tmp_path, backend=PinBackend.SIMULATED)
        if place is not None:
            CameraPlaces(table.journal, table.state_dir).keep(place)
        if match:
            table.session.start(Setup((PlayerSetup("Anna"), PlayerSetup("Ben")), "meepville"))
        table.close()

    return prepare


def says(window: Theatre, text: str) -> bool:
    return any(text in said for said in window.texts())


def to_room(window: Theatre) -> None:
    window.touch(word("game.mutant-meeples"))
    window.see_kind("RoomScreen")


def to_set_up(window: Theatre) -> None:
    to_room(window)
    window.touch(word("room.camera"))
    window.see_kind("CameraScreen")


def back(window: Theatre, kind: str) -> None:
    window.touch("west")
    window.see_kind(kind)


def test_the_door_leads_to_the_set_up_and_back(open_window: OpenWindow) -> None:
    window = open_window("house camera")
    to_set_up(window)
    window.see(word("camera.found"))
    window.shoot("house-camera-800x480")
    back(window, "RoomScreen")
    window.see(word("room.camera_new"))
    back(window, "HomeScreen")


def test_a_camera_that_was_set_up_needs_no_hint_at_its_door(open_window: OpenWindow, before: Prepare) -> None:
    before(kept("seq_01/frame_00"))
    window = open_window("house camera")
    to_room(window)
    window.see(word("room.camera_line"))


def test_a_camera_pulled_out_in_the_set_up_stops_nobody(open_window: OpenWindow) -> None:
    window = open_window("house camera")
    to_set_up(window)
    window.see(word("camera.found"))
    window.ask("call", name="show unplugged")
    window.see(word("camera.gone_title"))
    back(window, "RoomScreen")
    back(window, "HomeScreen")
    window.ask("call", name="show seq_01/frame_00")
    to_set_up(window)
    window.see(word("camera.found"))


@sized()
def test_what_is_not_as_it_was_is_said_once(
    open_window: OpenWindow, before: Prepare, size: tuple[int, int]
) -> None:
    before(kept("seq_00/frame_00"))
    window = open_window("house camera", size)
    window.until(lambda: says(window, MOVED), "the camera's place")
    window.settle()
    window.shoot(f"house-camera-moved-{size[0]}x{size[1]}")
    texts = [w for w in window.widgets() if "NoticeBar" in w["within"]]
    assert faults_of(texts, size) == []
    window.touch_kind("NoticeBar")
    to_room(window)
    back(window, "HomeScreen")
    assert not says(window, MOVED)


def test_the_set_up_begins_with_nothing_over_its_buttons(open_window: OpenWindow, before: Prepare) -> None:
    before(kept("seq_00/frame_00"))
    window = open_window("house camera")
    window.until(lambda: says(window, MOVED), "the camera's place")
    window.settle()
    to_set_up(window)
    assert not says(window, MOVED)


def test_a_table_as_it_was_is_left_in_peace_and_the_light_is_held(
    open_window: OpenWindow, before: Prepare
) -> None:
    before(kept("seq_01/frame_00"))
    window = open_window("house camera")
    window.until(lambda: window.ask("call", name="locked"), "the light to be held")
    assert not any(w["text"] for w in window.widgets("NoticeBar"))


def test_the_first_photo_of_a_folder_is_left_to_the_match(open_window: OpenWindow, before: Prepare) -> None:
    before(kept("seq_01/frame_00"))
    window = open_window("house photos")
    to_room(window)
    assert window.ask("call", name="asked") == 0


def test_who_leaves_a_match_leaves_the_camera(open_window: OpenWindow, before: Prepare) -> None:
    """Also the picture it was waiting for: the set-up gets its own."""
    before(kept("seq_01/frame_00"), match=True)
    window = open_window("house camera")
    window.until(lambda: window.ask("call", name="locked"), "the check")
    assert window.ask("call", name="asked") == 1
    to_room(window)
    window.touch(word("home.resume"))
    window.until(lambda: window.ask("call", name="asked") > 2, "a match that is watched")
    window.ask("call", name="show ")
    window.settle()
    window.tap("more", word("match.leave"), word("match.leave"))
    window.see_kind("HomeScreen")
    assert not window.ask("call", name="busy")
    asked = window.ask("call", name="asked")
    to_room(window)
    assert window.ask("call", name="asked") == asked
    window.ask("call", name="show seq_01/frame_00")
    window.touch(word("room.camera"))
    window.see("Meeptropolis")


def test_the_set_up_knows_which_city_the_waiting_match_is_played_in(
    open_window: OpenWindow, before: Prepare
) -> None:
    before(match=True)
    window = open_window("house camera")
    to_set_up(window)
    window.see(word("camera.other_city", found="Meeptropolis", expected="Meepville"))
