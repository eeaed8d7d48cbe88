"""What fingers have done on the match screen: kept by the desk, read by the presenters."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.games.mutant_meeples.state import Plan


@dataclass(slots=True)
class Hand:
    """What fingers have done on this screen and the game does not know."""

    plan_seat: int | None = None
    plan: Plan = ()
    lane_numbers: dict[int, int] = field(default_factory=dict)
    """Number chosen so far in each lane, by seat."""
    selected: str | None = None
    best_step: int | None = None
    """How many moves of the best solution are on the map; None: it is not being shown."""
    placed: dict[str, str] | None = None
    """The camera's reading as corrected so far; None: nothing to confirm."""
    doubtful: tuple[str, ...] = ()
    start_seen: bool = False
    """The picture before the demonstration has been taken."""
    astray: tuple[str, ...] = ()
    """Meeples that the camera saw beside their placeholders; until the next touch the map shows only where
    they belong."""
