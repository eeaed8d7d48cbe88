"""The journal: every action of every match in SQLite, on the card before anybody sees its effect.

Append only. A match is its first state and the actions after it; an undo is a row of its own. Write-ahead log
and synchronous FULL, so a power cut loses at most the action being written. `left_ms` are the timers: how
many milliseconds each had left; `played_ms` is how long the match had been played, pauses not counted.
Records are ordered by sequence number; wall time is for display only. What was played earlier is looked up,
copied and erased by `app.store.history`.
One thread uses a journal, the one that opened it.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.games.contract import Message, say
from app.store.errors import JournalFailed, JournalInUse
from app.store.lock import FileLock, InUse
from app.store.schema import SCHEMA_VERSION, bring_up

log = logging.getLogger(__name__)

Clocks = dict[str, int]
"""Milliseconds left on each running timer, by the timer's name."""


PLAYED = "played ms"
"""Under this name the play time stands among the clocks noted between two actions; no timer is called so."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One journalled action (JSON), the timers just after it, and the play time (None: not noted then)."""

    action: bytes
    left_ms: Clocks
    played_ms: int | None = None


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it stands in the journal: first state (JSON), the actions that count, the timers.

    `undone` are the actions taken back last, in the order in which they can be done again. `played_ms` is the
    play time up to the last thing noted.
    """

    match_id: int
    game: str
    state: bytes
    entries: tuple[Entry, ...]
    left_ms: Clocks
    began: str
    undone: tuple[Entry, ...] = ()
    played_ms: int = 0


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """What SQLite says of a file becomes `JournalFailed`."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # sqlite3 cannot decode what it says of damaged text
        raise JournalFailed(str(error)) from error


class Journal:
    """An open journal; `path` None keeps it in memory. Raises `JournalFailed` when it cannot be opened."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._lock = _locked(path)
        try:
            with translated():
                self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
                try:
                    self._prepare()
                except BaseException:
                    self._db.close()
                    raise
        except BaseException:
            self._unlock()
            raise

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()

    def _prepare(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if not 0 <= version <= SCHEMA_VERSION:  # asked first: a newer program's file stays as it is
            raise JournalFailed(f"it is of version {version}, and this program writes {SCHEMA_VERSION}")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA foreign_keys=ON")
        self._db.execute("PRAGMA secure_delete=ON")  # always: else a page that is split leaves copies behind
        bring_up(self._db, version)
        if self._db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("quick_check found damage")

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing: what is done on the connection that comes out stays together."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield self._db
            # Inside: where this fails (card full), the next BEGIN must find no rest.
            self._db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, for looking things up."""
        with translated():
            yield self._db

    def begin(self, game: str, state: bytes, now: datetime.datetime) -> int:
        """Open a match with its first state; returns its id."""
        with translated():
            cursor = self._db.execute(
                "INSERT INTO matches (game, state, began) VALUES (?, ?, ?)",
                (game, state.decode(), now.isoformat(timespec="seconds")),
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def append(
        self,
        match_id: int,
        action: bytes | None,
        left_ms: Clocks,
        now: datetime.datetime,
        played_ms: int | None = None,
    ) -> None:
        """Put one action (None: an undo of the last that counts) on the card; returns when it is there."""
        with translated(), self.transaction():
            self._db.execute("DELETE FROM clocks WHERE match = ?", (match_id,))
            self._db.execute(
                "INSERT INTO entries (match, seq, action, left_ms, noted, played_ms) VALUES (?,"
                " (SELECT COALESCE(MAX(seq), 0) + 1 FROM entries WHERE match = ?), ?, ?, ?, ?)",
                (
                    match_id,
                    match_id,
                    None if action is None else action.decode(),
                    json.dumps(left_ms),
                    now.isoformat(timespec="seconds"),
                    played_ms,
                ),
            )

    def keep_clocks(self, match_id: int, left_ms: Clocks, played_ms: int | None = None) -> None:
        """Remember what the timers have left between two actions, and the play time."""
        kept = left_ms if played_ms is None else {**left_ms, PLAYED: played_ms}
        with translated():
            self._db.execute(
                "INSERT INTO clocks (match, left_ms) VALUES (?, ?)"
                " ON CONFLICT (match) DO UPDATE SET left_ms = excluded.left_ms",
                (match_id, json.dumps(kept)),
            )

    def end(self, match_id: int, now: datetime.datetime) -> None:
        """Close a match: it is not offered for resuming any more."""
        with translated():
            self._db.execute(
                "UPDATE matches SET ended = ? WHERE id = ?", (now.isoformat(timespec="seconds"), match_id)
            )

    def reopen(self, match_id: int) -> None:
        """Take the end of a match back (an undo of its last action)."""
        with translated():
            self._db.execute("UPDATE matches SET ended = NULL WHERE id = ?", (match_id,))

    def open_ids(self, game: str) -> list[int]:
        """The numbers of a game's matches that have not ended, newest first."""
        with translated():
            rows = self._db.execute(
                "SELECT id FROM matches WHERE game = ? AND ended IS NULL ORDER BY id DESC", (game,)
            )
            return [match_id for (match_id,) in rows]

    def match(self, match_id: int) -> StoredMatch | None:
        """The match of that id, ended or not; None when there is none."""
        with translated():
            row = self._db.execute(
                "SELECT id, game, state, began FROM matches WHERE id = ?", (match_id,)
            ).fetchone()
            return None if row is None else self._load(*row)

    def _load(self, match_id: int, game: str, state: str, began: str) -> StoredMatch:
        entries: list[Entry] = []
        undone: list[Entry] = []
        last_left: Clocks = {}
        played = 0
        for action, left, played_ms in self._db.execute(
            "SELECT action, left_ms, played_ms FROM entries WHERE match = ? ORDER BY seq", (match_id,)
        ):
            last_left = _clocks(left)
            played = max(played, played_ms or 0)
            if action is None:
                if entries:
                    undone.append(entries.pop())
                continue
            entry = Entry(action.encode(), last_left, played_ms)
            entries.append(entry)
            if undone and undone[-1].action == entry.action:
                undone.pop()
            else:
                undone.clear()
        kept = self._db.execute("SELECT left_ms FROM clocks WHERE match = ?", (match_id,)).fetchone()
        if kept is not None:
            noted = _clocks(kept[0])
            played = max(played, noted.pop(PLAYED, 0))
            last_left |= noted
        again = tuple(reversed(undone))
        return StoredMatch(match_id, game, state.encode(), tuple(entries), last_left, began, again, played)

    # -- what is kept beside the matches --------------------------------------------------------------

    def put_record(self, kind: str, key: str, text: str) -> None:
        """Keep a text under its kind and key, in place of the one before; returns when it is on the card."""
        with translated():
            self._db.execute(
                "INSERT INTO records (kind, key, text) VALUES (?, ?, ?)"
                " ON CONFLICT (kind, key) DO UPDATE SET text = excluded.text",
                (kind, key, text),
            )

    def records(self, kind: str) -> dict[str, str]:
        """{key: text} of everything kept of a kind, by key."""
        with translated():
            rows = self._db.execute("SELECT key, text FROM records WHERE kind = ? ORDER BY key", (kind,))
            return dict(rows.fetchall())

    def drop_record(self, kind: str, key: str) -> None:
        """Keep it no longer; nothing happens where there is none."""
        with translated():
            self._db.execute("DELETE FROM records WHERE kind = ? AND key = ?", (kind, key))

    def put_between(self, wrap: Callable[[sqlite3.Connection], sqlite3.Connection]) -> None:
        """Read and write through what `wrap` makes of the connection: a simulated card."""
        self._db = wrap(self._db)

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._db.close()
        self._unlock()


def open_journal(path: Path, now: datetime.datetime) -> tuple[Journal, Message | None]:
    """Open or make the journal; never fails. Returns it and a notice when something was in the way.

    A damaged file is set aside under its date and a new one begun. Where nothing can be written, the journal
    lives in memory and the notice says so; so it does while another program has the file.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return Journal(path), None
    except JournalInUse as error:
        log.error("%s", error)
        return Journal(None), say("notice.journal_in_use")
    except (OSError, JournalFailed) as error:
        if not _is_damage(error):
            log.exception("journal not usable: %s", path)
            return Journal(None), say("notice.journal_in_memory", reason=str(error))
        log.exception("journal damaged: %s", path)
    try:
        aside = _set_aside(path, now)
        return Journal(path), say("notice.journal_damaged", file=aside.name)
    except (OSError, JournalFailed) as error:
        log.exception("journal not replaceable: %s", path)
        return Journal(None), say("notice.journal_in_memory", reason=str(error))


def _locked(path: Path | None) -> FileLock | None:
    if path is None:
        return None
    try:
        return FileLock(path)
    except InUse as error:
        raise JournalInUse(str(error)) from error
    except OSError as error:
        raise JournalFailed(str(error)) from error


def _clocks(text: str) -> Clocks:
    """Timers as written; none where the card has spoilt them, and then each begins with its full time."""
    try:
        return msgspec.json.decode(text, type=Clocks)
    except msgspec.DecodeError as error:
        log.error("timers unreadable: %s", error)
        return {}


def _is_damage(error: Exception) -> bool:
    cause = error.__cause__
    if isinstance(cause, UnicodeDecodeError):
        return True
    return isinstance(cause, sqlite3.DatabaseError) and not isinstance(cause, sqlite3.OperationalError)


def _set_aside(path: Path, now: datetime.datetime) -> Path:
    stamp = now.strftime("%Y-%m-%d-%H%M%S")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
    path.rename(aside)
    for ending in ("-wal", "-shm"):
        rest = path.with_name(path.name + ending)
        if rest.exists():
            rest.rename(aside.with_name(aside.name + ending))
    return aside
