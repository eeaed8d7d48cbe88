"""One small thread that sleeps until something is due, then does it.

Owners tell when (`due_ns`: a moment of the clock, or None for "nothing to wait for") and what (`act`, given
the time). While nothing is due the thread sleeps and costs nothing; `wake` makes it ask again.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)

STOPS_WITHIN_S = 1.0
_NS_PER_S = 1_000_000_000
_SHORTEST_S = 0.0005  # a moment that has passed already does not become a busy loop
_AFTER_FAULT_S = 0.1


class Waker:
    """Runs from the constructor to `stop`. `wake` and `stop`: from any thread, also from `act`."""

    def __init__(
        self,
        name: str,
        clock_ns: Callable[[], int],
        due_ns: Callable[[], int | None],
        act: Callable[[int], None],
    ) -> None:
        self._clock_ns, self._due_ns, self._act = clock_ns, due_ns, act
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._failed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Something may be due earlier than it was."""
        self._woken.set()

    def stop(self) -> None:
        """End the thread and wait for that; nothing is done after it."""
        self._stopped.set()
        self._woken.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(STOPS_WITHIN_S)

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._woken.wait(self._until_due_s())
            self._woken.clear()
            if self._stopped.is_set():
                return
            try:
                self._act(self._clock_ns())
            except Exception:  # top of the thread: buttons and lamps must outlive one bad moment
                if not self._failed:
                    log.exception("%s: a fault; further ones stay silent", self._thread.name)
                self._failed = True
                self._woken.wait(_AFTER_FAULT_S)

    def _until_due_s(self) -> float | None:
        due_ns = self._due_ns()
        if due_ns is None:
            return None
        return max((due_ns - self._clock_ns()) / _NS_PER_S, _SHORTEST_S)
