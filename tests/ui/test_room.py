"""The room of Mutant Meeples: doors lead somewhere, every way leads back."""

from __future__ import annotations

import pytest

from app.ui.presenters.room import CAMERA_DOOR, DOORS, RoomPresenter
from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized

WITHOUT_CAMERA = [door for door in DOORS if door != CAMERA_DOOR]


def test_the_first_door_is_the_match() -> None:
    doors = RoomPresenter(lambda: 0, lambda: None, lambda: True).view().doors
    assert [door.screen for door in doors] == list(DOORS)
    assert [door.main for door in doors] == [True] + [False] * (len(DOORS) - 1)


def test_only_a_table_with_a_camera_has_a_door_to_its_set_up() -> None:
    doors = RoomPresenter(lambda: 0, lambda: None).view().doors
    assert [door.screen for door in doors] == WITHOUT_CAMERA


@pytest.mark.parametrize(("set_up", "key"), [(True, "camera_line"), (False, "camera_new")])
def test_the_door_to_the_camera_tells_whether_it_was_set_up(set_up: bool, key: str) -> None:
    doors = RoomPresenter(lambda: 0, lambda: None, lambda: set_up).view().doors
    assert [door.line for door in doors if door.screen == CAMERA_DOOR] == [word(f"room.{key}")]


def test_a_match_that_waits_is_told_and_the_first_door_leads_to_a_new_one() -> None:
    """Asked anew for every view: the match may have been played to its end."""
    kept = ["Round 3. Anna 2, Ben 1", None]
    presenter = RoomPresenter(lambda: 0, lambda: kept.pop(0))
    waiting, over = presenter.view(), presenter.view()
    assert (waiting.resume, waiting.doors[0].title) == ("Round 3. Anna 2, Ben 1", word("room.anew"))
    assert (over.resume, over.doors[0].title) == (None, word("room.setup"))
    assert waiting.doors[1:] == over.doors[1:]


@pytest.mark.parametrize(("days", "key"), [(0, "puzzles_line"), (1, "streak_begun"), (5, "streak")])
def test_the_door_to_the_puzzles_tells_the_streak(days: int, key: str) -> None:
    line = next(
        door.line
        for door in RoomPresenter(lambda: days, lambda: None).view().doors
        if door.screen == "puzzles"
    )
    assert line == word(f"room.{key}", days=days)


@pytest.mark.ui
@sized()
@pytest.mark.parametrize(("scene", "doors"), [("room", WITHOUT_CAMERA), ("room camera", list(DOORS))])
def test_every_door_of_the_room_fits_and_leads_on(
    open_window: OpenWindow, size: tuple[int, int], scene: str, doors: list[str]
) -> None:
    window = open_window(scene, size)
    window.shoot(f"{scene.replace(' ', '-')}-{size[0]}x{size[1]}")
    assert faults_of(window.widgets(), size) == []
    for door in doors:
        window.touch(word(f"room.{door}"))
        window.until(lambda door=door: window.ask("heard")[-1:] == [door], door)
        if door == "help":
            window.settle()
            window.touch("west")
            window.settle()
    window.touch("west")
    window.until(lambda: window.ask("heard") == [*doors, "back"], "the way back")


@pytest.mark.ui
@sized()
def test_a_match_that_waits_comes_first_and_a_new_one_second(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    """The card goes when no match waits any more."""
    window = open_window("room waiting", size)
    window.shoot(f"room-waiting-{size[0]}x{size[1]}")
    assert faults_of(window.widgets(), size) == []
    window.tap(word("home.resume"), word("room.anew"))
    assert window.ask("heard") == ["go on", "setup"]
    window.ask("call", name="after the match")
    window.see(word("room.setup"))
    assert "ResumeCard" not in window.kinds()
    assert faults_of(window.widgets(), size) == []
