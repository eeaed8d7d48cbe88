"""What fingers on the map mean: taps, double taps, pans, pinches."""

from __future__ import annotations

import pytest

from app.ui.city_touch import TWICE_S, Fingers, Glide, Rest, Tap

SLOP = 12.0


@pytest.fixture
def hand() -> Fingers:
    return Fingers(SLOP)


def test_a_tap_is_told_where_it_leaves(hand: Fingers) -> None:
    """A slip can be mended while the whole city is seen, however far the finger goes."""
    hand.down(1, (10, 10), 0.0)
    assert hand.move(1, (90, 10), zoomed=False) is None
    assert hand.up(1, (90, 10), 0.3) == Tap((90, 10))


def test_a_finger_that_trembles_still_taps(hand: Fingers) -> None:
    hand.down(1, (10, 10), 0.0)
    assert hand.move(1, (10 + SLOP, 10), zoomed=True) is None
    assert hand.up(1, (10 + SLOP, 10), 0.3) == Tap((10 + SLOP, 10))


def test_a_pan_is_no_tap_even_when_the_finger_comes_back(hand: Fingers) -> None:
    hand.down(1, (10, 10), 0.0)
    assert hand.move(1, (40, 10), zoomed=True) == Glide((10, 10), (40, 10))
    assert hand.move(1, (10, 10), zoomed=True) == Glide((40, 10), (10, 10))
    assert hand.up(1, (10, 10), 0.3) == Rest()


def test_two_fingers_that_part_look_nearer_around_the_middle_between_them(hand: Fingers) -> None:
    hand.down(1, (100, 100), 0.0)
    hand.down(2, (200, 100), 0.1)
    assert hand.move(2, (300, 100), zoomed=False) == Glide((150, 100), (200, 100), 2.0)
    assert hand.up(1, (100, 100), 0.4) is None
    assert hand.up(2, (300, 100), 0.5) == Rest()


def test_a_finger_left_over_from_a_pinch_neither_taps_nor_rests_early(hand: Fingers) -> None:
    hand.down(1, (100, 100), 0.0)
    hand.down(2, (200, 100), 0.0)
    hand.move(2, (300, 100), zoomed=False)
    hand.up(2, (300, 100), 0.2)
    assert hand.gliding
    assert hand.move(1, (110, 100), zoomed=True) == Glide((100, 100), (110, 100))
    assert hand.up(1, (110, 100), 0.3) == Rest()
    assert not hand.gliding


def test_two_fingers_that_only_rest_are_two_taps(hand: Fingers) -> None:
    """Two people at one table."""
    hand.down(1, (100, 100), 0.0)
    hand.down(2, (300, 100), 0.0)
    assert hand.up(1, (100, 100), 0.2) == Tap((100, 100))
    assert hand.up(2, (300, 100), 0.3) == Tap((300, 100))


def test_a_third_finger_changes_nothing(hand: Fingers) -> None:
    for number, x in enumerate((100.0, 200.0, 300.0)):
        hand.down(number, (x, 100), 0.0)
    hand.move(1, (250, 100), zoomed=False)
    assert hand.move(2, (400, 100), zoomed=False) is None


@pytest.mark.parametrize(("wait_s", "twice"), [(TWICE_S, True), (TWICE_S + 0.01, False)])
def test_a_second_tap_right_after_the_first_is_a_double_tap(
    hand: Fingers, wait_s: float, twice: bool
) -> None:
    hand.down(1, (100, 100), 1.0)
    hand.up(1, (100, 100), 1.0)
    hand.down(2, (105, 100), 1.0 + wait_s)
    assert hand.up(2, (105, 100), 1.5) == Tap((105, 100), twice)


def test_a_second_tap_elsewhere_is_one_of_its_own(hand: Fingers) -> None:
    hand.down(1, (100, 100), 0.0)
    hand.up(1, (100, 100), 0.1)
    hand.down(2, (130, 100), 0.15)
    assert hand.up(2, (130, 100), 0.2) == Tap((130, 100))


def test_three_quick_taps_are_one_and_a_double(hand: Fingers) -> None:
    """The third is a plain tap again, not a double of the second."""
    told = []
    for number in range(3):
        hand.down(number, (100, 100), number * 0.2)
        told.append(hand.up(number, (100, 100), number * 0.2 + 0.05))
    assert told == [Tap((100, 100)), Tap((100, 100), twice=True), Tap((100, 100))]


def test_a_finger_nobody_saw_come_down_means_nothing(hand: Fingers) -> None:
    assert hand.move(7, (0, 0), zoomed=True) is None
    assert hand.up(7, (0, 0), 0.0) is None
