"""All that one meeple can reach in its series, breadth-first over (cell, power spent); and plans by steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.kernel.arrays import (
    CAP,
    CODE,
    CODE_BASE,
    FAR,
    FIRST,
    FIRST_END,
    FREE,
    GHOST,
    HELPER,
    LAST,
    PARENT,
    SECOND,
    SECOND_END,
    SOLID,
    STAMP,
    STATE,
    Puzzle,
    Work,
)
from app.games.mutant_meeples.kernel.city import City
from app.games.mutant_meeples.kernel.compiling import loop
from app.games.mutant_meeples.kernel.moves import Words, flip, moves_from


@loop
def set_up(city: City, puzzle: Puzzle, work: Work, players: int) -> None:
    """Everyone at the start; a ghost is whom one of the players in the mask may move.

    Two movers may be one meeple that can do different things for different players.
    """
    work.occupied[:] = 0
    work.ghosts[:] = 0
    work.who[:] = FREE
    for number in range(puzzle.stay.shape[0]):
        flip(city, work.occupied, puzzle.stay[number])
        work.who[puzzle.stay[number]] = SOLID
    for mover in range(puzzle.cells.shape[0]):
        cell = puzzle.cells[mover]
        if work.who[cell] == FREE:
            flip(city, work.occupied, cell)
            work.who[cell] = SOLID
        if work.who[cell] == SOLID and puzzle.masks[mover] & players:
            flip(city, work.ghosts, cell)
            work.who[cell] = GHOST
    work.solid[:] = work.occupied & ~work.ghosts


@loop
def moves_made(work: Work, row: int, state: int) -> int:
    """Moves to a state in the series that was spread last in that row, FAR when it did not get there."""
    made = work.seen[row, state] - STAMP * work.clock[row]
    return int(made) if made >= 0 else FAR


@loop
def spread(
    city: City,
    work: Work,
    solid: Words,
    ghosts: Words,
    kinds: NDArray[np.int32],
    start: int,
    goal: int,
    limit: int,
    free: int,
    tail: NDArray[np.uint8],
    row: int,
) -> tuple[int, int]:
    """(moves to `goal` or FAR, number of states queued); arrivals take up to `limit` moves, -1 is no goal.

    The states of fewer than `limit` moves stand in `work.queue[row]`; an arrival stands behind them, at that
    number, one without the power where both kinds come in as many moves. States of fewer than `free` moves
    are followed in any case, others only when their `tail` fits into the limit.
    """
    seen, queue, moves = work.seen[row], work.queue[row], work.moves
    work.clock[row] += 1
    base = STAMP * work.clock[row]
    seen[2 * start] = base
    queue[STATE, 0] = 2 * start
    queue[PARENT, 0] = -1
    at, size, arrived = 0, 1, FAR
    for depth in range(1, limit + 1):
        layer = size
        while at < layer:
            state = queue[STATE, at]
            cell, spent = state >> 1, state & 1
            if (spent and base <= seen[state - 1] <= seen[state]) or (
                depth > free and depth + int(tail[spent, cell]) > limit + 1
            ):
                at += 1  # as soon here with the power still to come; or too far from the goal
                continue
            for number in range(moves_from(city, solid, ghosts, kinds, cell, spent, moves)):
                end, code = moves[0, number], moves[1, number]
                reached = 2 * end + (1 if code >= CODE_BASE else spent)
                if end == goal:
                    if arrived == FAR or (not reached & 1 and queue[STATE, size] & 1):
                        queue[STATE, size], queue[PARENT, size], queue[CODE, size] = reached, at, code
                        arrived = depth
                    continue
                if seen[reached] >= base or arrived != FAR:
                    continue
                seen[reached] = base + depth
                if depth < limit:
                    queue[STATE, size], queue[PARENT, size], queue[CODE, size] = reached, at, code
                    size += 1
            at += 1
            if arrived != FAR and not queue[STATE, size] & 1:
                return arrived, size
        if arrived != FAR or at == size:
            break
    return arrived, size


@loop
def is_new_end(work: Work, row: int, state: int) -> bool:
    """Whether this state is the one that counts for its cell: the sooner one, or else that with the power."""
    other, here = moves_made(work, row, state ^ 1), moves_made(work, row, state)
    return here <= other if state & 1 == 0 else here < other


@loop
def trace(city: City, puzzle: Puzzle, work: Work, plan: NDArray[np.int32], steps: NDArray[np.int32]) -> None:
    """Write out a plan move by move; `work.occupied` must hold the start."""
    size = 0
    for series in range(3):
        mover = plan[LAST] if series == 2 else plan[FIRST if series == 0 else SECOND]
        end = puzzle.goal if series == 2 else plan[FIRST_END if series == 0 else SECOND_END]
        if mover >= 0:
            flip(city, work.occupied, puzzle.cells[mover])
            moves, place = spread(
                city, work, work.occupied, work.nobody, puzzle.kinds[mover], puzzle.cells[mover], end, CAP,
                CAP, work.never, HELPER,
            )  # fmt: skip
            flip(city, work.occupied, end)
            for number in range(size + moves - 1, size - 1, -1):
                steps[number, 0], steps[number, 1] = mover, work.queue[HELPER, CODE, place]
                steps[number, 2] = work.queue[HELPER, STATE, place] >> 1
                place = work.queue[HELPER, PARENT, place]
            size += moves
    for series in range(3):
        mover = plan[LAST] if series == 2 else plan[FIRST if series == 0 else SECOND]
        if mover >= 0:
            end = puzzle.goal if series == 2 else plan[FIRST_END if series == 0 else SECOND_END]
            flip(city, work.occupied, end)
            flip(city, work.occupied, puzzle.cells[mover])
    steps[size:] = -1
