"""The sand in the glass, without pixels: none is lost, it stays inside, and it only ever sinks."""

from __future__ import annotations

import pytest

from app.ui.widgets.sand_shape import STEPS, Column, above, below, half_width, outline, peak

SHARES = [step / 20 for step in range(21)]


def _volume(columns: tuple[Column, ...]) -> float:
    """As of a turned body, in the units of the module."""
    return sum((top - foot) * abs(x) for x, foot, top in columns) / STEPS


@pytest.mark.parametrize("share", SHARES)
def test_no_sand_is_lost(share: float) -> None:
    whole = _volume(above(1))
    assert _volume(above(share)) / whole == pytest.approx(share, abs=0.02)
    assert _volume(below(share)) / whole == pytest.approx(1 - share, abs=0.02)


@pytest.mark.parametrize("share", SHARES)
def test_sand_stays_in_the_glass(share: float) -> None:
    for x, foot, top in (*above(share), *below(share)):
        assert -1 <= foot < top <= 1
        assert abs(x) <= half_width(top) + 0.02


def test_the_heap_rises_with_every_grain() -> None:
    heights = [peak(share) for share in reversed(SHARES)]
    assert heights == sorted(heights)
    assert len(set(heights)) == len(heights)


def test_before_and_after_one_half_is_empty() -> None:
    assert below(1) == ()
    assert above(0) == ()


def test_the_wall_runs_from_the_floor_to_the_top() -> None:
    wall = outline()
    assert (wall[0][1], wall[-1][1]) == (-1, 1)
    assert min(wall)[1] == pytest.approx(0, abs=0.05)
