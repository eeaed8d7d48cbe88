"""Slow verdicts, worked out beside the screen: can meeples have come to where a camera saw them?

It takes seconds when the markers say long rows. `Judge` has the verdict worked out in the background; it is
journalled with the reading, so no undo, redo or replay works it out again.
"""

from __future__ import annotations

from app.games.mutant_meeples.showing import judged
from app.games.mutant_meeples.state import ShowCells, State
from app.table.worker import Worker

TOPIC = "judging"


class Judge:
    """Judges one reading at a time; main thread."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._asked: State | None = None
        self._answer: ShowCells | None = None

    def ask(self, state: State, reading: ShowCells) -> None:
        """Work out the verdict on this reading. A refusal is left to the match, which says it at once."""
        self._asked, self._answer = state, None
        self._worker.ask(
            TOPIC, lambda: judged(state, reading), self._done, lambda refused: self._done(reading)
        )

    @property
    def busy(self) -> bool:
        """Whether something is being judged, or waits to be taken."""
        return self._asked is not None

    def take(self, state: State) -> ShowCells | None:
        """The reading, once it has its verdict; None while it has not, and nothing more in another state."""
        if self._asked is not None and self._asked is not state:
            self.clear()
        answer = self._answer
        if answer is not None:
            self.clear()
        return answer

    def clear(self) -> None:
        """It is no longer wanted."""
        self._worker.forget(TOPIC)
        self._asked = self._answer = None

    def _done(self, reading: ShowCells) -> None:
        self._answer = reading
