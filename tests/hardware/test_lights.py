"""Lamps and buzzer on gpiozero's simulated pins."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockPin

from hardware.buttons import ButtonPanel
from hardware.buttons_config import ButtonsConfig, Level, PlayerButtons
from hardware.events import TABLE
from hardware.lights import BEEPS_MS, PATTERNS, Beep, Light, Lights, LightStatus, lit
from tests.hardware.conftest import MS, HandClock

SECOND = 1000 * MS
TWO = ButtonsConfig(
    players=(PlayerButtons(1, 17, led=5), PlayerButtons(2, 27, led=6), PlayerButtons(3, 22)), buzzer=20
)
DEADLINE_S = 20

LightsOf = Callable[[ButtonsConfig], Lights]


@pytest.fixture
def lights_of(pins: Any, clock: HandClock) -> Iterator[LightsOf]:
    opened: list[Lights] = []

    def build(config: ButtonsConfig = TWO) -> Lights:
        opened.append(Lights(config, pins, clock))
        return opened[-1]

    yield build
    for lights in opened:
        lights.close()


def high(pins: Any, *numbers: int) -> list[bool]:
    return [bool(pins.pin(number).state) for number in numbers]


@pytest.mark.parametrize("light", list(Light))
def test_no_lamp_changes_more_than_four_times_a_second(light: Light):
    shown = [lit(light, ms * MS) for ms in range(0, 20_000, 10)]
    changed_ms = [10 * n for n, (was, now) in enumerate(itertools.pairwise(shown)) if was != now]
    assert all(later - earlier >= 250 for earlier, later in itertools.pairwise(changed_ms))


def test_the_states_look_different_except_that_who_is_out_has_a_dark_lamp():
    shown = {light: tuple(lit(light, ms * MS) for ms in range(0, 12_000, 50)) for light in PATTERNS}
    assert set(shown) == set(Light)
    assert shown[Light.OUT] == shown[Light.OFF]
    assert not any(shown[Light.OFF])
    assert all(shown[Light.MAY_CLAIM])
    assert len(set(shown.values())) == len(Light) - 1


def test_each_lamp_shows_the_state_of_its_player(lights_of: LightsOf, pins: Any):
    lights = lights_of(TWO)
    assert high(pins, 5, 6) == [False, False]
    lights.show({1: Light.MAY_CLAIM, 2: Light.OUT, 3: Light.MAY_CLAIM, 9: Light.HURRY})
    assert high(pins, 5, 6) == [True, False]
    lights.show({2: Light.MAY_CLAIM})
    assert high(pins, 5, 6) == [False, True]


def test_a_lamp_goes_on_blinking_with_every_poll(lights_of: LightsOf, pins: Any, clock: HandClock):
    lights = lights_of(TWO)
    lights.show({1: Light.HURRY})
    shown = []
    for _ in range(8):
        lights.poll(clock.now_ns)
        shown += high(pins, 5)
        clock.forward_ms(250)
    assert shown == [True, False] * 4


def test_lamps_from_three_volts_to_the_pin_shine_when_it_is_low(lights_of: LightsOf, pins: Any):
    lights = lights_of(replace(TWO, led_on=Level.LOW, buzzer_on=Level.LOW))
    assert high(pins, 5, 6, 20) == [True, True, True]
    lights.show({1: Light.MAY_CLAIM})
    lights.beep(Beep.CLAIM)
    assert high(pins, 5, 6, 20) == [False, True, False]
    lights.close()
    assert high(pins, 5, 6, 20) == [True, True, True]


@pytest.mark.parametrize("beep", list(Beep))
def test_a_beep_is_on_and_off_as_long_as_it_says_and_then_silent(
    lights_of: LightsOf, pins: Any, clock: HandClock, beep: Beep
):
    lights = lights_of(TWO)
    lights.beep(beep)
    for number, length_ms in enumerate(BEEPS_MS[beep]):
        for part_ms in (0, length_ms - 1):
            clock.forward_ms(part_ms)
            lights.poll(clock.now_ns)
            assert high(pins, 20) == [number % 2 == 0]
        clock.forward_ms(1)
    for _ in range(10):
        lights.poll(clock.now_ns)
        assert high(pins, 20) == [False]
        clock.forward_ms(100)


def test_every_beep_begins_and_ends_with_a_sound_and_is_short():
    assert set(BEEPS_MS) == set(Beep)
    assert all(len(steps) % 2 == 1 and sum(steps) <= 1000 for steps in BEEPS_MS.values())
    assert len(set(BEEPS_MS.values())) == len(Beep)


def test_a_newer_beep_takes_the_place_of_the_one_before(lights_of: LightsOf, pins: Any, clock: HandClock):
    lights = lights_of(TWO)
    lights.beep(Beep.TIME_UP)
    clock.forward_ms(100)
    lights.beep(Beep.CLAIM)
    clock.forward_ms(60)
    lights.poll(clock.now_ns)
    assert high(pins, 20) == [False]


def test_a_pin_in_use_switches_off_that_lamp_only(lights_of: LightsOf, pins: Any):
    holder = gpiozero.Button(5, pin_factory=pins)
    lights = lights_of(TWO)
    assert [fault.pin for fault in lights.faults] == [5]
    lights.show({1: Light.MAY_CLAIM, 2: Light.MAY_CLAIM})
    assert high(pins, 6) == [True]
    first, second, buzzer = lights.status()
    assert "in use" in first.fault
    assert second == LightStatus(2, "gpio:6", 6, on=True, fault="")
    assert buzzer == LightStatus(TABLE, "gpio:20", 20, on=False, fault="")
    holder.close()


class DyingPin(MockPin):
    """An output that can stop taking levels."""

    dead = False

    def _set_state(self, value: Any) -> None:
        if self.dead:
            raise OSError("bad handle")
        super()._set_state(value)


def test_a_lamp_whose_pin_fails_is_listed_and_the_others_go_on(lights_of: LightsOf, pins: Any):
    pins.pin_class = DyingPin
    lights = lights_of(TWO)
    pins.pin(5).dead = True
    lights.show({1: Light.MAY_CLAIM, 2: Light.MAY_CLAIM})
    assert [(fault.pin, fault.reason) for fault in lights.faults] == [(5, "bad handle")]
    assert high(pins, 6) == [True]


class BrokenPin(MockPin):
    """A pin whose library has a fault of its own."""

    def __init__(self, factory: Any, info: Any) -> None:
        if info.name == "GPIO6":
            raise ZeroDivisionError
        super().__init__(factory, info)


def test_a_constructor_that_fails_half_way_gives_back_what_it_took(pins: Any, clock: HandClock):
    pins.pin_class = BrokenPin
    with pytest.raises(ZeroDivisionError) as caught:
        Lights(TWO, pins, clock)
    gpiozero.LED(5, pin_factory=pins).close()  # raises GPIOPinInUse if the pin was kept
    assert caught.tb  # its frames hold the half-built lights, which therefore were not just swept up


def test_closing_leaves_everything_dark_and_may_be_done_twice(pins: Any, clock: HandClock):
    for _ in range(2):  # one after the other, so no reservation may be left behind
        lights = Lights(TWO, pins, clock)
        assert lights.faults == []
        lights.show({1: Light.MAY_CLAIM, 2: Light.MAY_CLAIM})
        lights.beep(Beep.TIME_UP)
        assert high(pins, 5, 6, 20) == [True, True, True]
        lights.close()
        lights.close()
        assert high(pins, 5, 6, 20) == [False, False, False]
    lights.show({1: Light.MAY_CLAIM})
    assert high(pins, 5) == [False]


def test_lamps_and_buttons_of_the_default_wiring_share_the_pins(pins: Any, clock: HandClock):
    config = ButtonsConfig()
    panel = ButtonPanel(config, pins, lambda _event: None, clock)
    lights = Lights(config, pins, clock)
    assert panel.faults == lights.faults == []
    assert (len(panel.status()), len(lights.status())) == (7, 7)
    lights.close()
    panel.close()


class WatchedPin(MockPin):
    """Tells when its level changed, for tests that wait for it."""

    changed = threading.Condition()

    def _change_state(self, value: Any) -> Any:
        with self.changed:
            self.changed.notify_all()
            return super()._change_state(value)

    def wait_for(self, count: int) -> list[bool]:
        """The first `count` levels since the lamp was opened."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.states) >= count, DEADLINE_S)
            return [bool(state.state) for state in self.states[:count]]


def test_the_lamps_own_thread_blinks_and_beeps_without_any_poll(pins: Any):
    pins.pin_class = WatchedPin
    lights = Lights(TWO, pins, time.monotonic_ns, own_thread=True)
    for pin in (5, 20):
        pins.pin(pin).clear_states()
    lights.show({1: Light.HURRY})
    lights.beep(Beep.CORRECT)
    assert pins.pin(20).wait_for(5) == [False, True, False, True, False]
    assert pins.pin(5).wait_for(3)[-2:] in ([True, False], [False, True])
    lights.close()
    assert "lights" not in [thread.name for thread in threading.enumerate()]
