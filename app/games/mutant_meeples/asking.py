"""Between names and numbers: a question of some players as the search wants it, and its answers as moves.

In: a board, positions by name, the target and the players' kits. Out: `Solution`s, every plan replayed by the
verifier before anybody sees it. Import late: this loads numba.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from app.games.mutant_meeples.answers import Arrival, Moves, Solution, SolverFault
from app.games.mutant_meeples.board import DIAGONALS, Board, Direction
from app.games.mutant_meeples.kernel.arrays import PRUNE_ALL, Stops
from app.games.mutant_meeples.kernel.city import encode
from app.games.mutant_meeples.loops import Loops
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.position import begin
from app.games.mutant_meeples.roster import Kit, Power
from app.games.mutant_meeples.search import MOST_PLAYERS, Mover, Question, Search, Step
from app.games.mutant_meeples.verifier import replay

_WORDS = tuple(direction.word for direction in Direction)
_DIAGONAL_WORDS = tuple(DIAGONALS)


class Hand(NamedTuple):
    """A meeple with the powers open to it, and whose they are, in the same order."""

    colour: str
    owners: tuple[str, ...]
    powers: tuple[Power, ...]


@functools.lru_cache(maxsize=256)
def hands(kit: Kit) -> tuple[Hand, ...]:
    """What a player can move."""
    return tuple(
        Hand(colour, tuple(powers), tuple(powers.values()))
        for colour in kit.usable()
        for powers in (kit.powers(colour),)
    )


class Asked:
    """One question. Raises `Refused` for bad input, ValueError for kits of different tables."""

    def __init__(
        self,
        board: Board,
        positions: Mapping[str, str],
        target: str,
        kits: tuple[Kit, ...],
        loops: Loops,
        clock_ns: Callable[[], int],
        prunes: int | None = None,
    ) -> None:
        if any(kit.rules != kits[0].rules for kit in kits):
            raise ValueError("the players of one question are at one table, with the same rules")
        if len(kits) > MOST_PLAYERS:
            raise ValueError(f"at most {MOST_PLAYERS} players can be asked about at once")
        for kit in kits:
            self._cells = begin(board, kit, positions, target).positions
        self._board, self._positions, self._target, self._kits = board, positions, target, kits
        self._goal = board.cell(target)
        city = encode(board, kits[0].rules)
        self._clock_ns, began_ns = clock_ns, clock_ns()
        masks = self._masks()
        self._hands = tuple(masks)
        movable = {hand.colour for hand in masks}
        self._search = Search(
            Question(
                city,
                [Mover(self._cells[hand.colour], hand.powers, mask) for hand, mask in masks.items()],
                [cell for colour, cell in self._cells.items() if colour not in movable],
                self._goal,
                len(kits),
            ),
            loops,
            PRUNE_ALL if prunes is None else prunes,
        )
        self._searched_ns = clock_ns() - began_ns

    @property
    def searched_us(self) -> int:
        """Microseconds spent on searching so far: not on reading names and boards, nor on replaying plans."""
        return self._searched_ns // 1000

    def _masks(self) -> dict[Hand, int]:
        """Who can move what. Nobody can push, so a meeple on the target that a player may not move keeps
        everybody of that player's off it."""
        masks: dict[Hand, int] = {}
        on_goal = {colour for colour, cell in self._cells.items() if cell == self._goal}
        for player, kit in enumerate(self._kits):
            mine = hands(kit)
            if on_goal <= {hand.colour for hand in mine}:
                for hand in mine:
                    if hand.colour in self._cells:
                        masks[hand] = masks.get(hand, 0) | 1 << player
        return masks

    def fewest(self, stops: Stops, most_moves: int) -> tuple[Solution, ...]:
        """One answer for each kit, each with the time of the whole search."""
        began_ns = self._clock_ns()
        found = self._search.fewest(stops, most_moves)
        self._searched_ns += self._clock_ns() - began_ns
        solutions, taken_us = [], self.searched_us
        for kit, one in zip(self._kits, found, strict=True):
            moves = self._moves(one.steps)
            self._check(kit, moves)
            solutions.append(Solution(one.total, one.complete, moves, None, one.nothing_up_to, taken_us))
        return tuple(solutions)

    def everything(
        self, fewest: int | None, stops: Stops, most_plans: int
    ) -> tuple[int | None, tuple[Arrival, ...]]:
        """(number of shortest plans, those plans by who arrives) for the one kit; (None, ()) when stopped.

        `fewest` is what `fewest` has proven. Of each arriving meeple up to `most_plans` plans are listed.
        """
        if fewest is None:
            return 0, ()
        began_ns = self._clock_ns()
        listed = self._listed(fewest, stops, most_plans)
        self._searched_ns += self._clock_ns() - began_ns
        if listed is None:
            return None, ()
        for arrival in listed:
            for moves in arrival.plans:
                self._check(self._kits[0], moves)
        return sum(arrival.count for arrival in listed), listed

    def _listed(self, fewest: int, stops: Stops, most_plans: int) -> tuple[Arrival, ...] | None:
        ways = self._search.all_ways(fewest, stops)
        if ways is None:
            return None
        counts: dict[str, int] = {}
        plans: dict[str, dict[object, Moves]] = {}
        for way in ways:
            colour = self._hands[way.arrives].colour
            counts[colour] = counts.get(colour, 0) + way.count
            listed = plans.setdefault(colour, {})
            for series in self._search.plans(way, most_plans) if len(listed) < most_plans else ():
                if len(listed) == most_plans:
                    break
                moves = self._moves(step for one in series for step in one)
                listed.setdefault((frozenset(series[:-1]), series[-1]), moves)
        return tuple(Arrival(colour, counts[colour], tuple(plans[colour].values())) for colour in counts)

    def _check(self, kit: Kit, moves: Moves) -> None:
        if not moves:
            return
        verdict = replay(self._board, self._positions, kit, moves, self._target)
        if not verdict.legal:
            raise SolverFault(
                f"{verdict.reason}: {self._board.name} {dict(self._positions)} {self._target} {kit} {moves}"
            )

    def _moves(self, steps: Iterable[Step]) -> Moves:
        name_of = self._board.name_of
        at: dict[str, str] = {}
        moves = []
        for step in steps:
            hand = self._hands[step.mover]
            source = at.get(hand.colour) or self._positions[hand.colour]
            end = name_of(step.end)
            power, way = None, _WORDS[step.way] if step.power < 0 else None
            if step.power >= 0:
                power, kind = hand.owners[step.power], hand.powers[step.power]
                if kind is not Power.BEAM:
                    way = (_DIAGONAL_WORDS if kind is Power.DIAGONAL else _WORDS)[step.way]
            moves.append(Move(hand.colour, power, way, source, end))
            at[hand.colour] = end
        return tuple(moves)
