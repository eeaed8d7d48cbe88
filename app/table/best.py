"""After a round: the best that anybody at the table could have done, worked out in the background."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.solver import solve_for_all
from app.games.mutant_meeples.state import State
from app.table.worker import Worker

log = logging.getLogger(__name__)

TOPIC = "best"
SEARCH_S = 8.0
"""Seconds for the search of all players: the table is talking about the round meanwhile."""


@dataclass(frozen=True, slots=True)
class Best:
    """The shortest solution any player had; `proven`: nobody had a shorter one, or, without `moves`, any."""

    seat: int | None
    moves: tuple[Move, ...]
    proven: bool


def best_of_round(state: State) -> Best:
    """Search for every player with what that player could use in the round just over."""
    crime = state.round
    assert crime is not None
    kits = [state.round_kit(seat) for seat in range(len(state.players))]
    answers = solve_for_all(state.board, crime.starts, crime.target, kits, deadline_s=SEARCH_S)
    found = [(len(answer.moves), seat) for seat, answer in enumerate(answers) if answer.moves]
    if not found:
        return Best(None, (), all(answer.proven for answer in answers))
    fewest, seat = min(found)
    nobody_shorter = all(answer.nothing_up_to >= fewest - 1 for answer in answers)
    return Best(seat, answers[seat].moves, nobody_shorter)


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
