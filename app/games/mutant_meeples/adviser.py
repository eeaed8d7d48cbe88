"""How a mixed group gets even chances: who should play with how many markers less, judged by past matches.

In: who played each match, with how many markers removed, and who won. Out: strengths, and for the people at
the table tonight the number of markers to remove from each. A Plackett-Luce model that looks at the winner
only, with one strength a player and one cost a marker; docs/adviser.md has the formula, its source and what
was measured. Pure and deterministic; a few hundredths of a second at most.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.games.contract import Message, say

LEAST_PLAYED, LEAST_A_HEAD = 5, 3
"""Matches that everybody at the table must have played, and matches for each of them (three players: nine),
before anything is advised. Each match names one winner, so that is three wins a head if chances are even."""
STRENGTH_SPREAD = 1.0
"""Standard deviation of strengths before anything is known: one above wins 2.7 times as often."""
MARKER_COST, MARKER_COST_SPREAD = 0.95, 0.3
"""What a removed marker is thought to cost before anything is known, on the same scale, and how surely:
measured with bots (`python -m tests.handicap_table`), who need not be like people."""
HALF_LIFE, MOST_MATCHES = 50, 300
"""A match counts half after so many later ones, for people learn; beyond the last so many, not at all."""
CLOSE_ENOUGH = 0.03
"""Chances this much less even than the best there is are even enough, where that spares a marker."""
MOST_STEPS = 50
STEP_ENDS = 1e-10
"""Newton's steps at most, and the step that counts as arrived."""
SAME = 1e-6
"""Strengths this close are the same."""

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One finished match: (name, markers removed in that match) of everybody, and the winner's name."""

    players: tuple[tuple[str, int], ...]
    winner: str

    def __post_init__(self) -> None:
        """Raises ValueError when the winner did not play, or somebody sits there twice."""
        names = [name for name, _ in self.players]
        if self.winner not in names or len(set(names)) < len(names):
            raise ValueError(f"{self.winner} cannot have won a match of {names}")


@dataclass(frozen=True, slots=True)
class Chance:
    """One player's part of the advice: markers to remove, and the chance to win (0 to 1) without and with it.

    `matches`: how many of the matches the player took part in.
    """

    name: str
    remove: int
    before: float
    after: float
    matches: int


@dataclass(frozen=True, slots=True)
class Advice:
    """What would make the chances about even, in the order of the names, and how many matches say so."""

    chances: tuple[Chance, ...]
    matches: int

    @property
    def changes(self) -> bool:
        """Whether anybody should play with fewer markers."""
        return any(chance.remove for chance in self.chances)


@dataclass(frozen=True, slots=True)
class Strengths:
    """What the matches say: {name: strength}, 0 for the average of all, and the cost of a removed marker."""

    of: dict[str, float]
    marker_cost: float


def advise(outcomes: Sequence[Outcome], names: Sequence[str], most_removed: int) -> Advice | None:
    """How many markers (0 to `most_removed`) to remove from whom, or None: too few matches to tell.

    `outcomes` are in their order, the newest last; those count in which anybody named played, not alone.
    There must be `LEAST_A_HEAD` for each name, and each name in `LEAST_PLAYED`. The weakest is never advised
    a handicap, nor anybody a larger one than a stronger player. Raises ValueError for fewer than two names,
    or one named twice.
    """
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError(f"advice needs two or more different players, found {list(names)}")
    rated = [
        outcome
        for outcome in outcomes
        if len(outcome.players) > 1 and any(name in names for name, _ in outcome.players)
    ][-MOST_MATCHES:]
    played = Counter(name for outcome in rated for name, _ in outcome.players)
    if len(rated) < LEAST_A_HEAD * len(names) or any(played[name] < LEAST_PLAYED for name in names):
        return None
    found = strengths(rated)
    skill = np.array([found.of[name] for name in names])
    before = _shares(skill)
    remove = _handicaps(skill, found.marker_cost, most_removed)
    after = _shares(skill - found.marker_cost * remove)
    chances = tuple(
        Chance(name, int(remove[seat]), float(before[seat]), float(after[seat]), played[name])
        for seat, name in enumerate(names)
    )
    return Advice(chances, len(rated))


def summary(advice: Advice) -> Message | None:
    """What the advice does for whoever has the best chance; None when it changes nothing."""
    if not advice.changes:
        return None
    best = max(advice.chances, key=lambda chance: chance.before)
    return say(
        "advice.even",
        player=best.name,
        matches=advice.matches,
        before=round(100 * best.before),
        after=round(100 * best.after),
    )


def strengths(outcomes: Sequence[Outcome]) -> Strengths:
    """The likeliest strengths and marker cost, given one match or more and what is thought before them.

    A player's chance is exp(strength - cost * markers removed) over the sum of that for everybody in the
    match. The logarithm of it, weighted by age, is concave, and so is that of the normal priors; Newton's
    steps, halved where they overshoot, lead to the one maximum.
    """
    names = sorted({name for outcome in outcomes for name, _ in outcome.players})
    rows, there = _rows(outcomes, names)
    weights = 0.5 ** (np.arange(len(outcomes))[::-1] / HALF_LIFE)
    middle = np.append(np.zeros(len(names)), MARKER_COST)
    precision = np.append(np.full(len(names), STRENGTH_SPREAD**-2), MARKER_COST_SPREAD**-2)

    def playing(at: Vector) -> Vector:
        return np.where(there, rows @ at, -np.inf)

    def score(at: Vector) -> float:
        strength = playing(at)
        likely = weights @ (strength[:, 0] - np.logaddexp.reduce(strength, axis=1))
        return float(likely - precision @ (at - middle) ** 2 / 2)

    at = middle
    for _ in range(MOST_STEPS):
        share = _shares(playing(at))
        mean = np.einsum("ms,msp->mp", share, rows)
        slope = weights @ (rows[:, 0] - mean) + precision * (middle - at)
        bend = np.einsum("m,ms,msp,msq->pq", weights, share, rows, rows, optimize=True)
        bend += np.diag(precision) - (mean.T * weights) @ mean
        step = np.linalg.solve(bend, slope)
        while score(at + step) < score(at) and np.abs(step).max() > STEP_ENDS:
            step = step / 2
        at = at + step
        if np.abs(step).max() <= STEP_ENDS:
            break
    return Strengths(dict(zip(names, at[:-1].tolist(), strict=True)), max(0.0, float(at[-1])))


def _rows(outcomes: Sequence[Outcome], names: Sequence[str]) -> tuple[Vector, npt.NDArray[np.bool_]]:
    """(matches, seats, strengths and marker cost): what adds up to how strong each player of a match is.

    The winner sits first; the second array says which seats are taken.
    """
    seats = max(len(outcome.players) for outcome in outcomes)
    rows = np.zeros((len(outcomes), seats, len(names) + 1))
    there = np.zeros(rows.shape[:2], dtype=bool)
    number = {name: at for at, name in enumerate(names)}
    for match, outcome in enumerate(outcomes):
        winner_first = sorted(outcome.players, key=lambda player: player[0] != outcome.winner)
        for seat, (name, removed) in enumerate(winner_first):
            there[match, seat] = True
            rows[match, seat, number[name]], rows[match, seat, -1] = 1, -removed
    return rows, there


def _shares(strength: Vector) -> Vector:
    """Chances of winning, along the last axis."""
    odds = np.exp(strength - strength.max(axis=-1, keepdims=True))
    shares: Vector = odds / odds.sum(axis=-1, keepdims=True)
    return shares


def _handicaps(skill: Vector, cost: float, most_removed: int) -> npt.NDArray[np.int64]:
    """The fewest markers that bring the largest and the smallest chance about as close as they can be."""
    order = np.argsort(skill, kind="stable")
    same = np.diff(skill[order]) < SAME
    ways = np.array(list(itertools.product(range(most_removed + 1), repeat=len(skill))))
    rises = np.diff(ways[:, order], axis=1)
    ways = ways[(ways[:, order[0]] == 0) & np.where(same, rises == 0, rises >= 0).all(axis=1)]
    uneven = np.ptp(_shares(skill - cost * ways), axis=1)
    close = uneven <= uneven.min() + CLOSE_ENOUGH
    best = np.lexsort((uneven, ways.sum(axis=1), ~close))[0]
    chosen: npt.NDArray[np.int64] = ways[best]
    return chosen
