"""Moves told one by one: where each went, over which cells, and what stopped it.

In: a board, the rules, where the meeples stood, and legal moves. Out: a `Told` a move, with messages for
people and the cells for drawing. Raises `Refused` when a move is not legal.

A move is told twice over: in two short lines for a list (`did`, `why`), and as one clause of a sentence about
the whole series (`clause`), which `app.language.story` puts together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.games.contract import Message, say
from app.games.mutant_meeples.answers import AllSolutions, Moves, Solution
from app.games.mutant_meeples.board import DIRECTION_BY_WORD, Board
from app.games.mutant_meeples.moves import Landing, Move, Others, Stop, StopKind, land, slide
from app.games.mutant_meeples.roster import Power, Rules, meeple

AGAINST = {
    StopKind.BUILDING: "told.against_building",
    StopKind.EDGE: "told.against_edge",
    StopKind.MEEPLE: "told.against_meeple",
}
SHORT_OF = {
    StopKind.BUILDING: "told.short_of_building",
    StopKind.EDGE: "told.short_of_edge",
    StopKind.MEEPLE: "told.short_of_meeple",
}


@dataclass(frozen=True, slots=True)
class Told:
    """One move in words and cells; `cells` runs from the start to the end, both included.

    `clause` is the same move as parts of a sentence in the order they are spoken, without the meeple's name;
    `stop` is what ended a slide, None where a power set the meeple down.
    """

    move: Move
    power: Power | None
    cells: tuple[str, ...]
    stop: Stop | None
    did: Message
    why: Message
    clause: tuple[Message, ...]


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
        did, why = _did(move, power), _why(board, move, power, landing)
        clause = _clause(board, others, move, power, landing)
        told.append(Told(move, power, path, landing.stop, did, why, clause))
        cells[move.meeple] = landing.end
    return told


def by_series(told: Iterable[Told]) -> dict[str, tuple[Told, ...]]:
    """Each meeple's moves, in the order the meeples moved: one unbroken series for each (MM-65)."""
    series: dict[str, tuple[Told, ...]] = {}
    for move in told:
        colour = move.move.meeple
        series[colour] = (*series.get(colour, ()), move)
    return series


def plans(answer: Solution | AllSolutions) -> tuple[Moves, ...]:
    """Every plan an answer lists, the nicest first; empty when it has none."""
    if isinstance(answer, Solution):
        return (answer.moves,) if answer.moves else ()
    return tuple(plan for arrival in answer.arrivals for plan in arrival.plans)


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


def _clause(
    board: Board, others: Others, move: Move, power: Power | None, landing: Landing
) -> tuple[Message, ...]:
    """Whose power, if not the meeple's own; the way and the end; against what."""
    parts = [say("told.borrows", power=move.power)] if move.power not in (None, move.meeple) else []
    if landing.stop is None:
        return (*parts, _did(move, power))
    parts.append(_run(board, others, move, power))
    kinds = SHORT_OF if power is Power.SHORT_STOP else AGAINST
    return (*parts, say(kinds[landing.stop.kind], blocker=landing.stop.colour))


def _run(board: Board, others: Others, move: Move, power: Power | None) -> Message:
    """A slide from start to end, with the building or the edge that it went through."""
    assert move.direction is not None
    if power not in (Power.PASS, Power.WRAP):
        return say("told.slide", side=move.direction, cell=move.to)
    direction = DIRECTION_BY_WORD[move.direction]
    _, gate = slide(board, others, board.cell(move.source), direction)
    at = board.name_of(gate.cell)
    if power is Power.PASS:
        return say("told.pass", side=move.direction, at=at, cell=move.to)
    entry = board.name_of(board.entry(gate.cell, direction))
    return say("told.wrap", side=move.direction, at=at, entry=entry, cell=move.to)
