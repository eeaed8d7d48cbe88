"""Positions shared as text at the solve command: they count as the line that they hold."""

from __future__ import annotations

import argparse
import io
import json
from typing import Any

import pytest
from msgspec.structs import replace

from app.commands import solve
from app.games.mutant_meeples.board import Board, BoardFile, shipped_board
from app.games.mutant_meeples.board_text import board_text
from app.games.mutant_meeples.position_text import Position, as_question, position_text
from app.games.mutant_meeples.roster import Kit, Rules
from tests.commands.speak import is_one_sentence

OPEN = Board(BoardFile("open", 6, 6))
HERE = Position(OPEN, {"gray": "AA", "red": "CC"}, "FA", Kit(frozenset({"green"})))
IN_TOWN = Position(
    shipped_board("meepville"), {"gray": "CC"}, "RA", Kit(rules=Rules(skewt_outer_corner="forbid"))
)
TEXT = position_text(HERE)


def run(text: str) -> tuple[int, list[dict[str, Any]]]:
    out = io.StringIO()
    code = solve.run(argparse.Namespace(), io.StringIO(text), out)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def timeless(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{field: value for field, value in one.items() if field != "elapsed_us"} for one in answers]


@pytest.mark.parametrize(
    "here", [HERE, IN_TOWN, replace(HERE, kit=Kit(frozenset({"red"}), frozenset({"gray"})))]
)
def test_a_text_is_answered_as_the_line_it_holds(here: Position) -> None:
    text = position_text(here)
    code, answers = run(f"{json.dumps(as_question(here))}\n{text}\n{json.dumps({'text': text})}\n")
    assert code == 0
    spelt, bare, wrapped = timeless(answers)
    assert "fewest_moves" in spelt
    assert bare == wrapped == spelt


@pytest.mark.parametrize("typed", ["\ufeff" + TEXT, "  " + TEXT.lower(), TEXT[:9] + " " + TEXT[9:] + "\r"])
def test_a_text_is_answered_however_it_was_typed(typed: str) -> None:
    code, (answer,) = run(f"{typed}\n")
    assert (code, answer["fewest_moves"]) == (0, 1)


def test_more_may_be_asked_beside_a_text() -> None:
    code, (answer,) = run(json.dumps({"text": TEXT, "explain": True, "all": True, "fewest_moves": 2}))
    assert code == 1
    assert answer["told"]
    assert (answer["solutions"], answer["agrees"]) == (1, False)


@pytest.mark.parametrize("field", ["board", "positions", "target", "super_team", "removed", "switches"])
def test_what_a_text_holds_cannot_stand_beside_it(field: str) -> None:
    code, (answer,) = run(json.dumps({"text": TEXT, field: "meepville"}))
    assert code == 2
    assert answer["error"] == f"{field}: found it beside text, which holds it already"


@pytest.mark.parametrize(
    "text", [TEXT[:-3], TEXT.replace("A", "C"), board_text(OPEN.file), "MMP2:AA:AAAAAAA", "MMP"]
)
def test_a_bad_text_is_answered_in_its_place(text: str) -> None:
    code, answers = run(f"{text}\n{TEXT}\n{json.dumps({'text': text})}\n")
    assert code == 2
    first, good, last = answers
    assert list(first) == ["error"]
    assert first == last
    assert is_one_sentence(first["error"])
    assert good["fewest_moves"] == 1


def test_a_text_must_be_text() -> None:
    assert run('{"text": 7}') == (2, [{"error": "text: found 7, expected a text that begins with MMP"}])
