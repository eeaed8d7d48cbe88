"""`boards` as people run it: list, export, import; and what cannot be done in one sentence."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.cli import main
from app.games.mutant_meeples.board import dump_board_file, read_board_file, shipped_board
from app.games.mutant_meeples.board_text import board_of_text, board_text
from app.store.journal import Journal
from app.table.boards import KIND, add, own_boards
from tests.commands.speak import is_one_sentence, run

MEEPVILLE = shipped_board("meepville").file
MINE = replace(MEEPVILLE, name="Mine")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A state folder with a city and a draft."""
    made = tmp_path / "state"
    made.mkdir()
    journal = Journal(made / "journal.db")
    add(journal, MINE)
    add(journal, replace(MINE, name="Half", grates=MINE.grates[1:]))
    journal.close()
    return made


def boards(folder: Path, *words: str) -> int:
    return main(["--state", str(folder), "boards", *words])


def test_cities_are_listed_with_what_can_be_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert boards(folder, "list") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Meeptropolis: from the box",
        "Meepville: from the box; its layout awaits confirmation",
        "Mine: your own, can be played",
        "Half: a draft. Board: grates must be 8, one for each meeple; found 7",
    ]


def test_a_city_goes_from_one_device_to_another(folder: Path, tmp_path: Path) -> None:
    """As people run it: processes, and a file between them."""
    other = tmp_path / "other"
    for flags, name in (([], "Mine"), (["--text"], "Mine 2")):
        done = run("--state", str(folder), "boards", "export", "MINE", *flags)
        assert (done.returncode, done.stderr) == (0, "")
        file = tmp_path / "file"
        file.write_text(done.stdout)
        done = run("--state", str(other), "boards", "import", str(file))
        assert (done.returncode, done.stdout) == (0, f"{name} has been added\n")


def test_both_forms_give_the_city_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards(folder, "export", "Mine")
    assert read_board_file(capsys.readouterr().out) == MINE
    boards(folder, "export", "Mine", "--text")
    assert board_of_text(capsys.readouterr().out) == MINE
    boards(folder, "export", "meepville")
    assert read_board_file(capsys.readouterr().out) == MEEPVILLE


def test_without_a_journal_there_are_the_cities_of_the_box(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert boards(tmp_path / "none", "list") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert not (tmp_path / "none").exists()


def test_a_name_nobody_knows_is_refused_with_the_known_ones(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert boards(folder, "export", "Atlantis") == 2
    said = capsys.readouterr().err
    assert is_one_sentence(said)
    assert all(name in said for name in ("Atlantis", "Meeptropolis", "Meepville", "Mine", "Half"))


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "empty"),
        (dump_board_file(MINE)[:-30], "end of this file is missing"),
        (board_text(MINE)[:-9].encode(), "end of this text is missing"),
        (board_text(MINE).replace("MMB1", "MMB2").encode(), "version 2"),
        (b" " * 300_000, "256 kilobytes"),
        (dump_board_file(replace(MINE, beams=("CC", "ZZ"))), "ZZ"),
    ],
)
def test_a_file_that_is_no_city_is_refused_in_one_sentence_and_nothing_is_changed(
    folder: Path, data: bytes, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    assert boards(folder, "import", str(file)) == 2
    said = capsys.readouterr()
    assert (said.out, is_one_sentence(said.err)) == ("", True)
    assert part in said.err
    journal = Journal(folder / "journal.db")
    assert [own.file.name for own in own_boards(journal)] == ["Mine", "Half"]
    journal.close()


def test_a_file_that_is_not_there_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert boards(folder, "import", str(folder / "nothing.json")) == 2
    assert is_one_sentence(capsys.readouterr().err)


@pytest.mark.parametrize("words", [["list"], ["export", "Mine"], ["import", "any.json"]])
def test_nothing_works_while_another_program_has_the_cities(
    folder: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal(folder / "journal.db")
    try:
        assert boards(folder, *words) == 2
    finally:
        journal.close()
    said = capsys.readouterr()
    assert (said.out, is_one_sentence(said.err)) == ("", True)
    assert "close it first" in said.err


def test_a_damaged_journal_and_a_folder_that_is_none_are_one_sentence(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "journal.db").write_bytes(b"no database" * 100)
    assert boards(folder, "list") == 2
    file = tmp_path / "mine.json"
    file.write_bytes(dump_board_file(MINE))
    assert boards(file, "import", str(file)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 2
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("state", "words"),
    [
        *itertools.product(
            ["/dev/null", "/dev/null/x", __file__], [["list"], ["export", "Meepville"], ["import", __file__]]
        ),
        ("/proc/x", ["import", __file__]),
    ],
)
def test_a_state_folder_that_cannot_be_is_said_by_every_command(
    state: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert boards(Path(state), *words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert is_one_sentence(said.err)
    assert f"{state} cannot be used" in said.err
    assert "Errno" not in said.err


def test_a_record_that_cannot_be_read_hides_no_other(
    folder: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    journal = Journal(folder / "journal.db")
    journal.put_record(KIND, "000001", "torn")
    journal.close()
    assert boards(folder, "list") == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()][2:] == ["Half"]
    assert "000001" in caplog.text
