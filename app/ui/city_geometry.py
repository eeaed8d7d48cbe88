"""Where things lie on the city map: cells, the frame with its letters, touches, and positions along a move.

Pure arithmetic in pixels, x to the right and y up (as in Kivy); row 0 is the northernmost street and so the
uppermost, unless the grid is turned (`turns`, quarter turns counter-clockwise: after one, north is left).
Cells have whole-pixel sides, so that their edges stay sharp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise

from app.games.mutant_meeples.board import Board, Cell, Direction
from app.ui.city_picture import CityMove, CityPicture, Gait

FRAME_CELLS = 0.8
"""Width of the lettered frame on each side, in cells."""
FINGER_CELLS = 1.2
"""A meeple this near to the finger (between middles, in cells) is meant: a cell is 25 px, a fingertip 45."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Grid:
    """A board laid out in a rectangle."""

    board: Board
    left_px: int
    bottom_px: int
    cell_px: int
    frame_px: int
    turns: int = 0
    """Quarter turns counter-clockwise, 0 to 3."""

    @property
    def across(self) -> int:
        """Cells from left to right, as the grid is turned."""
        return self.board.rows if self.turns % 2 else self.board.columns

    @property
    def upward(self) -> int:
        """Cells from the foot to the top, as the grid is turned."""
        return self.board.columns if self.turns % 2 else self.board.rows

    @property
    def width_px(self) -> int:
        """Width with the frame."""
        return self.cell_px * self.across + 2 * self.frame_px

    @property
    def height_px(self) -> int:
        """Height with the frame."""
        return self.cell_px * self.upward + 2 * self.frame_px

    def point(self, east: float, north: float) -> Point:
        """Pixels of a place so many cells east and north of the city's south-western corner."""
        columns, rows = self.board.columns, self.board.rows
        across, up = (
            (east, north),
            (rows - north, east),
            (columns - east, rows - north),
            (north, columns - east),
        )[self.turns]
        left, bottom = self.left_px + self.frame_px, self.bottom_px + self.frame_px
        return left + across * self.cell_px, bottom + up * self.cell_px

    def corner(self, cell: int) -> tuple[int, int]:
        """Lower left corner of a cell, as it is seen."""
        x, y = self.middle(cell)
        return math.floor(x - self.cell_px / 2), math.floor(y - self.cell_px / 2)

    def middle(self, cell: int) -> Point:
        """Middle of a cell."""
        column, row = self.board.place(cell)
        return self.point(column + 0.5, self.board.rows - row - 0.5)

    def middle_of(self, name: str) -> Point:
        """Middle of a named cell. Raises KeyError when the board has no such cell."""
        return self.middle(self.board.cell(name))

    def seen(self, way: Direction) -> Direction:
        """Where a direction of the city points on the turned map, told as if the map had north up."""
        return Direction((way - self.turns) % 4)

    def _under(self, x: float, y: float) -> tuple[int, int]:
        """(column, row) of the board under a point; neither need exist."""
        across = math.floor((x - self.left_px - self.frame_px) / self.cell_px)
        up = math.floor((y - self.bottom_px - self.frame_px) / self.cell_px)
        columns, rows = self.board.columns, self.board.rows
        east, north = (
            (across, up),
            (up, rows - 1 - across),
            (columns - 1 - across, rows - 1 - up),
            (columns - 1 - up, across),
        )[self.turns]
        return east, rows - 1 - north

    def cell_under(self, x: float, y: float) -> str | None:
        """The city's cell right under a point, by name; None where there is none."""
        column, row = self._under(x, y)
        if not (0 <= column < self.board.columns and 0 <= row < self.board.rows):
            return None
        cell = Cell(row * self.board.columns + column)
        return self.board.name_of(cell) if self.board.exists[cell] else None

    def nearest_cell(self, x: float, y: float) -> str | None:
        """The city's cell nearest to a touch, or None when the touch is further off than the frame."""
        column, row = self._under(x, y)
        if not (-1 <= column <= self.board.columns and -1 <= row <= self.board.rows):
            return None
        column = min(max(column, 0), self.board.columns - 1)
        row = min(max(row, 0), self.board.rows - 1)
        cell = Cell(row * self.board.columns + column)
        if self.board.exists[cell]:
            return self.board.name_of(cell)
        near = [c for c in range(self.board.cell_count) if self.board.exists[c]]
        return self.board.name_of(min(near, key=lambda c: math.dist(self.middle(c), (x, y))))

    def pick(self, x: float, y: float, picture: CityPicture) -> str | None:
        """The cell a finger at (x, y) means, or None when it is outside.

        With `picture.exact_touch` it is the nearest cell. Else it is the nearest thing within a finger's
        breadth that can be meant: a meeple, or, while one is in hand, a highlighted cell. Meeples are
        then meant on their own cells alone, so that a square beside one can be asked for as well.
        """
        nearest = self.nearest_cell(x, y)
        if nearest is None or picture.exact_touch:
            return nearest
        standing = set(picture.meeples.values())
        candidates = {*(standing if picture.selected is None else standing & {nearest}), *picture.reachable}
        found = [(math.dist(self.middle_of(cell), (x, y)), cell) for cell in sorted(candidates)]
        near = [pair for pair in found if pair[0] <= FINGER_CELLS * self.cell_px]
        return min(near)[1] if near else nearest


def grid_for(
    board: Board,
    x: float,
    y: float,
    width: float,
    height: float,
    frame_cells: float = FRAME_CELLS,
    turns: int = 0,
) -> Grid:
    """The largest grid with whole-pixel cells centred in a rectangle (lower left corner, size)."""
    one = Grid(board, 0, 0, 1, 0, turns)
    cell_px = int(min(width / (one.across + 2 * frame_cells), height / (one.upward + 2 * frame_cells)))
    grid = grid_of(board, max(cell_px, 1), turns, frame_cells)
    left = math.floor(x + (width - grid.width_px) / 2 + 0.5)  # alike wherever the rectangle lies
    bottom = math.floor(y + (height - grid.height_px) / 2 + 0.5)
    return replace(grid, left_px=left, bottom_px=bottom)


def grid_of(board: Board, cell_px: int, turns: int = 0, frame_cells: float = FRAME_CELLS) -> Grid:
    """A grid of such cells with its lower left corner at (0, 0)."""
    return Grid(board, 0, 0, cell_px, round(cell_px * frame_cells), turns)


def is_wrap(board: Board, first: str, second: str) -> bool:
    """Whether one step of a slide leaves the city on one side and comes in on the other."""
    (c1, r1), (c2, r2) = board.place(board.cell(first)), board.place(board.cell(second))
    return max(abs(c1 - c2), abs(r1 - r2)) > 1


def legs(grid: Grid, cells: tuple[str, ...], leaps: bool) -> list[list[Point]]:
    """The lines of a path in pixels: one polyline, or two when it wraps around the edges."""
    if leaps or len(cells) < 2:
        return [[grid.middle_of(cells[0]), grid.middle_of(cells[-1])]]
    lines = [[grid.middle_of(cells[0])]]
    for first, second in pairwise(cells):
        start, end = grid.middle_of(first), grid.middle_of(second)
        if is_wrap(grid.board, first, second):
            out, back = _edge_points(grid, start, end)
            lines[-1].append(out)
            lines.append([back])
        lines[-1].append(end)
    return lines


def _edge_points(grid: Grid, start: Point, end: Point) -> tuple[Point, Point]:
    reach = grid.cell_px * 0.9  # into the frame, but not over the letters' far side
    if start[1] == end[1]:
        side = 1 if start[0] > end[0] else -1
        return (start[0] + side * reach, start[1]), (end[0] - side * reach, end[1])
    side = 1 if start[1] > end[1] else -1
    return (start[0], start[1] + side * reach), (end[0], end[1] - side * reach)


@dataclass(frozen=True, slots=True)
class Pose:
    """A meeple in the middle of a move: where, how much enlarged, how visible (0..1)."""

    x: float
    y: float
    scale: float = 1.0
    alpha: float = 1.0


def ease_out(share: float) -> float:
    """Fast away, gently in: cubic, 0..1 to 0..1."""
    return float(1 - (1 - share) ** 3)


def pose_at(grid: Grid, move: CityMove, share: float) -> Pose:
    """Where the meeple is after `share` (0..1) of the move's time."""
    share = min(max(share, 0.0), 1.0)
    start, end = grid.middle_of(move.cells[0]), grid.middle_of(move.cells[-1])
    if move.gait is Gait.BEAM:
        at = start if share < 0.5 else end
        visible = abs(share - 0.5) * 2
        return Pose(*at, scale=1.0 + 0.35 * (1 - visible), alpha=visible)
    eased = ease_out(share)
    if move.gait is Gait.JUMP:
        lift = math.sin(math.pi * share)
        x, y = _between(start, end, eased)
        return Pose(x, y + lift * grid.cell_px * 0.9, scale=1.0 + 0.25 * lift)
    pose = _along(legs(grid, move.cells, leaps=False), eased)
    return replace(pose, alpha=_inside(grid, pose))


def _inside(grid: Grid, pose: Pose) -> float:
    """How visible a meeple is that leaves the city or comes in: gone at the far side of the frame."""
    left, bottom = grid.left_px + grid.frame_px, grid.bottom_px + grid.frame_px
    right, top = left + grid.across * grid.cell_px, bottom + grid.upward * grid.cell_px
    out = max(left - pose.x, pose.x - right, bottom - pose.y, pose.y - top)
    return min(max(1.0 - 2 * out / grid.cell_px, 0.0), 1.0)


def _along(lines: list[list[Point]], share: float) -> Pose:
    lengths = [sum(math.dist(a, b) for a, b in pairwise(line)) for line in lines]
    left = share * sum(lengths)
    for line in lines:
        for a, b in pairwise(line):
            step = math.dist(a, b)
            if left <= step:
                x, y = _between(a, b, left / step if step else 1.0)
                return Pose(x, y)
            left -= step
    return Pose(*lines[-1][-1])


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
