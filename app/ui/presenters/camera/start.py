"""Where the eight meeples stand to be checked: spread over the board, on plain squares. Pure."""

from __future__ import annotations

from vision.colours import COLOURS
from vision.layout import BoardLayout

SPOTS = ((3, 3), (9, 2), (14, 4), (4, 9), (13, 10), (3, 14), (9, 13), (14, 15))
"""(column, row) for each colour in turn: every part of the board and of the picture is tried."""


def start_cells(layout: BoardLayout) -> dict[str, str]:
    """Colour -> the plain square nearest to its spot."""
    plain = [cell for cell in layout.cells() if cell not in layout.grates and cell not in layout.beams]
    chosen: dict[str, str] = {}
    for colour, (column, row) in zip(COLOURS, SPOTS, strict=True):
        free = [cell for cell in plain if cell not in chosen.values()]
        chosen[colour] = min(free, key=lambda cell: _away(cell, column, row))
    return chosen


def _away(cell: str, column: int, row: int) -> tuple[int, str]:
    return max(abs(ord(cell[0]) - 65 - column), abs(ord(cell[1]) - 65 - row)), cell
