"""A question for the solver as one line of text, and back: `MMP1:...` (see `text_code` and `docs/codes.md`).

In: a `Position`: city, where everybody stands, the target and what the player plays with. Out: its line,
about 60 characters for a shipped city, which is named by its digest; any other city travels inside the line.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.contract import refuse
from app.games.mutant_meeples import text_code
from app.games.mutant_meeples.board import Board, shipped_boards, shipped_name
from app.games.mutant_meeples.board_text import digest, pack, unpack
from app.games.mutant_meeples.position import begin
from app.games.mutant_meeples.roster import Kit, Rules, colours

NOWHERE = "--"
"""In place of the cell of a meeple that is not on the board."""


class Position(msgspec.Struct, frozen=True):
    """A whole question: the board, {colour: cell}, the scene of the crime, the player's markers and rules."""

    board: Board
    positions: dict[str, str]
    target: str
    kit: Kit = Kit()


class _Packed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What is in the line: `cells` is the target, then each colour's cell in the order of the roster."""

    board: int | bytes
    cells: str
    super_team: int
    removed: int
    switches: dict[str, str | int]


def position_text(position: Position) -> str:
    """The line for a position. Raises `Refused` for unknown colours or cells, or a city too big to share."""
    begin(position.board, position.kit, position.positions, position.target)
    places = [position.positions.get(colour, NOWHERE) for colour in colours()]
    packed = _Packed(
        _named(position.board),
        "".join([position.target, *places]),
        _bits(position.kit.super_team),
        _bits(position.kit.removed),
        _changed(position.kit.rules),
    )
    return text_code.seal("P", msgspec.msgpack.encode(packed))


def position_of_text(text: str) -> Position:
    """The position in a line. Raises `Refused` with what is wrong, also when a shipped city has changed."""
    data = text_code.unseal("P", text)
    try:
        packed = msgspec.msgpack.decode(data, type=_Packed)
        rules = msgspec.convert(packed.switches, Rules)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise refuse("code.damaged") from error
    most = 2 * (1 + len(colours()))  # fewer: a smaller box wrote it
    if len(packed.cells) not in range(2, most + 1, 2):
        raise refuse("code.damaged")
    target, *places = (packed.cells[at : at + 2] for at in range(0, len(packed.cells), 2))
    standing = {colour: cell for colour, cell in zip(colours(), places, strict=False) if cell != NOWHERE}
    kit = Kit(_colours(packed.super_team), _colours(packed.removed), rules)
    board = _shipped(packed.board) if isinstance(packed.board, int) else Board(unpack(packed.board))
    begin(board, kit, standing, target)
    return Position(board, standing, target, kit)


def as_question(position: Position) -> dict[str, Any]:
    """The position as a line of the `solve` command, in plain data; what is empty is left out."""
    board = position.board
    asked: dict[str, Any] = {
        "board": shipped_name(board) or msgspec.to_builtins(board.file),
        "positions": dict(position.positions),
        "target": position.target,
    }
    rest = {
        "super_team": [colour for colour in colours() if colour in position.kit.super_team],
        "removed": [colour for colour in colours() if colour in position.kit.removed],
        "switches": _changed(position.kit.rules),
    }
    return asked | {field: value for field, value in rest.items() if value}


def _named(board: Board) -> int | bytes:
    """The digest of a shipped city; of another one, all there is to know."""
    return digest(board) if shipped_name(board) else pack(board.file)


def _shipped(number: int) -> Board:
    for board in shipped_boards().values():
        if digest(board) == number:
            return board
    raise refuse("code.other_city")


def _changed(rules: Rules) -> dict[str, str | int]:
    """The switches that are not at their default."""
    default = msgspec.structs.asdict(Rules())
    return {name: value for name, value in msgspec.structs.asdict(rules).items() if value != default[name]}


def _bits(chosen: frozenset[str]) -> int:
    return sum(1 << number for number, colour in enumerate(colours()) if colour in chosen)


def _colours(bits: int) -> frozenset[str]:
    if bits < 0 or bits >> len(colours()):
        raise refuse("code.damaged")
    return frozenset(colour for number, colour in enumerate(colours()) if bits >> number & 1)
