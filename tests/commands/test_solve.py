"""The solve command: JSON Lines and whole case files, bad lines in their place, exit codes."""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.commands import solve

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
SLOW = 11
"""Number of the round that takes longest: seven moves of three meeples."""
BOARD = {"name": "open", "columns": 6, "rows": 6}
LINE = {"board": BOARD, "positions": {"gray": "AA", "red": "CC"}, "target": "FA"}


def run(text: str) -> tuple[int, list[dict[str, Any]]]:
    out = io.StringIO()
    code = solve.run(argparse.Namespace(), io.StringIO(text), out)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def ask(**changes: Any) -> dict[str, Any]:
    _, (answer,) = run(json.dumps({**LINE, **changes}))
    return answer


def test_an_answer_has_the_promised_fields() -> None:
    code, (answer,) = run(json.dumps(LINE))
    assert code == 0
    assert isinstance(answer.pop("elapsed_us"), int)
    assert answer == {
        "fewest_moves": 1,
        "proven": True,
        "moves": [{"meeple": "gray", "power": None, "direction": "east", "from": "AA", "to": "FA"}],
    }


def test_a_beam_names_its_owner_and_no_direction() -> None:
    board = {**BOARD, "beams": ["DD"]}
    answer = ask(board=board, positions={"black": "AA"}, target="DD")
    assert answer["moves"] == [
        {"meeple": "black", "power": "blue", "direction": None, "from": "AA", "to": "DD"}
    ]


def test_all_counts_the_shortest_move_sequences() -> None:
    assert ask(target="FF", positions={"gray": "AA"}, all=True)["solutions"] == 2
    assert "solutions" not in ask()


def test_impossible_is_proven_and_has_no_moves() -> None:
    answer = ask(positions={"gray": "AA"}, target="CC")
    assert (answer["fewest_moves"], answer["proven"], answer["moves"]) == (None, True, [])


def test_past_the_deadline_it_says_how_far_it_is_sure() -> None:
    case = json.loads((CASES / "solved-rounds-meeptropolis.json").read_text())["cases"][SLOW]
    assert case.pop("fewest_moves") == 7
    answer = ask(**case, board="meeptropolis", deadline_s=0)
    assert (answer["fewest_moves"], answer["proven"], answer["moves"]) == (None, False, [])
    assert 0 <= answer["nothing_up_to"] < 7


def test_team_removed_and_switches_count() -> None:
    assert ask(super_team=["gray"])["fewest_moves"] != 1
    assert ask(removed=["gray"])["fewest_moves"] != 1
    carbon = {"positions": {"black": "AA"}, "target": "DA", "removed": ["green"]}
    assert ask(**carbon)["fewest_moves"] == 1
    assert ask(**carbon, switches={"carbon_removed_powers": "forbid"})["fewest_moves"] != 1


def test_bad_lines_are_answered_in_their_place_and_the_rest_goes_on() -> None:
    good = json.dumps(LINE)
    code, answers = run(f"{good}\nnonsense\n\n{json.dumps({**LINE, 'target': 'ZZ'})}\n{good}\n")
    assert code == 2
    assert [sorted(answer)[0] for answer in answers] == ["elapsed_us", "error", "error", "elapsed_us"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"targt": "FA"}, ["targt", "did you mean target"]),
        ({"zzz": 1}, ["zzz", "positions"]),
        ({"target": 3}, ["target", "a whole number", "text"]),
        ({"positions": ["AA"]}, ["positions", "a list", "an object"]),
        ({"positions": {"pink": "AA"}}, ["pink", "green"]),
        ({"positions": {"red": "ZZ"}}, ["ZZ"]),
        ({"positions": {"red": "AA", "blue": "AA"}}, ["AA"]),
        ({"board": "nowhere"}, ["nowhere", "meeptropolis"]),
        ({"board": {**BOARD, "rows": 1}}, ["rows", "2", "1"]),
        ({"board": {**BOARD, "beams": ["ZZ"]}}, ["beams", "ZZ"]),
        ({"deadline_s": -1}, ["deadline_s", "-1"]),
        ({"switches": {"edge_empty_line": "never"}}, ["switches.edge_empty_line", "never", "wrap-once"]),
        ({"switches": {"edge_empty": "no-wrap"}}, ["edge_empty", "edge_empty_line"]),
    ],
)
def test_an_error_names_field_found_and_expected(changes: dict[str, Any], words: list[str]) -> None:
    code, (answer,) = run(json.dumps({**LINE, **changes}))
    assert code == 2
    assert [word for word in words if word not in answer["error"]] == []


def test_a_missing_field_is_named() -> None:
    code, (answer,) = run(json.dumps({"board": BOARD, "positions": {}}))
    assert (code, answer) == (2, {"error": "target: missing, expected a value"})


@pytest.mark.parametrize("indent", [None, 1])
def test_a_case_file_is_answered_case_by_case(indent: int | None) -> None:
    """The cases inherit the board; a wrong expectation gives exit code 1."""
    cases = [
        {"positions": {"gray": "AA"}, "target": "FA", "fewest_moves": 1},
        {"positions": {"gray": "AA"}, "target": "FF", "fewest_moves": 1},
        {"positions": {"gray": "AA"}, "target": "CC", "fewest_moves": None},
        {"positions": {"gray": "AA"}, "target": "FF"},
    ]
    code, answers = run(json.dumps({"board": BOARD, "cases": cases}, indent=indent))
    assert code == 1
    assert [answer.get("agrees") for answer in answers] == [True, False, True, None]


def test_a_broken_case_file_is_an_error_for_each_of_its_lines() -> None:
    code, answers = run('{"board": "meeptropolis", "cases": [\n{"positions": {}}\n')
    assert code == 2
    assert ["error" in answer for answer in answers] == [True, True]


def test_each_answer_is_written_before_the_next_line_is_read() -> None:
    """So that a program can ask and wait for the answer over one pipe."""
    out = io.StringIO()
    seen: list[int] = []

    def lines() -> Iterator[str]:
        for _ in range(3):
            seen.append(len(out.getvalue().splitlines()))
            yield json.dumps(LINE) + "\n"

    solve.run(argparse.Namespace(), lines(), out)  # type: ignore[arg-type]
    assert seen == [0, 1, 2]


def test_the_command_line_answers_a_shipped_case_file() -> None:
    path = CASES / "solved-rounds-meeptropolis.json"
    with path.open() as stdin:
        command = [sys.executable, "-m", "app", "solve"]
        done = subprocess.run(command, stdin=stdin, capture_output=True, text=True, cwd=ROOT, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, "")
    assert len(answers) == len(json.loads(path.read_text())["cases"])
    assert all(answer["agrees"] for answer in answers)


def test_brackets_without_end_and_a_byte_order_mark_spoil_no_other_line() -> None:
    good = '{"board": "meeptropolis", "positions": {"green": "CC"}, "target": "DC", "deadline_s": 1e300}'
    code, answers = run("\ufeff" + good + "\n" + "[" * 5000 + "\n" + good + "\n")
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert code == 2
