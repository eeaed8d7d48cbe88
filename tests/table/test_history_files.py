"""Matches as files: a copy comes back as it was, a bad one changes nothing, a table is safe to open."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.games.contract import Refused
from app.store import history
from app.store.history import RawEntry, RawMatch
from app.store.journal import Journal
from app.table import history_files
from app.table.history import GAME, Past, forget_player, past
from app.table.history_files import json_match, json_text, load_raw, read_in
from app.table.history_table import COLUMNS, csv_text
from app.table.replay import first_state
from tests.table.conftest import WALL
from tests.table.played import library
from tests.table.test_history import begin_match


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Three whole matches and one just begun, in which something was taken back."""
    made = library(tmp_path / "j.db")
    match_id = begin_match(made)
    made.append(match_id, None, {}, WALL, 9)
    yield made
    made.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Journal]:
    made = Journal(tmp_path / "other.db")
    yield made
    made.close()


def raws(journal: Journal) -> list[RawMatch]:
    """All matches, oldest first."""
    found = [history.raw_match(journal, one.match_id) for one in history.listed(journal, GAME.name)]
    return [raw for raw in reversed(found) if raw is not None]


def copy_of(journal: Journal) -> bytes:
    copies = [json_match(raw) for raw in raws(journal)]
    assert None not in copies
    return json_text([copy for copy in copies if copy is not None]).encode()


def test_a_copy_comes_back_row_by_row_with_times_and_what_was_undone(
    journal: Journal, other: Journal
) -> None:
    done = read_in(other, copy_of(journal))
    assert (done.added, done.known) == (4, 0)
    assert raws(other) == raws(journal)
    assert [one.facts for one in past(other)] == [one.facts for one in past(journal)]
    assert copy_of(other) == copy_of(journal)


def test_a_match_that_is_there_already_is_not_added_twice(journal: Journal, other: Journal) -> None:
    copy = copy_of(journal)
    assert read_in(other, copy).added == 4
    again = read_in(other, copy)
    assert (again.added, again.known) == (0, 4)
    data = json.loads(copy)
    data["matches"] = [data["matches"][0]] * 3
    history.erase_all(other, GAME.name)
    thrice = read_in(other, json.dumps(data).encode())
    assert (thrice.added, thrice.known) == (1, 2)


def test_a_copy_from_before_does_not_bring_an_erased_name_back(journal: Journal) -> None:
    copy = copy_of(journal)
    assert forget_player(journal, "Cleo") > 0
    assert read_in(journal, copy).added == 0
    names = {seat.name for one in past(journal) if one.facts for seat in one.facts.seats}
    assert "Cleo" not in names


def changed(change: Callable[[dict[str, Any]], Any]) -> Callable[[bytes], bytes]:
    def damage(copy: bytes) -> bytes:
        data = json.loads(copy)
        change(data)
        return json.dumps(data).encode()

    return damage


def set_at(*way: Any) -> Callable[[dict[str, Any]], None]:
    """Change what lies at the end of the way to its last step."""

    def change(data: dict[str, Any]) -> None:
        *steps, last, value = way
        place: Any = data
        for step in steps:
            place = place[step]
        place[last] = value

    return change


BAD: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda copy: b"", "history.not_a_copy"),
    "no json": (lambda copy: b"\xff\xfe garbage", "history.not_a_copy"),
    "another file": (lambda copy: b'{"board": "meeptropolis"}', "history.not_a_copy"),
    "another format": (changed(set_at("format", "chess")), "history.not_a_copy"),
    "newer": (changed(set_at("version", 2)), "history.newer"),
    "torn": (lambda copy: copy[: len(copy) // 2], "history.cut"),
    "nearly whole": (lambda copy: copy[:-3], "history.cut"),
    "filled up with nothing": (lambda copy: copy[:-900] + b"\0" * 900, "history.damaged"),
    "brackets": (lambda copy: b"[" * 100_000, "history.not_a_copy"),
    "no matches": (changed(lambda data: data.pop("matches")), "history.damaged"),
    "more fields": (changed(set_at("matches", 1, "more", 1)), "history.damaged"),
    "no time": (changed(set_at("matches", 1, "began", "yesterday")), "history.damaged_match"),
    "time of a number": (changed(set_at("matches", 1, "ended", 5)), "history.damaged"),
    "half a character": (
        changed(set_at("matches", 1, "state", "setup", "players", 0, "name", "\ud800")),
        "history.damaged",
    ),
    "time before all": (changed(set_at("matches", 1, "entries", 3, "played_ms", -1)), "history.damaged"),
    "time beyond all": (changed(set_at("matches", 1, "entries", 3, "played_ms", 2**70)), "history.damaged"),
    "no clocks": (changed(set_at("matches", 1, "entries", 3, "left_ms", "none")), "history.damaged"),
    "no state": (changed(set_at("matches", 1, "state", None)), "history.damaged_match"),
    "unknown action": (
        changed(set_at("matches", 1, "entries", 3, "action", {"type": "fly"})),
        "history.damaged_match",
    ),
    "action left out": (changed(lambda data: data["matches"][1]["entries"].pop(0)), "history.unplayable"),
    "impossible start": (
        changed(set_at("matches", 1, "state", "starts", "green", "ZZ")),
        "history.unplayable",
    ),
    "another game": (changed(set_at("matches", 1, "game", "chess")), "history.unplayable"),
    "state of a newer version": (changed(set_at("matches", 1, "state", "version", 7)), "history.unplayable"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_copy_is_one_sentence_and_changes_nothing(journal: Journal, other: Journal, name: str) -> None:
    """The first match of the file is good: it must not be added either."""
    damage, key = BAD[name]
    with pytest.raises(Refused) as refused:
        read_in(other, damage(copy_of(journal)))
    assert refused.value.message.key == key
    assert history.count(other, GAME.name) == 0


def test_a_copy_of_a_match_from_the_middle_of_a_round_is_refused(journal: Journal, other: Journal) -> None:
    stored = journal.match(1)
    assert stored is not None
    draw = msgspec.json.decode(stored.entries[0].action, type=GAME.action_type)
    midway, _ = GAME.apply(first_state(GAME, stored), draw)

    def begin_midway(data: dict[str, Any]) -> None:
        match = data["matches"][0]
        match["state"], match["entries"] = msgspec.to_builtins(midway), match["entries"][1:]

    with pytest.raises(Refused) as refused:
        read_in(other, changed(begin_midway)(copy_of(journal)))
    assert refused.value.message.key == "history.unplayable"


def test_a_file_too_big_is_not_even_looked_at(other: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_files, "MOST_BYTES", 1_000_000)
    with pytest.raises(Refused) as refused:
        read_in(other, b" " * 1_000_001)
    assert refused.value.message.key == "history.too_big"
    assert refused.value.message.params == {"limit": 1}


def spoil(journal: Journal, statement: str) -> None:
    with journal.transaction() as db:
        db.execute(statement)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET state = 'torn' WHERE id = 2",
        "UPDATE matches SET state = CAST(x'ff' AS TEXT) WHERE id = 2",
        'UPDATE entries SET action = \'{"type":"fly"}\' WHERE match = 2 AND seq = 5',
        "INSERT INTO entries SELECT 2, MAX(seq) + 1, 'torn', '{}', '', 0 FROM entries WHERE match = 2;",
        "UPDATE entries SET action = CAST(x'c328' AS TEXT) WHERE match = 2 AND seq = 5",
    ],
)
def test_a_match_that_could_not_come_back_stays_out_of_the_copy(journal: Journal, damage: str) -> None:
    spoil(journal, damage)
    ids = [one.match_id for one in reversed(history.listed(journal, GAME.name))]
    assert [json_match(load_raw(journal, match_id)) is None for match_id in ids] == [
        False,
        True,
        False,
        False,
    ]
    assert json_match(None) is None


@pytest.mark.parametrize("spoilt", ["'zzz'", "CAST(x'ff' AS TEXT)", "hex(zeroblob(99))"])
@pytest.mark.parametrize("place", ["matches.began", "matches.ended", "entries.noted", "entries.left_ms"])
def test_a_match_with_a_spoilt_time_or_timer_goes_into_the_copy_without_it(
    journal: Journal, other: Journal, place: str, spoilt: str
) -> None:
    """It can be played without them."""
    table, column = place.split(".")
    spoil(
        journal, f"UPDATE {table} SET {column} = {spoilt} WHERE {'id' if table == 'matches' else 'match'} = 2"
    )
    copy = json_text([json_match(load_raw(journal, n)) or b"" for n in (1, 2, 3, 4)]).encode()
    assert read_in(other, copy).added == 4
    assert [one.facts is None for one in past(other)] == [False] * 4
    (_, spoilt_one, whole, _) = raws(other)
    assert spoilt_one.entries[0].action is not None
    assert (spoilt_one.ended is None, whole.ended is None) == (False, False)
    assert read_in(journal, copy).added == 0, "it is the match that is there already"


@pytest.mark.parametrize("played", [-1, 2**60])
def test_a_spoilt_play_time_stays_out_of_the_copy(journal: Journal, other: Journal, played: int) -> None:
    spoil(journal, f"UPDATE entries SET played_ms = {played} WHERE match = 2 AND seq = 5")
    assert read_in(other, copy_of(journal)).added == 4
    assert raws(other)[1].entries[4].played_ms is None


def test_a_match_of_which_no_time_is_left_goes_into_the_copy_all_the_same(
    journal: Journal, other: Journal
) -> None:
    spoil(journal, "UPDATE matches SET began = '', ended = '' WHERE id = 2")
    spoil(journal, "UPDATE entries SET noted = '' WHERE match = 2")
    assert read_in(other, copy_of(journal)).added == 4
    assert raws(other)[1].began.startswith("1970-01-01")


def test_a_copy_with_a_byte_order_mark_is_read(journal: Journal, other: Journal) -> None:
    """As some editors of text leave it."""
    assert read_in(other, b"\xef\xbb\xbf" + copy_of(journal)).added == 4


def test_a_match_that_was_won_is_over_whatever_the_copy_says(journal: Journal, other: Journal) -> None:
    assert read_in(other, changed(set_at("matches", 0, "ended", None))(copy_of(journal))).added == 4
    assert [raw.ended is None for raw in raws(other)] == [False, False, False, True]
    assert raws(other)[0].ended == raws(journal)[0].entries[-1].noted


def test_copies_of_more_than_twenty_megabytes_come_in(journal: Journal, other: Journal) -> None:
    """Timers make them large here, because they are cheap to check."""
    (_, _, _, begun) = raws(journal)
    timers = json.dumps({f"{n:0100d}": n for n in range(1000)})
    undone = replace_entries(begun, [RawEntry(None, timers, "", None)] * 200)
    copy = json_text([json_match(undone) or b""]).encode()
    assert len(copy) > 20_000_000
    assert read_in(other, copy).added == 1
    (back,) = raws(other)
    assert len(back.entries) == len(begun.entries) + 200


def replace_entries(raw: RawMatch, more: list[RawEntry]) -> RawMatch:
    return RawMatch(raw.game, raw.state, raw.began, raw.ended, (*raw.entries, *more))


def test_reading_in_tells_how_far_it_is(journal: Journal, other: Journal) -> None:
    told: list[tuple[int, int]] = []
    read_in(other, copy_of(journal), lambda done, total: told.append((done, total)))
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4)]


# -- the table ---------------------------------------------------------------------------------------------


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_table_has_a_row_for_each_player_in_each_round(journal: Journal) -> None:
    found = past(journal)
    rows = rows_of(csv_text(found))
    assert list(rows[0]) == list(COLUMNS)
    assert len(rows) == sum(
        len(one.facts.seats) * len(one.facts.rounds) for one in found if one.facts is not None
    )
    for one in found:
        assert one.facts is not None
        mine = [row for row in rows if row["match"] == str(one.listed.match_id)]
        names = [seat.name for seat in one.facts.seats]
        for crime in one.facts.rounds:
            here = {row["player"]: row for row in mine if row["round"] == str(crime.number)}
            tiles = {names[claim.player]: str(claim.tile) for claim in crime.claims}
            assert {name: row["tile"] for name, row in here.items() if row["tile"]} == tiles
            assert [n for n, row in here.items() if row["solved"] == "yes"] == [
                names[seat] for seat in ([] if crime.solver is None else [crime.solver])
            ]
            wrong = {names[shown.player] for shown in crime.shown if not shown.legal}
            assert {name for name, row in here.items() if row["shown"] == "wrong"} == wrong
            seconds = {names[c.player]: c.after_ms for c in crime.claims}
            for name, after_ms in seconds.items():
                assert after_ms is not None
                assert float(here[name]["seconds_to_bid"]) == pytest.approx(after_ms / 1000, abs=0.051)
    assert {row["played_by"] for row in rows if row["match"] == "3"} == {"person", "club"}


@pytest.mark.parametrize("sign", ["=", "+", "-", "@"])
def test_a_name_that_looks_like_a_formula_stays_a_text(tmp_path: Path, sign: str) -> None:
    name = f'{sign}1+1,"x"'
    journal = Journal(tmp_path / "j.db")
    begin_match(journal, name, "Zoe")
    names = [row["player"] for row in rows_of(csv_text(past(journal)))]
    assert names == ["'" + name, "Zoe"]
    journal.close()


def test_moves_of_a_claim_called_right_by_hand_stay_empty(journal: Journal) -> None:
    one = past(journal)[-1]
    assert one.facts is not None
    assert one.summary is not None
    number, crime = next((n, crime) for n, crime in enumerate(one.facts.rounds) if crime.moves is not None)
    rounds = list(one.facts.rounds)
    rounds[number] = replace(crime, moves=None)
    summary = replace(one.summary, facts=replace(one.facts, rounds=tuple(rounds)))
    rows = rows_of(csv_text([Past(one.listed, summary)]))
    solver = one.facts.seats[crime.solver or 0].name
    (row,) = [row for row in rows if (row["round"], row["player"]) == (str(crime.number), solver)]
    assert (row["solved"], row["moves"]) == ("yes", "")


def test_a_match_that_cannot_be_read_is_no_row(journal: Journal) -> None:
    (newest, *_) = past(journal)
    assert rows_of(csv_text([Past(newest.listed, None)])) == []


# -- writing -----------------------------------------------------------------------------------------------


def test_the_copy_is_plain_json_of_its_version(journal: Journal) -> None:
    data = msgspec.json.decode(copy_of(journal))
    assert (data["format"], data["version"]) == ("meeple-marshal history", 1)
    assert {type(match["state"]) for match in data["matches"]} == {dict}
