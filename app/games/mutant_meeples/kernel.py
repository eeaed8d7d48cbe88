"""The solver's inner loops: unchecked moves, one meeple's series, and a pass over all plans of one length.

In: the `City` tables of `encode`, a `Puzzle`, scratch memory (`Work`). Out: numbers written into `answer`.
The goal has two states of its own past the cells' states, so that a meeple that starts on the target must
still move. Nothing is checked here: `search` prepares the arrays and `verifier` replays what comes out.
Import late: this loads numba (see `compiling`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.arrays import (
    ALL_PLANS,
    ANY_PLAN,
    BEAM,
    CAP,
    CODE_BASE,
    COUNT,
    CUT,
    DIAGONAL,
    FAR,
    FIRST,
    FIRST_END,
    JUMP,
    LAST,
    NOTHING,
    PASS,
    PER_MEEPLE,
    PRUNE_ANCHOR,
    PRUNE_TOUCH,
    RANK,
    SECOND,
    SECOND_END,
    SHORT_STOP,
    SIDESTEP,
    SOLVED,
    STOPPED,
    WRAP,
    Puzzle,
    Series,
    Stops,
    Work,
)
from app.games.mutant_meeples.compiling import compiled
from app.games.mutant_meeples.encode import City


@compiled
def slide(city: City, occupied: NDArray[np.bool_], cell: int, way: int) -> int:
    """Where a plain slide ends; the same cell when it cannot start."""
    following = city.walk[way, cell]
    while following >= 0 and not occupied[following]:
        cell = following
        following = city.walk[way, cell]
    return cell


@compiled
def wrap(city: City, occupied: NDArray[np.bool_], cell: int, way: int) -> int:
    """Where a wrap ends, or -1."""
    entry = city.entry[way, slide(city, occupied, cell, way)]
    if entry < 0 or occupied[entry]:
        return -1
    end = slide(city, occupied, entry, way)
    if end == cell or (city.edge[way, end] and not city.wrap_once):
        return -1
    return end


@compiled
def use_power(city: City, occupied: NDArray[np.bool_], cell: int, kind: int, way: int) -> int:
    """Where a move with a power ends, or -1 when it is not possible."""
    end = -1
    if kind == JUMP:
        end = city.jump[way, cell]
    elif kind == BEAM:
        end = city.beams[way]
        if end == cell:
            end = -1
    elif kind == SIDESTEP:
        end = city.walk[way, cell]
    elif kind == DIAGONAL:
        end = city.diagonal[way, cell]
    if end >= 0:
        return -1 if occupied[end] else end
    if kind == PASS:
        beyond = city.behind[way, slide(city, occupied, cell, way)]
        if beyond >= 0 and not occupied[beyond]:
            return slide(city, occupied, beyond, way)
    elif kind == SHORT_STOP:
        end = slide(city, occupied, cell, way)
        if end != cell:
            end = city.walk[(way + 2) % 4, end]
            return end if end != cell else -1
        return -1
    elif kind == WRAP:
        return wrap(city, occupied, cell, way)
    return -1


@compiled
def push(
    series: Series,
    bound: NDArray[np.uint8],
    limit: int,
    goal: int,
    tail: int,
    state: int,
    end: int,
    spent: int,
    code: int,
) -> int:
    """Note that a move leads from `state` to `end`; returns the queue's new length."""
    stamp = series.head[0]
    depth = series.depth[state] + 1
    arrived = end == goal
    reached = (series.queue.shape[0] - 2 if arrived else 2 * end) + spent
    if series.stamp[reached] == stamp:
        if series.depth[reached] == depth:
            series.routes[reached] += series.routes[state]
        return tail
    if not arrived:
        if spent == 1 and series.stamp[2 * end] == stamp and series.depth[2 * end] < depth:
            return tail  # here sooner with the power still to come: never part of a shortest series
        if depth + bound[reached] > limit:
            if bound[reached] < FAR:
                series.head[1] = 1
            return tail
        series.queue[tail] = reached
        series.place[reached] = tail
        tail += 1
    series.stamp[reached] = stamp
    series.depth[reached] = depth
    series.routes[reached] = series.routes[state]
    series.parent[reached] = state
    series.code[reached] = code
    return tail


@compiled
def spread(
    city: City,
    occupied: NDArray[np.bool_],
    kinds: NDArray[np.int8],
    start: int,
    goal: int,
    bound: NDArray[np.uint8],
    limit: int,
    series: Series,
) -> int:
    """Breadth-first over one meeple's series of at most `limit` moves; returns the number of states queued.

    The meeple itself must not be in `occupied`. Stops after the layer that reaches `goal` (-1: no goal).
    """
    series.head[0] += 1
    series.head[1] = 0
    stamp = series.head[0]
    goal_state = series.queue.shape[0] - 2
    series.queue[0] = 2 * start
    series.place[2 * start] = 0
    series.stamp[2 * start] = stamp
    series.depth[2 * start] = 0
    series.routes[2 * start] = 1
    at, tail = 0, 1
    while at < tail:
        state = series.queue[at]
        at += 1
        if series.depth[state] >= limit:
            series.head[1] = 1
            break
        arrived_at = distance(series, goal_state)
        if arrived_at <= series.depth[state]:
            break
        cell, spent = state >> 1, state & 1
        for way in range(4):
            end = slide(city, occupied, cell, way)
            if end != cell:
                tail = push(series, bound, limit, goal, tail, state, end, spent, way)
        if spent:
            continue
        for slot in range(kinds.shape[0]):
            kind = kinds[slot]
            if kind < 0:
                break
            for way in range(city.beams.shape[0] if kind == BEAM else 4):
                end = use_power(city, occupied, cell, kind, way)
                if end >= 0:
                    code = CODE_BASE * (slot + 1) + way
                    tail = push(series, bound, limit, goal, tail, state, end, 1, code)
    return tail


@compiled
def distance(series: Series, state: int) -> int:
    """Moves to a cell, given its unspent state; FAR when the series does not get there."""
    nearest = FAR
    for spent in range(2):
        if series.stamp[state + spent] == series.head[0]:
            nearest = min(nearest, series.depth[state + spent])
    return nearest


@compiled
def ways_to(series: Series, state: int) -> int:
    """Number of shortest series to a cell, given its unspent state."""
    nearest, total = distance(series, state), 0
    for spent in range(2):
        if series.stamp[state + spent] == series.head[0] and series.depth[state + spent] == nearest:
            total += series.routes[state + spent]
    return total


@compiled
def needs_power(series: Series, state: int) -> int:
    """1 when every shortest series to a cell spends the power, given its unspent state."""
    if series.stamp[state] == series.head[0] and series.depth[state] == distance(series, state):
        return 0
    return 1


@compiled
def is_new_end(series: Series, place: int) -> bool:
    """Whether the queue names this cell for the first time at `place` (it may come again, power spent)."""
    state = series.queue[place]
    twin = state ^ 1
    return not (series.stamp[twin] == series.head[0] and series.place[twin] < place)


@compiled
def note_alone(city: City, work: Work, kinds: NDArray[np.int8], start: int, alone: NDArray[np.uint8]) -> None:
    """Fill `alone` (by cell): moves to each cell while everyone else stands still, FAR if out of reach."""
    work.occupied[start] = False
    spread(city, work.occupied, kinds, start, -1, work.no_bound, CAP, work.first)
    work.occupied[start] = True
    for cell in range(city.walk.shape[1]):
        alone[cell] = distance(work.first, 2 * cell)


@compiled
def can_stop(city: City, occupied: NDArray[np.bool_], kinds: NDArray[np.int8], goal: int) -> bool:
    """Whether a last move onto the goal could come to rest there, as the others stand now."""
    crossing = short = False
    for slot in range(kinds.shape[0]):
        kind = kinds[slot]
        crossing = crossing or kind in (PASS, WRAP)
        short = short or kind == SHORT_STOP
        if kind == BEAM:
            for number in range(city.beams.shape[0]):
                if city.beams[number] == goal:
                    return True
        elif kind in (JUMP, SIDESTEP, DIAGONAL):
            return True
    for way in range(4):
        if city.walk[(way + 2) % 4, goal] < 0 and not crossing:
            continue
        following = city.walk[way, goal]
        if following < 0 or occupied[following]:
            return True
        if short and (city.walk[way, following] < 0 or occupied[city.walk[way, following]]):
            return True
    return False


@compiled
def least_of_rest(puzzle: Puzzle, first: int, second: int) -> int:
    """The least number of moves any meeple but these two needs to the goal."""
    least = FAR
    for mover in range(puzzle.cells.shape[0]):
        if mover not in (first, second):
            least = min(least, puzzle.lowest[mover])
    return least


@compiled
def move_last(
    city: City,
    puzzle: Puzzle,
    work: Work,
    mover: int,
    moves: int,
    rank: int,
    count: int,
    answer: NDArray[np.int64],
) -> bool:
    """Try to end a plan with this meeple in `moves` moves; True when `answer` holds a nicer plan now."""
    if puzzle.lowest[mover] > moves:
        if puzzle.lowest[mover] <= CAP:
            answer[CUT] = 1
        return False
    if moves > CAP:
        return False  # tried with ten moves in the pass of that shorter total
    start, kinds, bound = puzzle.cells[mover], puzzle.kinds[mover], puzzle.bound[mover]
    nicer = False
    work.occupied[start] = False
    if not puzzle.prunes & PRUNE_ANCHOR or can_stop(city, work.occupied, kinds, puzzle.goal):
        spread(city, work.occupied, kinds, start, puzzle.goal, bound, moves, work.last)
        if work.last.head[1] and moves < CAP:
            answer[CUT] = 1
        goal_state = work.last.queue.shape[0] - 2
        if distance(work.last, goal_state) == moves:
            answer[COUNT] += count * ways_to(work.last, goal_state)
            rank += needs_power(work.last, goal_state)
            nicer = answer[RANK] == 0 or rank < answer[RANK]
            if nicer:
                answer[RANK], answer[LAST] = rank, mover
    work.occupied[start] = True
    return nicer


@compiled
def is_idle(puzzle: Puzzle, last: int, moves: int, start: int, end: int, answer: NDArray[np.int64]) -> bool:
    """Whether moving a meeple from `start` to `end` makes no difference to the last one's series.

    Then the plan works without that move, and was found in the pass of a shorter total.
    """
    if (
        not puzzle.prunes & PRUNE_TOUCH
        or moves >= puzzle.touch[last, end]
        or moves >= puzzle.through[last, start]
    ):
        return False
    if moves < CAP:
        answer[CUT] = 1
    return True


@compiled
def is_enough(answer: NDArray[np.int64], until: int) -> bool:
    """Whether the pass may end with the plan it has.

    PLAIN_PLAN looks for fewer powers, except among plans of three meeples, where that would take most of the
    time.
    """
    if answer[RANK] == 0 or until == ALL_PLANS:
        return False
    return until == ANY_PLAN or answer[RANK] >= 3 * PER_MEEPLE or answer[RANK] % PER_MEEPLE == 0


@compiled
def try_lasts(
    city: City,
    puzzle: Puzzle,
    work: Work,
    left: int,
    before: tuple[int, int, int, int],
    cost: int,
    rank: int,
    count: int,
    answer: NDArray[np.int64],
) -> None:
    """End a plan with each meeple in turn; `before` is first mover, its end, second mover, its end."""
    first, first_end, second, second_end = before
    for last in range(puzzle.cells.shape[0]):
        if last in (first, second):
            continue
        if is_idle(puzzle, last, left, puzzle.cells[second], second_end, answer):
            continue
        # Where the second needs no help from the first, the last must.
        unaided = first >= 0 and puzzle.alone[second, second_end] <= cost
        if unaided and is_idle(puzzle, last, left, puzzle.cells[first], first_end, answer):
            continue
        if move_last(city, puzzle, work, last, left, rank, count, answer):
            answer[FIRST], answer[FIRST_END] = first, first_end
            answer[SECOND], answer[SECOND_END] = second, second_end


@compiled
def move_second(
    city: City,
    puzzle: Puzzle,
    work: Work,
    total: int,
    before: tuple[int, int],
    rank: int,
    count: int,
    until: int,
    answer: NDArray[np.int64],
    stops: Stops,
) -> bool:
    """All plans of `total` moves for a blocker and a last mover; `before` is the first mover and its end.

    Both are -1 when nobody has moved yet. False when told to stop.
    """
    first, first_end = before
    series = work.second
    for second in range(puzzle.cells.shape[0]):
        rest = least_of_rest(puzzle, first, second)
        if second == first or rest > CAP:
            continue
        limit = min(CAP, total - rest)
        if limit < 1:
            answer[CUT] = 1
            continue
        start = puzzle.cells[second]
        work.occupied[start] = False
        size = spread(city, work.occupied, puzzle.kinds[second], start, -1, work.no_bound, limit, series)
        if series.head[1] and limit < CAP:
            answer[CUT] = 1
        for place in range(1, size):
            if stops[0][0] or stops[1][0]:
                return False
            state = series.queue[place] & ~1
            end, cost = state >> 1, distance(series, state)
            if end == puzzle.goal or end == start or not is_new_end(series, place):
                continue
            work.occupied[end] = True
            plan_rank, plan_count = rank + needs_power(series, state), count * ways_to(series, state)
            before_last = (first, first_end, second, end)
            try_lasts(city, puzzle, work, total - cost, before_last, cost, plan_rank, plan_count, answer)
            work.occupied[end] = False
            if is_enough(answer, until):
                work.occupied[start] = True
                return True
        work.occupied[start] = True
    return True


@compiled
def move_first(
    city: City, puzzle: Puzzle, work: Work, total: int, until: int, answer: NDArray[np.int64], stops: Stops
) -> bool:
    """All plans of `total` moves for three meeples. False when told to stop."""
    series = work.first
    rank = 3 * PER_MEEPLE
    for first in range(puzzle.cells.shape[0]):
        rest = least_of_rest(puzzle, first, -1)
        if rest > CAP:
            continue
        limit = min(CAP, total - 1 - rest)
        if limit < 1:
            answer[CUT] = 1
            continue
        start = puzzle.cells[first]
        work.occupied[start] = False
        size = spread(city, work.occupied, puzzle.kinds[first], start, -1, work.no_bound, limit, series)
        if series.head[1] and limit < CAP:
            answer[CUT] = 1
        for place in range(1, size):
            state = series.queue[place] & ~1
            end, cost = state >> 1, distance(series, state)
            if end == puzzle.goal or end == start or not is_new_end(series, place):
                continue
            work.occupied[end] = True
            plan_rank, plan_count = rank + needs_power(series, state), ways_to(series, state)
            left = total - cost
            if not move_second(
                city, puzzle, work, left, (first, end), plan_rank, plan_count, until, answer, stops
            ):
                return False
            work.occupied[end] = False
            if is_enough(answer, until):
                work.occupied[start] = True
                return True
        work.occupied[start] = True
    return True


@compiled
def search_total(
    city: City, puzzle: Puzzle, work: Work, total: int, until: int, answer: NDArray[np.int64], stops: Stops
) -> int:
    """One pass over all plans of exactly `total` moves, fewest meeples first; `answer` is filled anew.

    Right only when the passes of all smaller totals found nothing. Returns NOTHING, SOLVED or STOPPED; after
    STOPPED `work.occupied` is not restored. CUT stays 0 when larger totals cannot bring anything new.
    """
    answer[:] = 0
    answer[FIRST:] = -1
    for last in range(puzzle.cells.shape[0]):
        move_last(city, puzzle, work, last, total, PER_MEEPLE, 1, answer)
    if answer[RANK] and until != ALL_PLANS:
        return SOLVED
    if not move_second(city, puzzle, work, total, (-1, -1), 2 * PER_MEEPLE, 1, until, answer, stops):
        return STOPPED
    if answer[RANK] and until != ALL_PLANS:
        return SOLVED
    if puzzle.cells.shape[0] > 2 and not move_first(city, puzzle, work, total, until, answer, stops):
        return STOPPED
    return SOLVED if answer[RANK] else NOTHING
