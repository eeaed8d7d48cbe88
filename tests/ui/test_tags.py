"""The sign of whoever holds a tile: short, and never taken for a number."""

from __future__ import annotations

import pytest

from app.ui.presenters.match.seats import tag


@pytest.mark.parametrize(
    ("name", "sign"),
    [("Anna", "A"), ("Player 2", "P2"), ("zoe", "Z"), ("Bob 3", "B3"), ("7", "7"), ("!", "?")],
)
def test_a_tag_is_a_letter_and_the_number_of_a_seat(name: str, sign: str) -> None:
    """Only a name without letters leaves nothing but its digit."""
    assert tag(name) == sign
