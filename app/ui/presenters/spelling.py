"""What a key makes of a name that is being typed: capitals by themselves, only what our fonts draw. No Kivy.

Every function gives the name after the key, and a few words where the key did not do what it says.
"""

from __future__ import annotations

import unicodedata

from app.table.lettering import LETTERS
from app.ui.words import word

MARKS = "-'"
"""What may stand in a name beside letters, numbers and single spaces; a capital follows."""
APOSTROPHE = "\u2019"
"""What some keyboards type for one."""
RELATED = {"a": "æ", "d": "ðđ", "l": "ł", "o": "øœ", "s": "ß", "t": "þ"}
"""Letters of other alphabets that are no letter of ours with a sign."""

Spelled = tuple[str, str]
"""(name, words or nothing)."""


def spelled(name: str, key: str, longest: int) -> Spelled:
    """One more character at the end of a name of at most `longest`; a capital where a part begins."""
    key = "'" if key == APOSTROPHE else key
    fresh = name[-1:] in ("", " ", *MARKS)
    if key in (" ", *MARKS):
        if fresh:
            return name, ""
    elif key not in LETTERS or not (key.isalpha() or key.isdecimal()):
        return name, word("name.no_key")
    if len(name) >= longest:
        return name, word("name.full", n=longest)
    return name + (_capital(key) if fresh else key.lower()), ""


def with_sign(name: str) -> Spelled:
    """The name with the next sign on its last letter (e, é, è, ...), and at the end without one again."""
    last = name[-1:]
    ring = _ring(last)
    if len(ring) < 2:
        return name, word("name.no_sign")
    return name[:-1] + ring[(ring.index(last) + 1) % len(ring)], word("name.next_sign")


def _ring(letter: str) -> list[str]:
    """The letter without a sign and with every sign our fonts draw, all small or all capitals."""
    if not letter:
        return []
    small = letter.lower()
    base = next((plain for plain, others in RELATED.items() if small in others), _plain(small))
    if not (base.isascii() and base.isalpha()):
        return []
    signed = sorted(c for c in LETTERS if c.islower() and c != base and _plain(c) == base)
    ring = [base, *signed, *RELATED.get(base, "")]
    return ring if letter == small else [_capital(c) for c in ring if _capital(c) != c]


def _plain(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[:1]


def _capital(letter: str) -> str:
    """The letter's capital, where that is one letter (that of ß is two)."""
    return letter.upper() if len(letter.upper()) == 1 else letter
