"""A pod's clock: presses of different pods compare fairly, and the promised error holds."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hardware.pods.clock import DRIFT_PPM, PodClock
from hardware.pods.protocol import CLOCK_PERIOD

MS = 1_000_000
START_NS = 50_000 * MS


class Quartz:
    """A pod's clock: what it shows at a host time, running `ppm` too fast."""

    def __init__(self, shown_us: int, ppm: float) -> None:
        self.shown_us, self.ppm = shown_us, ppm

    def at(self, host_ns: int) -> int:
        passed_us = (host_ns - START_NS) / 1000 * (1 + self.ppm / 1e6)
        return int(self.shown_us + passed_us) % CLOCK_PERIOD


def ping(clock: PodClock, quartz: Quartz, sent_ns: int, there_ns: int, held_ns: int, back_ns: int) -> int:
    arrived = sent_ns + there_ns
    left = arrived + held_ns
    clock.exchange(sent_ns, quartz.at(arrived), quartz.at(left), left + back_ns)
    return left + back_ns


@given(
    st.integers(0, CLOCK_PERIOD - 1),
    st.floats(-DRIFT_PPM * 0.99, DRIFT_PPM * 0.99),
    st.integers(0, 2**32),
    st.sampled_from([0.05, 1, 20, 300]),
)
def test_the_error_stays_within_the_bound_under_any_jitter(
    shown_us: int, ppm: float, seed: int, jitter_ms: float
) -> None:
    """Ways of unequal length included: the bound assumes nothing about them."""
    chance, clock, quartz, now_ns = random.Random(seed), PodClock(), Quartz(shown_us, ppm), START_NS
    for _ in range(40):
        there, held, back = (round(chance.expovariate(1) * jitter_ms * MS) for _ in range(3))
        now_ns = ping(clock, quartz, now_ns, there, held, back) + 1000 * MS
        pressed_ns = now_ns - chance.randrange(5 * MS)
        found = clock.estimate_ns(quartz.at(pressed_ns))
        late = (now_ns - pressed_ns) * DRIFT_PPM // 1_000_000
        assert abs(found - pressed_ns) <= clock.error_ns(now_ns) + late
    assert clock.jumps == 0


def test_one_quick_ping_among_slow_ones_fixes_the_clock() -> None:
    clock, quartz, now_ns = PodClock(), Quartz(123, 0), START_NS
    for there_ms, back_ms in ((80, 5), (1, 1), (5, 90), (200, 200)):
        now_ns = ping(clock, quartz, now_ns, there_ms * MS, 0, back_ms * MS)
    assert clock.error_ns(now_ns) < 1.1 * MS
    assert abs(clock.estimate_ns(quartz.at(now_ns - MS)) - (now_ns - MS)) < 1.1 * MS


def test_presses_of_two_pods_keep_their_order_when_further_apart_than_the_errors() -> None:
    chance = random.Random(3)
    pods = [(PodClock(), Quartz(5, 60)), (PodClock(), Quartz(4_000_000_000, -60))]
    now_ns = START_NS
    for _ in range(30):
        for clock, quartz in pods:
            ping(clock, quartz, now_ns, chance.randrange(2 * MS), 0, chance.randrange(2 * MS))
        now_ns += 1000 * MS
        apart = sum(clock.error_ns(now_ns) for clock, _ in pods) + 1000
        first = pods[0][0].estimate_ns(pods[0][1].at(now_ns - apart))
        second = pods[1][0].estimate_ns(pods[1][1].at(now_ns))
        assert first < second
    assert apart < 3 * MS


def test_the_clock_wraps_around_without_a_jump() -> None:
    clock, quartz, now_ns = PodClock(), Quartz(CLOCK_PERIOD - 1_500_000, 0), START_NS
    for _ in range(4):
        now_ns = ping(clock, quartz, now_ns, MS, 0, MS) + 1000 * MS
    assert clock.jumps == 0
    assert abs(clock.estimate_ns(quartz.at(now_ns)) - now_ns) <= clock.error_ns(now_ns)


@given(st.integers(0, CLOCK_PERIOD - 1), st.integers(0, CLOCK_PERIOD - 1))
def test_a_clock_that_jumps_is_learnt_anew(before_us: int, after_us: int) -> None:
    assume(5_000 < (after_us - before_us) % CLOCK_PERIOD < CLOCK_PERIOD - 5_000)
    clock, now_ns = PodClock(), START_NS
    for _ in range(3):
        now_ns = ping(clock, Quartz(before_us, 0), now_ns, MS, 0, MS) + MS
    jumped = Quartz(after_us, 0)
    now_ns = ping(clock, jumped, now_ns, MS, 0, MS) + MS
    assert clock.jumps == 1
    assert abs(clock.estimate_ns(jumped.at(now_ns)) - now_ns) <= clock.error_ns(now_ns)


def test_an_impossible_answer_changes_nothing() -> None:
    clock, quartz = PodClock(), Quartz(0, 0)
    now_ns = ping(clock, quartz, START_NS, MS, 0, MS)
    before = clock.estimate_ns(quartz.at(now_ns))
    assert not clock.exchange(now_ns, 1000, 900_000, now_ns + MS)
    assert clock.jumps == 0
    assert clock.estimate_ns(quartz.at(now_ns)) == before


def test_without_a_ping_nothing_can_be_converted() -> None:
    clock = PodClock()
    assert not clock.known
    with pytest.raises(ValueError, match="no exchange"):
        clock.estimate_ns(0)
