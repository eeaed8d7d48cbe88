"""Variants by lot: what a table might have chosen, for simulated games. One seed, one choice."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from app.games.mutant_meeples import tournament
from app.games.mutant_meeples.board import DIRECTION_BY_WORD, Direction
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.building import BuildingTile, Tiles, tile_fault
from app.games.mutant_meeples.roster import Rules, colours
from app.games.mutant_meeples.state import PlayerSetup, Setup, State, Tournament, printed_board
from app.games.mutant_meeples.switches import SWITCHES


def with_variants(setup: Setup, rng: random.Random) -> Setup:
    """The set-up with fewer players perhaps, and with variants drawn for them; it can be played."""
    count = rng.randint(1, len(setup.players))
    shorter = count > 1 and rng.random() < 0.3
    players = tuple(_with_markers(player, shorter, rng) for player in setup.players[:count])
    rules: dict[str, Any] = {switch.name: rng.choice(switch.values) for switch in SWITCHES}
    tiles = _tiles(setup, rng) if rng.random() < 0.5 else ()
    plays_tournament = count > 1 and rng.random() < 0.25
    return replace(
        setup,
        players=players,
        rules=Rules(**rules),
        building_tiles=tiles,
        tournament=Tournament() if plays_tournament else None,
    )


def describe(ended: State) -> dict[str, Any]:
    """The variants of a finished game as plain data."""
    setup = ended.setup
    faces = [tile.face for tile in setup.building_tiles]
    return {
        "removed": [seat.removed for seat in ended.players],
        "seeds": [player.seed for player in setup.players],
        "construction": faces.count("construction"),
        "destruction": faces.count("destruction"),
        "tournament": tournament.wins(ended) if setup.tournament else None,
    }


def _with_markers(player: PlayerSetup, shorter: bool, rng: random.Random) -> PlayerSetup:
    chosen = rng.randint(0, rng.choice([0, 0, box().most_removed]))
    drawn = rng.randint(0, rng.choice([0, 0, box().most_removed - chosen]))
    removed = tuple(rng.sample(colours(), chosen))
    left = [colour for colour in colours() if colour not in removed]
    seed = rng.choice(left) if shorter else None
    return replace(player, handicap=drawn, removed=removed, seed=seed)


def _tiles(setup: Setup, rng: random.Random) -> Tiles:
    """Up to all tiles of the box; some are laid by hand where that is allowed, the others are drawn."""
    board, limit = printed_board(setup), box().building_tiles
    tiles: Tiles = ()
    for _ in range(rng.randint(0, limit)):
        tile = (
            BuildingTile("destruction") if rng.random() < 0.5 else BuildingTile("construction", _sides(rng))
        )
        laid = replace(tile, cell=board.name_of(rng.randrange(board.cell_count)))
        by_hand = rng.random() < 0.5 and tile_fault(board, (*tiles, laid), limit) is None
        tiles = (*tiles, laid if by_hand else tile)
    return tiles


def _sides(rng: random.Random) -> tuple[str, ...]:
    first = rng.choice(list(DIRECTION_BY_WORD))
    corner = Direction((DIRECTION_BY_WORD[first] + 1) % len(Direction))
    return (first, corner.word) if rng.random() < 0.5 else (first,)
