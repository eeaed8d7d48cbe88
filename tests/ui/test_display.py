"""Whether a window can open: found out before Kivy, and never a window that nobody sees."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

from app.ui.display import driver, turn, x_answers
from tests.ui.theatre import ROOT, Display


def test_an_x_display_comes_before_a_bare_device(tmp_path: Path) -> None:
    assert driver({"DISPLAY": ":5"}, tmp_path, lambda _: True)[0] == "x11"
    assert driver({}, tmp_path)[0] == "kmsdrm"


def test_a_display_that_does_not_answer_is_named(tmp_path: Path) -> None:
    video, found = driver({"DISPLAY": ":5"}, tmp_path, lambda _: False)
    assert video is None
    assert found == "DISPLAY=:5 does not answer"


def test_without_either_there_is_no_window(tmp_path: Path) -> None:
    assert driver({}, tmp_path / "none")[0] is None


def test_the_server_itself_is_asked(display: Display) -> None:
    assert x_answers(display.name)
    assert not x_answers(":987")
    assert not x_answers("garbage")


def test_turning_by_half_a_turn_sets_the_picture_up_anew() -> None:
    """Kivy does so only for another size, and half a turn has the same."""
    told: list[int] = []
    window = SimpleNamespace(rotation=0, update_viewport=lambda: told.append(window.rotation))
    for degrees in (180, 180, 0, 90):
        turn(window, degrees)
    assert told == [180, 0, 90]


def test_a_turn_that_is_none_of_four_is_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app", "--state", str(tmp_path), "--rotate", "45"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "--rotate" in done.stderr
    assert "270" in done.stderr


def test_the_app_ends_with_one_sentence_where_the_display_is_dead(tmp_path: Path) -> None:
    environ = {**os.environ, "DISPLAY": ":987"}
    command = [sys.executable, "-m", "app", "--state", str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 69
    assert done.stderr.count("\n") == 1
    assert "DISPLAY=:987 does not answer" in done.stderr
