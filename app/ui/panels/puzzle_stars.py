"""`Stars`: three of them, won ones filled, those to be won in outline, lost ones faint. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import math
from typing import Any

from kivy.properties import NumericProperty, StringProperty

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn

MOST = 3
GAP = 0.16
"""Between two stars, of their width."""
WAIST = 0.382
"""Radius of the inner corners of a five-pointed star, of that of its points."""


class Stars(Drawn):
    """`won` of three stars, as large as the room allows; `most` can still be won. They stand on `ground`."""

    won = NumericProperty(0)
    most = NumericProperty(0)
    ground = StringProperty(theme.GROUND)
    redraw_on = ("won", "most", "ground")

    def draw(self, group: Any) -> None:
        """A row in the middle."""
        side = min(self.height, self.width / (MOST + (MOST - 1) * GAP))
        left = self.center_x - side * (MOST + (MOST - 1) * GAP) / 2 + side / 2
        for number in range(MOST):
            x, y = left + number * side * (1 + GAP), self.center_y - side * 0.03
            lit = number < max(self.won, self.most)
            _star(group, x, y, side / 2, theme.ACCENT if lit else theme.FAINT)
            if number >= self.won:
                _star(group, x, y, side / 2 - max(self.px(3.5), side * 0.09), self.ground)


def _star(group: Any, x: float, y: float, radius: float, colour: str) -> None:
    """Five long triangles that overlap: drawn side by side, their soft edges would show as seams."""

    def corner(number: int, away: float) -> tuple[float, float]:
        angle = math.pi / 2 + number * math.tau / 10
        return x + away * math.cos(angle), y + away * math.sin(angle)

    for point in range(0, 10, 2):
        feet = [corner(point + side, radius * WAIST) for side in (3, -3)]
        drawing.triangle(group, [corner(point, radius), *feet], colour)
