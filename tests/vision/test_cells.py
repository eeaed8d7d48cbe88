"""What the cell network says of views that were turned or seen in a mirror, and of several looks at one."""

import numpy as np
import numpy.typing as npt

from tests.vision.conftest import load
from vision.camera_pose import estimate_pose
from vision.cell_view import GRID, VIEW_PX, cell_view, lean_of
from vision.cells import MAPS, NOBODY, WHO, CellScores, look_again, mirrored, score_cells
from vision.training.samples import true_registration

Array = npt.NDArray[np.float32]


class Painted:
    """Stands in for the network: says that every piece is where the view is brightest."""

    def run(self, _outputs: tuple[str, ...], **inputs: Array) -> list[Array]:
        view = inputs["view"][0].mean(axis=0)
        cell = VIEW_PX // GRID
        bright = view.reshape(GRID, cell, GRID, cell).mean(axis=(1, 3)) * 20
        who = np.concatenate([np.tile(bright.ravel(), (WHO, 1)), np.zeros((WHO, 1), np.float32)], axis=1)
        maps = np.zeros((len(MAPS), GRID, GRID), np.float32)
        maps[MAPS.index("standing")] = inputs["lean"][0, 0]
        maps[MAPS.index("lying")] = inputs["lean"][0, 1]
        return [who.astype(np.float32), maps]


def test_a_mirror_of_a_mirror_is_the_board_itself() -> None:
    rng = np.random.default_rng(3)
    scores = CellScores(
        rng.normal(size=(WHO, NOBODY + 1)).astype(np.float32),
        rng.random((len(MAPS), GRID, GRID)).astype(np.float32),
    )
    again = mirrored(mirrored(scores))
    assert np.array_equal(again.who, scores.who)
    assert np.array_equal(again.maps, scores.maps)
    west = mirrored(scores).map("west")
    assert np.array_equal(west[:, ::-1], scores.map("east"))


def test_every_look_is_brought_back_to_the_same_cells() -> None:
    view = np.zeros((VIEW_PX, VIEW_PX, 3), np.uint8)
    view[5 * 32 : 6 * 32, 3 * 32 : 4 * 32] = 255
    lean = np.zeros((GRID, GRID, 2), np.float32)
    first = score_cells(view, lean, Painted())  # type: ignore[arg-type]
    mean = look_again(view, lean, first, Painted())  # type: ignore[arg-type]
    assert (mean.who.argmax(axis=1) == 5 * GRID + 3).all()
    assert np.allclose(mean.who, first.who, atol=1e-4)


def test_three_looks_at_a_clear_photograph_agree_with_one() -> None:
    image, truth = load("photo_001")
    registration, _ = true_registration(truth)
    view, lean = cell_view(image, registration), lean_of(estimate_pose(registration))
    one = score_cells(view, lean)
    three = look_again(view, lean, one)
    assert np.array_equal(one.who[:8].argmax(axis=1), three.who[:8].argmax(axis=1))
