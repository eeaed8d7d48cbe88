"""Whole matches by bots for the tests of the history: a journal file, and what was said while they played."""

from __future__ import annotations

import datetime
import random
from dataclasses import dataclass
from pathlib import Path

from app.games.contract import Message
from app.games.mutant_meeples.bots import LEVELS
from app.games.mutant_meeples.state import PlayerSetup, Setup
from app.store.journal import Journal
from app.table.autoplay import Autoplay, HandClock, MatchReport
from app.table.timers import MS
from app.table.wiring import set_up
from hardware.pins import PinBackend

BEGAN = datetime.datetime(2030, 5, 4, 20, 15, tzinfo=datetime.UTC)
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")


@dataclass(frozen=True, slots=True)
class Heard:
    """Something that was said, and the millisecond of the match."""

    at_ms: int
    message: Message


class Listener(Autoplay):
    """Bots that remember everything that was said."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.heard: list[Heard] = []

    def _listen(self, events: list[Message], accepted: bool) -> None:
        super()._listen(events, accepted)
        if accepted:
            self.heard += [Heard(self._clock() // MS, event) for event in events]


def setup_of(number: int, players: int = 3, bots: int = 0) -> Setup:
    """The n-th set-up: names in turn, the last `bots` of them machines, both cities, both ways to claim."""
    seats = tuple(
        PlayerSetup(
            NAMES[(number + seat) % len(NAMES)],
            style="buzz" if (number + seat) % 3 == 0 else "touch",
            bot="club" if seat >= players - bots else None,
        )
        for seat in range(players)
    )
    return Setup(seats, board="meeptropolis" if number % 2 else "meepville")


def play(
    journal: Journal, folder: Path, seed: int, setup: Setup, level: str = "beginner"
) -> tuple[MatchReport, list[Heard]]:
    """Play one match into the journal; what came of it and what was said."""
    clock, rng = HandClock(), random.Random(seed)
    table = set_up(
        state_dir=folder,
        config_path=folder / "none.toml",
        clock_ns=clock,
        wall=lambda: BEGAN + datetime.timedelta(days=seed),
        rng=rng,
        backend=PinBackend.SIMULATED,
        journal=journal,
    )
    try:
        bots = Listener(table, clock, LEVELS[level], rng)
        return bots.play(setup), bots.heard
    finally:
        table.hang_up()
