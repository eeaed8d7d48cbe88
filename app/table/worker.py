"""Slow work off the main thread: one helper thread, answers handed out on the main thread.

`ask` queues work; `poll` (main thread) calls back with the result or the error. A newer question of the same
`topic` makes the answer to an older one unwanted. What the thread runs shares nothing that changes with the
main thread: it works things out from what it was given, or writes a file.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

log = logging.getLogger(__name__)


class Asking(Protocol):
    """What is needed of a worker by those who only ask."""

    def ask(
        self,
        topic: str,
        work: Callable[[], Any],
        then: Callable[[Any], None],
        otherwise: Callable[[Exception], None],
    ) -> None:
        """See `Worker.ask`."""

    def forget(self, topic: str) -> None:
        """See `Worker.forget`."""


class AtOnce:
    """A worker without a thread: the answer is there before anything else happens."""

    def ask(
        self,
        topic: str,
        work: Callable[[], Any],
        then: Callable[[Any], None],
        otherwise: Callable[[Exception], None],
    ) -> None:
        """Do the work here and now; its errors are the caller's."""
        then(work())

    def forget(self, topic: str) -> None:
        """No answer is ever under way."""


@dataclass(frozen=True, slots=True)
class _Job:
    number: int
    topic: str
    work: Callable[[], Any]
    then: Callable[[Any], None]
    otherwise: Callable[[Exception], None]


class Worker:
    """A single background thread; all methods belong to the main thread."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[_Job, Any, Exception | None]] = queue.SimpleQueue()
        self._newest: dict[str, int] = {}
        self._count = 0
        self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
        self._thread.start()

    def ask(
        self,
        topic: str,
        work: Callable[[], Any],
        then: Callable[[Any], None],
        otherwise: Callable[[Exception], None],
    ) -> None:
        """Run `work` soon; `then(result)` or `otherwise(error)` is called by `poll`."""
        self._count += 1
        self._newest[topic] = self._count
        self._jobs.put(_Job(self._count, topic, work, then, otherwise))

    def forget(self, topic: str) -> None:
        """The answer to the last question of this topic is no longer wanted."""
        self._newest.pop(topic, None)

    def poll(self) -> None:
        """Hand out answers."""
        while True:
            try:
                job, result, error = self._answers.get_nowait()
            except queue.Empty:
                return
            if self._newest.get(job.topic) != job.number:
                continue
            if error is None:
                job.then(result)
            else:
                job.otherwise(error)

    def close(self, timeout_s: float = 2.0) -> None:
        """Stop after the running work; the thread is a daemon and never keeps the program alive."""
        self._jobs.put(None)
        self._thread.join(timeout_s)

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            if self._newest.get(job.topic) != job.number:
                continue  # forgotten, or asked anew, before its turn came
            try:
                answer = (job, job.work(), None)
            except Exception as error:  # top of the thread: the asker tells a fault from an answer
                log.debug("work on %s ended early", job.topic, exc_info=error)
                self._answers.put((job, None, error))
                continue
            self._answers.put(answer)
