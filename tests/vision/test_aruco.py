"""The ArUco adapter on drawn markers and on the array shapes of both OpenCV generations."""

import numpy as np

from tests.vision.conftest import draw_marker
from vision.aruco import find_markers, markers_from_raw


def sheet() -> np.ndarray:
    page = np.full((400, 600), 255, np.uint8)
    page[50:150, 50:150] = draw_marker(0, 100)
    page[50:150, 450:550] = draw_marker(1, 100)
    page[250:350, 450:550] = draw_marker(2, 100)
    return page


def test_finds_each_drawn_marker_with_its_own_top_left_corner_first() -> None:
    found = find_markers(sheet())
    assert sorted(found) == [0, 1, 2]
    assert np.allclose(found[1], [(450, 50), (549, 50), (549, 149), (450, 149)], atol=1.5)


def test_corner_order_turns_with_the_marker() -> None:
    turned = find_markers(np.ascontiguousarray(np.rot90(sheet(), 2)))
    assert np.allclose(turned[0][0], (549, 349), atol=1.5)


def test_colour_and_gray_pictures_give_the_same_corners() -> None:
    gray = find_markers(sheet())
    colour = find_markers(np.repeat(sheet()[..., None], 3, axis=2))
    assert all(np.array_equal(gray[n], colour[n]) for n in (0, 1, 2))


def test_accepts_the_array_shapes_of_old_and_new_opencv() -> None:
    quad = np.arange(8, dtype=np.float32)
    old = markers_from_raw((quad.reshape(1, 4, 2),), np.array([[3]]))
    new = markers_from_raw((quad.reshape(4, 2),), np.array([3]))
    assert list(old) == list(new) == [3]
    assert old[3].shape == new[3].shape == (4, 2)


def test_no_marker_is_an_empty_answer() -> None:
    assert find_markers(np.full((300, 300, 3), 200, np.uint8)) == {}
    assert markers_from_raw((), None) == {}


def test_an_id_seen_twice_is_trusted_for_neither() -> None:
    quad = np.zeros((1, 4, 2), np.float32)
    assert list(markers_from_raw((quad, quad, quad), np.array([[1], [1], [2]]))) == [2]
