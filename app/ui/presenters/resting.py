"""When the screen rests: nobody has touched or pressed anything for so long, and no clock runs. No Kivy here.

`Resting` is the rule on plain numbers (seconds of one clock that never goes back). The touch that wakes the
screen means nothing else, and neither does one that comes right after it: it was on its way to a dark screen.
A press of a button wakes, too, and counts: who presses has seen enough.
"""

from __future__ import annotations

AWAKE_S = 0.3
"""For so long after waking no new touch counts."""


class Resting:
    """`rests` tells whether the screen is dark now."""

    def __init__(self, after_s: float, now_s: float) -> None:
        """`after_s`: seconds without a sign of life; 0: it never rests."""
        self.after_s = after_s
        self.rests = False
        self._sign_s = now_s
        self._woken_s: float | None = None

    def stir(self, now_s: float) -> None:
        """Somebody is there."""
        self._sign_s = now_s
        if self.rests:
            self.rests, self._woken_s = False, now_s

    def touched(self, now_s: float) -> bool:
        """A finger came down; whether it only wakes (and is to mean nothing)."""
        slept = self.rests
        self.stir(now_s)
        return slept or self.waking(now_s)

    def waking(self, now_s: float) -> bool:
        """Whether it has only just been woken."""
        return self._woken_s is not None and now_s - self._woken_s < AWAKE_S

    def look(self, now_s: float, clock_runs: bool) -> bool:
        """Whether the screen rests now. While a clock runs everybody looks, and nobody need touch."""
        if clock_runs:
            self.stir(now_s)
        elif self.after_s and now_s - self._sign_s >= self.after_s:
            self.rests = True
        return self.rests
