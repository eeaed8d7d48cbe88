"""The past is read beside the screen: in helpings, kept once worked out, not spoilt by one bad match."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games.mutant_meeples.statistics import figures, optima
from app.store import history
from app.store.history import OPTIMUM, SUMMARY
from app.store.journal import Journal
from app.table.errand import HELPING_NS, Errand
from app.table.history import GAME, load, past, record_of
from app.table.history_files import read_in
from app.table.history_reader import HistoryReader
from app.table.worker import Worker
from tests.table.played import library
from tests.table.test_history import begin_match
from tests.table.waiting import DEADLINE_S, until


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Three whole matches and one just begun."""
    made = library(tmp_path / "j.db")
    begin_match(made)
    yield made
    made.close()


@pytest.fixture
def reader(journal: Journal, worker: Worker) -> HistoryReader:
    return HistoryReader(journal, worker)


def read(reader: HistoryReader, worker: Worker) -> None:
    until(worker, lambda: reader.progress is None)


def read_all(reader: HistoryReader, worker: Worker) -> None:
    """Until what was kept has been compared with the matches, too."""
    until(worker, lambda: reader.progress is None and not reader.checking)


# -- errands -----------------------------------------------------------------------------------------------


class Steps:
    """A clock that moves a fixed stretch with every look."""

    def __init__(self, step_ns: int) -> None:
        self._now_ns, self._step_ns = 0, step_ns

    def __call__(self) -> int:
        self._now_ns += self._step_ns
        return self._now_ns


def test_an_errand_fetches_in_helpings_and_takes_everything_in_order(worker: Worker) -> None:
    fetched: list[int] = []
    taken: list[list[tuple[int, int]]] = []
    finished: list[bool] = []

    def fetch(thing: int) -> int | None:
        fetched.append(thing)
        return None if thing == 4 else thing * 10

    errand = Errand(
        worker,
        "test",
        range(7),
        fetch=fetch,
        work=lambda load: load + 1,
        take=taken.append,
        finish=lambda: finished.append(True),
        clock_ns=Steps(HELPING_NS // 3 + 1),
    )
    assert fetched == [0, 1], "a look at the clock takes a third of a helping here"
    assert errand.done == 0
    until(worker, lambda: bool(finished))
    assert [pair for helping in taken for pair in helping] == [(n, n * 10 + 1) for n in (0, 1, 2, 3, 5, 6)]
    assert max(len(helping) for helping in taken) == 2
    assert (errand.done, errand.total, finished) == (7, 7, [True])


def test_an_errand_without_things_is_finished_at_once(worker: Worker) -> None:
    finished: list[bool] = []
    Errand[int, int, int](
        worker, "test", [], fetch=lambda n: n, work=lambda n: n, take=lambda _: None,
        finish=lambda: finished.append(True), clock_ns=Steps(1),
    )  # fmt: skip
    until(worker, lambda: bool(finished))


def test_work_that_fails_costs_the_thing_it_fails_with_and_no_other_of_its_helping(
    worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    taken: list[tuple[int, int]] = []
    finished: list[bool] = []
    Errand(
        worker, "test", [1, 0, 2], fetch=lambda n: n, work=lambda n: 2 // n, take=taken.extend,
        finish=lambda: finished.append(True), clock_ns=Steps(1),
    )  # fmt: skip
    until(worker, lambda: bool(finished))
    assert taken == [(1, 2), (2, 1)]
    assert "nothing came of 0" in caplog.text


def test_the_worker_ends_with_the_thing_it_is_at_when_the_errand_is_stopped(worker: Worker) -> None:
    worked: list[int] = []
    begun, go_on = threading.Event(), threading.Event()

    def work(thing: int) -> int:
        worked.append(thing)
        begun.set()
        assert go_on.wait(DEADLINE_S)
        return thing

    errand = Errand(
        worker, "test", range(5), fetch=lambda n: n, work=work, take=lambda _: None,
        finish=lambda: None, clock_ns=Steps(1),
    )  # fmt: skip
    assert begun.wait(DEADLINE_S)
    errand.stop()
    go_on.set()
    done: list[bool] = []
    worker.ask("after", lambda: True, done.append, lambda error: None)
    until(worker, lambda: bool(done))
    assert worked == [0]


def test_a_stopped_errand_takes_nothing_more(worker: Worker) -> None:
    taken: list[tuple[int, int]] = []
    errand = Errand(
        worker, "test", range(5), fetch=lambda n: n, work=lambda n: n, take=taken.extend,
        finish=lambda: taken.append((99, 99)), clock_ns=Steps(HELPING_NS),
    )  # fmt: skip
    errand.stop()
    done: list[bool] = []
    worker.ask("after", lambda: True, done.append, lambda error: None)
    until(worker, lambda: bool(done))
    assert taken == []


# -- the reader --------------------------------------------------------------------------------------------


def test_the_list_is_there_at_once_and_what_happened_follows(
    reader: HistoryReader, journal: Journal, worker: Worker
) -> None:
    told: list[int] = []
    reader.changed = lambda: told.append(1)
    reader.look()
    assert [one.match_id for one in reader.matches] == [4, 3, 2, 1]
    assert not reader.known(1)
    read(reader, worker)
    assert told
    assert all(reader.known(number) for number in (1, 2, 3, 4))
    facts = {one.listed.match_id: one.facts for one in past(journal)}
    assert {number: reader.facts(number) for number in facts} == facts


def test_what_was_told_once_is_taken_from_its_summary_at_once(
    reader: HistoryReader, journal: Journal, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader.look()
    read(reader, worker)
    assert set(journal.records(SUMMARY)) == {"1", "2", "3", "4"}
    before = {number: reader.summary(number) for number in (1, 2, 3, 4)}
    monkeypatch.setattr("app.table.history.record_of", None)  # whoever plays a match again fails
    again = HistoryReader(journal, worker)
    again.look()
    assert {number: again.summary(number) for number in before} == before
    read_all(again, worker)
    assert {number: again.summary(number) for number in before} == before


@pytest.mark.parametrize("damage", ["'torn'", "CAST(x'ff' AS TEXT)"])
def test_a_match_spoilt_after_its_summary_was_kept_is_found_out_a_little_later(
    reader: HistoryReader, journal: Journal, worker: Worker, damage: str
) -> None:
    reader.look()
    read(reader, worker)
    with journal.transaction() as db:
        db.execute(f"UPDATE entries SET action = {damage} WHERE match = 2 AND seq = 5")
    again = HistoryReader(journal, worker)
    told: list[bool] = []
    again.changed = lambda: told.append(again.known(2) and again.facts(2) is None)
    again.look()
    assert again.facts(2) is not None
    read_all(again, worker)
    assert [again.facts(number) is None for number in (1, 2, 3, 4)] == [False, True, False, False]
    assert told[-1], "whoever looks is told"
    assert set(journal.records(SUMMARY)) == {"1", "3", "4"}


def test_a_file_written_before_the_damage_was_found_leaves_the_match_out_all_the_same(
    reader: HistoryReader, journal: Journal, worker: Worker, tmp_path: Path
) -> None:
    reader.look()
    read(reader, worker)
    with journal.transaction() as db:
        db.execute("UPDATE entries SET action = 'torn' WHERE match = 2 AND seq = 5")
    left: list[list[int]] = []
    for write, name in ((reader.write_csv, "a.csv"), (reader.write_json, "a.json")):
        write(tmp_path / name, lambda error, behind: left.append([one.match_id for one in behind]))
    until(worker, lambda: len(left) == 2)
    assert left == [[2], [2]]
    rows = (tmp_path / "a.csv").read_text("utf-8-sig").splitlines()
    assert {row.split(",")[0] for row in rows[1:]} == {"1", "3", "4"}
    assert reader.facts(2) is None


def test_a_match_that_cannot_be_read_hides_no_other(
    reader: HistoryReader, journal: Journal, worker: Worker
) -> None:
    with journal.transaction() as db:
        db.execute("UPDATE matches SET state = CAST(x'ff' AS TEXT) WHERE id = 2")
        db.execute("UPDATE matches SET state = 'torn' WHERE id = 3")
    reader.look()
    read(reader, worker)
    assert [reader.facts(number) is None for number in (1, 2, 3, 4)] == [False, True, True, False]
    assert all(reader.known(number) for number in (2, 3))
    reader.ask_players()
    until(worker, lambda: reader.players is not None)
    reader.open(3)
    assert reader.record is None


def test_actions_found_torn_only_when_a_match_is_opened_make_it_unreadable(
    reader: HistoryReader, journal: Journal, worker: Worker
) -> None:
    reader.look()
    read(reader, worker)
    with journal.transaction() as db:
        db.execute("UPDATE entries SET action = 'torn' WHERE match = 1 AND seq = 5")
    reader.open(1)
    until(worker, lambda: reader.facts(1) is None)
    assert reader.record is None


def test_text_spoilt_after_the_list_was_read_makes_a_match_unreadable_at_once(
    reader: HistoryReader, journal: Journal, worker: Worker
) -> None:
    reader.look()
    read(reader, worker)
    with journal.transaction() as db:
        db.execute("UPDATE matches SET state = CAST(x'ff' AS TEXT) WHERE id = 2")
    told: list[int] = []
    reader.changed = lambda: told.append(1)
    for gone in (2, 99):
        reader.open(gone)
        assert (reader.opening, reader.record, reader.facts(gone)) == (False, None, None)
    assert len(told) == 2


def test_a_journal_that_cannot_be_read_is_an_empty_list_and_said(
    reader: HistoryReader, journal: Journal, worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    with journal.transaction() as db:
        db.execute("ALTER TABLE matches RENAME TO gone")
    reader.look()
    read(reader, worker)
    assert (reader.matches, reader.unusable) == ([], True)
    assert "past matches" in caplog.text


def test_where_nothing_can_be_kept_everything_is_known_all_the_same(
    reader: HistoryReader, journal: Journal, worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    with journal.transaction() as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'card full'); END")
    reader.look()
    read(reader, worker)
    assert all(reader.facts(number) is not None for number in (1, 2, 3, 4))
    assert journal.records(SUMMARY) == {}
    assert "card full" in caplog.text


def test_figures_are_those_of_all_matches_and_their_optima_are_kept(
    reader: HistoryReader, journal: Journal, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader.look()
    reader.ask_players()
    assert reader.progress is not None
    read(reader, worker)
    for _ in range(2):
        reader.ask_players()  # as every new view does
    until(worker, lambda: reader.players is not None)
    pairs = []
    for number in (1, 2, 3, 4):
        stored = load(journal, number)
        assert stored is not None
        record = record_of(stored)
        pairs.append((record.facts, optima(record.rounds)))
    assert reader.players == figures(pairs)
    assert set(journal.records(OPTIMUM)) == {"1", "2", "3", "4"}
    monkeypatch.setattr("app.table.history_reader.optima", None)  # whoever asks the solver again fails
    again = HistoryReader(journal, worker)
    again.look()
    read(again, worker)
    again.ask_players()
    until(worker, lambda: again.players is not None)
    assert again.players == reader.players


def test_an_opened_match_and_the_best_of_its_rounds_follow(reader: HistoryReader, worker: Worker) -> None:
    reader.look()
    read(reader, worker)
    reader.open(1)
    until(worker, lambda: reader.record is not None)
    assert reader.record is not None
    assert reader.record.facts == reader.facts(1)
    for record in reader.record.rounds[:2]:
        reader.ask_best(record)
        reader.ask_best(record)
        until(worker, lambda: reader.best is not None)
        assert reader.best is not None
        assert not reader.best_failed
        shown = [len(moves) for seat, moves in record.shown.items() if record.facts.solver == seat]
        assert all(len(reader.best.moves) <= moves for moves in shown)


def test_erasing_shows_at_once(reader: HistoryReader, journal: Journal, worker: Worker) -> None:
    reader.look()
    read(reader, worker)
    reader.erase(2)
    assert [one.match_id for one in reader.matches] == [4, 3, 1]
    reader.forget("Cleo")
    read(reader, worker)
    names = {seat.name for one in past(journal) if one.facts for seat in one.facts.seats}
    assert "Cleo" not in names
    reader.erase_all()
    read(reader, worker)
    assert reader.matches == []
    assert history.count(journal, GAME.name) == 0


def test_a_copy_that_is_being_collected_is_written_though_nobody_looks_any_more(
    journal: Journal, worker: Worker, tmp_path: Path
) -> None:
    reader = HistoryReader(journal, worker, clock_ns=Steps(HELPING_NS // 2 + 1))
    reader.look()
    read(reader, worker)
    said: list[Exception | None] = []
    reader.write_json(tmp_path / "copy.json", lambda error, _: said.append(error))
    assert reader.progress == (0, 4)
    reader.stop()
    reader.look()
    until(worker, lambda: bool(said))
    other = Journal(None)
    assert read_in(other, (tmp_path / "copy.json").read_bytes()).added == 4
    other.close()


def test_two_files_are_written_one_after_the_other(
    reader: HistoryReader, worker: Worker, tmp_path: Path
) -> None:
    said: list[Exception | None] = []
    reader.write_csv(tmp_path / "a.csv", lambda error, _: said.append(error))
    reader.write_csv(tmp_path / "b.csv", lambda error, _: said.append(error))
    until(worker, lambda: len(said) == 2)
    assert sorted(path.name for path in tmp_path.glob("*.csv")) == ["a.csv", "b.csv"]


def test_files_are_written_by_the_worker(
    reader: HistoryReader, journal: Journal, worker: Worker, tmp_path: Path
) -> None:
    with journal.transaction() as db:
        db.execute("UPDATE matches SET state = 'torn' WHERE id = 3")
    reader.look()
    read(reader, worker)
    said: list[Exception | None] = []
    reader.write_json(tmp_path / "exports" / "copy.json", lambda error, _: said.append(error))
    until(worker, lambda: len(said) == 1)
    reader.write_csv(tmp_path / "exports" / "table.csv", lambda error, _: said.append(error))
    until(worker, lambda: len(said) == 2)
    reader.write_csv(tmp_path / "j.db" / "table.csv", lambda error, _: said.append(error))
    until(worker, lambda: len(said) == 3)
    assert said[:2] == [None, None]
    assert isinstance(said[2], OSError)
    other = Journal(None)
    done = read_in(other, (tmp_path / "exports" / "copy.json").read_bytes())
    assert (done.added, done.known) == (3, 0)
    assert (tmp_path / "exports" / "table.csv").read_text("utf-8-sig").startswith("match,began")
    other.close()


def test_a_reader_that_was_stopped_says_nothing_more(reader: HistoryReader, worker: Worker) -> None:
    reader.look()
    reader.stop()
    told: list[int] = []
    reader.changed = lambda: told.append(1)
    done: list[bool] = []
    worker.ask("after", lambda: True, done.append, lambda error: None)
    until(worker, lambda: bool(done))
    assert told == []
    assert reader.progress is None
