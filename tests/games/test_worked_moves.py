"""Every worked move of the rulings: the plan, its result, or the refusal of its last step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.games.contract import Refused
from app.games.mutant_meeples.attempt import Attempt, start
from app.games.mutant_meeples.board import Board, read_board_file
from app.games.mutant_meeples.roster import Kit

CASES = json.loads((Path(__file__).parent.parent / "cases" / "mutant-meeples-moves.json").read_text())


def begin(case: dict[str, Any]) -> Attempt:
    board = Board(read_board_file(case["board"]))
    return start(board, Kit(super_team=frozenset(case["super_team"])), case["positions"])


def play(attempt: Attempt, move: dict[str, Any]) -> Attempt:
    return attempt.play(move["meeple"], move["power"], move.get("to_beam") or move["direction"])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_move(case: dict[str, Any]) -> None:
    attempt = begin(case)
    *earlier, last = case["moves"]
    for move in earlier:
        attempt = play(attempt, move)
    if case["result"] is None:
        with pytest.raises(Refused):
            play(attempt, last)
        return
    attempt = play(attempt, last)
    ends = {colour: attempt.board.name_of(attempt.positions[colour]) for colour in case["result"]}
    assert ends == case["result"]
    assert len(attempt.moves) == case["count"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_legal_worked_move_can_also_be_made_by_naming_its_end(case: dict[str, Any]) -> None:
    attempt = begin(case)
    for move in case["moves"] if case["result"] else case["moves"][:-1]:
        by_name = play(attempt, move)
        by_cell = attempt.play_to(move["meeple"], by_name.moves[-1].to)
        assert by_cell.positions == by_name.positions
        attempt = by_name
