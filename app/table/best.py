"""After a round: the best that anybody at the table could have done, worked out in the background."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.solver import solve
from app.games.mutant_meeples.state import State
from app.table.worker import Worker

log = logging.getLogger(__name__)

TOPIC = "best"
SEARCH_S = 8.0
"""Seconds for each player's search: the table is talking about the round meanwhile."""


@dataclass(frozen=True, slots=True)
class Best:
    """The shortest solution any player had. `moves` empty: none found; `proven`: and there is none."""

    seat: int | None
    moves: tuple[Move, ...]
    proven: bool


def best_of_round(state: State) -> Best:
    """Search for every player with what that player could use in the round just over."""
    crime = state.round
    assert crime is not None
    best: Best | None = None
    proven = True
    for seat in range(len(state.players)):
        kit = state.round_kit(seat)
        found = solve(state.board, crime.starts, crime.target, kit, deadline_s=SEARCH_S)
        proven = proven and found.proven
        if found.moves and (best is None or len(found.moves) < len(best.moves)):
            best = Best(seat, found.moves, True)
    if best is None:
        return Best(None, (), proven)
    return Best(best.seat, best.moves, proven)


class BestFinder:
    """Asks once a round and remembers the answer; main thread."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._asked: tuple[object, ...] | None = None
        self.best: Best | None = None
        self.failed = False

    def look(self, state: State) -> None:
        """Start looking when a round is over; forget when another has begun."""
        crime = state.round
        if crime is None:
            self.forget()
            return
        question = (crime.number, crime.target, tuple(sorted(crime.starts.items())))
        if question == self._asked:
            return
        self.forget()
        self._asked = question
        self._worker.ask(TOPIC, lambda: best_of_round(state), self._found, self._not_found)

    def forget(self) -> None:
        """The answer is no longer wanted."""
        self._worker.forget(TOPIC)
        self._asked, self.best, self.failed = None, None, False

    def _found(self, best: Best) -> None:
        self.best = best

    def _not_found(self, error: Exception) -> None:
        log.error("the best solution could not be worked out", exc_info=error)
        self.failed = True
