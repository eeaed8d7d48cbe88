"""Simulated players: how long they think, what they bid, and what they would show.

Model: a bot finds an optimal solution for its own kit, if there is one of at most `depth` moves. It needs
`base_s` seconds plus `per_move_s` for every move, stretched by a random factor; with probability `slip` it
miscounts and lays one move too few, so that its demonstration cannot follow its markers. Randomness comes
only through the generator handed in.
"""

from __future__ import annotations

import functools
import random

import msgspec

from app.games.mutant_meeples.answers import Solution
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.roster import Kit
from app.games.mutant_meeples.solver import solve
from app.games.mutant_meeples.state import Plan, Row, State

STRETCH = (0.5, 2.0)
"""Range of the random factor on a bot's thinking time."""


class Level(msgspec.Struct, frozen=True):
    """A skill level: seconds before the first idea, seconds for each move of it, chance of a miscount.

    `depth`: solutions of more moves are beyond this bot.
    """

    base_s: float
    per_move_s: float
    slip: float
    depth: int


LEVELS = {
    "beginner": Level(base_s=12.0, per_move_s=9.0, slip=0.25, depth=6),
    "club": Level(base_s=6.0, per_move_s=5.0, slip=0.1, depth=8),
    "expert": Level(base_s=3.0, per_move_s=2.0, slip=0.02, depth=10),
}


class Idea(msgspec.Struct, frozen=True):
    """What a bot will claim: after how many seconds, with which markers, and the moves it would show."""

    after_s: float
    plan: Plan
    moves: tuple[Move, ...]


def plan_of(moves: tuple[Move, ...]) -> Plan:
    """The markers for a solution: one row a meeple, in order."""
    order = dict.fromkeys(move.meeple for move in moves)
    return tuple(Row(colour, sum(move.meeple == colour for move in moves)) for colour in order)


@functools.lru_cache(maxsize=16)
def _search(board: Board, starts: tuple[tuple[str, str], ...], target: str, kit: Kit, depth: int) -> Solution:
    """Players with the same markers think about the same question; early in a match all of them do."""
    return solve(board, dict(starts), target, kit, most_moves=depth)


def think(state: State, player: int, level: Level, rng: random.Random) -> Idea | None:
    """The bot's idea for the open crime, or None when its kit cannot solve it within its depth."""
    assert state.round is not None
    stretch, slips = rng.uniform(*STRETCH), rng.random() < level.slip
    starts = tuple(state.starts.items())
    solution = _search(state.board, starts, state.round.target, state.kit(player), level.depth)
    if solution.fewest_moves is None:
        return None
    plan = plan_of(solution.moves)
    if slips and plan[-1].count > 1:
        plan = (*plan[:-1], Row(plan[-1].meeple, plan[-1].count - 1))
    after_s = (level.base_s + level.per_move_s * solution.fewest_moves) * stretch
    return Idea(round(after_s, 3), plan, solution.moves)
