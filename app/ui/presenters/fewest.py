"""What is known about fewest moves, as one of a few cases: every screen has its own words for them."""

from __future__ import annotations

from enum import StrEnum

from app.games.mutant_meeples.answers import Solution
from app.table.best import Best


class Fewest(StrEnum):
    """The cases; the last three come with a number of moves."""

    FAILED = "failed"
    LOOKING = "looking"
    NONE = "none"
    UNKNOWN = "unknown"
    MOST = "most"
    ONE = "one"
    MOVES = "moves"


def fewest(found: Best | Solution | None, failed: bool = False) -> Fewest:
    """Which case it is; `found` is None while somebody looks, or when that has `failed`."""
    if failed:
        return Fewest.FAILED
    if found is None:
        return Fewest.LOOKING
    if not found.moves:
        return Fewest.NONE if found.proven else Fewest.UNKNOWN
    if not found.proven:
        return Fewest.MOST
    return Fewest.ONE if len(found.moves) == 1 else Fewest.MOVES
