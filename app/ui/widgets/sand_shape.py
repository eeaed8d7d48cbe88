"""The shape of an hourglass and of the sand in it. Plain arithmetic, no Kivy.

In: which share of the sand is still above (1: all, 0: none). Out: outlines in the units of the glass: x from
-1 (left wall at its widest) to 1, y from -1 (floor) to 1 (top), the neck at 0. Volumes are those of a turned
body, so that the sand sinks as in a real glass: slowly where it is wide, fast near the neck.
"""

from __future__ import annotations

import bisect
import functools
import math
from collections.abc import Callable

NECK = 0.09
"""Half the width of the neck."""
NECK_HEIGHT = 0.05
WIDE_AT = 0.78
"""From this far off the neck the glass is as wide as it gets."""
FULL = 0.88
"""So high the upper half is filled at the start."""
SLOPE = 0.32
"""Of the funnel above and of the heap below."""
STEPS = 48
"""Slices for volumes, and columns of an outline over the full width."""

Column = tuple[float, float, float]
"""x, foot and top of the sand there."""


def half_width(y: float) -> float:
    """Of the glass at that height."""
    off = (abs(y) - NECK_HEIGHT) / (WIDE_AT - NECK_HEIGHT)
    if off <= 0:
        return NECK
    return NECK + (1 - NECK) * math.sin(math.pi / 2 * min(off, 1.0))


def wall(x: float) -> float:
    """How far off the neck the glass becomes as wide as x."""
    share = (abs(x) - NECK) / (1 - NECK)
    if share <= 0:
        return 0.0
    return NECK_HEIGHT + (WIDE_AT - NECK_HEIGHT) * math.asin(min(share, 1.0)) * 2 / math.pi


def above(share: float) -> tuple[Column, ...]:
    """The sand in the upper half; nothing when it has run out."""
    if share <= 0:
        return ()
    lowest = _height_for(share, upper=True)
    return _columns(lambda x: (wall(x), min(lowest + SLOPE * abs(x), FULL)))


def below(share: float) -> tuple[Column, ...]:
    """The heap in the lower half while that share is still above; nothing before the first grain."""
    if share >= 1:
        return ()
    peak = _height_for(1 - share, upper=False)
    return _columns(lambda x: (-1.0, min(peak - SLOPE * abs(x), 1 - wall(x)) - 1))


def peak(share: float) -> float:
    """Where the stream meets the heap."""
    heap = below(share)
    return max((top for _, _, top in heap), default=-1.0)


def outline() -> tuple[tuple[float, float], ...]:
    """The right wall from the floor to the top."""
    heights = [2 * step / STEPS - 1 for step in range(STEPS + 1)]
    return tuple((half_width(y), y) for y in heights)


def _columns(span: Callable[[float], tuple[float, float]]) -> tuple[Column, ...]:
    found = []
    for step in range(STEPS + 1):
        x = 2 * step / STEPS - 1
        foot, top = span(x)
        if top > foot:
            found.append((x, foot, top))
    return tuple(found)


def _volume(height: float, upper: bool) -> float:
    """Of the sand whose middle is that high: in the funnel above the neck, or in the heap above the floor."""
    total = 0.0
    for step in range(STEPS):
        x = (step + 0.5) / STEPS
        if upper:
            deep = min(height + SLOPE * x, FULL) - wall(x)
        else:
            deep = min(height - SLOPE * x, 1 - wall(x))
        total += max(deep, 0.0) * x
    return total


@functools.cache
def _table(upper: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Volumes as shares of all the sand, rising, and the heights of the middle that go with them."""
    low, high = (-SLOPE, FULL) if upper else (0.0, 1.0 + SLOPE)
    heights = [low + (high - low) * step / 200 for step in range(201)]
    whole = _volume(FULL, upper=True)
    return tuple(_volume(height, upper) / whole for height in heights), tuple(heights)


def _height_for(share: float, upper: bool) -> float:
    """The height of the middle at which that share of the sand is there."""
    shares, heights = _table(upper)
    at = min(max(bisect.bisect_left(shares, share), 1), len(shares) - 1)
    low, high = shares[at - 1], shares[at]
    part = (share - low) / (high - low) if high > low else 0.0
    return heights[at - 1] + (heights[at] - heights[at - 1]) * min(max(part, 0.0), 1.0)
