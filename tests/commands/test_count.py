"""Counting heaps from the command line: one answer a photo, and mistakes in their place."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import build_parser
from app.commands.count import run
from tests.commands.speak import is_one_sentence, lines, mistaken
from tests.commands.speak import run as run_process

PHOTOS = Path(__file__).resolve().parent.parent / "photos"
HEAP = PHOTOS / "pile_00.jpg"
FIELDS = {"photo", "counts", "status", "reason", "elapsed_ms"}
COLOURS = ("black", "gray", "red", "blue", "green", "yellow")


def count(*photos: Path) -> tuple[list[dict[str, Any]], int]:
    out = io.StringIO()
    code = run(build_parser().parse_args(["count", *map(str, photos)]), io.StringIO(), out)
    return lines(out.getvalue()), code


def test_a_heap_is_counted_by_colour_in_a_process_of_its_own() -> None:
    done = run_process("count", str(HEAP))
    assert (done.returncode, done.stderr) == (0, "")
    (answer,) = lines(done.stdout)
    assert set(answer) == FIELDS
    assert tuple(answer["counts"]) == COLOURS
    assert answer["counts"] == json.loads(HEAP.with_suffix(".json").read_text("utf-8"))["counts"]
    assert answer["photo"] == str(HEAP)


def test_an_unsure_count_names_its_colours_and_a_sure_one_needs_no_reason() -> None:
    answers, code = count(HEAP, PHOTOS / "pile_01.jpg")
    assert code == 0
    for answer in answers:
        assert answer["status"] in ("ok", "unsure")
        assert (answer["status"] == "ok") == (answer["reason"] == "")


def test_what_is_no_photo_is_answered_in_its_place_and_the_rest_goes_on(tmp_path: Path) -> None:
    text, empty = tmp_path / "notes.jpg", tmp_path / "empty.png"
    text.write_text("not a picture")
    empty.write_bytes(b"")
    answers, code = count(text, tmp_path / "none.jpg", empty, tmp_path, HEAP)
    assert code == 2
    assert [set(answer) for answer in answers[:4]] == [{"photo", "error"}] * 4
    assert all(is_one_sentence(answer["error"]) for answer in answers[:4])
    assert sum(answers[4]["counts"].values()) > 0


def test_a_photo_too_small_to_count_on_is_unsure_and_says_why(tmp_path: Path) -> None:
    import cv2
    import numpy as np

    cv2.imwrite(str(tmp_path / "small.png"), np.zeros((100, 100, 3), np.uint8))
    (answer,), code = count(tmp_path / "small.png")
    assert code == 0
    assert answer["status"] == "unsure"
    assert "small" in answer["reason"]


def test_no_photo_is_a_mistake_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    said = mistaken(capsys, "count")
    assert is_one_sentence(said)
    assert "PHOTO" in said
