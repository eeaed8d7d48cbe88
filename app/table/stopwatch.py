"""How long a match has been played: a watch on the monotonic clock that counts up and can be held.

All times in are monotonic nanoseconds of one machine, what comes out is milliseconds. Knows no game and no
clock of its own.
"""

from __future__ import annotations

from app.table.timers import MS


class Stopwatch:
    """Counts from `played_ms` on; it is held at first."""

    def __init__(self, played_ms: int = 0) -> None:
        self._counted_ns = played_ms * MS
        self._since_ns: int | None = None

    def go_on(self, now_ns: int) -> None:
        """Count from now; a watch that runs already is not disturbed."""
        if self._since_ns is None:
            self._since_ns = now_ns

    def hold(self, now_ns: int) -> None:
        """Count no more; holding twice is harmless."""
        self._counted_ns = self._at_ns(now_ns)
        self._since_ns = None

    def ms(self, at_ns: int) -> int:
        """Milliseconds played up to that moment; one from before the watch ran does not turn it back."""
        return self._at_ns(at_ns) // MS

    def _at_ns(self, at_ns: int) -> int:
        if self._since_ns is None:
            return self._counted_ns
        return self._counted_ns + max(0, at_ns - self._since_ns)
