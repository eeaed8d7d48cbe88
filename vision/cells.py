"""What the cell network makes of a flattened board: where each piece is, and what else each cell shows.

In: the view of `cell_view` and the camera's lean. Out: `CellScores`, in the order of the view; `turned`
brings them to north when the board was seen from another side.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.cell_view import GRID
from vision.colours import COLOURS
from vision.network import Network, as_input, shipped
from vision.types import Image

Array = npt.NDArray[np.float32]
MAPS = ("standing", "lying", "hand", "grate", "beam", "north", "east", "south", "west", "frame")
NOBODY = GRID * GRID
"""Index for "not on the board" among the cells."""
WHO = 2 * len(COLOURS) + 1
"""Meeples, discs, the token: the order of `CellScores.who`."""
_SIDES = [MAPS.index(name) for name in ("north", "east", "south", "west")]
_NEVER = -60.0


@dataclass(frozen=True)
class CellScores:
    """`who` (WHO, NOBODY + 1): log p of each piece's places; `maps` (len(MAPS), GRID, GRID): 0..1."""

    who: Array
    maps: Array

    def map(self, name: str) -> Array:
        """(GRID, GRID) probability that a cell shows `name`."""
        return np.asarray(self.maps[MAPS.index(name)], np.float32)

    def upright(self) -> Array:
        """(GRID, GRID) how likely a piece that is no disc is on a cell, on its feet or on its side."""
        return np.maximum(self.map("standing"), self.map("lying"))


def _log_softmax(scores: Array) -> Array:
    low = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(low - np.log(np.exp(low).sum(axis=1, keepdims=True)), np.float32)


def score_cells(view: Image, lean: Array, network: Network | None = None) -> CellScores:
    """Run the network on a view (VIEW_PX, VIEW_PX, 3) uint8 BGR with its lean (GRID, GRID, 2)."""
    towards = np.ascontiguousarray(lean.transpose(2, 0, 1)[None])
    who, maps = (network or shipped("cells")).run(("who", "maps"), view=as_input(view), lean=towards)
    who = who.reshape(WHO, NOBODY + 1).copy()
    ring = np.zeros((GRID, GRID), np.float32)
    ring[[0, -1], :] = ring[:, [0, -1]] = _NEVER
    who[:, :NOBODY] += ring.ravel()
    seen = 1 / (1 + np.exp(-np.clip(maps.reshape(len(MAPS), GRID, GRID), -30, 30)))
    return CellScores(_log_softmax(who), np.asarray(seen, np.float32))


def turned(scores: CellScores, quarters: int) -> CellScores:
    """The scores of the same board had the view been turned `quarters` quarter turns to the left."""
    quarters %= 4
    if not quarters:
        return scores
    cells = np.rot90(scores.who[:, :NOBODY].reshape(WHO, GRID, GRID), quarters, axes=(1, 2))
    maps = np.rot90(scores.maps, quarters, axes=(1, 2)).copy()
    maps[_SIDES] = maps[np.roll(_SIDES, -quarters)]  # a turn to the left brings the east side north
    who = np.concatenate([cells.reshape(WHO, NOBODY), scores.who[:, NOBODY:]], axis=1)
    return CellScores(np.ascontiguousarray(who), np.ascontiguousarray(maps))


def mirrored(scores: CellScores) -> CellScores:
    """The scores of the same board had the view been seen in a mirror, west for east."""
    cells = scores.who[:, :NOBODY].reshape(WHO, GRID, GRID)[:, :, ::-1]
    maps = scores.maps[:, :, ::-1].copy()
    east, west = _SIDES[1], _SIDES[3]
    maps[[east, west]] = maps[[west, east]]
    return CellScores(np.concatenate([cells.reshape(WHO, NOBODY), scores.who[:, NOBODY:]], axis=1), maps)


def look_again(view: Image, lean: Array, first: CellScores, network: Network | None = None) -> CellScores:
    """The mean of a first look and two more: at the view turned by half and at the view in a mirror.

    Three looks err less than one: what the network makes of a close call hangs on chance in the picture.
    """
    half = turned(score_cells(np.rot90(view, 2), -np.rot90(lean, 2), network), 2)
    flipped = lean[:, ::-1] * np.array((-1, 1), np.float32)
    glass = mirrored(score_cells(view[:, ::-1], flipped, network))
    looks = (first, half, glass)
    who = np.mean([look.who for look in looks], axis=0)
    return CellScores(_log_softmax(who), np.mean([look.maps for look in looks], axis=0))
