"""What fingers on a map mean: a tap, a double tap, a pan, a pinch. Plain numbers, no Kivy.

`Fingers` is told of every finger put down, moved and lifted (window pixels, seconds) and answers what that
meant. A finger that has panned or pinched is no tap any more, wherever it is lifted; two that only rest are
two taps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from app.ui.city_geometry import Point

TWICE_S = 0.2
"""A second tap comes down this soon after the first was lifted; hands that mean two taps are slower."""


@dataclass(frozen=True, slots=True)
class Glide:
    """What was at `start` belongs at `end`, `factor` times as large."""

    start: Point
    end: Point
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Tap:
    """A finger was lifted where it means something; `twice`: right after another one there."""

    at: Point
    twice: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """The last finger that panned or pinched is gone."""


@dataclass(slots=True)
class _Finger:
    start: Point
    at: Point
    twice: bool


class Fingers:
    """Remembers who is down; `slop_px` is how far a finger trembles without meaning it."""

    def __init__(self, slop_px: float) -> None:
        self.slop_px = slop_px
        self._down: dict[int, _Finger] = {}
        self._gliding = False
        self._last_tap: tuple[Point, float] | None = None

    @property
    def gliding(self) -> bool:
        """Whether a pan or a pinch is on."""
        return self._gliding

    def down(self, number: int, at: Point, time_s: float) -> None:
        """A finger comes down."""
        last, self._last_tap = self._last_tap, None
        near = last is not None and math.dist(at, last[0]) <= 2 * self.slop_px
        twice = last is not None and near and time_s - last[1] <= TWICE_S and not self._down
        self._down[number] = _Finger(at, at, twice)

    def move(self, number: int, at: Point, zoomed: bool) -> Glide | None:
        """A finger moves; one alone means something only while `zoomed`."""
        finger = self._down.get(number)
        if finger is None:
            return None
        before, finger.at = finger.at, at
        pair = list(self._down.values())[:2]
        if not self._gliding:
            if math.dist(at, finger.start) <= self.slop_px or (len(pair) < 2 and not zoomed):
                return None
            self._gliding = True
            before = before if len(pair) > 1 else finger.start
        if len(pair) < 2:
            return Glide(before, at)
        if finger not in pair:
            return None
        other = pair[0].at if finger is pair[1] else pair[1].at
        apart = max(math.dist(before, other), 1.0)
        return Glide(_between(before, other), _between(at, other), math.dist(at, other) / apart)

    def up(self, number: int, at: Point, time_s: float) -> Tap | Rest | None:
        """A finger is lifted."""
        finger = self._down.pop(number, None)
        if finger is None:
            return None
        if self._gliding:
            self._gliding = bool(self._down)
            return None if self._down else Rest()
        if not finger.twice:
            self._last_tap = (at, time_s)
        return Tap(at, finger.twice)

    def forget(self) -> None:
        """Nobody is there any more."""
        self._down.clear()
        self._gliding, self._last_tap = False, None


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
