"""Which characters of a name can be shown: those that all our fonts have, and whose capitals they have, too.

A name from a file may hold any character; one that no font of ours has would stand there as an empty box.
"""

from __future__ import annotations

import unicodedata

COVERED = (
    "20-7E A0-AC AE-B4 B6-107 10A-113 116-11B 11E-123 126-127 12A-12B 12E-12F 131 136-137 13B-13E 141-148 "
    "150-155 158-15B 15E-165 16A-16B 16E-173 178-17E 218-21B 2C6-2C7 2DA 2DC-2DD 300-301 303-304 308 "
    "2013-2014 2018-201A 201C-201E 2020 2022 2026 2039-203A 2044 20AC 2122 2212 2215"
)
"""Unicode ranges in hexadecimal. A test compares them with the fonts in `app/assets/fonts`."""


def _of_ranges(ranges: str) -> frozenset[str]:
    ends = [[int(end, 16) for end in part.split("-")] for part in ranges.split()]
    return frozenset(chr(code) for end in ends for code in range(end[0], end[-1] + 1))


LETTERS = _of_ranges(COVERED)


def shown(name: str) -> str:
    """The name on one line, without what cannot be shown; empty when nothing is left."""
    spaced = (" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", name))
    return " ".join("".join(letter for letter in spaced if letter in LETTERS).split())
