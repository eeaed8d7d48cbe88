"""`history` as people run it: list, export, import, erase; and what cannot be done in one sentence."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from app.cli import main
from app.store.journal import Journal
from tests.commands.speak import is_one_sentence, run
from tests.table.played import library


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A state folder with three whole matches."""
    made = tmp_path / "state"
    made.mkdir()
    library(made / "journal.db").close()
    return made


def history(folder: Path, *words: str) -> int:
    return main(["--state", str(folder), "history", *words])


def test_matches_are_listed_a_line_each_newest_first(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert history(folder, "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[0] for line in lines] == ["3", "2", "1"]
    assert "2030-05-05 20:15" in lines[2]
    assert "Ben, Cleo" in lines[2]
    assert "won" in lines[2]


def test_a_match_that_cannot_be_read_is_said_to_be_so(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal(folder / "journal.db")
    with journal.transaction() as db:
        db.execute("UPDATE matches SET state = 'torn' WHERE id = 2")
        db.execute("UPDATE matches SET ended = NULL WHERE id = 1")
        db.execute("DELETE FROM entries WHERE match = 1 AND seq > 3")
        db.execute("DELETE FROM entries WHERE match = 3 AND seq > 3")
    journal.close()
    assert history(folder, "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert "ended without a winner" in lines[0]
    assert lines[1] == "2: 2030-05-06 20:15, cannot be read by this version"
    assert "not finished" in lines[2]
    assert history(folder, "export", "--format", "json") == 0
    said = capsys.readouterr()
    assert len(json.loads(said.out)["matches"]) == 2
    assert said.err == "1 match could not be read and stayed behind\n"


def test_without_matches_nothing_is_made_and_the_list_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert history(tmp_path / "none", "list") == 0
    assert capsys.readouterr().out == "No matches yet\n"
    assert history(tmp_path / "none", "export", "--format", "csv") == 0
    assert history(tmp_path / "none", "erase", "--all", "--yes") == 0
    assert not (tmp_path / "none").exists()


def test_a_copy_goes_from_one_device_to_another(folder: Path, tmp_path: Path) -> None:
    """As people run it: two processes and a file between them."""
    copy = tmp_path / "copy.json"
    done = run("--state", str(folder), "history", "export", "--format", "json", "--out", str(copy))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"3 matches written to {copy}\n"
    other = ["--state", str(tmp_path / "other"), "history"]
    done = run(*other, "import", str(copy))
    assert (done.returncode, done.stdout) == (0, "3 matches added, 0 known already\n")
    lists = [run(*state, "list").stdout for state in (other, ["--state", str(folder), "history"])]
    brought, own = ([line.partition(": ") for line in text.splitlines()] for text in lists)
    assert [line for _, _, line in brought] == [line for _, _, line in own]
    assert [number for number, _, _ in brought] == ["0", "-1", "-2"], "below all that are played there"
    assert run(*other, "import", str(copy)).stdout == "0 matches added, 3 known already\n"
    out = run(*other, "export", "--format", "json").stdout
    assert json.loads(out) == json.loads(copy.read_text("utf-8"))


def test_the_table_is_written_for_spreadsheets(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    assert history(folder, "export", "--format", "csv", "--out", str(table)) == 0
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["match"] for row in rows} == {"1", "2", "3"}


def test_everything_is_erased_only_when_it_was_meant(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["erase"], ["erase", "--yes"], ["erase", "--all"]):
        assert history(folder, *words) == 2
        assert is_one_sentence(capsys.readouterr().err)
    assert history(folder, "erase", "--all", "--yes") == 0
    assert capsys.readouterr().out == "3 matches erased\n"
    assert history(folder, "list") == 0
    assert capsys.readouterr().out == "No matches yet\n"


def test_while_the_app_is_open_nothing_is_touched(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(folder / "journal.db")
    for words in (["list"], ["export", "--format", "csv"], ["erase", "--all", "--yes"], ["import", __file__]):
        assert history(folder, *words) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert is_one_sentence(said.err)
        assert "close it first" in said.err
    journal.close()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["import", "no-such-file"], ["no-such-file", "cannot be read"]),
        (["import", __file__], ["no copy of past matches"]),
        (["import", "/"], ["cannot be read"]),
        (
            ["export", "--format", "json", "--out", "/proc/none/copy.json"],
            ["/proc/none/copy.json", "cannot be written"],
        ),
        (["export"], ["--format"]),
        (["export", "--format", "pdf"], ["pdf", "csv"]),
        (["dance"], ["dance", "list"]),
        ([], ["DOING"]),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_code_2(
    folder: Path, words: list[str], named: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = history(folder, *words)
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert code == 2
    assert is_one_sentence(said.err)
    assert all(word in said.err for word in named)


@pytest.mark.parametrize("damage", ["garbage", "newer"])
def test_a_file_that_is_no_journal_of_ours_is_left_alone(
    folder: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "journal.db"
    if damage == "garbage":
        path.write_bytes(b"garbage" * 999)
    else:
        journal = Journal(path)
        with journal.reading() as db:
            db.execute("PRAGMA user_version=99")
        journal.close()
    before = path.read_bytes()
    assert history(folder, "list") == 2
    assert is_one_sentence(capsys.readouterr().err)
    assert path.read_bytes() == before
