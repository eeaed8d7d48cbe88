"""The city as arrays: what the solver's kernel reads instead of `Board` and `Rules`.

In: a `Board` and the `Rules` that shape single moves. Out: a `City` of tables indexed [direction, cell] (or
[diagonal, cell]) that hold a cell index, or NOWHERE. Directions are numbered as in `Direction`, diagonals in
the order of `DIAGONALS`. Blockers are not in the tables; the kernel looks them up as it goes.
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
"""Powers by the number the kernel knows them by."""
KIND_OF = {power: number for number, power in enumerate(KINDS)}


class City(NamedTuple):
    """Tables of one board under one set of rules; every array is read-only by agreement."""

    walk: NDArray[np.int16]
    """(4, cells): the next cell of a slide, NOWHERE at a building or the city edge."""
    behind: NDArray[np.int16]
    """(4, cells): the cell behind the building on that side."""
    edge: NDArray[np.bool_]
    """(4, cells): the city ends on that side and no building stands there."""
    entry: NDArray[np.int16]
    """(4, cells): where a wrap that leaves here comes in; NOWHERE when built up or no edge."""
    jump: NDArray[np.int16]
    """(4, cells): the cell a jump lands on."""
    diagonal: NDArray[np.int16]
    """(4, cells): the cell of a diagonal step, NOWHERE when its corner is closed."""
    beams: NDArray[np.int16]
    """(symbols,): the Blue Beam cells."""
    wrap_once: bool
    """False: a wrap that runs to the far edge again is no move (switch edge_empty_line)."""


def encode(board: Board, rules: Rules) -> City:
    """The city's tables, kept for boards already seen. May be called from any thread."""
    return _encode(board, rules.skewt_outer_corner == "forbid", rules.edge_empty_line == "wrap-once")


@functools.lru_cache(maxsize=32)
def _encode(board: Board, outer_corner_closed: bool, wrap_once: bool) -> City:
    rules = Rules(skewt_outer_corner="forbid" if outer_corner_closed else "allow")
    wall = np.array(board.wall, dtype=np.bool_)
    step = np.array(board.step, dtype=np.int16)
    edge = ~wall & (step < 0)
    return City(
        walk=np.where(wall, NOWHERE, step).astype(np.int16),
        behind=np.where(wall, step, NOWHERE).astype(np.int16),
        edge=edge,
        entry=_entries(board, edge),
        jump=_jumps(board),
        diagonal=_diagonals(board, rules),
        beams=np.array(board.beams, dtype=np.int16),
        wrap_once=wrap_once,
    )


def _table(board: Board) -> NDArray[np.int16]:
    return np.full((4, board.cell_count), NOWHERE, dtype=np.int16)


def _entries(board: Board, edge: NDArray[np.bool_]) -> NDArray[np.int16]:
    table = _table(board)
    for direction in Direction:
        for cell in range(board.cell_count):
            if board.exists[cell] and edge[direction, cell]:
                entry = board.entry(cell, direction)
                if not board.wall[direction.opposite][entry]:
                    table[direction, cell] = entry
    return table


def _jumps(board: Board) -> NDArray[np.int16]:
    table = _table(board)
    for direction, (columns, rows) in OFFSETS.items():
        for cell in range(board.cell_count):
            if board.exists[cell]:
                table[direction, cell] = board.offset(cell, columns * JUMP_LENGTH, rows * JUMP_LENGTH)
    return table


def _diagonals(board: Board, rules: Rules) -> NDArray[np.int16]:
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
