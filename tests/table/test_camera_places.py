"""What is kept about cameras: by camera and place, over a restart, and whatever stands on the card."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from app.language import sentence
from app.store.journal import Journal
from app.table.camera_places import (
    KIND,
    NOTHING_KNOWN,
    Calibration,
    CameraPlaces,
    Whereabouts,
    whereabouts,
    write_reference,
)

CAMERA = "USB camera Acme"
MATRIX = ((1.5, 0.1, 300.0), (0.05, 1.4, 120.0), (0.00001, 0.0002, 1.0))
WHERE = Whereabouts(MATRIX, 1600, 1200, -0.02, 1300.0, (0.1, -0.2, 0.0, 0.3))
CORNERS = ((10.0, 12.0), (900.0, 20.0), (880.0, 700.0), (8.0, 690.0))


class Source:
    """All that is asked of a camera here."""

    def describe(self) -> str:
        return CAMERA


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path / "journal.db")
    yield opened
    opened.close()


def calibration(place: str = "Here", camera: str = CAMERA, **more: object) -> Calibration:
    return msgspec.structs.replace(Calibration(camera, place, (4608, 2592), WHERE), **more)


def test_nothing_is_known_of_a_camera_that_was_never_set_up(journal: Journal, tmp_path: Path) -> None:
    places = CameraPlaces(journal, tmp_path)
    assert places.known_for(Source()) == NOTHING_KNOWN
    assert places.known_for(None) == NOTHING_KNOWN
    assert places.take_notice() is None


def test_a_calibration_is_known_again_after_a_restart(journal: Journal, tmp_path: Path) -> None:
    CameraPlaces(journal, tmp_path).keep(calibration("Kitchen", corners_px=CORNERS, swapped=True))
    known = CameraPlaces(journal, tmp_path).known_for(Source())
    assert known.reference_bgr is None
    assert known.corners_px is not None
    assert known.corners_px.tolist() == [list(corner) for corner in CORNERS]
    assert known.before is not None
    assert (known.before.lens.width_px, known.before.lens.k1, known.before.focal_px) == (1600, -0.02, 1300.0)
    assert (known.swapped, known.place) == (True, "Kitchen")


def test_where_the_board_lies_comes_back_number_by_number() -> None:
    again = whereabouts(WHERE.registration())
    assert again == WHERE
    assert WHERE.registration().homography.shape == (3, 3)


def test_the_place_a_camera_stood_in_last_comes_first(journal: Journal, tmp_path: Path) -> None:
    places = CameraPlaces(journal, tmp_path)
    for place in ("Attic", "Kitchen", "Balcony"):
        places.keep(calibration(place))
    places.keep(calibration("Cellar", camera="another"))
    assert [kept.place for kept in places.of(CAMERA)] == ["Balcony", "Attic", "Kitchen"]
    places.stands_in(CAMERA, "Kitchen")
    again = CameraPlaces(journal, tmp_path)
    assert [kept.place for kept in again.of(CAMERA)] == ["Kitchen", "Attic", "Balcony"]
    assert again.known_for(Source()).place == "Kitchen"


def test_each_side_of_the_board_has_its_own_empty_picture(journal: Journal, tmp_path: Path) -> None:
    places = CameraPlaces(journal, tmp_path)
    for city, grey in (("Meepville", 60), ("Meeptropolis", 200)):
        file = places.reference_file(CAMERA, "Here", city)
        write_reference(file, np.full((120, 160, 3), grey, np.uint8))
        places.keep(calibration(references={city: file.name}))
    again = CameraPlaces(journal, tmp_path)
    for city, grey in (("Meepville", 60), ("Meeptropolis", 200), ("Meepville", 60)):
        picture = again.known_for(Source(), city).reference_bgr
        assert picture is not None
        assert picture.shape == (120, 160, 3)
        assert abs(int(picture[50, 50, 0]) - grey) < 3
    assert again.known_for(Source(), "Elsewhere").reference_bgr is None
    assert again.known_for(Source()).reference_bgr is None


def test_a_new_empty_picture_is_seen_at_once(journal: Journal, tmp_path: Path) -> None:
    places = CameraPlaces(journal, tmp_path)
    file = places.reference_file(CAMERA, "Here", "Meepville")
    for grey in (60, 120):
        write_reference(file, np.full((12, 16, 3), grey, np.uint8))
        places.keep(calibration(references={"Meepville": file.name}))
        picture = places.known_for(Source(), "Meepville").reference_bgr
        assert picture is not None
        assert abs(int(picture[5, 5, 0]) - grey) < 3


@pytest.mark.parametrize("content", [None, b"", b"no picture", b"\xff\xd8\xff\xe0 cut off"])
def test_a_damaged_empty_picture_is_said_and_the_rest_still_holds(
    journal: Journal, tmp_path: Path, content: bytes | None
) -> None:
    places = CameraPlaces(journal, tmp_path)
    file = places.reference_file(CAMERA, "Here", "Meepville")
    if content is not None:
        file.parent.mkdir()
        file.write_bytes(content)
    places.keep(calibration(references={"Meepville": file.name}))
    known = places.known_for(Source(), "Meepville")
    assert known.reference_bgr is None
    assert known.before is not None
    notice = places.take_notice()
    assert notice is not None
    assert "empty board" in sentence(notice)
    assert places.known_for(Source(), "Meepville").reference_bgr is None
    assert places.take_notice() is None


def test_a_record_never_leads_out_of_the_folder(journal: Journal, tmp_path: Path) -> None:
    outside = tmp_path / "secret.jpg"
    write_reference(outside, np.full((12, 16, 3), 60, np.uint8))
    places = CameraPlaces(journal, tmp_path)
    places.keep(calibration(references={"Meepville": "../secret.jpg"}))
    assert places.known_for(Source(), "Meepville").reference_bgr is None


GOOD = msgspec.to_builtins(calibration())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not JSON",
        "[]",
        "{}",
        '{"camera": 3}',
        msgspec.json.encode(GOOD | {"version": 2}).decode(),
        msgspec.json.encode(GOOD | {"wings": True}).decode(),
        msgspec.json.encode(GOOD | {"frame_px": [0, 10]}).decode(),
        msgspec.json.encode(GOOD | {"corners_px": [[1, 2]]}).decode(),
        msgspec.json.encode(GOOD | {"where": GOOD["where"] | {"homography": [[0, 0, 0]] * 3}}).decode(),
    ],
)
def test_a_record_that_cannot_be_read_is_passed_over_and_said(
    journal: Journal, tmp_path: Path, text: str
) -> None:
    CameraPlaces(journal, tmp_path).keep(calibration("Kitchen"))
    journal.put_record(KIND, "place Attic " + CAMERA, text)
    places = CameraPlaces(journal, tmp_path)
    assert [kept.place for kept in places.of(CAMERA)] == ["Kitchen"]
    notice = places.take_notice()
    assert notice is not None
    assert "set the camera up again" in sentence(notice)
    assert journal.records(KIND)["place Attic " + CAMERA] == text


def test_a_journal_that_fails_is_said_and_the_calibration_counts_in_memory(
    journal: Journal, tmp_path: Path
) -> None:
    places = CameraPlaces(journal, tmp_path)
    journal.close()
    places.keep(calibration("Kitchen"))
    assert places.known_for(Source()).place == "Kitchen"
    assert places.take_notice() is not None


def test_a_journal_that_cannot_be_read_holds_no_places(journal: Journal, tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "journal.db")
    db.execute("DROP TABLE records")
    db.close()
    assert CameraPlaces(journal, tmp_path).known_for(Source()) == NOTHING_KNOWN
