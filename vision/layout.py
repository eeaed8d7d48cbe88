"""The printed board as the camera needs it: size, missing corners, special cells, walls, frame colour.

In: a board file (JSON; cell = column letter + row letter, AA in the north-west). Out: a frozen
`BoardLayout`. Lengths are millimetres on the board's top face: origin at the frame's outer north-west
corner, x east, y south.
"""

import json
import string
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.types import Floats

FRAME_MM = 19.0  # width of the printed frame, measured on the board
CELL_MM = 29.0  # side of one cell, measured on the board
PRINTED = (18, 18)
"""Columns and rows of the printed board, the only one the reader knows."""
_BOARDS = Path(__file__).resolve().parent.parent / "app" / "games" / "mutant_meeples" / "boards"


@dataclass(frozen=True)
class BoardLayout:
    """One side of the board. Cells are named column letter then row letter."""

    name: str
    frame: str
    columns: int
    rows: int
    missing: frozenset[str]
    grates: frozenset[str]
    beams: frozenset[str]
    buildings: Mapping[str, tuple[str, ...]]

    @property
    def width_mm(self) -> float:
        """Outer width of the board with its frame."""
        return 2 * FRAME_MM + self.columns * CELL_MM

    @property
    def height_mm(self) -> float:
        """Outer height (north to south) of the board with its frame."""
        return 2 * FRAME_MM + self.rows * CELL_MM

    def cells(self) -> list[str]:
        """Every cell a piece can stand on, row by row from the north-west."""
        letters = string.ascii_uppercase
        names = [letters[c] + letters[r] for r in range(self.rows) for c in range(self.columns)]
        return [name for name in names if name not in self.missing]

    def outer_corners_mm(self) -> Floats:
        """(4, 2) outer frame corners NW, NE, SE, SW."""
        w, h = self.width_mm, self.height_mm
        return np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)

    def grid_corners_mm(self) -> Floats:
        """(4, 2) outer corners of the cells NW, NE, SE, SW."""
        w, h = self.width_mm - FRAME_MM, self.height_mm - FRAME_MM
        return np.array([(FRAME_MM, FRAME_MM), (w, FRAME_MM), (w, h), (FRAME_MM, h)], np.float64)


def cell_centre_mm(cell: str) -> tuple[float, float]:
    """Centre (x, y) of a cell in millimetres."""
    column, row = ord(cell[0]) - ord("A"), ord(cell[1]) - ord("A")
    return FRAME_MM + CELL_MM * (column + 0.5), FRAME_MM + CELL_MM * (row + 0.5)


def layout_from_json(data: Mapping[str, Any]) -> BoardLayout:
    """Build a layout from the contents of a board file. Raises KeyError or TypeError on a malformed one."""
    return BoardLayout(
        name=str(data["name"]),
        frame=str(data["frame"]),
        columns=int(data["columns"]),
        rows=int(data["rows"]),
        missing=frozenset(data["missing"]),
        grates=frozenset(data["grates"]),
        beams=frozenset(data["beams"]),
        buildings={cell: tuple(sides) for cell, sides in data["buildings"].items()},
    )


def load_layout(path: Path) -> BoardLayout:
    """Read one board file."""
    return layout_from_json(json.loads(path.read_text(encoding="utf-8")))


def shipped_layouts(folder: Path = _BOARDS) -> tuple[BoardLayout, ...]:
    """All board files of a folder, sorted by file name; by default the boards the game ships."""
    return tuple(load_layout(path) for path in sorted(folder.glob("*.json")))
