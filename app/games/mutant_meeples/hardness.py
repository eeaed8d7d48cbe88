"""How hard a crime is for people: a score from 0 to 100 and a level, for puzzles and bots.

In: the board, where the meeples stand, the player's kit and the solver's answer. Out: a `Hardness` with what
went into it. The load of a plan is what somebody has to guess right to find it, in bits (docs/solver.md says
why): which meeple, which way, which power, plus extra for blocks that must first be put in place and for long
series. Every further shortest plan makes the search lighter.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum

import msgspec

from app.games.contract import Message, say
from app.games.mutant_meeples.answers import AllSolutions, Moves, Solution
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.explain import by_series, plans, tell
from app.games.mutant_meeples.roster import Kit

WAY_BITS = 2.0
"""One of four ways, at every move."""
SET_UP_BITS = 3.0
"""For a slide that stops at a meeple which the plan itself put there: that stop cannot be seen on the board,
it must be invented. As much as picking one of eight meeples; our judgement."""
EASY_SERIES = 3
"""Moves of one meeple in a row that are followed in the head without effort; our judgement."""
LONG_SERIES_BITS = 1.0
"""For each move of the longest series beyond `EASY_SERIES`."""
FULL_BITS = 40.0
"""The load that scores 100."""


class Level(StrEnum):
    """The score in a word."""

    EASY = "easy"
    FAIR = "fair"
    HARD = "hard"
    FIENDISH = "fiendish"


FROM_SCORE = ((45, Level.FIENDISH), (30, Level.HARD), (20, Level.FAIR), (0, Level.EASY))
"""(lowest score, level), hardest first. Of 120 openings 41 were easy, 50 fair, 23 hard, 6 fiendish."""


class Hardness(msgspec.Struct, frozen=True):
    """The score (0 to 100), its level, and what they are made of, taken from the lightest plan.

    `solutions` is the number of shortest plans, None when they were not counted (then the score is that of a
    crime with a single one); `meeples` must move, `powers` are used, `set_ups` counts slides that stop at a
    meeple moved before, `longest_series` the most moves of one meeple in a row.
    """

    score: int
    level: Level
    moves: int
    solutions: int | None
    meeples: int
    powers: int
    set_ups: int
    longest_series: int


class _Work(msgspec.Struct, frozen=True, order=True):
    """What one plan asks of somebody looking for it; compared by `load` (bits) first."""

    load: float
    meeples: int
    powers: int
    set_ups: int
    longest_series: int


def hardness(
    board: Board, positions: Mapping[str, str], kit: Kit, answer: Solution | AllSolutions
) -> Hardness | None:
    """How hard it is to find a shortest plan; None unless one is given that is known to be shortest.

    `positions` and `kit` are those that the answer was found for. Of the plans listed the lightest counts,
    because one is enough.
    """
    listed = plans(answer)
    if not answer.proven or answer.fewest_moves is None or not listed:
        return None
    work = min(_work(board, positions, kit, plan) for plan in listed)
    solutions = answer.solutions if isinstance(answer, Solution) else answer.count
    load = max(0.0, work.load - math.log2(solutions or 1))
    score = round(100 * min(1.0, load / FULL_BITS))
    return Hardness(
        score,
        level_at(score),
        answer.fewest_moves,
        solutions,
        work.meeples,
        work.powers,
        work.set_ups,
        work.longest_series,
    )


def level_at(score: int) -> Level:
    """The level of a score from 0 to 100."""
    return next(level for lowest, level in FROM_SCORE if score >= lowest)


def summary(found: Hardness) -> Message:
    """The level and what it comes from, in one sentence."""
    keys = {
        Level.EASY: "hardness.easy",
        Level.FAIR: "hardness.fair",
        Level.HARD: "hardness.hard",
        Level.FIENDISH: "hardness.fiendish",
    }
    return say(
        keys[found.level],
        moves=found.moves,
        meeples=found.meeples,
        powers=found.powers,
        blocks=found.set_ups,
    )


def _work(board: Board, positions: Mapping[str, str], kit: Kit, plan: Moves) -> _Work:
    """The load of one plan and what it is made of."""
    told = tell(board, kit.rules, positions, plan)
    series = by_series(told)
    movers = list(series)
    set_ups = sum(
        move.stop is not None and move.stop.colour in movers[: movers.index(move.move.meeple)]
        for move in told
    )
    longest = max(len(moves) for moves in series.values())
    powered = [move.meeple for move in plan if move.power is not None]
    choices = sum(colour in positions for colour in kit.usable())
    load = (
        len(series) * math.log2(choices)
        + len(plan) * WAY_BITS
        + sum(math.log2(1 + len(kit.powers(colour))) for colour in powered)
        + set_ups * SET_UP_BITS
        + max(0, longest - EASY_SERIES) * LONG_SERIES_BITS
    )
    return _Work(load, len(series), len(powered), set_ups, longest)
