"""Rest and motion on frames of one camera: noise and flicker are rest, a hand is motion."""

import cv2
import numpy as np

from tests.vision.conftest import load
from vision.config import DEFAULT
from vision.stillness import Stillness, motion, small_grey
from vision.types import Image


def noisy(image: Image, seed: int, gain: float = 1.0) -> Image:
    grain = np.random.default_rng(seed).normal(0, 6, image.shape)
    return np.asarray(np.clip(image * gain + grain, 0, 255), np.uint8)


def test_a_table_at_rest_is_told_so_after_some_frames_whatever_the_noise_and_the_lamp() -> None:
    image, _ = load("photo_001")
    watch = Stillness()
    told = [watch.feed(noisy(image, k, 1 + 0.02 * (k % 2))) for k in range(6)]
    assert told[: DEFAULT.still_frames] == [False] * DEFAULT.still_frames
    assert told[-1]


def test_a_hand_that_moves_is_motion_and_rest_comes_after_it() -> None:
    image, _ = load("photo_001")
    watch = Stillness()
    for k in range(6):
        hand = image.copy()
        cv2.circle(hand, (500 + 60 * k, 500), 70, (120, 150, 200), -1)
        assert not watch.feed(noisy(hand, k))
    assert [watch.feed(noisy(image, 20 + k)) for k in range(5)][-1]


def test_real_frames_of_a_sequence_differ_where_a_meeple_was_moved() -> None:
    start, moved = load("seq_01/frame_01")[0], load("seq_01/frame_03")[0]
    assert motion(small_grey(start), small_grey(start)) == 0
    assert motion(small_grey(start), small_grey(moved)) > DEFAULT.motion_grey
