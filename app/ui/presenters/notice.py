"""Where a notice goes on the city: at the top or at the foot, off what it speaks of. Pure functions, no Kivy.

In: the board, the sentence, the cells that fingers are busy with. A cell near an edge counts more than one
that is only in that half: a notice of some lines covers about `COVERED_ROWS` rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.games.mutant_meeples.board import Board

CELL = re.compile(r"\b[A-Z]{2}\b")
COVERED_ROWS = 5
COVERED_WEIGHT = 10
"""One cell out of sight is worse than all eight meeples in the same half."""


def cells_named(board: Board, text: str) -> tuple[str, ...]:
    """The cells of the city that a sentence names."""
    names = {board.name_of(cell) for cell in range(board.cell_count) if board.exists[cell]}
    return tuple(name for name in CELL.findall(text) if name in names)


def on_top(board: Board, text: str, busy: Iterable[str]) -> bool:
    """Whether the notice hides less at the top of the city than at its foot, where it stands otherwise."""
    at_top = at_foot = 0
    for name in (*cells_named(board, text), *busy):
        row = board.place(board.cell(name))[1]
        edge = min(row, board.rows - 1 - row)
        weight = 1 + COVERED_WEIGHT * (edge < COVERED_ROWS)
        if row < board.rows / 2:
            at_top += weight
        else:
            at_foot += weight
    return at_foot > at_top
