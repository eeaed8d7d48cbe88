"""Reading photographs from the command line: one answer a photo, and mistakes by field."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import build_parser, main
from app.commands.read import find_board, parse_corners, read_round_start, run
from app.errors import BadInput
from app.games.mutant_meeples.board import dump_board_file, shipped_board
from tests.commands.speak import is_one_sentence, lines
from tests.commands.speak import run as run_process

PHOTOS = Path(__file__).resolve().parent.parent / "photos"
CLEAR = PHOTOS / "photo_001.jpg"
FIELDS = {"photo", "status", "meeples", "discs", "target", "confidence", "elapsed_ms"}


def truth(photo: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(photo.with_suffix(".json").read_text("utf-8"))
    return data


def read(*arguments: str) -> tuple[list[dict[str, Any]], int]:
    out = io.StringIO()
    code = run(build_parser().parse_args(["read", *arguments]), io.StringIO(), out)
    return lines(out.getvalue()), code


def test_a_clear_photo_is_read_right_in_a_process_of_its_own() -> None:
    done = run_process("read", str(CLEAR), "--board", truth(CLEAR)["board"]["map"])
    assert (done.returncode, done.stderr) == (0, "")
    (answer,) = lines(done.stdout)
    assert set(answer) >= FIELDS
    assert answer["status"] == "ok"
    assert answer["meeples"] == {piece["color"]: piece["cell"] for piece in truth(CLEAR)["meeples"]}
    assert answer["target"] == truth(CLEAR)["target"]["cell"]
    assert all(0 <= value <= 1 for value in answer["confidence"].values())


def test_what_is_no_photo_is_answered_in_its_place_and_the_rest_goes_on(tmp_path: Path) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("not a picture")
    answers, code = read(str(text), str(tmp_path / "none.jpg"), str(CLEAR))
    assert code == 2
    assert [set(answer) for answer in answers[:2]] == [{"photo", "error"}] * 2
    assert answers[2]["status"] == "ok"
    assert all(is_one_sentence(answer["error"]) for answer in answers[:2])


def test_a_photo_without_a_board_says_so(tmp_path: Path) -> None:
    import cv2
    import numpy as np

    cv2.imwrite(str(tmp_path / "dark.jpg"), np.full((480, 640, 3), 12, np.uint8))
    (answer,), code = read(str(tmp_path / "dark.jpg"))
    assert code == 0
    assert answer["status"] == "no-board"
    assert set(answer["meeples"].values()) == {None}


def test_the_round_start_and_a_board_file_are_taken(tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_bytes(dump_board_file(shipped_board(truth(CLEAR)["board"]["map"]).file))
    start = tmp_path / "start.json"
    start.write_text(json.dumps({disc["color"]: disc["cell"] for disc in truth(CLEAR)["discs"]}))
    (answer,), code = read(str(CLEAR), "--board", str(board), "--round-start", str(start))
    assert code == 0
    assert answer["status"] == "ok"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--board", "atlantis"], ["board", "atlantis"]),
        (["--corners", "1,2,3"], ["corners", "eight numbers"]),
        (["--corners", ""], ["corners", "eight numbers"]),
        (["--corners", "1,2,3,4,5,6,7,nan"], ["corners", "nan"]),
        (["--round-start", "none.json"], ["round-start"]),
        (["--reference", "none.jpg"], ["reference"]),
    ],
)
def test_a_mistake_is_one_sentence_naming_the_field(
    arguments: list[str], named: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(CLEAR), *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert is_one_sentence(said.err)
    for word in named:
        assert word in said.err


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{",
        '{"pink": "AB"}',
        '{"red": 7}',
        '{"red": "ZZ"}',
        '{"red": "AB", "green": "AB"}',
        "\x00",
        "[" * 100_000,
        '{"red": ' + "9" * 5000 + "}",
    ],
    ids=lambda text: text[:20],
)
def test_a_round_start_that_cannot_be_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "start.json"
    path.write_text(text)
    with pytest.raises(BadInput, match="round-start"):
        read_round_start(path, shipped_board("meepville"))


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b'{"name": "x", "columns": 99, "rows": 2}'])
def test_a_board_file_that_cannot_be_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "board.json"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"(?i)board"):
        find_board(str(path))
    with pytest.raises(BadInput, match="board"):
        find_board(str(tmp_path))


def test_corners_are_four_points() -> None:
    assert parse_corners("1,2,3,4,5,6,7,8.5").tolist() == [[1, 2], [3, 4], [5, 6], [7, 8.5]]


def test_shipped_cities_go_by_name_in_any_case() -> None:
    assert find_board("MeepVille") == shipped_board("meepville")
