"""What fingers have done on the match screen: kept by the desk, read by the presenters."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from app.games.mutant_meeples.state import Plan
from app.ui.presenters.replay import Replay


class Wrong(StrEnum):
    """What the table is putting right."""

    SOMETHING = "something"
    CLAIM = "claim"
    VERDICT = "verdict"
    RIGHT = "right"
    """A claim was called wrong, and it was right: who arrived, and where do they all stand?"""
    PLACE = "place"


@dataclass(slots=True)
class Fix:
    """A correction by hand that is not complete yet."""

    wrong: Wrong = Wrong.SOMETHING
    seat: int | None = None
    entering: bool = False
    """The markers behind the claim are being entered."""
    hero: str | None = None
    """The meeple that arrived."""
    placed: dict[str, str] = field(default_factory=dict)
    """Where the meeples stand after a claim that was right."""


@dataclass(slots=True)
class Hand:
    """What fingers have done on this screen and the game does not know."""

    plan_seat: int | None = None
    plan: Plan = ()
    lane_numbers: dict[int, int] = field(default_factory=dict)
    """Number chosen so far in each lane, by seat."""
    pads: dict[int, int] = field(default_factory=dict)
    """Number chosen so far with the up and down buttons of each pad, by seat."""
    selected: str | None = None
    best_seat: int | None = None
    """Whose best plan is being shown, if any."""
    replay: Replay = field(default_factory=Replay)
    """How it is gone through; its `step` moves are on the map."""
    fix: Fix | None = None
    """What is being put right by hand."""
    placed: dict[str, str] | None = None
    """The camera's reading as corrected so far; None: nothing to confirm."""
    doubtful: tuple[str, ...] = ()
    watched: bool = False
    """The camera follows what is shown."""
    between: tuple[str, ...] = ()
    """The cells between which the camera is not sure, for the meeple in hand."""
    start_seen: bool = False
    """The picture before the demonstration has been taken."""
    astray: tuple[str, ...] = ()
    """Meeples that the camera saw beside their placeholders; until the next touch the map shows only where
    they belong."""
