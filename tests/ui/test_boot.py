"""Kivy starts with our settings and nobody else's."""

from __future__ import annotations

import os
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest

from app.ui import boot

ROOT = Path(__file__).resolve().parents[2]


def _parsed(path: Path) -> RawConfigParser:
    parser = RawConfigParser()
    parser.read(path, encoding="utf-8")
    return parser


def test_there_is_exactly_one_touch_provider(tmp_path: Path) -> None:
    """Two providers for one panel report every touch twice."""
    environ: dict[str, str] = {}
    path = boot.prepare(tmp_path, boot.WindowWish(), environ)
    assert _parsed(path).items("input") == [("mouse", "mouse,disable_multitouch")]
    assert boot.faults_of_input(path) == []
    assert environ["KIVY_HOME"] == str(path.parent)


def test_a_second_provider_is_named_as_a_fault(tmp_path: Path) -> None:
    """What an old configuration would look like."""
    path = boot.prepare(tmp_path, boot.WindowWish(), {})
    path.write_text(path.read_text("utf-8").replace("[input]\n", "[input]\n%(name)s = probesysfs\n"), "utf-8")
    assert len(boot.faults_of_input(path)) == 1


def test_the_window_is_as_wished(tmp_path: Path) -> None:
    """Size, full screen and cursor come from arguments."""
    wish = boot.WindowWish(1280, 720, fullscreen=True, show_cursor=False)
    parser = _parsed(boot.prepare(tmp_path, wish, {}))
    assert parser.get("graphics", "width") == "1280"
    assert parser.get("graphics", "height") == "720"
    assert parser.get("graphics", "fullscreen") == "auto"
    assert parser.get("graphics", "show_cursor") == "0"


CHILD = """
import os, sys
from pathlib import Path
from app.ui import boot
path = boot.prepare(Path(sys.argv[1]), boot.WindowWish(), os.environ)
before = path.read_bytes()
import logging
handlers = list(logging.getLogger().handlers)
from kivy.config import Config
assert path.read_bytes() == before, "Kivy rewrote our settings"
assert Config.getint("graphics", "maxfps") == 30
assert [name for name, _ in Config.items("input")] == ["mouse"]
assert logging.getLogger().handlers == handlers, "Kivy took the root logger"
assert sys.argv[2:] == ["--size", "nonsense"], "Kivy read our command line"
try:
    boot.prepare(Path(sys.argv[1]), boot.WindowWish(), os.environ)
except boot.BootedTooLate:
    print("well")
"""


def test_kivy_keeps_our_settings_and_leaves_logs_and_arguments_alone(tmp_path: Path) -> None:
    """Asked in a process of its own, because Kivy is imported only once."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "DISPLAY"))}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path), "--size", "nonsense"],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "well\n", done.stderr
    assert done.stderr == ""


KEYS_CHILD = """
from kivy.core.window import Keyboard
from hardware.key_names import KEY_NAMES
print(sorted(KEY_NAMES - set(Keyboard.keycodes)))
"""


def test_every_key_the_wiring_file_may_name_is_known_to_the_screen(tmp_path: Path) -> None:
    environ = {**os.environ, "KIVY_HOME": str(tmp_path), "KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1"}
    done = subprocess.run(
        [sys.executable, "-c", KEYS_CHILD],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "[]\n", done.stderr


def test_a_folder_that_cannot_be_written_is_an_os_error(tmp_path: Path) -> None:
    """The caller says so in a sentence."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(OSError, match="file"):
        boot.prepare(blocked, boot.WindowWish(), {})
