"""Files of every earlier version are brought up with all they hold; records are kept beside matches."""

from __future__ import annotations

import datetime
import sqlite3
from pathlib import Path

import pytest

from app.store.errors import JournalFailed
from app.store.journal import Journal
from app.store.schema import MIGRATIONS, SCHEMA_VERSION
from tests.store.newest import newest_open

NOW = datetime.datetime(2030, 5, 6, 7, 8, 9, tzinfo=datetime.UTC)


def old_file(path: Path, version: int) -> None:
    """A journal as a program of that version left it, with a match of two actions in it."""
    with sqlite3.connect(path, isolation_level=None) as db:
        for migration in MIGRATIONS[:version]:
            db.executescript(migration)
        db.execute("INSERT INTO matches (game, state, began) VALUES ('mutant-meeples', '{}', '2029-01-01')")
        for seq, action in enumerate(('{"n":1}', '{"n":2}'), start=1):
            db.execute(
                "INSERT INTO entries (match, seq, action, left_ms, noted) VALUES (1, ?, ?, '{}', '')",
                (seq, action),
            )
        db.execute(f"PRAGMA user_version={version}")
    db.close()


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION + 1))
def test_a_file_of_an_earlier_version_is_brought_up_with_its_matches(tmp_path: Path, version: int) -> None:
    old_file(tmp_path / "j.db", version)
    for _ in range(2):  # the second time there is nothing left to do
        journal = Journal(tmp_path / "j.db")
        stored = newest_open(journal)
        assert stored is not None
        assert [entry.action for entry in stored.entries] == [b'{"n":1}', b'{"n":2}']
        journal.close()


def test_the_number_of_the_version_stands_in_the_file(tmp_path: Path) -> None:
    old_file(tmp_path / "j.db", 1)
    Journal(tmp_path / "j.db").close()
    db = sqlite3.connect(tmp_path / "j.db")
    assert db.execute("PRAGMA user_version").fetchone()[0] == SCHEMA_VERSION
    db.close()


@pytest.mark.parametrize("version", [-1, SCHEMA_VERSION + 1])
def test_a_file_of_an_unknown_version_is_left_as_it_is(tmp_path: Path, version: int) -> None:
    old_file(tmp_path / "j.db", 1)
    db = sqlite3.connect(tmp_path / "j.db", isolation_level=None)
    db.execute(f"PRAGMA user_version={version}")
    db.close()
    before = (tmp_path / "j.db").read_bytes()
    with pytest.raises(JournalFailed, match="version"):
        Journal(tmp_path / "j.db")
    assert (tmp_path / "j.db").read_bytes() == before


def test_records_are_kept_replaced_and_dropped_by_kind_and_key(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.db")
    journal.put_record("board", "b", "old")
    journal.put_record("board", "b", "new")
    journal.put_record("board", "a", "first")
    journal.put_record("puzzle", "a", "other kind")
    journal.drop_record("puzzle", "nothing of that name")
    journal.close()
    again = Journal(tmp_path / "j.db")
    assert list(again.records("board").items()) == [("a", "first"), ("b", "new")]
    again.drop_record("board", "b")
    assert again.records("board") == {"a": "first"}
    assert again.records("puzzle") == {"a": "other kind"}
    again.close()
