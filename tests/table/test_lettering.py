"""Names from elsewhere are shown without the characters that our fonts lack."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont

from app.table.lettering import LETTERS, shown
from app.ui import fonts


def test_the_table_is_what_all_fonts_can_draw() -> None:
    """Small letters count only with their capitals: the initial of a name is one."""
    faces = (fonts.REGULAR, fonts.BOLD, fonts.BANGERS)
    common = set.intersection(*({chr(code) for code in TTFont(face).getBestCmap()} for face in faces))
    drawable = {letter for letter in common if letter >= " " and set(letter.upper()) <= common}
    assert drawable == LETTERS


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Meepville 2", "Meepville 2"),
        ("Żółw & Überstraße", "Żółw & Überstraße"),
        ("U\u0308ber", "Über"),
        ("Harbour \U0001f680 East", "Harbour East"),
        ("\u05e2\u05d9\u05e8", ""),
        ("\U0001f3d9\ufe0f", ""),
        ("A\tb\x00c\u202e\u200d d", "A bc d"),
    ],
)
def test_what_the_fonts_lack_is_left_out(name: str, left: str) -> None:
    """Letters with their signs stay, also where they came in two pieces."""
    assert shown(name) == left
