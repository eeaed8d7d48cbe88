"""The journal: damage is set aside by date, foreign versions are left alone, and order is kept."""

from __future__ import annotations

import datetime
import sqlite3
from pathlib import Path

import pytest

from app.store.errors import JournalFailed
from app.store.journal import Journal, open_journal
from tests.store.newest import newest_open

NOW = datetime.datetime(2030, 5, 6, 7, 8, 9, tzinfo=datetime.UTC)


def filled(path: Path) -> Journal:
    journal = Journal(path)
    match = journal.begin("mutant-meeples", b'{"first":1}', NOW)
    for number in range(40):
        journal.append(match, b'{"n":%d}' % number, {"sand": 1000 - number}, NOW)
    return journal


def test_what_went_in_comes_out_in_order(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db")
    stored = newest_open(journal)
    assert stored is not None
    assert stored.state == b'{"first":1}'
    assert [entry.action for entry in stored.entries] == [b'{"n":%d}' % n for n in range(40)]
    assert stored.left_ms == {"sand": 961}
    journal.close()


def test_an_undo_takes_the_last_entry_that_counts(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db")
    match = newest_open(journal)
    assert match is not None
    for _ in range(39):
        journal.append(match.match_id, None, {}, NOW)
    stored = newest_open(journal)
    assert stored is not None
    assert [entry.action for entry in stored.entries] == [b'{"n":0}']
    journal.close()


def test_clocks_kept_between_actions_win_over_older_ones(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db")
    match = newest_open(journal)
    assert match is not None
    journal.keep_clocks(match.match_id, {"sand": 500})
    stored = newest_open(journal)
    assert stored is not None
    assert stored.left_ms == {"sand": 500}
    journal.append(match.match_id, b"{}", {"sand": 900}, NOW)
    stored = newest_open(journal)
    assert stored is not None
    assert stored.left_ms == {"sand": 900}
    journal.close()


def test_the_card_is_told_to_keep_every_write(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.db")
    assert journal._db.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
    assert journal._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    journal.close()


@pytest.mark.parametrize("damage", ["garbage", "torn page", "empty header"])
def test_a_damaged_journal_is_set_aside_under_its_date(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "j.db"
    filled(path).close()
    data = bytearray(path.read_bytes())
    if damage == "garbage":
        data = bytearray(b"not a database at all " * 200)
    elif damage == "torn page":
        data[4096:8192] = b"\xa5" * 4096
    else:
        data[:100] = bytes(100)
    path.write_bytes(data)
    journal, notice = open_journal(path, NOW)
    assert notice is not None
    assert notice.key == "notice.journal_damaged"
    aside = tmp_path / "j-damaged-2030-05-06-070809.db"
    assert aside.read_bytes() == bytes(data)
    assert newest_open(journal) is None
    assert journal.begin("mutant-meeples", b"{}", NOW) == 1
    journal.close()


def test_two_damaged_journals_in_one_second_are_both_kept(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    for _ in range(2):
        path.write_bytes(b"junk" * 500)
        journal, _notice = open_journal(path, NOW)
        journal.close()
    assert len(list(tmp_path.glob("j-damaged-*.db"))) == 2


def test_a_folder_that_cannot_be_written_means_memory_and_a_notice(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    journal, notice = open_journal(blocker / "j.db", NOW)
    assert notice is not None
    assert notice.key == "notice.journal_in_memory"
    assert journal.begin("mutant-meeples", b"{}", NOW) == 1
    journal.close()


def test_a_journal_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version=99")
    other.close()
    before = path.read_bytes()
    journal, notice = open_journal(path, NOW)
    assert notice is not None
    assert notice.key == "notice.journal_in_memory"
    journal.close()
    assert path.read_bytes() == before
    with pytest.raises(JournalFailed):
        Journal(path)


def test_closing_twice_is_harmless(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.db")
    journal.close()
    journal.close()
