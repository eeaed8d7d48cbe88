"""When a pod's button was pressed, in this machine's monotonic time.

Cristian's method, kept as an interval. Let the offset be host time minus pod time at one moment. A ping
sent at host time s and received at pod time p proves that the offset is at least s - p; an answer sent at
pod time q and received at host time r proves that it is at most r - q. Every exchange narrows the interval,
so the fastest way there and the fastest way back count, each by itself, and slow ones do no harm. Between
exchanges the interval grows by DRIFT on both sides, since two quartz clocks part. The offset used is the
middle; it is wrong by at most half the width: `error_ns`, at best half the fastest round trip plus DRIFT
times its age.

Should an exchange contradict the interval, a clock has jumped, and the estimate starts anew from that
exchange.

Pod times are microseconds modulo 2**32; a time is taken as the nearest to the one heard before, so a pod must
be heard once in 35 minutes (it is pinged every second). Pure: all times are arguments.
"""

from __future__ import annotations

from hardware.pods.protocol import CLOCK_PERIOD

DRIFT_PPM = 100
"""Bound on how fast two clocks part, in microseconds a second: a Pico's quartz is good for 30, a Pi's for 20,
and the rest is for cheap boards and a hot case."""

_NS_PER_US = 1000


class PodClock:
    """The offset of one pod's clock. Not thread-safe: one owner."""

    def __init__(self) -> None:
        self._low_ns = 0
        self._high_ns = 0
        self._at_ns = 0
        self._known = False
        self._last_us: int | None = None
        self.jumps = 0
        """How often an exchange contradicted what was known, and the estimate began anew."""

    @property
    def known(self) -> bool:
        """True once an exchange was seen; before that nothing can be converted."""
        return self._known

    def exchange(self, sent_ns: int, received_us: int, answered_us: int, returned_ns: int) -> bool:
        """One ping: sent and returned in host ns, received and answered in pod microseconds.

        False: it contradicts itself, and nothing was learnt.
        """
        # A pod time is cut to whole microseconds, and the two clocks part while the ping is under way.
        under_way = DRIFT_PPM * max(0, returned_ns - sent_ns) // 1_000_000 + 1
        low = sent_ns - (self._straight(received_us) + 1) * _NS_PER_US - under_way
        high = returned_ns - self._straight(answered_us) * _NS_PER_US
        if high < low:  # the pod says that it held the ping longer than the ping was away
            return False
        if self._known:
            apart = self._growth_ns(returned_ns)
            old_low, old_high = self._low_ns - apart, self._high_ns + apart
            if max(low, old_low) <= min(high, old_high):
                low, high = max(low, old_low), min(high, old_high)
            else:
                self.jumps += 1
        self._low_ns, self._high_ns, self._at_ns, self._known = low, high, returned_ns, True
        return True

    def estimate_ns(self, pod_us: int) -> int:
        """The host time of pod time `pod_us`, be it in the past or, after a jump, in the future."""
        if not self._known:
            raise ValueError("no exchange was seen yet")
        middle = (self._low_ns + self._high_ns) // 2
        return self._straight(pod_us) * _NS_PER_US + middle

    def error_ns(self, now_ns: int) -> int:
        """How wrong `estimate_ns` may be for a pod time of now; of an older one, DRIFT times its age more."""
        return (self._high_ns - self._low_ns + 1) // 2 + _NS_PER_US + self._growth_ns(now_ns)

    def _growth_ns(self, now_ns: int) -> int:
        return max(0, now_ns - self._at_ns) * DRIFT_PPM // 1_000_000

    def _straight(self, pod_us: int) -> int:
        """The pod time without wrap-around: the one nearest to the last that was heard."""
        if self._last_us is not None:
            half = CLOCK_PERIOD // 2
            pod_us = self._last_us + (pod_us - self._last_us + half) % CLOCK_PERIOD - half
        self._last_us = pod_us
        return pod_us
