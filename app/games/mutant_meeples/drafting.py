"""Editing a city: one change at a time, each giving a new `BoardFile`; what keeps it from being played; undo.

In: a tidy board file (`tidied`), the name of a cell, and what is drawn there. The `toggled_...` functions do
exactly one thing, and done twice they give the same file again; the `touched_...` ones do what a finger means
and never leave a file that cannot be drawn. Pure; may be called from any thread.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from app.games.contract import Message, Refused
from app.games.mutant_meeples.board import (
    DIRECTION_BY_WORD,
    LETTERS,
    OFFSETS,
    BoardFile,
    Direction,
    find_faults,
    parse_cell,
)
from app.games.mutant_meeples.preparing import check_setup
from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.state import PlayerSetup, Setup

MOST_STEPS = 500
"""Changes that can be undone: more than the largest shipped city has cells."""


class Ground(StrEnum):
    """What a cell can be besides a plain street, by the field of the board file that lists it."""

    GRATE = "grates"
    BEAM = "beams"
    HOLE = "missing"


def cell_name(file: BoardFile, column: int, row: int) -> str | None:
    """The name of a place in the grid, hole or not; None outside."""
    if 0 <= column < file.columns and 0 <= row < file.rows:
        return LETTERS[column] + LETTERS[row]
    return None


def place_of(file: BoardFile, cell: str) -> tuple[int, int]:
    """(column, row) of a name. Raises KeyError when the grid has no such cell."""
    place = parse_cell(cell, file.columns, file.rows)
    if place is None:
        raise KeyError(cell)
    return place


def ground_of(file: BoardFile, cell: str) -> Ground | None:
    """What is there; None for a plain street."""
    return next((ground for ground in Ground if cell in cells_of(file, ground)), None)


def cells_of(file: BoardFile, ground: Ground) -> tuple[str, ...]:
    """The cells listed as that."""
    listed: tuple[str, ...] = getattr(file, ground.value)
    return listed


def is_drawn(file: BoardFile, cell: str, side: Direction) -> bool:
    """Whether a building is drawn in this cell on that side; one drawn beyond the line does not count."""
    return side.word in file.buildings.get(cell, ())


def beyond(file: BoardFile, cell: str, side: Direction) -> str | None:
    """The next place in the grid, hole or not; None beyond the city edge."""
    column, row = place_of(file, cell)
    d_column, d_row = OFFSETS[side]
    return cell_name(file, column + d_column, row + d_row)


def tidied(file: BoardFile) -> BoardFile:
    """The same city with its lists in the order of streets and sides, nothing twice and nothing empty."""
    buildings = {
        cell: tuple(sorted(set(file.buildings[cell]), key=DIRECTION_BY_WORD.__getitem__))
        for cell in _in_order(file.buildings)
        if file.buildings[cell]
    }
    grounds = {ground.value: _in_order(cells_of(file, ground)) for ground in Ground}
    return replace(file, buildings=buildings, **grounds)


def _in_order(cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(cells), key=lambda cell: (cell[1:], cell)))


# -- single changes ----------------------------------------------------------------------------------------


def toggled_ground(file: BoardFile, cell: str, ground: Ground) -> BoardFile:
    """The cell taken into that list, or out of it; nothing else is looked at."""
    return tidied(replace(file, **{ground.value: tuple({*cells_of(file, ground)} ^ {cell})}))


def toggled_wall(file: BoardFile, cell: str, side: Direction) -> BoardFile:
    """The building drawn in this cell on that side put there, or taken away."""
    sides = {*file.buildings.get(cell, ())} ^ {side.word}
    return tidied(replace(file, buildings={**file.buildings, cell: tuple(sides)}))


def moved_wall(file: BoardFile, cell: str, side: Direction) -> BoardFile:
    """Both sides of this line changed: a building drawn on one of them is then drawn on the other.

    Raises KeyError at the city edge.
    """
    other = beyond(file, cell, side)
    if other is None:
        raise KeyError(cell)
    return toggled_wall(toggled_wall(file, cell, side), other, side.opposite)


def touched_wall(file: BoardFile, cell: str, side: Direction) -> BoardFile:
    """A finger inside the cell beside that line: what is drawn here goes, what is drawn beyond comes here,
    and where there is nothing a building is drawn. Raises `Refused` in a hole."""
    other = beyond(file, cell, side)
    here = is_drawn(file, cell, side)
    if not here and other is not None and is_drawn(file, other, side.opposite):
        return _drawable(moved_wall(file, cell, side))
    return _drawable(toggled_wall(file, cell, side))


def touched_ground(file: BoardFile, cell: str, ground: Ground) -> BoardFile:
    """A finger on "grate", "beam" or "hole": a cell is one of them at most, and a hole has no buildings.

    Raises `Refused` when too few cells would be left.
    """
    was = ground_of(file, cell)
    if was is not None and was is not ground:
        file = toggled_ground(file, cell, was)
    if ground is Ground.HOLE:
        file = tidied(replace(file, buildings={**file.buildings, cell: ()}))
    return _drawable(toggled_ground(file, cell, ground))


def _drawable(file: BoardFile) -> BoardFile:
    faults = find_faults(file)
    if faults:
        raise Refused(faults[0])
    return file


# -- what is wrong -----------------------------------------------------------------------------------------


def faults_of(file: BoardFile) -> tuple[Message, ...]:
    """Everything that keeps a match from being played here; empty when nothing does.

    Faults of the file come alone, as without them mended there is no city. Else the set-up is asked. It names
    one thing at a time, so it is asked again with as many grates as there must be.
    """
    faults = tuple(find_faults(file))
    if faults:
        return faults
    said = _refusal(file)
    if said is None:
        return ()
    cells = (cell_name(file, column, row) for row in range(file.rows) for column in range(file.columns))
    streets = tuple(cell for cell in cells if cell is not None and cell not in file.missing)
    also = _refusal(replace(file, grates=streets[: len(colours())], beams=()))
    return (said,) if also is None or also.key == said.key else (said, also)


def _refusal(file: BoardFile) -> Message | None:
    try:
        check_setup(Setup((PlayerSetup("A"),), board=file))
    except Refused as refused:
        return refused.message
    return None


# -- the steps so far --------------------------------------------------------------------------------------


class Draft(msgspec.Struct, frozen=True):
    """A city in the making: `file` as it stands, `first` as it was, and the steps to go back and on again."""

    file: BoardFile
    first: BoardFile
    before: tuple[BoardFile, ...] = ()
    after: tuple[BoardFile, ...] = ()

    def changed(self, file: BoardFile) -> Draft:
        """One step on; steps that were taken back are forgotten. The same file is no step."""
        if file == self.file:
            return self
        return replace(self, file=file, before=(*self.before, self.file)[-MOST_STEPS:], after=())

    def undone(self) -> Draft:
        """One step back; the same at the beginning."""
        if not self.before:
            return self
        after = (self.file, *self.after)
        return replace(self, file=self.before[-1], before=self.before[:-1], after=after)

    def redone(self) -> Draft:
        """One step on again; the same at the end."""
        if not self.after:
            return self
        before = (*self.before, self.file)
        return replace(self, file=self.after[0], before=before, after=self.after[1:])

    def where(self, fault: Message) -> str | None:
        """The cell to mend: the one the fault names, or a grate that has come or gone; None: nobody knows."""
        cell = fault.params.get("cell")
        if isinstance(cell, str):
            return cell
        if fault.key != "board.grates":
            return None
        gone = [cell for cell in self.first.grates if cell not in self.file.grates]
        come = [cell for cell in self.file.grates if cell not in self.first.grates]
        suspects = (gone, come) if len(self.file.grates) < len(colours()) else (come, self.file.grates)
        return next((cell for some in suspects for cell in some), None)


def begin(file: BoardFile) -> Draft:
    """A city as it is, to be changed. Raises `Refused` when it cannot even be drawn."""
    tidy = tidied(_drawable(file))
    return Draft(tidy, tidy)


def differs_at(first: BoardFile, second: BoardFile) -> str | None:
    """The northernmost cell in which two drawings of one city differ; None where they agree."""
    changed: set[str] = set()
    for ground in Ground:
        changed |= {*cells_of(first, ground)} ^ {*cells_of(second, ground)}
    for cell in {*first.buildings} | {*second.buildings}:
        if first.buildings.get(cell, ()) != second.buildings.get(cell, ()):
            changed.add(cell)
    return next(iter(_in_order(changed)), None)
