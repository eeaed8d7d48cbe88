"""A journal of past evenings for the windows of the history: real matches by bots, some odd. No Kivy."""

from __future__ import annotations

import functools
import tempfile
from contextlib import closing
from pathlib import Path

from app.games.mutant_meeples.state import PlayerSetup, Setup
from app.store import history
from app.store.history import RawMatch
from app.store.journal import Journal
from app.table.history import GAME
from tests.table.played import file_of, library, play

SIX = ("Maximilian", "Ben", "Wilhelmina", "Dora", "Emil", "Constantin")


@functools.cache
def _evenings() -> bytes:
    with closing(library(None)) as played, tempfile.TemporaryDirectory() as folder:
        play(played, Path(folder), 40, Setup(tuple(PlayerSetup(name) for name in SIX), board="meepville"))
        first, *others, six = [_raw(played, number) for number in (1, 2, 3, 4)]
    with closing(Journal(None)) as journal:
        history.add(
            journal,
            [
                first,
                *others,
                *(_shortened(first, cut) for cut in range(9)),
                RawMatch(GAME.name, "torn", "2030-06-01T10:00:00", None, ()),
                six,
                _shortened(first, 60, ended="2030-07-02T20:00:00+00:00"),
                _shortened(first, 70),
            ],
        )
        return file_of(journal)


def _raw(journal: Journal, number: int) -> RawMatch:
    found = history.raw_match(journal, number)
    assert found is not None
    return found


def _shortened(raw: RawMatch, cut: int, ended: str | None = None) -> RawMatch:
    """The same match on another day, without its last entries."""
    entries = raw.entries[: len(raw.entries) - cut] if cut else raw.entries
    began = f"2030-05-{10 + cut % 20:02d}T{19 + cut // 60}:30:00+00:00"
    return RawMatch(raw.game, raw.state, began, ended if cut else raw.ended, entries)


def evenings(path: Path) -> None:
    """A journal of sixteen matches, newest first: one open, one ended early, one of six players, one torn."""
    path.write_bytes(_evenings())
