"""Random legal plans in random cities; they aim at nothing, so their last cell serves as the target."""

from __future__ import annotations

import random

from app.games.mutant_meeples.attempt import Attempt, start
from tests.games.random_boards import random_case

LONGEST_PLAN = 9
"""Moves of a random plan; the rules allow more, but nothing new happens in them."""


def random_plan(seed: int) -> tuple[Attempt, Attempt]:
    """A random city with its kit before, and after, some random legal moves (perhaps none)."""
    rng = random.Random(seed)
    case = random_case(rng)
    before = after = start(case.board, case.kit, case.positions)
    for _ in range(rng.randint(1, LONGEST_PLAN)):
        colour = after.mover if after.mover and rng.random() < 0.7 else rng.choice(list(case.positions))
        options = [move for move, _ in after.options(colour)]
        if not options:
            break
        powered = [move for move in options if move.power]
        move = rng.choice(powered if powered and rng.random() < 0.4 else options)
        after = after.play(colour, move.power, move.direction or move.to)
    return before, after


def names(attempt: Attempt) -> dict[str, str]:
    return {colour: attempt.board.name_of(cell) for colour, cell in attempt.positions.items()}
