"""The pods' line protocol: what is written is read again, and no bytes whatever do harm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.lights import Light
from hardware.pods.protocol import (
    LIGHT_LETTERS,
    LONGEST_LINE,
    VERSION,
    Ack,
    Flaw,
    Garbage,
    Hello,
    Lamps,
    Message,
    OtherVersion,
    Ping,
    PodParser,
    Pong,
    Press,
    Release,
    Who,
    checksum,
    encode,
    line,
)

counters = st.integers(0, 2**16 - 1)
clocks = st.integers(0, 2**32 - 1)
buttons = st.integers(1, 16)
ids = st.text("ABCxyz0189_-", min_size=1, max_size=16)
messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(Hello, ids, st.integers(0, 16), st.integers(0, 16), counters, counters, counters, clocks),
    st.builds(OtherVersion, st.integers(2, 9999), ids),
    st.builds(Press, counters, buttons, clocks),
    st.builds(Release, counters, buttons, clocks),
    st.builds(Pong, counters, clocks, clocks),
    st.builds(Who, st.integers(1, 9999)),
    st.builds(Ack, counters, counters),
    st.builds(Ping, counters),
    st.builds(Lamps, st.text("".join(LIGHT_LETTERS.values()), min_size=1, max_size=16)),
)
PRESS = Press(7, 2, 1_234_567)


def read(data: bytes) -> list[Message | Garbage]:
    return PodParser().feed(data)


def flaws(data: bytes) -> list[Flaw]:
    return [found.flaw for found in read(data) if isinstance(found, Garbage)]


def test_the_checksum_is_the_named_standard_one() -> None:
    assert checksum(b"123456789") == 0x29B1


def test_a_line_looks_as_documented() -> None:
    assert encode(PRESS) == b"press 7 2 1234567*%04X\n" % checksum(b"press 7 2 1234567")


def test_every_light_has_a_letter_of_its_own() -> None:
    assert set(LIGHT_LETTERS) == set(Light)
    assert len(set(LIGHT_LETTERS.values())) == len(Light)


@given(st.lists(messages, max_size=8), st.lists(st.integers(1, 30), min_size=1), st.booleans())
def test_what_is_written_is_read_again_however_it_is_cut(
    sent: list[Message], cuts: list[int], carriage_returns: bool
) -> None:
    data = b"".join(encode(message) for message in sent)
    if carriage_returns:
        data = data.replace(b"\n", b"\r\n")
    parser, found, turn = PodParser(), [], 0
    while data:
        piece, data = data[: cuts[turn % len(cuts)]], data[cuts[turn % len(cuts)] :]
        found += parser.feed(piece)
        turn += 1
    assert found == sent


@given(messages)
def test_no_line_is_longer_than_allowed(message: Message) -> None:
    assert len(encode(message)) <= LONGEST_LINE + 1


@given(st.binary(max_size=400), st.lists(st.integers(1, 120), min_size=1))
def test_any_bytes_give_the_same_findings_however_they_are_cut(data: bytes, cuts: list[int]) -> None:
    parser, found, rest, turn = PodParser(), [], data, 0
    while rest:
        found += parser.feed(rest[: cuts[turn % len(cuts)]])
        rest = rest[cuts[turn % len(cuts)] :]
        turn += 1
    assert found == read(data)


@given(messages, st.data())
def test_one_wrong_bit_is_never_taken_for_a_message(message: Message, data: st.DataObject) -> None:
    sent = bytearray(encode(message))
    at = data.draw(st.integers(0, len(sent) - 2))
    sent[at] ^= 1 << data.draw(st.integers(0, 7))
    assert all(isinstance(found, Garbage) for found in read(bytes(sent)))


@given(st.binary(max_size=300))
def test_a_good_line_is_read_after_any_garbage(garbage: bytes) -> None:
    assert read(garbage + b"\n" + encode(PRESS))[-1] == PRESS


@pytest.mark.parametrize(
    ("data", "flaw"),
    [
        (b"press 7 2 1234567*0000\n", Flaw.CHECKSUM),
        (b"press 7 2 1234567\n", Flaw.NO_CHECKSUM),
        (b"press 7 2 1234567*12\n", Flaw.NO_CHECKSUM),
        (encode(PRESS).replace(b"*", b"*+")[:-2] + b"\n", Flaw.NO_CHECKSUM),
        (encode(PRESS)[:8] + b"\x00" + encode(PRESS)[8:], Flaw.NOT_TEXT),
        (b"\xff\xfe\xc3\x28\n", Flaw.NOT_TEXT),
        (line("dance 1"), Flaw.UNKNOWN),
        (line("PRESS 7 2 1"), Flaw.UNKNOWN),
        (line("press 7 2"), Flaw.FIELDS),
        (line("press 7 2 1 1"), Flaw.FIELDS),
        (line("press 7  2 1"), Flaw.FIELDS),
        (line("press 7 0 1"), Flaw.FIELDS),
        (line("press 7 17 1"), Flaw.FIELDS),
        (line("press 07 2 1"), Flaw.FIELDS),
        (line("press -7 2 1"), Flaw.FIELDS),
        (line("press 65536 2 1"), Flaw.FIELDS),
        (line("press 7 2 4294967296"), Flaw.FIELDS),
        (line(f"hello {VERSION} p!d 3 1 0 0 0 0"), Flaw.FIELDS),
        (line("hello 0 pod"), Flaw.FIELDS),
        (line("hello 1"), Flaw.FIELDS),
        (line("lamps q"), Flaw.FIELDS),
        (line("lamps " + "m" * 17), Flaw.FIELDS),
        (b"x" * (LONGEST_LINE + 1) + b"\n", Flaw.TOO_LONG),
    ],
)
def test_each_flaw_is_named(data: bytes, flaw: Flaw) -> None:
    assert flaws(data) == [flaw]
    assert read(data + encode(PRESS))[-1] == PRESS


def test_empty_lines_are_no_garbage() -> None:
    assert read(b"\n\r\n\n" + encode(PRESS)) == [PRESS]


def test_another_version_is_named_whatever_else_its_hello_says() -> None:
    assert read(line("hello 2 left wholly new fields")) == [OtherVersion(2, "left")]


def test_a_megabyte_without_newline_is_one_piece_of_garbage_and_is_not_kept() -> None:
    parser = PodParser()
    found = [piece for _ in range(1024) for piece in parser.feed(b"a" * 1024)]
    assert found == [Garbage(Flaw.TOO_LONG, "a" * LONGEST_LINE)]
    kept = [value for value in vars(parser).values() if isinstance(value, bytes)]
    assert sum(map(len, kept)) <= LONGEST_LINE + 1
    assert parser.feed(b"a\n" + encode(PRESS)) == [PRESS]


@given(st.binary(max_size=200))
def test_garbage_is_shown_in_short_printable_text(data: bytes) -> None:
    for found in read(data + b"\n"):
        if isinstance(found, Garbage):
            assert len(found.text) <= LONGEST_LINE
            assert found.text.isprintable()
