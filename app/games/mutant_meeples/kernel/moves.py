"""Single moves, unchecked: where a slide or a power takes a meeple that stands on a given cell.

Two kinds of others are in the way. `solid` ones are: nobody runs through them. `ghosts` are those that may or
may not have gone: a slide may run through a ghost, or stop before it. The mover itself is in neither.
Both are occupancy words by line (`city.words`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.kernel.arrays import (
    BEAM,
    CODE_BASE,
    DIAGONAL,
    JUMP,
    PASS,
    SHORT_STOP,
    SIDESTEP,
    WRAP,
)
from app.games.mutant_meeples.kernel.city import (
    AHEAD,
    BEHIND,
    BESIDE,
    BIT,
    DIAGONAL_END,
    EDGE,
    ENTRY,
    JUMP_END,
    LAST_CELL,
    LINE,
    WALK,
    City,
)
from app.games.mutant_meeples.kernel.compiling import highest, loop, lowest

Words = NDArray[np.int32]


@loop
def taken(city: City, words: Words, cell: int) -> bool:
    """Whether somebody in `words` stands on the cell."""
    return bool(words[city.table[LINE, city.cells + cell]] & city.table[BIT, city.cells + cell])


@loop
def flip(city: City, words: Words, cell: int) -> None:
    """Put a meeple on the cell, or take it away."""
    words[city.table[LINE, cell]] ^= city.table[BIT, cell]
    words[city.table[LINE, city.cells + cell]] ^= city.table[BIT, city.cells + cell]


@loop
def nearest(way: int, word: int) -> int:
    """The bit of the first meeple met on the way, given those ahead."""
    return lowest(word) if way == 1 or way == 2 else highest(word)


@loop
def slide(city: City, solid: Words, cell: int, way: int) -> int:
    """Where a plain slide ends; the same cell when it cannot start."""
    place = way * city.cells + cell
    ahead = solid[city.table[LINE, place]] & city.table[AHEAD, place]
    if ahead == 0:
        return int(city.table[LAST_CELL, place])
    return int(city.table[BESIDE, place]) + nearest(way, ahead) * (1 if way & 1 else city.columns)


@loop
def note(moves: NDArray[np.int32], size: int, end: int, code: int) -> int:
    """Add a move; returns how many there are."""
    moves[0, size] = end
    moves[1, size] = code
    return size + 1


@loop
def note_stops(
    city: City,
    solid: Words,
    ghosts: Words,
    cell: int,
    way: int,
    but: int,
    code: int,
    moves: NDArray[np.int32],
    size: int,
) -> int:
    """Add every end of a slide from `cell`, nearest first, except the cell `but`."""
    place = way * city.cells + cell
    stride = 1 if way & 1 else city.columns
    end = slide(city, solid, cell, way)
    met = ghosts[city.table[LINE, place]] & city.table[AHEAD, place]
    while met:
        bit = nearest(way, met)
        before = int(city.table[BESIDE, place]) + bit * stride
        met &= ~(1 << bit)
        if before == end or (before > end) == (way == 1 or way == 2):
            break
        if before != but:
            size = note(moves, size, before, code)
    if end != but:
        size = note(moves, size, end, code)
    return size


@loop
def note_line(
    city: City,
    solid: Words,
    ghosts: Words,
    kind: int,
    cell: int,
    way: int,
    code: int,
    moves: NDArray[np.int32],
    size: int,
) -> int:
    """Add the ends of a slide that passes a building, wraps or stops short."""
    if kind == SHORT_STOP:
        first = size
        size = note_stops(city, solid, ghosts, cell, way, cell, code, moves, size)
        kept = first
        for number in range(first, size):
            end = city.table[WALK, ((way + 2) & 3) * city.cells + moves[0, number]]
            if end != cell:
                kept = note(moves, kept, end, code)
        return kept
    place = way * city.cells + slide(city, solid, cell, way)
    start = int(city.table[BEHIND if kind == PASS else ENTRY, place])
    if start < 0 or taken(city, solid, start):
        return size
    last = slide(city, solid, start, way)
    size = note_stops(city, solid, ghosts, start, way, cell, code, moves, size)
    if kind == WRAP and not city.wrap_once and city.table[EDGE, way * city.cells + last] and last != cell:
        size -= 1  # ran to the far edge of its own empty line
    return size


@loop
def moves_from(
    city: City,
    solid: Words,
    ghosts: Words,
    kinds: NDArray[np.int32],
    cell: int,
    spent: int,
    moves: NDArray[np.int32],
) -> int:
    """Fill `moves` with (end, code) of every single move; returns how many. Plain slides come first."""
    size = 0
    for way in range(4):
        place = way * city.cells + cell
        line, ahead = city.table[LINE, place], city.table[AHEAD, place]
        if ghosts[line] & ahead:
            size = note_stops(city, solid, ghosts, cell, way, cell, way, moves, size)
        else:
            end = slide(city, solid, cell, way)
            if end != cell:
                size = note(moves, size, end, way)
    for slot in range(0 if spent else kinds.shape[0]):
        kind = kinds[slot]
        if kind < 0:
            break
        code = CODE_BASE * (slot + 1)
        for way in range(city.beams.shape[0] if kind == BEAM else 4):
            if kind in (PASS, SHORT_STOP, WRAP):
                size = note_line(city, solid, ghosts, kind, cell, way, code + way, moves, size)
                continue
            end = -1
            if kind == JUMP:
                end = city.table[JUMP_END, way * city.cells + cell]
            elif kind == BEAM:
                end = city.beams[way]
            elif kind == SIDESTEP:
                end = city.table[WALK, way * city.cells + cell]
            elif kind == DIAGONAL:
                end = city.table[DIAGONAL_END, way * city.cells + cell]
            if end >= 0 and end != cell and not taken(city, solid, end):
                size = note(moves, size, end, code + way)
    return size
