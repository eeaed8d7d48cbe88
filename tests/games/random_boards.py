"""Small random cities with all there is: walls, missing corners, beams, teams, removed markers, switches."""

from __future__ import annotations

import random
from dataclasses import dataclass

from app.games.mutant_meeples.board import LETTERS, Board, BoardFile
from app.games.mutant_meeples.roster import Kit, Rules, colours


@dataclass(frozen=True)
class Case:
    file: BoardFile
    positions: dict[str, str]
    target: str
    kit: Kit

    @property
    def board(self) -> Board:
        return Board(self.file)


def random_rules(rng: random.Random) -> Rules:
    return Rules(
        skewt_outer_corner=rng.choice(["allow", "forbid"]),
        edge_empty_line=rng.choice(["wrap-once", "no-wrap"]),
        carbon_removed_powers=rng.choice(["allow", "forbid"]),
    )


def random_case(rng: random.Random, low: int = 2, high: int = 6, most_meeples: int = 5) -> Case:
    columns, rows = rng.randint(low, high), rng.randint(low, high)
    names = [LETTERS[column] + LETTERS[row] for row in range(rows) for column in range(columns)]
    missing = rng.sample(names, rng.choice([0, 0, 1, 2])) if len(names) > 5 else []
    cells = [name for name in names if name not in missing]
    walls = rng.choice([0.0, 0.05, 0.15, 0.3])
    buildings = {
        name: sides
        for name in cells
        if (sides := tuple(s for s in ("north", "east", "south", "west") if rng.random() < walls))
    }
    file = BoardFile(
        name="random",
        columns=columns,
        rows=rows,
        missing=tuple(missing),
        beams=tuple(rng.sample(cells, rng.randint(0, min(3, len(cells) - 1)))),
        buildings=buildings,
    )
    present = rng.sample(colours(), rng.randint(1, min(most_meeples, len(cells) - 1)))
    positions = dict(zip(present, rng.sample(cells, len(present)), strict=True))
    team = frozenset(colour for colour in colours() if rng.random() < 0.3)
    removed = frozenset(colour for colour in colours() if colour not in team and rng.random() < 0.15)
    return Case(file, positions, rng.choice(cells), Kit(team, removed, random_rules(rng)))
