"""`Box`: a rectangle that is cut up from its sides. Plain arithmetic in window pixels, y up; no Kivy.

`top`, `bottom`, `left` and `right` cut a strip off and leave the rest (less a gap); `columns` and `rows`
divide what is there. `hold` puts a widget into the rectangle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Box:
    """Lower left corner and size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def pos(self) -> tuple[float, float]:
        """Lower left corner."""
        return self.x, self.y

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return self.width, self.height

    def top(self, height: float, gap: float = 0.0) -> Box:
        """Cut a strip off the top."""
        strip = Box(self.x, self.y + self.height - height, self.width, height)
        self.height -= height + gap
        return strip

    def bottom(self, height: float, gap: float = 0.0) -> Box:
        """Cut a strip off the foot."""
        strip = Box(self.x, self.y, self.width, height)
        self.y += height + gap
        self.height -= height + gap
        return strip

    def left(self, width: float, gap: float = 0.0) -> Box:
        """Cut a strip off the left."""
        strip = Box(self.x, self.y, width, self.height)
        self.x += width + gap
        self.width -= width + gap
        return strip

    def right(self, width: float, gap: float = 0.0) -> Box:
        """Cut a strip off the right."""
        strip = Box(self.x + self.width - width, self.y, width, self.height)
        self.width -= width + gap
        return strip

    def columns(self, count: int, gap: float) -> list[Box]:
        """Equal columns, from the left."""
        width = (self.width - (count - 1) * gap) / count
        return [Box(self.x + i * (width + gap), self.y, width, self.height) for i in range(count)]

    def rows(self, count: int, gap: float) -> list[Box]:
        """Equal rows, from the top."""
        height = (self.height - (count - 1) * gap) / count
        top = self.y + self.height
        return [Box(self.x, top - (i + 1) * height - i * gap, self.width, height) for i in range(count)]

    def cells(self, columns: int, rows: int, gap: float) -> list[Box]:
        """Equal cells, row by row from the upper left."""
        return [cell for row in self.rows(rows, gap) for cell in row.columns(columns, gap)]

    def inner(self, margin: float) -> Box:
        """The rectangle without a margin on all sides."""
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)

    def middle(self, width: float, height: float) -> Box:
        """A rectangle of at most that size around the middle."""
        width, height = min(width, self.width), min(height, self.height)
        return Box(self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height)

    def hold(self, widget: Any) -> None:
        """Put a widget here, on whole pixels."""
        widget.pos = (round(self.x), round(self.y))
        widget.size = (round(max(self.width, 1)), round(max(self.height, 1)))
