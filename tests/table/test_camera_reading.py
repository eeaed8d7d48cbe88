"""Frames read with what is known of their camera: corners where they count, true colours, asked in time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from app.games.mutant_meeples.board import shipped_board
from app.table.camera_desk import CameraDesk, Step, read_frame, read_photo
from app.table.camera_places import Known
from app.table.worker import Worker
from hardware.camera.base import Frame
from tests.table.waiting import until
from vision.reader import Reading, Status

CORNERS = np.array([(1, 1), (15, 1), (15, 7), (1, 7)])
SIZE = (16, 8)
IMAGE = np.tile(np.arange(3, dtype=np.uint8), (8, 16, 1))

Reads = list[tuple[Any, Mapping[str, Any]]]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Reads]:
    """`reads(status, ...)`: the reader answers so, one after the other, and what it was asked is noted."""

    def answering(*statuses: Status) -> Reads:
        asked: Reads = []

        def read(image: Any, board: Any, **given: Any) -> Reading:
            asked.append((image, given))
            status = statuses[len(asked) - 1]
            return Reading(status, {}, {}, None, {}, 0.0, "because")

        monkeypatch.setattr("vision.reader.read", read)
        return asked

    return answering


def corners_in(asked: Reads) -> list[bool]:
    return [given.get("corners_px") is not None for _, given in asked]


@pytest.mark.parametrize(("frame_px", "counted"), [(SIZE, True), ((8, 16), False), (None, False)])
def test_corners_count_in_pictures_of_the_size_they_were_pointed_at_in(
    reads: Callable[..., Reads], frame_px: tuple[int, int] | None, counted: bool
) -> None:
    asked = reads(Status.OK)
    read_frame(IMAGE, None, frame_px=frame_px, corners_px=CORNERS, before="place")
    assert corners_in(asked) == [counted]
    assert asked[0][1]["before"] == "place"


@pytest.mark.parametrize("second", [Status.OK, Status.NO_BOARD])
def test_where_no_board_lies_in_the_corners_it_is_looked_for_without(
    reads: Callable[..., Reads], second: Status
) -> None:
    asked = reads(Status.NO_BOARD, second)
    assert read_frame(IMAGE, None, frame_px=SIZE, corners_px=CORNERS).status is second
    assert corners_in(asked) == [True, False]


@pytest.mark.parametrize(
    ("second", "told"),
    [(Status.OK, Status.OK), (Status.HAND, Status.HAND), (Status.NO_BOARD, Status.HAND)],
)
def test_a_hand_seen_in_the_corners_is_believed_only_when_it_is_seen_without_them(
    reads: Callable[..., Reads], second: Status, told: Status
) -> None:
    asked = reads(Status.HAND, second)
    assert read_frame(IMAGE, None, frame_px=SIZE, corners_px=CORNERS).status is told
    assert corners_in(asked) == [True, False]


def test_without_corners_a_picture_without_a_board_is_read_once(reads: Callable[..., Reads]) -> None:
    asked = reads(Status.NO_BOARD)
    read_frame(IMAGE, None, frame_px=SIZE)
    assert len(asked) == 1


def test_a_photo_is_read_with_all_that_is_known(reads: Callable[..., Reads]) -> None:
    asked = reads(Status.OK)
    read_photo(IMAGE, shipped_board("meepville"), {}, Known("empty", CORNERS, "place", True, "Attic", SIZE))
    ((image, given),) = asked
    assert image[0, 0].tolist() == [2, 1, 0]
    assert (given["reference_bgr"], given["before"]) == ("empty", "place")
    assert given["corners_px"] is CORNERS


class Source:
    """Says what it is once it has given a picture, as a camera process does."""

    def __init__(self) -> None:
        self.answered = False

    def request(self) -> bool:
        return True

    def poll(self) -> Frame | None:
        self.answered = True
        return Frame(IMAGE, 0, "photo")

    def describe(self) -> str:
        assert self.answered, "nobody knows yet which camera this is"
        return "USB camera Acme"


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def test_a_camera_is_known_by_its_first_picture(reads: Callable[..., Reads], worker: Worker) -> None:
    reads(Status.OK)
    asked: list[tuple[str, str]] = []

    def known(source: Any, city: str) -> Known:
        asked.append((source.describe(), city))
        return Known()

    desk = CameraDesk(Source(), worker, known)
    desk.take(shipped_board("meepville"), {})
    assert asked == []
    desk.poll()
    until(worker, lambda: desk.step is Step.IDLE)
    assert asked == [("USB camera Acme", "Meepville")]
