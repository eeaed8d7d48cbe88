"""The whole pipeline on real JPEGs, on pictures that show no board, and on turned and swapped ones."""

from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.conftest import load
from vision.colours import COLOURS
from vision.reader import Reading, Status, normalise, read
from vision.registration import BOARD_MM, CORNERS_MM
from vision.types import Floats, Image


def true_cells(truth: dict) -> dict[str, str | None]:
    cells: dict[str, str | None] = dict.fromkeys(COLOURS)
    return cells | {meeple["color"]: meeple["cell"] for meeple in truth["meeples"]}


def assert_not_confidently_wrong(reading: Reading, truth: dict) -> None:
    if reading.status is Status.OK:
        assert reading.meeples == true_cells(truth)


@pytest.fixture(scope="module")
def clear_reading(clear_photo: tuple[Image, dict]) -> Reading:
    return read(clear_photo[0])


def test_a_clear_photo_is_read_exactly_and_surely(
    clear_photo: tuple[Image, dict], clear_reading: Reading
) -> None:
    truth, reading = clear_photo[1], clear_reading
    assert reading.board == "Meepville"
    assert reading.meeples == true_cells(truth)
    assert reading.discs == {disc["color"]: disc["cell"] for disc in truth["discs"]}
    assert reading.target == truth["target"]["cell"]
    assert set(reading.confidence) == set(COLOURS)


def test_the_same_photo_gives_the_same_reading_twice(
    clear_photo: tuple[Image, dict], clear_reading: Reading
) -> None:
    again, first = read(clear_photo[0]), clear_reading
    assert (first.meeples, first.discs, first.confidence) == (again.meeples, again.discs, again.confidence)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_camera_mounted_any_way_round_reads_the_same_cells(
    clear_photo: tuple[Image, dict], turns: int
) -> None:
    """The cards' numbers say where north is."""
    image, truth = clear_photo
    reading = read(np.ascontiguousarray(np.rot90(image, turns)))
    assert reading.meeples == true_cells(truth)


def test_swapped_colour_channels_never_give_a_confident_wrong_board(clear_photo: tuple[Image, dict]) -> None:
    image, truth = clear_photo
    assert_not_confidently_wrong(read(np.ascontiguousarray(image[..., ::-1])), truth)


@pytest.mark.parametrize("gain", [(0.8, 1.0, 1.2), (0.75, 0.75, 0.75)])
def test_another_white_balance_is_read_right_or_doubted(
    clear_photo: tuple[Image, dict], gain: tuple[float, float, float]
) -> None:
    image, truth = clear_photo
    shifted = np.clip(image * np.array(gain), 0, 255).astype(np.uint8)
    reading = read(shifted)
    assert reading.status is not Status.NO_BOARD
    assert_not_confidently_wrong(reading, truth)
    right = sum(reading.meeples[c] == cell for c, cell in true_cells(truth).items())
    assert right >= 6


def test_pictures_without_a_board_say_so() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (960, 1280, 3)).astype(np.uint8)
    black, gray = np.zeros((960, 1280, 3), np.uint8), np.full((960, 1280), 128, np.uint8)
    for image in (black, noise, gray):
        reading = read(image)
        assert reading.status is Status.NO_BOARD
        assert set(reading.meeples.values()) == {None}
        assert reading.reason


def test_odd_arrays_are_answered_and_not_crashed_on() -> None:
    for image in (
        np.zeros((10, 10, 3), np.uint8),
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((960, 1280, 2), np.uint8),
        np.zeros((960, 1280, 3), np.float32),  # type: ignore[arg-type]
    ):
        assert read(image).status is Status.NO_BOARD  # type: ignore[arg-type]


def test_a_tiny_photo_is_refused_with_its_reason(clear_photo: tuple[Image, dict]) -> None:
    reading = read(np.ascontiguousarray(clear_photo[0][::4, ::4]))
    assert reading.status is Status.NO_BOARD
    assert "small" in reading.reason


def test_alpha_and_large_pictures_are_brought_to_working_size(clear_photo: tuple[Image, dict]) -> None:
    image = clear_photo[0]
    alpha = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    assert np.array_equal(normalise(alpha)[0], image)
    large, factor = normalise(np.repeat(np.repeat(image, 2, axis=0), 2, axis=1))
    assert max(large.shape) == 1600
    assert factor == pytest.approx(0.625)


def test_a_board_half_out_of_sight_is_not_read_confidently(clear_photo: tuple[Image, dict]) -> None:
    image, truth = clear_photo
    covered = image.copy()
    covered[:, 640:] = (70, 90, 110)
    reading = read(covered)
    assert reading.status in (Status.NO_BOARD, Status.HAND, Status.UNSURE)
    assert_not_confidently_wrong(reading, truth)


def test_a_photo_without_cards_is_read_by_the_boards_own_looks() -> None:
    image, truth = load("photo_003")
    assert not truth["markers"]
    assert read(image).meeples == true_cells(truth)


@pytest.mark.parametrize("first", range(4))
def test_corners_pointed_at_may_begin_anywhere(first: int) -> None:
    image, truth = load("photo_003")
    corners = np.roll(np.array(truth["board_corners_px_NW_NE_SE_SW"]), first, axis=0)
    assert read(image, corners_px=corners).meeples == true_cells(truth)


@pytest.mark.parametrize("name", ["photo_018", "photo_024"])
def test_a_hand_over_the_board_is_noticed(name: str) -> None:
    image, _ = load(name)
    reading = read(image)
    assert reading.status is Status.HAND
    assert reading.reason


def test_a_photo_out_of_focus_is_not_confidently_wrong() -> None:
    """Blurred, the token of this photo looks like a gray disc with its meeple."""
    image, truth = load("photo_007")
    reading = read(np.asarray(cv2.GaussianBlur(image, (0, 0), 2.0), np.uint8))
    assert_not_confidently_wrong(reading, truth)


@pytest.mark.parametrize("pushed_mm", [14, 17, 20, 24])
def test_a_board_pushed_by_the_width_of_its_frame_is_found_anew(pushed_mm: float) -> None:
    """The outer edge then lies where the inner one was: the place of a moment ago seems to fit."""
    image, truth = load("photo_006")
    before = read(image).registration
    assert before is not None
    corners = before.to_photo(CORNERS_MM)
    px_per_mm = float(np.linalg.norm(corners[1] - corners[0])) / BOARD_MM
    step = np.array([[1, 0, 0.8 * pushed_mm * px_per_mm], [0, 1, 0.6 * pushed_mm * px_per_mm]])
    pushed = cv2.warpAffine(image, step, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    pushed = np.asarray(pushed, np.uint8)
    again = read(pushed, before=before)
    assert again.status is read(pushed).status
    assert again.meeples == true_cells(truth)


def pushed(picture: Image, truth: dict[str, Any], by_mm: tuple[float, float]) -> Image:
    """The board moved on the table while the cards stay: what lay below it is a blur of what is around it."""
    camera = truth["camera"]
    face = np.array([(-2, -2, 0), (562, -2, 0), (562, 562, 0), (-2, 562, 0)], np.float64)

    def seen(points: Floats) -> Floats:
        rotation, _ = cv2.Rodrigues(np.array(camera["R_board_to_cam"], np.float64))
        place = np.array(camera["t_board_to_cam_mm"], np.float64)
        lens = np.array(camera["dist_k1k2p1p2k3"], np.float64)
        px, _ = cv2.projectPoints(points, rotation, place, np.array(camera["K"], np.float64), lens)
        return np.asarray(px, np.float64).reshape(4, 2)

    here, there = seen(face), seen(face + (*by_mm, 0))
    move, _ = cv2.findHomography(here, there)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(here).astype(np.int32), 255)
    small = cv2.resize(picture, None, fx=0.25, fy=0.25)
    hole = (cv2.resize(mask, small.shape[1::-1]) > 0).astype(np.uint8)
    size = picture.shape[1::-1]
    below = cv2.resize(cv2.inpaint(small, hole, 3, cv2.INPAINT_TELEA), size)
    bare = np.where(mask[..., None] > 0, below, picture)
    return np.asarray(
        np.where(
            cv2.warpPerspective(mask, move, size)[..., None] > 127,
            cv2.warpPerspective(picture, move, size),
            bare,
        ),
        np.uint8,
    )


@pytest.mark.parametrize("by_mm", [(20.0, 6.0), (15.0, 4.5), (0.0, 18.0)])
def test_a_board_pushed_away_from_its_cards_is_found_by_its_looks(by_mm: tuple[float, float]) -> None:
    picture, truth = load("seq_00/frame_04")
    reading = read(pushed(picture, truth, by_mm))
    assert reading.status in (Status.OK, Status.UNSURE)
    true = {meeple["color"]: meeple["cell"] for meeple in truth["meeples"]}
    assert {
        c: cell for c, cell in reading.meeples.items() if reading.confidence[c] >= 0.9
    }.items() <= true.items()
