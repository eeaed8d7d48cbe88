"""Copies are found where people put them, and one comes in whole or not at all, beside the screen."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games.contract import Refused
from app.store import history
from app.store.errors import JournalFailed
from app.store.journal import Journal
from app.table import history_bring, history_files
from app.table.history import GAME
from app.table.history_bring import Bringing, copies_in
from app.table.history_files import Imported, json_match, json_text, load_raw
from app.table.worker import Worker
from tests.table.played import library
from tests.table.test_history import begin_match
from tests.table.waiting import until


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Journal]:
    made = Journal(tmp_path / "other.db")
    yield made
    made.close()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of three whole matches and one just begun."""
    journal = library(tmp_path / "j.db")
    begin_match(journal)
    pieces = [json_match(load_raw(journal, number)) for number in (1, 2, 3, 4)]
    journal.close()
    path = tmp_path / "copy.json"
    path.write_text(json_text([piece for piece in pieces if piece is not None]))
    return path


class Waiting:
    """Somebody who waits for a copy to come in."""

    def __init__(self, journal: Journal, worker: Worker) -> None:
        self.bringing, self._worker = Bringing(journal, worker), worker
        self.done: list[Imported] = []
        self.failed: list[Exception] = []
        self.progress: list[tuple[int, int]] = []

    def begin(self, path: Path) -> None:
        self.bringing.bring(path, self.done.append, self.failed.append, self._changed)

    def bring(self, path: Path) -> None:
        self.begin(path)
        until(self._worker, lambda: bool(self.done or self.failed))

    def _changed(self) -> None:
        self.progress.append(self.bringing.progress)


def test_a_copy_comes_in_and_says_how_far_it_is(
    copy: Path, other: Journal, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_bring, "HELPING", 2)
    waiting = Waiting(other, worker)
    waiting.bring(copy)
    assert (waiting.done, waiting.failed) == ([Imported(4, 0)], [])
    assert waiting.progress == [(0, 4), (2, 4), (4, 4)]
    assert history.count(other, GAME.name) == 4
    again = Waiting(other, worker)
    again.bring(copy)
    assert again.done == [Imported(0, 4)]


def test_a_bad_match_at_the_end_keeps_the_good_ones_out_too(
    copy: Path, other: Journal, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_bring, "HELPING", 2)
    data = json.loads(copy.read_text())
    data["matches"][3]["state"]["starts"]["green"] = "ZZ"
    copy.write_text(json.dumps(data))
    waiting = Waiting(other, worker)
    waiting.bring(copy)
    (error,) = waiting.failed
    assert isinstance(error, Refused)
    assert (error.message.key, error.message.params) == ("history.unplayable", {"number": 4})
    assert (waiting.done, history.count(other, GAME.name)) == ([], 0)


def test_a_file_that_is_gone_or_too_large_is_said(
    copy: Path, other: Journal, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = Waiting(other, worker)
    gone.bring(copy.with_name("gone.json"))
    assert isinstance(gone.failed[0], FileNotFoundError)
    monkeypatch.setattr(history_files, "MOST_BYTES", copy.stat().st_size - 1)
    large = Waiting(other, worker)
    large.bring(copy)
    assert isinstance(large.failed[0], Refused)
    assert large.failed[0].message.key == "history.too_big"


@pytest.mark.parametrize(
    "damage",
    [
        "CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.match < -1"
        " BEGIN SELECT RAISE(ABORT, 'full'); END",
        "ALTER TABLE matches RENAME TO gone",
    ],
)
def test_a_card_that_takes_nothing_is_said_and_no_match_is_in(
    copy: Path, other: Journal, worker: Worker, damage: str
) -> None:
    with other.transaction() as db:
        db.execute(damage)
    waiting = Waiting(other, worker)
    waiting.bring(copy)
    assert isinstance(waiting.failed[0], JournalFailed)
    if "full" in damage:
        assert history.count(other, GAME.name) == 0


def test_who_stops_waiting_gets_nothing_in(copy: Path, other: Journal, worker: Worker) -> None:
    waiting = Waiting(other, worker)
    waiting.begin(copy)
    until(worker, lambda: waiting.progress == [(0, 4)])
    waiting.bringing.stop()
    after: list[bool] = []
    worker.ask("after", lambda: True, after.append, lambda error: None)
    until(worker, lambda: bool(after))
    assert (waiting.done, waiting.failed, history.count(other, GAME.name)) == ([], [], 0)


# -- finding -----------------------------------------------------------------------------------------------


def test_copies_are_found_by_what_they_say_or_are_called_the_newest_first(tmp_path: Path, copy: Path) -> None:
    imports, drive = tmp_path / "imports", tmp_path / "drive"
    imports.mkdir()
    drive.mkdir()
    text = copy.read_bytes()
    for name, data in {
        "mutant-meeples-2030-01-01-120000.json": text,
        "mutant-meeples-2031-01-01-120000.json": b"",
        "Evenings.JSON": b"\xef\xbb\xbf" + text,
        "my-city.json": b'{"name": "Zoe"}',
        "mutant-meeples-2030-01-01-120000.csv": b"match,began,city\r\n",
        ".hidden.json": text,
    }.items():
        (imports / name).write_bytes(data)
    os.mkfifo(imports / "mutant-meeples-pipe.json")
    (imports / "mutant-meeples-folder.json").mkdir()
    (drive / "evenings.json").write_bytes(text[:50])
    found, more = copies_in([imports, tmp_path / "none", drive])
    assert [path.name for path in found] == [
        "mutant-meeples-2031-01-01-120000.json",
        "mutant-meeples-2030-01-01-120000.json",
        "Evenings.JSON",
        "evenings.json",
    ]
    assert more == 0


def test_of_endless_copies_the_first_are_listed(tmp_path: Path) -> None:
    for number in range(53):
        (tmp_path / f"mutant-meeples-{number}.json").touch()
    found, more = copies_in([tmp_path])
    assert (len(found), more) == (50, 3)
