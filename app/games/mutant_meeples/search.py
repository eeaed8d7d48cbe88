"""The search, from Python: arrays for a question, the loops at work, and plans as raw steps.

In: a `Question` in cells and powers. Out: a `Found` for each player, or every shortest plan. Import late:
this loads numba, where there is one.
"""

from __future__ import annotations

import functools
import itertools
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.games.mutant_meeples.kernel import arrays
from app.games.mutant_meeples.kernel.arrays import CODE_BASE, Answer, Puzzle, Stops, Work
from app.games.mutant_meeples.kernel.city import KIND_OF, City
from app.games.mutant_meeples.loops import Loops
from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, MAX_MOVES, Power

MOST_PLAYERS = 60
"""Players in one question: bits of a mask."""

FIRST_ROOM = 4096
"""Plans there is room for at first when all are collected."""


class Mover(NamedTuple):
    """A meeple as some players may move it: its cell, the powers open to it in order, whose it is (bit p)."""

    cell: int
    powers: tuple[Power, ...]
    players: int


@dataclass(frozen=True, slots=True)
class Question:
    """Who can be moved and by whom, where everybody else stands, and the goal.

    Nobody who stays is on the goal, unless there is nobody to be moved.
    """

    city: City
    movers: Sequence[Mover]
    stay: Sequence[int]
    goal: int
    players: int = 1


class Step(NamedTuple):
    """One move of a plan: the mover's number, which of its powers (-1: none), which way, and the end cell.

    `way` is a direction, a diagonal or a beam by number, whichever the power takes.
    """

    mover: int
    power: int
    way: int
    end: int


Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """For one player: the fewest moves found (None: nothing), a plan, and whether there is nothing shorter.

    There is certainly no plan of `nothing_up_to` moves or fewer.
    """

    total: int | None
    steps: Steps
    complete: bool
    nothing_up_to: int


@dataclass(frozen=True, slots=True)
class Way:
    """Ways to carry out a shortest plan: who arrives, how many move, how many powers all of them spend.

    `count` leaves out those that are counted with another order of the first two meeples.
    """

    plan: NDArray[np.int32]
    arrives: int
    meeples: int
    powers: int
    count: int


class Search:
    """A question set out in arrays. One thread at a time; scratch memory is kept for the thread."""

    def __init__(self, question: Question, loops: Loops, prunes: int = arrays.PRUNE_ALL) -> None:
        self.question, self.loops = question, loops
        movers = question.movers
        kinds = _kinds(tuple(mover.powers for mover in movers))
        self.puzzle = Puzzle(
            np.array([mover.cell for mover in movers], np.int32),
            kinds,
            np.array([mover.players for mover in movers], np.int64),
            np.array(question.stay, np.int32),
            question.players,
            question.goal,
            prunes,
        )
        self.work = _scratch(question.city, len(movers), kinds.shape[1])

    def fewest(self, stops: Stops, most_moves: int = MAX_MOVES) -> list[Found]:
        """The fewest moves for every player, within `most_moves`; `stops` ends the search early."""
        players = self.question.players
        answer = _answer(players, players)
        everyone = (1 << players) - 1
        ended = self.loops.search(
            self.question.city, self.puzzle, self.work, answer, everyone, most_moves, stops
        )
        level = int(answer.level[0])
        found = []
        for player in range(players):
            best = int(answer.best[player])
            if best == arrays.FAR:
                done = ended == arrays.DONE and level >= MAX_MOVES
                found.append(Found(None, (), done, level))
            else:
                complete = best <= level + 1
                found.append(
                    Found(best, _steps(answer.steps[player]), complete, best - 1 if complete else level)
                )
        return found

    def all_ways(self, fewest: int, stops: Stops) -> list[Way] | None:
        """Every way of the fewest moves, the nicest first; None when told to stop. For one player.

        Fewest meeples come first, then fewest powers. `fewest` must be the fewest moves.
        """
        room = FIRST_ROOM
        while True:
            answer = _answer(1, room)
            ended = self.loops.collect(self.question.city, self.puzzle, self.work, answer, fewest, stops)
            if ended != arrays.DONE:
                return None
            count = int(answer.level[1])
            if count <= room:
                break
            room = count
        plans = answer.plans[:count]
        weights = np.zeros((count, 2, 4), np.int64)
        weighed = self.loops.weigh(
            self.question.city, self.puzzle, self.work, plans, self._table(), weights, stops
        )
        if weighed < count:
            return None
        found = [way for plan, weight in zip(plans, weights, strict=True) for way in _ways(plan, weight)]
        return sorted(found, key=_nicety)

    def plans(self, way: Way, most: int) -> Iterator[tuple[Steps, ...]]:
        """Up to `most` plans of that group, each as its series."""
        rows = [row for row in range(MAX_MEEPLES_MOVED) if way.plan[_MOVER_OF[row]] >= 0]
        series = [[self._unfold(way.plan, row, powers, most) for powers in range(2)] for row in rows]
        choices = [
            spent for spent in itertools.product(range(2), repeat=len(rows)) if sum(spent) == way.powers
        ]
        every = (
            plan
            for spent in choices
            for plan in itertools.product(
                *(kinds[powers] for kinds, powers in zip(series, spent, strict=True))
            )
        )
        return itertools.islice(every, most)

    def _unfold(self, plan: NDArray[np.int32], series: int, powers: int, most: int) -> list[Steps]:
        steps = np.full((most, arrays.CAP + 1, 3), -1, np.int32)
        count = self.loops.unfold(
            self.question.city, self.puzzle, self.work, plan, series, powers, self._table(), steps
        )
        return [_steps(row) for row in steps[:count]]

    def _table(self) -> NDArray[np.int64]:
        return np.zeros((2 * self.question.city.cells, 2), np.int64)


@functools.lru_cache(maxsize=256)
def _kinds(powers: tuple[tuple[Power, ...], ...]) -> NDArray[np.int32]:
    """Powers by number, a row for each mover, padded with -1."""
    kinds = np.full((len(powers), max((len(row) for row in powers), default=0) + 1), -1, np.int32)
    for number, row in enumerate(powers):
        kinds[number, : len(row)] = [KIND_OF[power] for power in row]
    return kinds


_MOVER_OF = (arrays.FIRST, arrays.SECOND, arrays.LAST)

_kept = threading.local()


def _scratch(city: City, movers: int, slots: int) -> Work:
    """This thread's scratch memory, made anew when the last question was of another board or smaller."""
    board, (most, slots) = (city.cells, city.columns, len(city.beams)), (max(movers, 10), max(slots, 8))
    kept: tuple[object, int, int] = getattr(_kept, "size", (None, 0, 0))
    if kept[0] != board or kept[1] < most or kept[2] < slots:
        lines = city.cells // city.columns + city.columns
        _kept.size = board, most, slots
        _kept.work = arrays.new_work(city.cells, lines, most, slots, len(city.beams))
    work: Work = _kept.work
    return work


def _answer(players: int, plans: int) -> Answer:
    return Answer(
        np.zeros(players, np.int64),
        np.zeros((plans, 5), np.int32),
        np.zeros((players, MAX_MOVES + 1, 3), np.int32),
        np.zeros(2, np.int64),
    )


def _steps(rows: NDArray[np.int32]) -> Steps:
    steps = []
    for mover, code, end in rows.tolist():
        if mover < 0:
            break
        slot, way = divmod(code, CODE_BASE)
        steps.append(Step(mover, slot - 1, way, end))
    return tuple(steps)


def _ways(plan: NDArray[np.int32], weight: NDArray[np.int64]) -> Iterator[Way]:
    meeples = sum(int(plan[place]) >= 0 for place in _MOVER_OF)
    for powers, (total, again) in enumerate(weight.T.tolist()):
        if total > again:
            yield Way(plan, int(plan[arrays.LAST]), meeples, powers, total - again)


def _nicety(way: Way) -> tuple[int, int, tuple[int, ...]]:
    return way.meeples, way.powers, tuple(way.plan.tolist())
