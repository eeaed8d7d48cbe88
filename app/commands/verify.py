"""`verify`: whether a demonstration was legal, one a line.

In: {"board", "before", "after", "target", "super_team", "plan": [[colour, count], ...] or null, "limit"}, and
optional "removed", "switches"; or, instead of "after", "moves": [{"meeple", "to"}, ...]. Out: {"legal",
"moves", "reason"}. A solver's moves may be given as they are; the meeple and the cell decide.
"""

from __future__ import annotations

import argparse
from typing import IO, Any

import msgspec

from app.commands.lines import Answer, answer_lines, board_of, kit_of, read
from app.errors import BadInput
from app.games.mutant_meeples.roster import MAX_MOVES, Rules
from app.games.mutant_meeples.verifier import judge_result, judge_steps
from app.language import sentence


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from"}):
    """One step: the meeple, and where it came to rest. The rest of a solver's move is not looked at."""

    meeple: str
    to: str
    power: str | None = None
    direction: str | None = None
    source: str | None = None


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line."""

    board: str | dict[str, Any]
    before: dict[str, str]
    target: str
    after: dict[str, str] | None = None
    moves: tuple[Shown, ...] | None = None
    super_team: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    plan: tuple[tuple[str, int], ...] | None = None
    limit: int | None = None
    switches: Rules = Rules()


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    subparsers.add_parser("verify", help="judge demonstrations (JSON Lines)", description=__doc__)


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Judge every demonstration; exit code 2 when a line was bad."""
    return answer_lines(stdin, stdout, _answer)


def _answer(given: Answer) -> Answer:
    question = read(given, Question)
    if (question.after is None) == (question.moves is None):
        found = "neither" if question.after is None else "both"
        raise BadInput(f"after, moves: found {found}, expected exactly one of them")
    limit = MAX_MOVES if question.limit is None else question.limit
    if limit < 1:
        raise BadInput(f"limit: found {limit}, expected a number of moves from 1 up")
    board = board_of(question.board)
    kit = kit_of(question.super_team, question.removed, question.switches)
    if question.after is not None:
        verdict = judge_result(
            board, question.before, question.after, kit, question.target, question.plan, limit
        )
    else:
        steps = [(step.meeple, step.to) for step in question.moves or ()]
        verdict = judge_steps(board, question.before, kit, question.target, steps, question.plan, limit)
    return {"legal": verdict.legal, "moves": verdict.moves, "reason": sentence(verdict.reason)}
