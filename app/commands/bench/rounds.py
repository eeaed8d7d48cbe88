"""The rounds the solver is measured on: half as a match opens them, half as they may stand later.

All eight meeples are on the board, every other round on the grates in random order and else on random cells;
the player's super team has none to five of them, and the target is any cell. The same city, seed and number
give the same round on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from app.games.mutant_meeples.board import Board, shipped_board
from app.games.mutant_meeples.roster import Kit, colours

BIGGEST_TEAM = 5
"""Meeples on the super team; with the sixth the game is over."""


class Round(NamedTuple):
    """One question to the solver, in the order of its arguments: {colour: cell} and the player's kit."""

    board: Board
    positions: dict[str, str]
    target: str
    kit: Kit


def rounds(city: str, count: int, seed: int) -> Iterator[Round]:
    """The first rounds of a shipped city."""
    # A string seeds the generator through a hash of its text, the same on every machine and version.
    rng = random.Random(f"{city}/{seed}")
    board = shipped_board(city)
    cells = [board.name_of(cell) for cell in range(board.cell_count) if board.exists[cell]]
    grates = [board.name_of(cell) for cell in board.grates]
    for number in range(count):
        places = rng.sample(grates if number % 2 == 0 else cells, len(colours()))
        positions = dict(zip(colours(), places, strict=True))
        kit = random_kit(rng)
        yield Round(board, positions, rng.choice(cells), kit)


def random_kit(rng: random.Random) -> Kit:
    """A player in the middle of a game."""
    return Kit(frozenset(rng.sample(colours(), rng.randint(0, BIGGEST_TEAM))))


def different_kits(players: int, rng: random.Random) -> tuple[Kit, ...]:
    """Players with different teams."""
    kits: dict[Kit, None] = {}
    while len(kits) < players:
        kits[random_kit(rng)] = None
    return tuple(kits)
