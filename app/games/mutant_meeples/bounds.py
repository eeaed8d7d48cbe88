"""How soon a meeple could be somewhere if slides stopped wherever they liked: bounds that never say too much.

In: the `City` tables, one meeple's powers, start and goal. Out: tables of least numbers of moves, by state
(`2 * cell + (power spent)`) or by cell, FAR where no number is enough. Blockers are ignored, walls hold.
Import late: this loads numba (see `compiling`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.arrays import BEAM, CAP, DIAGONAL, FAR, JUMP, PASS, WRAP
from app.games.mutant_meeples.compiling import compiled
from app.games.mutant_meeples.encode import City


@compiled
def run_on(city: City, cell: int, way: int, spent: int, out: NDArray[np.int32], size: int) -> int:
    """Every cell of an endless empty slide, as states."""
    following = city.walk[way, cell]
    while following >= 0:
        out[size] = 2 * following + spent
        size += 1
        following = city.walk[way, following]
    return size


@compiled
def last_of_line(city: City, cell: int, way: int) -> int:
    """The last cell of an endless empty slide."""
    while city.walk[way, cell] >= 0:
        cell = city.walk[way, cell]
    return cell


@compiled
def relaxed(city: City, kinds: NDArray[np.int8], state: int, out: NDArray[np.int32]) -> int:
    """States one move away if slides could stop anywhere and nobody stood in the way; returns how many.

    Short stop and sidestep are slides that stop early, so they are already in.
    """
    cell, spent = state >> 1, state & 1
    size = 0
    for way in range(4):
        size = run_on(city, cell, way, spent, out, size)
    for slot in range(0 if spent else kinds.shape[0]):
        kind = kinds[slot]
        for way in range(city.beams.shape[0] if kind == BEAM else 4):
            end = -1
            if kind == JUMP:
                end = city.jump[way, cell]
            elif kind == DIAGONAL:
                end = city.diagonal[way, cell]
            elif kind == BEAM:
                end = city.beams[way]
            elif kind == PASS:
                end = city.behind[way, last_of_line(city, cell, way)]
            elif kind == WRAP:
                end = city.entry[way, last_of_line(city, cell, way)]
            if end >= 0:
                out[size] = 2 * end + 1
                size += 1
                if kind in (PASS, WRAP):
                    size = run_on(city, end, way, 1, out, size)
    return size


@compiled
def bound_to_goal(city: City, kinds: NDArray[np.int8], goal: int, bound: NDArray[np.uint8]) -> None:
    """Fill `bound` (by state) with the relaxed number of moves to the goal."""
    out = np.zeros(16 * bound.shape[0], np.int32)
    bound[:] = FAR
    bound[2 * goal] = bound[2 * goal + 1] = 0
    for depth in range(1, CAP + 1):
        changed = False
        for state in range(bound.shape[0]):
            if bound[state] != FAR:
                continue
            for place in range(relaxed(city, kinds, state, out)):
                if bound[out[place]] == depth - 1:
                    bound[state] = depth
                    changed = True
                    break
        if not changed:
            return


@compiled
def bound_from_start(city: City, kinds: NDArray[np.int8], start: int, bound: NDArray[np.uint8]) -> None:
    """Fill `bound` (by state) with the relaxed number of moves from the start."""
    out = np.zeros(16 * bound.shape[0], np.int32)
    queue = np.zeros(bound.shape[0], np.int32)
    bound[:] = FAR
    bound[2 * start] = 0
    queue[0] = 2 * start
    at, tail = 0, 1
    while at < tail:
        state = queue[at]
        at += 1
        for place in range(relaxed(city, kinds, state, out)):
            if bound[out[place]] == FAR:
                bound[out[place]] = bound[state] + 1
                queue[tail] = out[place]
                tail += 1


@compiled
def note_touches(
    city: City,
    to_goal: NDArray[np.uint8],
    from_start: NDArray[np.uint8],
    touch: NDArray[np.uint8],
    through: NDArray[np.uint8],
) -> None:
    """Fill, by cell: the least length of a series to the goal that is stopped by a meeple there (`touch`),
    or that runs over or lands on that cell (`through`).

    A meeple stops a slide on the cell before it, or a short stop two before. A slide that runs over a cell
    could in the relaxed city stop there and go on, for one move more.
    """
    touch[:] = FAR
    for cell in range(city.walk.shape[1]):
        length = min(from_start[2 * cell], from_start[2 * cell + 1]) + to_goal[2 * cell]
        length = min(length, FAR)
        through[cell] = length if length in (0, FAR) else length - 1
        for way in range(4):
            first = city.walk[way, cell]
            if first >= 0:
                touch[first] = min(touch[first], length)
                second = city.walk[way, first]
                if second >= 0:
                    touch[second] = min(touch[second], length)
