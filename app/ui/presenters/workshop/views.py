"""What the pages of the workshop show, in finished words."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.mutant_meeples.board import Board, Direction
from app.games.mutant_meeples.drafting import Ground
from app.ui.presenters.cities import CityView
from app.ui.presenters.hint import Hint


@dataclass(frozen=True, slots=True)
class WorkshopView:
    """The shelf, and what can be done with the chosen city. `own`: it may be renamed and deleted, too."""

    cities: tuple[CityView, ...]
    name: str
    line: Hint
    own: bool
    change: str


@dataclass(frozen=True, slots=True)
class LookView:
    """One city, large. `confirms`: somebody may say that it is as in the box."""

    name: str
    board: Board
    line: Hint
    confirms: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """One side of one cell of the close-up: column and row 0 to 2, from the north-west."""

    column: int
    row: int
    side: Direction


@dataclass(frozen=True, slots=True)
class CloseUpView:
    """A cell and the eight around it.

    `ground`: the nine as rows 0 to 2 of a small city without buildings, above a row that only makes it one.
    `names`: the nine names, row by row, empty outside the city. `drawn`: every building of the nine, at the
    side on which it is drawn. `open`: where a touch draws one or takes it away. `ways`: where a next cell is.
    """

    cell: str
    ground: Board
    names: tuple[str, ...]
    drawn: frozenset[Spot]
    open: frozenset[Spot]
    ways: frozenset[Direction]


@dataclass(frozen=True, slots=True)
class EditorView:
    """A city being changed: as a whole (`close_up` is None), or one cell of it."""

    title: str
    board: Board
    last: str | None
    """The cell looked at last."""
    close_up: CloseUpView | None
    is_now: Ground | None
    may_undo: bool
    may_redo: bool
    hint: Hint
    status: Hint
    leads: bool
    """Whether "go there" leads anywhere."""


@dataclass(frozen=True, slots=True)
class ShareView:
    """A city going out: the line for the QR code (empty: none), and what was written where."""

    title: str
    code: str
    lines: tuple[Hint, ...]
