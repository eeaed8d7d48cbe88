"""`history export --out`: an earlier export is replaced, a device is written into, nothing else is lost."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tests.commands.speak import is_one_sentence
from tests.commands.test_history import folder, history

__all__ = ["folder"]

FORMATS = ("csv", "json")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def aside(folder: Path) -> str:
    """A journal set aside when it was damaged."""
    path = folder / "journal-damaged-2030-01-01-120000.db"
    path.write_bytes(b"")
    return path.name


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    "name", ["journal.db", "journal.db-wal", "journal.db-shm", "journal.db.lock", "aside"]
)
def test_the_stored_matches_are_never_written_over(
    folder: Path, name: str, kind: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    history(folder, "list")
    name = aside(folder) if name == "aside" else name
    before = contents(folder)
    link = tmp_path / "link"
    link.symlink_to(folder / name)
    (tmp_path / "by-another-way").symlink_to(folder)
    for out in (folder / name, link, tmp_path / "by-another-way" / name):
        capsys.readouterr()
        assert history(folder, "export", "--format", kind, "--out", str(out)) == 2
        said = capsys.readouterr()
        assert is_one_sentence(said.err)
        assert "stored matches themselves" in said.err
    assert contents(folder) == before


def test_not_even_where_no_match_was_played_yet_or_the_journal_has_a_second_name(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "new"
    assert history(new, "export", "--format", "json", "--out", str(new / "journal.db")) == 2
    assert not new.exists()
    os.link(folder / "journal.db", tmp_path / "second")
    assert history(folder, "export", "--format", "json", "--out", str(tmp_path / "second")) == 2
    assert (tmp_path / "second").read_bytes().startswith(b"SQLite")


@pytest.mark.parametrize("kind", FORMATS)
def test_an_earlier_export_is_replaced_and_anything_else_stays(
    folder: Path, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "evenings"
    out.touch()  # as `mktemp` leaves it
    for other in FORMATS:
        assert history(folder, "export", "--format", other, "--out", str(out)) == 0
        assert history(folder, "export", "--format", kind, "--out", str(out)) == 0
    capsys.readouterr()
    out.write_text("a letter to grandmother")
    assert history(folder, "export", "--format", kind, "--out", str(out)) == 2
    assert "no earlier table or copy" in capsys.readouterr().err
    assert out.read_text() == "a letter to grandmother"


def test_behind_a_link_the_file_is_replaced_and_the_link_stays(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "latest.json"
    link.symlink_to(tmp_path / "drive" / "copy.json")
    assert history(folder, "export", "--format", "json", "--out", str(link)) == 0
    assert link.is_symlink()
    assert not (tmp_path / "drive" / "copy.json").is_symlink()
    assert b"meeple-marshal history" in link.read_bytes()


def test_a_pipe_is_written_into_and_stays_a_pipe(folder: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    assert history(folder, "export", "--format", "json", "--out", str(pipe)) == 0
    reader.join()
    assert b"meeple-marshal history" in got[0]
    assert pipe.is_fifo()


def test_a_device_stays_a_device(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Through links, so that a fault costs the machine nothing."""
    for device, code in (("null", 0), ("full", 2)):
        out = tmp_path / device
        out.symlink_to(f"/dev/{device}")
        assert history(folder, "export", "--format", "json", "--out", str(out)) == code
        assert out.is_char_device()
    assert "cannot be written (No space left on device)" in capsys.readouterr().err


def test_a_copy_too_large_to_come_in_again_is_said_to_be_so(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.table.history_files.MOST_BYTES", 1000)
    assert history(folder, "export", "--format", "csv") == 0
    assert capsys.readouterr().err == ""
    assert history(folder, "export", "--format", "json") == 0
    assert "cannot be read in again" in capsys.readouterr().err


def test_where_a_folder_stands_nothing_is_written(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert history(folder, "export", "--format", "csv", "--out", str(tmp_path)) == 2
    assert is_one_sentence(capsys.readouterr().err)
