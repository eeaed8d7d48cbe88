"""The same work for many things, beside the main thread and in small helpings.

Each thing is fetched on the main thread (a journal belongs to it), worked on by the worker, and what came of
it is taken on the main thread again. Fetching stops after `HELPING_NS`, so that the screen is never kept
waiting. A fault of ours costs the one thing it happens with. All public methods belong to the main thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from app.table.timers import MS
from app.table.worker import Asking

log = logging.getLogger(__name__)

Thing = TypeVar("Thing")
Load = TypeVar("Load")
Result = TypeVar("Result")

HELPING_NS = 8 * MS
"""Time for fetching at one go; with the last thing, which may be large, and what is taken a touch still waits
less than 50 ms."""


class Errand(Generic[Thing, Load, Result]):
    """One errand; see the module's docstring. It runs at once, and again only as another one.

    `fetch(thing)` gives what the work needs, or None when there is nothing to do; `work` runs on the worker's
    thread; `take([(thing, result), ...])` gets what came of a helping; `finish` is called at the end.
    """

    def __init__(
        self,
        worker: Asking,
        topic: str,
        things: Sequence[Thing],
        *,
        fetch: Callable[[Thing], Load | None],
        work: Callable[[Load], Result],
        take: Callable[[list[tuple[Thing, Result]]], None],
        finish: Callable[[], None],
        clock_ns: Callable[[], int],
    ) -> None:
        self._worker, self._topic, self._things = worker, topic, list(things)
        self._fetch, self._work, self._take, self._finish = fetch, work, take, finish
        self._clock_ns = clock_ns
        self.done = 0
        self._fetched = 0
        self._stopped = threading.Event()
        self._go_on()

    @property
    def total(self) -> int:
        """How many things there are."""
        return len(self._things)

    def stop(self) -> None:
        """What has not been taken yet is no longer wanted; the worker ends with the thing it is at."""
        self._stopped.set()
        self._worker.forget(self._topic)

    def _go_on(self) -> None:
        helping: list[tuple[Thing, Load]] = []
        began_ns = self._clock_ns()
        while self._fetched < self.total and self._clock_ns() - began_ns < HELPING_NS:
            thing = self._things[self._fetched]
            self._fetched += 1
            load = self._fetch(thing)
            if load is not None:
                helping.append((thing, load))
        self._worker.ask(self._topic, lambda: self._do(helping), self._got, self._no_answer)

    def _do(self, helping: list[tuple[Thing, Load]]) -> list[tuple[Thing, Result]]:
        """On the worker's thread: what came of these things, without those that failed."""
        done: list[tuple[Thing, Result]] = []
        for thing, load in helping:
            if self._stopped.is_set():
                break
            try:
                done.append((thing, self._work(load)))
            except Exception as error:  # a fault of ours: this thing goes without, the others do not
                log.error("%s: nothing came of %s", self._topic, thing, exc_info=error)
        return done

    def _got(self, results: list[tuple[Thing, Result]]) -> None:
        self._take(results)
        self.done = self._fetched
        if self.done < self.total:
            self._go_on()
        else:
            self._finish()

    def _no_answer(self, error: Exception) -> None:
        """`_do` always answers: anything else is a fault that must be seen."""
        raise error
