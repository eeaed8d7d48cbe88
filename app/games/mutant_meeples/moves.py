"""Single moves: where a meeple comes to rest, what stopped it, and why a move is refused.

In: a `Board`, the other meeples as {cell: colour}, a cell, a power and a direction (or a beam). Out: a
`Landing` (path, end, what stopped it), or `Refused` with the reason. The functions here are the checked ones
for people; `kernel/moves.py` holds the solver's unchecked twin. The mover itself never stands in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from app.games.contract import Message, Refused, refuse, say
from app.games.mutant_meeples.board import DIAGONALS, DIRECTION_BY_WORD, OFFSETS, Board, Direction
from app.games.mutant_meeples.roster import Power, Rules

JUMP_LENGTH = 3  # rulebook, Forrest Jump: over two spaces, onto the third

Others = Mapping[int, str]
"""Every meeple but the mover: {cell index: colour}."""


class Move(msgspec.Struct, frozen=True, rename={"source": "from"}):
    """One counted move. `power` is the colour whose power was used; `direction` is None for a beam."""

    meeple: str
    power: str | None
    direction: str | None
    source: str
    to: str


class StopKind(StrEnum):
    """What a slide came to rest against."""

    BUILDING = "building"
    EDGE = "edge"
    MEEPLE = "meeple"


@dataclass(frozen=True, slots=True)
class Stop:
    """What ended a slide at `cell` going in `direction`; `colour` names the meeple in the way."""

    kind: StopKind
    cell: int
    direction: Direction
    colour: str | None = None

    def params(self, board: Board) -> dict[str, str | None]:
        """Parameters for a message: by which thing, on which side of which cell."""
        return {
            "by": self.kind.value,
            "side": self.direction.word,
            "at": board.name_of(self.cell),
            "blocker": self.colour,
        }


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a move ends: cells passed in order (the last is the end), and what stopped it (None: a power)."""

    path: tuple[int, ...]
    stop: Stop | None

    @property
    def end(self) -> int:
        """The cell the meeple rests on."""
        return self.path[-1]


def slide(board: Board, others: Others, cell: int, direction: Direction) -> tuple[list[int], Stop]:
    """Cells a slide runs over (possibly none) and what stops it (MM-60)."""
    path: list[int] = []
    wall, step = board.wall[direction], board.step[direction]
    while True:
        if wall[cell]:
            return path, Stop(StopKind.BUILDING, cell, direction)
        following = step[cell]
        if following < 0:
            return path, Stop(StopKind.EDGE, cell, direction)
        if following in others:
            return path, Stop(StopKind.MEEPLE, cell, direction, others[following])
        path.append(following)
        cell = following


def plain(board: Board, others: Others, cell: int, direction: Direction) -> Landing:
    """Super speed without a power. Refused when it would not leave the cell (MM-63)."""
    path, stop = slide(board, others, cell, direction)
    if not path:
        raise refuse("move.stuck", **stop.params(board))
    return Landing(tuple(path), stop)


def _pass(board: Board, others: Others, cell: int, direction: Direction, rules: Rules) -> Landing:
    path, stop = slide(board, others, cell, direction)
    if stop.kind is not StopKind.BUILDING:
        raise refuse("move.nothing_to_pass", **stop.params(board))
    beyond = board.step[direction][stop.cell]
    if beyond < 0:
        raise refuse("move.pass_edge", **stop.params(board))
    if beyond in others:
        raise refuse("move.pass_taken", cell=board.name_of(beyond), blocker=others[beyond])
    onward, stop = slide(board, others, beyond, direction)
    return Landing((*path, beyond, *onward), stop)


def _short_stop(board: Board, others: Others, cell: int, direction: Direction, rules: Rules) -> Landing:
    path, stop = slide(board, others, cell, direction)
    if len(path) < 2:
        raise refuse("move.short_stop_no_room", squares=len(path), **stop.params(board))
    return Landing(tuple(path[:-1]), stop)


def _wrap(board: Board, others: Others, cell: int, direction: Direction, rules: Rules) -> Landing:
    path, stop = slide(board, others, cell, direction)
    if stop.kind is not StopKind.EDGE:
        raise refuse("move.wrap_blocked", **stop.params(board))
    entry = board.entry(stop.cell, direction)
    if entry < 0:
        raise refuse("move.wrap_hole", cell=board.name_of(stop.cell))
    if board.wall[direction.opposite][entry]:
        raise refuse("move.wrap_built", cell=board.name_of(entry), side=direction.opposite.word)
    if entry in others:
        raise refuse("move.wrap_taken", cell=board.name_of(entry), blocker=others[entry])
    onward, stop = slide(board, others, entry, direction)
    if stop.kind is StopKind.EDGE and rules.edge_empty_line == "no-wrap":
        raise refuse("move.wrap_empty_line", **stop.params(board))
    landing = Landing((*path, entry, *onward), stop)
    if landing.end == cell:
        raise refuse("move.wrap_no_move", cell=board.name_of(cell))
    return landing


def _jump(board: Board, others: Others, cell: int, direction: Direction, rules: Rules) -> Landing:
    columns, rows = OFFSETS[direction]
    end = board.offset(cell, columns * JUMP_LENGTH, rows * JUMP_LENGTH)
    if end < 0:
        raise refuse("move.jump_outside", side=direction.word, at=board.name_of(cell))
    return Landing((_free(board, others, end),), None)


def _sidestep(board: Board, others: Others, cell: int, direction: Direction, rules: Rules) -> Landing:
    path, stop = slide(board, others, cell, direction)
    if not path:
        raise refuse("move.step_blocked", **stop.params(board))
    return Landing((path[0],), None)


def _free(board: Board, others: Others, end: int) -> int:
    if end in others:
        raise refuse("move.taken", cell=board.name_of(end), blocker=others[end])
    return end


def corner_is_open(board: Board, cell: int, ways: tuple[Direction, Direction], rules: Rules) -> bool:
    """Whether a diagonal step may pass the shared corner (MM-96; a missing side cell is no way around)."""
    first, second = ways
    open_ways = 0
    buildings = 0
    for out, across in ((first, second), (second, first)):
        side = board.step[out][cell]
        standing = int(board.wall[out][cell]) + (int(board.wall[across][side]) if side >= 0 else 0)
        buildings += standing
        open_ways += side >= 0 and standing == 0
    if rules.skewt_outer_corner == "forbid" and buildings >= 2:
        return False
    return open_ways > 0


def diagonal(board: Board, others: Others, cell: int, word: str, rules: Rules) -> Landing:
    """Skewt's diagonal step (MM-93 to MM-96). Raises `Refused`."""
    ways = DIAGONALS[word]
    columns = OFFSETS[ways[0]][0] + OFFSETS[ways[1]][0]
    rows = OFFSETS[ways[0]][1] + OFFSETS[ways[1]][1]
    end = board.offset(cell, columns, rows)
    if end < 0:
        raise refuse("move.diagonal_outside", side=word, at=board.name_of(cell))
    _free(board, others, end)
    if not corner_is_open(board, cell, ways, rules):
        raise refuse("move.diagonal_corner", side=word, at=board.name_of(cell))
    return Landing((end,), None)


def beam(board: Board, others: Others, cell: int, goal: int) -> Landing:
    """Beam to a Blue Beam symbol (MM-85 to MM-87). Raises `Refused`."""
    if goal not in board.beams:
        raise refuse("move.no_beam", cell=board.name_of(goal))
    if goal == cell:
        raise refuse("move.beam_here", cell=board.name_of(goal))
    return Landing((_free(board, others, goal),), None)


_ORTHOGONAL = {
    Power.PASS: _pass,
    Power.SHORT_STOP: _short_stop,
    Power.WRAP: _wrap,
    Power.JUMP: _jump,
    Power.SIDESTEP: _sidestep,
}


def land(
    board: Board,
    others: Others,
    cell: int,
    power: Power | None,
    way: str | int,
    rules: Rules,
) -> Landing:
    """One move: `way` is a direction word, or the goal's cell index for a beam. Raises `Refused`."""
    if power is Power.BEAM:
        if isinstance(way, str):
            raise refuse("move.beam_needs_goal", found=way)
        return beam(board, others, cell, way)
    if isinstance(way, int):
        raise refuse("move.way_unknown", found=board.name_of(way))
    if power is Power.DIAGONAL:
        if way not in DIAGONALS:
            raise refuse("move.way_unknown", found=way)
        return diagonal(board, others, cell, way, rules)
    if way not in DIRECTION_BY_WORD:
        raise refuse("move.way_unknown", found=way)
    direction = DIRECTION_BY_WORD[way]
    if power is None:
        return plain(board, others, cell, direction)
    return _ORTHOGONAL[power](board, others, cell, direction, rules)


def ways(board: Board, power: Power | None) -> Iterator[str | int]:
    """Everything that may follow a power: direction words, or beam cells."""
    if power is Power.BEAM:
        yield from board.beams
    elif power is Power.DIAGONAL:
        yield from DIAGONALS
    else:
        yield from DIRECTION_BY_WORD


def all_landings(
    board: Board, others: Others, cell: int, powers: Mapping[str, Power], rules: Rules
) -> Iterator[tuple[str | None, str | None, Landing]]:
    """Every legal (owner of the power or None, direction word or None, landing) from `cell`; plain first."""
    choices: list[tuple[str | None, Power | None]] = [(None, None), *powers.items()]
    for owner, power in choices:
        for way in ways(board, power):
            try:
                landing = land(board, others, cell, power, way, rules)
            except Refused:
                continue
            yield owner, way if isinstance(way, str) else None, landing


def why_not(board: Board, others: Others, cell: int, to: int) -> Message:
    """Why a meeple on `cell` cannot come to rest on `to`: what stops its slide, after how many squares."""
    if to == cell:
        return say("move.stays", cell=board.name_of(cell))
    if to in others:
        return say("move.taken", cell=board.name_of(to), blocker=others[to])
    (column, row), (to_column, to_row) = board.place(cell), board.place(to)
    if column != to_column and row != to_row:
        return say("move.not_in_line", cell=board.name_of(to), source=board.name_of(cell))
    if column == to_column:
        direction = Direction.SOUTH if to_row > row else Direction.NORTH
    else:
        direction = Direction.EAST if to_column > column else Direction.WEST
    path, stop = slide(board, others, cell, direction)
    if not path:
        return say("move.stuck", **stop.params(board))
    key = "move.runs_past" if to in path else "move.blocked"
    return say(key, cell=board.name_of(to), squares=len(path), **stop.params(board))
