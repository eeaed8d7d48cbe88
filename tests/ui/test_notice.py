"""Where a notice stands: never on what it speaks of, while there is another place."""

from __future__ import annotations

import pytest

from app.games.mutant_meeples.board import shipped_board
from app.ui.presenters.notice import cells_named, on_top

CITY = shipped_board("meeptropolis")


def test_cells_are_read_off_the_sentence() -> None:
    """Two capital letters that name a cell of this city; AA is a hole in it."""
    assert cells_named(CITY, "Blocked by the building north of IQ. Not AA, but KC!") == ("IQ", "KC")


@pytest.mark.parametrize(
    ("text", "busy", "top"),
    [
        ("Blocked by the building north of IQ.", (), True),
        ("Blocked by the building south of IB.", (), False),
        ("Tap a meeple first.", ("CP",), True),
        ("Tap a meeple first.", ("CC",), False),
        ("Tap a meeple first.", (), False),
        ("Blocked by the building north of IB.", ("IK",), False),
        ("Blocked by the building north of II.", ("IK", "IQ"), True),
    ],
)
def test_a_notice_stands_off_what_it_speaks_of(text: str, busy: tuple[str, ...], top: bool) -> None:
    """Named cells and the meeple in hand count; one near an edge counts more than one in the middle."""
    assert on_top(CITY, text, busy) is top
