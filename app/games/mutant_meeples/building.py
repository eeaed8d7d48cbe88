"""Construction and Destruction tiles: one face with a straight or corner building, the other with none.

A tile covers one cell: what the board file draws in that cell is gone, and what the tile shows stands instead
(MM-123). A wall drawn in the next cell stays. Grates, beams and missing cells take no tile.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from app.games.contract import Message, Refused, say
from app.games.mutant_meeples.board import DIRECTION_BY_WORD, LETTERS, Board, BoardFile


class BuildingTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One tile. `sides` of a construction: one (straight), or two that meet (corner); of a destruction: none.

    `cell` is where it lies; None: a pair of Location tiles will say so.
    """

    face: Literal["construction", "destruction"]
    sides: tuple[str, ...] = ()
    cell: str | None = None


Tiles = tuple[BuildingTile, ...]


def covered(file: BoardFile, tiles: Iterable[BuildingTile]) -> BoardFile:
    """The board file with these tiles on it; tiles that lie nowhere yet change nothing."""
    buildings = dict(file.buildings)
    for tile in tiles:
        if tile.cell is None:
            continue
        buildings.pop(tile.cell, None)
        if tile.sides:
            buildings[tile.cell] = tile.sides
    return replace(file, buildings=buildings)


def tile_fault(board: Board, tiles: Tiles, limit: int) -> Message | None:
    """The first thing wrong with tiles on this board (as printed), or None. `limit`: tiles in the box."""
    if len(tiles) > limit:
        return say("tile.too_many", found=len(tiles), limit=limit)
    for index, tile in enumerate(tiles):
        fault = _face_fault(index, tile)
        if fault is None and tile.cell is not None:
            fault = _place_fault(board, tiles, index, tile.cell)
        if fault is not None:
            return fault
    return _walled_in(board, tiles)


def draw_cells(board: Board, tiles: Tiles, rng: random.Random) -> Tiles:
    """The tiles with a cell for each: pairs of Location tiles, drawn again while the cell takes no tile.

    All Location tiles are shuffled when none are left. Raises `Refused` when no cell is left for a tile.
    """
    stack: list[str] = []
    for index, tile in enumerate(tiles):
        if tile.cell is not None:
            continue
        if not any(_takes(board, tiles, index, cell) for cell in _scenes(board)):
            raise Refused(say("tile.no_room", number=index + 1))
        while True:
            if len(stack) < 2:
                stack = list(LETTERS[: board.columns])
                rng.shuffle(stack)
            cell, stack = stack[0] + stack[1], stack[2:]
            if _takes(board, tiles, index, cell):
                break
        tiles = _laid(tiles, index, cell)
    return tiles


def _laid(tiles: Tiles, index: int, cell: str) -> Tiles:
    return (*tiles[:index], replace(tiles[index], cell=cell), *tiles[index + 1 :])


def _scenes(board: Board) -> Iterable[str]:
    """Cells that two different Location tiles can name."""
    letters = LETTERS[: board.columns]
    return (column + row for column in letters for row in letters if column != row)


def _takes(board: Board, tiles: Tiles, index: int, cell: str) -> bool:
    if _place_fault(board, tiles, index, cell) is not None:
        return False
    return _walled_in(board, _laid(tiles, index, cell)) is None


def _face_fault(index: int, tile: BuildingTile) -> Message | None:
    number, sides = index + 1, tile.sides
    for side in sides:
        if side not in DIRECTION_BY_WORD:
            return say("tile.side_unknown", number=number, found=side)
    if tile.face == "destruction":
        return say("tile.destruction", number=number, found=sides) if sides else None
    if len(sides) == 1 or (len(sides) == 2 and _adjacent(sides)):
        return None
    return say("tile.construction", number=number, found=sides)


def _adjacent(sides: Sequence[str]) -> bool:
    one, two = (DIRECTION_BY_WORD[side] for side in sides)
    return one not in (two, two.opposite)


def _place_fault(board: Board, tiles: Tiles, index: int, cell: str) -> Message | None:
    number = index + 1
    if not board.has(cell):
        return say("tile.no_cell", number=number, cell=cell)
    if board.cell(cell) in board.grates:
        return say("tile.on_grate", number=number, cell=cell)
    if board.cell(cell) in board.beams:
        return say("tile.on_beam", number=number, cell=cell)
    for other, tile in enumerate(tiles):
        if tile.cell == cell and other != index:
            return say("tile.on_tile", number=max(number, other + 1), cell=cell)
    return None


def _walled_in(board: Board, tiles: Tiles) -> Message | None:
    """A grate that these tiles have closed on all four sides: whoever begins there could never slide."""
    laid = {tile.cell: index + 1 for index, tile in enumerate(tiles) if tile.cell is not None}
    if not laid:
        return None
    changed = Board(covered(board.file, tiles))
    for grate in board.grates:
        if _is_closed(changed, grate) and not _is_closed(board, grate):
            around = [board.name_of(way[grate]) for way in board.step if way[grate] >= 0]
            number = max(laid[cell] for cell in around if cell in laid)
            return say("tile.closes_grate", number=number, cell=board.name_of(grate))
    return None


def _is_closed(board: Board, cell: int) -> bool:
    return all(wall[cell] or way[cell] < 0 for wall, way in zip(board.wall, board.step, strict=True))
