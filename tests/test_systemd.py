"""The kiosk launcher, run for real under a made-up root folder, and the unit file, read line by line.

In: systemd/kiosk.sh with `printenv` in place of the app; X sockets are real unix sockets, graphics chips are
plain files. Out: which display was chosen, or exit code 69 and what was tried.
"""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).resolve().parents[1] / "systemd"
NO_DISPLAY = 69


class Screenless:
    """A root folder in which no screen exists yet."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._sockets: list[socket.socket] = []
        for folder in ("tmp/.X11-unix", "dev/dri", "etc/systemd/system"):
            (root / folder).mkdir(parents=True)

    def open_x(self, number: int) -> None:
        server = socket.socket(socket.AF_UNIX)
        server.bind(str(self.root / f"tmp/.X11-unix/X{number}"))
        self._sockets.append(server)

    def add_graphics_chip(self) -> None:
        (self.root / "dev/dri/card1").touch()

    def set_up_a_desktop(self) -> None:
        (self.root / "etc/systemd/system/display-manager.service").touch()

    def start(self, *, wait_s: int = 0, display: str | None = None) -> subprocess.Popen[str]:
        environment = {"PATH": os.environ["PATH"], "MEEPLE_SYSTEM_ROOT": str(self.root)}
        environment["MEEPLE_DISPLAY_WAIT_S"] = str(wait_s)
        if display is not None:
            environment["DISPLAY"] = display
        return subprocess.Popen(
            [SYSTEMD / "kiosk.sh", "printenv", "SDL_VIDEODRIVER", "DISPLAY"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def chosen(self, *, display: str | None = None) -> tuple[int, list[str], str]:
        """(exit code, [driver, display as far as set], stderr) of a launch that does not wait."""
        with self.start(display=display) as process:
            out, err = process.communicate(timeout=20)
        return process.returncode, out.split(), err

    def close(self) -> None:
        for server in self._sockets:
            server.close()


@pytest.fixture
def machine() -> Iterator[Screenless]:
    # Not tmp_path: a unix socket's path may be 107 bytes long at most.
    with tempfile.TemporaryDirectory(prefix="kiosk") as folder:
        made = Screenless(Path(folder))
        yield made
        made.close()


def test_without_any_screen_the_launcher_says_what_it_tried_and_ends_with_its_own_code(
    machine: Screenless,
) -> None:
    code, out, err = machine.chosen()
    assert (code, out) == (NO_DISPLAY, [])
    assert [n for n in ("1. ", "2. ", "3. ") if n not in err] == []


def test_a_running_desktop_is_used_rather_than_the_graphics_chip(machine: Screenless) -> None:
    machine.add_graphics_chip()
    machine.open_x(1)
    code, out, _ = machine.chosen()
    assert (code, out) == (0, ["x11", ":1"])


def test_without_a_desktop_the_graphics_chip_is_used(machine: Screenless) -> None:
    machine.add_graphics_chip()
    _, out, err = machine.chosen()
    assert out == ["KMSDRM"]  # and DISPLAY stays unset
    assert "/dev/dri/card1" in err


def test_a_desktop_that_has_not_started_yet_keeps_its_graphics_chip(machine: Screenless) -> None:
    machine.add_graphics_chip()
    machine.set_up_a_desktop()
    code, out, _ = machine.chosen()
    assert (code, out) == (NO_DISPLAY, [])


@pytest.mark.parametrize("display", [":0", ":0.0", "table.local:0"])
def test_a_given_display_is_used_as_it_is(machine: Screenless, display: str) -> None:
    machine.open_x(0)
    machine.open_x(1)
    assert machine.chosen(display=display)[1] == ["x11", display]


def test_a_given_display_without_a_server_is_not_swapped_for_another(machine: Screenless) -> None:
    machine.add_graphics_chip()
    machine.open_x(1)
    assert machine.chosen(display=":5")[0] == NO_DISPLAY


def test_a_desktop_that_comes_up_late_is_waited_for(machine: Screenless) -> None:
    with machine.start(wait_s=30) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "kiosk: waiting for a screen\n"
        machine.open_x(0)
        out, _ = process.communicate(timeout=20)
    assert out.split() == ["x11", ":0"]


def test_without_arguments_the_app_of_the_same_checkout_fills_the_screen(machine: Screenless) -> None:
    checkout = machine.root / "checkout"
    app = checkout / ".venv/bin/meeple-marshal"
    for folder in (app.parent, checkout / "systemd"):
        folder.mkdir(parents=True)
    shutil.copy2(SYSTEMD / "kiosk.sh", checkout / "systemd")
    app.write_text('#!/bin/bash\necho "$SDL_VIDEODRIVER $*"\n')
    app.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "DISPLAY": "table.local:0"}
    done = subprocess.run(
        [checkout / "systemd/kiosk.sh"], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "x11 --fullscreen\n"


# --- the unit ------------------------------------------------------------------------------------


def unit_settings() -> dict[str, list[str]]:
    """Every setting of the unit with all its values; no name we use stands in two sections."""
    settings: dict[str, list[str]] = {}
    for line in (SYSTEMD / "meeple-marshal.service").read_text().splitlines():
        if line and not line.startswith(("#", "[")):
            name, _, value = line.partition("=")
            settings.setdefault(name, []).append(value)
    return settings


def test_the_unit_hides_none_of_the_devices() -> None:
    """Each of these keeps the pins, the camera or the screen from the service."""
    hiding = {"PrivateDevices", "DeviceAllow", "DevicePolicy", "ProtectClock", "PrivateNetwork"}
    assert hiding & set(unit_settings()) == set()


def test_the_unit_starts_again_with_a_pause_but_not_when_there_is_no_screen() -> None:
    settings = unit_settings()
    assert settings["Restart"] == ["always"]
    assert settings["RestartPreventExitStatus"] == [str(NO_DISPLAY)]
    assert 3 <= int(settings["RestartSec"][0]) <= 5
    # The limit must not be reached by a start every RestartSec within two minutes.
    assert int(settings["StartLimitBurst"][0]) * int(settings["RestartSec"][0]) >= 120


def test_everything_the_unit_lets_libraries_write_lies_in_its_own_folders() -> None:
    settings = unit_settings()
    environment = dict(value.split("=", 1) for value in settings["Environment"])
    assert settings["StateDirectory"] == settings["CacheDirectory"] == ["meeple-marshal"]
    assert settings["WorkingDirectory"] == [environment["LG_WD"]] == ["%S/meeple-marshal"]
    assert environment["KIVY_HOME"].startswith("%S/meeple-marshal/")
    assert environment["NUMBA_CACHE_DIR"].startswith("%C/meeple-marshal/")
    assert environment["GPIOZERO_PIN_FACTORY"] == "lgpio"


def test_the_unit_starts_a_launcher_that_exists_and_is_executable() -> None:
    (command,) = unit_settings()["ExecStart"]
    assert os.access(SYSTEMD.parent / Path(command).relative_to("/opt/meeple-marshal"), os.X_OK)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_every_line_of_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "meeple-marshal.service"
    text = (SYSTEMD / "meeple-marshal.service").read_text()
    unit.write_text(text.replace("/opt/meeple-marshal/systemd", str(SYSTEMD)))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "meeple-marshal" in line]
    assert ours == []
