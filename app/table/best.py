"""After a round: the best each player could have done and how hard it was, worked out in the background."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from app.games.mutant_meeples.answers import Moves, Solution
from app.games.mutant_meeples.hardness import Hardness, hardness
from app.games.mutant_meeples.roster import Kit
from app.games.mutant_meeples.solver import Cancel, all_solutions, solve_for_all
from app.games.mutant_meeples.state import State
from app.table.worker import Worker

log = logging.getLogger(__name__)

TOPIC, HARD_TOPIC = "best", "hardness"
SEARCH_S = 8.0
"""Seconds for the search of all players: the table is talking about the round meanwhile."""
COUNT_S = 2.0
"""Seconds for all shortest plans of one player; without them hardness is that of a crime with one plan."""

Hard = tuple[Hardness | None, ...]
"""By seat; None where there is no plan known to be the shortest."""


@dataclass(frozen=True, slots=True)
class Best:
    """What each seat could have done with its own team in the round just over, in seat order.

    `hard` is None until that has been worked out, too.
    """

    answers: tuple[Solution, ...]
    hard: Hard | None = None

    @property
    def seat(self) -> int | None:
        """The first of those with the fewest moves, or None where nobody has any."""
        found = [(len(answer.moves), seat) for seat, answer in enumerate(self.answers) if answer.moves]
        return min(found)[1] if found else None

    @property
    def moves(self) -> Moves:
        """The shortest plan of all, or none."""
        return () if self.seat is None else self.answers[self.seat].moves

    @property
    def proven(self) -> bool:
        """Nobody had a shorter plan; or, without `moves`, nobody had any."""
        if self.seat is None:
            return all(answer.proven for answer in self.answers)
        return all(answer.nothing_up_to >= len(self.moves) - 1 for answer in self.answers)

    def hardness_of(self, seat: int) -> Hardness | None:
        """How hard that seat's best was to find, as far as that is known."""
        return None if self.hard is None else self.hard[seat]


def best_of_round(state: State, cancel: Cancel | None = None) -> Best:
    """Search for every player with what that player could use in the round just over."""
    crime = state.round
    assert crime is not None
    kits = _kits(state)
    return Best(
        solve_for_all(state.board, crime.starts, crime.target, kits, deadline_s=SEARCH_S, cancel=cancel)
    )


def hardness_of_round(state: State, best: Best, cancel: Cancel | None = None) -> Hard:
    """How hard each player's best was to find; worth nothing once it has been cancelled."""
    crime = state.round
    assert crime is not None
    known: dict[Kit, Hardness | None] = {}
    for kit, answer in zip(_kits(state), best.answers, strict=True):
        if kit not in known:
            ways = all_solutions(
                state.board, crime.starts, crime.target, kit, deadline_s=COUNT_S, cancel=cancel
            )
            known[kit] = hardness(state.board, crime.starts, kit, answer if ways.count is None else ways)
    return tuple(known[kit] for kit in _kits(state))


def _kits(state: State) -> list[Kit]:
    return [state.round_kit(seat) for seat in range(len(state.players))]


class BestFinder:
    """Asks once a round and remembers the answer; main thread."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._asked: tuple[object, ...] | None = None
        self._cancel = Cancel()
        self.best: Best | None = None
        self.failed = False

    def look(self, state: State) -> None:
        """Start looking, for a round that is over."""
        crime = state.round
        assert crime is not None
        question = (crime.number, crime.target, tuple(sorted(crime.starts.items())), *_kits(state))
        if question == self._asked:
            return
        self.forget()
        self._asked, cancel = question, self._cancel
        self._worker.ask(
            TOPIC,
            lambda: best_of_round(state, cancel),
            lambda best: self._found(state, best),
            self._not_found,
        )

    def forget(self) -> None:
        """The answer is no longer wanted, since another round has begun."""
        if self._asked is None:
            return
        self._worker.forget(TOPIC)
        self._worker.forget(HARD_TOPIC)
        self._cancel()
        self._cancel = Cancel()
        self._asked, self.best, self.failed = None, None, False

    def _found(self, state: State, best: Best) -> None:
        self.best, cancel = best, self._cancel
        self._worker.ask(
            HARD_TOPIC,
            lambda: hardness_of_round(state, best, cancel),
            self._weighed,
            lambda error: log.error("hardness could not be worked out", exc_info=error),
        )

    def _weighed(self, hard: Hard) -> None:
        assert self.best is not None  # forgotten together
        self.best = replace(self.best, hard=hard)

    def _not_found(self, error: Exception) -> None:
        log.error("the best solution could not be worked out", exc_info=error)
        self.failed = True
