"""Choosing the pin library, and keys that stand for buttons."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gpiozero
import pytest

from hardware.buttons import ButtonPanel
from hardware.buttons_config import ButtonsConfig, PlayerButtons, Pull, Rest
from hardware.config import HardwareConfig, KeysConfig
from hardware.errors import PinsUnavailable
from hardware.events import CLAIM, DOWN, PAUSE, TABLE, UP, ButtonPressed
from hardware.keyboard import KeyPins
from hardware.pins import PinBackend, Pins, open_pin_factory, open_simulated
from tests.hardware.conftest import HandClock

ROOT = Path(__file__).parents[2]


def no_chip() -> Any:
    raise OSError("can not open gpiochip")


def test_a_machine_without_pins_gets_simulated_ones_and_the_first_reason():
    pins = open_pin_factory(open_real=no_chip)
    assert pins.simulated
    assert "keys stand for buttons" in pins.reason
    assert pins.detail == "OSError: can not open gpiochip"
    pins.close()
    pins.close()


def test_a_machine_without_pins_is_told_without_an_alarm(caplog: pytest.LogCaptureFixture):
    """The library's own error is for those who look for it, in the debug log."""
    with caplog.at_level(logging.DEBUG, "hardware.pins"):
        open_pin_factory(open_real=no_chip)
    told = [(record.levelno, record.getMessage()) for record in caplog.records]
    assert told[0] == (logging.INFO, "no pins on this machine: keys stand for buttons")
    assert told[1][0] == logging.DEBUG
    assert "OSError: can not open gpiochip" in told[1][1]


@pytest.mark.parametrize("cause", [ImportError("lgpio"), KeyError(2), gpiozero.PinUnknownPi("no Pi")])
def test_every_way_the_pin_libraries_fail_ends_in_simulated_pins(cause: Exception):
    def fail() -> Any:
        raise cause

    assert open_pin_factory(open_real=fail).simulated


def test_without_gpiozero_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(PinsUnavailable, match="pip install gpiozero"):
        open_pin_factory()


def test_insisting_on_real_pins_says_why_there_are_none():
    with pytest.raises(PinsUnavailable, match="gpiochip"):
        open_pin_factory(PinBackend.REAL, open_real=no_chip)


def test_real_pins_are_used_when_they_open():
    pins = open_pin_factory(open_real=open_simulated)  # any factory that opens is as good as the real one
    assert pins.backend is PinBackend.REAL
    assert not pins.simulated


def test_asking_for_simulated_pins_does_not_touch_the_real_ones():
    def must_not_run() -> Any:
        raise AssertionError

    assert open_pin_factory(PinBackend.SIMULATED, open_real=must_not_run).simulated


RECORD_ENVIRONMENT = """
import os, sys
from pathlib import Path
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "gpiozero":
            print("LG_WD at import:", os.environ.get("LG_WD"))
sys.meta_path.insert(0, Watch())
import hardware.buttons, hardware.keyboard, hardware.probe, hardware.camera.choose
assert not {"gpiozero", "cv2", "serial", "kivy"} & set(sys.modules), "a library was loaded at import"
from hardware.pins import open_pin_factory, open_simulated
open_pin_factory(state_dir=Path(sys.argv[1]))
"""


def test_the_pin_library_finds_a_writable_folder_before_it_is_imported(tmp_path: Path):
    state = tmp_path / "state"
    env = {key: value for key, value in os.environ.items() if key not in ("LG_WD", "DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-c", RECORD_ENVIRONMENT, str(state)],
        env={**env, "PYTHONPATH": str(ROOT)},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"LG_WD at import: {state}" in done.stdout
    assert os.access(state, os.W_OK)


class Laptop:
    """A panel on simulated pins, its keys, and what was posted."""

    def __init__(self, config: HardwareConfig, clock: HandClock) -> None:
        self.posted: list[ButtonPressed] = []
        self.clock = clock
        pins = open_pin_factory(PinBackend.SIMULATED)
        self.panel = ButtonPanel(config.buttons, pins.factory, self.posted.append, clock)
        self.keys = KeyPins(pins, config)

    def wait(self, ms: float = 100) -> None:
        self.clock.forward_ms(ms)
        self.panel.poll(self.clock.now_ns)

    def tap(self, key: str) -> None:
        assert self.keys.down(key)
        self.wait()
        assert self.keys.up(key)
        self.wait()


LaptopOf = Callable[[HardwareConfig], Laptop]


@pytest.fixture
def laptop_of(clock: HandClock) -> Iterator[LaptopOf]:
    opened: list[Laptop] = []

    def build(config: HardwareConfig) -> Laptop:
        opened.append(Laptop(config, clock))
        return opened[-1]

    yield build
    for laptop in opened:
        laptop.panel.close()


def test_keys_one_to_six_press_the_buttons_of_players_one_to_six(laptop_of: LaptopOf):
    laptop = laptop_of(HardwareConfig())
    for key in "123456":
        laptop.tap(key)
    assert [(p.player, p.device) for p in laptop.posted][:2] == [(1, "gpio:17"), (2, "gpio:27")]
    assert [(p.player, p.button) for p in laptop.posted] == [(n, CLAIM) for n in range(1, 7)]


def test_a_key_presses_the_pause_button_of_the_table(laptop_of: LaptopOf):
    laptop = laptop_of(HardwareConfig())
    laptop.tap("0")
    assert [(p.player, p.button) for p in laptop.posted] == [(TABLE, PAUSE)]


def test_keys_press_the_buttons_up_and_down_where_they_are_wired(laptop_of: LaptopOf):
    keys = KeysConfig({(1, CLAIM): "1", (1, UP): "Q", (1, DOWN): "a", (2, UP): "w"})
    players = (PlayerButtons(1, 17, up=5, down=6), PlayerButtons(2, 27))
    laptop = laptop_of(HardwareConfig(buttons=ButtonsConfig(players=players), keys=keys))
    for key in "qa1":
        laptop.tap(key)
    assert [(p.player, p.button) for p in laptop.posted] == [(1, UP), (1, DOWN), (1, CLAIM)]
    assert not laptop.keys.down("w")


def test_a_key_that_repeats_while_held_is_one_press(laptop_of: LaptopOf):
    laptop = laptop_of(HardwareConfig())
    for _ in range(20):
        laptop.wait(33)
        assert laptop.keys.down("3")
    laptop.wait()
    assert len(laptop.posted) == 1
    laptop.keys.up("3")
    laptop.wait()
    laptop.tap("3")
    assert len(laptop.posted) == 2


def test_other_keys_are_left_to_the_screen(laptop_of: LaptopOf):
    laptop = laptop_of(HardwareConfig())
    assert not laptop.keys.down("7")
    assert not laptop.keys.up("escape")
    laptop.wait()
    assert laptop.posted == []


def test_keys_press_the_right_level_when_buttons_go_to_three_volts(laptop_of: LaptopOf):
    config = HardwareConfig(
        buttons=ButtonsConfig(pull=Pull.DOWN, players=(PlayerButtons(4, 5),)),
        keys=KeysConfig({(4, CLAIM): "q", (1, CLAIM): "1"}),
    )
    laptop = laptop_of(config)
    laptop.tap("Q")
    assert not laptop.keys.down("1")  # player 1 has no button here
    assert [p.player for p in laptop.posted] == [4]


@pytest.mark.parametrize("pull", list(Pull))
def test_keys_open_contacts_that_lie_closed(laptop_of: LaptopOf, pull: Pull):
    laptop = laptop_of(HardwareConfig(buttons=ButtonsConfig(pull=pull, normally=Rest.CLOSED)))
    laptop.wait()
    assert laptop.posted == []
    laptop.tap("5")
    assert [p.player for p in laptop.posted] == [5]


def test_a_key_whose_pin_another_part_has_does_nothing(clock: HandClock):
    pins = open_pin_factory(PinBackend.SIMULATED)
    lamp = gpiozero.LED(17, pin_factory=pins.factory)
    keys = KeyPins(pins, HardwareConfig())
    assert keys.down("1")
    assert not lamp.value
    lamp.close()


def test_letting_go_of_all_keys_readies_every_button_again(laptop_of: LaptopOf):
    laptop = laptop_of(HardwareConfig())
    laptop.keys.down("1")
    laptop.keys.down("2")
    laptop.wait()
    laptop.keys.release_all()
    laptop.wait()
    laptop.keys.down("1")
    laptop.wait()
    assert [p.player for p in laptop.posted] == [1, 2, 1]


def test_keys_do_nothing_on_a_machine_with_real_pins():
    keys = KeyPins(Pins(open_simulated(), PinBackend.REAL, "a Pi"), HardwareConfig())
    assert not keys.active
    assert not keys.down("1")


def test_simulated_pins_do_not_remember_for_ever() -> None:
    factory = open_simulated()
    pin = factory.pin(17)
    pin.function = "output"
    for number in range(1000):
        pin.state = number % 2
    assert len(pin.states) <= 100
