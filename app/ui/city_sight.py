"""How a city map is looked at: from which side of the table, how turned, how near, and which part of it.

Pure arithmetic. Three spaces are told apart. *Window*: pixels, y up. *Reader*: the widget's rectangle as the
reader sees it, lower left corner at (0, 0); whoever sits at another side has it turned in the window. *City*:
the drawn map with its own lower left corner at (0, 0), laid into the reader's space by `laid`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.games.mutant_meeples.board import Board
from app.ui.city_geometry import Grid, Point, grid_for, grid_of

NEAREST = 3.0
"""Times the whole city's size."""
LEAST = 1.1
"""Who looks no nearer than this gets the whole city."""
SIDES = 4
"""Of the table, counter-clockwise: 0 the foot of the screen, 1 its right, 2 its top, 3 its left."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Where the drawn city lies in the reader's space, and how much its drawing is stretched."""

    left: float
    bottom: float
    scale: float


@dataclass(frozen=True, slots=True)
class Sight:
    """A look at a board in a rectangle of the window (whole pixels)."""

    board: Board
    x: int
    y: int
    width: int
    height: int
    side: int = 0
    """At which side of the screen the reader sits; letters and meeples stand upright for that one."""
    turns: int = 0
    """Quarter turns (counter-clockwise) of the city for the reader; at 0 north is up."""
    zoom: float = 1.0
    middle: Point = (0.5, 0.5)
    """What is in the middle of the reader's view, in shares of the city's width and height."""
    drawn_px: int = 0
    """Side of a cell as drawn last; 0: as it fits the zoom."""
    foot_px: int = 0
    """So far the near edge may be pulled up while zoomed, to free what lies under a button there."""
    most_px: int = 1 << 20
    """No drawing is larger than this, however near one looks."""

    # -- sizes ----------------------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the reader's space."""
        return (self.height, self.width) if self.side % 2 else (self.width, self.height)

    @property
    def whole(self) -> Grid:
        """The whole city, as large as it fits into the reader's space."""
        return grid_for(self.board, 0, 0, *self.size, turns=self.turns)

    @property
    def nearest(self) -> float:
        """The largest zoom there is."""
        whole = self.whole
        return max(1.0, min(NEAREST, self.most_px / max(whole.width_px, whole.height_px)))

    @property
    def zoomed(self) -> bool:
        """Whether less than the whole city is seen."""
        return self.zoom > 1.0

    @property
    def city(self) -> Grid:
        """The grid to draw by, in the city's space."""
        return grid_of(self.board, self.drawn_px or self._fitting_px(), self.turns)

    def _fitting_px(self) -> int:
        return max(1, round(self.whole.cell_px * self.zoom))

    @property
    def laid(self) -> Laid:
        """Where the drawing lies."""
        whole, city = self.whole, self.city
        if not self.zoomed and city.cell_px == whole.cell_px:
            return Laid(whole.left_px, whole.bottom_px, 1.0)
        scale = whole.cell_px * self.zoom / city.cell_px
        width, height = self.size
        left = _held(width, city.width_px * scale, self.middle[0], 0)
        bottom = _held(height, city.height_px * scale, self.middle[1], self.foot_px)
        return Laid(round(left), round(bottom), scale)

    # -- from one space to another ---------------------------------------------------------------------------

    def to_reader(self, x: float, y: float) -> Point:
        """A point of the window, as the reader sees it."""
        right, up = self.x + self.width - x, self.y + self.height - y
        return ((x - self.x, y - self.y), (y - self.y, right), (right, up), (up, x - self.x))[self.side]

    def to_window(self, x: float, y: float) -> Point:
        """A point of the reader's space, in the window."""
        right, top = self.x + self.width, self.y + self.height
        return (
            (self.x + x, self.y + y),
            (right - y, self.y + x),
            (right - x, top - y),
            (self.x + y, top - x),
        )[self.side]

    def to_city(self, x: float, y: float) -> Point:
        """A point of the window, in the drawn city."""
        laid, (across, up) = self.laid, self.to_reader(x, y)
        return (across - laid.left) / laid.scale, (up - laid.bottom) / laid.scale

    def from_city(self, x: float, y: float) -> Point:
        """A point of the drawn city, in the window."""
        laid = self.laid
        return self.to_window(laid.left + x * laid.scale, laid.bottom + y * laid.scale)

    @property
    def origin(self) -> Point:
        """Where the reader's lower left corner lies in the window."""
        return self.to_window(0, 0)

    @property
    def grid(self) -> Grid:
        """The drawn cells in window pixels, as if for a reader at the foot; only true at rest."""
        city = self.city
        corners = self.from_city(0, 0), self.from_city(city.width_px, city.height_px)
        left, bottom = (round(min(a, b)) for a, b in zip(*corners, strict=True))
        return replace(city, left_px=left, bottom_px=bottom, turns=(self.turns + self.side) % SIDES)

    # -- looking elsewhere -----------------------------------------------------------------------------------

    def moved(self, start: Point, end: Point, factor: float = 1.0) -> Sight:
        """What was at `start` is at `end` now (window pixels), `factor` times as large, within the frame."""
        laid, city = self.laid, self.city
        share = tuple(
            at / size for at, size in zip(self.to_city(*start), (city.width_px, city.height_px), strict=True)
        )
        zoom = min(max(self.zoom * factor, 1.0), self.nearest)
        near = replace(self, zoom=zoom, drawn_px=city.cell_px)
        scale = laid.scale * zoom / self.zoom
        size = (city.width_px * scale, city.height_px * scale)
        wanted, view = self.to_reader(*end), self.size
        middle = tuple(share[axis] + (view[axis] / 2 - wanted[axis]) / size[axis] for axis in (0, 1))
        near = replace(near, middle=(middle[0], middle[1]))
        held = near.laid  # the frame has the last word
        at = [(view[0] / 2 - held.left) / size[0], (view[1] / 2 - held.bottom) / size[1]]
        return replace(near, middle=(at[0], at[1]))

    def rested(self) -> Sight:
        """The same look on whole pixels, to be drawn anew: the fingers are gone."""
        cell_px, whole_px = self._fitting_px(), self.whole.cell_px
        if self.zoom < LEAST or cell_px <= whole_px:
            return self.all()
        return replace(self, zoom=cell_px / whole_px, drawn_px=0)

    def all(self) -> Sight:
        """The whole city again."""
        return replace(self, zoom=1.0, middle=(0.5, 0.5), drawn_px=0)

    def seen_from(self, side: int) -> Sight:
        """For a reader at another side; the whole city."""
        return replace(self.all(), side=side % SIDES)

    def turned(self) -> Sight:
        """The city a quarter turn on, for the same reader; the whole of it."""
        return replace(self.all(), turns=(self.turns + 1) % SIDES)


def _held(view: float, size: float, middle: float, foot: float) -> float:
    """Where a drawing of `size` begins in a view, so that it leaves no gap but `foot` at its beginning."""
    if size <= view:
        return (view - size) / 2
    return min(max(view / 2 - middle * size, view - size), foot)
