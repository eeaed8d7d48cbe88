"""Which match the home screen offers to go on with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.store import history
from app.store.journal import Journal, StoredMatch
from app.table.history_files import json_match, json_text, read_in
from app.table.wiring import Table, set_up
from hardware.pins import PinBackend
from tests.table.conftest import WALL
from tests.table.test_history import begin_match, spoil


class Counting(Journal):
    """A journal in memory that counts the matches it loads."""

    def __init__(self) -> None:
        super().__init__(None)
        self.loaded: list[int] = []

    def match(self, match_id: int) -> StoredMatch | None:
        self.loaded.append(match_id)
        return super().match(match_id)


@pytest.fixture
def journal() -> Counting:
    return Counting()


@pytest.fixture
def table(journal: Counting, tmp_path: Path) -> Iterator[Table]:
    made = set_up(
        state_dir=tmp_path,
        wall=lambda: WALL,
        rng=random.Random(3),
        backend=PinBackend.SIMULATED,
        journal=journal,
    )
    yield made
    made.close()


def kept_id(table: Table) -> int | None:
    match = table.kept().match
    return None if match is None else match.match_id


def test_only_the_match_that_is_offered_is_loaded(table: Table, journal: Counting) -> None:
    for _ in range(3):
        begin_match(journal)
    assert kept_id(table) == 3
    assert journal.loaded == [3]


def test_a_match_with_spoilt_text_does_not_hide_an_older_one(table: Table, journal: Counting) -> None:
    for _ in range(2):
        begin_match(journal)
    spoil(journal, "UPDATE matches SET state = CAST(x'ff' AS TEXT) WHERE id = 2")
    assert kept_id(table) == 1
    assert table.kept().unreadable == 1


def test_a_match_that_was_brought_in_is_offered_only_when_none_of_ones_own_is_open(
    table: Table, journal: Counting
) -> None:
    own = begin_match(journal)
    other = Journal(None)
    raw = history.raw_match(other, begin_match(other, "Guest", "Host"))
    other.close()
    assert raw is not None
    copy = json_match(replace(raw, began="2031-01-01T12:00:00+00:00"))
    assert copy is not None
    assert read_in(journal, json_text([copy]).encode()).added == 1
    assert kept_id(table) == own
    journal.end(own, WALL)
    match = table.kept().match
    assert match is not None
    assert b"Guest" in match.state


def test_another_game_is_not_offered(table: Table, journal: Counting) -> None:
    journal.begin("another-game", b"{}", WALL)
    assert kept_id(table) is None
