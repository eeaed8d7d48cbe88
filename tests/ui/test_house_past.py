"""The whole app: what advice about even chances needs is read as soon as somebody enters the room."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from app.store.history import SUMMARY
from app.ui.words import word
from tests.table.played import library
from tests.ui.conftest import OpenWindow

pytestmark = pytest.mark.ui


def kept(path: Path) -> int:
    """How many matches have a summary in the file."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        (count,) = db.execute("SELECT COUNT(*) FROM records WHERE kind = ?", (SUMMARY,)).fetchone()
        return int(count)


def test_in_the_room_every_match_that_was_not_read_yet_is_read(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    library(path).close()
    assert kept(path) == 0
    window = open_window("house")
    window.touch(word("game.mutant-meeples"))
    window.until(lambda: kept(path) == 3, "summaries of all matches")
