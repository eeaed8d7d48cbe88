"""Moves for people and for the map: step rows, path lines and animations from what `explain` tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.games.contract import Refused
from app.games.mutant_meeples.attempt import Attempt
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.explain import Told, tell
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.roster import Power, Rules
from app.language import sentence
from app.ui.city_picture import CityMove, Gait, PathPart, Reach
from app.ui.presenters.views import StepView

GAITS = {
    Power.JUMP: Gait.JUMP,
    Power.BEAM: Gait.BEAM,
    Power.SIDESTEP: Gait.STEP,
    Power.DIAGONAL: Gait.STEP,
    Power.WRAP: Gait.WRAP,
}


def city_move(told: Told) -> CityMove:
    """The animation of one move."""
    gait = Gait.SLIDE if told.power is None else GAITS.get(told.power, Gait.SLIDE)
    return CityMove(told.move.meeple, told.cells, gait, told.power is not None)


def steps_of(
    board: Board, rules: Rules, starts: Mapping[str, str], moves: Iterable[Move]
) -> tuple[tuple[StepView, ...], tuple[CityMove, ...]]:
    """Step rows and animations of moves; none when they do not lead from these starts.

    They did once, but a meeple may have been put elsewhere by hand since.
    """
    told = _told(board, rules, starts, moves)
    rows = tuple(
        StepView(t.move.meeple, number, sentence(t.did), sentence(t.why))
        for number, t in enumerate(told, start=1)
    )
    return rows, tuple(city_move(t) for t in told)


def _told(board: Board, rules: Rules, starts: Mapping[str, str], moves: Iterable[Move]) -> list[Told]:
    try:
        told = tell(board, rules, starts, moves)
    except Refused:
        return []
    return told if all(move.cells[-1] == move.move.to for move in told) else []


def reach(attempt: Attempt, colour: str) -> dict[str, Reach]:
    """Cells this meeple may go to in one move; where no power is needed, none is used."""
    found: dict[str, Reach] = {}
    for move, _ in attempt.options(colour):
        found.setdefault(move.to, Reach.SLIDE if move.power is None else Reach.POWER)
    return found


def ends(moves: Iterable[Move]) -> dict[str, str]:
    """{colour: cell}: where meeples stand after moves that are still to come."""
    return {move.meeple: move.to for move in moves}


def lines(moves: Iterable[CityMove]) -> tuple[PathPart, ...]:
    """The lines that moves leave on the map."""
    return tuple(move.part() for move in moves)
