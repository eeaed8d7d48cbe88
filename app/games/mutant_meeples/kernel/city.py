"""The city as one table: what the loops read instead of `Board` and `Rules`.

In: a `Board` and the `Rules` that shape single moves. Out: a `City`. A row or column of the board is a line;
who stands in it is one occupancy word, bit by bit, so that a slide is one look at a word: the nearest bit set
among the cells ahead. Directions are numbered as in `Direction`, diagonals in the order of `DIAGONALS`.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.board import DIAGONALS, OFFSETS, Board, Direction
from app.games.mutant_meeples.moves import JUMP_LENGTH, corner_is_open
from app.games.mutant_meeples.roster import Power, Rules

NOWHERE = -1
KINDS = (Power.JUMP, Power.PASS, Power.BEAM, Power.SHORT_STOP, Power.SIDESTEP, Power.DIAGONAL, Power.WRAP)
"""Powers by the number the loops know them by."""
KIND_OF = {power: number for number, power in enumerate(KINDS)}

# Rows of City.table; in each, `direction * cells + cell` (for DIAGONAL: `diagonal * cells + cell`).
LINE, BIT, AHEAD, LAST_CELL, BESIDE, WALK, BEHIND, ENTRY, EXIT, MORE, JUMP_END, DIAGONAL_END, EDGE = range(13)
"""
LINE          number of the occupancy word of the line one slides along
BIT           the cell's bit in that word
AHEAD         bits of the cells a slide runs over when nobody is in the way
LAST_CELL     the last of them, or the cell itself
BESIDE        the stop before a meeple on bit b is BESIDE + b * stride
WALK          the next cell of a slide, NOWHERE at a building or the city edge
BEHIND        the cell behind the building on that side
ENTRY         where a wrap that leaves here comes in; NOWHERE when built up or no edge
EXIT          where a wrap that comes in here has left, NOWHERE when none can
MORE          another such exit, by the one before: lines with holes have several
JUMP_END      the cell a jump lands on
DIAGONAL_END  the cell of a diagonal step, NOWHERE when its corner is closed
EDGE          1: the city ends on that side and no building stands there
"""


class City(NamedTuple):
    """One board under one set of rules; the arrays are read-only by agreement."""

    table: NDArray[np.int32]
    """(13, 4 * cells)."""
    beams: NDArray[np.int32]
    """(symbols,): the Blue Beam cells."""
    cells: int
    columns: int
    wrap_once: bool
    """False: a wrap that runs to the far edge again is no move (switch edge_empty_line)."""


def encode(board: Board, rules: Rules) -> City:
    """The city's table, kept for boards already seen. May be called from any thread."""
    return _encode(board, rules.skewt_outer_corner == "forbid", rules.edge_empty_line == "wrap-once")


def words(city: City, cells: list[int]) -> NDArray[np.int32]:
    """Occupancy words with those cells taken."""
    lines = np.zeros(city.cells // city.columns + city.columns, np.int32)
    for cell in cells:
        for place in (Direction.NORTH * city.cells + cell, Direction.EAST * city.cells + cell):
            lines[city.table[LINE, place]] |= city.table[BIT, place]
    return lines


@functools.lru_cache(maxsize=32)
def _encode(board: Board, outer_corner_closed: bool, wrap_once: bool) -> City:
    rules = Rules(skewt_outer_corner="forbid" if outer_corner_closed else "allow")
    cells = board.cell_count
    wall = np.array(board.wall, dtype=np.bool_)
    step = np.array(board.step, dtype=np.int32)
    walk = np.where(wall, NOWHERE, step)
    table = np.full((13, 4, cells), NOWHERE, np.int32)
    table[WALK], table[BEHIND] = walk, np.where(wall, step, NOWHERE)
    _fill_wraps(board, wall, table)
    table[EDGE] = ~wall & (step < 0)
    table[JUMP_END], table[DIAGONAL_END] = _jumps(board), _diagonals(board, rules)
    _fill_lines(board, table)
    return City(
        np.ascontiguousarray(table.reshape(13, 4 * cells)),
        np.array(board.beams, np.int32),
        cells,
        board.columns,
        wrap_once,
    )


def _fill_lines(board: Board, table: NDArray[np.int32]) -> None:
    """Words and bits: rows come first, then columns; a bit's number is its place along the line."""
    index = np.arange(board.cell_count)
    column, row = index % board.columns, index // board.columns
    for direction, (columns, rows) in OFFSETS.items():
        stride = abs(columns + rows * board.columns)
        towards = 1 if columns + rows > 0 else -1
        place = column if columns else row
        table[LINE, direction] = row if columns else board.rows + column
        table[BIT, direction] = bits = 1 << place
        table[BESIDE, direction] = index - place * stride - towards * stride
        ahead, last = [0] * board.cell_count, list(range(board.cell_count))
        walk, bit = table[WALK, direction].tolist(), bits.tolist()
        for cell in reversed(last[:]) if towards > 0 else last[:]:  # the next cell comes first
            following = walk[cell]
            if following >= 0:
                ahead[cell], last[cell] = ahead[following] | bit[following], last[following]
        table[AHEAD, direction], table[LAST_CELL, direction] = ahead, last


def _fill_wraps(board: Board, wall: NDArray[np.bool_], table: NDArray[np.int32]) -> None:
    for way in Direction:
        for cell in range(board.cell_count):
            if board.exists[cell] and board.step[way][cell] < 0 and not wall[way, cell]:
                entry = board.entry(cell, way)
                if entry >= 0 and not wall[way.opposite, entry]:
                    table[ENTRY, way, cell] = entry
                    table[MORE, way, cell] = table[EXIT, way, entry]
                    table[EXIT, way, entry] = cell


def _table(board: Board) -> NDArray[np.int32]:
    return np.full((4, board.cell_count), NOWHERE, dtype=np.int32)


def _jumps(board: Board) -> NDArray[np.int32]:
    table = _table(board)
    for direction, (columns, rows) in OFFSETS.items():
        for cell in range(board.cell_count):
            if board.exists[cell]:
                table[direction, cell] = board.offset(cell, columns * JUMP_LENGTH, rows * JUMP_LENGTH)
    return table


def _diagonals(board: Board, rules: Rules) -> NDArray[np.int32]:
    table = _table(board)
    for number, ways in enumerate(DIAGONALS.values()):
        columns = sum(OFFSETS[way][0] for way in ways)
        rows = sum(OFFSETS[way][1] for way in ways)
        for cell in range(board.cell_count):
            if board.exists[cell]:
                end = board.offset(cell, columns, rows)
                if end >= 0 and corner_is_open(board, cell, ways, rules):
                    table[number, cell] = end
    return table
