"""The pure part of the Pico's program under this Python: contacts, lamps, lines that the host understands."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import Debouncer
from hardware.firmware import pod_protocol
from hardware.firmware.pod_logic import (
    CLOCK_PERIOD,
    HOST_GONE_US,
    MOST_AT_ONCE,
    MOST_WAITING,
    OPEN_US,
    PATTERNS,
    RESEND_SOON_US,
    RESEND_US,
    SPIKE_US,
    Debounce,
    Pod,
    lit,
)
from hardware.firmware.pod_protocol import Lines, pack, unpack
from hardware.lights import PATTERNS as LAMP_PATTERNS
from hardware.lights import Light
from hardware.lights import lit as panel_lit
from hardware.pods.protocol import (
    LIGHT_LETTERS,
    LONGEST_LINE,
    VERSION,
    Ack,
    Garbage,
    Hello,
    Lamps,
    Message,
    Ping,
    PodParser,
    Pong,
    Press,
    Release,
    Who,
    checksum,
    encode,
)
from tests.hardware.test_pods_protocol import messages

FOLDER = Path(pod_protocol.__file__).parent
START_US = 5_000_000


def heard(data: bytes) -> list[Message | Garbage]:
    return PodParser().feed(data)


def a_pod(clock_us: int = START_US, lamps: int = 1) -> Pod:
    pod = Pod("left", [False, False, False], lamps, 7, clock_us)
    pod.output()
    return pod


def told(pod: Pod) -> list[Message | Garbage]:
    return heard(pod.output())


@given(st.binary(max_size=60))
def test_both_sides_compute_the_same_checksum(data: bytes) -> None:
    assert pod_protocol.checksum(data) == checksum(data)


def test_both_sides_agree_on_the_constants() -> None:
    assert (pod_protocol.VERSION, pod_protocol.LONGEST_LINE) == (VERSION, LONGEST_LINE)
    assert {letter: PATTERNS[letter] for letter in LIGHT_LETTERS.values()} == {
        LIGHT_LETTERS[light]: LAMP_PATTERNS[light] for light in Light
    }


@given(messages)
def test_what_the_host_writes_the_pod_reads(message: Message) -> None:
    sent = encode(message)
    (whole,) = Lines().feed(sent)
    words = unpack(whole)
    assert words == sent.decode().split("*")[0].split(" ")
    assert pack(*words) == sent


@given(messages, st.data())
def test_the_pod_drops_a_line_with_a_wrong_bit(message: Message, data: st.DataObject) -> None:
    sent = bytearray(encode(message))
    sent[data.draw(st.integers(0, len(sent) - 2))] ^= 1 << data.draw(st.integers(0, 7))
    assert [words for whole in Lines().feed(bytes(sent)) if (words := unpack(whole))] == []


@given(st.lists(st.binary(max_size=200), max_size=20))
def test_no_bytes_whatever_stop_the_pod_or_fill_its_memory(pieces: list[bytes]) -> None:
    pod = a_pod()
    for piece in [*pieces, b"x" * 10_000]:
        pod.heard(piece, START_US)
    assert len(pod._lines._start) <= LONGEST_LINE + 1
    pod.heard(b"\n" + encode(Ping(3)), START_US)
    assert told(pod)[-1] == Pong(3, START_US, START_US)


@given(st.integers(0, CLOCK_PERIOD - 1), st.lists(st.booleans(), max_size=16), st.integers(0, 16))
def test_what_the_pod_says_the_host_reads(clock_us: int, held: list[bool], lamps: int) -> None:
    pod = Pod("left", held, lamps, 70_000, clock_us)
    mask = sum(1 << index for index, down in enumerate(held) if down)
    greeting = Hello("left", len(held), lamps, 70_000 % 65536, 0, mask, clock_us)
    assert told(pod) == [greeting]
    pod.heard(encode(Who(VERSION)) + encode(Ping(9)), clock_us)
    assert told(pod) == [greeting, Pong(9, clock_us, clock_us)]
    for button in range(1, len(held) + 1):
        pod.edge(button, True, clock_us)
        pod.edge(button, False, clock_us)
    edges = [kind(0, button, clock_us) for button in range(1, len(held) + 1) for kind in (Press, Release)]
    assert [
        type(edge)(0, edge.button, edge.clock_us) for edge in told(pod) if isinstance(edge, Press | Release)
    ] == edges


def test_an_edge_is_told_again_until_it_is_acknowledged() -> None:
    pod = a_pod()
    pod.edge(2, True, START_US)
    pod.edge(2, False, START_US + 10)
    both = [Press(0, 2, START_US), Release(1, 2, START_US + 10)]
    assert told(pod) == both
    pod.tick(START_US + RESEND_US - 1)
    assert told(pod) == []
    pod.tick(START_US + RESEND_US)
    assert told(pod) == both
    pod.heard(encode(Ack(7, 1)), START_US + RESEND_US)
    pod.tick(START_US + 2 * RESEND_US)
    assert told(pod) == both[1:]
    pod.heard(encode(Ack(7, 2)), START_US + RESEND_US)
    pod.tick(START_US + 3 * RESEND_US)
    assert told(pod) == []


@pytest.mark.parametrize("ack", [Ack(6, 1), Ack(7, 2), Ack(7, 65535)])
def test_an_acknowledgement_of_another_start_or_of_the_future_counts_for_nothing(ack: Ack) -> None:
    pod = a_pod()
    pod.edge(1, True, START_US)
    pod.output()
    pod.heard(encode(ack), START_US)
    pod.tick(START_US + RESEND_US)
    assert told(pod) == [Press(0, 1, START_US)]


def test_a_pod_nobody_listens_to_goes_dark_and_forgets_its_presses() -> None:
    pod = a_pod()
    pod.heard(encode(Lamps("m")), START_US)
    assert pod.lamps == "m"
    pod.edge(1, True, START_US)
    for now_us in range(START_US, START_US + HOST_GONE_US + 1, HOST_GONE_US // 10):
        pod.tick(now_us)
    assert pod.lamps == "-"
    assert told(pod)[-1] == Hello("left", 3, 1, 8, 0, 1, START_US + HOST_GONE_US)
    pod.edge(1, False, START_US + HOST_GONE_US)
    assert told(pod) == []


@pytest.mark.parametrize("jump_us", [-3_600_000_000, -60_000_000, 60_000_000, 2_157_000_000])
def test_a_clock_that_jumps_makes_the_pod_forget_nothing(jump_us: int) -> None:
    pod = a_pod()
    pod.heard(encode(Lamps("m")), START_US)
    pod.edge(1, True, START_US)
    told(pod)
    jumped_us = (START_US + jump_us) % CLOCK_PERIOD
    pod.tick(jumped_us)
    assert pod.lamps == "m"
    pod.tick((jumped_us + RESEND_US) % CLOCK_PERIOD)
    assert told(pod) == [Press(0, 1, START_US)]


def test_what_the_host_lacks_is_told_again_soon_and_as_fast_as_it_is_taken() -> None:
    pod, waiting = a_pod(), 3 * MOST_AT_ONCE
    for number in range(waiting):
        pod.edge(1, number % 2 == 0, START_US)
    told(pod)
    pod.heard(encode(Ack(7, 0)), START_US + 1000)  # a later one has arrived, the first has not
    for turn in range(3):
        now_us = START_US + (turn + 1) * RESEND_SOON_US
        pod.tick(now_us - 1)
        assert told(pod) == []
        pod.tick(now_us)
        numbers = [line.number for line in told(pod) if isinstance(line, Press | Release)]
        assert numbers == list(range(turn * MOST_AT_ONCE, (turn + 1) * MOST_AT_ONCE))
        pod.heard(encode(Ack(7, numbers[-1] + 1)), now_us + 1000)
    pod.tick(START_US + 9 * RESEND_US)
    assert told(pod) == []


def test_on_a_sound_line_nothing_is_told_twice() -> None:
    pod = a_pod()
    pod.edge(1, True, START_US)
    pod.edge(2, True, START_US + 90_000)
    told(pod)
    pod.heard(encode(Ack(7, 1)), START_US + 91_000)
    pod.heard(encode(Ack(7, 2)), START_US + 92_000)
    pod.tick(START_US + RESEND_US)
    assert told(pod) == []


def test_a_line_heard_after_the_clock_was_read_is_not_taken_for_an_old_one() -> None:
    pod = a_pod()
    pod.heard(encode(Lamps("m")), START_US + 30)
    pod.tick(START_US)
    assert pod.lamps == "m"
    assert told(pod) == []


def test_too_many_unheard_edges_begin_a_new_numbering() -> None:
    pod = a_pod()
    for turn in range(MOST_WAITING + 1):
        pod.edge(1, turn % 2 == 0, START_US)
    greetings = [(line.boot, line.first) for line in told(pod) if isinstance(line, Hello)]
    assert greetings == [(8, 0)]


def test_lamps_of_the_wrong_number_or_letter_are_passed_over() -> None:
    pod = a_pod(lamps=2)
    pod.heard(encode(Lamps("mh")) + encode(Lamps("m")) + pack("lamps", "qq"), START_US)
    assert pod.lamps == "mh"


@pytest.mark.parametrize("light", list(Light))
def test_lamps_blink_as_on_the_panel(light: Light) -> None:
    for step_ms in range(0, 4000, 50):
        assert lit(LIGHT_LETTERS[light], step_ms * 1000) == panel_lit(light, step_ms * 1_000_000)


def changes(moves: list[tuple[int, bool]], start_us: int = START_US) -> list[tuple[int, int]]:
    """(change, its time after the start) of a contact that takes each level for so many microseconds."""
    contact, now_us, found = Debounce(False), start_us, []
    for lasting_us, level in [*moves, (200_000, moves[-1][1])]:
        for _ in range(lasting_us // 100):
            change = contact.sample(now_us, level)
            if change:
                found.append((change, (contact.began_us - start_us) % CLOCK_PERIOD))
            now_us = (now_us + 100) % CLOCK_PERIOD
    return found


def test_a_spike_is_no_press() -> None:
    assert changes([(50_000, False), (SPIKE_US - 100, True), (50_000, False)]) == []


@pytest.mark.parametrize("start_us", [START_US, CLOCK_PERIOD - 60_000])
def test_a_clean_press_counts_from_its_first_touch(start_us: int) -> None:
    moves = [(50_000, False), (90_000, True), (50_000, False)]
    assert changes(moves, start_us) == [(1, 50_000), (-1, 140_000)]


@pytest.mark.parametrize("total_us", [20_000, 200_000])
def test_bounce_and_chatter_are_one_press(total_us: int) -> None:
    chatter = [(3000, True), (2000, False)] * (total_us // 5000)
    found = changes([(50_000, False), *chatter, (60_000, True), (60_000, False)])
    assert found == [(1, 50_000), (-1, 50_000 + len(chatter) // 2 * 5000 + 60_000)]


def test_hum_before_a_press_does_not_make_it_seem_old() -> None:
    hum = [(500, True), (500, False)] * 200
    (press,) = changes([(50_000, False), *hum, (90_000, True)])
    assert press[0] == 1
    assert 250_000 - OPEN_US <= press[1] <= 250_000


def test_a_press_long_after_the_last_one_is_not_taken_for_chatter() -> None:
    """A whole turn of the clock later, too."""
    contact = Debounce(False)
    for at_us, level in ((0, True), (SPIKE_US, True), (9000, False), (40_000, False), (90_000, False)):
        contact.sample(START_US + at_us, level)
    contact.sample(START_US, True)  # exactly one turn later
    assert contact.sample(START_US + SPIKE_US, True) == 1
    assert contact.began_us == START_US


moves_of_a_contact = st.lists(
    st.tuples(st.sampled_from([500, 1500, 3000, 8000, 45_000, 90_000]), st.booleans()),
    min_size=1,
    max_size=25,
)


@given(moves_of_a_contact)
def test_presses_are_those_of_the_panels_filter(moves: list[tuple[int, bool]]) -> None:
    """The same rules twice: here sampled, there by edges."""
    joined: list[tuple[int, bool]] = []
    for lasting_us, level in [(100_000, False), *moves, (100_000, False)]:
        if joined and joined[-1][1] == level:
            joined[-1] = (joined[-1][0] + lasting_us, level)
        else:
            joined.append((lasting_us, level))
    panel, at_us, pressed = Debouncer(OPEN_US * 1000, SPIKE_US * 1000, at_ns=START_US * 1000), START_US, 0
    for lasting_us, level in joined:
        found = [*panel.edge(at_us * 1000, level), *panel.look((at_us + lasting_us) * 1000 - 1, level)]
        pressed += sum(change.kind.name == "PRESSED" for change in found)
        at_us += lasting_us
    assert sum(change > 0 for change, _ in changes(joined)) == pressed


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def test_the_pure_part_imports_nothing() -> None:
    assert imports(FOLDER / "pod_protocol.py") == set()
    assert imports(FOLDER / "pod_logic.py") == {".pod_protocol"}


def test_the_board_gets_by_with_what_micropython_has() -> None:
    on_the_board = {"machine", "micropython", "os", "select", "sys", "time", "firmware.pod_logic"}
    assert imports(FOLDER / "main.py") <= on_the_board
    assert "machine" not in sys.modules  # nothing of the board is loaded here
