"""The city: cells, buildings, grates and beams, read from a board file and checked cell by cell.

Cells are named Avenue (column) letter, then Street (row) letter; `AA` is the north-west corner, columns run
west to east and rows north to south. Letters run A-Z and then a-z, so boards up to 30 columns have names.
Inside the engine a cell is its index `row * columns + column`. A building stands between two cells and counts
from both sides; the board file lists it under the cell it is drawn in, which matters for Destruction tiles.
"""

from __future__ import annotations

import functools
import json
import string
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import IntEnum
from importlib import resources
from typing import NewType

import msgspec

from app.games.contract import Message, say
from app.games.reasons import explained

Cell = NewType("Cell", int)
"""Index of a cell: row * columns + column."""

LETTERS = string.ascii_uppercase + string.ascii_lowercase
MIN_SIDE = 2
MAX_SIDE = 30
SHIPPED_BOARDS = ("meeptropolis", "meepville")


class Direction(IntEnum):
    """The four ways of a slide, clockwise."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def word(self) -> str:
        """The word used in files and messages."""
        return self.name.lower()

    @property
    def opposite(self) -> Direction:
        """The way back."""
        return Direction((self + 2) % 4)


DIRECTION_BY_WORD = {direction.word: direction for direction in Direction}
OFFSETS = {Direction.NORTH: (0, -1), Direction.EAST: (1, 0), Direction.SOUTH: (0, 1), Direction.WEST: (-1, 0)}
"""(columns, rows) of one step."""

DIAGONALS: dict[str, tuple[Direction, Direction]] = {
    "north-east": (Direction.NORTH, Direction.EAST),
    "south-east": (Direction.SOUTH, Direction.EAST),
    "south-west": (Direction.SOUTH, Direction.WEST),
    "north-west": (Direction.NORTH, Direction.WEST),
}


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A board as it stands in JSON. `provisional` marks a map that has not been checked twice."""

    name: str
    columns: int
    rows: int
    frame: str = "black"
    missing: tuple[str, ...] = ()
    grates: tuple[str, ...] = ()
    beams: tuple[str, ...] = ()
    buildings: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    note: str = ""
    provisional: bool = False


class BoardInvalid(Exception):
    """The board file cannot be used; `faults` names every fault with its cell."""

    def __init__(self, faults: Iterable[Message]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{fault.key} {fault.params}" for fault in self.faults))


def parse_cell(name: str, columns: int, rows: int) -> tuple[int, int] | None:
    """(column, row) of a cell name, or None when the name is malformed or outside the grid."""
    if len(name) != 2 or name[0] not in LETTERS or name[1] not in LETTERS:
        return None
    column, row = LETTERS.index(name[0]), LETTERS.index(name[1])
    return (column, row) if column < columns and row < rows else None


def find_faults(file: BoardFile) -> list[Message]:
    """Every fault of a board file; an empty list means that `Board` can be built."""
    if faults := _type_faults(msgspec.structs.asdict(file)):
        return faults
    for field, value in (("columns", file.columns), ("rows", file.rows)):
        if not MIN_SIDE <= value <= MAX_SIDE:
            return [say("board.size", field=field, found=value, low=MIN_SIDE, high=MAX_SIDE)]
    faults += _cell_list_faults(file, "missing", file.missing, forbidden=())
    faults += _cell_list_faults(file, "grates", file.grates, forbidden=file.missing)
    faults += _cell_list_faults(file, "beams", file.beams, forbidden=(*file.missing, *file.grates))
    for cell, sides in file.buildings.items():
        if parse_cell(cell, file.columns, file.rows) is None:
            faults.append(say("board.cell_outside", field="buildings", cell=cell))
            continue
        if cell in file.missing:
            faults.append(say("board.cell_missing", field="buildings", cell=cell))
        for number, side in enumerate(sides):
            if side not in DIRECTION_BY_WORD:
                faults.append(say("board.side_unknown", cell=cell, found=side))
            elif side in sides[:number]:
                faults.append(say("board.side_twice", cell=cell, side=side))
    if len(set(file.missing)) > file.columns * file.rows - 2:
        faults.append(say("board.no_room", field="missing"))
    return faults


def _cell_list_faults(
    file: BoardFile, field: str, names: tuple[str, ...], forbidden: tuple[str, ...]
) -> list[Message]:
    faults = []
    for number, name in enumerate(names):
        if parse_cell(name, file.columns, file.rows) is None:
            faults.append(say("board.cell_outside", field=field, cell=name))
        elif name in names[:number]:
            faults.append(say("board.cell_twice", field=field, cell=name))
        elif name in forbidden:
            key = "board.cell_missing" if name in file.missing else "board.cell_taken"
            faults.append(say(key, field=field, cell=name))
    return faults


class Board:
    """An unchangeable city. Raises `BoardInvalid` naming every fault of the file.

    `exists[cell]`; `wall[direction][cell]`: a building on that side; `step[direction][cell]`: the neighbour
    (through buildings), or -1 at the city edge.
    """

    __slots__ = (
        "_hash",
        "_index",
        "_names",
        "beams",
        "cell_count",
        "columns",
        "exists",
        "file",
        "frame",
        "grates",
        "name",
        "rows",
        "step",
        "wall",
    )

    def __init__(self, file: BoardFile) -> None:
        faults = find_faults(file)
        if faults:
            raise BoardInvalid(faults)
        self.file = file
        self.name, self.frame = file.name, file.frame
        self.columns, self.rows = file.columns, file.rows
        self.cell_count = file.columns * file.rows
        self._names = tuple(
            LETTERS[column] + LETTERS[row] for row in range(file.rows) for column in range(file.columns)
        )
        self._index = {name: Cell(index) for index, name in enumerate(self._names)}
        missing = {self.cell(name) for name in file.missing}
        self.exists = tuple(index not in missing for index in range(self.cell_count))
        self.step = tuple(self._steps(direction) for direction in Direction)
        self.wall = self._walls()
        self.grates = tuple(self.cell(name) for name in file.grates)
        self.beams = tuple(self.cell(name) for name in file.beams)
        self._hash = hash((self.name, self.columns, self.rows, self.wall))

    def cell(self, name: str) -> Cell:
        """Index of a named cell. Raises KeyError when there is no such cell in the grid."""
        return self._index[name]

    def has(self, name: object) -> bool:
        """True when this is the name of a cell of the city."""
        index = self._index.get(name) if isinstance(name, str) else None
        return index is not None and self.exists[index]

    def name_of(self, cell: int) -> str:
        """Name of a cell index."""
        return self._names[cell]

    def place(self, cell: int) -> tuple[int, int]:
        """(column, row) of a cell index."""
        return cell % self.columns, cell // self.columns

    def offset(self, cell: int, columns: int, rows: int) -> int:
        """The existing cell that many columns east and rows south of `cell`, or -1."""
        column, row = cell % self.columns + columns, cell // self.columns + rows
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return -1
        index = row * self.columns + column
        return index if self.exists[index] else -1

    def entry(self, cell: int, direction: Direction) -> int:
        """Where a meeple that leaves the city from `cell` in `direction` comes in again (ruling MM-101).

        -1 where only a hole ends the run: the line goes on behind it, so that is not the edge of the city.
        """
        column, row = self.place(cell)
        d_column, d_row = OFFSETS[direction]
        beyond_column, beyond_row = column + d_column, row + d_row
        while 0 <= beyond_column < self.columns and 0 <= beyond_row < self.rows:
            if self.exists[beyond_row * self.columns + beyond_column]:
                return -1
            beyond_column, beyond_row = beyond_column + d_column, beyond_row + d_row
        if d_column:
            column = 0 if d_column > 0 else self.columns - 1
        else:
            row = 0 if d_row > 0 else self.rows - 1
        index = row * self.columns + column
        while not self.exists[index]:
            index += d_row * self.columns + d_column
        return index

    def _steps(self, direction: Direction) -> tuple[int, ...]:
        d_column, d_row = OFFSETS[direction]
        return tuple(
            self.offset(index, d_column, d_row) if self.exists[index] else -1
            for index in range(self.cell_count)
        )

    def _walls(self) -> tuple[tuple[bool, ...], ...]:
        walls = [[False] * self.cell_count for _ in Direction]
        for name, sides in self.file.buildings.items():
            cell = self.cell(name)
            for side in sides:
                direction = DIRECTION_BY_WORD[side]
                walls[direction][cell] = True
                beyond = self.step[direction][cell]
                if beyond >= 0:
                    walls[direction.opposite][beyond] = True
        return tuple(tuple(row) for row in walls)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and other.file == self.file

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Board({self.name!r}, {self.columns}x{self.rows})"


def read_board_file(data: bytes | str | Mapping[str, object]) -> BoardFile:
    """A `BoardFile` from JSON text or plain data. Raises `BoardInvalid` (field, cell, found, expected)."""
    plain: object = data
    if not isinstance(data, Mapping):
        try:
            plain, repeated = msgspec.json.decode(data), repeated_names(data)
        except (msgspec.DecodeError, RecursionError) as error:
            raise BoardInvalid([say("board.unreadable", reason=explained(str(error)))]) from error
        if repeated:
            raise BoardInvalid([say("board.name_twice", found=name) for name in repeated])
    if faults := _type_faults(plain):
        raise BoardInvalid(faults)
    return msgspec.convert(plain, BoardFile)


def repeated_names(text: bytes | str) -> tuple[str, ...]:
    """Names that stand twice in one object of a JSON text, where all but the last would be lost unseen."""
    repeated: list[str] = []

    def note(pairs: list[tuple[str, object]]) -> None:
        repeated.extend(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)

    json.loads(text, object_pairs_hook=note)
    return tuple(dict.fromkeys(repeated))


def _type_faults(plain: object) -> list[Message]:
    """What keeps plain data from being a `BoardFile`: the cell of every unreadable building, or the field."""
    try:
        msgspec.convert(plain, BoardFile)
    except msgspec.ValidationError as error:
        buildings = plain.get("buildings") if isinstance(plain, Mapping) else None
        listed = buildings.items() if isinstance(buildings, Mapping) else ()
        odd = [say("board.sides", cell=str(cell)) for cell, sides in listed if not _is_list_of_text(sides)]
        return odd or [say("board.unreadable", reason=explained(str(error), BoardFile))]
    return []


def _is_list_of_text(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)


def dump_board_file(file: BoardFile) -> bytes:
    """The JSON text of a board file; `read_board_file` gives the same file back."""
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


@functools.cache
def shipped_board(name: str) -> Board:
    """One of the shipped cities by name (any case). Raises `BoardInvalid` when there is no such city."""
    key = name.lower()
    if key not in SHIPPED_BOARDS:
        raise BoardInvalid([say("board.unknown", found=name, expected=SHIPPED_BOARDS)])
    data = resources.files(__package__).joinpath("boards", f"{key}.json").read_bytes()
    return Board(read_board_file(data))


def shipped_boards() -> dict[str, Board]:
    """The shipped cities by the name that stands for each in set-ups and files."""
    return {name: shipped_board(name) for name in SHIPPED_BOARDS}


def shipped_name(board: Board) -> str | None:
    """The name that stands for this board in set-ups and files; None unless it is a shipped city."""
    return next((name for name, shipped in shipped_boards().items() if shipped == board), None)
