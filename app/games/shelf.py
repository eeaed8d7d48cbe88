"""The shelf: which games there are, and which can be played today."""

from __future__ import annotations

from typing import Any

from app.games.contract import Game, refuse
from app.games.mutant_meeples.match import MutantMeeples

GAMES: dict[str, type[Any] | None] = {
    "mutant-meeples": MutantMeeples,
    "meeple-hope": None,
    "meeple-detective": None,
    "terror-in-meeple-city": None,
    "mutants-next-level": None,
}
"""Names as used by the commands; None: on the shelf, not playable yet."""


def playable(name: str) -> Game[Any, Any, Any]:
    """The game of that name. Raises `Refused` when it cannot be played yet."""
    made = GAMES.get(name)
    if made is None:
        raise refuse("shelf.coming", game=name)
    game: Game[Any, Any, Any] = made()
    return game
