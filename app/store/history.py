"""Matches of the past in the journal: listed, copied out and in, and erased, each in one transaction.

Rows come out as they stand, whatever is in them: what they mean is read elsewhere. Two kinds of record are
kept beside a match under its number and go with it: `SUMMARY` and `OPTIMUM`, both worked out and thrown away
at will. What is erased is overwritten in the file. Belongs to the journal's thread; raises `JournalFailed`.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.store.journal import Journal, translated

SUMMARY = "summary"
OPTIMUM = "optimum"
KINDS = (SUMMARY, OPTIMUM)


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in the list: when it began and ended (wall time; None: not yet), and its number of entries."""

    match_id: int
    began: str
    ended: str | None
    entries: int


@dataclass(frozen=True, slots=True)
class RawEntry:
    """One row of a match as it stands: action (JSON, None: an undo), timers (JSON), wall time, play time."""

    action: str | None
    left_ms: str
    noted: str
    played_ms: int | None


@dataclass(frozen=True, slots=True)
class RawMatch:
    """A whole match as it stands in the file, undone actions included."""

    game: str
    state: str
    began: str
    ended: str | None
    entries: tuple[RawEntry, ...]


def count(journal: Journal, game: str) -> int:
    """How many matches of a game there are."""
    with journal.reading() as db:
        return int(db.execute("SELECT COUNT(*) FROM matches WHERE game = ?", (game,)).fetchone()[0])


def listed(journal: Journal, game: str, limit: int = -1) -> list[Listed]:
    """The newest `limit` matches of a game (-1: all), newest first; those from elsewhere come last."""
    with journal.reading() as db:
        rows = db.execute(
            # As bytes: text that the card has spoilt must not hide the others.
            "SELECT id, CAST(began AS BLOB), CAST(ended AS BLOB),"
            " (SELECT COALESCE(MAX(seq), 0) FROM entries WHERE match = matches.id)"
            " FROM matches WHERE game = ? ORDER BY id DESC LIMIT ?",
            (game, limit),
        )
        return [
            Listed(match_id, _text(began), None if ended is None else _text(ended), entries)
            for match_id, began, ended, entries in rows
        ]


def states(journal: Journal, game: str) -> dict[int, bytes]:
    """{number of the match: its first state as it stands} of every match of a game, oldest first."""
    with journal.reading() as db:
        rows = db.execute("SELECT id, CAST(state AS BLOB) FROM matches WHERE game = ? ORDER BY id", (game,))
        return dict(rows.fetchall())


def raw_match(journal: Journal, match_id: int) -> RawMatch | None:
    """All rows of a match; None when there is none of that id.

    Times and timers that the card has spoilt come as what is left of them.
    """
    with journal.reading() as db:
        row = db.execute(
            "SELECT game, state, CAST(began AS BLOB), CAST(ended AS BLOB) FROM matches WHERE id = ?",
            (match_id,),
        ).fetchone()
        if row is None:
            return None
        game, state, began, ended = row
        entries = db.execute(
            "SELECT action, CAST(left_ms AS BLOB), CAST(noted AS BLOB), played_ms"
            " FROM entries WHERE match = ? ORDER BY seq",
            (match_id,),
        )
        return RawMatch(
            game,
            state,
            _text(began),
            None if ended is None else _text(ended),
            tuple(
                RawEntry(action, _text(left), _text(noted), played) for action, left, noted, played in entries
            ),
        )


def add(journal: Journal, matches: Sequence[RawMatch]) -> list[int]:
    """Put matches from elsewhere into the journal, all of them or none; their numbers, in their order.

    `matches` are oldest first. They get numbers below all others, so that none of them stands for the match
    that was played here last.
    """
    with translated(), journal.transaction() as db:
        (lowest,) = db.execute("SELECT COALESCE(MIN(id), 1) FROM matches").fetchone()
        numbers = list(range(lowest - len(matches), lowest))
        for match_id, match in zip(numbers, matches, strict=True):
            db.execute(
                "INSERT INTO matches (id, game, state, began, ended) VALUES (?, ?, ?, ?, ?)",
                (match_id, match.game, match.state, match.began, match.ended),
            )
            db.executemany(
                "INSERT INTO entries (match, seq, action, left_ms, noted, played_ms)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (match_id, seq, entry.action, entry.left_ms, entry.noted, entry.played_ms)
                    for seq, entry in enumerate(match.entries, start=1)
                ],
            )
    return numbers


def keep_records(journal: Journal, kind: str, texts: Mapping[int, str]) -> None:
    """Keep what was worked out for these matches; for one that is gone by now nothing is kept."""
    with translated(), journal.transaction() as db:
        db.executemany(
            "INSERT OR REPLACE INTO records (kind, key, text) SELECT ?, ?, ?"
            " WHERE EXISTS (SELECT 1 FROM matches WHERE id = ?)",
            [(kind, str(match_id), text, match_id) for match_id, text in texts.items()],
        )


def erase(journal: Journal, match_id: int) -> None:
    """Erase a match and what is kept beside it; nothing happens where there is none."""
    with _shredding(journal) as db:
        _erase(db, [match_id])


def erase_all(journal: Journal, game: str) -> None:
    """Erase every match of a game, also those that cannot be read."""
    with _shredding(journal) as db:
        _erase(db, [row[0] for row in db.execute("SELECT id FROM matches WHERE game = ?", (game,))])


def rewrite(journal: Journal, states: Mapping[int, str]) -> None:
    """Give matches another first state (a name taken out of it); what was worked out from it goes."""
    with _shredding(journal) as db:
        for match_id, state in states.items():
            db.execute("UPDATE matches SET state = ? WHERE id = ?", (state, match_id))
            _drop_records(db, match_id)


def _erase(db: sqlite3.Connection, match_ids: Iterable[int]) -> None:
    for match_id in match_ids:
        for table in ("entries", "clocks"):
            db.execute(f"DELETE FROM {table} WHERE match = ?", (match_id,))
        db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
        _drop_records(db, match_id)


def _drop_records(db: sqlite3.Connection, match_id: int) -> None:
    for kind in KINDS:
        db.execute("DELETE FROM records WHERE kind = ? AND key = ?", (kind, str(match_id)))


@contextlib.contextmanager
def _shredding(journal: Journal) -> Iterator[sqlite3.Connection]:
    """A transaction after which nothing of what was erased is left, neither in the file nor in its log."""
    with translated():
        with journal.transaction() as db:
            yield db
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _text(spoilt: bytes) -> str:
    return spoilt.decode("utf-8", errors="replace")
