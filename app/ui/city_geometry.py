"""Where things lie on the city map: cells, the frame with its letters, touches, and positions along a move.

Pure arithmetic in window pixels, x to the right and y up (as in Kivy); row 0 is the northernmost street and
so the uppermost. Cells have whole-pixel sides, so that their edges stay sharp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from app.games.mutant_meeples.board import Board, Cell
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

    @property
    def width_px(self) -> int:
        """Width with the frame."""
        return self.cell_px * self.board.columns + 2 * self.frame_px

    @property
    def height_px(self) -> int:
        """Height with the frame."""
        return self.cell_px * self.board.rows + 2 * self.frame_px

    def corner(self, cell: int) -> tuple[int, int]:
        """Lower left corner of a cell."""
        column, row = self.board.place(cell)
        return (
            self.left_px + self.frame_px + column * self.cell_px,
            self.bottom_px + self.frame_px + (self.board.rows - 1 - row) * self.cell_px,
        )

    def middle(self, cell: int) -> Point:
        """Middle of a cell."""
        x, y = self.corner(cell)
        return x + self.cell_px / 2, y + self.cell_px / 2

    def middle_of(self, name: str) -> Point:
        """Middle of a named cell. Raises KeyError when the board has no such cell."""
        return self.middle(self.board.cell(name))

    def nearest_cell(self, x: float, y: float) -> str | None:
        """The city's cell nearest to a touch, or None when the touch is further off than the frame."""
        column = math.floor((x - self.left_px - self.frame_px) / self.cell_px)
        row = self.board.rows - 1 - math.floor((y - self.bottom_px - self.frame_px) / self.cell_px)
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
    board: Board, x: float, y: float, width: float, height: float, frame_cells: float = FRAME_CELLS
) -> Grid:
    """The largest grid with whole-pixel cells centred in a rectangle (lower left corner, size)."""
    cell_px = int(min(width / (board.columns + 2 * frame_cells), height / (board.rows + 2 * frame_cells)))
    cell_px = max(cell_px, 1)
    frame_px = round(cell_px * frame_cells)
    grid = Grid(board, 0, 0, cell_px, frame_px)
    left = round(x + (width - grid.width_px) / 2)
    bottom = round(y + (height - grid.height_px) / 2)
    return Grid(board, left, bottom, cell_px, frame_px)


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
    return _along(legs(grid, move.cells, leaps=False), eased)


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
