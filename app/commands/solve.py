"""`solve`: the fewest moves, one position a line.

In: {"board", "positions", "target", "super_team", "removed"} and, optional, "switches", "deadline_s", "all"
and "fewest_moves" (what is expected; the answer then says whether it "agrees"). "explain", "hints" and
"hardness" ask for words and a score beside the answer; "super_teams" asks for several players at once. A
position shared as text (`MMP1:...`) may stand in place of a line, or as "text" in place of what it holds.
Out: see `docs/solver.md`.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections.abc import Iterable, Iterator
from typing import IO, Any

import msgspec
from msgspec.structs import asdict, replace

from app.commands.interrupt import interruptible
from app.commands.lines import BYTE_ORDER_MARK, Answer, answer_lines, board_of, kit_of, read, shown
from app.errors import BadInput
from app.games.mutant_meeples.answers import AllSolutions, Moves, Solution
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.explain import by_series, plans, tell
from app.games.mutant_meeples.hardness import hardness, summary
from app.games.mutant_meeples.hints import Grade, hint
from app.games.mutant_meeples.position_text import as_question, position_of_text
from app.games.mutant_meeples.roster import MAX_MOVES, Kit, Rules
from app.games.mutant_meeples.solver import all_solutions, solve, solve_for_all
from app.language import sentence
from app.language.story import story

SHARED = re.compile(r"MM[A-Z]", re.IGNORECASE)
"""How a line begins that is a shared text and no JSON."""
HELD = {"board", "positions", "target", "super_team", "removed", "switches"}
"""Fields that a shared position brings along."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line."""

    board: str | dict[str, Any]
    positions: dict[str, str]
    target: str
    super_team: tuple[str, ...] = ()
    super_teams: tuple[tuple[str, ...], ...] | msgspec.UnsetType = msgspec.UNSET
    removed: tuple[str, ...] = ()
    switches: Rules = Rules()
    deadline_s: float | None = None
    count_all: bool = msgspec.field(name="all", default=False)
    explain: bool = False
    hints: bool = False
    hardness: bool = False
    fewest_moves: int | msgspec.UnsetType | None = msgspec.UNSET


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    subparsers.add_parser("solve", help="the fewest moves for positions (JSON Lines)", description=__doc__)


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Answer every position; exit code 1 when an expected number was wrong, 2 when a line was bad."""
    return interruptible(lambda: answer_lines(_with_texts(stdin), stdout, _answer))


def _with_texts(lines: Iterable[str]) -> Iterator[str]:
    """The lines as JSON: a shared text standing alone becomes {"text": ...}."""
    for line in lines:
        bare = line.removeprefix(BYTE_ORDER_MARK).strip()
        yield json.dumps({"text": bare}) + "\n" if SHARED.match(bare) else line


def _unfolded(given: Answer) -> Answer:
    """The question with what its "text" holds. Raises `BadInput` and `Refused`."""
    if "text" not in given:
        return given
    text = given["text"]
    if not isinstance(text, str):
        raise BadInput(f"text: found {shown(text)}, expected a text that begins with MMP")
    held = as_question(position_of_text(text))
    if doubled := (HELD & set(given)):
        raise BadInput(f"{min(doubled)}: found it beside text, which holds it already")
    return held | {field: value for field, value in given.items() if field != "text"}


def _answer(given: Answer) -> Answer:
    question = read(_unfolded(given), Question)
    limit_s = question.deadline_s
    if limit_s is not None and not (math.isfinite(limit_s) and limit_s >= 0):
        raise BadInput(f"deadline_s: found {limit_s}, expected a number of seconds from 0 up")
    board = board_of(question.board)
    if question.super_teams is not msgspec.UNSET:
        return _for_players(question, board, question.super_teams)
    kit = kit_of(question.super_team, question.removed, question.switches)
    found = _found(question, board, kit)
    answer = _of(question, board, kit, found)
    if question.fewest_moves is not msgspec.UNSET:
        answer["agrees"] = found.proven and found.fewest_moves == question.fewest_moves
    return answer


def _found(question: Question, board: Board, kit: Kit) -> Solution | AllSolutions:
    """Every plan where that was wanted and there was time for it; otherwise the one plan there is, if any."""
    asked = (board, question.positions, question.target, kit)
    solution = solve(*asked, deadline_s=question.deadline_s)
    if not (question.count_all or question.hardness) or not solution.proven:
        return solution
    left_s = question.deadline_s
    if left_s is not None:
        left_s = max(0.0, left_s - solution.elapsed_us / 1e6)
    everything = all_solutions(*asked, deadline_s=left_s)
    best: Solution | AllSolutions = solution if everything.count is None else everything
    return replace(best, elapsed_us=solution.elapsed_us + everything.elapsed_us)


def _for_players(question: Question, board: Board, super_teams: tuple[tuple[str, ...], ...]) -> Answer:
    """One answer a player, for teams that share positions, target and everything else."""
    from app.games.mutant_meeples.search import MOST_PLAYERS

    alone = {
        "super_team": bool(question.super_team),
        "all": question.count_all,
        "hardness": question.hardness,
        "fewest_moves": question.fewest_moves is not msgspec.UNSET,
    }
    for field, given in alone.items():
        if given:
            raise BadInput(f"{field}: found it beside super_teams, expected a line of its own")
    if len(super_teams) > MOST_PLAYERS:
        raise BadInput(f"super_teams: found {len(super_teams)} teams, expected up to {MOST_PLAYERS}")
    kits = [kit_of(team, question.removed, question.switches) for team in super_teams]
    found = solve_for_all(board, question.positions, question.target, kits, deadline_s=question.deadline_s)
    players = [_of(question, board, kit, one) for kit, one in zip(kits, found, strict=True)]
    return {"players": players}


def _of(question: Question, board: Board, kit: Kit, found: Solution | AllSolutions) -> Answer:
    """What one player's answer says, with the words that were asked for."""
    moves = next(iter(plans(found)), ())
    answer: Answer = {"fewest_moves": found.fewest_moves, "proven": found.proven, "moves": moves}
    if question.count_all:
        count, arrivals = (found.count, found.arrivals) if isinstance(found, AllSolutions) else (None, ())
        answer |= {"solutions": count, "arrivals": arrivals}
    if not found.proven:
        answer["nothing_up_to"] = min(found.nothing_up_to, MAX_MOVES)
    if question.explain:
        answer["told"] = _told(question, board, kit, moves)
    if question.hints:
        said = [[sentence(message) for message in hint(found, grade)] for grade in Grade]
        answer["hints"] = [". ".join(sentences) for sentences in said if sentences]
    if question.hardness:
        score = hardness(board, question.positions, kit, found)
        answer["hardness"] = score and {**asdict(score), "told": sentence(summary(score))}
    answer["elapsed_us"] = found.elapsed_us
    return answer


def _told(question: Question, board: Board, kit: Kit, moves: Moves) -> list[str]:
    """One sentence for each meeple that moves."""
    told = tell(board, kit.rules, question.positions, moves)
    return [story(colour, (move.clause for move in series)) for colour, series in by_series(told).items()]
