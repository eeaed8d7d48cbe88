"""What the wiring file asks for by name and is not there, on made-up /dev folders."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.config import CameraConfig, CameraKind
from hardware.pods.config import PodRow, PodsConfig
from hardware.probe import Probe, State
from hardware.probe_wanted import wanted_camera, wanted_pins, wanted_pods, wanted_sound, wires_written
from hardware.sound.config import SoundConfig

CAMERA = Probe("camera", State.OK, "video0")
RED_BLUE = (PodRow("red", 1, (("claim", 1),), 1), PodRow("blue", 2, (("claim", 1),), 1))


def plug(dev: Path, *names: str) -> None:
    """Serial ports by these lasting names."""
    by_id = dev / "serial" / "by-id"
    by_id.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(names):
        (dev / f"ttyACM{number}").touch()
        (by_id / name).symlink_to(f"../../ttyACM{number}")


@pytest.mark.parametrize(
    ("text", "wired"),
    [
        ("[buttons]\nplayers = [{ player = 1, claim = 17 }]\n", True),
        ("[buttons]\npause = 4\n", True),
        ('[buttons]\npause = "none"\nplayers = []\n', False),
        ('[buttons]\npull = "up"\n', False),
        ("buttons = 3\n", False),
        ("not toml at all", False),
        ("\xff", False),
    ],
)
def test_only_buttons_that_stand_in_the_file_are_asked_for(tmp_path: Path, text: str, wired: bool) -> None:
    path = tmp_path / "hardware.toml"
    path.write_text(text, encoding="latin-1")
    assert wires_written(path) is wired


def test_without_a_file_nothing_is_asked_for(tmp_path: Path) -> None:
    assert wires_written(tmp_path / "none.toml") is False


def test_what_is_no_ordinary_file_wires_nothing_and_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    huge = tmp_path / "huge.toml"
    with huge.open("wb") as stream:
        stream.truncate(1 << 33)
    assert not any(
        wires_written(path) for path in (tmp_path / "pipe.toml", huge, Path("/dev/zero"), tmp_path)
    )


def test_pins_that_are_missing_are_a_fault_where_buttons_are_written() -> None:
    absent = Probe("pins", State.ABSENT, "no pins on this machine")
    assert wanted_pins(absent, written=False) == absent
    assert wanted_pins(absent, written=True).state is State.FAULT
    there = Probe("pins", State.OK, "gpiochip0")
    assert wanted_pins(there, written=True) == there


def test_pods_nobody_named_may_be_missing(tmp_path: Path) -> None:
    assert wanted_pods(PodsConfig(), tmp_path).state is State.ABSENT
    plug(tmp_path, "usb-Pico_1")
    assert wanted_pods(PodsConfig(), tmp_path) == Probe("pods", State.OK, "usb-Pico_1")
    assert wanted_pods(PodsConfig(use=False), tmp_path).state is State.ABSENT


def test_more_pods_named_than_ports_there_is_a_fault(tmp_path: Path) -> None:
    config = PodsConfig(rows=RED_BLUE, named=True)
    none = wanted_pods(config, tmp_path)
    assert (none.state, none.detail) == (
        State.FAULT,
        "the settings name blue, red; serial ports there: none",
    )
    plug(tmp_path, "usb-Pico_1")
    assert wanted_pods(config, tmp_path).state is State.FAULT
    plug(tmp_path / "two", "usb-Pico_1", "usb-Pico_2")
    enough = wanted_pods(config, tmp_path / "two")
    assert (enough.state, enough.detail) == (
        State.OK,
        "usb-Pico_1, usb-Pico_2; which of them is blue or red shows on the screen Devices",
    )


def test_a_port_that_the_file_names_and_is_not_there_is_named(tmp_path: Path) -> None:
    plug(tmp_path, "usb-Pico_1")
    probe = wanted_pods(PodsConfig(ports=("usb-Pico_9",)), tmp_path)
    assert (probe.state, probe.detail) == (State.FAULT, "not plugged in: usb-Pico_9")
    assert probe.action
    assert wanted_pods(PodsConfig(ports=("usb-Pico_1",)), tmp_path).state is State.OK


def test_the_pi_camera_needs_its_library_and_a_camera(tmp_path: Path) -> None:
    config = CameraConfig(CameraKind.PI)
    without = wanted_camera(config, CAMERA, tmp_path, lambda _: False)
    assert (without.state, "python3-picamera2" in without.action) == (State.FAULT, True)
    unplugged = wanted_camera(config, CAMERA, tmp_path, lambda _: True)
    assert (unplugged.state, "ribbon" in unplugged.action) == (State.FAULT, True)
    (tmp_path / "video0").touch()
    assert wanted_camera(config, CAMERA, tmp_path, lambda _: True) == CAMERA


def test_a_usb_camera_that_is_named_must_be_plugged_in(tmp_path: Path) -> None:
    by_id = tmp_path / "v4l" / "by-id"
    by_id.mkdir(parents=True)
    config = CameraConfig(CameraKind.V4L2, device="usb-Acme")
    gone = wanted_camera(config, CAMERA, tmp_path, lambda _: True)
    assert (gone.state, gone.detail) == (State.FAULT, "camera usb-Acme is not connected")
    (tmp_path / "video2").touch()
    (by_id / "usb-Acme-video-index0").symlink_to("../../video2")
    assert wanted_camera(config, CAMERA, tmp_path, lambda _: True) == CAMERA


@pytest.mark.parametrize("kind", [CameraKind.FOLDER, CameraKind.AUTO])
def test_a_folder_that_is_named_must_hold_a_photo_that_can_be_read(tmp_path: Path, kind: CameraKind) -> None:
    config = CameraConfig(kind, folder=tmp_path)
    assert "no JPEG or PNG" in wanted_camera(config, CAMERA, tmp_path, lambda _: True).detail
    (tmp_path / "a.jpg").touch()
    damaged = wanted_camera(config, CAMERA, tmp_path, lambda _: True)
    assert (damaged.state, "a.jpg is damaged" in damaged.detail) == (State.FAULT, True)
    cv2.imwrite(str(tmp_path / "b.png"), np.zeros((4, 4, 3), np.uint8))
    assert wanted_camera(config, CAMERA, tmp_path, lambda _: True).state is State.OK
    nowhere = CameraConfig(kind, folder=tmp_path / "nowhere")
    assert wanted_camera(nowhere, CAMERA, tmp_path, lambda _: True).state is State.FAULT


def test_a_usb_camera_that_is_named_is_missed_even_where_any_camera_would_do(tmp_path: Path) -> None:
    config = CameraConfig(CameraKind.AUTO, device="usb-Acme")
    assert wanted_camera(config, CAMERA, tmp_path, lambda _: True).state is State.FAULT


@pytest.mark.parametrize(
    ("kind", "state"),
    [(CameraKind.OFF, State.ABSENT), (CameraKind.SIMULATED, State.ABSENT), (CameraKind.AUTO, State.OK)],
)
def test_other_cameras_are_never_a_fault(tmp_path: Path, kind: CameraKind, state: State) -> None:
    assert wanted_camera(CameraConfig(kind), CAMERA, tmp_path, lambda _: False).state is state


def test_only_a_loudspeaker_that_is_named_is_tried() -> None:
    absent = Probe("sound", State.ABSENT, "no sound card")

    def silent(config: SoundConfig) -> str:
        return f"no loudspeaker is called {config.device!r}"

    def never(config: SoundConfig) -> str:
        raise AssertionError(config)

    assert wanted_sound(SoundConfig(), absent, never) == absent
    assert wanted_sound(SoundConfig(enabled=False, device="USB"), absent, never).state is State.ABSENT
    named = wanted_sound(SoundConfig(device="USB"), absent, silent)
    assert (named.state, "'USB'" in named.detail, bool(named.action)) == (State.FAULT, True, True)
    assert wanted_sound(SoundConfig(device="USB"), absent, lambda _: "") == Probe(
        "sound", State.OK, "USB plays"
    )
