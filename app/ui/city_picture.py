"""What the city map shows at one moment: plain data, no Kivy, so that presenters and tests can make it.

Cells are named as in `board.py` (Avenue letter, Street letter), meeples by colour. A `CityMove` is one move
to be played as an animation: where from, the cells passed in order (the last is the end), and how it went.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.games.mutant_meeples.board import Board


class Reach(StrEnum):
    """How the selected meeple would get to a highlighted cell."""

    SLIDE = "slide"
    POWER = "power"


class Gait(StrEnum):
    """How a move looks."""

    SLIDE = "slide"
    JUMP = "jump"
    BEAM = "beam"
    STEP = "step"
    WRAP = "wrap"


@dataclass(frozen=True, slots=True)
class PathPart:
    """One drawn move: the meeple's colour, every cell from the start to the end, dotted if by a power.

    Two neighbours in `cells` that lie on opposite edges are drawn as leaving and coming in again.
    """

    colour: str
    cells: tuple[str, ...]
    by_power: bool = False
    leaps: bool = False
    """Drawn in one straight line from start to end, over whatever lies between (jump, beam)."""


@dataclass(frozen=True, slots=True)
class CityMove:
    """One move to animate."""

    colour: str
    cells: tuple[str, ...]
    """From the start to the end, both included."""
    gait: Gait = Gait.SLIDE
    by_power: bool = False

    def part(self) -> PathPart:
        """The line this move leaves behind."""
        return PathPart(self.colour, self.cells, self.by_power, self.gait in (Gait.JUMP, Gait.BEAM))


@dataclass(frozen=True, slots=True)
class CityPicture:
    """Everything on the map. Frozen; show a new one for every change."""

    board: Board
    meeples: Mapping[str, str] = field(default_factory=dict)
    """{colour: cell}."""
    placeholders: Mapping[str, str] = field(default_factory=dict)
    """{colour: cell}: where a meeple stood when the round began."""
    target: str | None = None
    selected: str | None = None
    """Colour of the meeple in hand."""
    reachable: Mapping[str, Reach] = field(default_factory=dict)
    path: tuple[PathPart, ...] = ()
    exact_touch: bool = False
    """Every cell counts for itself (placing meeples); else a touch means the nearest meeple or highlight."""
    ghosts: Mapping[str, str] = field(default_factory=dict)
    """{colour: cell}: where meeples would end, drawn pale."""
