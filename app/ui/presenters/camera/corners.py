"""Four corners pointed at by a finger, in any order, put right by tapping or dragging again. Pure.

Points are in shares of the picture.
"""

from __future__ import annotations

import math
from itertools import combinations

from app.ui.presenters.camera.views import Point, Points

NEAR = 0.06
"""A finger this close to a corner means that one: 5 mm on a 7-inch panel."""
APART = 0.08
"""Corners closer than this are no two corners: the reader needs the board larger than that anyway."""


class Corners:
    """The corners so far, and the one under the finger."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self._held: int | None = None

    @property
    def held(self) -> Point | None:
        """The corner under the finger."""
        return None if self._held is None else self.points[self._held]

    def down(self, point: Point) -> None:
        """A finger comes down: on a corner that is there, on a new one, or to mend the nearest of four."""
        by_distance = sorted(range(len(self.points)), key=lambda k: math.dist(self.points[k], point))
        if by_distance and (len(self.points) == 4 or math.dist(self.points[by_distance[0]], point) < NEAR):
            self._held = by_distance[0]
        else:
            self.points.append(point)
            self._held = len(self.points) - 1
        self.move(point)

    def move(self, point: Point) -> None:
        """The finger moves; outside the picture there is no corner."""
        if self._held is not None:
            x, y = (min(max(value, 0.0), 1.0) for value in point)
            self.points[self._held] = (x, y)

    def up(self) -> None:
        """The finger leaves."""
        self._held = None

    def around(self) -> Points | None:
        """The four in turn, clockwise in the picture; None while they are not the corners of anything."""
        if len(self.points) != 4 or any(math.dist(a, b) < APART for a, b in combinations(self.points, 2)):
            return None
        middle = (sum(x for x, _ in self.points) / 4, sum(y for _, y in self.points) / 4)
        turned = sorted(self.points, key=lambda p: math.atan2(p[1] - middle[1], p[0] - middle[0]))
        for k in range(4):
            (ax, ay), (bx, by), (cx, cy) = (turned[(k + step) % 4] for step in range(3))
            if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) <= 0:
                return None
        return tuple(turned)
