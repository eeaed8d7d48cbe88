"""Bytes as one line that survives messengers, paper and QR codes: `MMB1:` + base32 + `:` + a checksum.

In: a kind (one letter) and bytes. Out: a line of capitals, digits and colons, all of them in the QR
alphanumeric set; and back. Typed in small letters, broken into lines or spaced out, it still reads; 0, 1 and
8, which are not in the alphabet, count as the letters O, I and B that they look like. See `docs/codes.md`.
"""

from __future__ import annotations

import base64
import re
import zlib

from app.games.contract import refuse

VERSION = 1
MOST_CHARACTERS = 8000
"""Longest line read or written, in characters. The largest QR code holds 4,296 of them (ISO/IEC 18004)."""
KINDS = {"B": "board", "P": "position"}
LOOK_ALIKES = str.maketrans("018", "OIB")
CHECK_CHARACTERS = 7
"""Base32 characters of a 32-bit checksum."""
OPENING = re.compile(r"MM([A-Z])([0-9]{1,4}):")


def seal(kind: str, payload: bytes) -> str:
    """The line for bytes of that kind. Raises `Refused` when it would be longer than `MOST_CHARACTERS`."""
    opening = f"MM{kind}{VERSION}:"
    text = f"{opening}{_base32(payload)}:{_checksum(opening, payload)}"
    if len(text) > MOST_CHARACTERS:
        raise refuse("code.too_much", what=KINDS[kind], found=len(text), limit=MOST_CHARACTERS)
    return text


def unseal(kind: str, text: str) -> bytes:
    """The bytes in a line of that kind.

    Raises `Refused` saying whether it is too long, no such code, of another version, cut short or damaged.
    """
    if len(text) > MOST_CHARACTERS:
        raise refuse("code.long", limit=MOST_CHARACTERS)
    line = "".join(letter for letter in text if letter.isprintable() and not letter.isspace()).upper()
    opening = OPENING.match(line)
    if opening is None or opening.group(1) not in KINDS:
        raise refuse("code.none", opening=f"MM{kind}{VERSION}:")
    if opening.group(1) != kind:
        raise refuse("code.other_kind", what=KINDS[opening.group(1)], wanted=KINDS[kind])
    if opening.group(2) != str(VERSION):
        raise refuse("code.version", version=opening.group(2), expected=str(VERSION))
    rest = line[opening.end() :].translate(LOOK_ALIKES)
    body, _, check = rest.partition(":")
    if len(check) < CHECK_CHARACTERS:
        raise refuse("code.cut")
    payload = _bytes(body)
    if payload is None or seal(kind, payload) != opening.group() + rest:
        raise refuse("code.damaged")
    return payload


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=")


def _bytes(body: str) -> bytes | None:
    try:
        return base64.b32decode(body + "=" * (-len(body) % 8))
    except ValueError:
        return None


def _checksum(opening: str, payload: bytes) -> str:
    """CRC-32 over opening and bytes, in base32."""
    return _base32(zlib.crc32(opening.encode() + payload).to_bytes(4, "big"))
