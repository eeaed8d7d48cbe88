"""The check at the start: the same table, a moved camera, no board, other light, no camera."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from app.language import sentence
from app.store.journal import Journal
from app.table.camera_check import Checked, PlaceCheck, check
from app.table.camera_places import Calibration, CameraPlaces, whereabouts
from app.table.worker import Worker
from hardware.camera.base import Frame
from hardware.errors import CameraUnavailable
from tests.table.waiting import until
from tests.vision.conftest import load
from vision.reader import normalise
from vision.registration import register
from vision.types import Image

CAMERA = "Pi camera imx708"


@cache
def table(name: str = "seq_01/frame_00") -> tuple[Image, Calibration]:
    """A photo, and what was kept about its camera."""
    image, truth = load(name)
    small, _ = normalise(image)
    where = register(small, {}, np.array(truth["board_corners_px_NW_NE_SE_SW"]))
    return image, Calibration(CAMERA, "Kitchen", (image.shape[1], image.shape[0]), whereabouts(where))


def said(found: Checked) -> str:
    return "" if found.message is None else sentence(found.message)


def test_a_table_as_it_was_has_nothing_said_of_it() -> None:
    image, kept = table()
    assert check(image, [kept]) == Checked("Kitchen", None)


def test_the_place_is_told_by_where_the_board_lies() -> None:
    image, kept = table()
    _, other = table("seq_00/frame_00")
    attic = Calibration(CAMERA, "Attic", kept.frame_px, other.where)
    assert check(image, [attic, kept]) == Checked("Kitchen", None)


def test_a_moved_camera_is_told_from_a_board_that_is_not_there() -> None:
    _, kept = table()
    moved = check(table("seq_00/frame_00")[0], [kept])
    gone = check(np.full((960, 1280, 3), 90, np.uint8), [kept])
    assert (moved.place, gone.place) == (None, None)
    assert said(moved).startswith("The camera or the board was moved since it was set up in Kitchen")
    assert said(gone).startswith("The camera does not see the board")


def test_a_board_turned_over_is_no_fault() -> None:
    """The frame lies where it lay; the picture of the empty board is chosen by its city."""
    image, kept = table()
    assert check(np.ascontiguousarray(image[..., ::-1]), [kept]).place == "Kitchen"


def test_a_camera_that_exchanges_red_and_blue_has_its_light_judged_by_the_true_colours() -> None:
    image, kept = table()
    warm = (image * (0.35, 0.7, 1.0)).astype(np.uint8)
    swapped = msgspec.structs.replace(kept, swapped=True)
    assert said(check(warm, [kept])).startswith("The light is very yellow")
    assert said(check(np.ascontiguousarray(warm[..., ::-1]), [swapped])).startswith(
        "The light is very yellow"
    )


def test_light_that_has_changed_is_said_with_what_to_do() -> None:
    image, kept = table()
    found = check((image * 0.3).astype(np.uint8), [kept])
    assert found.place == "Kitchen"
    assert said(found).startswith("It is too dark: turn on a lamp")


def test_a_black_picture_is_no_missing_board() -> None:
    _, kept = table()
    noise = np.random.default_rng(3).normal(4, 3, (960, 1280, 3)).clip(0, 255).astype(np.uint8)
    assert said(check(noise, [kept])).startswith("The picture is black")


def test_pictures_of_another_size_and_no_pictures_at_all_are_answered() -> None:
    image, kept = table()
    assert check(np.ascontiguousarray(image[::2, ::2]), [kept]).place is None
    assert check(np.zeros((4, 4, 3), np.uint8), [kept]).place is None


# --- asking the camera


class Source:
    """Gives what it is told to, at the second poll."""

    def __init__(self, *answers: Image | CameraUnavailable) -> None:
        self.answers = list(answers)
        self.busy, self.polls, self.cancelled, self.locked = False, 0, False, False

    def request(self) -> bool:
        asked, self.busy = not self.busy, True
        return asked

    def poll(self) -> Frame | None:
        self.polls += 1
        if not self.busy or self.polls < 2:
            return None
        self.busy = False
        answer = self.answers.pop(0)
        if isinstance(answer, CameraUnavailable):
            raise answer
        return Frame(answer, 0, "photo")

    def cancel(self) -> None:
        self.busy, self.cancelled = False, True

    def describe(self) -> str:
        return CAMERA

    def lock_controls(self) -> None:
        self.locked = True


@pytest.fixture
def places(tmp_path: Path) -> Iterator[CameraPlaces]:
    journal = Journal(tmp_path / "journal.db")
    yield CameraPlaces(journal, tmp_path)
    journal.close()


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def polled(source: Any, worker: Worker, places: CameraPlaces) -> PlaceCheck:
    checking = PlaceCheck(source, worker, places)
    checking.begin()
    checking.poll()
    checking.poll()
    return checking


def test_a_table_as_it_was_has_the_camera_hold_its_light(places: CameraPlaces, worker: Worker) -> None:
    image, kept = table()
    places.keep(kept)
    places.stands_in(CAMERA, "Attic")
    source = Source(image)
    checking = polled(source, worker, places)
    until(worker, lambda: source.locked)
    assert checking.set_up
    assert checking.message is None
    assert places.known_for(source).place == "Kitchen"


def test_what_is_not_right_is_said_and_nothing_is_held(places: CameraPlaces, worker: Worker) -> None:
    image, kept = table()
    places.keep(kept)
    source = Source((image * 0.3).astype(np.uint8))
    checking = polled(source, worker, places)
    until(worker, lambda: checking.message is not None)
    assert not source.locked


def test_a_camera_never_set_up_is_known_as_such(places: CameraPlaces, worker: Worker) -> None:
    checking = polled(Source(table()[0]), worker, places)
    assert not checking.set_up
    assert checking.message is None


def test_no_camera_and_a_camera_that_is_gone_are_no_fault_of_the_place(
    places: CameraPlaces, worker: Worker
) -> None:
    for source in (None, Source(CameraUnavailable("unplugged"))):
        checking = polled(source, worker, places)
        assert (checking.set_up, checking.message) == (True, None)


def test_whoever_wants_the_camera_stops_the_check(places: CameraPlaces, worker: Worker) -> None:
    source = Source(table()[0])
    checking = PlaceCheck(source, worker, places)
    checking.begin()
    checking.stop()
    assert source.cancelled
    checking.poll()
    assert source.polls == 0


def test_a_picture_that_somebody_else_took_is_not_waited_for(places: CameraPlaces, worker: Worker) -> None:
    source = Source(table()[0])
    checking = PlaceCheck(source, worker, places)
    checking.begin()
    source.busy = False
    checking.poll()
    checking.poll()
    assert source.polls == 1
