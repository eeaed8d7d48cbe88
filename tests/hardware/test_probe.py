"""Facts for the doctor, on made-up /dev and /proc folders."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.probe import (
    GROUP_USES,
    Groups,
    Probe,
    State,
    probe_all,
    probe_cameras,
    probe_groups,
    probe_pins,
    probe_serial,
    probe_sound,
    read_groups,
)


def has(*modules: str) -> Callable[[str], bool]:
    return lambda name: name in modules


def touch(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def running(proc: Path, number: int, name: str, *open_files: Path) -> None:
    """A process in a made-up /proc with open files."""
    (proc / str(number) / "fd").mkdir(parents=True)
    (proc / str(number) / "comm").write_text(name + "\n")
    for handle, target in enumerate(open_files):
        (proc / str(number) / "fd" / str(handle)).symlink_to(target)


def test_on_a_bare_machine_everything_is_absent_and_nothing_a_fault(tmp_path: Path):
    nobody = Groups("ann", frozenset({"ann"}), frozenset({"ann"}), frozenset({"ann"}))
    probes = probe_all(tmp_path / "dev", tmp_path / "proc", lambda: nobody, has())
    assert [probe.name for probe in probes][:4] == ["pins", "camera", "serial", "sound"]
    assert {probe.state for probe in probes} == {State.ABSENT}
    assert len(probes) == 4 + len(GROUP_USES)


def test_the_real_machine_can_be_probed():
    assert all(isinstance(probe, Probe) and probe.detail for probe in probe_all())


def test_pins_need_both_libraries(tmp_path: Path):
    touch(tmp_path / "gpiochip0")
    assert probe_pins(tmp_path, tmp_path, has("gpiozero", "lgpio")) == Probe("pins", State.OK, "gpiochip0")
    missing = probe_pins(tmp_path, tmp_path, has("gpiozero"))
    assert missing.state is State.FAULT
    assert "lgpio not installed" in missing.detail
    assert "python3-lgpio" in missing.action


def test_who_holds_the_pins_is_named_without_opening_them(tmp_path: Path):
    chip = tmp_path / "dev" / "gpiochip0"
    touch(chip)
    running(tmp_path / "proc", 12, "other", tmp_path / "nothing")
    running(tmp_path / "proc", 345, "python3", tmp_path / "x", chip)
    probe = probe_pins(tmp_path / "dev", tmp_path / "proc", has("gpiozero", "lgpio"))
    assert probe.detail == "gpiochip0; in use by python3 (345)"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_pins_without_permission_name_the_group(tmp_path: Path):
    touch(tmp_path / "gpiochip0")
    (tmp_path / "gpiochip0").chmod(0)
    probe = probe_pins(tmp_path, tmp_path, has("gpiozero", "lgpio"))
    assert (probe.state, "group gpio" in probe.action) == (State.FAULT, True)


def test_cameras_are_listed_with_lasting_names_and_the_library(tmp_path: Path):
    touch(tmp_path / "video0", tmp_path / "v4l" / "by-id" / "usb-Acme-video-index0")
    probe = probe_cameras(tmp_path, tmp_path, has("picamera2"))
    assert probe == Probe("camera", State.OK, "video0; USB: usb-Acme-video-index0; picamera2 installed")


def test_serial_devices_are_told_by_lasting_names_or_as_without(tmp_path: Path):
    touch(tmp_path / "ttyACM0")
    assert probe_serial(tmp_path).detail == "ttyACM0 (without a lasting name)"
    (tmp_path / "serial" / "by-id").mkdir(parents=True)
    (tmp_path / "serial" / "by-id" / "usb-Pico_1").symlink_to("../../ttyACM0")
    assert probe_serial(tmp_path) == Probe("serial", State.OK, "usb-Pico_1")


CARDS = """ 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi
                      vc4-hdmi
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
"""


@pytest.mark.parametrize(
    ("text", "state", "detail"),
    [
        (CARDS, State.OK, "vc4-hdmi - vc4-hdmi; bcm2835_headpho - bcm2835 Headphones"),
        ("--- no soundcards ---\n", State.ABSENT, "no sound card"),
    ],
)
def test_sound_cards_are_read_from_the_kernel_s_list(tmp_path: Path, text: str, state: State, detail: str):
    (tmp_path / "asound").mkdir()
    (tmp_path / "asound" / "cards").write_text(text)
    assert probe_sound(tmp_path) == Probe("sound", state, detail)


def test_groups_tell_member_new_member_outsider_and_unknown_apart():
    groups = Groups(
        user="ann",
        process=frozenset({"ann", "gpio"}),
        database=frozenset({"ann", "gpio", "dialout"}),
        known=frozenset({"ann", "gpio", "dialout", "video"}),
    )
    probes = {probe.name: probe for probe in probe_groups(groups)}
    assert probes["group gpio"].state is State.OK
    assert probes["group dialout"].state is State.FAULT
    assert "log in again" in probes["group dialout"].action
    assert probes["group video"].state is State.ABSENT
    assert "usermod -aG video ann" in probes["group video"].action
    assert probes["group audio"].state is State.ABSENT
    assert "no group audio" in probes["group audio"].detail


def test_the_groups_of_this_process_are_read():
    groups = read_groups()
    assert groups.user
    assert groups.process <= groups.known
    assert groups.database <= groups.known
