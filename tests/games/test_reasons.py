"""What msgspec says of bad input, in our words: the field, what was found, what was expected."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.roster import Meeple, Power
from app.games.mutant_meeples.state import Setup
from app.games.reasons import explained

ANN = {"name": "Ann"}


@pytest.mark.parametrize(
    ("given", "kind", "told"),
    [
        (None, Setup, "found nothing, expected an object"),
        ({}, Setup, "players: missing, expected a value"),
        ({"players": 5}, Setup, "players: found a whole number, expected a list"),
        (
            {"players": [ANN | {"style": "yell"}]},
            Setup,
            "players[0].style: found 'yell', expected one of touch, buzz, pad",
        ),
        ({"players": [ANN], "ruels": {}}, Setup, "unknown field ruels; did you mean rules?"),
        (
            {"players": [ANN], "rules": {"timer": 5}},
            Setup,
            "rules: unknown field timer; did you mean timer_s?",
        ),
        (
            {"players": [ANN], "rules": {"timer_s": 1.5}},
            Setup,
            "rules.timer_s: found a number, expected a whole number",
        ),
        (
            {"colour": "a", "name": "b", "short": "c", "power": "fly"},
            Meeple,
            "power: found 'fly', expected one of " + ", ".join(Power),
        ),
        ({"type": "dance"}, MutantMeeples().action_type, "type: found 'dance', which is nothing known here"),
    ],
)
def test_what_is_wrong_is_named_with_what_would_be_right(given: Any, kind: Any, told: str) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(given, kind)
    assert explained(str(error.value), kind) == told


def test_without_the_type_the_field_and_what_was_found_remain() -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({"players": [ANN | {"style": "yell"}]}, Setup)
    assert explained(str(error.value)) == "players[0].style: found 'yell', which is nothing known here"


def test_a_place_that_msgspec_does_not_name_is_not_told() -> None:
    with pytest.raises(msgspec.DecodeError) as broken:
        msgspec.json.decode(b'{"act": {"tile": 1e400}}')
    assert explained(str(broken.value)) == "Number out of range"
