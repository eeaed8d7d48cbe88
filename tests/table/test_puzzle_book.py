"""The book of puzzles: what counts for the streak, what a clock may do to it, and what a power cut leaves."""

from __future__ import annotations

import datetime
import queue
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.board import Board, BoardFile, shipped_board
from app.games.mutant_meeples.hardness import Level
from app.games.mutant_meeples.puzzles import Cancelled, Puzzle, Watch, endless
from app.games.mutant_meeples.solver import Cancel
from app.store.errors import JournalFailed
from app.store.journal import Journal
from app.table.puzzle_book import ENDLESS, KIND, Begun, PuzzleBook, Result, Streak
from app.table.puzzle_maker import PuzzleMaker
from app.table.worker import Worker

MONDAY = datetime.date(2026, 11, 30)
CITY, OTHER = "meeptropolis", "meepville"
GOOD = Result(3, 4)
WAIT_S = 20.0
"""Deadline for a thread; nothing waits for it to pass."""


class Shelf:
    """A book in a journal file under a calendar that can be turned."""

    def __init__(self, path: Path) -> None:
        self.path, self.date = path, MONDAY
        self.journal = Journal(path)
        self.book = PuzzleBook(self.journal, lambda: self.date)

    def turn(self, days: int) -> None:
        self.date += datetime.timedelta(days)

    def solve(self, result: Result = GOOD, city: str = CITY) -> bool:
        return self.book.note(self.date, city, result)

    def restart(self) -> None:
        self.journal.close()
        self.journal = Journal(self.path)
        self.book = PuzzleBook(self.journal, lambda: self.date)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path / "journal.db")
    yield made
    made.journal.close()


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return endless(shipped_board(CITY), Level.EASY, random.Random(3))


# -- the streak ----------------------------------------------------------------------------------


def test_nothing_solved_is_no_streak(shelf: Shelf) -> None:
    assert shelf.book.streak() == Streak(0, 0)


def test_every_day_in_a_row_adds_one_over_restarts(shelf: Shelf) -> None:
    for day in range(1, 4):
        assert shelf.solve()
        shelf.restart()
        assert shelf.book.streak() == Streak(day, day)
        shelf.turn(1)


def test_a_day_that_is_not_over_breaks_nothing(shelf: Shelf) -> None:
    shelf.solve()
    shelf.turn(1)
    assert shelf.book.streak() == Streak(1, 1)


def test_a_day_left_out_begins_anew_and_the_best_stays(shelf: Shelf) -> None:
    for _ in range(3):
        shelf.solve()
        shelf.turn(1)
    shelf.turn(1)
    assert shelf.book.streak() == Streak(0, 3)
    shelf.solve()
    assert shelf.book.streak() == Streak(1, 3)


def test_one_city_is_enough_and_two_count_once(shelf: Shelf) -> None:
    shelf.solve(city=OTHER)
    shelf.turn(1)
    shelf.solve(city=CITY)
    shelf.solve(city=OTHER)
    assert shelf.book.streak() == Streak(2, 2)


def test_yesterdays_puzzle_solved_late_does_not_count(shelf: Shelf) -> None:
    shelf.turn(1)
    assert not shelf.book.note(MONDAY, CITY, GOOD)
    assert shelf.book.result(MONDAY, CITY) is None
    assert shelf.book.streak() == Streak(0, 0)


def test_a_clock_that_goes_back_destroys_neither_streak_nor_results(shelf: Shelf) -> None:
    for _ in range(3):
        shelf.solve()
        shelf.turn(1)
    shelf.turn(-2)
    assert shelf.book.streak() == Streak(2, 3)
    assert shelf.solve(Result(1, 9))
    assert shelf.book.result(shelf.date, CITY) == GOOD
    shelf.turn(1)
    assert shelf.book.streak() == Streak(3, 3)


@pytest.mark.parametrize("date", [datetime.date.min, datetime.date(1970, 1, 1), datetime.date.max])
def test_a_clock_years_off_breaks_nothing(shelf: Shelf, date: datetime.date) -> None:
    for _ in range(2):
        shelf.solve()
        shelf.turn(1)
    right, shelf.date = shelf.date, date
    assert shelf.book.streak() == Streak(0, 2)
    assert shelf.solve()
    assert shelf.book.streak() == Streak(1, 2)
    shelf.date = right
    shelf.restart()
    assert shelf.book.streak() == Streak(2, 2)


# -- the results ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        (Result(1, 7), Result(3, 4), Result(3, 4)),
        (Result(3, 4), Result(1, 4), Result(3, 4)),
        (Result(1, 9), Result(1, 7), Result(1, 7)),
        (Result(2, 4), Result(2, 5), Result(2, 4)),
    ],
)
def test_a_result_gets_better_never_worse(shelf: Shelf, first: Result, second: Result, kept: Result) -> None:
    assert shelf.solve(first)
    assert shelf.solve(second)
    shelf.restart()
    assert shelf.book.result(MONDAY, CITY) == kept
    assert shelf.book.result(MONDAY, OTHER) is None


# -- attempts ------------------------------------------------------------------------------------


def test_attempts_survive_a_power_cut(shelf: Shelf, puzzle: Puzzle) -> None:
    own = Board(BoardFile("Own", 9, 9))
    of_day = Begun(puzzle, MONDAY.isoformat(), (("green", "KC"), ("red", "AB")), 2, False)
    of_own = Begun(endless(own, Level.EASY, random.Random(1)), None, (), 0, True, True)
    shelf.book.keep(CITY, of_day)
    shelf.book.keep(ENDLESS, of_own)
    shelf.restart()
    assert shelf.book.begun(CITY) == of_day
    assert shelf.book.begun(OTHER) is None
    assert shelf.book.begun(ENDLESS) == of_own


def test_the_last_thing_kept_counts(shelf: Shelf, puzzle: Puzzle) -> None:
    begun = Begun(puzzle, MONDAY.isoformat())
    shelf.book.keep(CITY, begun)
    shelf.book.keep(CITY, replace(begun, hints=3))
    shelf.restart()
    assert shelf.book.begun(CITY) == replace(begun, hints=3)


def test_the_attempt_of_another_day_is_over_but_the_endless_one_is_not(shelf: Shelf, puzzle: Puzzle) -> None:
    shelf.book.keep(CITY, Begun(puzzle, MONDAY.isoformat()))
    shelf.book.keep(ENDLESS, Begun(puzzle))
    shelf.turn(1)
    assert shelf.book.begun(CITY) is None
    assert shelf.book.begun(ENDLESS) is not None


def test_what_cannot_be_read_is_passed_over_and_stays(
    shelf: Shelf, puzzle: Puzzle, caplog: pytest.LogCaptureFixture
) -> None:
    shelf.solve()
    shelf.book.keep(ENDLESS, Begun(puzzle))
    broken = {
        "day no-date meepville": '{"stars":1,"moves":2}',
        f"day {MONDAY} meepville": '{"stars":7,"moves":2}',
        "open meepville": '{"puzzle":',
        "something else": "",
    }
    for key, text in broken.items():
        shelf.journal.put_record(KIND, key, text)
    shelf.restart()
    assert shelf.book.result(MONDAY, CITY) == GOOD
    assert shelf.book.result(MONDAY, OTHER) is None
    assert shelf.book.begun(OTHER) is None
    assert shelf.book.begun(ENDLESS) is not None
    assert caplog.text.count("unreadable") == 3
    assert broken.items() <= shelf.journal.records(KIND).items()


def test_a_journal_that_fails_is_said_once_and_stops_nobody(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(kind: str, key: str, text: str) -> None:
        raise JournalFailed("the card is full")

    monkeypatch.setattr(shelf.journal, "put_record", full)
    assert shelf.solve()
    assert shelf.book.streak() == Streak(1, 1)
    notice = shelf.book.take_notice()
    assert notice is not None
    assert notice.params["reason"] == "the card is full"
    assert shelf.book.take_notice() is None


def test_a_journal_that_cannot_be_read_leaves_an_empty_book(shelf: Shelf) -> None:
    shelf.solve()
    shelf.journal.close()
    book = PuzzleBook(shelf.journal, lambda: MONDAY)
    assert book.streak() == Streak(0, 0)
    assert book.take_notice() is not None


# -- making them ---------------------------------------------------------------------------------


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


class Heard:
    """Answers as they come out of the worker."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self.puzzles: list[Puzzle] = []
        self.errors: list[Exception] = []

    def wait(self) -> None:
        """Poll until the worker has done everything asked so far."""
        done: queue.Queue[None] = queue.Queue()
        self._worker.ask("last", lambda: done.put(None), lambda _: None, self.errors.append)
        done.get(timeout=WAIT_S)
        self._worker.poll()


def test_a_puzzle_is_made_in_the_background(worker: Worker) -> None:
    maker, heard = PuzzleMaker(worker), Heard(worker)
    city = shipped_board(CITY)
    maker.make(
        lambda cancel, watch: endless(city, Level.FAIR, random.Random(2), cancel=cancel, watch=watch),
        heard.puzzles.append,
        heard.errors.append,
    )
    heard.wait()
    assert [found.hardness.level for found in heard.puzzles] == [Level.FAIR]
    assert heard.errors == []
    assert maker.tries >= 1


@pytest.mark.parametrize("anew", [False, True])
def test_a_search_that_is_stopped_ends_and_is_never_heard_of(
    worker: Worker, puzzle: Puzzle, anew: bool
) -> None:
    """The search runs until it is cancelled: were it not, the next question would never be answered."""
    maker, heard = PuzzleMaker(worker), Heard(worker)
    running, ended = threading.Event(), threading.Event()

    def search(cancel: Cancel, watch: Watch) -> Puzzle:
        running.set()
        number = 0
        while not cancel.flag[0]:
            number += 1
            watch(number)
        ended.set()
        raise Cancelled

    maker.make(search, heard.puzzles.append, heard.errors.append)
    assert running.wait(WAIT_S)
    if anew:
        maker.make(lambda cancel, watch: puzzle, heard.puzzles.append, heard.errors.append)
    else:
        maker.stop()
    assert ended.wait(WAIT_S)
    heard.wait()
    assert heard.puzzles == ([puzzle] if anew else [])
    assert heard.errors == []
    assert maker.tries == 0
