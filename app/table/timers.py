"""The running timers of a session, on the monotonic clock, with pause.

In: the deadlines a game names for its state, and times in monotonic nanoseconds. Out: which have run out, and
how many milliseconds each has left. A timer keeps running as long as the game names it; paused time does not
count. Knows no game and no clock.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.games.contract import Deadline

MS = 1_000_000
"""Nanoseconds in a millisecond."""


class Timers:
    """Named countdowns. All times are `time.monotonic_ns()` values of one machine."""

    def __init__(self) -> None:
        self._deadlines: dict[str, Deadline] = {}
        self._ends_ns: dict[str, int] = {}
        self._paused_left_ns: dict[str, int] | None = None

    @property
    def paused(self) -> bool:
        """Whether time stands still."""
        return self._paused_left_ns is not None

    def follow(self, deadlines: Mapping[str, Deadline], now_ns: int, left_ms: Mapping[str, int]) -> None:
        """Run exactly these timers: known ones go on, new ones start with `left_ms` or their full time."""
        running = self._paused_left_ns if self._paused_left_ns is not None else self._ends_ns
        base = 0 if self.paused else now_ns
        for name, deadline in deadlines.items():
            if name not in running:
                running[name] = base + left_ms.get(name, deadline.seconds * 1000) * MS
        for name in set(running) - set(deadlines):
            del running[name]
        self._deadlines = dict(deadlines)

    def restore(self, left_ms: Mapping[str, int], now_ns: int) -> None:
        """Set what the named timers have left."""
        running = self._paused_left_ns if self._paused_left_ns is not None else self._ends_ns
        base = 0 if self.paused else now_ns
        for name, left in left_ms.items():
            if name in running:
                running[name] = base + left * MS

    def pause(self, now_ns: int) -> None:
        """Stop time; pausing twice is harmless."""
        if self._paused_left_ns is None:
            self._paused_left_ns = {name: max(0, end - now_ns) for name, end in self._ends_ns.items()}
            self._ends_ns = {}

    def go_on(self, now_ns: int) -> None:
        """Let time run again."""
        if self._paused_left_ns is not None:
            self._ends_ns = {name: now_ns + left for name, left in self._paused_left_ns.items()}
            self._paused_left_ns = None

    def run_out(self, before_ns: int) -> tuple[str, Deadline] | None:
        """The earliest timer that ended before `before_ns`, or None. A press at the very end still counts."""
        ended = [(end, name) for name, end in self._ends_ns.items() if end < before_ns]
        if not ended:
            return None
        _, name = min(ended)
        return name, self._deadlines[name]

    def last_end(self, before_ns: int) -> int | None:
        """The latest end (monotonic ns) of the timers that end before `before_ns`; None: none does."""
        return max((end for end in self._ends_ns.values() if end < before_ns), default=None)

    def end_of(self, name: str) -> int:
        """Monotonic ns at which a running timer ends."""
        return self._ends_ns[name]

    def left_ms(self, now_ns: int) -> dict[str, int]:
        """Milliseconds left of every timer."""
        if self._paused_left_ns is not None:
            return {name: left // MS for name, left in self._paused_left_ns.items()}
        return {name: max(0, end - now_ns) // MS for name, end in self._ends_ns.items()}
