"""In how many ways a plan of the fewest moves can be carried out, and which.

A plan names who moves and where each series ends; every series of a shortest plan is a shortest one to its
end, so that ways multiply. They are told apart by the powers spent. Two meeples that move first may do so in
either order when neither matters to the other: such ways are found as two plans and counted once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.kernel.arrays import (
    CAP,
    CODE_BASE,
    FINAL,
    FIRST,
    FIRST_END,
    HELPER,
    LAST,
    SECOND,
    SECOND_END,
    STAMP,
    STATE,
    Puzzle,
    Work,
)
from app.games.mutant_meeples.kernel.city import City
from app.games.mutant_meeples.kernel.compiling import loop
from app.games.mutant_meeples.kernel.moves import Words, flip, moves_from, note
from app.games.mutant_meeples.kernel.series import spread

Ways = NDArray[np.int64]
"""(states, 2): ways from a state to the end that have then spent no power, and one."""


@loop
def after(state: int, code: int, end: int) -> int:
    """The state that a move leads to."""
    return 2 * end + (1 if code >= CODE_BASE else state & 1)


@loop
def fill_ways(
    city: City,
    work: Work,
    one: Words,
    other: Words,
    kinds: NDArray[np.int32],
    start: int,
    end: int,
    length: int,
    ways: Ways,
) -> None:
    """Fill `ways` for series of `length` moves, the least there can be, made with either set of blockers.

    On its way a shortest series meets every state as early as can be, so states are told apart by that alone;
    how early stands in row FINAL of `work.seen`.
    """
    twice = False
    for line in range(one.shape[0]):
        twice = twice or one[line] != other[line]
    queue = work.queue[FINAL, STATE]
    work.clock[FINAL] += 1
    base = STAMP * work.clock[FINAL]
    queue[0] = 2 * start
    work.seen[FINAL, 2 * start] = base
    at, size = 0, 1
    while at < size:
        state = queue[at]
        at += 1
        made = work.seen[FINAL, state] - base
        if made + 1 == length:
            continue
        for number in range(list_moves(city, work, one, other, kinds, state, twice)):
            following = after(state, work.moves[1, number], work.moves[0, number])
            if work.seen[FINAL, following] < base:
                work.seen[FINAL, following] = base + made + 1
                queue[size] = following
                size += 1
    for place in range(size - 1, -1, -1):
        state = queue[place]
        made = work.seen[FINAL, state] - base
        ways[state, :] = 0
        for number in range(list_moves(city, work, one, other, kinds, state, twice)):
            move_end, code = work.moves[0, number], work.moves[1, number]
            for powers in range(2):
                ways[state, powers] += ways_after(
                    work, ways, state, made, move_end, code, powers, end, length
                )


@loop
def ways_after(
    work: Work,
    ways: Ways,
    state: int,
    made: int,
    move_end: int,
    code: int,
    powers: int,
    end: int,
    length: int,
) -> int:
    """Ways to go on after one more move than `made`: to arrive with that move, or to be under way."""
    following = after(state, code, move_end)
    if made + 1 == length:
        return 1 if move_end == end and following & 1 == powers else 0
    met = work.seen[FINAL, following] - STAMP * work.clock[FINAL]
    return int(ways[following, powers]) if met == made + 1 else 0


@loop
def list_moves(
    city: City, work: Work, one: Words, other: Words, kinds: NDArray[np.int32], state: int, twice: bool
) -> int:
    """Fill `work.moves` with the moves that are the same with either set of blockers."""
    size = moves_from(city, one, work.nobody, kinds, state >> 1, state & 1, work.moves)
    if not twice:
        return size
    again = moves_from(city, other, work.nobody, kinds, state >> 1, state & 1, work.others)
    kept = 0
    for number in range(size):
        end, code = work.moves[0, number], work.moves[1, number]
        for fellow in range(again):
            if work.others[1, fellow] == code and work.others[0, fellow] == end:
                kept = note(work.moves, kept, end, code)
                break
    return kept


@loop
def series_length(city: City, work: Work, kinds: NDArray[np.int32], start: int, end: int) -> int:
    """Moves of the shortest series as everyone in `work.occupied` stands."""
    moves, _ = spread(city, work, work.occupied, work.nobody, kinds, start, end, CAP, CAP, work.never, HELPER)
    return int(moves)


@loop
def stand_before(city: City, puzzle: Puzzle, work: Work, plan: NDArray[np.int32], series: int) -> None:
    """Make the plan's moves up to that series (0, 1, 2 is the last) and lift its mover; twice undoes it."""
    if series > 0 and plan[FIRST] >= 0:
        flip(city, work.occupied, puzzle.cells[plan[FIRST]])
        flip(city, work.occupied, plan[FIRST_END])
    if series > 1 and plan[SECOND] >= 0:
        flip(city, work.occupied, puzzle.cells[plan[SECOND]])
        flip(city, work.occupied, plan[SECOND_END])
    flip(city, work.occupied, puzzle.cells[mover_of(plan, series)])


@loop
def mover_of(plan: NDArray[np.int32], series: int) -> int:
    """Who moves in that series, or -1."""
    return int(plan[LAST] if series == 2 else plan[SECOND if series == 1 else FIRST])


@loop
def end_of(puzzle: Puzzle, plan: NDArray[np.int32], series: int) -> int:
    """Where that series ends."""
    return puzzle.goal if series == 2 else int(plan[SECOND_END if series == 1 else FIRST_END])


@loop
def fill_series(
    city: City, puzzle: Puzzle, work: Work, plan: NDArray[np.int32], series: int, either: bool, ways: Ways
) -> int:
    """Fill `ways` for one series of a plan; returns its moves.

    `either`: only those ways of one of the first two that can be made before as well as after the other.
    """
    mover, end = mover_of(plan, series), end_of(puzzle, plan, series)
    kinds, start = puzzle.kinds[mover], puzzle.cells[mover]
    stand_before(city, puzzle, work, plan, series)
    length = series_length(city, work, kinds, start, end)
    work.either[:] = work.occupied
    if either:
        flip(city, work.either, puzzle.cells[mover_of(plan, 1 - series)])
        flip(city, work.either, end_of(puzzle, plan, 1 - series))
    fill_ways(city, work, work.occupied, work.either, kinds, start, end, length, ways)
    stand_before(city, puzzle, work, plan, series)
    return length


@loop
def multiply(total: Ways, without: int, spending: int) -> None:
    """Ways by powers spent, after one more series."""
    for powers in range(3, -1, -1):
        total[powers] = total[powers] * without + (total[powers - 1] * spending if powers else 0)


@loop
def weigh(city: City, puzzle: Puzzle, work: Work, plan: NDArray[np.int32], ways: Ways, weights: Ways) -> None:
    """Fill `weights` (2, 4): by powers spent, the plan's ways, and those that another order has as well.

    Of two plans that differ only in the order of the first two meeples, one has the others' number.
    """
    total, again = weights[0], weights[1]
    both = plan[FIRST] >= 0 and plan[FIRST] < plan[SECOND]
    total[:] = 0
    again[:] = 0
    total[0], again[0] = 1, 1 if both else 0
    for series in range(3):
        if mover_of(plan, series) < 0:
            continue
        start = 2 * puzzle.cells[mover_of(plan, series)]
        fill_series(city, puzzle, work, plan, series, False, ways)
        multiply(total, ways[start, 0], ways[start, 1])
        if both:
            if series < 2:
                fill_series(city, puzzle, work, plan, series, True, ways)
            multiply(again, ways[start, 0], ways[start, 1])


@loop
def unfold(
    city: City,
    puzzle: Puzzle,
    work: Work,
    plan: NDArray[np.int32],
    series: int,
    powers: int,
    ways: Ways,
    steps: NDArray[np.int32],
) -> int:
    """Write series of a plan that spend so many powers into `steps` (most, 11, 3), as many as fit.

    A step is mover, code of the move, end; -1 behind the last. Returns how many were written.
    """
    length = fill_series(city, puzzle, work, plan, series, False, ways)
    mover = mover_of(plan, series)
    kinds, start, goal = puzzle.kinds[mover], puzzle.cells[mover], end_of(puzzle, plan, series)
    stand_before(city, puzzle, work, plan, series)
    count = min(steps.shape[0], ways[2 * start, powers])
    for number in range(count):
        left, state = number, 2 * start
        steps[number] = -1
        for made in range(length):
            for choice in range(
                moves_from(city, work.occupied, work.nobody, kinds, state >> 1, state & 1, work.moves)
            ):
                end, code = work.moves[0, choice], work.moves[1, choice]
                here = ways_after(work, ways, state, made, end, code, powers, goal, length)
                if left < here:
                    steps[number, made, 0], steps[number, made, 1], steps[number, made, 2] = mover, code, end
                    state = after(state, code, end)
                    break
                left -= here
    stand_before(city, puzzle, work, plan, series)
    return int(count)
