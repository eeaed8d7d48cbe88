"""Generated photographs: the same seed gives the same picture, and the truth lies where it shows."""

import dataclasses

import numpy as np
import pytest

from vision.aruco import find_markers
from vision.colours import COLOURS
from vision.layout import cell_centre_mm
from vision.synthetic.draw import draw
from vision.synthetic.lots import Wishes, random_scene
from vision.synthetic.piles import pile_truth, random_pile
from vision.synthetic.scene import Scene
from vision.synthetic.sensor import photograph
from vision.synthetic.truth import truth
from vision.types import Floats

GENTLE = Wishes(cards=True, hand=False, hard_light=0.0)


def clear_scene(seed: int) -> Scene:
    """A scene with cards, and nothing beside the board that could cover them."""
    return dataclasses.replace(random_scene(seed, GENTLE), clutter=(), gloss=0.0)


def card_corners(scene: Scene, number: int) -> Floats:
    """(4, 2) pixels of a card's marker, its own top left first."""
    assert scene.cards is not None
    c, s = np.cos(scene.cards.yaw[number]), np.sin(scene.cards.yaw[number])
    square = np.array([(-20, -20), (20, -20), (20, 20), (-20, 20)]) @ np.array([(c, s), (-s, c)])
    return scene.camera.project(np.hstack([square + scene.cards.at_mm[number], np.zeros((4, 1))]))


def test_the_same_seed_gives_the_same_photograph() -> None:
    first, again = (photograph(draw(scene), scene) for scene in (random_scene(3), random_scene(3)))
    assert np.array_equal(first, again)
    assert truth(random_scene(3)) == truth(random_scene(3))


def test_the_cards_are_seen_where_the_camera_projects_them() -> None:
    scene = clear_scene(21)
    seen = find_markers(photograph(draw(scene), scene))
    assert set(seen) == {0, 1, 2, 3}
    for number, corners in seen.items():
        assert np.abs(corners - card_corners(scene, number)).max() < 2.0


def test_a_meeple_changes_the_picture_between_its_foot_and_its_head_and_nowhere_far() -> None:
    scene = clear_scene(22)
    piece = next(one for one in scene.pieces if one.cell is not None)
    without = dataclasses.replace(scene, pieces=tuple(one for one in scene.pieces if one is not piece))
    changed = np.abs(draw(scene) - draw(without)).sum(2)
    body = scene.camera.project(np.array([(*piece.at_mm, piece.base_mm + up) for up in (1.0, 12.0)]))
    for x, y in body:
        near = changed[round(y) - 6 : round(y) + 7, round(x) - 6 : round(x) + 7]
        assert near.max() > 0.01
    rows, columns = np.nonzero(changed > 0.2 * changed.max())
    away = np.hypot(columns - body[:, 0].mean(), rows - body[:, 1].mean())
    assert np.median(away) < 60


@pytest.mark.parametrize("seed", range(40, 52))
def test_every_seed_is_a_position_that_a_round_can_have(seed: int) -> None:
    scene = random_scene(seed)
    labels = truth(scene)
    free = set(scene.layout.cells())
    meeples = [meeple["cell"] for meeple in labels["meeples"]]
    discs = [disc["cell"] for disc in labels["discs"]]
    assert len(discs) == len(set(discs)) == len(COLOURS)
    assert len(meeples) == len(set(meeples)) == len(COLOURS) - len(labels["missing_meeples"])
    assert set(meeples) | set(discs) <= free
    for meeple in labels["meeples"]:
        x, y = cell_centre_mm(meeple["cell"])
        assert max(abs(meeple["board_mm"][0] - x), abs(meeple["board_mm"][1] - y)) < 14.5


@pytest.mark.parametrize("seed", range(60, 66))
def test_the_whole_board_lies_in_every_picture(seed: int) -> None:
    labels = truth(random_scene(seed))
    corners = np.array(labels["board_corners_px_NW_NE_SE_SW"])
    assert corners.min() > 0
    assert corners[:, 0].max() < labels["width"]
    assert corners[:, 1].max() < labels["height"]


def test_a_point_seen_through_the_lens_is_found_again_on_the_board() -> None:
    camera = random_scene(70).camera
    points = np.array([(30.0, 40.0), (500.0, 20.0), (280.0, 280.0)])
    seen = camera.project(np.hstack([points, np.zeros((3, 1))]))
    assert np.allclose(camera.plane_mm(seen), points, atol=0.05)


def test_a_heap_counts_what_it_shows() -> None:
    scene = random_pile(5)
    labels = pile_truth(scene)
    assert sum(labels["counts"].values()) == len(labels["meeples"]) == len(scene.pieces)
    assert draw(scene).shape == (960, 1280, 3)
