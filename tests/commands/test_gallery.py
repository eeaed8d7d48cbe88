"""`gallery --shot` writes the whole design system as one picture, and says plainly why when it cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from app.commands.play import EXIT_NO_DISPLAY
from tests.ui.theatre import ROOT, Display


def run(*words: str, display: str = "") -> subprocess.CompletedProcess[str]:
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "WAYLAND", "SDL", "DISPLAY"))}
    environ |= {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"} if display else {}
    command = [sys.executable, "-m", "app", *words]
    return subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=200, check=False
    )


@pytest.mark.ui
@pytest.mark.parametrize("words", [(), ("--language", "de")], ids=["English", "German"])
def test_the_whole_gallery_is_written_without_a_person(tmp_path: Path, words: tuple[str, ...]) -> None:
    display = Display()
    try:
        done = run(
            "--size", "800x480", "gallery", "--shot", str(tmp_path / "all.png"), *words, display=display.name
        )
    finally:
        display.close()
    assert done.returncode == 0, done.stderr
    picture = cv2.imread(str(tmp_path / "all.png"))
    assert picture.shape[1] == 800
    assert picture.shape[0] > 10 * 480
    assert done.stdout == f"{tmp_path / 'all.png'}: 800 x {picture.shape[0]} pixels\n"
    rows = picture.reshape(picture.shape[0], -1)
    assert not any((rows[top : top + 480] == rows[top]).all() for top in range(0, len(rows) - 480, 480)), (
        "an empty page"
    )


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    for file in (tmp_path / "nowhere" / "all.png", tmp_path / "all.jpeg"):
        done = run("gallery", "--shot", str(file))
        assert done.returncode == 2
        assert done.stderr.startswith("meeple-marshal: shot: found")
        assert "Traceback" not in done.stderr


@pytest.mark.skipif(Path("/dev/dri").exists(), reason="this machine has a graphics device")
def test_without_a_display_it_says_so(tmp_path: Path) -> None:
    done = run("gallery", "--shot", str(tmp_path / "all.png"))
    assert done.returncode == EXIT_NO_DISPLAY
    assert "no display" in done.stderr
