"""What is said of each device, on real panels over simulated pins, and on every trouble a part can report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.language import sentence
from app.table.assigning import Assigned, Assignment
from app.table.devices import (
    DeviceRow,
    Owner,
    Part,
    Sources,
    alone,
    camera_row,
    mend_settings,
    rows,
    seated,
    settings_row,
    sound_row,
    troubles,
)
from hardware.buttons import ButtonPanel
from hardware.buttons_config import ButtonsConfig
from hardware.camera.choose import open_camera
from hardware.camera.status import CameraState, CameraStatus
from hardware.config import CameraConfig, CameraKind, load
from hardware.errors import CameraBusy, CameraForbidden, CaptureTimedOut, ConfigFault
from hardware.events import DeviceLost, HardwareEvent
from hardware.lights import Light, Lights
from hardware.pins import PinBackend, Pins, open_pin_factory
from hardware.pods.buttons import JAMMED, NOT_GIVEN, PodButtonStatus
from hardware.pods.config import PodRow, PodsConfig
from hardware.pods.edges import Counts
from hardware.pods.link import Pods, PodsStatus, PortStatus
from hardware.pods.register import PodStatus
from hardware.pods.session import Trouble
from hardware.pods.simulated import SimulatedPod
from hardware.probe import State
from hardware.sound.speaker import SoundState, SoundStatus
from tests.table.waiting import BREATH_S, DEADLINE_S

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn")
MS, S = 1_000_000, 1_000_000_000


def whose(_device: str, number: int) -> Owner | None:
    return Owner(number - 1, NAMES[number - 1]) if 1 <= number <= len(NAMES) else None


class Says:
    """A part that tells what it is told."""

    def __init__(self, told: Any) -> None:
        self.told = told

    def status(self) -> Any:
        return self.told


class Now:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.ns = 100 * S

    def __call__(self) -> int:
        return self.ns


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def pins() -> Iterator[Pins]:
    opened = open_pin_factory(PinBackend.SIMULATED)
    yield opened
    opened.close()


@pytest.fixture
def panel(pins: Pins, now: Now) -> Iterator[ButtonPanel]:
    opened = ButtonPanel(ButtonsConfig(), pins.factory, lambda _: None, now)
    yield opened
    opened.close()


def wait_for(condition: Callable[[], bool]) -> None:
    """Look until it holds: a real pod answers when it does."""
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(BREATH_S)


def one(found: tuple[DeviceRow, ...], device: str) -> DeviceRow:
    (row,) = (row for row in found if row.device == device)
    return row


def said(row: DeviceRow) -> tuple[str, str]:
    """The fault and the action in words."""
    return (
        "" if row.fault is None else sentence(row.fault),
        "" if row.action is None else sentence(row.action),
    )


# -- pins ----------------------------------------------------------------------------------------------


def test_a_button_has_its_owner_its_pin_and_what_it_does_now(
    pins: Pins, panel: ButtonPanel, now: Now
) -> None:
    sources = Sources(panel=panel)
    row = one(rows(sources, whose, now.ns), "gpio:17")
    assert (sentence(row.name), row.place and sentence(row.place)) == ("Anna, claim", "Pin 17")
    assert (row.level, row.pressed, row.presses, row.since_s) == (True, False, 0, None)
    pins.factory.pin(17).drive_low()
    now.ns += 50 * MS
    panel.poll(now.ns)
    now.ns += 3 * S
    row = one(rows(sources, whose, now.ns), "gpio:17")
    assert (row.level, row.pressed, row.presses, row.state) == (False, True, 1, State.OK)
    assert row.since_s == pytest.approx(3.05)


def test_a_button_held_for_20_seconds_is_named_with_its_pin(pins: Pins, panel: ButtonPanel, now: Now) -> None:
    pins.factory.pin(17).drive_low()
    for _ in range(30):
        now.ns += S
        panel.poll(now.ns)
    row = one(rows(Sources(panel=panel), whose, now.ns), "gpio:17")
    assert row.state is State.FAULT
    assert said(row) == (
        "The button at pin 17 has been down for 20 seconds",
        "Free the button, or look for wires that touch at pin 17",
    )


def test_a_pin_that_another_has_is_a_fault_and_the_others_stay_well(pins: Pins, now: Now) -> None:
    import gpiozero

    other = gpiozero.DigitalInputDevice(22, pull_up=True, pin_factory=pins.factory)
    panel = ButtonPanel(ButtonsConfig(), pins.factory, lambda _: None, now)
    found = rows(Sources(panel=panel), whose, now.ns)
    panel.close()
    other.close()
    assert one(found, "gpio:22").state is State.FAULT
    assert said(one(found, "gpio:22"))[1].startswith("Close the other program that uses pin 22")
    assert one(found, "gpio:17").state is State.OK
    assert [row.device for row in troubles(found) if row.state is State.FAULT] == ["gpio:22"]


def test_where_keys_stand_for_buttons_the_key_is_named(panel: ButtonPanel, now: Now) -> None:
    found = rows(Sources(panel=panel, keys={(1, "claim"): "1"}), whose, now.ns)
    place = one(found, "gpio:17").place
    assert place is not None
    assert sentence(place) == "Key 1"
    assert said(one(found, "gpio"))[0] == "No pins on this machine: keys stand for buttons"
    assert one(found, "gpio").state is State.ABSENT


@pytest.mark.parametrize(
    ("reason", "action"),
    [
        ("lgpio: can not open gpiochip", "Run ./setup.sh once more, and restart"),
        ("PermissionError: /dev/gpiochip0", "Join group gpio and restart"),
    ],
)
def test_pins_that_do_not_open_say_how_to_mend_it(reason: str, action: str) -> None:
    row = one(rows(Sources(pins_fault=reason), whose, 0), "gpio")
    assert (row.state, said(row)) == (State.FAULT, (f"Buttons are off: {reason}", action))


def test_without_anything_every_part_is_absent_and_none_is_a_fault() -> None:
    found = rows(Sources(no_camera="no camera on this machine"), whose, 0)
    assert {row.part for row in found} == {Part.PINS, Part.POD, Part.CAMERA, Part.SOUND}
    assert {row.state for row in found} == {State.ABSENT}
    assert all(row.fault and row.action for row in found)


def test_a_camera_that_is_switched_off_is_to_be_switched_on_and_not_plugged_in() -> None:
    off = open_camera(CameraConfig(CameraKind.OFF))
    assert said(camera_row(None, off.reason, 0))[1].startswith("Switch it on there")
    assert said(camera_row(None, "no camera on this machine", 0))[1].startswith("Plug a camera in")


def test_lamps_and_buzzer_stand_with_their_owners(pins: Pins, now: Now) -> None:
    lights = Lights(ButtonsConfig(), pins.factory, now)
    lights.show({2: Light.MAY_CLAIM})
    found = rows(Sources(lights=lights), whose, now.ns)
    lights.close()
    assert (sentence(one(found, "gpio:6").name), one(found, "gpio:6").on) == ("Ben's light", True)
    assert one(found, "gpio:5").on is False
    assert one(found, "gpio:20").part is Part.BUZZER


def test_a_lamp_shines_alone_where_it_is_and_nowhere_else(pins: Pins, now: Now) -> None:
    """A pod may have the number of somebody on the pins."""
    lights = Lights(ButtonsConfig(), pins.factory, now)
    found = rows(Sources(lights=lights), whose, now.ns)
    on_pins = one(found, "gpio:6")
    on_pod = DeviceRow(Part.LAMP, "pod:red:1", on_pins.name, number=2)
    lights.show(alone(on_pins, "gpio"))
    assert [lamp.pin for lamp in lights.status() if lamp.on] == [6]
    lights.show(alone(on_pod, "gpio"))
    assert [lamp.pin for lamp in lights.status() if lamp.on] == []
    lights.close()
    assert alone(on_pins, "pod") == {}
    assert alone(on_pod, "pod") == {2: Light.MAY_CLAIM}
    assert alone(None, "gpio") == {}


def test_buttons_belong_to_the_seat_that_pressed_them_and_to_nobody_beyond_the_table() -> None:
    owner = seated(Assignment(2, (Assigned("gpio:17", 1, 1),)), ["Anna", "Ben"])
    assert owner("gpio:5", 1) == Owner(1, "Ben")
    assert owner("gpio:27", 2) is None
    assert owner("gpio:22", 3) is None
    assert seated(Assignment(), ["Anna"])("gpio:17", 1) == Owner(0, "Anna")


# -- pods ----------------------------------------------------------------------------------------------


def pod(trouble: Trouble | None, *buttons: PodButtonStatus, port: str = "usb-Pico") -> PodsStatus:
    fault = "" if trouble is None else trouble.value
    return PodsStatus((PodStatus("red", port, trouble, fault, buttons),), ())


def button(number: int, fault: str = "") -> PodButtonStatus:
    player = None if fault == NOT_GIVEN else 2
    return PodButtonStatus(number, player, "claim" if player else "", False, False, 0, None, fault)


def of_pods(told: PodsStatus) -> tuple[DeviceRow, ...]:
    return rows(Sources(pods=Says(told), pod_lamps=lambda _: {1: 2}), whose, 0)


def test_a_pod_stands_with_its_buttons_and_its_lamp() -> None:
    found = of_pods(pod(None, button(1), button(2, NOT_GIVEN)))
    assert one(found, "pod:red").state is State.OK
    claim, lamp = (row for row in found if row.device == "pod:red:1")
    assert (claim.part, lamp.part) == (Part.BUTTON, Part.LAMP)
    assert claim.place is not None
    assert (sentence(claim.name), sentence(claim.place)) == ("Ben, claim", "Pod red, button 1")
    assert sentence(lamp.name) == "Ben's light"
    spare = one(found, "pod:red:2")
    assert (spare.state, spare.fault) == (State.ABSENT, None)


@pytest.mark.parametrize(
    ("trouble", "fault", "action"),
    [
        (Trouble.UNPLUGGED, "Pod red is gone: unplugged", "Plug the pod in again"),
        (Trouble.SILENT, "Pod red is gone: does not answer any more", "Plug the pod in again"),
        (Trouble.MISSING, "Pod red is gone: not connected", "Plug the pod in"),
        (
            Trouble.WRONG_VERSION,
            "Pod red is gone: speaks another version",
            "Put this program's pod software onto the pod",
        ),
        (Trouble.DOUBLE, "Two pods call themselves red", "Unplug one of them, and give it another name"),
        (
            Trouble.UNKNOWN,
            "Pod red is not in the settings: its buttons do nothing",
            "Tap Assign buttons",
        ),
    ],
)
def test_every_trouble_of_a_pod_has_a_sentence_and_one_action(
    trouble: Trouble, fault: str, action: str
) -> None:
    row = one(of_pods(pod(trouble)), "pod:red")
    assert (row.state, said(row)) == (State.FAULT, (fault, action))


def test_buttons_of_a_pod_that_is_away_are_off_without_a_sentence_each() -> None:
    found = of_pods(pod(Trouble.UNPLUGGED, button(1), button(2), port=""))
    assert [row.device for row in troubles(found) if row.state is State.FAULT] == ["pod:red"]
    assert one(found, "pod:red:2").state is State.FAULT
    assert not [row for row in found if row.part is Part.LAMP]


def test_a_jammed_button_of_a_pod_is_named() -> None:
    row = next(row for row in of_pods(pod(None, button(3, JAMMED))) if row.device == "pod:red:3")
    assert said(row)[0] == "Button 3 of pod red has been down for 20 seconds"


@pytest.mark.parametrize(
    ("trouble", "state", "action"),
    [
        (Trouble.NO_PERMISSION, State.FAULT, "Join group dialout and restart"),
        (Trouble.BUSY, State.FAULT, "Close the other program that uses usb-Pico_1"),
        (Trouble.CANNOT_OPEN, State.FAULT, "Plug the pod in again"),
        (
            Trouble.NO_HELLO,
            State.ABSENT,
            "If it is a pod, put the pod software onto it; else leave it as it is",
        ),
        (Trouble.WRONG_VERSION, State.FAULT, "Put this program's pod software onto the pod"),
    ],
)
def test_a_port_where_no_pod_answers_says_why(trouble: Trouble, state: State, action: str) -> None:
    port = PortStatus("usb-Pico_1", "", trouble, trouble.value, Counts(), None)
    row = one(of_pods(PodsStatus((), (port,))), "port:usb-Pico_1")
    assert (row.state, said(row)[1]) == (state, action)
    assert "usb-Pico_1" in said(row)[0]


def test_damaged_lines_of_a_pod_are_counted() -> None:
    port = PortStatus("usb-Pico", "red", None, "", Counts(garbage=7), 100)
    told = PodsStatus(pod(None).pods, (port,))
    assert one(of_pods(told), "pod:red").detail == "7"


def test_a_real_pod_comes_goes_and_comes_back(tmp_path: Path) -> None:
    heard: list[HardwareEvent] = []
    config = PodsConfig(rows=(PodRow("red", 2, (("claim", 1),), 1),), named=True)
    link = Pods(config, heard.append, time.monotonic_ns, dev=tmp_path)
    sources = Sources(pods=link, pod_lamps=config.lamps)

    def row() -> DeviceRow:
        return next(row for row in rows(sources, whose, 0) if row.device == "pod:red")

    try:
        assert said(row())[1] == "Plug the pod in"
        with SimulatedPod(tmp_path, "red", time.monotonic_ns, buttons=1) as simulated:
            wait_for(lambda: row().state is State.OK)
            wait_for(lambda: any(port.clock_error_us for port in link.status().ports))
            simulated.press(1)
            wait_for(lambda: any(r.pressed for r in rows(sources, whose, 0)))
        wait_for(lambda: row().state is State.FAULT)
        assert said(row()) == ("Pod red is gone: unplugged", "Plug the pod in again")
        assert any(isinstance(event, DeviceLost) for event in heard)
    finally:
        link.close()


# -- camera, sound, settings ---------------------------------------------------------------------------


def camera(state: CameraState, fault: str = "") -> CameraStatus:
    return CameraStatus("v4l2", "USB camera", state, 4, 90 * S, 1, fault, (), {})


@pytest.mark.parametrize(
    ("error", "action"),
    [
        (CameraBusy("/dev/video0", "motion (812)"), "Close the other program that uses the camera"),
        (CameraForbidden("video0"), "Join group video and restart"),
        (CaptureTimedOut("no picture in time, 3 attempts", 9.0), "Check the camera's cable"),
        (OSError("all 4 photos of /x have been shown"), "Put photos into the folder"),
    ],
)
def test_a_camera_that_fails_says_what_to_do(error: Exception, action: str) -> None:
    row = camera_row(camera(CameraState.FAILED, str(error)), "", 100 * S)
    assert row.state is State.FAULT
    assert said(row)[1].startswith(action)
    assert str(error) in said(row)[0]


def test_a_camera_that_works_tells_when_it_gave_its_last_picture() -> None:
    row = camera_row(camera(CameraState.READY), "", 100 * S)
    assert (row.state, row.since_s, row.presses, row.detail) == (State.OK, 10.0, 4, "USB camera")
    retrying = camera_row(camera(CameraState.RETRYING, "no picture"), "", 100 * S)
    assert retrying.fault is None


@pytest.mark.parametrize(
    ("fault", "named", "state", "action"),
    [
        ("no loudspeaker: none found", False, State.ABSENT, "Plug a loudspeaker in"),
        ("no loudspeaker is called 'usb'; there are: none", True, State.FAULT, "Plug that loudspeaker in"),
        ("the sound driver does not answer", False, State.FAULT, "Pull the loudspeaker's plug"),
    ],
)
def test_no_sound_is_a_fault_only_where_it_was_asked_for_or_fails(
    fault: str, named: bool, state: State, action: str
) -> None:
    row = sound_row(SoundStatus(SoundState.SILENT, fault=fault), named=named)
    assert (row.state, said(row)[1].startswith(action)) == (state, True)
    assert sound_row(SoundStatus(SoundState.PLAYING, "alsa"), named=named).state is State.OK
    assert sound_row(None, named=False).state is State.ABSENT


@pytest.mark.parametrize(
    ("text", "field", "action"),
    [
        (
            "players = [{ player = 1, claim = 17 }, { player = 2, claim = 17 }]",
            "buttons.players[1].claim",
            "Choose another pin there",
        ),
        ("players = [{ player = 1, claim = 14 }]", "buttons.players[0].claim", "Choose another pin there"),
        ("players = [{ claim = 17 }]", "buttons.players[0].player", "Add it"),
        ("players = [{ player = 1, claim = true }]", "buttons.players[0].claim", "Put that line right"),
        ('pull = "sideways"', "buttons.pull", "Put that line right"),
        ("bounce_msec = 5", "buttons.bounce_msec", "Write bounce_ms there"),
    ],
)
def test_each_fault_of_the_settings_is_named_with_its_place_and_one_action(
    tmp_path: Path, text: str, field: str, action: str
) -> None:
    (tmp_path / "hardware.toml").write_text(f"[buttons]\n{text}\n")
    _, faults = load(tmp_path / "hardware.toml")
    found = [row for row in rows(Sources(faults=faults), whose, 0) if row.part is Part.SETTINGS]
    assert [row.device for row in found] == [f"settings:{field}"]
    assert field in said(found[0])[0]
    assert said(found[0])[1].startswith(action)


def test_a_fault_of_the_settings_stands_before_what_is_merely_missing() -> None:
    fault = ConfigFault("file", "rubbish", "a readable TOML file")
    told = troubles((*rows(Sources(), whose, 0), settings_row(fault)))
    assert [row.state for row in told] == [State.FAULT, *[State.ABSENT] * (len(told) - 1)]
    assert len(told) > 2
    assert mend_settings(fault) == told[0].action
