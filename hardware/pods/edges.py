"""The presses and releases of one pod's numbering: each taken once, in order, and dated.

In: lines with numbers and pod times. Out: `Edge`s in this machine's monotonic time. A time that does not fit
(older than a line that was sent at once can be, in the future, from before anybody listened) is not believed
before the clock was asked anew: the edge waits, and all after it with it, until a ping that was sent later
than it arrived is answered. Has the clock jumped meanwhile, the edge is dated by the clock as it is now, else
as it was, else, if neither can be true, by its receipt. Nothing is dated later than it was received. One
owner.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.pods.clock import PodClock
from hardware.pods.protocol import NUMBER_PERIOD, Press, Release

FRESH_NS = 50_000_000
"""A press is told when its contact has settled, at most 30 ms after the first touch, and read soon after. One
that seems older was told again, or its pod's clock has jumped."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A press or release of `button`, at host time `at_ns`."""

    button: int
    pressed: bool
    at_ns: int


@dataclass(slots=True)
class Counts:
    """What was not as it should be on this connection, for the diagnostics."""

    garbage: int = 0  # damaged or unknown lines
    doubled: int = 0
    gaps: int = 0
    missed: int = 0  # edges from before anybody listened
    restarts: int = 0


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An edge not told yet; `first_ns`: its time by the clock as it stood when the edge came."""

    message: Press | Release
    received_ns: int
    first_ns: int
    jumps: int


class Edges:
    """The edges from number `expected` on. `since_ns`: from when on somebody has listened."""

    def __init__(self, clock: PodClock, counts: Counts, expected: int, since_ns: int) -> None:
        self._clock, self._counts = clock, counts
        self._expected = expected
        self._since_ns = since_ns
        self._last_ns = since_ns
        self._waiting: deque[_Waiting] = deque()

    @property
    def expected(self) -> int:
        """The number of the next edge to be told; all before it have been."""
        return self._expected

    @property
    def doubtful_ns(self) -> int | None:
        """When the edge was received for which the clock has to be asked anew; None: there is none."""
        return self._waiting[0].received_ns if self._waiting else None

    def take(self, message: Press | Release, now_ns: int) -> None:
        """One line, read at `now_ns`. The clock is known."""
        ahead = (message.number - self._expected - len(self._waiting)) % NUMBER_PERIOD
        if ahead >= NUMBER_PERIOD // 2:
            self._counts.doubled += 1
        elif ahead > 0:
            self._counts.gaps += 1
        else:
            first_ns = self._clock.estimate_ns(message.clock_us)
            self._waiting.append(_Waiting(message, now_ns, first_ns, self._clock.jumps))

    def told(self, checked_ns: int) -> Iterator[Edge]:
        """What is certain by now. `checked_ns`: when the last ping left that was answered."""
        while self._waiting:
            edge = self._waiting[0]
            error_ns = self._clock.error_ns(edge.received_ns)
            at_ns = self._when(edge, error_ns, checked=checked_ns >= edge.received_ns)
            if at_ns is None:
                return
            self._waiting.popleft()
            self._expected = (self._expected + 1) % NUMBER_PERIOD
            if at_ns + error_ns < self._since_ns:
                self._counts.missed += 1
                continue
            yield self._edge(edge, at_ns)

    def left(self) -> list[Edge]:
        """What still waits for the clock although the numbering is over: by the clock as it was then."""
        waiting, self._waiting = self._waiting, deque()
        heard = (edge for edge in waiting if edge.first_ns >= self._since_ns)
        return [self._edge(edge, min(edge.first_ns, edge.received_ns)) for edge in heard]

    def _edge(self, edge: _Waiting, at_ns: int) -> Edge:
        # The estimate moves a little with each ping; what happened later must not get an earlier time.
        self._last_ns = max(at_ns, self._last_ns)
        return Edge(edge.message.button, isinstance(edge.message, Press), self._last_ns)

    def _when(self, edge: _Waiting, error_ns: int, *, checked: bool) -> int | None:
        """The host time of an edge; None: not before the clock was asked anew."""
        at_ns = self._clock.estimate_ns(edge.message.clock_us)
        latest_ns = edge.received_ns + error_ns
        if not checked:
            earliest_ns = max(edge.received_ns - FRESH_NS, self._since_ns - error_ns)
            return min(at_ns, edge.received_ns) if earliest_ns <= at_ns <= latest_ns else None
        if edge.jumps != self._clock.jumps:
            earliest_ns = max(self._last_ns - FRESH_NS, self._since_ns - error_ns)
            believed = (each for each in (at_ns, edge.first_ns) if earliest_ns <= each <= latest_ns)
            at_ns = next(believed, edge.received_ns)
        return min(at_ns, edge.received_ns)
