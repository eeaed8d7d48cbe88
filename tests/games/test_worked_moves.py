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

ALSO = {
    "W01": ("MM-60", "MM-61"),
    "W02": ("MM-60",),
    "W03": ("MM-60",),
    "W04": ("MM-63",),
    "W07": ("MM-66",),
    "W08": ("MM-63",),
    "W09": ("MM-75",),
    "W11": ("MM-77",),
    "W12": ("MM-78",),
    "W13": ("MM-78",),
    "W14": ("MM-79",),
    "W18": ("MM-80", "MM-81"),
    "W19": ("MM-80",),
    "W21": ("MM-83",),
    "W22": ("MM-83",),
    "W23": ("MM-84",),
    "W26": ("MM-85",),
    "W27": ("MM-86",),
    "W28": ("MM-87",),
    "W29": ("MM-87",),
    "W32": ("MM-88",),
    "W33": ("MM-88",),
    "W34": ("MM-88",),
    "W39": ("MM-92",),
    "W41": ("MM-92",),
    "W42": ("MM-91",),
    "W46": ("MM-94",),
    "W47": ("MM-94",),
    "W48": ("MM-96",),
    "W49": ("MM-96",),
    "W51": ("MM-95",),
    "W53": ("MM-97",),
    "W54": ("MM-97",),
    "W56": ("MM-57",),
    "W57": ("MM-68",),
    "W58": ("MM-98",),
    "W59": ("MM-99",),
    "W61": ("MM-100",),
    "W62": ("MM-102",),
    "W63": ("MM-103",),
    "W64": ("MM-103",),
    "W66": ("MM-105",),
    "W67": ("MM-106",),
    "W71": ("MM-28",),
    **dict.fromkeys(("W16", "W24", "W31", "W37", "W43", "W52", "W77"), ("MM-69",)),
}
"""Statements that a worked move shows besides being one itself."""
MARKED = [
    pytest.param(case, id=case["id"], marks=pytest.mark.rule(case["id"], *ALSO.get(case["id"], ())))
    for case in CASES
]


def begin(case: dict[str, Any]) -> Attempt:
    board = Board(read_board_file(case["board"]))
    return start(board, Kit(super_team=frozenset(case["super_team"])), case["positions"])


def play(attempt: Attempt, move: dict[str, Any]) -> Attempt:
    return attempt.play(move["meeple"], move["power"], move.get("to_beam") or move["direction"])


@pytest.mark.parametrize("case", MARKED)
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


@pytest.mark.parametrize("case", MARKED)
def test_a_legal_worked_move_can_also_be_made_by_naming_its_end(case: dict[str, Any]) -> None:
    attempt = begin(case)
    for move in case["moves"] if case["result"] else case["moves"][:-1]:
        by_name = play(attempt, move)
        by_cell = attempt.play_to(move["meeple"], by_name.moves[-1].to)
        assert by_cell.positions == by_name.positions
        attempt = by_name
