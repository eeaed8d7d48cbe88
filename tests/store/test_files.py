"""A file is written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.store.files import write_whole


def test_a_file_is_written_whole_into_a_folder_made_for_it(tmp_path: Path) -> None:
    path = tmp_path / "exports" / "table.csv"
    write_whole(path, "name\r\nZoë\r\n")
    assert path.read_bytes() == b"\xef\xbb\xbfname\r\nZo\xc3\xab\r\n", (
        "spreadsheets tell the letters by the mark"
    )
    write_whole(path.with_suffix(".json"), "{}")
    assert path.with_suffix(".json").read_bytes() == b"{}"


def test_a_file_that_cannot_be_written_leaves_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "copy.json"
    write_whole(path, "before")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "after \ud800")
    assert path.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["copy.json"]
