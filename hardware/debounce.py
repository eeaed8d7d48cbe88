"""From a chattering contact to presses: one press a push of the finger, at the moment it began.

In: (time in ns, closed) pairs; `closed` means "as when pressed", whatever the wiring. Out: `Change`s. No
clock, no thread, no pins, so made-up times test exactly what is shipped.

Three rules make a press:

- *stable level*: the contact has been closed for `spike_ns` in one piece. What is shorter is a spike.
- *first edge*: the press counts from the first edge of its burst, and a burst reaches back `bounce_ns` at
  most. So bouncing costs nobody their place in the order, and hum on a wire cannot make a press seem old.
- *refractory*: after a press nothing counts anew until the contact was open for `bounce_ns` in one piece.
  So chatter is one press however long it goes on, and a push, a lift and a push are two.

Decisions fall at `due_ns`, by themselves: whoever owns the filter calls `look` then (or later: what is found
and its times do not depend on how late).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

STUCK_AFTER_NS = 20_000_000_000
"""Nobody holds a button for 20 seconds: it is jammed, or its wires touch."""
LOST_AFTER_NS = 5_000_000
"""A level that differs for 5 ms without its edge: the driver lost that edge. Edges need 1 ms to arrive."""


class Kind(Enum):
    """What became of a contact."""

    PRESSED = auto()
    RELEASED = auto()
    STUCK = auto()
    FREED = auto()


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happened to the contact, and when it began (ns)."""

    kind: Kind
    at_ns: int


class Debouncer:
    """The filter of one contact. Not thread-safe: the owner holds a lock around each call.

    A contact that is closed at the start is no press; it may be stuck, though.
    """

    def __init__(self, bounce_ns: int, spike_ns: int, *, at_ns: int, closed: bool = False) -> None:
        """Both windows are 0 or more (0: off); `closed` is the level at the start, `at_ns`."""
        if bounce_ns < 0 or spike_ns < 0:
            raise ValueError(f"bounce_ns and spike_ns must be 0 or more, not {bounce_ns} and {spike_ns}")
        self._bounce_ns, self._spike_ns = bounce_ns, spike_ns
        self._accepted = closed
        self._accepted_at_ns = at_ns
        self._counted = False  # the present hold was told as a press
        self._stuck = False
        self._level = closed
        self._level_since_ns = at_ns
        self._burst_ns: int | None = None  # first edge of the burst that may change the accepted level
        self._odd_since_ns: int | None = None  # the pin was first seen at another level than its edges say

    @property
    def pressed(self) -> bool:
        """The accepted level: True while the button counts as held."""
        return self._accepted

    @property
    def stuck(self) -> bool:
        """True while the button counts as jammed."""
        return self._stuck

    @property
    def pressing_since_ns(self) -> int | None:
        """The first edge of what may yet become a press, else None."""
        return None if self._accepted else self._burst_ns

    @property
    def due_ns(self) -> int | None:
        """When something is to be decided if no edge comes before, else None."""
        moments = []
        if self._odd_since_ns is not None:
            moments.append(self._odd_since_ns + LOST_AFTER_NS)
        elif self._level != self._accepted:
            moments.append(self._level_since_ns + self._needed_ns)
        elif self._burst_ns is not None:
            moments.append(
                self._burst_ns + self._bounce_ns + 1
            )  # an edge at the very end still belongs to it
        if self._accepted and self._level and not self._stuck:
            moments.append(self._accepted_at_ns + STUCK_AFTER_NS)
        return min(moments, default=None)

    @property
    def _needed_ns(self) -> int:
        """How long the present level must last to be believed."""
        return self._spike_ns if self._level else self._bounce_ns

    def edge(self, at_ns: int, closed: bool) -> list[Change]:
        """Take one edge of the pin, in the order of their times, and say what is certain by now."""
        at_ns = max(at_ns, self._level_since_ns)
        found = self._settle(at_ns)
        self._odd_since_ns = None
        self._level, self._level_since_ns = closed, at_ns
        starts = self._burst_ns is None or at_ns - self._burst_ns > self._bounce_ns
        if closed != self._accepted and starts:
            self._burst_ns = at_ns
        return found + self._settle(at_ns)

    def look(self, now_ns: int, closed: bool) -> list[Change]:
        """Decide what is due by now; `closed` is the level the pin really has.

        A level without its edge is waited for: the edge may be on its way. After `LOST_AFTER_NS` it is lost,
        and the moment it was first missed stands for it.
        """
        if closed == self._level:
            self._odd_since_ns = None
            return self._settle(now_ns)
        if self._odd_since_ns is None:
            self._odd_since_ns = max(now_ns, self._level_since_ns)
        if now_ns - self._odd_since_ns < LOST_AFTER_NS:
            return []
        return self.edge(self._odd_since_ns, closed) + self._settle(now_ns)

    def _settle(self, now_ns: int) -> list[Change]:
        """Everything that is decided by `now_ns` if the level has not changed."""
        found: list[Change] = []
        if self._level == self._accepted:
            if self._burst_ns is not None and now_ns - self._burst_ns > self._bounce_ns:
                self._burst_ns = None
        elif now_ns - self._level_since_ns >= self._needed_ns:
            assert self._burst_ns is not None  # the level left the accepted one by an edge
            at_ns, self._burst_ns = self._burst_ns, None
            found += self._stick(at_ns)
            found += self._accept(at_ns)
        return found + self._stick(now_ns) if self._level else found

    def _accept(self, at_ns: int) -> list[Change]:
        """The level is believed; it began at `at_ns`."""
        self._accepted, self._accepted_at_ns = self._level, at_ns
        if self._level:
            self._counted = True
            return [Change(Kind.PRESSED, at_ns)]
        found = [Change(Kind.RELEASED, at_ns)] if self._counted else []
        found += [Change(Kind.FREED, at_ns)] if self._stuck else []
        self._counted = self._stuck = False
        return found

    def _stick(self, now_ns: int) -> list[Change]:
        """Whether the contact has been held too long by `now_ns`; told once."""
        at_ns = self._accepted_at_ns + STUCK_AFTER_NS
        if not self._accepted or self._stuck or now_ns < at_ns:
            return []
        self._stuck = True
        return [Change(Kind.STUCK, at_ns)]
