"""The close-up of a cell: it and the eight around it, what is drawn on which side, and what a finger means.

Plain arithmetic; columns and rows 0 to 2 count from the north-west. No Kivy.
"""

from __future__ import annotations

import math

from app.games.mutant_meeples.board import LETTERS, OFFSETS, Board, BoardFile, Direction
from app.games.mutant_meeples.drafting import (
    Ground,
    beyond,
    cell_name,
    cells_of,
    ground_of,
    is_drawn,
    place_of,
)
from app.ui.presenters.workshop.views import CloseUpView, Spot

MIDDLE = 1
"""Column and row of the cell in its close-up."""
INSIDE_CELLS, BEYOND_CELLS = 0.38, 0.62
"""How far from a line a finger may be, in cells: within the cell (its middle means nothing), and beyond."""


def close_up(file: BoardFile, cell: str) -> CloseUpView:
    """The nine cells around a place of the grid."""
    column, row = place_of(file, cell)
    around = [(c, r) for r in range(3) for c in range(3)]
    names = {(c, r): cell_name(file, column + c - MIDDLE, row + r - MIDDLE) for c, r in around}

    def small(ground: Ground) -> tuple[str, ...]:
        listed = cells_of(file, ground)
        return tuple(LETTERS[c] + LETTERS[r] for (c, r), name in names.items() if name in listed)

    outside = tuple(LETTERS[c] + LETTERS[r] for (c, r), name in names.items() if name is None)
    ground = BoardFile(
        cell, 3, 4, grates=small(Ground.GRATE), beams=small(Ground.BEAM), missing=small(Ground.HOLE) + outside
    )
    drawn = {
        Spot(c, r, side)
        for (c, r), name in names.items()
        for side in Direction
        if name is not None and is_drawn(file, name, side)
    }
    return CloseUpView(
        cell=cell,
        ground=Board(ground),
        names=tuple(name or "" for name in names.values()),
        drawn=frozenset(drawn),
        open=frozenset(_open_spots(file, cell)),
        ways=frozenset(side for side in Direction if beyond(file, cell, side) is not None),
    )


def _open_spots(file: BoardFile, cell: str) -> list[Spot]:
    """Both sides of the cell's four lines, as far as there are streets."""
    if ground_of(file, cell) is Ground.HOLE:
        return []
    spots = [Spot(MIDDLE, MIDDLE, side) for side in Direction]
    for side in Direction:
        name = beyond(file, cell, side)
        if name is not None and ground_of(file, name) is not Ground.HOLE:
            spots.append(beside(side))
    return spots


def beside(side: Direction) -> Spot:
    """The far side of the middle cell's line."""
    columns, rows = OFFSETS[side]
    return Spot(MIDDLE + columns, MIDDLE + rows, side.opposite)


def spot_at(across: float, down: float) -> Spot | None:
    """The spot a finger means, in cells from the north-west corner of the nine; None far from the lines."""
    column, row = math.floor(across), math.floor(down)
    east, south = across - column, down - row
    away = {
        Direction.NORTH: south,
        Direction.EAST: 1 - east,
        Direction.SOUTH: 1 - south,
        Direction.WEST: east,
    }
    if (column, row) == (MIDDLE, MIDDLE):
        side = min(away, key=away.__getitem__)
        return Spot(column, row, side) if away[side] <= INSIDE_CELLS else None
    for side in Direction:
        spot = beside(side)
        if (column, row) == (spot.column, spot.row) and away[spot.side] <= BEYOND_CELLS:
            return spot
    return None
