"""Rest and motion on frames of one camera: noise and flicker are rest, a hand is motion."""

import cv2
import numpy as np
import pytest

from tests.vision.conftest import load
from vision.config import DEFAULT
from vision.stillness import Stillness, motion, small_copy
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


MOVES = [
    ("seq_00/frame_01", "seq_00/frame_02"),
    ("seq_00/frame_02", "seq_00/frame_03"),
    ("seq_00/frame_03", "seq_00/frame_04"),
    ("seq_00/frame_06", "seq_00/frame_07"),
    ("seq_01/frame_01", "seq_01/frame_02"),
    ("seq_01/frame_04", "seq_01/frame_05"),
    ("seq_02/frame_03", "seq_02/frame_04"),
]
"""Pairs of frames between which one meeple was moved and no hand was seen."""


@pytest.mark.parametrize(("before", "after"), MOVES)
def test_a_meeple_that_stands_elsewhere_is_motion_though_no_hand_was_seen(before: str, after: str) -> None:
    start, moved = small_copy(load(before)[0]), small_copy(load(after)[0])
    assert motion(start, start) == 0
    assert motion(start, moved) > DEFAULT.motion_grey


@pytest.mark.parametrize("name", ["photo_001", "photo_007", "seq_00/frame_01", "seq_02/frame_01"])
def test_the_grain_of_a_dark_camera_and_a_lamps_flicker_stay_well_below_a_move(name: str) -> None:
    image, _ = load(name)
    apart = motion(small_copy(noisy(image, 1)), small_copy(noisy(image, 2, 1.02)))
    assert apart < 0.8 * DEFAULT.motion_grey


def test_a_grey_picture_is_watched_like_a_coloured_one() -> None:
    image, _ = load("photo_001")
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    assert motion(small_copy(grey), small_copy(grey)) == 0
    assert motion(small_copy(grey), small_copy(np.roll(grey, 100, axis=0))) > DEFAULT.motion_grey
