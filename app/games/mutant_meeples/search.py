"""The search itself: one pass of the kernel for each number of moves, until a plan is found or none can be.

In: cells as indices, whose powers are open to whom, the goal. Out: a `Found`: the fewest moves and one plan
of that length as raw steps, or how far it is sure that there is none. Import late: this loads numba.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples import arrays, bounds, kernel
from app.games.mutant_meeples.arrays import Puzzle, Series, Stops, Work
from app.games.mutant_meeples.encode import KIND_OF, City
from app.games.mutant_meeples.roster import MAX_MOVES, Power


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the plan: the mover's number, which of its powers (-1: none), which way, and the end cell.

    `way` is a direction, a diagonal or a beam by number, whichever the power takes.
    """

    mover: int
    power: int
    way: int
    end: int


@dataclass(frozen=True, slots=True)
class Question:
    """Usable meeples as (cell, powers in order); every meeple's cell; the goal."""

    city: City
    movers: Sequence[tuple[int, Sequence[Power]]]
    occupied: Sequence[int]
    goal: int


@dataclass(frozen=True, slots=True)
class Found:
    """`total` is None without a plan; `complete` says whether the search ended by itself.

    There is no plan of `nothing_up_to` moves or fewer. `count` is the number of shortest plans, if asked for.
    """

    total: int | None
    steps: tuple[Step, ...]
    count: int | None
    complete: bool
    nothing_up_to: int


def new_puzzle(question: Question, prunes: int) -> tuple[Puzzle, Work]:
    """Arrays for a question; bounds and reach of every usable meeple are filled in."""
    movers, city = question.movers, question.city
    cells = city.walk.shape[1]
    slots = max((len(powers) for _, powers in movers), default=0)
    kinds = np.full((len(movers), max(1, slots)), -1, np.int8)
    for mover, (_, powers) in enumerate(movers):
        kinds[mover, : len(powers)] = [KIND_OF[power] for power in powers]

    def table(width: int) -> NDArray[np.uint8]:
        return np.zeros((len(movers), width), np.uint8)

    puzzle = Puzzle(
        cells=np.array([cell for cell, _ in movers], np.int16),
        kinds=kinds,
        goal=question.goal,
        bound=table(2 * cells),
        touch=table(cells),
        through=table(cells),
        lowest=np.zeros(len(movers), np.int64),
        alone=table(cells),
        prunes=prunes,
    )
    work = arrays.new_work(cells)
    work.occupied[list(question.occupied)] = True
    for mover in range(len(movers)):
        _prepare(city, puzzle, work, mover)
    return puzzle, work


def _prepare(city: City, puzzle: Puzzle, work: Work, mover: int) -> None:
    start, kinds, to_goal = int(puzzle.cells[mover]), puzzle.kinds[mover], puzzle.bound[mover]
    from_start = np.zeros_like(to_goal)
    bounds.bound_to_goal(city, kinds, puzzle.goal, to_goal)
    bounds.bound_from_start(city, kinds, start, from_start)
    bounds.note_touches(city, to_goal, from_start, puzzle.touch[mover], puzzle.through[mover])
    kernel.note_alone(city, work, kinds, start, puzzle.alone[mover])
    puzzle.lowest[mover] = max(1, int(to_goal[2 * start]))
    if not puzzle.prunes & arrays.PRUNE_BOUND:
        to_goal[:] = 0
        puzzle.lowest[mover] = 1


def search(
    question: Question,
    until: int,
    stops: Stops,
    prunes: int = arrays.PRUNE_ALL,
    most_moves: int = MAX_MOVES,
) -> Found:
    """The fewest moves, exactly. `until` is one of ANY_PLAN, PLAIN_PLAN, ALL_PLANS; `stops` ends it early.

    Plans of more than `most_moves` are not looked for: then the answer is "nothing up to that many".
    """
    puzzle, work = new_puzzle(question, prunes)
    answer = np.zeros(arrays.ANSWER_SIZE, np.int64)
    for total in range(1, most_moves + 1):
        status = kernel.search_total(question.city, puzzle, work, total, until, answer, stops)
        complete = status != arrays.STOPPED
        if answer[arrays.RANK]:
            work.occupied[:] = False
            work.occupied[list(question.occupied)] = True
            steps = trace(question.city, puzzle, work, answer)
            count = int(answer[arrays.COUNT]) if complete and until == arrays.ALL_PLANS else None
            return Found(total, steps, count, True, total - 1)
        if not complete:
            return Found(None, (), None, False, total - 1)
        if not answer[arrays.CUT]:
            break
    else:
        if most_moves < MAX_MOVES:
            return Found(None, (), None, False, most_moves)
    return Found(None, (), 0 if until == arrays.ALL_PLANS else None, True, MAX_MOVES)


def trace(city: City, puzzle: Puzzle, work: Work, answer: NDArray[np.int64]) -> tuple[Step, ...]:
    """The plan that a pass left in `answer`, series by series; `work.occupied` must hold the start."""
    blockers = [
        (int(answer[mover]), int(answer[end]))
        for mover, end in ((arrays.FIRST, arrays.FIRST_END), (arrays.SECOND, arrays.SECOND_END))
        if answer[mover] >= 0
    ]
    steps: list[Step] = []
    for mover, end in (*blockers, (int(answer[arrays.LAST]), -1)):
        start = int(puzzle.cells[mover])
        goal = puzzle.goal if end < 0 else -1
        work.occupied[start] = False
        kernel.spread(
            city, work.occupied, puzzle.kinds[mover], start, goal, work.no_bound, arrays.CAP, work.last
        )
        steps += _series(work.last, mover, 2 * end if end >= 0 else 2 * work.occupied.size, puzzle.goal)
        if end >= 0:
            work.occupied[end] = True
    return tuple(steps)


def _series(series: Series, mover: int, state: int, goal: int) -> list[Step]:
    state += kernel.needs_power(series, state)
    steps: list[Step] = []
    while series.depth[state]:
        slot, way = divmod(int(series.code[state]), arrays.CODE_BASE)
        end = goal if state >= series.queue.size - 2 else state // 2
        steps.append(Step(mover, slot - 1, way, end))
        state = int(series.parent[state])
    return steps[::-1]


def warm(city: City, cells: Mapping[str, int]) -> None:
    """Compile everything by asking one tiny question."""
    question = Question(city, [(cell, tuple(KIND_OF)) for cell in cells.values()], list(cells.values()), 0)
    stops = (np.zeros(1, np.uint8), np.zeros(1, np.uint8))
    search(question, arrays.ALL_PLANS, stops)
