"""Whole matches by bots for the tests of the history: a journal file, and what was said while they played."""

from __future__ import annotations

import datetime
import functools
import random
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from app.games.contract import Message
from app.games.mutant_meeples.state import PlayerSetup, Setup, State
from app.store import history
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

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
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
    """Play one match into the journal; what came of it and what was said.

    Bots of that level play for the persons of the set-up, too; in the journal they are persons.
    """
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
        bots = Listener(table, clock)
        seats = tuple(replace(seat, bot=seat.bot or level) for seat in setup.players)
        report = bots.play(replace(setup, players=seats))
    finally:
        table.hang_up()
    _name_persons(journal, setup)
    return report, bots.heard


def _name_persons(journal: Journal, setup: Setup) -> None:
    """Write the seats of the newest match down as the set-up has them."""
    match_id = history.listed(journal, "mutant-meeples", limit=1)[0].match_id
    stored = journal.match(match_id)
    assert stored is not None
    first = msgspec.json.decode(stored.state, type=State)
    persons = replace(first, setup=replace(first.setup, players=setup.players))
    history.rewrite(journal, {match_id: msgspec.json.encode(persons).decode()})


def file_of(journal: Journal) -> bytes:
    """The file a journal in memory would have. Matches are played there, where no move waits for a disk."""
    data: bytes = journal._db.serialize()
    return data


@functools.cache
def _library() -> tuple[bytes, tuple[list[Heard], ...]]:
    with tempfile.TemporaryDirectory() as folder, closing(Journal(None)) as journal:
        heard = tuple(
            play(journal, Path(folder), number, setup_of(number, players=number + 1, bots=number // 3))[1]
            for number in (1, 2, 3)
        )
        return file_of(journal), heard


def library(path: Path | None) -> Journal:
    """A journal of three whole matches of 2, 3 and 4 players, played once a process: a file of its own.

    The last seat of the newest one is a machine's. None: a journal in memory.
    """
    data, _ = _library()
    if path is not None:
        path.write_bytes(data)
        return Journal(path)
    journal = Journal(None)
    journal._db.deserialize(data)
    return journal


def heard_in_library() -> tuple[list[Heard], ...]:
    """What was said in each of those matches."""
    return _library()[1]
