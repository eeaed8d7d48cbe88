"""The tables of the journal, and how a file written by an earlier program is brought up to them.

`MIGRATIONS[n]` takes a file from version n to n + 1, in one transaction with the new number: a power
cut leaves the old file or the new one. Version 0 is an empty file.
"""

from __future__ import annotations

import sqlite3

MIGRATIONS = (
    """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    state TEXT NOT NULL,
    began TEXT NOT NULL,
    ended TEXT
) STRICT;
CREATE TABLE entries (
    match INTEGER NOT NULL REFERENCES matches(id),
    seq INTEGER NOT NULL,
    action TEXT,
    left_ms TEXT NOT NULL,
    noted TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT;
CREATE TABLE clocks (
    match INTEGER PRIMARY KEY REFERENCES matches(id),
    left_ms TEXT NOT NULL
) STRICT;
""",
    """
ALTER TABLE entries ADD COLUMN played_ms INTEGER;
CREATE TABLE records (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT;
""",
)
"""`entries.action` is NULL for an undo. `entries.played_ms` is the time played in the match at that action,
pauses not counted; NULL where an earlier program wrote it. `records` are things kept beside the matches
(boards made here, settings, puzzles): a kind, a key, and text of that kind."""

SCHEMA_VERSION = len(MIGRATIONS)


def bring_up(db: sqlite3.Connection, version: int) -> None:
    """Take a database from its version to the newest, one step at a time. Raises sqlite3.Error."""
    for number in range(version, SCHEMA_VERSION):
        db.executescript(f"BEGIN IMMEDIATE; {MIGRATIONS[number]} PRAGMA user_version={number + 1}; COMMIT;")
