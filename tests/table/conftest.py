"""A table on a made-up clock with a real journal file."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.games.contract import Message
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import DrawCrime, PlayerSetup, Setup, State
from app.store.journal import Journal
from app.table.autoplay import HandClock
from app.table.session import Session
from tests.store.newest import newest_open

WALL = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)


class Desk:
    """A session, its clock, its journal and everything it has said."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = HandClock()
        self.journal = Journal(path)
        self.said: list[Message] = []
        self.session: Session[State] = self._session(self.journal)

    def _session(self, journal: Journal) -> Session[State]:
        session: Session[State] = Session(
            MutantMeeples(), journal, clock_ns=self.clock, wall=lambda: WALL, rng=random.Random(5)
        )
        session.listener = lambda events, accepted: self.said.extend(events)
        return session

    @property
    def state(self) -> State:
        assert self.session.state is not None
        return self.session.state

    def heard(self) -> list[str]:
        """Keys of everything said so far; forgets it."""
        keys = [message.key for message in self.said]
        self.said.clear()
        return keys

    def begin(self, style: str = "touch", players: int = 3) -> None:
        """Start a match and draw the first crime."""
        seats = tuple(
            PlayerSetup(f"P{n}", style="buzz" if style == "buzz" else "touch") for n in range(players)
        )
        self.session.start(Setup(seats))
        assert self.session.act(DrawCrime())
        self.heard()

    def after(self, seconds: float) -> None:
        """Let time pass, then look at the queue."""
        self.clock.advance_to(self.clock() + int(seconds * 1e9))
        self.session.pump()

    def restart(self) -> None:
        """A new process on the same file: another journal, session and clock."""
        self.journal.close()
        self.clock = HandClock()
        self.journal = Journal(self.path)
        self.session = self._session(self.journal)

    def resume(self) -> None:
        """Restart and resume the open match."""
        self.restart()
        stored = newest_open(self.journal)
        assert stored is not None
        self.session.resume(stored)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "journal.db")
    yield made
    made.journal.close()


@pytest.fixture
def make_desk(tmp_path: Path) -> Iterator[Callable[[], Desk]]:
    made: list[Desk] = []

    def make() -> Desk:
        made.append(Desk(tmp_path / f"journal-{len(made)}.db"))
        return made[-1]

    yield make
    for one in made:
        one.journal.close()
