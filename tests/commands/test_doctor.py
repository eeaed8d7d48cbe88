"""The doctor: names every part, calls absence by its name, and is ill only where a hand is needed."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

import pytest

from app.cli import build_parser
from app.commands.doctor import (
    LIBRARIES,
    listen,
    probe_clock,
    probe_config,
    probe_display,
    probe_hardware,
    probe_libraries,
    probe_places,
    probe_python,
    probe_storage,
    probe_touch,
    run,
)
from app.store.journal import Journal
from app.table.wiring import JOURNAL_FILE
from hardware.config import HardwareConfig, load
from hardware.probe import Probe, State
from hardware.sound.config import SoundConfig
from tests.commands.speak import run as run_process


def doctor(*arguments: str) -> tuple[str, int]:
    out = io.StringIO()
    code = run(build_parser().parse_args([*arguments[:-1], "doctor", *arguments[-1:]]), io.StringIO(), out)
    return out.getvalue(), code


def test_a_machine_without_any_hardware_is_healthy(tmp_path: Path) -> None:
    done = run_process("--state", str(tmp_path), "doctor", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    parts = {part["name"]: part for part in json.loads(done.stdout)}
    assert len(parts) == len(json.loads(done.stdout))  # no two lines of one name
    libraries = {"pyserial" if name == "serial" else name for name in LIBRARIES}
    assert {"python", "display", "touch", "config", "storage", "clock", "places", *libraries} <= set(parts)
    assert all(set(part) == {"name", "state", "detail", "action"} for part in parts.values())
    assert {part["state"] for part in parts.values()} <= {"ok", "absent"}
    assert parts["config"]["state"] == "absent"
    assert parts["storage"]["state"] == "ok"


def test_for_people_there_is_one_line_a_part(tmp_path: Path) -> None:
    done = run_process("--state", str(tmp_path), "doctor")
    assert done.returncode == 0
    rows = [re.fullmatch(r"(\w+(?: \w+)?) +(ok|absent) +(\S.*)", line) for line in done.stdout.splitlines()]
    assert all(rows)
    assert ("storage", "ok", str(tmp_path)) in [row.groups() for row in rows if row]


def test_looking_leaves_nothing_behind(tmp_path: Path) -> None:
    done = run_process("--state", str(tmp_path / "games"), "doctor")
    assert done.returncode == 0
    assert list((tmp_path / "games").iterdir()) == []


def test_a_broken_hardware_file_needs_a_hand(tmp_path: Path) -> None:
    config = tmp_path / "hardware.toml"
    config.write_text('[buttons]\npull = "sideways"\n')
    text, code = doctor("--state", str(tmp_path), "--config", str(config), "--json")
    part = next(part for part in json.loads(text) if part["name"] == "config")
    assert code == 1
    assert part["state"] == "fault"
    assert "sideways" in part["detail"]
    assert part["action"]
    config.write_text('[buttons]\npull = "down"\n')
    assert [probe.state for probe in probe_config(config, [])] == [State.OK]


@pytest.mark.parametrize(
    ("line", "named", "action"),
    [
        (
            "buttons.players = [{ player = 1, claim = 17 }, { player = 2, claim = 17 }]",
            "buttons.players[1].claim: found 17, expected a pin not yet at buttons.players[0].claim",
            "Choose another pin there",
        ),
        (
            "buttons.players = [{ player = 1, claim = 15 }]",
            "the serial console writes there",
            "Choose another pin there",
        ),
        ("buttons.players = [{ claim = 17 }]", "buttons.players[0].player: found nothing", "Add it"),
        ('buttons.pause = "four"', 'buttons.pause: found "four"', "Put that line right, or delete it"),
        ("buttons.bouncems = 30", "did you mean 'bounce_ms'", "Write bounce_ms there"),
        ("button.pause = 4", "did you mean 'buttons'", "Write buttons there"),
        ('camera.source = "picamera"', "did you mean 'picamera2'", "Write picamera2 there"),
        (
            'pods.pods = [{ pod = "a/b", player = 1 }]',
            "pods.pods[0].pod",
            "Put that line right, or delete it",
        ),
        ("sound.enabled = 1", "sound.enabled: found 1", "Put that line right, or delete it"),
    ],
)
def test_each_bad_line_of_the_hardware_file_is_named_with_one_action(
    tmp_path: Path, line: str, named: str, action: str
) -> None:
    config = tmp_path / "hardware.toml"
    config.write_text(line + "\n")
    _, faults = load(config)
    probes = probe_config(config, faults)
    assert {probe.state for probe in probes} == {State.FAULT}
    assert any(named in probe.detail and probe.action == action for probe in probes)
    assert len({probe.name for probe in probes}) == len(probes)


def test_a_bad_line_does_not_hide_another(tmp_path: Path) -> None:
    config = tmp_path / "hardware.toml"
    config.write_text('[buttons]\npull = "sideways"\nbounce_ms = -1\n[camera]\nsource = 3\n')
    text, code = doctor("--state", str(tmp_path), "--config", str(config), "--json")
    parts = {part["name"]: part for part in json.loads(text)}
    assert code == 1
    named = ("config", "config 2", "config 3")
    assert [parts[name]["state"] for name in named] == ["fault"] * 3
    assert "camera.source" in " ".join(parts[name]["detail"] for name in named)


def test_what_the_file_asks_for_and_is_not_there_needs_a_hand(tmp_path: Path) -> None:
    """The same parts unasked for are merely absent."""
    dev = tmp_path / "dev"
    dev.mkdir()
    config = tmp_path / "hardware.toml"
    config.write_text(
        "[buttons]\nplayers = [{ player = 1, claim = 17 }]\n"
        '[pods]\npods = [{ pod = "red", player = 2 }]\n'
        '[camera]\nsource = "picamera2"\n'
        '[sound]\ndevice = "Headphones"\n'
    )
    bare = [Probe(name, State.ABSENT, "not here") for name in ("pins", "camera", "serial", "sound")]
    heard: list[str] = []

    def silent(sound: SoundConfig) -> str:
        heard.append(sound.device)
        return "no loudspeaker is called 'Headphones'"

    found, faults = load(config)
    assert faults == []
    probes = {p.name: p for p in probe_hardware(config, found, bare, dev, lambda _: False, silent)}
    ill = {name for name, probe in probes.items() if probe.state is State.FAULT}
    assert ill == {"pins", "pods", "camera", "sound"}
    assert all(probes[name].action for name in ill)
    assert heard == ["Headphones"]
    none = tmp_path / "none.toml"
    probes = {p.name: p for p in probe_hardware(none, HardwareConfig(), bare, dev, lambda _: False, silent)}
    assert {probe.state for probe in probes.values()} == {State.ABSENT}
    assert heard == ["Headphones"]


def test_a_loudspeaker_that_is_named_is_really_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert "'no such one'" in listen(SoundConfig(device="no such one"))
    assert listen(SoundConfig()) == ""
    assert listen(SoundConfig(enabled=False)) == ""


def test_a_folder_that_takes_no_games_needs_a_hand() -> None:
    probe = probe_storage(Path("/proc/meeple-marshal"))
    assert probe.state is State.FAULT
    assert "/proc/meeple-marshal" in probe.detail


def test_a_camera_that_was_set_up_is_named_with_its_place(tmp_path: Path) -> None:
    assert probe_places(tmp_path).state is State.ABSENT
    with contextlib.closing(Journal(tmp_path / JOURNAL_FILE)) as journal:
        assert probe_places(tmp_path).state is State.ABSENT
        journal.put_record("camera", "place Kitchen Pi camera imx708", "{}")
        journal.put_record("camera", "last Pi camera imx708", "Kitchen")
        assert probe_places(tmp_path).detail == "set up: Kitchen Pi camera imx708"
    left = sorted(tmp_path.iterdir())
    assert probe_places(tmp_path).state is State.OK
    assert sorted(tmp_path.iterdir()) == left


def test_a_journal_that_cannot_be_read_says_nothing_of_cameras(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).write_bytes(b"no database, but long enough to be taken for one" * 40)
    probe = probe_places(tmp_path)
    assert probe.state is State.ABSENT
    assert probe.detail.startswith("not known")


def test_a_missing_library_is_named_with_what_to_do() -> None:
    def load(name: str) -> object:
        if name == "numba":
            raise ImportError("No module named 'numba'")
        return object()

    probes = {probe.name: probe for probe in probe_libraries(load)}
    assert probes["numba"].state is State.FAULT
    assert "setup.sh" in probes["numba"].action
    assert probes["kivy"].state is State.OK


@pytest.mark.parametrize(
    ("environ", "state", "named"),
    [
        ({"DISPLAY": ":0"}, State.OK, "DISPLAY=:0"),
        ({"WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"}, State.OK, "DISPLAY="),
        ({"DISPLAY": ""}, State.ABSENT, "DISPLAY is not set"),
        ({}, State.ABSENT, "DISPLAY is not set"),
    ],
)
def test_where_a_window_could_open(tmp_path: Path, environ: dict[str, str], state: State, named: str) -> None:
    probe = probe_display(environ, tmp_path / "no-dri", lambda _: True)
    assert probe.state is state
    assert named in probe.detail


def test_a_display_that_does_not_answer_is_no_place_for_a_window(tmp_path: Path) -> None:
    probe = probe_display({"DISPLAY": ":0"}, tmp_path, lambda _: False)
    assert (probe.state, "does not answer" in probe.detail) == (State.ABSENT, True)


def test_a_graphics_device_without_a_desktop_is_enough(tmp_path: Path) -> None:
    assert probe_display({}, tmp_path).state is State.OK


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ('N: Name="raspberrypi-ts touchscreen"\n', State.OK),
        ('N: Name="ft5406"\nN: Name="Mouse"\n', State.OK),
        ('N: Name="USB Mouse"\n', State.ABSENT),
        ("N: Name=\n", State.ABSENT),
        ("", State.ABSENT),
    ],
)
def test_touch_panels_are_found_by_their_names(tmp_path: Path, text: str, state: State) -> None:
    devices = tmp_path / "devices"
    devices.write_text(text)
    assert probe_touch(devices).state is state


def test_without_a_list_of_devices_a_mouse_will_do(tmp_path: Path) -> None:
    assert probe_touch(tmp_path / "none").state is State.ABSENT


def test_python_and_clock_of_this_machine_are_fine() -> None:
    assert probe_python().state is State.OK
    assert probe_clock().state in (State.OK, State.ABSENT)
