"""Waiting for a worker in tests: for the condition, not for a time."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.table.worker import Worker

DEADLINE_S = 60.0
"""Generous for a loaded Pi; nothing waits for it to pass."""
BREATH_S = 0.001
"""Between two looks: who looks without a pause keeps the core and the lock from the worker."""


def until(worker: Worker, condition: Callable[[], bool]) -> None:
    """Hand out the worker's answers until the condition holds."""
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, "the worker did not answer"
        time.sleep(BREATH_S)
        worker.poll()
