"""The way in for solver and verifier: names checked once, so that neither meets an unknown colour or cell.

In: positions by cell name, the target, the player's `Kit`. Out: an `Attempt` before its first move.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.games.contract import refuse
from app.games.mutant_meeples.attempt import Attempt, start
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.roster import Kit, colours


def begin(
    board: Board, kit: Kit, positions: Mapping[str, str], target: str, field: str = "positions"
) -> Attempt:
    """An attempt at the target. Raises `Refused`: unknown colours or cells, two meeples on one cell.

    Fewer meeples than the box holds are fine. `field` is what the positions are called where they come from.
    """
    known = colours()
    for where, named in ((field, positions), ("super_team", kit.super_team), ("removed", kit.removed)):
        for colour in sorted(named, key=str):
            if colour not in known:
                raise refuse("position.unknown_meeple", field=where, found=colour, expected=known)
    if not board.has(target):
        raise refuse("position.no_target_cell", cell=target)
    return start(board, kit, positions, field)
