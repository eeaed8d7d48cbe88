"""Bringing in copies of past matches without a window: what the sheet says at every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.store import history
from app.store.journal import Journal
from app.table.boards import Places
from app.table.history import GAME
from app.table.history_reader import HistoryReader
from app.table.worker import Worker
from app.ui.presenters.history import HistoryPresenter
from app.ui.presenters.history_bring import HistoryBringIn
from app.ui.presenters.history_views import ListPage
from tests.table.conftest import WALL
from tests.table.played import library
from tests.table.waiting import until


@dataclass
class Device:
    """A device without matches, with a drive plugged in; `copy` is a copy of three matches."""

    folder: Path
    journal: Journal
    worker: Worker
    presenter: HistoryPresenter
    copy: bytes
    told: list[int]

    def put(self, name: str, data: bytes, where: str = "state/imports") -> None:
        (self.folder / where).mkdir(parents=True, exist_ok=True)
        (self.folder / where / name).write_bytes(data)

    def open(self) -> HistoryBringIn:
        bring = self.presenter.bring_in()
        until(self.worker, lambda: not bring.view().hint.text.startswith("Looking"))
        return bring

    def bring(self, bring: HistoryBringIn, number: int = 0) -> str:
        """Bring it in, and what is said in the end."""
        bring.bring(number)
        assert not any(row.ready for row in bring.view().found), "one at a time"
        until(self.worker, lambda: bring.view().found[number].line == bring.view().hint)
        return bring.view().hint.text


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    worker = Worker()
    played = library(tmp_path / "j.db")
    reader = HistoryReader(played, worker)
    reader.look()
    until(worker, lambda: reader.progress is None)
    written: list[object] = []
    reader.write_json(tmp_path / "copy", lambda error, left: written.append(error))
    until(worker, lambda: written == [None])
    played.close()
    state = tmp_path / "state"
    state.mkdir()
    journal = Journal(state / "journal.db")
    drive = tmp_path / "media" / "stick"
    places = Places(state, tmp_path / "media", lambda path: path == drive)
    presenter = HistoryPresenter(HistoryReader(journal, worker), state / "exports", lambda: WALL, places)
    told: list[int] = []
    presenter.listen(lambda: told.append(1))
    presenter.enter()
    yield Device(tmp_path, journal, worker, presenter, (tmp_path / "copy").read_bytes(), told)
    worker.close()
    journal.close()


def test_a_device_without_matches_can_bring_some_in(device: Device) -> None:
    until(device.worker, lambda: bool(device.told))
    page = device.presenter.view().page
    assert isinstance(page, ListPage)
    assert (page.can_export, page.can_bring_in) == (False, True)


def test_without_copies_the_sheet_says_where_to_put_them(device: Device) -> None:
    bring = device.presenter.bring_in()
    assert bring.view().hint.text == "Looking for copies ..."
    bring = device.open()
    assert bring.view().found == ()
    assert "imports" in bring.view().hint.text
    assert "meeple-marshal on a drive" in bring.view().hint.text


def test_copies_lie_in_three_folders_and_say_in_which(device: Device) -> None:
    device.put("a.json", device.copy)
    device.put("b.json", device.copy, "state/exports")
    device.put("c.json", device.copy, "media/stick/meeple-marshal")
    rows = device.open().view().found
    assert [(row.name, row.ready) for row in rows] == [("a.json", True), ("c.json", True), ("b.json", True)]
    assert ["imports" in rows[0].line.text, "meeple-marshal" in rows[1].line.text] == [True, True]
    assert "exports" in rows[2].line.text


def test_a_copy_that_came_in_is_counted_and_listed_at_once(device: Device) -> None:
    device.put("a.json", device.copy)
    device.put("b.json", device.copy)
    bring = device.open()
    assert bring.view().hint.text.startswith("Which copy")
    assert device.bring(bring) == "3 matches came in and stand at the end of the list."
    assert device.presenter.total == 3
    assert [row.ready for row in bring.view().found] == [False, True]
    assert device.bring(bring, 1) == "Nothing new: all of its matches are here already."
    bring.bring(0)
    assert bring.view().hint.text.startswith("Nothing new"), "it has been brought in"
    history.erase(device.journal, 0)
    assert device.bring(device.open()) == (
        "1 match came in and stands at the end of the list. Already here: 2."
    )


def test_while_a_copy_is_checked_the_sheet_says_how_far(device: Device) -> None:
    device.put("a.json", device.copy)
    bring = device.open()
    said = []
    device.presenter.listen(lambda: said.append(bring.view().hint.text))
    bring.bring(0)
    assert bring.view().hint.text == "Reading the copy ..."
    until(device.worker, lambda: device.presenter.total == 3)
    assert said[0] == "Checking the matches: 0 of 3"


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda copy: copy[: len(copy) // 2], "end of the copy is missing"),
        (lambda copy: copy.replace(b'"version":1,"matches"', b'"version":2,"matches"'), "version 2"),
        (lambda copy: copy.replace(b'"began":"20', b'"began":"zz'), "match 1 in the copy is damaged"),
        (lambda copy: b"", "no copy of past matches"),
    ],
)  # fmt: skip
def test_a_copy_that_cannot_come_in_is_one_sentence_and_changes_nothing(
    device: Device, damage: Callable[[bytes], bytes], said: str
) -> None:
    device.put("mutant-meeples-2030.json", damage(device.copy))
    bring = device.open()
    text = device.bring(bring)
    assert said in text.lower()
    assert (text.count("othing was read in"), text[-1]) == (1, ".")
    assert bring.view().hint.alarm
    assert history.count(device.journal, GAME.name) == 0


def test_a_file_that_cannot_be_read_or_a_card_that_takes_nothing_is_said(device: Device) -> None:
    device.put("a.json", device.copy)
    device.put("b.json", device.copy)
    bring = device.open()
    (device.folder / "state/imports/a.json").unlink()
    assert device.bring(bring, 1) == "The file cannot be read: No such file or directory. Nothing came in."
    with device.journal.transaction() as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON matches BEGIN SELECT RAISE(ABORT, 'card full'); END")
    assert device.bring(bring, 0) == "This device does not take it: card full. Nothing came in."
    assert device.presenter.total == 0


def test_too_many_copies_are_said(device: Device) -> None:
    for number in range(52):
        device.put(f"mutant-meeples-{number}.json", b"")
    view = device.open().view()
    assert (len(view.found), view.hint.text) == (50, "2 more copies are not shown: take some away first.")


def test_a_copy_stays_out_when_the_sheet_is_closed_before(device: Device) -> None:
    device.put("a.json", device.copy)
    bring = device.open()
    bring.bring(0)
    bring.leave()
    after: list[bool] = []
    device.worker.ask("after", lambda: True, after.append, lambda error: None)
    until(device.worker, lambda: bool(after))
    assert history.count(device.journal, GAME.name) == 0
