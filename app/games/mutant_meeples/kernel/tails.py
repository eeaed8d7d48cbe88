"""How far it is to the goal, backwards: least moves from every state when nobody who has moved is met.

In: the city, who is `SOLID` and who a `GHOST` (see `moves`), the goal. Out: `Work.kind_tail` and `kind_out`,
one row for each kind of power that is still to come and one for none, and from them each mover's `tail` and
`out`. Whoever stands on a ghost's cell, or may have left it, is left open, so no number is too big.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.kernel.arrays import (
    BEAM,
    DIAGONAL,
    FAR,
    FINAL,
    FREE,
    HELPER,
    JUMP,
    PASS,
    PRUNE_TAIL,
    SHORT_STOP,
    SIDESTEP,
    SOLID,
    SPENT,
    STATE,
    Puzzle,
    Work,
)
from app.games.mutant_meeples.kernel.city import BEHIND, DIAGONAL_END, EXIT, JUMP_END, MORE, WALK, City
from app.games.mutant_meeples.kernel.compiling import loop

Bytes = NDArray[np.uint8]
Whole = NDArray[np.int32]


@loop
def lead_back(
    walk: Whole, who: Bytes, tail: Bytes, queue: Whole, size: int, cell: int, back: int, moves: int
) -> int:
    """Note that `cell`, and all cells behind it from which a slide runs over it, lead to the goal.

    `back` is where that direction begins in `walk`. Returns the queue's new length.
    """
    while cell >= 0 and who[cell] != SOLID:
        if tail[cell] == FAR:
            tail[cell] = moves
            queue[size] = cell
            size += 1
        cell = walk[back + cell]
    return size


@loop
def lead(tail: Bytes, queue: Whole, size: int, cell: int, moves: int) -> int:
    """Note that a cell leads to the goal."""
    if cell >= 0 and tail[cell] == FAR:
        tail[cell] = moves
        queue[size] = cell
        size += 1
    return size


@loop
def lead_by_power(
    table: Whole,
    cells: int,
    who: Bytes,
    kind: int,
    tail: Bytes,
    queue: Whole,
    size: int,
    cell: int,
    moves: int,
) -> int:
    """Note every cell from which one move with the power rests on `cell`; beams are done elsewhere."""
    walk = table[WALK]
    for way in range(4):
        ahead = way * cells
        if kind == JUMP:
            size = lead(tail, queue, size, table[JUMP_END, ahead + cell], moves)
        elif kind == SIDESTEP:
            size = lead(tail, queue, size, walk[ahead + cell], moves)
        elif kind == DIAGONAL:
            size = lead(tail, queue, size, table[DIAGONAL_END, ahead + cell], moves)
        else:
            back = ((way + 2) & 3) * cells
            following = walk[ahead + cell]
            if kind == SHORT_STOP:
                if following < 0 or who[following] == SOLID:
                    continue
                beyond = walk[ahead + following]
                if beyond < 0 or who[beyond] != FREE:
                    size = lead_back(walk, who, tail, queue, size, walk[back + cell], back, moves)
            elif following < 0 or who[following] != FREE:
                first = cell
                while walk[back + first] >= 0 and who[walk[back + first]] != SOLID:
                    first = walk[back + first]
                if kind == PASS:
                    size = lead_back(walk, who, tail, queue, size, table[BEHIND, back + first], back, moves)
                elif walk[back + first] < 0:
                    left = table[EXIT, ahead + first]
                    while left >= 0:
                        size = lead_back(walk, who, tail, queue, size, left, back, moves)
                        left = table[MORE, ahead + left]
    return size


@loop
def note_kind(
    city: City,
    work: Work,
    kind: int,
    goal: int,
    limit: int,
    queue: Whole,
    spent_queue: Whole,
    spent_size: int,
) -> int:
    """Fill the rows of one kind, up to `limit` moves; returns how many cells lead to the goal."""
    table, walk, cells, who = city.table, city.table[WALK], city.cells, work.who
    tail, out, spent_tail = work.kind_tail[kind], work.kind_out[kind], work.kind_tail[SPENT]
    tail[:] = FAR
    tail[goal] = 0
    queue[0] = goal
    size, at, spent_at, beamed = 1, 0, 0, False
    for moves in range(1, limit + 1):
        while at < size and tail[queue[at]] < moves:
            cell = queue[at]
            at += 1
            for way in range(4):
                following = walk[way * cells + cell]
                if following < 0 or who[following] != FREE:
                    back = ((way + 2) & 3) * cells
                    size = lead_back(walk, who, tail, queue, size, walk[back + cell], back, moves)
        while kind != SPENT and spent_at < spent_size and spent_tail[spent_queue[spent_at]] < moves:
            cell = spent_queue[spent_at]
            spent_at += 1
            if kind != BEAM:
                size = lead_by_power(table, cells, who, kind, tail, queue, size, cell, moves)
                continue
            for number in range(0 if beamed else city.beams.shape[0]):
                if city.beams[number] == cell:
                    beamed = True
                    for start in range(cells):
                        size = lead(tail, queue, size, start, moves)
                    break
    out[:] = FAR
    for place in range(size):
        note_out(walk, cells, queue[place], int(tail[queue[place]]), out)
    for place in range(spent_size if kind == SHORT_STOP else 0):
        cell = spent_queue[place]
        for way in range(4):
            following = walk[way * cells + cell]
            if following >= 0 and walk[way * cells + following] >= 0:
                beyond = walk[way * cells + following]
                out[beyond] = min(int(out[beyond]), int(spent_tail[cell]))
    return size


@loop
def note_out(walk: Whole, cells: int, cell: int, moves: int, out: Bytes) -> None:
    """A meeple on any cell beside this one could stop a slide here."""
    for way in range(4):
        beside = walk[way * cells + cell]
        if beside >= 0:
            out[beside] = min(int(out[beside]), moves)


@loop
def keep_less(kept: Bytes, other: Bytes) -> None:
    """The lesser of each two."""
    for cell in range(kept.shape[0]):
        kept[cell] = min(kept[cell], other[cell])


@loop
def note_tails(city: City, puzzle: Puzzle, work: Work, limit: int) -> None:
    """Fill every mover's `tail` and `out` for series of up to `limit` moves."""
    queue, spent_queue = work.queue[HELPER, STATE], work.queue[FINAL, STATE]
    spent_size = note_kind(city, work, SPENT, puzzle.goal, limit, spent_queue, spent_queue, 0)
    used = 0
    for mover in range(puzzle.cells.shape[0]):
        for slot in range(puzzle.kinds.shape[1]):
            if puzzle.kinds[mover, slot] >= 0:
                used |= 1 << puzzle.kinds[mover, slot]
    for kind in range(SPENT):
        if used >> kind & 1:
            note_kind(city, work, kind, puzzle.goal, limit, queue, spent_queue, spent_size)
    for mover in range(puzzle.cells.shape[0]):
        tail, out = work.tail[mover], work.out[mover]
        out[:] = work.kind_out[SPENT]
        tail[0] = work.kind_tail[SPENT]
        tail[1] = work.kind_tail[SPENT]
        for slot in range(puzzle.kinds.shape[1]):
            kind = puzzle.kinds[mover, slot]
            if kind < 0:
                break
            keep_less(tail[0], work.kind_tail[kind])
            keep_less(out, work.kind_out[kind])
        if not puzzle.prunes & PRUNE_TAIL:
            tail[:] = 0
            out[:] = 0
