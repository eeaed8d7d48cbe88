"""Slow verdicts, worked out beside the screen.

Whether meeples can have come to where a camera saw them takes seconds when the markers say long rows. `Judge`
has the verdict worked out in the background; `RememberedMeeples` is the game that keeps it, so that the
action itself, and any replay of it, finds it ready.
"""

from __future__ import annotations

import threading
from typing import Any

import msgspec

from app.games.contract import Message
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import Action, ShowCells, State
from app.table.worker import Worker

TOPIC = "judging"
MOST_KEPT = 64
"""Verdicts kept at a time: more demonstrations than a match has by camera."""


class RememberedMeeples(MutantMeeples):
    """Mutant Meeples with a memory for verdicts on a reading. Any thread may call it."""

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[State, list[Message]]] = {}
        self._lock = threading.Lock()

    def apply(self, state: State, action: Action) -> tuple[State, list[Message]]:
        """As the game does it. Raises `Refused`."""
        if not isinstance(action, ShowCells):
            return super().apply(state, action)
        case = msgspec.json.encode((state, action))
        with self._lock:
            known = self._known.get(case)
        if known is None:
            known = super().apply(state, action)
            with self._lock:
                self._known[case] = known
                while len(self._known) > MOST_KEPT:
                    del self._known[next(iter(self._known))]
        after, events = known
        return after, list(events)


class Judge:
    """Has one action at a time tried out in the background; main thread."""

    def __init__(self, worker: Worker, game: Any) -> None:
        self._worker, self._game = worker, game
        self._asked: tuple[State, Action] | None = None
        self._ready = False

    def ask(self, state: State, action: Action) -> None:
        """Try this out."""
        self._asked, self._ready = (state, action), False
        self._worker.ask(TOPIC, lambda: self._game.apply(state, action), self._done, self._done)

    @property
    def busy(self) -> bool:
        """Whether something is being tried out, or waits to be taken."""
        return self._asked is not None

    def take(self, state: State) -> Action | None:
        """The action, once it has been tried out; None while it is not, and nothing more in another state."""
        if self._asked is None:
            return None
        asked, action = self._asked
        if asked is not state:
            self.clear()
            return None
        if not self._ready:
            return None
        self.clear()
        return action

    def clear(self) -> None:
        """It is no longer wanted."""
        self._worker.forget(TOPIC)
        self._asked, self._ready = None, False

    def _done(self, outcome: object) -> None:
        """Tried out, or refused: then the game says so again."""
        self._ready = True
