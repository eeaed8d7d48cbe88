"""Random cities with all there is: walls, missing cells, beams, teams, removed markers, switches, boxes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from app.games.mutant_meeples import roster
from app.games.mutant_meeples.board import LETTERS, Board, BoardFile
from app.games.mutant_meeples.roster import Kit, Meeple, Power, Rules, colours


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


def random_kit(rng: random.Random, rules: Rules | None = None) -> Kit:
    in_team = rng.choice([0.0, 0.2, 0.5])
    team = frozenset(colour for colour in colours() if rng.random() < in_team)
    removed = frozenset(colour for colour in colours() if colour not in team and rng.random() < 0.15)
    return Kit(team, removed, rules or random_rules(rng))


def random_missing(rng: random.Random, columns: int, rows: int) -> tuple[str, ...]:
    """Nothing, two opposite corners, or one or two cells anywhere."""
    names = [LETTERS[column] + LETTERS[row] for row in range(rows) for column in range(columns)]
    if len(names) < 6:
        return ()
    return tuple(rng.choice([[], [], [names[0], names[-1]], rng.sample(names, rng.randint(1, 2))]))


def random_file(rng: random.Random, columns: int, rows: int) -> BoardFile:
    missing = random_missing(rng, columns, rows)
    file = BoardFile(name="random", columns=columns, rows=rows, missing=missing)
    cells = cells_of(file)
    walls = rng.choice([0.0, 0.05, 0.15, 0.3])
    buildings = {
        name: sides
        for name in cells
        if (sides := tuple(s for s in ("north", "east", "south", "west") if rng.random() < walls))
    }
    beams = tuple(rng.sample(cells, rng.randint(0, min(3, len(cells) - 1))))
    return msgspec.structs.replace(file, buildings=buildings, beams=beams)


def cells_of(file: BoardFile) -> list[str]:
    """Names of all cells that exist."""
    names = [LETTERS[column] + LETTERS[row] for row in range(file.rows) for column in range(file.columns)]
    return [name for name in names if name not in file.missing]


def random_case(rng: random.Random, low: int = 2, high: int = 6, most_meeples: int = 5) -> Case:
    file = random_file(rng, rng.randint(low, high), rng.randint(low, high))
    cells = cells_of(file)
    present = rng.sample(colours(), rng.randint(1, min(most_meeples, len(colours()), len(cells) - 1)))
    positions = dict(zip(present, rng.sample(cells, len(present)), strict=True))
    return Case(file, positions, rng.choice(cells), random_kit(rng))


@contextmanager
def box_with(extra: tuple[Meeple, ...], folder: Path) -> Iterator[None]:
    """The game with more figures in the box: a longer roster file, and nothing kept of the shorter one."""
    from app.games.mutant_meeples.asking import hands  # loads numba

    file = folder / "roster.json"
    file.write_bytes(msgspec.json.encode((*roster.roster(), *extra)))
    cached = (roster.roster, roster.meeple, roster.colours, hands)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(roster, "ROSTER_FILE", file)
            for function in cached:
                function.cache_clear()
            yield
    finally:
        for function in cached:
            function.cache_clear()


def two_more(rng: random.Random) -> tuple[Meeple, ...]:
    """Two figures that no box holds yet, each with a power that another one has, too."""
    return tuple(
        Meeple(colour, colour.title(), colour.title(), rng.choice(list(Power)))
        for colour in ("orange", "purple")
    )
