"""The verify command: results and steps judged line by line."""

from __future__ import annotations

import argparse
import io
import json
from typing import Any

import pytest

from app.commands import solve, verify

BOARD = {"name": "open", "columns": 6, "rows": 6}
LINE = {
    "board": BOARD,
    "before": {"gray": "AA", "blue": "FF"},
    "after": {"gray": "EA", "blue": "FA"},
    "target": "EA",
    "super_team": ["red"],
    "plan": [["blue", 1], ["gray", 1]],
    "limit": 2,
}
MOVES = [
    {"meeple": "blue", "power": None, "direction": "north", "from": "FF", "to": "FA"},
    {"meeple": "gray", "power": None, "direction": "east", "from": "AA", "to": "EA"},
]


def run(text: str) -> tuple[int, list[dict[str, Any]]]:
    out = io.StringIO()
    code = verify.run(argparse.Namespace(), io.StringIO(text), out)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def judge(**changes: Any) -> dict[str, Any]:
    line = {**LINE, **changes}
    code, (answer,) = run(json.dumps({field: value for field, value in line.items() if value != "absent"}))
    assert code == (2 if "error" in answer else 0)
    return answer


@pytest.mark.parametrize("plan", [LINE["plan"], None, "absent"])
def test_a_legal_result_comes_with_its_moves_and_a_reason(plan: Any) -> None:
    answer = judge(plan=plan)
    assert list(answer) == ["legal", "moves", "reason"]
    assert (answer["legal"], answer["moves"]) == (True, MOVES)
    assert answer["reason"]


@pytest.mark.parametrize("steps", [MOVES, [{"meeple": move["meeple"], "to": move["to"]} for move in MOVES]])
def test_steps_may_be_named_by_their_ends_or_be_a_solvers_moves(steps: list[dict[str, Any]]) -> None:
    answer = judge(after="absent", moves=steps)
    assert (answer["legal"], answer["moves"]) == (True, MOVES)


def test_the_first_illegal_step_is_told_with_what_stopped_it() -> None:
    steps = [{"meeple": "blue", "to": "FA"}, {"meeple": "gray", "to": "DA"}, {"meeple": "gray", "to": "??"}]
    answer = judge(after="absent", moves=steps)
    assert (answer["legal"], len(answer["moves"])) == (False, 1)
    assert "DA" in answer["reason"]
    assert "Beamer" in answer["reason"]


@pytest.mark.parametrize(
    "changes",
    [
        {"limit": 1},
        {"plan": [["gray", 1], ["blue", 1]]},
        {"plan": [["blue", 1], ["gray", 2]]},
        {"target": "FA", "plan": [["blue", 1], ["gray", 1]]},
        {"super_team": ["gray"]},
        {"removed": ["blue"]},
    ],
)
def test_an_illegal_result_is_an_answer_and_no_error(changes: dict[str, Any]) -> None:
    answer = judge(**changes)
    assert answer["legal"] is False
    assert answer["reason"]


def test_the_switch_for_shorter_demonstrations_counts() -> None:
    plan = [["blue", 2], ["gray", 1]]
    assert judge(plan=plan, limit=3)["legal"] is False
    assert judge(plan=plan, limit=3, switches={"demonstration": "shorter-ok"})["legal"] is True


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"moves": []}, ["after", "moves", "both"]),
        ({"after": "absent"}, ["after", "moves", "neither"]),
        ({"limit": 0}, ["limit", "0"]),
        ({"plan": [["blue", "1"]]}, ["plan", "text", "a whole number"]),
        ({"befor": {}}, ["befor", "before"]),
        ({"after": {"gray": "EA"}}, ["after"]),
        ({"before": {"pink": "AA"}}, ["pink"]),
    ],
)
def test_bad_input_names_the_field(changes: dict[str, Any], words: list[str]) -> None:
    answer = judge(**changes)
    assert [word for word in words if word not in answer.get("error", "")] == []


def test_what_the_solver_shows_the_verifier_accepts() -> None:
    """One command's output is the other's input."""
    out = io.StringIO()
    question = {"board": "meepville", "positions": {"gray": "CC", "blue": "EE", "red": "GG"}, "target": "RA"}
    solve.run(argparse.Namespace(), io.StringIO(json.dumps(question)), out)
    moves = json.loads(out.getvalue())["moves"]
    code, (answer,) = run(
        json.dumps(
            {
                "board": "meepville",
                "before": question["positions"],
                "moves": moves,
                "target": question["target"],
            }
        )
    )
    assert (code, answer["legal"], answer["moves"]) == (0, True, moves)
