"""Every solved round of the case files: the solver agrees, and the verifier accepts what it shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.games.mutant_meeples.attempt import start
from app.games.mutant_meeples.board import shipped_board
from app.games.mutant_meeples.roster import Kit
from app.games.mutant_meeples.solver import solve
from app.games.mutant_meeples.verifier import judge_result, judge_steps

FILES = sorted((Path(__file__).parent.parent / "cases").glob("solved-rounds-*.json"))


def solved_rounds() -> list[Any]:
    rounds = []
    for path in FILES:
        document = json.loads(path.read_text())
        for number, case in enumerate(document["cases"]):
            rounds.append(pytest.param(document["board"], case, id=f"{document['board']}-{number}"))
    return rounds


def test_both_files_are_there() -> None:
    assert len(FILES) == 2
    assert len(solved_rounds()) == 84


@pytest.mark.parametrize(("name", "case"), solved_rounds())
def test_solver_and_verifier_agree_with_the_solved_round(name: str, case: dict[str, Any]) -> None:
    board, before, target = shipped_board(name), case["positions"], case["target"]
    kit = Kit(frozenset(case["super_team"]), frozenset(case.get("removed", ())))
    solution = solve(board, before, target, kit)
    assert solution.proven
    assert solution.fewest_moves == case["fewest_moves"]

    attempt = start(board, kit, before)
    for move in solution.moves:
        attempt = attempt.play(move.meeple, move.power, move.direction or move.to)
    after = {colour: board.name_of(cell) for colour, cell in attempt.positions.items()}
    plan = attempt.counts()
    freely = judge_result(board, before, after, kit, target, None, len(solution.moves))
    planned = judge_result(board, before, after, kit, target, plan, len(solution.moves))
    steps = [(move.meeple, move.to) for move in solution.moves]
    assert freely.legal
    assert len(freely.moves) == solution.fewest_moves
    assert planned.legal
    assert judge_steps(board, before, kit, target, steps, plan, len(solution.moves)).legal
