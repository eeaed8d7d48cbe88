"""A made-up clock at which the faults of a twin happen at their own moments, however far it is moved."""

from __future__ import annotations

from app.table.autoplay import HandClock
from hardware.twin.twin import Twin


class TwinClock(HandClock):
    """Moved by hand, as `HandClock`; on the way it stops for everything its twin has to do."""

    def __init__(self) -> None:
        super().__init__()
        self.twin: Twin | None = None

    def advance_to(self, at_ns: int) -> None:
        """Move forward, never back, and let happen what is due on the way."""
        while self.twin is not None:
            due_ns = self.twin.due_ns()
            if due_ns is None or due_ns > at_ns:
                break
            super().advance_to(due_ns)
            self.twin.poll(due_ns)
        super().advance_to(at_ns)

    def rest(self, ns: int) -> None:
        """Let so much time pass, as a slow card does."""
        self.advance_to(self() + ns)
