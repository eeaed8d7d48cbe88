"""`python -m tests.hardness_table`: the table of docs/solver.md, how hard random crimes of each city are.

Meeples on the grates, a random super team, a random crime; the same seed always gives the same table.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterator

from app.games.mutant_meeples.board import SHIPPED_BOARDS, shipped_board
from app.games.mutant_meeples.hardness import Hardness, Level, hardness
from app.games.mutant_meeples.roster import Kit, colours
from app.games.mutant_meeples.solver import all_solutions

CRIMES, SEED, TEAMS = 200, 1, (0, 3, 5)


def crimes(city: str, team: int, count: int) -> Iterator[Hardness]:
    """How hard that many crimes are, with a random super team of so many; only solvable ones."""
    rng, board = random.Random(f"{city} {team} {SEED}"), shipped_board(city)
    cells = [board.name_of(cell) for cell in range(board.cell_count) if board.exists[cell]]
    while count:
        grates = [board.name_of(cell) for cell in rng.sample(board.grates, len(board.grates))]
        positions = dict(zip(colours(), grates, strict=True))
        kit, target = Kit(frozenset(rng.sample(colours(), team))), rng.choice(cells)
        found = hardness(board, positions, kit, all_solutions(board, positions, target, kit))
        if found is not None:
            yield found
            count -= 1


def row(city: str, team: int, count: int = CRIMES) -> str:
    """One line of the table."""
    found = list(crimes(city, team, count))
    moves, scores = [one.moves for one in found], [one.score for one in found]
    levels = Counter(one.level for one in found)
    return (
        " | ".join(
            (
                f"| {shipped_board(city).name}",
                str(team),
                f"{statistics.median(moves):g} ({max(moves)})",
                str(sum(one.meeples > 1 for one in found)),
                f"{statistics.median(scores):.0f} ({min(scores):.0f}-{max(scores):.0f})",
                *(str(levels[level]) for level in Level),
            )
        )
        + " |"
    )


if __name__ == "__main__":
    for city in SHIPPED_BOARDS:
        for team in TEAMS:
            print(row(city, team), file=sys.stdout, flush=True)
