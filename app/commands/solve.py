"""`solve`: the fewest moves, one position a line.

In: {"board", "positions", "target", "super_team", "removed"} and, optional, "switches", "deadline_s", "all"
and "fewest_moves" (what is expected; the answer then says whether it "agrees"). Out: see `docs/solver.md`.
"""

from __future__ import annotations

import argparse
import math
from typing import IO, Any

import msgspec

from app.commands.lines import Answer, answer_lines, board_of, kit_of, read
from app.errors import BadInput
from app.games.mutant_meeples.roster import MAX_MOVES, Rules
from app.games.mutant_meeples.solver import solve


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line."""

    board: str | dict[str, Any]
    positions: dict[str, str]
    target: str
    super_team: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    switches: Rules = Rules()
    deadline_s: float | None = None
    count_all: bool = msgspec.field(name="all", default=False)
    fewest_moves: int | msgspec.UnsetType | None = msgspec.UNSET


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    subparsers.add_parser("solve", help="the fewest moves for positions (JSON Lines)", description=__doc__)


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Answer every position; exit code 1 when an expected number was wrong, 2 when a line was bad."""
    return answer_lines(stdin, stdout, _answer)


def _answer(given: Answer) -> Answer:
    question = read(given, Question)
    limit_s = question.deadline_s
    if limit_s is not None and not (math.isfinite(limit_s) and limit_s >= 0):
        raise BadInput(f"deadline_s: found {limit_s}, expected a number of seconds from 0 up")
    solution = solve(
        board_of(question.board),
        question.positions,
        question.target,
        kit_of(question.super_team, question.removed, question.switches),
        deadline_s=limit_s,
        count_all=question.count_all,
    )
    answer: Answer = {
        "fewest_moves": solution.fewest_moves,
        "proven": solution.proven,
        "moves": solution.moves,
    }
    if question.count_all:
        answer["solutions"] = solution.solutions
    if not solution.proven:
        answer["nothing_up_to"] = min(solution.nothing_up_to, MAX_MOVES)
    answer["elapsed_us"] = solution.elapsed_us
    if question.fewest_moves is not msgspec.UNSET:
        answer["agrees"] = solution.proven and solution.fewest_moves == question.fewest_moves
    return answer
