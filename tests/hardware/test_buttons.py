"""The button panel on gpiozero's simulated pins, driven edge by edge."""

from __future__ import annotations

import logging
import threading
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockPin

from hardware.buttons import ButtonPanel
from hardware.config import ButtonsConfig, PlayerButtons, Pull
from hardware.events import CLAIM, ButtonPressed
from tests.hardware.conftest import MS, HandClock

TWO = ButtonsConfig(players=(PlayerButtons(1, 17), PlayerButtons(2, 27)))


def drive(pins: Any, clock: HandClock, pin: int, edges: list[tuple[float, bool]]) -> None:
    """Put the contact of a pulled-up pin through (ms to wait before, closed) steps."""
    for wait_ms, closed in edges:
        clock.forward_ms(wait_ms)
        (pins.pin(pin).drive_low if closed else pins.pin(pin).drive_high)()


def test_a_burst_of_chatter_is_one_press_stamped_at_its_first_edge(pins: Any, clock: HandClock):
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(TWO, pins, posted.append, clock)
    began = clock.now_ns + 5 * MS
    for gap_ms in range(1, 9):
        drive(pins, clock, 17, [(5 if gap_ms == 1 else 0.2, True), (gap_ms / 4, False)])
    drive(pins, clock, 17, [(0.5, True)])
    assert posted == [ButtonPressed(player=1, button=CLAIM, at_ns=began, device="gpio:17")]
    panel.close()


def test_two_players_a_millisecond_apart_keep_order_and_times(pins: Any, clock: HandClock):
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(TWO, pins, posted.append, clock)
    start = clock.now_ns
    drive(pins, clock, 27, [(10, True)])
    drive(pins, clock, 17, [(1, True)])
    assert [(p.player, p.at_ns - start) for p in posted] == [(2, 10 * MS), (1, 11 * MS)]
    panel.close()


def test_a_button_to_three_volts_presses_when_the_pin_rises(pins: Any, clock: HandClock):
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(ButtonsConfig(pull=Pull.DOWN), pins, posted.append, clock)
    pins.pin(22).drive_high()
    assert [p.player for p in posted] == [3]
    assert pins.pin(22).pull == "down"
    panel.close()


def test_a_consumer_that_raises_is_logged_once_and_later_presses_arrive(
    pins: Any, clock: HandClock, caplog: pytest.LogCaptureFixture
):
    posted: list[ButtonPressed] = []

    def consume(event: ButtonPressed) -> None:
        posted.append(event)
        if len(posted) < 3:
            raise RuntimeError("the table is on fire")

    panel = ButtonPanel(TWO, pins, consume, clock)
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            drive(pins, clock, 17, [(100, True), (100, False)])
    assert len(posted) == 3
    assert len(caplog.records) == 1
    panel.close()


def test_a_pin_in_use_switches_off_that_button_only(pins: Any, clock: HandClock):
    holder = gpiozero.LED(17, pin_factory=pins)
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(TWO, pins, posted.append, clock)
    assert [fault.pin for fault in panel.faults] == [17]
    assert "in use" in panel.faults[0].reason
    drive(pins, clock, 27, [(10, True)])
    assert [p.player for p in posted] == [2]
    assert [bool(line.fault) for line in panel.status()] == [True, False]
    panel.close()
    holder.close()


class BusyPin(MockPin):
    """A pin whose kernel line another process holds."""

    def __init__(self, factory: Any, info: Any) -> None:
        if info.name == "GPIO27":
            raise OSError("GPIO busy")
        super().__init__(factory, info)


def test_a_pin_held_by_another_process_is_named_and_the_rest_works(pins: Any, clock: HandClock):
    pins.pin_class = BusyPin
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(TWO, pins, posted.append, clock)
    assert [(fault.pin, fault.reason) for fault in panel.faults] == [(27, "GPIO busy")]
    drive(pins, clock, 17, [(10, True)])
    assert [p.player for p in posted] == [1]
    panel.close()


class DyingPin(MockPin):
    """A pin that can be made unreadable."""

    dead = False

    def _get_state(self) -> Any:
        if self.dead:
            raise OSError("bad handle")
        return super()._get_state()


def test_a_pin_that_stops_answering_is_listed_and_does_not_stop_polling(pins: Any, clock: HandClock):
    pins.pin_class = DyingPin
    panel = ButtonPanel(TWO, pins, lambda _event: None, clock)
    pins.pin(17).dead = True
    panel.poll(clock.now_ns)
    assert [fault.pin for fault in panel.faults] == [17]
    assert [line.level for line in panel.status()] == [None, True]
    pins.pin(17).dead = False
    panel.close()


class BrokenPin(MockPin):
    """A pin whose library has a fault of its own."""

    def __init__(self, factory: Any, info: Any) -> None:
        if info.name == "GPIO27":
            raise ZeroDivisionError
        super().__init__(factory, info)


def test_a_constructor_that_fails_half_way_gives_back_what_it_took(pins: Any, clock: HandClock):
    pins.pin_class = BrokenPin
    with pytest.raises(ZeroDivisionError) as caught:
        ButtonPanel(TWO, pins, lambda _event: None, clock)
    light = gpiozero.LED(17, pin_factory=pins)  # raises GPIOPinInUse if the pin was kept
    light.close()
    assert caught.tb  # its frames hold the half-built panel, which therefore was not just swept up


def test_the_panel_can_be_built_and_closed_twice_on_the_same_pins(pins: Any, clock: HandClock):
    posted: list[ButtonPressed] = []
    for _ in range(2):
        panel = ButtonPanel(TWO, pins, posted.append, clock)
        assert panel.faults == []
        drive(pins, clock, 17, [(100, True), (100, False)])
        panel.close()
        panel.close()
        drive(pins, clock, 17, [(100, True), (100, False)])
    assert len(posted) == 2


def test_an_unchanged_button_still_works_after_the_others_were_rewired(pins: Any, clock: HandClock):
    posted: list[ButtonPressed] = []
    ButtonPanel(TWO, pins, posted.append, clock).close()
    rewired = ButtonsConfig(players=(PlayerButtons(1, 17), PlayerButtons(2, 5)))
    panel = ButtonPanel(rewired, pins, posted.append, clock)
    drive(pins, clock, 17, [(10, True)])
    drive(pins, clock, 5, [(10, True)])
    drive(pins, clock, 27, [(10, True)])
    assert [p.device for p in posted] == ["gpio:17", "gpio:5"]
    panel.close()


def test_a_button_held_at_the_start_counts_only_after_it_was_let_go(pins: Any, clock: HandClock):
    pins.pin_class = HeldPin
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(TWO, pins, posted.append, clock)
    panel.poll(clock.now_ns)
    assert posted == []
    drive(pins, clock, 17, [(100, False), (100, True)])
    assert [p.player for p in posted] == [1]
    panel.close()


class HeldPin(MockPin):
    """A contact that is closed against the pull-up while the program starts."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


def test_polling_finds_a_press_whose_edge_was_lost(pins: Any, clock: HandClock):
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(TWO, pins, posted.append, clock)
    pins.pin(17)._change_state(False)  # the level moves, the driver says nothing
    panel.poll(clock.now_ns)
    panel.poll(clock.now_ns + 100 * MS)
    assert [(p.player, p.at_ns) for p in posted] == [(1, clock.now_ns)]
    panel.close()


def test_the_status_shows_level_counter_and_last_edge(pins: Any, clock: HandClock):
    panel = ButtonPanel(TWO, pins, lambda _event: None, clock)
    assert (panel.status()[0].level, panel.status()[0].last_edge_ns) == (True, None)
    drive(pins, clock, 17, [(10, True)])
    line = panel.status()[0]
    assert (line.player, line.button, line.pin) == (1, CLAIM, 17)
    assert (line.level, line.pressed, line.presses, line.last_edge_ns) == (False, True, 1, clock.now_ns)
    drive(pins, clock, 17, [(100, False), (100, True)])
    assert [s.presses for s in panel.status()] == [2, 0]
    panel.close()


def test_edges_and_polls_from_two_threads_count_each_press_once(pins: Any, clock: HandClock):
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(TWO, pins, posted.append, clock)
    done = threading.Event()

    def poll_hard() -> None:
        while not done.is_set():
            panel.poll(clock.now_ns)

    poller = threading.Thread(target=poll_hard)
    poller.start()
    for _ in range(300):
        drive(pins, clock, 17, [(60, True), (60, False)])
    done.set()
    poller.join(5)
    assert not poller.is_alive()
    assert len(posted) == 300
    panel.close()
