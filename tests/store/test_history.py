"""Past matches in the file: listed newest first, copied row by row, erased without a trace."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from app.store import history
from app.store.errors import JournalFailed
from app.store.history import OPTIMUM, SUMMARY, RawEntry, RawMatch
from app.store.journal import Journal

NOW = datetime.datetime(2030, 5, 6, 7, 8, 9, tzinfo=datetime.UTC)
GAME = "mutant-meeples"
TABLES = ("entries", "clocks")


def filled(path: Path, matches: int = 5) -> Journal:
    """Matches 1 to n with as many entries as their number; every second one has ended."""
    journal = Journal(path)
    for number in range(1, matches + 1):
        match = journal.begin(GAME, b'{"name":"Wilhelmina %d"}' % number, NOW)
        for step in range(number):
            journal.append(match, b'{"step":%d}' % step, {"sand": step}, NOW, played_ms=step * 100)
        journal.keep_clocks(match, {"sand": 1}, 999)
        if number % 2 == 0:
            journal.end(match, NOW)
        for kind in history.KINDS:
            history.keep_records(journal, kind, {match: f"{kind} Wilhelmina"})
    return journal


def test_matches_are_listed_newest_first(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db")
    journal.begin("another-game", b"{}", NOW)
    assert history.count(journal, GAME) == 5
    assert [one.match_id for one in history.listed(journal, GAME, limit=2)] == [5, 4]
    assert [one.entries for one in history.listed(journal, GAME)] == [5, 4, 3, 2, 1]
    ended = [one.match_id for one in history.listed(journal, GAME) if one.ended]
    assert ended == [4, 2]
    journal.close()


def test_text_spoilt_by_the_card_hides_no_other_match(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db")
    with journal.transaction() as db:
        db.execute(
            "UPDATE matches SET began = CAST(x'ff41' AS TEXT), ended = CAST(x'fe' AS TEXT) WHERE id = 3"
        )
    listed = history.listed(journal, GAME)
    assert [one.match_id for one in listed] == [5, 4, 3, 2, 1]
    assert listed[2].began.endswith("A")
    journal.close()


def test_a_match_is_found_by_its_number_ended_or_not(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db")
    for number in (3, 4):
        stored = journal.match(number)
        assert stored is not None
        assert len(stored.entries) == number
        assert stored.entries[-1].played_ms == (number - 1) * 100
        assert stored.played_ms == 999
    assert journal.match(99) is None
    journal.close()


def test_rows_copied_out_and_in_again_are_the_same_rows(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db", 3)
    journal.append(3, None, {}, NOW)
    copies = [history.raw_match(journal, number) for number in (1, 2, 3)]
    other = Journal(tmp_path / "other.db")
    numbers = history.add(other, [copy for copy in copies if copy is not None])
    assert [history.raw_match(other, number) for number in numbers] == copies
    assert history.count(other, GAME) == 3
    for one in (journal, other):
        one.close()


def test_matches_from_elsewhere_stand_in_their_order_below_all_others(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db", 2)
    first, second = (RawMatch(GAME, "{}", began, None, ()) for began in ("2029", "2031"))
    assert history.add(journal, [first, second]) == [-1, 0]
    assert [one.began[:4] for one in history.listed(journal, GAME)] == ["2030", "2030", "2031", "2029"]
    assert history.add(journal, [first]) == [-2]
    assert journal.open_ids(GAME) == [1, 0, -1, -2]
    assert journal.begin(GAME, b"{}", NOW) == 3
    journal.close()


def test_of_matches_from_elsewhere_all_are_added_or_none(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db", 1)
    good = RawMatch(GAME, "{}", "2030", None, (RawEntry("{}", "{}", "2030", 1),))
    bad = RawMatch(GAME, "{}", "2030", None, (RawEntry("{}", None, "2030", 1),))  # type: ignore[arg-type]
    with pytest.raises(JournalFailed):
        history.add(journal, [good, bad])
    assert history.count(journal, GAME) == 1
    history.add(journal, [good])
    assert history.count(journal, GAME) == 2
    journal.close()


def test_an_erased_match_takes_everything_of_its_own_along_and_nothing_else(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db")
    history.erase(journal, 3)
    history.erase(journal, 99)
    assert journal.match(3) is None
    with journal.reading() as db:
        rows = {t: db.execute(f"SELECT COUNT(*) FROM {t} WHERE match = 3").fetchone()[0] for t in TABLES}
    assert rows == dict.fromkeys(TABLES, 0)
    assert list(journal.records(SUMMARY)) == list(journal.records(OPTIMUM)) == ["1", "2", "4", "5"]
    assert [one.entries for one in history.listed(journal, GAME)] == [5, 4, 2, 1]
    journal.close()


def test_erasing_everything_leaves_other_games_and_records_alone(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db")
    other = journal.begin("another-game", b"{}", NOW)
    journal.append(other, b"{}", {}, NOW)
    journal.put_record("board", "1", "mine")
    history.erase_all(journal, GAME)
    assert history.listed(journal, GAME) == []
    assert (journal.records(SUMMARY), journal.records(OPTIMUM)) == ({}, {})
    assert journal.records("board") == {"1": "mine"}
    stored = journal.match(other)
    assert stored is not None
    assert len(stored.entries) == 1
    journal.close()


@pytest.mark.parametrize("how", ["erase", "erase all", "rewrite"])
def test_nothing_of_what_was_erased_is_left_in_the_files(tmp_path: Path, how: str) -> None:
    journal = filled(tmp_path / "j.db", 40)
    if how == "erase":
        for number in range(1, 41):
            history.erase(journal, number)
    elif how == "erase all":
        history.erase_all(journal, GAME)
    else:
        history.rewrite(journal, dict.fromkeys(range(1, 41), '{"name":"Player"}'))
    left = [path.name for path in tmp_path.iterdir() if b"Wilhelmina" in path.read_bytes()]
    assert left == []
    journal.close()


def test_another_first_state_throws_away_what_was_worked_out(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db")
    history.rewrite(journal, {2: '{"name":"Player"}', 4: '{"name":"Player"}'})
    assert list(journal.records(SUMMARY)) == ["1", "3", "5"]
    stored = journal.match(2)
    assert stored is not None
    assert (stored.state, len(stored.entries)) == (b'{"name":"Player"}', 2)
    journal.close()


def test_nothing_is_kept_for_a_match_that_was_erased_meanwhile(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j.db", 2)
    history.erase(journal, 1)
    history.keep_records(journal, SUMMARY, {1: "late", 2: "in time"})
    assert journal.records(SUMMARY) == {"2": "in time"}
    journal.close()
