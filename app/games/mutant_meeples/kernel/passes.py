"""Every plan of up to so many moves, for every player asked about, and the shortest for each.

A pass looks at all plans of up to `level` moves that could still better somebody's best: first one mover,
then two, then three. A plan's first series end at cells by cost; only ends that `contacts` allows for the
moves left are tried with a last series. The first pass of few moves costs little and answers most questions;
after the last one there is nothing of up to the most moves that has not been looked at.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.kernel.arrays import (
    CAP,
    DONE,
    FAR,
    FINAL,
    FIRST,
    FIRST_END,
    HELPER,
    LAST,
    SECOND,
    SECOND_END,
    STATE,
    STOPPED,
    Answer,
    Puzzle,
    Stops,
    Work,
)
from app.games.mutant_meeples.kernel.city import City
from app.games.mutant_meeples.kernel.compiling import loop
from app.games.mutant_meeples.kernel.contacts import free_moves, note_bounds
from app.games.mutant_meeples.kernel.moves import flip
from app.games.mutant_meeples.kernel.series import is_new_end, moves_made, set_up, spread
from app.games.mutant_meeples.kernel.tails import note_tails

Bytes = NDArray[np.uint8]


@loop
def is_told_to_stop(stops: Stops) -> bool:
    """Cancelled, or late."""
    return bool(stops[0][0]) or bool(stops[1][0])


@loop
def room(puzzle: Puzzle, answer: Answer, mask: int, level: int) -> int:
    """The most moves a plan may take to be of use to one of the players in `mask`."""
    most = 0
    for player in range(puzzle.players):
        if mask >> player & 1:
            most = max(most, min(level, answer.best[player] - 1))
    return int(most)


@loop
def keep(
    puzzle: Puzzle, answer: Answer, mask: int, first: int, first_end: int, second: int, second_end: int,
    last: int, total: int,
) -> None:  # fmt: skip
    """Note a plan for every player in `mask` whom it betters; when collecting, note it anyway."""
    if answer.level[1] >= 0:
        if answer.level[1] < answer.plans.shape[0]:
            write(answer.plans, int(answer.level[1]), first, first_end, second, second_end, last)
        answer.level[1] += 1
        return
    for player in range(puzzle.players):
        if mask >> player & 1 and total < answer.best[player]:
            answer.best[player] = total
            write(answer.plans, player, first, first_end, second, second_end, last)


@loop
def write(
    plans: NDArray[np.int32], row: int, first: int, first_end: int, second: int, second_end: int, last: int
) -> None:
    """A plan's row."""
    plans[row, FIRST], plans[row, FIRST_END] = first, first_end
    plans[row, SECOND], plans[row, SECOND_END] = second, second_end
    plans[row, LAST] = last


@loop
def look_alone(city: City, puzzle: Puzzle, work: Work, answer: Answer, players: int, level: int) -> None:
    """Plans of one mover; notes also where everyone can go first."""
    for mover in range(puzzle.cells.shape[0]):
        mask = puzzle.masks[mover] & players
        most = room(puzzle, answer, mask, level)
        work.sizes[mover] = 0
        if most < 1:
            continue
        start, helpful = puzzle.cells[mover], min(CAP, most - 1)
        flip(city, work.occupied, start)
        moves, size = spread(
            city, work, work.occupied, work.nobody, puzzle.kinds[mover], start, puzzle.goal,
            helpful + 1, helpful, work.tail[mover], HELPER,
        )  # fmt: skip
        flip(city, work.occupied, start)
        if moves <= min(CAP, most):
            keep(puzzle, answer, mask, -1, -1, -1, -1, mover, moves)
        work.sizes[mover] = list_ends(work, puzzle.goal, mover, size)


@loop
def finish(city: City, puzzle: Puzzle, work: Work, last: int, one: int, other: int, most: int) -> int:
    """Moves of the last series with blockers on those cells (`one` -1: no such), FAR for more than `most`."""
    start, limit = puzzle.cells[last], min(CAP, most)
    flip(city, work.occupied, start)
    moves, _ = spread(
        city, work, work.occupied, work.nobody, puzzle.kinds[last], start, puzzle.goal, limit,
        free_moves(work, last, one, other, limit), work.tail[last], FINAL,
    )  # fmt: skip
    flip(city, work.occupied, start)
    return int(moves)


@loop
def next_end(
    via: Bytes, into: Bytes, out: Bytes, ends: NDArray[np.int32], costs: Bytes, place: int, size: int,
    near: int, before: int, behind: int, left: int,
) -> int:  # fmt: skip
    """The first of `ends` from `place` on that may be of use to a last series, or `size`.

    `left` moves are left for the cost of that end and the last series. That one needs at least `near` moves
    whatever the end; `before` + `out` or `into` + `behind` with contacts with both blockers (see `contacts`).
    """
    while place < size:
        most = left - int(costs[place])
        end = ends[place]
        if most < 1:
            return size
        if (
            near <= most
            or int(via[end]) <= most
            or before + int(out[end]) <= most
            or int(into[end]) + behind <= most
        ):
            return place
        place += 1
    return size


@loop
def look_at_last(
    city: City, puzzle: Puzzle, work: Work, answer: Answer, mask: int, level: int,
    first: int, first_end: int, cost: int, second: int, row: int, size: int, last: int, stops: Stops,
) -> None:  # fmt: skip
    """Plans that end with `last`, after `second` has gone to any of the cells in that row of `work.ends`.

    `first` stands on its end at that `cost`; or -1, -1 and 0.
    """
    ends, costs = work.ends[row], work.costs[row]
    via, into, out = work.via[last], work.into[last], work.out[last]
    near, before, behind = int(work.least[0, last]), FAR, FAR
    if first >= 0:
        near = min(near, int(via[first_end]))
        before, behind = int(into[first_end]) + 1, int(out[first_end]) + 1
    start = puzzle.cells[second]
    left = room(puzzle, answer, mask, level) - cost
    place = next_end(via, into, out, ends, costs, 0, size, near, before, behind, left)
    while place < size and not is_told_to_stop(stops):
        end, most = ends[place], left - int(costs[place])
        flip(city, work.occupied, start)
        flip(city, work.occupied, end)
        moves = finish(city, puzzle, work, last, first_end, end, most)
        flip(city, work.occupied, end)
        flip(city, work.occupied, start)
        if moves <= most:
            total = cost + int(costs[place]) + moves
            keep(puzzle, answer, mask, first, first_end, second, end, last, total)
            left = room(puzzle, answer, mask, level) - cost
        place = next_end(via, into, out, ends, costs, place + 1, size, near, before, behind, left)


@loop
def look_in_pairs(
    city: City, puzzle: Puzzle, work: Work, answer: Answer, players: int, level: int, stops: Stops
) -> bool:
    """Plans of two movers. False when told to stop."""
    movers = puzzle.cells.shape[0]
    for first in range(movers):
        for last in range(movers):
            both = players & puzzle.masks[first] & puzzle.masks[last]
            if last == first or work.least[1, last] >= room(puzzle, answer, both, level):
                continue
            look_at_last(
                city, puzzle, work, answer, both, level, -1, -1, 0, first, first, work.sizes[first], last,
                stops,
            )  # fmt: skip
    return not is_told_to_stop(stops)


@loop
def most_moves(
    puzzle: Puzzle, work: Work, answer: Answer, mask: int, level: int, first: int, second: int
) -> int:
    """The most moves that the first two series may take, for a plan that can still be of use."""
    most = 0
    for last in range(puzzle.cells.shape[0]):
        if last not in (first, second):
            longest = room(puzzle, answer, mask & puzzle.masks[last], level)
            most = max(most, longest - int(work.least[1, last]))
    return int(most)


@loop
def look_after(
    city: City, puzzle: Puzzle, work: Work, answer: Answer, level: int, mask: int,
    first: int, first_end: int, cost: int, stops: Stops,
) -> None:  # fmt: skip
    """Plans of three movers that begin so, with `first` standing on its end."""
    movers = puzzle.cells.shape[0]
    for second in range(movers):
        both = mask & puzzle.masks[second]
        if second == first or both == 0:
            continue
        most = min(CAP, most_moves(puzzle, work, answer, both, level, first, second) - cost)
        if most < 1:
            continue
        start = puzzle.cells[second]
        flip(city, work.occupied, start)
        _, size = spread(
            city, work, work.occupied, work.nobody, puzzle.kinds[second], start, -1, most + 1, most,
            work.never, HELPER,
        )  # fmt: skip
        flip(city, work.occupied, start)
        count = list_ends(work, puzzle.goal, movers, size)
        for last in range(movers):
            mine = both & puzzle.masks[last]
            if last not in (first, second) and cost + work.least[1, last] < room(puzzle, answer, mine, level):
                look_at_last(
                    city, puzzle, work, answer, mine, level, first, first_end, cost, second, movers, count,
                    last, stops,
                )  # fmt: skip


@loop
def list_ends(work: Work, goal: int, row: int, size: int) -> int:
    """Write the cells a helper's series can end on, and their costs, into a row; returns how many."""
    count = 0
    for place in range(1, size):
        state = work.queue[HELPER, STATE, place]
        if is_new_end(work, HELPER, state) and state >> 1 != goal:
            work.ends[row, count] = state >> 1
            work.costs[row, count] = moves_made(work, HELPER, state)
            count += 1
    return count


@loop
def look_in_threes(
    city: City, puzzle: Puzzle, work: Work, answer: Answer, players: int, level: int, stops: Stops
) -> bool:
    """Plans of three movers. False when told to stop."""
    for first in range(puzzle.cells.shape[0]):
        start, mask = puzzle.cells[first], puzzle.masks[first] & players
        flip(city, work.occupied, start)
        for place in range(work.sizes[first]):
            end, cost = work.ends[first, place], int(work.costs[first, place])
            if cost + 2 > room(puzzle, answer, mask, level):
                break
            if is_told_to_stop(stops):
                return False
            flip(city, work.occupied, end)
            look_after(city, puzzle, work, answer, level, mask, first, end, cost, stops)
            flip(city, work.occupied, end)
        flip(city, work.occupied, start)
    return not is_told_to_stop(stops)


@loop
def look(
    city: City, puzzle: Puzzle, work: Work, answer: Answer, players: int, level: int, stops: Stops
) -> bool:
    """One pass, for the players in the mask. False when told to stop."""
    set_up(city, puzzle, work, players)
    note_tails(city, puzzle, work, min(CAP, max(1, level - 1)))
    look_alone(city, puzzle, work, answer, players, level)
    movers = puzzle.cells.shape[0]
    if level < 2 or movers < 2:
        return True
    for mover in range(movers):
        if is_told_to_stop(stops):
            return False
        most = room(puzzle, answer, puzzle.masks[mover] & players, level) - 1
        if most > 0:
            note_bounds(city, puzzle, work, mover, min(CAP, most))
        else:
            work.least[:, mover] = FAR
    if not look_in_pairs(city, puzzle, work, answer, players, level, stops):
        return False
    if level < 3 or movers < 3:
        return True
    return look_in_threes(city, puzzle, work, answer, players, level, stops)


@loop
def next_level(level: int, most: int) -> int:
    """Passes of 3 to 6 moves, then longer ones: the last looks as far as plans may go."""
    if level == 0:
        return min(most, 3)
    if level < 6:
        return min(most, level + 1)
    return min(most, level + 3 if level < 9 else most)


@loop
def search(
    city: City, puzzle: Puzzle, work: Work, answer: Answer, players: int, most: int, stops: Stops
) -> int:
    """Fill `answer` for the players in the mask, with plans of up to `most` moves; DONE or STOPPED."""
    answer.best[:] = FAR
    answer.plans[:] = -1
    answer.level[0], answer.level[1] = 0, -1
    while players and answer.level[0] < most:
        level = next_level(answer.level[0], most)
        if is_told_to_stop(stops) or not look(city, puzzle, work, answer, players, level, stops):
            return STOPPED
        answer.level[0] = level
        for player in range(puzzle.players):
            if answer.best[player] <= level:
                players &= ~(1 << player)
    return DONE


@loop
def collect(
    city: City, puzzle: Puzzle, work: Work, answer: Answer, players: int, fewest: int, stops: Stops
) -> int:
    """Every plan of the fewest moves into `answer.plans`, as far as they fit; `level[1]` counts them.

    `fewest` must be the fewest moves there are.
    """
    answer.best[:] = fewest + 1
    answer.level[1] = 0
    return DONE if look(city, puzzle, work, answer, players, fewest, stops) else STOPPED
