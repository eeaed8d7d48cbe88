"""One player's attempt to reach the scene of the crime: the checked way to make moves, one at a time.

An `Attempt` is unchangeable; `play` returns the next one or raises `Refused` with the reason. It knows the
caps (three meeples, ten moves each, 24 in all), that a meeple moves in one unbroken series, and that each
power works once. Whether the plan was followed is the round's business, not the attempt's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from app.games.contract import Refused, refuse
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.moves import Landing, Move, all_landings, land, why_not
from app.games.mutant_meeples.roster import (
    MAX_MEEPLES_MOVED,
    MAX_MOVES,
    MAX_MOVES_PER_MEEPLE,
    Kit,
)
from app.games.mutant_meeples.switches import OF_A_MOVE, decided, turned


@dataclass(frozen=True, slots=True)
class Attempt:
    """Positions {colour: cell index}, the moves made so far, and with whose kit."""

    board: Board
    kit: Kit
    positions: Mapping[str, int]
    moves: tuple[Move, ...] = ()

    @property
    def mover(self) -> str | None:
        """The meeple in the middle of its series, or None before the first move."""
        return self.moves[-1].meeple if self.moves else None

    @property
    def movers(self) -> tuple[str, ...]:
        """Meeples that have moved, in order."""
        return tuple(dict.fromkeys(move.meeple for move in self.moves))

    def counts(self) -> tuple[tuple[str, int], ...]:
        """(colour, moves made) for each meeple that has moved, in order."""
        return tuple((c, sum(move.meeple == c for move in self.moves)) for c in self.movers)

    def power_spent(self, colour: str) -> bool:
        """Whether the meeple has used a power in this attempt (MM-69, MM-104)."""
        return any(move.meeple == colour and move.power is not None for move in self.moves)

    def others(self, colour: str) -> dict[int, str]:
        """Every meeple but `colour`: {cell: colour}."""
        return {cell: c for c, cell in self.positions.items() if c != colour}

    def check_mover(self, colour: str) -> None:
        """Raise `Refused` when `colour` may not make the next move."""
        if colour not in self.positions:
            raise refuse("move.not_on_board", meeple=colour)
        if colour in self.kit.super_team:
            raise refuse("move.on_team", meeple=colour)
        if colour in self.kit.removed:
            raise refuse("move.removed", meeple=colour)
        movers = self.movers
        if colour in movers and colour != self.mover:
            raise refuse("move.second_series", meeple=colour)
        if colour not in movers and len(movers) == MAX_MEEPLES_MOVED:
            raise refuse("move.fourth_meeple", meeple=colour, limit=MAX_MEEPLES_MOVED)
        if len(self.moves) >= MAX_MOVES:
            raise refuse("move.cap_total", limit=MAX_MOVES)
        if sum(move.meeple == colour for move in self.moves) >= MAX_MOVES_PER_MEEPLE:
            raise refuse("move.cap_meeple", meeple=colour, limit=MAX_MOVES_PER_MEEPLE)

    def play(self, colour: str, power: str | None, way: str) -> Attempt:
        """Make one move: `power` is its owner's colour or None, `way` a direction or a beam's cell.

        Raises `Refused`; where a rule switch decided that, the message names it.
        """
        return self._ruled(lambda attempt: attempt._play(colour, power, way))

    def _ruled(self, make: Callable[[Attempt], Attempt]) -> Attempt:
        """Make the move; when a table with one switch set otherwise would allow it, the refusal says so."""
        try:
            return make(self)
        except Refused as refused:
            for name, rules in turned(self.kit.rules, OF_A_MOVE):
                try:
                    make(replace(self, kit=structs.replace(self.kit, rules=rules)))
                except Refused:
                    continue
                raise Refused(decided(refused.message, self.kit.rules, name)) from refused
            raise

    def _play(self, colour: str, power: str | None, way: str) -> Attempt:
        self.check_mover(colour)
        kind = None
        if power is not None:
            kind = self.kit.powers(colour).get(power)
            if kind is None:
                team = power in self.kit.super_team
                raise refuse(
                    "move.power_on_team" if team else "move.not_own_power", meeple=colour, power=power
                )
            if self.power_spent(colour):
                raise refuse("move.power_spent", meeple=colour)
        cell = self.positions[colour]
        goal: str | int = self.board.cell(way) if self.board.has(way) else way
        landing = land(self.board, self.others(colour), cell, kind, goal, self.kit.rules)
        return self._moved(colour, power, way if isinstance(goal, str) else None, landing)

    def options(self, colour: str) -> list[tuple[Move, Landing]]:
        """Every legal next move of `colour`; of two ending on one cell the one without a power is first."""
        try:
            self.check_mover(colour)
        except Refused:
            return []
        powers = {} if self.power_spent(colour) else self.kit.powers(colour)
        cell = self.positions[colour]
        return [
            (self._move(colour, owner, way, landing), landing)
            for owner, way, landing in all_landings(
                self.board, self.others(colour), cell, powers, self.kit.rules
            )
        ]

    def play_to(self, colour: str, to: str) -> Attempt:
        """Make the move that ends on the named cell, without a power where one will do. Raises `Refused`.

        Two moves to one cell differ only in the power they spend, so the cell is all a finger has to name.
        """
        return self._ruled(lambda attempt: attempt._play_to(colour, to))

    def _play_to(self, colour: str, to: str) -> Attempt:
        self.check_mover(colour)
        if not self.board.has(to):
            raise refuse("move.no_cell", cell=to)
        goal = self.board.cell(to)
        for move, landing in self.options(colour):
            if landing.end == goal:
                return self._moved(colour, move.power, move.direction, landing)
        raise Refused(why_not(self.board, self.others(colour), self.positions[colour], goal))

    def _move(self, colour: str, power: str | None, way: str | None, landing: Landing) -> Move:
        name_of = self.board.name_of
        return Move(colour, power, way, name_of(self.positions[colour]), name_of(landing.end))

    def _moved(self, colour: str, power: str | None, way: str | None, landing: Landing) -> Attempt:
        move = self._move(colour, power, way, landing)
        positions = {**self.positions, colour: landing.end}
        return Attempt(self.board, self.kit, positions, (*self.moves, move))


def start(board: Board, kit: Kit, positions: Mapping[str, str], field: str = "positions") -> Attempt:
    """An attempt from named cells. Raises `Refused` naming the field: a cell outside the city, two on one."""
    cells: dict[str, int] = {}
    for colour, name in positions.items():
        if not board.has(name):
            raise refuse("position.no_cell", field=field, meeple=colour, cell=name)
        cell = board.cell(name)
        if cell in cells.values():
            raise refuse("position.cell_taken", field=field, meeple=colour, cell=name)
        cells[colour] = cell
    return Attempt(board, kit, cells)
