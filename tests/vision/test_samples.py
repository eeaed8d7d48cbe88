"""Training samples: labels lie where the flattened view shows things; what is made is not made again."""

import shutil
from pathlib import Path

import cv2
import numpy as np

from tests.vision.conftest import PHOTOS
from vision.cell_view import CELL_PX, VIEW_PX
from vision.cells import MAPS, NOBODY, WHO
from vision.city import place
from vision.colours import COLOURS
from vision.synthetic.draw import draw
from vision.synthetic.lots import Wishes, random_scene
from vision.synthetic.sensor import photograph
from vision.synthetic.truth import truth
from vision.training.make import main, make, make_heap
from vision.training.samples import Sample, make_sample, true_registration

CLEAR = Wishes(hand=False, hard_light=0.0, lying=0.0, most_tilt=12.0)


def sample_of(seed: int, wishes: Wishes = CLEAR) -> tuple[Sample, dict]:
    scene = random_scene(seed, wishes)
    labels = truth(scene)
    photo = photograph(draw(scene), scene)
    return make_sample(photo, labels, scene.layout, *true_registration(labels)), labels


def test_every_piece_has_one_place_or_a_share_of_two() -> None:
    sample, labels = sample_of(80)
    assert sample.view.shape == (VIEW_PX, VIEW_PX, 3)
    assert sample.who.shape == (WHO, NOBODY + 1)
    assert np.allclose(sample.who.sum(axis=1), 1)
    for colour in labels["missing_meeples"]:
        assert sample.who[COLOURS.index(colour), NOBODY] == 1


def test_a_disc_lies_in_the_view_where_its_label_says() -> None:
    """A bare yellow disc is yellower than its neighbourhood."""
    for seed in range(81, 120):
        sample, labels = sample_of(seed)
        taken = {meeple["cell"] for meeple in labels["meeples"]}
        disc = next(one["cell"] for one in labels["discs"] if one["color"] == "yellow")
        if disc in taken:
            continue
        row, column = place(disc)
        lab = cv2.cvtColor(sample.view, cv2.COLOR_BGR2Lab).astype(float)
        middle = lab[
            row * CELL_PX + 12 : row * CELL_PX + 20, column * CELL_PX + 12 : column * CELL_PX + 20, 2
        ]
        assert middle.mean() > np.median(lab[..., 2]) + 15
        return
    raise AssertionError("no bare yellow disc in forty scenes")


def test_a_foot_near_the_line_between_two_cells_counts_for_both() -> None:
    scene = random_scene(82, CLEAR)
    labels = truth(scene)
    meeple = next(
        one for one in labels["meeples"] if one["cell"][0] not in "AR" and one["cell"][1] not in "AR"
    )
    row, column = place(meeple["cell"])
    meeple["board_mm"] = [19 + 29 * column - 0.5, 19 + 29 * (row - 0.5)]
    sample = make_sample(np.zeros((960, 1280, 3), np.uint8), labels, scene.layout, *true_registration(labels))
    mine = sample.who[COLOURS.index(meeple["color"]), :NOBODY].reshape(VIEW_PX // CELL_PX, -1)
    assert 0.5 <= mine[row, column] < 0.6
    assert mine[row, column] + mine[row, column + 1] == 1


def test_what_a_hand_hides_is_not_learnt_from() -> None:
    for seed in range(300, 340):
        sample, labels = sample_of(seed, Wishes(hand=True))
        if not labels["cells_covered_by_hand"]:
            continue
        assert sample.maps[MAPS.index("hand")].sum() == len(labels["cells_covered_by_hand"])
        for disc in labels["discs"]:
            if disc["cell"] in labels["cells_covered_by_hand"]:
                assert sample.trust[len(COLOURS) + COLOURS.index(disc["color"])] == 0
        return
    raise AssertionError("no hand over the board in forty scenes")


def test_a_sample_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    make(tmp_path, 7)
    made = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert set(made) == {"0000007.jpg", "0000007.small.jpg", "0000007.npz"}
    make(tmp_path, 7)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == made


def test_a_heap_is_kept_with_the_places_of_its_pieces(tmp_path: Path) -> None:
    make_heap(tmp_path, 3)
    with np.load(tmp_path / "0000003.npz") as data:
        assert len(data["points"]) == len(data["colours"]) > 0
        assert data["points"].min() > 0


def test_labelled_photographs_become_samples_like_generated_ones(tmp_path: Path) -> None:
    for name in ("photo_001.jpg", "photo_001.json"):
        shutil.copy(PHOTOS / name, tmp_path)
    assert main(["photos", str(tmp_path / "out"), "--photos", str(tmp_path)]) == 0
    (labels,) = (tmp_path / "out").glob("*.npz")
    with np.load(labels) as data:
        assert data["who"].shape == (WHO, NOBODY + 1)
        assert np.allclose(data["who"].sum(axis=1), 1, atol=1e-3)
    assert cv2.imread(str(labels.with_suffix(".jpg"))).shape == (VIEW_PX, VIEW_PX, 3)
