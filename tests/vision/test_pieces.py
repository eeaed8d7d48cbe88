"""Light, paints and the joint decision, on made-up data where the right answer is plain."""

import cv2
import numpy as np
import pytest

from vision.hypotheses import MISSING, SIZES, Hypothesis, load_weights
from vision.light import card_white, light_field, linear
from vision.paint import COLOURS, paint_maps
from vision.pieces import confidences, joint_choice


def options(*rows: tuple[int, int, float]) -> list[Hypothesis]:
    return [Hypothesis(disc, meeple, float(np.log(p))) for disc, meeple, p in rows]


def test_two_meeples_never_share_a_cell() -> None:
    """Both prefer cell 5; the one that loses less by moving makes way."""
    first = options((5, 5, 0.9), (7, 7, 0.1))
    second = options((5, 5, 0.6), (8, 8, 0.4))
    choice = joint_choice([first, second])
    assert [one.meeple for one in choice] == [5, 8]


def test_a_meeple_may_stand_on_another_colours_disc() -> None:
    choice = joint_choice([options((1, 2, 0.9), (1, 1, 0.1)), options((2, 3, 0.9), (2, 2, 0.1))])
    assert [(one.disc, one.meeple) for one in choice] == [(1, 2), (2, 3)]


def test_any_number_of_meeples_may_be_missing() -> None:
    choice = joint_choice([options((k, MISSING, 0.8), (k, k, 0.2)) for k in range(8)])
    assert all(one.meeple == MISSING for one in choice)


def test_conflict_without_a_way_out_falls_back_to_each_best() -> None:
    choice = joint_choice([options((4, 4, 1.0)), options((4, 4, 1.0))])
    assert [one.disc for one in choice] == [4, 4]


def test_confidence_counts_all_discs_that_agree_on_the_meeples_cell() -> None:
    mine = options((1, 9, 0.5), (2, 9, 0.3), (3, 3, 0.2))
    other = options((6, 6, 1.0))
    assert confidences([mine, other], [mine[0], other[0]])[0] == pytest.approx(0.8)


def test_confidence_rises_when_the_rival_cell_is_surely_taken() -> None:
    mine = options((1, 1, 0.6), (2, 2, 0.4))
    other = options((2, 2, 1.0))
    assert confidences([mine, other], [mine[0], other[0]])[0] == pytest.approx(1.0)


def test_shipped_weights_fit_the_features() -> None:
    weights = load_weights()
    assert weights.base.shape == weights.gray.shape == (sum(SIZES.values()),)
    assert {name: len(part) for name, part in weights.of(0).items()} == SIZES
    assert not np.array_equal(weights.of(COLOURS.index("gray"))["disc"], weights.of(0)["disc"])


def paint_square(bgr: tuple[int, int, int]) -> np.ndarray:
    """A view of gray print with one square of paint in the middle."""
    grain = np.random.default_rng(1).normal(118, 12, (200, 200, 1))
    view = np.clip(np.repeat(grain, 3, axis=2), 0, 255).astype(np.uint8)
    view[98:103, 98:103] = bgr  # a piece covers a thousandth of a board
    return np.asarray(cv2.cvtColor(linear(view), cv2.COLOR_LBGR2Lab), np.float32)


@pytest.mark.parametrize(
    ("colour", "bgr"),
    [
        ("red", (38, 40, 188)),
        ("blue", (176, 82, 37)),
        ("green", (64, 133, 48)),
        ("yellow", (39, 188, 231)),
        ("brown", (45, 71, 108)),
        ("black", (32, 32, 32)),
        ("white", (222, 226, 228)),
    ],
)
def test_each_paint_is_told_from_grey_print(colour: str, bgr: tuple[int, int, int]) -> None:
    """Blue and red are each other's swap: this is also the guard of the colour order."""
    maps = paint_maps(paint_square(bgr), (slice(0, 200), slice(0, 200)))
    at_square = maps.posterior[:, 100, 100]
    assert COLOURS[int(at_square.argmax())] == colour
    assert at_square.max() > 0.4
    assert maps.posterior[:, :80].max(axis=0).mean() < 0.1


def test_a_common_colour_of_the_print_is_no_evidence_for_that_paint() -> None:
    """The same gray counts where the print is blue and not where the print is gray itself."""
    gray_on_blue = np.full((200, 200, 3), (200, 120, 60), np.uint8)
    gray_on_blue[98:103, 98:103] = 134
    gray_on_gray = np.full((200, 200, 3), 134, np.uint8)
    gray = COLOURS.index("gray")
    inside = (slice(0, 200), slice(0, 200))
    labs = [
        np.asarray(cv2.cvtColor(linear(v), cv2.COLOR_LBGR2Lab), np.float32)
        for v in (gray_on_blue, gray_on_gray)
    ]
    clear, hidden = (paint_maps(lab, inside).posterior[gray, 100, 100] for lab in labs)
    assert clear > 0.4 > 0.05 > hidden


def test_a_lamp_at_one_side_is_taken_out() -> None:
    """Brightness that doubles from west to east comes back as a field that doubles."""
    px_per_mm, margin = 1.25, 30.0
    side = round((560 + 2 * margin) * px_per_mm)
    slope = np.exp(np.linspace(-0.4, 0.4, side))[None, :, None]
    view = (0.2 * slope * np.ones((side, side, 3))).astype(np.float32)
    field = light_field(view, px_per_mm, margin)
    middle = field[side // 2]
    assert middle[side // 2] == pytest.approx(1.0, abs=0.03)
    assert middle[-100] / middle[100] == pytest.approx(float(slope[0, -100, 0] / slope[0, 100, 0]), rel=0.05)


def test_white_is_measured_on_the_cards_paper_not_on_its_black_square() -> None:
    image = np.full((200, 200, 3), 60, np.uint8)
    image[40:140, 40:140] = (150, 200, 240)  # the card in warm light
    image[50:130, 50:130] = 10
    quad = np.array([(50, 50), (129, 50), (129, 129), (50, 129)], np.float64)
    white = card_white(image, quad)
    assert white is not None
    assert white[2] > white[1] > white[0]
    assert white[2] == pytest.approx(float(linear(np.array([[[240]]], np.uint8))[0, 0, 0]) / 0.91, rel=0.02)
