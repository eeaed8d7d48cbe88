"""What another meeple's move could change for a mover: lower bounds that cost one look each.

A plan's last series either touches nobody who has moved, or it has contacts: slides stopped by a meeple that
moved earlier. Everybody who may move is a ghost here (see `moves`), so that what is found is never too much:

    tail   from a state to the goal without a further contact
    out    from the last contact, with a meeple on that cell, to the goal
    into   up to the first contact with a meeple on that cell that opens a stop not to be had as soon without
    via    start to goal with contacts with that cell only

For blockers on cells a and b the series takes at least the least of: no contact at all, via[a], via[b], and
into[a] + 1 + out[b] or the other way round.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.kernel.arrays import (
    FAR,
    PASS,
    PRUNE_CONTACT,
    PRUNE_LEAST,
    RELAXED,
    SHORT_STOP,
    SOLID,
    STATE,
    WRAP,
    Puzzle,
    Work,
)
from app.games.mutant_meeples.kernel.city import BEHIND, ENTRY, WALK, City
from app.games.mutant_meeples.kernel.compiling import loop
from app.games.mutant_meeples.kernel.moves import flip, slide
from app.games.mutant_meeples.kernel.series import moves_made, spread


@loop
def note_contacts(
    walk: NDArray[np.int32],
    who: NDArray[np.uint8],
    tail: NDArray[np.uint8],
    seen: NDArray[np.int64],
    into: NDArray[np.uint8],
    via: NDArray[np.uint8],
    rest: int,
    met: int,
    moves: int,
    base: int,
    spent: int,
) -> None:
    """Contacts of slides that could rest on `rest` if somebody stood on `met`, or as much further on.

    `walk`: the next cells that way; `seen` less `base`: moves to a state without contacts, negative if none.
    """
    while met >= 0 and who[met] != SOLID:
        state = 2 * rest + spent
        via[met] = min(int(via[met]), moves + int(tail[spent, rest]))
        if moves < into[met]:
            here, unspent = seen[state] - base, seen[2 * rest] - base
            if (here < 0 or here > moves) and (unspent < 0 or unspent > moves):
                into[met] = moves
        rest, met = walk[rest], walk[met]


@loop
def note_stops_against(
    city: City, work: Work, puzzle: Puzzle, mover: int, cell: int, spent: int, moves: int, base: int
) -> None:
    """Every contact of a next move from `cell`."""
    cells, who, kinds = city.cells, work.who, puzzle.kinds[mover]
    tail, seen, into, via = work.tail[mover], work.seen[RELAXED], work.into[mover], work.via[mover]
    for way in range(4):
        walk = city.table[WALK, way * cells : (way + 1) * cells]
        ahead = walk[cell]
        free = ahead >= 0 and who[ahead] != SOLID
        if free:
            note_contacts(walk, who, tail, seen, into, via, ahead, walk[ahead], moves, base, spent)
        if spent:
            continue
        for slot in range(kinds.shape[0]):
            kind = kinds[slot]
            if kind == SHORT_STOP and free:
                beyond = walk[ahead]
                if beyond >= 0 and who[beyond] != SOLID:
                    note_contacts(walk, who, tail, seen, into, via, ahead, walk[beyond], moves, base, 1)
            elif kind in (PASS, WRAP):
                place = way * cells + slide(city, work.solid, cell, way)
                start = city.table[BEHIND if kind == PASS else ENTRY, place]
                if start >= 0 and who[start] != SOLID:
                    note_contacts(walk, who, tail, seen, into, via, start, walk[start], moves, base, 1)


@loop
def note_bounds(city: City, puzzle: Puzzle, work: Work, mover: int, limit: int) -> None:
    """Fill a mover's `into`, `via` and `least` for series of up to `limit` moves.

    `tail` and `out` must be there, and every mover's start in `work.ghosts`, where it is again afterwards.
    """
    out, into, via = work.out[mover], work.into[mover], work.via[mover]
    start = puzzle.cells[mover]
    into[:] = FAR
    via[:] = FAR
    flip(city, work.ghosts, start)
    _, size = spread(
        city, work, work.solid, work.ghosts, puzzle.kinds[mover], start, -1, limit, limit - 1,
        work.never, RELAXED,
    )  # fmt: skip
    flip(city, work.ghosts, start)
    base = work.seen[RELAXED, 2 * start]
    for place in range(size):
        state = work.queue[RELAXED, STATE, place]
        moves = work.seen[RELAXED, state] - base + 1
        if not state & 1 or moves_made(work, RELAXED, state - 1) >= moves:
            note_stops_against(city, work, puzzle, mover, state >> 1, state & 1, moves, base)
    first_in, last_out, alone = FAR, FAR, FAR
    for cell in range(city.cells):
        via[cell] = min(int(via[cell]), int(into[cell]) + 1 + int(out[cell]))
        first_in, last_out = min(first_in, int(into[cell])), min(last_out, int(out[cell]))
        alone = min(alone, int(via[cell]))
    direct = int(work.tail[mover, 0, start]) if start != puzzle.goal else 2
    work.least[0, mover] = direct
    work.least[1, mover] = min(direct, alone, first_in + 1 + last_out)
    switch_off(puzzle, work, mover)


@loop
def switch_off(puzzle: Puzzle, work: Work, mover: int) -> None:
    """Make the bounds say nothing where `Puzzle.prunes` wants that."""
    if not puzzle.prunes & PRUNE_LEAST:
        work.least[1, mover] = 0
    if not puzzle.prunes & PRUNE_CONTACT:
        work.least[0, mover] = 0
        work.out[mover, :] = 0


@loop
def free_moves(work: Work, mover: int, one: int, other: int, limit: int) -> int:
    """States of fewer moves than that may still come to the goal in time by a contact with such blockers."""
    out = int(work.out[mover, other])
    return limit - min(out, int(work.out[mover, one]) if one >= 0 else FAR)
