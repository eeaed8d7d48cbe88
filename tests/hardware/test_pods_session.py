"""One connection to a pod, without ports: this side against the board's own program over a bad wire."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.firmware.pod_logic import CLOCK_PERIOD, Pod
from hardware.pods.protocol import Hello, OtherVersion, Pong, Press, Release, Who, encode, line
from hardware.pods.session import (
    HELLO_WAIT_NS,
    PING_AGAIN_NS,
    SILENT_NS,
    Edge,
    Finding,
    Greeted,
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
    found = session.received(b"\x00\xffboot v1.2\r\nhalf a li" + b"\n" + encode(hello()), now_ns)
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


def test_a_pod_that_stops_answering_is_noticed() -> None:
    session = known()
    session.tick(START_NS + SILENT_NS - 1)
    assert session.over is None
    session.tick(START_NS + SILENT_NS)
    assert session.over is Trouble.SILENT


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
    assert session.received(encode(hello(held=0b101)), START_NS) == [
        Greeted(hello(held=0b101), (1, 3), False)
    ]


def test_a_restarted_pod_is_told_and_numbered_anew() -> None:
    session = known(first=40)
    assert len(session.received(encode(Press(40, 1, 1000)), START_NS)) == 1
    assert session.received(encode(hello(boot=2)), START_NS) == [Greeted(hello(boot=2), (), True)]
    assert not session.ready
    assert session.received(encode(Press(0, 1, 1000)), START_NS) == []  # its clock is not known: told again
    session.received(encode(Pong(2, 1000, 1000)), START_NS)
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
    assert session.counts.missed == 1
    assert b"ack 1 1*" in session.output()
    assert session.received(encode(Press(1, 2, 1500)), START_NS + MS) != []


def test_a_press_from_the_future_is_one_of_now() -> None:
    found = known().received(encode(Press(0, 1, 99_000_000)), START_NS + MS)
    assert found == [Edge(1, True, START_NS + MS)]


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
