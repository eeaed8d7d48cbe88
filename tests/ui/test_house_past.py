"""The whole app and what was played before: summaries read, and a match that waits offered, in the room."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from app.games.mutant_meeples.state import PlayerSetup, Setup
from app.store.history import SUMMARY
from app.table.wiring import set_up
from app.ui.words import word
from hardware.pins import PinBackend
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


def test_the_room_offers_the_match_that_waits_and_leads_to_it(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    table = set_up(state_dir=tmp_path, backend=PinBackend.SIMULATED)
    table.session.start(Setup((PlayerSetup("Anna"), PlayerSetup("Ben"))))
    table.close()
    window = open_window("house")
    window.touch(word("game.mutant-meeples"))
    window.see_kind("RoomScreen")
    window.touch(word("home.resume"))
    window.see_kind("MatchScreen")
