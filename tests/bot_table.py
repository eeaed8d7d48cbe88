"""Whole matches of bots at a simulated table, for tests and tables that only want to know who won."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.games.mutant_meeples.board import SHIPPED_BOARDS
from app.games.mutant_meeples.state import PlayerSetup, Setup
from app.store.journal import Journal
from app.table.autoplay import Autoplay, HandClock
from app.table.wiring import set_up
from hardware.pins import PinBackend

DAY = datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC)


def winners(matches: Iterable[tuple[PlayerSetup, ...]], seed: int, folder: Path) -> Iterator[str]:
    """Who wins each match. Both cities take turns, and everybody moves on by a seat from match to match."""
    folder.mkdir(exist_ok=True)
    journal = Journal(folder / "journal.db")
    for number, players in enumerate(matches):
        rng, clock = random.Random(f"{seed}/{number}"), HandClock()
        first = number // len(SHIPPED_BOARDS) % len(players)
        board = SHIPPED_BOARDS[number % len(SHIPPED_BOARDS)]
        table = set_up(
            state_dir=folder,
            config_path=folder / "none.toml",
            clock_ns=clock,
            wall=lambda: DAY,
            rng=rng,
            backend=PinBackend.SIMULATED,
            journal=journal,
        )
        try:
            report = Autoplay(table, clock).play(Setup(players[first:] + players[:first], board=board))
        finally:
            table.hang_up()
        assert report.winner is not None
        yield report.winner
    journal.close()


def seats(levels: dict[str, str], less: dict[str, int]) -> tuple[PlayerSetup, ...]:
    """Bots of these levels by name, with so many markers taken away at random."""
    return tuple(PlayerSetup(name, handicap=less.get(name, 0), bot=level) for name, level in levels.items())
