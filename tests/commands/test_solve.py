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
from app.games.mutant_meeples.answers import AllSolutions, Arrival, Solution
from app.games.mutant_meeples.moves import Move

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
SLOW = 11
"""Number of the round that takes longest: seven moves of three meeples."""
BOARD = {"name": "open", "columns": 6, "rows": 6}
LINE = {"board": BOARD, "positions": {"gray": "AA", "red": "CC"}, "target": "FA"}

EAST = Move("gray", None, "east", "AA", "FA")
NORTH = Move("red", None, "north", "CC", "CA")


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


def test_without_asking_there_are_no_words_and_no_score() -> None:
    assert not {"told", "hints", "hardness", "arrivals", "players", "solutions"} & set(ask())


def test_explain_tells_one_sentence_a_series() -> None:
    positions = {"gray": "AC", "red": "EC"}
    answer = ask(positions=positions, target="DC", explain=True)
    assert answer["told"] == ["Ozzy slides east and stops at DC against Sidestep"]
    assert ask(positions={"gray": "AA"}, target="CC", explain=True)["told"] == []


def test_hints_come_grade_by_grade() -> None:
    assert ask(hints=True)["hints"] == [
        "1 to 3 moves",
        "1 move is the fewest",
        "Only Ozzy needs to move",
        "In move 1 Ozzy goes east to FA",
        "In move 1 Ozzy goes east to FA",
    ]
    two = ask(target="FF", positions={"gray": "AA"}, all=True, hints=True)["hints"]
    assert two[1] == "2 moves are the fewest. 2 ways lead there"
    assert two[4].count("In move ") == 2
    assert ask(positions={"gray": "AA"}, target="CC", hints=True)["hints"] == ["This crime cannot be solved"]


def test_hardness_is_a_score_with_its_level_and_parts() -> None:
    answer = ask(hardness=True)["hardness"]
    told = answer.pop("told")
    assert answer == {
        "score": 8,
        "level": "easy",
        "moves": 1,
        "solutions": 1,
        "meeples": 1,
        "powers": 0,
        "set_ups": 0,
        "longest_series": 1,
    }
    assert told == "Easy: 1 move of 1 meeple, 0 powers, 0 blocks to set up"
    assert ask(positions={"gray": "AA"}, target="CC", hardness=True)["hardness"] is None


def test_asking_for_words_changes_nothing_else() -> None:
    plain = ask(all=True)
    worded = ask(all=True, explain=True, hints=True, hardness=True)
    assert {field: worded[field] for field in plain if field != "elapsed_us"} == {
        field: value for field, value in plain.items() if field != "elapsed_us"
    }


def test_all_lists_the_plans_by_the_meeple_that_arrives() -> None:
    answer = ask(positions={"gray": "AA", "red": "FF"}, all=True)
    east = {"meeple": "gray", "power": None, "direction": "east", "from": "AA", "to": "FA"}
    north = {"meeple": "red", "power": None, "direction": "north", "from": "FF", "to": "FA"}
    assert answer["solutions"] == 2
    assert sorted(answer["arrivals"], key=lambda arrival: str(arrival["meeple"])) == [
        {"meeple": "gray", "count": 1, "plans": [[east]]},
        {"meeple": "red", "count": 1, "plans": [[north]]},
    ]
    assert answer["moves"] == answer["arrivals"][0]["plans"][0]


def test_several_players_are_answered_in_one_line_each_with_the_own_team() -> None:
    answer = ask(super_teams=[[], ["gray"], ["gray", "red"]], explain=True, hints=True)
    assert list(answer) == ["players"]
    alone = [ask(super_team=team, explain=True, hints=True) for team in ([], ["gray"], ["gray", "red"])]
    for player, expected in zip(answer["players"], alone, strict=True):
        assert set(player) == set(expected)
        assert (player["fewest_moves"], player["proven"]) == (expected["fewest_moves"], expected["proven"])
        assert len(player["moves"]) == (player["fewest_moves"] or 0)
    assert answer["players"][2]["fewest_moves"] is None
    assert ask(super_teams=[]) == {"players": []}


def test_players_without_a_proven_answer_say_how_far_it_is_sure() -> None:
    case = json.loads((CASES / "solved-rounds-meeptropolis.json").read_text())["cases"][SLOW]
    del case["fewest_moves"]
    team = case.pop("super_team", [])
    players = ask(**case, board="meeptropolis", deadline_s=0, super_teams=[team, team])["players"]
    assert [(player["proven"], player["nothing_up_to"] < 7) for player in players] == [(False, True)] * 2


@pytest.mark.parametrize(
    "changes",
    [{"super_team": ["red"]}, {"all": True}, {"hardness": True}, {"fewest_moves": 1}, {"fewest_moves": None}],
)
def test_what_does_not_go_with_several_players_is_named(changes: dict[str, Any]) -> None:
    (field,) = changes
    code, (answer,) = run(json.dumps({**LINE, **changes, "super_teams": [[]]}))
    assert (code, answer["error"].partition(":")[0]) == (2, field)
    assert "super_teams" in answer["error"]


def test_a_plan_that_is_not_proven_shortest_is_told_as_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Solution(2, False, (EAST, NORTH), None, 0, 5)
    monkeypatch.setattr(solve, "solve", lambda *_, **__: found)
    answer = ask(all=True, explain=True, hints=True, hardness=True)
    assert (answer["fewest_moves"], answer["proven"], answer["nothing_up_to"]) == (2, False, 0)
    assert (answer["solutions"], answer["arrivals"], answer["hardness"]) == (None, [], None)
    assert (len(answer["moves"]), len(answer["told"])) == (2, 2)
    assert answer["hints"][1] == "At most 2 moves, not proven"


def test_without_the_time_to_list_all_plans_the_one_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The listing has what is left of the time, and its own time counts in the answer."""
    left_s = []

    def no_time(*_: object, deadline_s: float) -> AllSolutions:
        left_s.append(deadline_s)
        return AllSolutions(1, True, None, (), 0, 7)

    monkeypatch.setattr(solve, "solve", lambda *_, **__: Solution(1, True, (EAST,), None, 0, 250_000))
    monkeypatch.setattr(solve, "all_solutions", no_time)
    answer = ask(all=True, hardness=True, deadline_s=1)
    assert left_s == [0.75]
    assert (len(answer["moves"]), answer["proven"]) == (1, True)
    assert (answer["solutions"], answer["arrivals"]) == (None, [])
    assert (answer["hardness"]["solutions"], answer["hardness"]["moves"]) == (None, 1)
    assert answer["elapsed_us"] == 250_007


def test_the_time_of_finding_and_of_listing_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "solve", lambda *_, **__: Solution(1, True, (EAST,), None, 0, 30))
    listed = AllSolutions(1, True, 1, (Arrival("gray", 1, ((EAST,),)),), 0, 12)
    monkeypatch.setattr(solve, "all_solutions", lambda *_, **__: listed)
    assert ask(all=True)["elapsed_us"] == 42


def test_more_teams_than_one_search_takes_are_refused() -> None:
    code, (answer,) = run(json.dumps({**LINE, "super_teams": [[]] * 61}))
    assert (code, answer["error"]) == (2, "super_teams: found 61 teams, expected up to 60")
    assert len(ask(super_teams=[[]] * 60)["players"]) == 60
