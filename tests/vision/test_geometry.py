"""Camera, lens and board mapping on made-up cameras whose truth is exact, and on labelled photographs."""

import cv2
import numpy as np
import pytest

from tests.vision.conftest import load
from vision.aruco import find_markers
from vision.camera_pose import estimate_pose
from vision.config import DEFAULT
from vision.errors import BoardNotFound
from vision.layout import cell_centre_mm, shipped_layouts
from vision.rectify import Lens, Registration, top_view
from vision.registration import BOARD_MM, CORNERS_MM, follow, from_corners, register
from vision.types import Floats, Image


def made_up_camera(tilt_deg: float, height_mm: float = 800.0, focal_px: float = 1100.0) -> Registration:
    """A camera over the board's middle, tilted about the east axis."""
    a = np.radians(tilt_deg)
    rotation = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    centre = np.array([BOARD_MM / 2, BOARD_MM / 2 + height_mm * np.tan(a), -height_mm])
    k = np.array([[focal_px, 0, 639.5], [0, focal_px, 479.5], [0, 0, 1]])
    columns = np.stack([rotation[:, 0], rotation[:, 1], -rotation @ centre], axis=1)
    return Registration(k @ columns, Lens(1280, 960, -0.02), 1.0, "made up")


def test_lens_and_homography_round_trip_over_the_whole_board() -> None:
    camera = made_up_camera(18)
    xs, ys = np.meshgrid(np.linspace(0, BOARD_MM, 9), np.linspace(0, BOARD_MM, 9))
    points = np.stack([xs.ravel(), ys.ravel()], axis=1)
    assert np.abs(camera.to_board(camera.to_photo(points)) - points).max() < 0.01


def test_camera_pose_is_recovered_from_perspective_alone() -> None:
    pose = estimate_pose(made_up_camera(20))
    assert pose.height_mm == pytest.approx(800, rel=0.05)
    assert pose.focal_px == pytest.approx(1100, rel=0.05)
    assert pose.y_mm == pytest.approx(BOARD_MM / 2 + 800 * np.tan(np.radians(20)), abs=25)


def test_a_head_appears_further_from_the_camera_than_its_feet() -> None:
    pose = estimate_pose(made_up_camera(0))
    foot = np.array([[500.0, BOARD_MM / 2]])
    head = pose.shift(foot, 16.0)
    assert 2 < head[0, 0] - foot[0, 0] < 10
    assert head[0, 1] == pytest.approx(foot[0, 1], abs=0.5)


def test_top_view_puts_a_pixel_where_its_board_point_is() -> None:
    camera = made_up_camera(12)
    image = np.zeros((960, 1280, 3), np.uint8)
    x, y = np.rint(camera.to_photo(np.array([[200.0, 330.0]]))[0]).astype(int)
    image[y - 3 : y + 4, x - 3 : x + 4] = 255
    view = top_view(image, camera, (BOARD_MM, BOARD_MM), 1.25, 30.0)
    rows, columns = np.nonzero(view[..., 0] > 128)
    assert (columns.mean() + 0.5) / 1.25 - 30 == pytest.approx(200, abs=1)
    assert (rows.mean() + 0.5) / 1.25 - 30 == pytest.approx(330, abs=1)


@pytest.mark.parametrize("name", ["photo_001", "photo_002", "photo_018", "photo_033", "seq_00/frame_03"])
def test_cells_are_placed_within_three_millimetres_although_cards_lie_loosely(name: str) -> None:
    image, truth = load(name)
    registration = register(image, find_markers(image))
    for meeple in truth["meeples"]:
        off = registration.to_board(np.array([meeple["cell_center_px"]])) - cell_centre_mm(meeple["cell"])
        assert np.abs(off).max() < 3.0, meeple["cell"]


def test_camera_height_is_known_to_a_quarter() -> None:
    for name in ("photo_001", "photo_010", "photo_017"):
        image, truth = load(name)
        height = estimate_pose(register(image, find_markers(image))).height_mm
        assert height == pytest.approx(truth["camera"]["height_cm"] * 10, rel=0.25)


def test_without_enough_cards_the_board_is_not_found() -> None:
    image, _ = load("photo_003")
    with pytest.raises(BoardNotFound, match="0 of the 4"):
        register(image, {})


def test_corners_may_go_either_way_round_but_not_across() -> None:
    image = np.zeros((960, 1280, 3), np.uint8)
    ring = np.array([(100, 100), (900, 100), (900, 900), (100, 900)], np.float64)
    assert np.allclose(from_corners(image, ring).to_photo(CORNERS_MM), ring)
    assert np.allclose(from_corners(image, ring[::-1]).to_photo(CORNERS_MM), ring)
    with pytest.raises(BoardNotFound, match="in turn around the board"):
        from_corners(image, ring[[0, 2, 1, 3]])


def test_corners_pointing_at_bare_table_are_refused() -> None:
    """No frame there: the answer is "not found", never a board in the wrong place."""
    image = np.full((960, 1280, 3), (90, 120, 160), np.uint8)
    corners = np.array([(200, 200), (900, 200), (900, 900), (200, 900)], np.float64)
    with pytest.raises(BoardNotFound, match="frame"):
        register(image, {}, corners, DEFAULT)


def test_layouts_come_from_the_games_own_board_files() -> None:
    boards = {layout.name: layout for layout in shipped_layouts()}
    assert {b.frame for b in boards.values()} == {"black", "green"}
    city = boards["Meeptropolis"]
    assert len(city.cells()) == 18 * 18 - 2
    assert "AA" not in city.cells()
    assert city.width_mm == 560
    assert cell_centre_mm("BA") == (62.5, 33.5)


def cards(image: Image) -> dict[int, Floats]:
    return {number: quad for number, quad in find_markers(image).items() if number < 4}


@pytest.mark.parametrize("name", ["seq_00", "seq_02"])
def test_a_board_that_lies_still_keeps_its_place_frame_by_frame(name: str) -> None:
    first, _ = load(f"{name}/frame_01")
    placed = register(first, cards(first))
    for number in (2, 3, 4):
        assert follow(load(f"{name}/frame_{number:02d}")[0], placed) is placed


def test_a_nudged_board_is_followed() -> None:
    image, _ = load("seq_00/frame_01")
    placed = register(image, cards(image))
    step = np.array([[1, 0, 4], [0, 1, 3]], np.float64)
    moved = np.asarray(cv2.warpAffine(image, step, image.shape[1::-1]), np.uint8)
    again = follow(moved, placed)
    assert again is not None
    assert again is not placed
    apart = again.to_photo(CORNERS_MM) - placed.to_photo(CORNERS_MM) - (4, 3)
    assert np.abs(apart).max() < 1.5


def test_a_board_seen_from_another_side_keeps_what_was_seen_of_its_edges() -> None:
    placed = Registration(np.eye(3), Lens(640, 480), 1.0, "made up", 0.0, (1.0, 2.0, 3.0, 4.0))
    assert placed.turned(1, BOARD_MM).off_mm == (2.0, 3.0, 4.0, 1.0)
