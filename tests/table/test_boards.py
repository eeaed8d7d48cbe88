"""Cities people have made: kept over a restart, named once, written to files, and brought in with care."""

from __future__ import annotations

import contextlib
import logging
import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.games.contract import Message, Refused, say
from app.games.mutant_meeples.board import (
    MAX_SIDE,
    BoardFile,
    BoardInvalid,
    Direction,
    dump_board_file,
    shipped_board,
)
from app.games.mutant_meeples.board_text import board_text
from app.games.mutant_meeples.drafting import cell_name, toggled_wall
from app.language import sentence
from app.store.journal import Journal
from app.table.boards import (
    KIND,
    MOST_BYTES,
    MOST_LISTED,
    NAME_LENGTH,
    OwnBoard,
    Places,
    add,
    board_of_data,
    drop,
    first_drive,
    free_name,
    keep,
    look_in,
    own_boards,
    playable_boards,
    read_in,
    rename,
    write_out,
)
from app.table.history_files import json_text

MEEPVILLE = shipped_board("meepville").file
MINE = replace(MEEPVILLE, name="Mine")
DRAFT = replace(MINE, name="Draft", grates=MINE.grates[1:])


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal(tmp_path / "j.db")
    yield made
    made.close()


def names(journal: Journal) -> list[str]:
    return [own.file.name for own in own_boards(journal)]


# -- kept --------------------------------------------------------------------------------------------------


def test_a_city_is_on_the_card_at_once(journal: Journal, tmp_path: Path) -> None:
    """A copy of the files while they are open is what a power cut leaves."""
    own = add(journal, MINE)
    keep(journal, own.key, toggled_wall(own.file, "KK", Direction.EAST))
    left = tmp_path / "left"
    left.mkdir()
    for path in tmp_path.glob("j.db*"):
        shutil.copy(path, left)
    with contextlib.closing(Journal(left / "j.db")) as again:
        assert own_boards(again) == [OwnBoard(own.key, toggled_wall(own.file, "KK", Direction.EAST))]


def test_the_set_up_gets_only_what_can_be_played(journal: Journal) -> None:
    mine, draft = add(journal, MINE), add(journal, DRAFT)
    assert names(journal) == ["Mine", "Draft"]
    assert playable_boards(journal) == [mine]
    keep(journal, draft.key, replace(DRAFT, grates=MINE.grates))
    assert [own.file.name for own in playable_boards(journal)] == ["Mine", "Draft"]


def test_a_city_gets_a_name_that_is_free_in_any_case_of_letters(journal: Journal) -> None:
    for wished in ("Meepville", "MINE", "mine", "Mine 2", " \n ", "x" * 40):
        add(journal, replace(MINE, name=wished))
    assert names(journal) == ["Meepville 2", "MINE", "mine 2", "Mine 3", "City", "x" * NAME_LENGTH]
    add(journal, replace(MINE, name="x" * 40))
    assert names(journal)[-1] == "x" * (NAME_LENGTH - 2) + " 2"


def test_a_name_keeps_only_what_can_be_shown() -> None:
    assert free_name("A\tb\x00c\u202e\u200d d", ()) == "A bc d"


def test_a_city_comes_in_without_the_letters_our_fonts_lack(journal: Journal, tmp_path: Path) -> None:
    """In the list of files, on the shelf, and kept by an older program; nothing left: as without a name."""
    for stem, name in (("a", "Port \U0001f680"), ("b", "\u05e2\u05d9\u05e8")):
        (tmp_path / f"{stem}.json").write_bytes(dump_board_file(replace(MINE, name=name)))
    found, _ = look_in([tmp_path])
    files = [one.file for one in found if one.file is not None]
    assert [file.name for file in files] == ["Port", "City"]
    for file in files:
        add(journal, file)
    keep(journal, "000003", replace(MINE, name="\U0001f680 Rocket"))
    assert names(journal) == ["Port", "City", "Rocket"]


def test_the_order_of_making_stays_and_a_dropped_key_hurts_nobody(journal: Journal) -> None:
    made = [add(journal, replace(MINE, name=f"No {number}")) for number in range(12)]
    drop(journal, made[3].key)
    drop(journal, made[3].key)
    add(journal, replace(MINE, name="Last"))
    assert names(journal) == [*(f"No {number}" for number in range(12) if number != 3), "Last"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", say("workshop.name_empty")),
        (" \t", say("workshop.name_empty")),
        ("Draft", say("workshop.name_taken", name="Draft")),
        ("meepVILLE", say("workshop.name_taken", name="meepVILLE")),
    ],
)
def test_a_name_that_cannot_be_taken_changes_nothing(journal: Journal, name: str, message: Message) -> None:
    mine, _ = add(journal, MINE), add(journal, DRAFT)
    with pytest.raises(Refused) as refused:
        rename(journal, mine.key, name)
    assert refused.value.message == message
    assert names(journal) == ["Mine", "Draft"]


def test_a_city_can_be_renamed_also_in_the_case_of_its_letters(journal: Journal) -> None:
    mine = add(journal, MINE)
    rename(journal, mine.key, "MINE")
    assert names(journal) == ["MINE"]
    drop(journal, mine.key)
    with pytest.raises(Refused) as refused:
        rename(journal, mine.key, "Other")
    assert refused.value.message.key == "workshop.gone"


def test_a_damaged_record_hides_no_other_and_is_kept(
    journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    add(journal, MINE)
    journal.put_record(KIND, "000002", '{"name": "Torn')
    journal.put_record(KIND, "000003", '{"name": "Odd", "columns": 2, "rows": 2, "grates": ["ZZ"]}')
    assert names(journal) == ["Mine"]
    assert add(journal, DRAFT).key == "000004"
    assert set(journal.records(KIND)) == {"000001", "000002", "000003", "000004"}
    assert "000002" in caplog.text
    assert "000003" in caplog.text


# -- out ---------------------------------------------------------------------------------------------------


def test_a_city_is_written_twice_and_both_files_give_it_back(tmp_path: Path) -> None:
    folders = [tmp_path / "exports", tmp_path / "drive" / "meeple-marshal"]
    written = write_out(MINE, folders)
    assert [path.relative_to(tmp_path).as_posix() for path in written.files] == [
        "exports/mine.json",
        "exports/mine.txt",
        "drive/meeple-marshal/mine.json",
        "drive/meeple-marshal/mine.txt",
    ]
    assert (written.failed, written.line) == ((), board_text(MINE))
    assert all(read_in(path) == MINE for path in written.files)


def test_writing_again_replaces_the_same_city_and_spares_another_one(tmp_path: Path) -> None:
    write_out(replace(MINE, name="Über 1"), [tmp_path])
    write_out(replace(MINE, name="Uber: 1!"), [tmp_path])
    write_out(replace(DRAFT, name="Über 1"), [tmp_path])
    (tmp_path / "city.json").write_text("somebody's shopping list")
    written = write_out(replace(MINE, name="城"), [tmp_path])
    assert [path.name for path in written.files] == ["city-2.json", "city-2.txt"]
    assert read_in(tmp_path / "uber-1.json").grates == DRAFT.grates
    assert read_in(tmp_path / "uber-1-2.txt").name == "Uber: 1!"
    assert (tmp_path / "city.json").read_text() == "somebody's shopping list"


def test_a_drive_that_cannot_be_written_is_said_and_stops_no_other(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("a file where the folder should be")
    written = write_out(MINE, [tmp_path / "full", tmp_path / "exports"])
    assert [path.parent.name for path in written.files] == ["exports", "exports"]
    (fault,) = written.failed
    assert (fault.key, fault.params["folder"]) == ("workshop.not_written", f"{tmp_path.name}/full")


def test_a_note_too_long_for_a_line_leaves_the_json_file(tmp_path: Path) -> None:
    rng = random.Random(3)
    noted = replace(MINE, note="".join(rng.choices("abcdefghij", k=40_000)))
    written = write_out(noted, [tmp_path])
    assert [path.name for path in written.files] == ["mine.json"]
    assert (written.line, [fault.key for fault in written.failed]) == (None, ["code.too_much"])
    assert read_in(tmp_path / "mine.json") == noted


def test_the_first_mounted_drive_is_taken(tmp_path: Path) -> None:
    for name in ("anna/STICK", "ben/CARD", "zoe"):
        (tmp_path / name).mkdir(parents=True)
    mounted = {tmp_path / "ben/CARD", tmp_path / "anna/STICK"}
    assert first_drive(tmp_path, mounted.__contains__) == tmp_path / "anna/STICK"
    assert first_drive(tmp_path, {*mounted, tmp_path / "zoe"}.__contains__) == tmp_path / "zoe"
    assert first_drive(tmp_path, os.path.ismount) is None
    assert first_drive(tmp_path / "nowhere", os.path.ismount) is None


def test_files_go_to_the_drive_and_come_from_it_too(tmp_path: Path) -> None:
    drive = tmp_path / "media" / "STICK"
    drive.mkdir(parents=True)
    places = Places(tmp_path / "state", tmp_path / "media", {drive}.__contains__)
    assert places.out() == [tmp_path / "state" / "exports", drive / "meeple-marshal"]
    here = tmp_path / "state"
    assert places.into() == [here / "imports", drive / "meeple-marshal", here / "exports"]
    write_out(MINE, places.out())
    found, _ = look_in(places.into())
    assert [(one.path.parent, one.file) for one in found] == [
        (folder, MINE) for folder in reversed(places.out())
    ]
    for without in (Places(tmp_path / "state"), Places(tmp_path / "state", tmp_path / "media")):
        assert without.out() == [tmp_path / "state" / "exports"]


# -- in ----------------------------------------------------------------------------------------------------


def test_files_are_listed_by_name_with_what_is_wrong(tmp_path: Path) -> None:
    whole = dump_board_file(MINE)
    (tmp_path / "a.json").write_bytes(whole)
    (tmp_path / "b.TXT").write_text(board_text(MINE).lower() + "\n\n")
    (tmp_path / "c.json").write_bytes(whole[:-40])
    (tmp_path / "d.txt").write_text(board_text(MINE)[:-9])
    (tmp_path / "e.json").write_bytes(b" " * (MOST_BYTES + 1))
    (tmp_path / "f.json").write_bytes(b"")
    (tmp_path / "g.json").mkdir()
    os.mkfifo(tmp_path / "h.json")
    (tmp_path / "notes.md").write_text("no city")
    (tmp_path / ".a.json").write_bytes(whole)
    found, more = look_in([tmp_path / "nowhere", tmp_path])
    assert more == 0
    assert [(one.path.name, one.file is not None, [f.key for f in one.faults]) for one in found] == [
        ("a.json", True, []),
        ("b.TXT", True, []),
        ("c.json", False, ["workshop.cut"]),
        ("d.txt", False, ["code.cut"]),
        ("e.json", False, ["workshop.too_big"]),
        ("f.json", False, ["workshop.empty"]),
        ("g.json", False, ["workshop.no_city"]),
        ("h.json", False, ["workshop.no_city"]),
    ]


def test_a_city_shared_as_file_and_line_is_listed_once_and_a_copy_of_matches_not_at_all(
    tmp_path: Path,
) -> None:
    """Both lie in the folder that sharing writes to; a line alone is listed."""
    write_out(MINE, [tmp_path])
    (tmp_path / "evening.json").write_text(json_text([]))
    (tmp_path / "other.txt").write_text(board_text(DRAFT))
    found, more = look_in([tmp_path])
    assert [(one.path.name, one.file) for one in found] == [("mine.json", MINE), ("other.txt", DRAFT)]
    assert more == 0


def test_only_so_many_files_are_read(tmp_path: Path) -> None:
    for number in range(MOST_LISTED + 3):
        (tmp_path / f"{number:03d}.json").write_bytes(b"{}")
    found, more = look_in([tmp_path])
    assert (len(found), more) == (MOST_LISTED, 3)
    assert found[-1].path.name == f"{MOST_LISTED - 1:03d}.json"


def test_a_draft_may_come_in_and_every_fault_of_a_broken_city_is_told() -> None:
    assert board_of_data(dump_board_file(DRAFT)) == DRAFT
    broken = replace(MINE, beams=("CC", "ZZ"))
    with pytest.raises(BoardInvalid) as invalid:
        board_of_data(dump_board_file(broken))
    assert [fault.key for fault in invalid.value.faults] == ["board.cell_taken", "board.cell_outside"]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"\xff\xfe\x00", "workshop.damaged"),
        (b"{]", "workshop.damaged"),
        (b"[" * 100_000, "workshop.damaged"),
        (b"[1, 2]", "workshop.no_city"),
        (b"{}", "workshop.no_city"),
        (b'{"name": 3, "columns": 2, "rows": 2}', "workshop.no_city"),
        (b'{"name": "A", "columns": 2, "rows": 2, "lamps": []}', "workshop.no_city"),
        (b'{"version": 2, "name": "A", "columns": 2, "rows": 2}', "workshop.newer"),
        (b"MMB2:AAAA:AAAAAAA", "code.version"),
        (b"MMP1:AAAA:AAAAAAA", "code.other_kind"),
        (b"hello", "code.none"),
        (b"A" * 9000, "code.long"),
        (b'{"name": "\\ud800", "columns": 2, "rows": 2}', "workshop.damaged"),
    ],
)
def test_what_is_no_city_is_refused_in_one_sentence(data: bytes, key: str) -> None:
    with pytest.raises(Refused) as refused:
        board_of_data(data)
    assert refused.value.message.key == key
    assert "\n" not in sentence(refused.value.message)


def test_a_name_that_stands_twice_is_a_fault_of_its_own() -> None:
    with pytest.raises(BoardInvalid) as invalid:
        board_of_data(b'{"name": "A", "name": "B", "columns": 2, "rows": 2}')
    assert [fault.key for fault in invalid.value.faults] == ["board.name_twice"]


def test_endless_lists_are_refused_unread() -> None:
    """Looking for doubles among them would take minutes."""
    data = b'{"name": "A", "columns": 2, "rows": 2, "grates": [' + b",".join([b'"AB"'] * 50_000) + b"]}"
    assert len(data) <= MOST_BYTES
    with pytest.raises(BoardInvalid) as invalid:
        board_of_data(data)
    assert [fault.key for fault in invalid.value.faults] == ["workshop.no_city"]


def test_the_largest_city_fits_well_within_the_limit() -> None:
    file = BoardFile("X" * NAME_LENGTH, MAX_SIDE, MAX_SIDE)
    cells = [cell_name(file, column, row) for column in range(MAX_SIDE) for row in range(MAX_SIDE)]
    sides = ("north", "east", "south", "west")
    full = replace(file, buildings={cell: sides for cell in cells if cell})
    assert len(dump_board_file(full)) < MOST_BYTES / 2
    assert board_of_data(dump_board_file(full)) == full


@given(st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_a_city_or_refused(data: bytes) -> None:
    try:
        file = board_of_data(data)
    except (Refused, BoardInvalid):
        return
    assert isinstance(file, BoardFile)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_spoilt_letter_never_passes_for_the_line_of_a_city(data: st.DataObject) -> None:
    line = board_text(MINE).encode()
    at = data.draw(st.integers(0, len(line) - 1))
    spoilt = line[:at] + data.draw(st.binary(min_size=1, max_size=1)) + line[at + 1 :]
    try:
        file = board_of_data(spoilt)
    except (Refused, BoardInvalid):
        return
    assert file == MINE, "a small letter, or 0 for O"
