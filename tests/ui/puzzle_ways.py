"""Ways through a puzzle for tests: the shortest, and longer ones that are just as legal."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from app.games.contract import Refused
from app.games.mutant_meeples.attempt import Attempt, start
from app.games.mutant_meeples.puzzles import Puzzle

Steps = list[tuple[str, str]]
MONDAY = datetime.date(2026, 11, 30)


def shortest(puzzle: Puzzle) -> Steps:
    """(colour, cell) of each move of the plan."""
    return [(move.meeple, move.to) for move in puzzle.answer.moves]


def longer(puzzle: Puzzle, extra: int) -> Steps:
    """A way of so many moves more than the fewest: the plan, with moves of a mover put in somewhere."""
    plan = shortest(puzzle)
    for at in range(len(plan)):
        attempt = _made(start(puzzle.board, puzzle.kit, puzzle.positions), plan[:at])
        for way in _wanderings(attempt, plan[at][0], puzzle.target, extra):
            steps = [*plan[:at], *way, *plan[at:]]
            try:
                _made(start(puzzle.board, puzzle.kit, puzzle.positions), steps)
            except Refused:
                continue
            return steps
    raise AssertionError("no way of that length")


def _wanderings(attempt: Attempt, colour: str, target: str, moves: int) -> Iterator[Steps]:
    if not moves:
        yield []
        return
    for move, _ in attempt.options(colour):
        if move.to != target:
            for rest in _wanderings(attempt.play_to(colour, move.to), colour, target, moves - 1):
                yield [(colour, move.to), *rest]


def _made(attempt: Attempt, steps: Steps) -> Attempt:
    for colour, cell in steps:
        attempt = attempt.play_to(colour, cell)
    return attempt
