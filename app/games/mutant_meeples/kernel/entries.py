"""What Python calls: each entry lends its arrays to the loops and runs them, with everyone at the start."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.kernel import passes, ways
from app.games.mutant_meeples.kernel.arrays import FAR, Answer, Puzzle, Stops, Work
from app.games.mutant_meeples.kernel.city import City
from app.games.mutant_meeples.kernel.compiling import loop, unowned
from app.games.mutant_meeples.kernel.series import set_up, trace


@loop
def lent_city(city: City) -> City:
    """The same city, its arrays `unowned`: their owners wait for the search to end."""
    return City(unowned(city.table), unowned(city.beams), city.cells, city.columns, city.wrap_once)


@loop
def lent_puzzle(puzzle: Puzzle) -> Puzzle:
    """The same puzzle, its arrays `unowned`."""
    return Puzzle(
        unowned(puzzle.cells),
        unowned(puzzle.kinds),
        unowned(puzzle.masks),
        unowned(puzzle.stay),
        puzzle.players,
        puzzle.goal,
        puzzle.prunes,
    )


@loop
def lent_work(work: Work) -> Work:
    """The same scratch memory, its arrays `unowned`."""
    return Work(
        unowned(work.occupied),
        unowned(work.ghosts),
        unowned(work.solid),
        unowned(work.nobody),
        unowned(work.seen),
        unowned(work.queue),
        unowned(work.clock),
        unowned(work.moves),
        unowned(work.others),
        unowned(work.either),
        unowned(work.ends),
        unowned(work.costs),
        unowned(work.sizes),
        unowned(work.tail),
        unowned(work.out),
        unowned(work.into),
        unowned(work.via),
        unowned(work.least),
        unowned(work.never),
        unowned(work.who),
        unowned(work.kind_tail),
        unowned(work.kind_out),
    )


@loop
def search(
    city: City, puzzle: Puzzle, work: Work, answer: Answer, players: int, most: int, stops: Stops
) -> int:
    """`passes.search`, then every player's plan move by move in `answer.steps`."""
    city, puzzle, work = lent_city(city), lent_puzzle(puzzle), lent_work(work)
    ended = passes.search(city, puzzle, work, answer, players, most, stops)
    set_up(city, puzzle, work, 0)
    for player in range(puzzle.players):
        if answer.best[player] < FAR:
            trace(city, puzzle, work, answer.plans[player], answer.steps[player])
    return int(ended)


@loop
def collect(city: City, puzzle: Puzzle, work: Work, answer: Answer, fewest: int, stops: Stops) -> int:
    """`passes.collect` for the one player asked about."""
    city, puzzle, work = lent_city(city), lent_puzzle(puzzle), lent_work(work)
    return int(passes.collect(city, puzzle, work, answer, 1, fewest, stops))


@loop
def weigh(
    city: City,
    puzzle: Puzzle,
    work: Work,
    plans: NDArray[np.int32],
    table: NDArray[np.int64],
    weights: NDArray[np.int64],
    stops: Stops,
) -> int:
    """`ways.weigh` for a number of plans; returns how many it came to before it was told to stop."""
    city, puzzle, work = lent_city(city), lent_puzzle(puzzle), lent_work(work)
    set_up(city, puzzle, work, 0)
    for number in range(plans.shape[0]):
        if passes.is_told_to_stop(stops):
            return number
        ways.weigh(city, puzzle, work, plans[number], table, weights[number])
    return int(plans.shape[0])


@loop
def unfold(
    city: City,
    puzzle: Puzzle,
    work: Work,
    plan: NDArray[np.int32],
    series: int,
    powers: int,
    table: NDArray[np.int64],
    steps: NDArray[np.int32],
) -> int:
    """`ways.unfold`."""
    city, puzzle, work = lent_city(city), lent_puzzle(puzzle), lent_work(work)
    set_up(city, puzzle, work, 0)
    return int(ways.unfold(city, puzzle, work, plan, series, powers, table, steps))
