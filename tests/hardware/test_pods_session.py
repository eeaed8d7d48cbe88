"""One connection to a pod, without ports: this side against the board's own program over a bad wire."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.firmware.pod_logic import CLOCK_PERIOD, Pod
from hardware.pods.edges import FRESH_NS, Edge
from hardware.pods.protocol import Hello, OtherVersion, Pong, Press, Release, Who, encode, line
from hardware.pods.session import (
    FEWEST_PINGS,
    HELLO_WAIT_NS,
    LATEST_NS,
    MOST_RESTARTS,
    PING_AGAIN_NS,
    RESTARTS_NS,
    SILENT_NS,
    STEADY_NS,
    Finding,
    Greeted,
    Past,
    PodSession,
    Trouble,
)

MS = 1_000_000
START_NS = 7_000_000 * MS


def sound(line: bytes) -> list[bytes]:
    """A wire that changes nothing."""
    return [line]


class Bench:
    """A session and a pod, joined by a wire, in a time that moves when told."""

    def __init__(self, wire: Callable[[bytes], list[bytes]] = sound, offset_us: int = 0) -> None:
        self.now_ns = START_NS
        self.offset_us = offset_us
        self.wire = wire
        self.pod = Pod("left", [False] * 3, 2, 1, self.pod_us())
        self.session = PodSession(self.now_ns)
        self.found: list[Finding] = []

    def pod_us(self) -> int:
        return (self.now_ns // 1000 + self.offset_us) % CLOCK_PERIOD

    def carry(self, data: bytes) -> bytes:
        return b"".join(part for whole in data.splitlines(keepends=True) for part in self.wire(whole))

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds):
            self.now_ns += MS
            self.session.tick(self.now_ns)
            self.pod.heard(self.carry(self.session.output()), self.pod_us())
            self.pod.tick(self.pod_us())
            self.found += self.session.received(self.carry(self.pod.output()), self.now_ns)

    def edges(self) -> list[Edge]:
        return [found for found in self.found if isinstance(found, Edge)]


def bad_wire(seed: int, worst: float) -> Callable[[bytes], list[bytes]]:
    """Loses, doubles and damages lines, and sprinkles garbage between them."""
    chance = random.Random(seed)

    def carry(whole: bytes) -> list[bytes]:
        luck = chance.random()
        if luck > worst:
            return [whole]
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        return [[], [whole, whole], [bytes(damaged)], [chance.randbytes(9), whole]][chance.randrange(4)]

    return carry


fingers = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 40)), min_size=1, max_size=25)


@settings(deadline=None)
@given(fingers, st.integers(0, 2**32), st.floats(0, 0.6), st.sampled_from([0, CLOCK_PERIOD - 200_000, 12345]))
def test_no_press_is_lost_invented_or_reordered_on_a_bad_wire(
    moves: list[tuple[int, int]], seed: int, worst: float, offset_us: int
) -> None:
    bench = Bench(offset_us=offset_us)
    bench.run(30)
    bench.wire = bad_wire(seed, worst)
    made: list[tuple[int, bool, int]] = []
    down: set[int] = set()
    for button, pause_ms in moves:
        down ^= {button}
        made.append((button, button in down, bench.now_ns))
        bench.pod.edge(button, button in down, bench.pod_us())
        bench.run(pause_ms)
    bench.wire = sound
    bench.run(450)
    assert [(edge.button, edge.pressed) for edge in bench.edges()] == [move[:2] for move in made]
    slack = bench.session.clock.error_ns(bench.now_ns) + MS
    for edge, (_, _, at_ns) in zip(bench.edges(), made, strict=True):
        assert abs(edge.at_ns - at_ns) <= slack


@settings(deadline=None)
@given(fingers, st.integers(0, 2**32))
def test_times_of_one_pod_never_run_backwards(moves: list[tuple[int, int]], seed: int) -> None:
    bench = Bench(bad_wire(seed, 0.3))
    for button, pause_ms in moves:
        bench.pod.edge(button, True, bench.pod_us())
        bench.run(pause_ms)
    bench.wire = sound
    bench.run(1100)
    times = [edge.at_ns for edge in bench.edges()]
    assert len(times) == len(moves)
    assert times == sorted(times)
    assert all(START_NS <= at_ns <= bench.now_ns for at_ns in times)


def test_the_pod_is_asked_until_it_says_hello() -> None:
    """A board that restarts when its port is opened is silent for two seconds, then sends rubbish first."""
    session = PodSession(START_NS)
    asked = 0
    for tenth in range(20):
        session.tick(START_NS + tenth * 100 * MS)
        asked += session.output().count(encode(Who(1)))
    assert asked == 5
    assert session.over is None
    now_ns = START_NS + 2000 * MS
    session.received(b"\x00\xffboot v1.2\r\nhalf a li" + b"\n" + encode(hello()), now_ns)
    found = session.received(encode(Pong(0, 1000, 1000)), now_ns)
    assert [type(each) for each in found] == [Greeted]
    assert session.counts.garbage == 2


def hello(pod: str = "left", boot: int = 1, held: int = 0, first: int = 0) -> Hello:
    return Hello(pod, 3, 1, boot, first, held, 1000)


def known(**about: int) -> PodSession:
    """A session that knows its pod, whose clock reads 1000 us at START_NS."""
    session = PodSession(START_NS)
    session.received(encode(hello(**about)), START_NS)  # type: ignore[arg-type]
    session.received(encode(Pong(0, 1000, 1000)), START_NS)
    assert session.ready
    session.output()
    return session


def test_without_a_hello_in_three_seconds_it_is_no_pod() -> None:
    session = PodSession(START_NS)
    session.received(b"$GPGGA,1234\r\n" * 9, START_NS + HELLO_WAIT_NS - 1)
    session.tick(START_NS + HELLO_WAIT_NS - 1)
    assert session.over is None
    session.tick(START_NS + HELLO_WAIT_NS)
    assert session.over is Trouble.NO_HELLO


def test_another_version_ends_the_session_and_is_named() -> None:
    session = PodSession(START_NS)
    session.received(encode(OtherVersion(2, "left")), START_NS)
    assert session.over is Trouble.WRONG_VERSION
    assert session.detail == "pod left speaks version 2, this program 1"


def ticked(session: PodSession, from_ns: int, to_ns: int) -> None:
    for now_ns in range(from_ns, to_ns, 50 * MS):
        session.tick(now_ns)
    session.tick(to_ns)


def test_a_pod_that_stops_answering_is_noticed() -> None:
    session = known()
    ticked(session, START_NS, START_NS + SILENT_NS - 1)
    assert session.over is None
    session.tick(START_NS + SILENT_NS)
    assert session.over is Trouble.SILENT


def test_a_program_that_was_held_up_itself_gives_the_pod_time_to_answer() -> None:
    session = known()
    late_ns = START_NS + 60_000 * MS
    for turn in range(FEWEST_PINGS - 1):
        session.tick(late_ns + turn * PING_AGAIN_NS)
    assert session.over is None


def test_hellos_and_presses_without_an_answer_are_silence() -> None:
    """Such a pod does not hear: its lamps, its clock and its acknowledgements are worth nothing."""
    session, found = PodSession(START_NS), list[Finding]()
    for turn in range(2 * SILENT_NS // (100 * MS)):
        now_ns = START_NS + turn * 100 * MS
        session.tick(now_ns)
        found += session.received(encode(hello()) + encode(Press(0, 1, turn * 100_000)), now_ns)
    assert (session.over, session.detail) == (Trouble.SILENT, Trouble.DEAF.value)
    assert found == []


def test_a_lost_first_ping_is_soon_sent_again() -> None:
    session = PodSession(START_NS)
    session.received(encode(hello()), START_NS)
    assert b"ping 0*" in session.output()
    session.tick(START_NS + PING_AGAIN_NS - 1)
    assert session.output() == b""
    session.tick(START_NS + PING_AGAIN_NS)
    assert b"ping 1*" in session.output()


def test_the_buttons_held_at_the_start_are_told() -> None:
    session = PodSession(START_NS)
    session.received(encode(hello(held=0b101)), START_NS)
    assert session.received(encode(Pong(0, 1000, 1000)), START_NS) == [
        Greeted(hello(held=0b101), (1, 3), False)
    ]


def test_a_restarted_pod_is_told_and_numbered_anew() -> None:
    session = known(first=40)
    assert len(session.received(encode(Press(40, 1, 1000)), START_NS)) == 1
    assert session.received(encode(hello(boot=2)), START_NS) == []
    assert not session.ready
    assert session.received(encode(Press(0, 1, 1000)), START_NS) == []  # its clock is not known: told again
    assert session.received(encode(Pong(2, 1000, 1000)), START_NS) == [Greeted(hello(boot=2), (), True)]
    assert len(session.received(encode(Press(0, 1, 1000)), START_NS)) == 1
    assert session.counts.restarts == 1


def test_a_hello_said_twice_is_nothing_new() -> None:
    assert known().received(encode(hello()), START_NS) == []


def test_another_pod_at_the_same_port_ends_the_session() -> None:
    session = known()
    session.received(encode(hello("right")), START_NS)
    assert session.over is Trouble.CHANGED


def test_a_press_from_before_the_port_was_opened_is_not_reported() -> None:
    """Nobody was listening, and the screen said so; it is acknowledged, so that the next one gets through."""
    session = known()
    old = (1000 - 500_000) % CLOCK_PERIOD
    assert session.received(encode(Press(0, 1, old)), START_NS + MS) == []
    assert session.counts.missed == 0, "the clock is asked anew first"
    assert session.received(encode(Pong(2, 2000, 2000)), START_NS + MS) == []
    assert session.counts.missed == 1
    assert b"ack 1 1*" in session.output()
    assert session.received(encode(Press(1, 2, 1500)), START_NS + MS) != []


def test_a_press_from_the_future_is_one_of_its_receipt() -> None:
    session = known()
    assert session.received(encode(Press(0, 1, 99_000_000)), START_NS + MS) == []
    found = session.received(encode(Pong(2, 2000, 2000)), START_NS + 3 * MS)
    assert found == [Edge(1, True, START_NS + MS)]


JUMPS_S = (-3600, -60, -1, -0.2, -0.04, 0.04, 1, 60, 2157, 3600)


@pytest.mark.parametrize("jump_s", JUMPS_S)
@pytest.mark.parametrize("after_ms", [0, 300, 999])
def test_a_press_after_the_clock_has_jumped_arrives_with_its_time(jump_s: float, after_ms: int) -> None:
    bench = Bench(offset_us=5_000_000_000)
    bench.run(10_100)
    bench.offset_us += round(jump_s * 1_000_000)
    bench.run(after_ms)
    made_ns = bench.now_ns
    bench.pod.edge(1, True, bench.pod_us())
    bench.run(200)
    (edge,) = bench.edges()
    assert made_ns - FRESH_NS <= edge.at_ns <= made_ns + 3 * MS
    if abs(jump_s) * 1e9 > FRESH_NS:
        assert abs(edge.at_ns - made_ns) <= 3 * MS
    assert bench.session.counts.missed == 0


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_a_press_told_again_after_a_jump_is_never_from_the_future_nor_lost(jump_s: float) -> None:
    """The jump lies between the press and the line that arrives: it may be dated by its receipt."""
    bench = Bench(offset_us=5_000_000_000)
    bench.run(10_100)
    made_ns = bench.now_ns
    bench.wire = lambda _: []
    bench.pod.edge(1, True, bench.pod_us())
    bench.run(30)
    bench.offset_us += round(jump_s * 1_000_000)
    bench.wire = sound
    bench.run(1300)  # a pod whose clock goes back a second waits for that long before it tells again
    (edge,) = bench.edges()
    assert START_NS <= edge.at_ns <= bench.now_ns
    if jump_s < 0 or jump_s > 10:
        assert made_ns - FRESH_NS <= edge.at_ns


def test_a_press_the_pod_holds_through_a_silence_comes_with_its_time_in_the_next_session() -> None:
    bench = Bench()
    bench.run(1000)
    bench.pod.edge(1, True, bench.pod_us())
    bench.run(50)
    bench.wire = lambda whole: [] if whole[:5] in (b"press", b"relea", b"pong ", b"hello") else [whole]
    made_ns = bench.now_ns
    bench.pod.edge(1, False, bench.pod_us())
    bench.pod.edge(2, True, bench.pod_us())
    bench.run(4500)
    assert bench.session.over is Trouble.SILENT
    assert len(bench.edges()) == 1
    bench.session = PodSession(bench.now_ns, bench.session.past)
    bench.wire = sound
    bench.run(500)
    assert [(edge.button, edge.pressed) for edge in bench.edges()] == [(1, True), (1, False), (2, True)]
    assert all(abs(edge.at_ns - made_ns) <= 3 * MS for edge in bench.edges()[1:])
    bench.run(500)
    assert len(bench.edges()) == 3


def test_after_a_long_silence_old_presses_are_no_news() -> None:
    for age_ns, taken in ((LATEST_NS - MS, 1), (LATEST_NS + MS, 0)):
        session = PodSession(START_NS, Past("left", 1, 0, START_NS - 60_000 * MS))
        session.received(encode(hello()) + encode(Pong(0, 1000, 1000)), START_NS)
        pressed = Press(0, 1, (1000 - age_ns // 1000) % CLOCK_PERIOD)
        session.received(encode(pressed), START_NS + MS)
        session.tick(START_NS + PING_AGAIN_NS)
        found = session.received(encode(Pong(2, 101_000, 101_000)), START_NS + PING_AGAIN_NS)
        assert (len(found), session.counts.missed) == (taken, 1 - taken)


def test_what_the_session_before_has_taken_is_not_taken_again() -> None:
    """The acknowledgement was lost with that session, so the pod tells it once more."""
    session = PodSession(START_NS, Past("left", 1, 3, START_NS - 5000 * MS))
    session.received(encode(hello(first=2)) + encode(Pong(0, 1000, 1000)), START_NS)
    lines = encode(Press(2, 1, 1000)) + encode(Release(3, 1, 1000))
    (edge,) = session.received(lines, START_NS)
    assert isinstance(edge, Edge)
    assert not edge.pressed
    assert session.counts.doubled == 1


def test_a_pod_that_restarts_again_and_again_ends_the_session() -> None:
    session = known()
    for boot in range(2, 2 + MOST_RESTARTS):
        session.received(encode(hello(boot=boot)), START_NS)
    assert session.over is None
    session.received(encode(hello(boot=99)), START_NS + RESTARTS_NS - 1)
    assert session.over is Trouble.RESTARTING


def test_a_pod_that_restarts_now_and_then_is_kept() -> None:
    session = known()
    for turn in range(20):
        now_ns = START_NS + turn * RESTARTS_NS // 2
        session.received(encode(hello(boot=2 + turn)), now_ns)
        ping = session.output().decode().rpartition("ping ")[2].partition("*")[0]
        session.received(encode(Pong(int(ping), 1000, 1000)), now_ns)
    assert session.over is None
    assert session.ready


def test_after_too_many_restarts_a_pod_is_welcome_once_it_is_steady_and_loses_no_press() -> None:
    bench = Bench()
    bench.session = PodSession(bench.now_ns, wary=True)
    bench.run(500)
    made_ns = bench.now_ns
    bench.pod.edge(1, True, bench.pod_us())
    bench.run((STEADY_NS - 600 * MS) // MS)
    assert bench.found == []
    bench.run(400)
    assert [type(found) for found in bench.found] == [Greeted, Edge]
    assert abs(bench.edges()[0].at_ns - made_ns) <= 3 * MS


def test_a_damaged_press_is_asked_for_at_once() -> None:
    session = known()
    session.received(b"prezz 0 1 1000*1234\n", START_NS + 30 * MS)
    assert b"ack 1 0*" in session.output()
    session.received(b"\xff\n" * 9, START_NS + 31 * MS)
    assert session.output() == b"", "noise is not answered line by line"


def test_gaps_and_doubled_lines_are_counted() -> None:
    session = known()
    session.received(encode(Press(1, 1, 1000)), START_NS)
    session.received(encode(Press(0, 1, 1000)) * 2, START_NS)
    assert (session.counts.gaps, session.counts.doubled) == (1, 1)


def test_numbers_of_edges_wrap_around() -> None:
    session = known(first=65535)
    found = session.received(encode(Press(65535, 1, 1000)) + encode(Release(0, 1, 1000)), START_NS)
    assert len(found) == 2
    assert b"ack 1 1*" in session.output()


def test_lamps_are_told_at_once_and_again_every_second() -> None:
    bench = Bench()
    bench.session.show("mh")
    bench.run(30)
    assert bench.pod.lamps == "mh"
    bench.pod.lamps = "--"  # as if the line had been lost
    bench.run(1010)
    assert bench.pod.lamps == "mh"
    bench.session.show("xx")
    bench.run(1)
    assert bench.pod.lamps == "xx"


def test_an_echo_of_our_own_lines_is_garbage() -> None:
    session = known()
    assert session.received(encode(Who(1)) + line("ping 3"), START_NS) == []
    assert session.counts.garbage == 2
