"""A board as one line of text, and back: `MMB1:...` (see `text_code` and `docs/codes.md`).

In: a `BoardFile`. Out: its line; every field of the file survives. `pack` and `unpack` are the bytes inside
the line, and `digest` tells whether two cities play alike.
"""

from __future__ import annotations

import zlib

import msgspec

from app.games.contract import Refused, refuse
from app.games.mutant_meeples import text_code
from app.games.mutant_meeples.board import Board, BoardFile, BoardInvalid

MOST_BYTES = 65_536
"""A board is at most as large unpacked; the largest city that can be drawn needs a tenth of it."""
RAW_DEFLATE = -15
"""zlib's window size for a stream without header and checksum: the line has its own."""


class _Packed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A board file with its cells written without gaps: "CCEEGG" for CC, EE, GG; buildings by their sides."""

    name: str
    columns: int
    rows: int
    frame: str
    missing: str
    grates: str
    beams: str
    buildings: dict[str, str]
    note: str
    provisional: bool


def board_text(file: BoardFile) -> str:
    """The line for a board. Raises `BoardInvalid`, and `Refused` when name, note and frame are too long."""
    return text_code.seal("B", pack(file))


def board_of_text(text: str) -> BoardFile:
    """The board in a line; a `Board` can be built from it. Raises `Refused` with what is wrong."""
    return unpack(text_code.unseal("B", text))


def pack(file: BoardFile) -> bytes:
    """The bytes of a board. Raises `BoardInvalid`, and `Refused` beyond `MOST_BYTES` (before compression)."""
    Board(file)
    sides: dict[str, str] = {}
    for cell, walls in file.buildings.items():
        key = ",".join(walls)
        sides[key] = sides.get(key, "") + cell
    packed = _Packed(
        file.name,
        file.columns,
        file.rows,
        file.frame,
        "".join(file.missing),
        "".join(file.grates),
        "".join(file.beams),
        sides,
        file.note,
        file.provisional,
    )
    plain = msgspec.msgpack.encode(packed)
    if len(plain) > MOST_BYTES:
        raise refuse("code.too_much", what="board", found=len(plain), limit=MOST_BYTES)
    squeezer = zlib.compressobj(9, wbits=RAW_DEFLATE)
    return squeezer.compress(plain) + squeezer.flush()


def unpack(data: bytes) -> BoardFile:
    """The board of these bytes. Raises `Refused` when they are none, or the city has a fault."""
    opener = zlib.decompressobj(wbits=RAW_DEFLATE)
    try:
        plain = opener.decompress(data, MOST_BYTES + 1)
        packed = msgspec.msgpack.decode(plain, type=_Packed)
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise refuse("code.damaged") from error
    if not opener.eof or opener.unused_data or len(plain) > MOST_BYTES:
        raise refuse("code.damaged")
    file = BoardFile(
        name=packed.name,
        columns=packed.columns,
        rows=packed.rows,
        frame=packed.frame,
        missing=_cells(packed.missing),
        grates=_cells(packed.grates),
        beams=_cells(packed.beams),
        buildings={
            cell: tuple(sides.split(",")) if sides else ()
            for sides, cells in packed.buildings.items()
            for cell in _cells(cells)
        },
        note=packed.note,
        provisional=packed.provisional,
    )
    try:
        Board(file)
    except BoardInvalid as error:
        raise Refused(error.faults[0]) from error
    return file


def _cells(joined: str) -> tuple[str, ...]:
    return tuple(joined[at : at + 2] for at in range(0, len(joined), 2))


def digest(board: Board) -> int:
    """32 bits that change with whatever decides moves: the cells, the buildings and the Blue Beams.

    Name, frame, note and the order of lists do not count.
    """
    shape = (board.columns, board.rows, board.exists, board.wall, sorted(board.beams))
    return zlib.crc32(msgspec.msgpack.encode(shape))
