"""Counting loose meeples: marks made up for the counting itself, drawn and rendered heaps for the whole."""

import cv2
import numpy as np
import pytest

from tests.vision.conftest import PHOTOS, load
from vision.colours import HEAP_COLOURS
from vision.config import DEFAULT
from vision.heap import SIZE, Heap, count, find_marks, spots_in
from vision.network import Array, shipped
from vision.reader import Status
from vision.synthetic.draw import draw
from vision.synthetic.piles import pile_truth, random_pile
from vision.synthetic.sensor import photograph
from vision.types import Image

COLUMNS, ROWS = SIZE[0] // 4, SIZE[1] // 4


class Marked:
    """Stands for the network: says the same log odds whatever it sees, and keeps what it saw."""

    def __init__(self, marks: Array) -> None:
        self.marks = marks
        self.seen: Array | None = None

    def run(self, outputs: tuple[str, ...], **inputs: Array) -> list[Array]:
        assert outputs == ("heap",)
        self.seen = inputs["photo"]
        return [self.marks[None]]


def marks(*pieces: tuple[str, int, int, float]) -> Array:
    """Log odds with a mark (colour, column, row, chance) for each piece."""
    odds = np.full((len(HEAP_COLOURS), ROWS, COLUMNS), -9.0, np.float32)
    for colour, column, row, chance in pieces:
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)):
            edge = 0.0 if dx == dy == 0 else 1.5
            value = np.float32(np.log(chance / (1 - chance)) - edge)
            here = odds[HEAP_COLOURS.index(colour), row + dy, column + dx]
            odds[HEAP_COLOURS.index(colour), row + dy, column + dx] = max(here, value)
    return odds


def counted(*pieces: tuple[str, int, int, float]) -> Heap:
    return count(np.zeros((960, 1280, 3), np.uint8), network=Marked(marks(*pieces)))  # type: ignore[arg-type]


def test_the_colours_are_those_the_heaps_are_drawn_in() -> None:
    assert HEAP_COLOURS == HEAP_COLOURS


def test_clear_marks_are_counted_by_colour() -> None:
    heap = counted(("red", 20, 30, 0.95), ("red", 60, 30, 0.9), ("black", 90, 70, 0.99))
    assert heap.counts == {"black": 1, "gray": 0, "red": 2, "blue": 0, "green": 0, "yellow": 0}
    assert (heap.status, heap.reason, heap.doubtful) == (Status.OK, "", ())


def test_a_mark_lies_where_its_piece_lies_in_the_photo() -> None:
    (spot,) = counted(("blue", 40, 25, 0.95)).spots
    assert (spot.x_px, spot.y_px) == pytest.approx((323.5, 203.5))  # two photo pixels a pixel of the network
    assert spot.confidence == pytest.approx(0.95, abs=1e-3)


def test_places_are_told_in_pixels_of_the_photo_as_it_was_given() -> None:
    network = Marked(marks(("blue", 40, 25, 0.95)))
    (spot,) = count(np.zeros((2400, 3200, 3), np.uint8), network=network).spots  # type: ignore[arg-type]
    assert (spot.x_px, spot.y_px) == pytest.approx((809.5, 509.5))


def test_marks_nearer_to_each_other_than_a_piece_is_wide_are_one_piece() -> None:
    heap = counted(("red", 20, 30, 0.95), ("yellow", 21, 31, 0.8))
    assert heap.counts["red"] == 1
    assert sum(heap.counts.values()) == 1
    assert sum(counted(("red", 20, 30, 0.95), ("yellow", 24, 30, 0.8)).counts.values()) == 2


def test_marks_beyond_all_doubt_are_still_one_piece_each() -> None:
    """A chance that is one to seven digits must not make a piece of each of its neighbours."""
    odds = marks(("red", 20, 30, 0.95))
    odds[2, 30, 20:23] = (40.0, 41.0, 40.0)
    assert [spot.confidence for spot in spots_in(odds, 0.5)] == [1.0]


@pytest.mark.parametrize(
    ("chance", "number", "status"),
    [
        (DEFAULT.heap_nearly - 0.02, 0, Status.OK),
        (DEFAULT.heap_nearly + 0.02, 0, Status.UNSURE),
        (DEFAULT.heap_counts + 0.02, 1, Status.UNSURE),
        (DEFAULT.heap_sure + 0.02, 1, Status.OK),
    ],
)
def test_what_is_barely_counted_or_barely_not_makes_the_count_unsure(
    chance: float, number: int, status: Status
) -> None:
    heap = counted(("green", 50, 50, chance), ("red", 10, 10, 0.99))
    assert (heap.counts["green"], heap.status) == (number, status)
    if status is Status.UNSURE:
        assert heap.reason == "Not sure of some green spots."
        assert [spot.colour for spot in heap.doubtful] == ["green"]


@pytest.mark.parametrize("shape", [(960, 1280), (1280, 960), (700, 1400), (400, 400)])
def test_the_photo_is_shown_whole_and_unstretched(shape: tuple[int, int]) -> None:
    network = Marked(marks())
    image = np.full((*shape, 3), 255, np.uint8)
    _, scale = find_marks(image, network)  # type: ignore[arg-type]
    assert network.seen is not None
    assert network.seen.shape == (1, 3, SIZE[1], SIZE[0])
    shown = network.seen[0, 0] > 0.5
    height, width = shown.any(1).sum(), shown.any(0).sum()
    assert (height, width) == (round(shape[0] * scale), round(shape[1] * scale))
    assert height == SIZE[1] or width == SIZE[0]


def test_a_picture_too_small_is_unsure_with_its_reason() -> None:
    heap = count(np.zeros((100, 100, 3), np.uint8), network=Marked(marks()))  # type: ignore[arg-type]
    assert heap.status is Status.UNSURE
    assert "small" in heap.reason
    assert set(heap.counts.values()) == {0}


def test_a_heap_can_be_drawn_from_any_seed_and_its_truth_adds_up() -> None:
    for seed in range(60):
        scene = random_pile(seed)
        truth = pile_truth(scene)
        assert sum(truth["counts"].values()) == len(truth["meeples"]) == len(scene.pieces) >= 1
        points = np.array([one["center_px"] for one in truth["meeples"]])
        assert (points > 0).all()
        assert (points < (truth["width"], truth["height"])).all()


def test_nothing_that_lies_about_a_drawn_heap_touches_a_piece() -> None:
    cluttered = [scene for scene in map(random_pile, range(60)) if scene.clutter]
    assert cluttered
    for scene in cluttered:
        for thing in scene.clutter:
            gaps = [
                np.hypot(x - thing.at_mm[0], y - thing.at_mm[1]) for x, y in (p.at_mm for p in scene.pieces)
            ]
            assert min(gaps) > min(thing.size_mm[0], thing.size_mm[1] or 99) / 2 + 8


def test_a_rendered_heap_is_counted_right() -> None:
    image, truth = load("pile_00")
    assert count(image).counts == truth["counts"]


def test_a_heap_in_dim_light_has_all_its_pieces_and_any_wrong_colour_is_doubted() -> None:
    """Its two gray meeples look nearly black."""
    image, truth = load("pile_01")
    heap = count(image)
    assert sum(heap.counts.values()) == truth["total"]
    wrong = [colour for colour in HEAP_COLOURS if heap.counts[colour] > truth["counts"][colour]]
    assert set(wrong) <= {spot.colour for spot in heap.doubtful}


def test_every_counted_piece_lies_where_the_truth_has_one_of_its_colour() -> None:
    image, truth = load("pile_00")
    for spot in count(image).spots:
        near = [
            one["color"]
            for one in truth["meeples"]
            if np.hypot(one["center_px"][0] - spot.x_px, one["center_px"][1] - spot.y_px) < 20
        ]
        assert near == [spot.colour]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_heap_turned_or_enlarged_has_the_same_pieces(turns: int) -> None:
    image, truth = load("pile_00")
    turned: Image = np.ascontiguousarray(np.rot90(image, turns))
    assert count(turned).counts == truth["counts"]
    large = np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    assert count(large).counts == truth["counts"]


def test_drawn_heaps_it_never_saw_are_nearly_always_counted_to_within_a_piece_or_doubted() -> None:
    for seed in (11, 12, 13, 14):
        scene = random_pile(seed)
        heap = count(photograph(draw(scene), scene))
        truth = pile_truth(scene)["counts"]
        off = sum(abs(heap.counts[colour] - truth[colour]) for colour in HEAP_COLOURS)
        assert off <= 1 or heap.status is Status.UNSURE


@pytest.mark.parametrize("grey", [0, 90, 255])
def test_a_bare_surface_has_no_pieces_and_no_doubt(grey: int) -> None:
    heap = count(np.full((960, 1280, 3), grey, np.uint8))
    assert heap.status is Status.OK
    assert set(heap.counts.values()) == {0}


def test_noise_is_never_surely_a_heap() -> None:
    noise = np.random.default_rng(3).integers(0, 256, (960, 1280, 3)).astype(np.uint8)
    heap = count(noise)
    assert heap.status is Status.UNSURE or not any(heap.counts.values())


def test_the_shipped_network_is_small() -> None:
    assert shipped("heap")
    assert (PHOTOS.parents[1] / "vision" / "networks" / "heap.onnx").stat().st_size < 2_000_000
