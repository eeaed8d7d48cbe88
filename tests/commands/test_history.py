"""`history` as people run it: list, export, import, erase; and what cannot be done in one sentence."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.cli import main
from app.commands.history import Progress
from app.games.mutant_meeples.box import box, using_box
from app.games.mutant_meeples.state import PlayerSetup, Setup, Tournament
from app.store.journal import Journal
from app.table.history import GAME
from tests.commands.speak import is_one_sentence, run
from tests.table.conftest import WALL
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
    assert said.err == "1 match could not be read and stayed behind: 2 (2030-05-06 20:15)\n"


@pytest.mark.parametrize("listed_before", [False, True])
def test_list_table_and_copy_agree_on_what_cannot_be_read(
    folder: Path, listed_before: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also when a match was spoilt after it had been listed; one with a spoilt timer can be played."""
    if listed_before:
        assert history(folder, "list") == 0
    journal = Journal(folder / "journal.db")
    with journal.transaction() as db:
        db.execute("UPDATE matches SET state = 'torn' WHERE id = 1")
        db.execute("UPDATE entries SET action = 'torn' WHERE match = 2 AND seq = 5")
        db.execute("UPDATE entries SET left_ms = 'torn' WHERE match = 3 AND seq = 5")
        db.execute("UPDATE matches SET began = 'zzz' WHERE id = 3")
    journal.close()
    capsys.readouterr()
    assert history(folder, "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert ["cannot be read" in line for line in lines] == [False, True, True]
    left = "2 matches could not be read and stayed behind: 2 (2030-05-06 20:15), 1 (2030-05-05 20:15)\n"
    assert history(folder, "export", "--format", "csv") == 0
    said = capsys.readouterr()
    assert {row["match"] for row in csv.DictReader(said.out.splitlines())} == {"3"}
    assert said.err == left
    assert history(folder, "export", "--format", "json") == 0
    said = capsys.readouterr()
    assert len(json.loads(said.out)["matches"]) == 1
    assert said.err == left


def test_what_takes_long_says_how_far_it_is_and_keeps_standard_output_clean(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.json"
    doings = (
        ["list"],
        ["export", "--format", "csv"],
        ["export", "--format", "json", "--out", str(copy)],
        ["import", str(copy)],
    )
    quick = {}
    for words in doings:
        assert history(folder, *words) == 0
        said = capsys.readouterr()
        assert said.err == ""
        quick[words[0], words[-1]] = said.out
    monkeypatch.setattr("app.commands.history.EVERY_S", 0.0)
    for words in doings:
        assert history(folder, *words) == 0
        said = capsys.readouterr()
        assert said.err.startswith("0 of 3 matches read\n1 of 3 matches read\n2 of 3 matches read\n")
        assert said.out == quick[words[0], words[-1]]


def test_progress_is_said_every_few_seconds_only(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    progress = Progress(lambda: now[0])
    for done, now[0] in enumerate((2.9, 3.0, 3.1, 5.9, 6.1)):
        progress.tell(done, 9)
    assert capsys.readouterr().err == "1 of 9 matches read\n4 of 9 matches read\n"


def test_a_game_of_a_tournament_is_listed_as_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(folder / "journal.db")
    seats = (PlayerSetup("Anna"), PlayerSetup("Ben"))
    state = GAME.new(Setup(seats, tournament=Tournament((1, 0), (("green",), ()))), random.Random(1))
    journal.begin(GAME.name, msgspec.json.encode(state), WALL)
    journal.close()
    assert history(folder, "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("0 rounds so far. Game 2 of a tournament")
    assert all("ournament" not in line for line in lines[1:])


def test_what_the_box_no_longer_allows_is_left_out_everywhere_also_when_it_was_listed_before(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert history(folder, "list") == 0
    before = capsys.readouterr().out.splitlines()
    small = tmp_path / "box.json"
    small.write_text(msgspec.json.encode(replace(box(), marker_sets=1)).decode())
    with using_box(small):
        assert history(folder, "list") == 0
        listed = capsys.readouterr().out.splitlines()
        assert history(folder, "export", "--format", "csv") == 0
        table = csv.DictReader(capsys.readouterr().out.splitlines())
        assert not list(table)
    assert len(listed) == len(before)
    assert all("cannot be read" in line for line in listed)
    assert history(folder, "list") == 0
    assert capsys.readouterr().out.splitlines() == before


@pytest.mark.parametrize("words", [["list"], ["export", "--format", "csv"], ["import", __file__]])
@pytest.mark.parametrize("state", ["/dev/null", "/dev/null/x", __file__])
def test_a_state_folder_that_cannot_be_is_not_taken_for_an_empty_one(
    state: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert history(Path(state), *words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert is_one_sentence(said.err)
    assert f"{state} cannot be used" in said.err


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
    assert [number for number, _, _ in brought] == [f"Brought in {n}" for n in (1, 2, 3)], "below all"
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
