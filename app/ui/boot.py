"""What must stand before the first `import kivy`: our own KIVY_HOME with our own config.ini, and quiet logs.

Kivy reads its settings while it is imported and would else take our command line, the root logger and every
touch device twice. In: the state folder, window size, and the environment to write to. Out: a `config.ini`
with exactly one touch provider, at most 30 frames a second unless a button is pressed in between (the clock
may be interrupted), and no exit on Escape.
"""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from configparser import RawConfigParser
from dataclasses import dataclass
from pathlib import Path

KIVY_CONFIG_VERSION = 27
"""Of Kivy 2.3.1. With this number in the file Kivy leaves it as it stands instead of "upgrading" it, which
would add a second touch provider (probesysfs)."""
MAX_FPS = 30
TOUCH_PROVIDER = ("mouse", "mouse,disable_multitouch")
"""(name, provider) of the one entry in [input]. SDL itself hands fingers on, under X11, Wayland and bare KMS
alike; a device reader (mtdev, hidinput, probesysfs) beside it would report every touch twice."""

_KIVY = """
keyboard_repeat_delay = 300
keyboard_repeat_rate = 30
log_dir = logs
log_enable = 0
log_level = warning
log_name = kivy_%y-%m-%d_%_.txt
log_maxfiles = 5
window_icon =
keyboard_mode =
keyboard_layout = qwerty
desktop = 0
exit_on_escape = 0
pause_on_minimize = 0
kivy_clock = interrupt
default_font = ['Roboto', 'data/fonts/Roboto-Regular.ttf', 'data/fonts/Roboto-Italic.ttf', \
'data/fonts/Roboto-Bold.ttf', 'data/fonts/Roboto-BoldItalic.ttf']
window_shape = data/images/defaultshape.png
"""

_GRAPHICS = """
display = -1
left = 0
top = 0
position = auto
rotation = 0
multisamples = 0
resizable = 1
borderless = 0
window_state = visible
minimum_width = 0
minimum_height = 0
min_state_time = .035
allow_screensaver = 0
shaped = 0
vsync =
verify_gl_main_thread = 1
custom_titlebar = 0
custom_titlebar_border = 5
always_on_top = 0
show_taskbar_icon = 1
"""

_OTHERS = """
[postproc]
double_tap_distance = 20
double_tap_time = 250
ignore = []
jitter_distance = 0
jitter_ignore_devices = mouse,mactouch,
retain_distance = 50
retain_time = 0
triple_tap_distance = 20
triple_tap_time = 375

[widgets]
scroll_timeout = 250
scroll_distance = 20
scroll_friction = 1.
scroll_stoptime = 300
scroll_moves = 5

[modules]

[network]
useragent = meeple-marshal
implementation = default
"""


class BootedTooLate(RuntimeError):
    """Kivy was imported before `prepare`: its settings are already someone else's."""


@dataclass(frozen=True, slots=True)
class WindowWish:
    """The window asked for, in pixels. `fullscreen` takes the whole display whatever the size."""

    width_px: int = 800
    height_px: int = 480
    fullscreen: bool = False
    show_cursor: bool = True


def config_text(wish: WindowWish) -> str:
    """The whole config.ini for this window."""
    head = f"[kivy]{_KIVY}config_version = {KIVY_CONFIG_VERSION}\n\n[graphics]{_GRAPHICS}"
    window = (
        f"width = {wish.width_px}\nheight = {wish.height_px}\nmaxfps = {MAX_FPS}\n"
        f"fullscreen = {'auto' if wish.fullscreen else '0'}\nshow_cursor = {int(wish.show_cursor)}\n"
    )
    return f"{head}{window}\n[input]\n{TOUCH_PROVIDER[0]} = {TOUCH_PROVIDER[1]}\n{_OTHERS}"


def prepare(state_dir: Path, wish: WindowWish, environ: MutableMapping[str, str]) -> Path:
    """Write our config.ini under `state_dir` and point Kivy at it through `environ`; returns its path.

    Raises `BootedTooLate` when Kivy is already imported, OSError when the folder cannot be written.
    """
    if "kivy" in sys.modules:
        raise BootedTooLate("Kivy was imported before its settings were written")
    home = state_dir / "kivy"
    for folder in (home, home / "mods", home / "icon", home / "logs"):
        folder.mkdir(parents=True, exist_ok=True)
    path = home / "config.ini"
    path.write_text(config_text(wish), encoding="utf-8")
    environ["KIVY_HOME"] = str(home)
    environ["KIVY_NO_ARGS"] = "1"
    environ["KIVY_LOG_MODE"] = "PYTHON"
    environ["KIVY_NO_FILELOG"] = "1"
    environ["KIVY_NO_CONSOLELOG"] = "1"
    return path


def faults_of_input(path: Path) -> list[str]:
    """What is wrong with the [input] section of a config.ini: anything but exactly our one provider."""
    parser = RawConfigParser()
    parser.read(path, encoding="utf-8")
    found = dict(parser.items("input")) if parser.has_section("input") else {}
    wanted = dict([TOUCH_PROVIDER])
    return [] if found == wanted else [f"[input] is {found}, expected {wanted}"]
