"""The line protocol between this program and a button pod, version 1: bytes to messages and back.

A line is `kind field field*CCCC` and a newline: printable ASCII, fields parted by one space, CCCC the
checksum of all that stands before the star as four capital hex digits: CRC-16/IBM-3740 (also called
CCITT-FALSE: polynomial 1021, start FFFF, no reflection, no final xor; "123456789" gives 29B1). Whole numbers
are decimal without sign or leading zeros. Who says what, and when, is told in docs/pods.md.

Pure: no clock, no port. Pod times are microseconds modulo 2**32; numbers of edges and pings run modulo 2**16.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from hardware.lights import Light

VERSION = 1
LONGEST_LINE = 80  # bytes before the newline; the longest line of version 1 (a hello) has 64
MOST_BUTTONS = 16  # a pod's buttons fit a 16-bit mask
MOST_LAMPS = 16
CLOCK_PERIOD = 1 << 32  # microseconds, about 71.6 minutes
NUMBER_PERIOD = 1 << 16

LIGHT_LETTERS: Mapping[Light, str] = {
    Light.OFF: "-",
    Light.MAY_CLAIM: "m",
    Light.CLAIMED: "c",
    Light.OUT: "x",
    Light.YOUR_TURN: "y",
    Light.PAUSED: "p",
    Light.HURRY: "h",
}
"""How a lamp's state is written."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,16}", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}", re.ASCII)
_SUM = re.compile(r"[0-9A-F]{4}", re.ASCII)
_LIGHTS = re.compile(f"[{''.join(LIGHT_LETTERS.values())}]{{1,{MOST_LAMPS}}}")


@dataclass(frozen=True, slots=True)
class Hello:
    """Pod: this is me. `boot` changes whenever numbering starts anew, `first` is the number of the oldest
    edge the pod still holds (or of the next one), `held` a mask of the buttons now down (bit 0: button 1)."""

    pod: str
    buttons: int
    lamps: int
    boot: int
    first: int
    held: int
    clock_us: int


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """Pod: a hello in a version of the protocol that is not ours. Only these two fields can be trusted."""

    version: int
    pod: str


@dataclass(frozen=True, slots=True)
class Press:
    """Pod: edge `number` is a press of `button` (from 1) at pod time `clock_us`."""

    number: int
    button: int
    clock_us: int


@dataclass(frozen=True, slots=True)
class Release:
    """Pod: edge `number` is a release of `button` (from 1) at pod time `clock_us`."""

    number: int
    button: int
    clock_us: int


@dataclass(frozen=True, slots=True)
class Pong:
    """Pod: ping `number` came at pod time `received_us`, this answer left at `sent_us`."""

    number: int
    received_us: int
    sent_us: int


@dataclass(frozen=True, slots=True)
class Who:
    """Host: say hello; I speak `version`."""

    version: int


@dataclass(frozen=True, slots=True)
class Ack:
    """Host: of numbering `boot`, all edges before number `upto` have arrived."""

    boot: int
    upto: int


@dataclass(frozen=True, slots=True)
class Ping:
    """Host: answer with pong `number`."""

    number: int


@dataclass(frozen=True, slots=True)
class Lamps:
    """Host: one letter of LIGHT_LETTERS for each lamp, lamp 1 first."""

    letters: str


Message = Hello | OtherVersion | Press | Release | Pong | Who | Ack | Ping | Lamps


class Flaw(StrEnum):
    """What is wrong with a line that was thrown away."""

    TOO_LONG = "too long"
    NOT_TEXT = "not printable ASCII"
    NO_CHECKSUM = "no checksum"
    CHECKSUM = "wrong checksum"
    UNKNOWN = "unknown kind"
    FIELDS = "wrong fields"


@dataclass(frozen=True, slots=True)
class Garbage:
    """A line that was thrown away: why, and its beginning for the log (printable, at most LONGEST_LINE)."""

    flaw: Flaw
    text: str


class _Wrong(Exception):
    """A field is not what it should be."""


def checksum(body: bytes) -> int:
    """CRC-16/IBM-3740 of `body`."""
    return binascii.crc_hqx(body, 0xFFFF)


def encode(message: Message) -> bytes:
    """The line of `message`, newline included."""
    match message:
        case Hello():
            fields = f"hello {VERSION} {message.pod} {message.buttons} {message.lamps} {message.boot} "
            body = f"{fields}{message.first} {message.held} {message.clock_us}"
        case OtherVersion():
            body = f"hello {message.version} {message.pod}"
        case Press():
            body = f"press {message.number} {message.button} {message.clock_us}"
        case Release():
            body = f"release {message.number} {message.button} {message.clock_us}"
        case Pong():
            body = f"pong {message.number} {message.received_us} {message.sent_us}"
        case Who():
            body = f"who {message.version}"
        case Ack():
            body = f"ack {message.boot} {message.upto}"
        case Ping():
            body = f"ping {message.number}"
        case Lamps():
            body = f"lamps {message.letters}"
    return line(body)


def line(body: str) -> bytes:
    """`body` with its checksum and newline; `body` is printable ASCII."""
    raw = body.encode("ascii")
    return b"%s*%04X\n" % (raw, checksum(raw))


class PodParser:
    """Bytes in pieces of any size to messages. Holds at most LONGEST_LINE bytes between two calls."""

    def __init__(self) -> None:
        self._start = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[Message | Garbage]:
        """What `data` completes, in order. Empty lines and a carriage return before a newline are fine."""
        found: list[Message | Garbage] = []
        *ended, rest = data.split(b"\n")
        for piece in ended:
            if self._skipping:
                self._skipping = False
                continue
            whole = (self._start + piece).removesuffix(b"\r")
            self._start = b""
            if len(whole) > LONGEST_LINE:
                found.append(Garbage(Flaw.TOO_LONG, _printable(whole)))
            elif whole:
                found.append(_decode(whole))
        if self._skipping:
            return found
        self._start += rest[: LONGEST_LINE + 2]
        if len(self._start) > LONGEST_LINE + 1:  # one more for a carriage return
            found.append(Garbage(Flaw.TOO_LONG, _printable(self._start)))
            self._start, self._skipping = b"", True
        return found


def _printable(raw: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in raw[:LONGEST_LINE])


def _decode(whole: bytes) -> Message | Garbage:
    """One line without its end."""
    if any(not 32 <= byte < 127 for byte in whole):
        return Garbage(Flaw.NOT_TEXT, _printable(whole))
    text = whole.decode("ascii")
    body, star, found_sum = text.rpartition("*")
    if not star or not _SUM.fullmatch(found_sum):
        return Garbage(Flaw.NO_CHECKSUM, text)
    if int(found_sum, 16) != checksum(whole[: len(body)]):
        return Garbage(Flaw.CHECKSUM, text)
    kind, *fields = body.split(" ")
    reader = _READERS.get(kind)
    if reader is None:
        return Garbage(Flaw.UNKNOWN, text)
    try:
        return reader(fields)
    except _Wrong:
        return Garbage(Flaw.FIELDS, text)


def _number(field: str, low: int, high: int) -> int:
    if not _NUMBER.fullmatch(field) or not low <= int(field) <= high:
        raise _Wrong
    return int(field)


def _numbers(fields: list[str], *ranges: tuple[int, int]) -> list[int]:
    if len(fields) != len(ranges):
        raise _Wrong
    return [_number(field, *limits) for field, limits in zip(fields, ranges, strict=True)]


_BUTTON = (1, MOST_BUTTONS)
_COUNTER = (0, NUMBER_PERIOD - 1)
_CLOCK = (0, CLOCK_PERIOD - 1)
_VERSIONS = (1, 9999)


def _hello(fields: list[str]) -> Hello | OtherVersion:
    if len(fields) < 2 or not _ID.fullmatch(fields[1]):
        raise _Wrong
    version = _number(fields[0], *_VERSIONS)
    if version != VERSION:
        return OtherVersion(version, fields[1])
    limits = ((0, MOST_BUTTONS), (0, MOST_LAMPS), _COUNTER, _COUNTER, _COUNTER, _CLOCK)
    return Hello(fields[1], *_numbers(fields[2:], *limits))


def _press(fields: list[str]) -> Press:
    return Press(*_numbers(fields, _COUNTER, _BUTTON, _CLOCK))


def _release(fields: list[str]) -> Release:
    return Release(*_numbers(fields, _COUNTER, _BUTTON, _CLOCK))


def _pong(fields: list[str]) -> Pong:
    return Pong(*_numbers(fields, _COUNTER, _CLOCK, _CLOCK))


def _who(fields: list[str]) -> Who:
    return Who(*_numbers(fields, _VERSIONS))


def _ack(fields: list[str]) -> Ack:
    return Ack(*_numbers(fields, _COUNTER, _COUNTER))


def _ping(fields: list[str]) -> Ping:
    return Ping(*_numbers(fields, _COUNTER))


def _lamps(fields: list[str]) -> Lamps:
    if len(fields) != 1 or not _LIGHTS.fullmatch(fields[0]):
        raise _Wrong
    return Lamps(fields[0])


_READERS: Mapping[str, Callable[[list[str]], Message]] = {
    "hello": _hello,
    "press": _press,
    "release": _release,
    "pong": _pong,
    "who": _who,
    "ack": _ack,
    "ping": _ping,
    "lamps": _lamps,
}
