"""From a chattering contact to presses: one press per push of a finger.

In: (time in ns, level) pairs, `pressed=True` when the contact is closed, whatever the wiring. Out: True at
the moment a press begins. No clock, no thread, no pins, so made-up times test exactly what is shipped.

How it works: the first edge away from the accepted level is believed at once (a claim must not wait) and
opens a window in which further edges are chatter. When the window ends, the accepted level becomes the
level the pin really has, so a press shorter than the window leaves nothing stuck. Nothing needs a timer:
the end of a window is noticed at the next edge or the next `poll`, whichever comes first.
"""

from __future__ import annotations


class Debouncer:
    """The filter of one contact. Not thread-safe: the owner holds a lock around each call."""

    def __init__(self, window_ns: int, *, pressed: bool = False) -> None:
        """`window_ns` is the length of the chatter window, `pressed` the level at the start."""
        if window_ns < 0:
            raise ValueError(f"window_ns must be 0 or more, not {window_ns}")
        self._window_ns = window_ns
        self._accepted = pressed
        self._level = pressed
        self._quiet_at_ns: int | None = None

    @property
    def pressed(self) -> bool:
        """The accepted level: True while the button counts as held."""
        return self._accepted

    def edge(self, at_ns: int, pressed: bool) -> bool:
        """Take one edge of the pin; True when it begins a press (at `at_ns`)."""
        # A contact found closed at the end of the window that a *release* opened is chatter of a held button:
        # it is taken over without counting. No finger lets go and presses again within a few hundredths.
        if self._quiet_at_ns is not None and at_ns >= self._quiet_at_ns:
            self._quiet_at_ns = None
            self._accepted = self._level
        self._level = pressed
        if self._quiet_at_ns is not None or pressed == self._accepted:
            return False
        self._accepted = pressed
        self._quiet_at_ns = at_ns + self._window_ns
        return pressed

    def poll(self, at_ns: int, pressed: bool) -> bool:
        """Compare with the level the pin has now; True when a press began whose edge never reached us."""
        # Inside the window nothing is noted: the poll may be a little late, with the edge that belongs to
        # this level still on its way; noted now, it would look like chatter and the press would be lost.
        if self._quiet_at_ns is not None and at_ns < self._quiet_at_ns:
            return False
        return self.edge(at_ns, pressed)
