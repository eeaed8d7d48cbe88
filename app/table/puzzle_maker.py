"""Makes puzzles in the background, one at a time; the search can be ended at once. Main thread only."""

from __future__ import annotations

from collections.abc import Callable

from app.games.mutant_meeples.puzzles import Puzzle, Watch
from app.games.mutant_meeples.solver import Cancel
from app.table.worker import Asking

TOPIC = "puzzle"

Make = Callable[[Cancel, Watch], Puzzle]
"""make(cancel, watch): `puzzles.puzzle_of_the_day` or `puzzles.endless` with the rest filled in."""


class _Search:
    """One search, as both threads know it: whether it is still wanted, and how many tries it has taken."""

    def __init__(self) -> None:
        self.tries = 0
        self._ended = False
        self._cancel: Cancel | None = None

    def run(self, make: Make) -> Puzzle:
        """In the worker's thread, where loading numpy for a `Cancel` keeps nobody waiting."""
        cancel = self._cancel = Cancel()
        if self._ended:
            cancel()
        return make(cancel, self._watch)

    def end(self) -> None:
        self._ended = True
        if self._cancel is not None:
            self._cancel()

    def _watch(self, number: int) -> None:
        self.tries = number


class PuzzleMaker:
    """Asks the worker for one puzzle after the other."""

    def __init__(self, worker: Asking) -> None:
        self._worker = worker
        self._search: _Search | None = None

    @property
    def tries(self) -> int:
        """Cities laid out so far for the puzzle that is being made."""
        return 0 if self._search is None else self._search.tries

    def make(
        self, make: Make, then: Callable[[Puzzle], None], otherwise: Callable[[Exception], None]
    ) -> None:
        """Begin; `then` or `otherwise` is called when the worker is polled, unless `stop` came first."""
        self.stop()
        search = self._search = _Search()
        self._worker.ask(TOPIC, lambda: search.run(make), then, otherwise)

    def stop(self) -> None:
        """Nobody waits for it any more."""
        if self._search is not None:
            self._search.end()
            self._search = None
        self._worker.forget(TOPIC)
