"""Moves told one by one: where each went, over which cells, and what stopped it.

In: a board, the rules, where the meeples stood, and legal moves. Out: a `Told` a move, with messages for
people and the cells for drawing. Raises `Refused` when a move is not legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.games.contract import Message, say
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.moves import Landing, Move, land
from app.games.mutant_meeples.roster import Power, Rules, meeple


@dataclass(frozen=True, slots=True)
class Told:
    """One move in words and cells; `cells` runs from the start to the end, both included."""

    move: Move
    power: Power | None
    cells: tuple[str, ...]
    did: Message
    why: Message


def tell(board: Board, rules: Rules, starts: Mapping[str, str], moves: Iterable[Move]) -> list[Told]:
    """Tell moves that begin with the meeples at `starts` (names of cells by colour)."""
    cells: dict[str, int] = {colour: board.cell(name) for colour, name in starts.items()}
    told = []
    for move in moves:
        power = None if move.power is None else meeple(move.power).power
        others = {cell: colour for colour, cell in cells.items() if colour != move.meeple}
        way = board.cell(move.to) if move.direction is None else move.direction
        landing = land(board, others, cells[move.meeple], power, way, rules)
        path = (move.source, *(board.name_of(cell) for cell in landing.path))
        told.append(Told(move, power, path, _did(move, power), _why(board, move, power, landing)))
        cells[move.meeple] = landing.end
    return told


def _did(move: Move, power: Power | None) -> Message:
    kinds = {
        Power.JUMP: "step.jump",
        Power.BEAM: "step.beam",
        Power.SIDESTEP: "step.sidestep",
        Power.DIAGONAL: "step.diagonal",
    }
    key = "step.slide" if power is None else kinds.get(power, "step.slide")
    return say(key, meeple=move.meeple, side=move.direction, cell=move.to)


def _why(board: Board, move: Move, power: Power | None, landing: Landing) -> Message:
    if power is not None:
        borrowed = "borrowed" if move.power != move.meeple else "own"
        return say(f"step.{borrowed}_{power.value.replace('-', '_')}", power=move.power, meeple=move.meeple)
    assert landing.stop is not None
    return say("step.stopped", **landing.stop.params(board))
