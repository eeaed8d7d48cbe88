"""The button panel on gpiozero's simulated pins, driven edge by edge."""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockPin
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.buttons import ButtonPanel
from hardware.buttons_config import ButtonsConfig, PlayerButtons, Pull, Rest
from hardware.events import (
    CLAIM,
    DOWN,
    PAUSE,
    TABLE,
    UP,
    ButtonFreed,
    ButtonPressed,
    ButtonReleased,
    ButtonStuck,
    DeviceBack,
    DeviceLost,
    HardwareEvent,
)
from hardware.pins import open_simulated
from tests.hardware.conftest import MS, HandClock, drive

TWO = ButtonsConfig(players=(PlayerButtons(1, 17), PlayerButtons(2, 27)), pause=None, buzzer=None)
DEADLINE_S = 20


class Table:
    """Somebody who listens to a panel that has no thread of its own, so that the clock alone decides."""

    def __init__(self, pins: Any, clock: HandClock) -> None:
        self.pins, self.clock = pins, clock
        self.heard: list[HardwareEvent] = []
        self.panel: ButtonPanel | None = None

    def build(self, config: ButtonsConfig = TWO) -> ButtonPanel:
        self.close()
        self.heard.clear()
        self.panel = ButtonPanel(config, self.pins, self.heard.append, self.clock, tell=self.heard.append)
        return self.panel

    def look(self, ms: float = 100) -> list[HardwareEvent]:
        """Let time pass, poll, and give everything heard since the last look."""
        assert self.panel is not None
        self.clock.forward_ms(ms)
        self.panel.poll(self.clock.now_ns)
        found = list(self.heard)
        self.heard.clear()
        return found

    def presses(self, ms: float = 100) -> list[tuple[int, str, int]]:
        """As `look`: (player, button, nanosecond) of the presses."""
        return [(e.player, e.button, e.at_ns) for e in self.look(ms) if isinstance(e, ButtonPressed)]

    def drive(self, pin: int, *edges: tuple[float, bool]) -> None:
        drive(self.pins, self.clock, pin, list(edges))

    def close(self) -> None:
        if self.panel is not None:
            self.panel.close()


@pytest.fixture
def table(pins: Any, clock: HandClock) -> Iterator[Table]:
    table = Table(pins, clock)
    yield table
    table.close()


def players_of(events: list[HardwareEvent]) -> list[int]:
    return [event.player for event in events if isinstance(event, ButtonPressed)]


# -- single buttons -------------------------------------------------------------------------------------


def test_a_burst_of_chatter_is_one_press_stamped_at_its_first_edge(table: Table):
    table.build()
    began = table.clock.now_ns + 5 * MS
    table.drive(17, (5, True), (0.4, False), (1, True), (3, False), (1, True), (8, False), (2, True))
    assert table.look() == [ButtonPressed(player=1, button=CLAIM, at_ns=began, device="gpio:17")]


def test_letting_go_is_told_with_the_moment_the_contact_opened(table: Table):
    table.build()
    table.drive(17, (5, True))
    table.look()
    table.drive(17, (50, False))
    opened = table.clock.now_ns
    assert table.look() == [ButtonReleased(1, CLAIM, opened, "gpio:17")]


def test_every_button_of_a_player_and_the_pause_button_is_heard_by_name(table: Table):
    table.build(ButtonsConfig(players=(PlayerButtons(3, 17, up=5, down=6, led=13),), pause=4))
    for pin in (5, 6, 17, 4):
        table.drive(pin, (100, True), (60, False))
    assert [(p, b) for p, b, _ in table.presses()] == [(3, UP), (3, DOWN), (3, CLAIM), (TABLE, PAUSE)]


def test_a_button_to_three_volts_presses_when_the_pin_rises(table: Table):
    table.build(replace(TWO, pull=Pull.DOWN))
    table.pins.pin(27).drive_high()
    assert players_of(table.look()) == [2]
    assert table.pins.pin(27).pull == "down"


def test_one_player_s_buttons_may_be_wired_the_other_way(table: Table):
    table.build(replace(TWO, players=(PlayerButtons(1, 17), PlayerButtons(2, 27, pull=Pull.DOWN))))
    table.pins.pin(27).drive_high()
    table.pins.pin(17).drive_low()
    assert players_of(table.look()) == [1, 2]


def test_a_contact_that_opens_when_pressed_presses_when_the_pin_rises_to_its_pull(table: Table):
    table.build(replace(TWO, normally=Rest.CLOSED))
    table.drive(17, (10, True), (100, False))
    assert players_of(table.look()) == [1]


def test_a_button_held_at_the_start_counts_only_after_it_was_let_go(table: Table):
    table.pins.pin_class = HeldPin
    table.build()
    assert table.look() == []
    table.drive(17, (100, False), (100, True))
    assert players_of(table.look()) == [1]


class HeldPin(MockPin):
    """A contact that is closed against the pull-up while the program starts."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


def test_polling_finds_a_press_whose_edge_was_lost(table: Table):
    table.build()
    table.pins.pin(17)._change_state(False)  # the level moves, the driver says nothing
    assert table.look() == []
    assert table.presses() == [(1, CLAIM, table.clock.now_ns - 100 * MS)]
    assert table.look() == []


def test_a_poll_with_an_older_time_takes_no_edge_for_lost(table: Table):
    table.build()
    assert table.panel is not None
    older = table.clock.now_ns
    table.clock.forward_ms(60)
    table.pins.pin(17)._change_state(False)  # its edge is on its way
    table.panel.poll(older)
    table.panel.poll(table.clock.now_ns)
    assert table.heard == []


def test_a_jammed_button_is_named_once_and_once_more_when_it_is_free(table: Table):
    table.build()
    table.drive(17, (10, True))
    table.look()
    assert table.look(19_800) == []
    assert table.look(200) == [ButtonStuck(1, CLAIM, "gpio:17")]
    assert table.panel is not None
    assert [line.stuck for line in table.panel.status()] == [True, False]
    assert table.look(60_000) == []
    table.drive(17, (10, False))
    opened = table.clock.now_ns
    assert table.look() == [ButtonReleased(1, CLAIM, opened, "gpio:17"), ButtonFreed(1, CLAIM, "gpio:17")]
    table.drive(17, (10, True))
    assert players_of(table.look()) == [1]


# -- order ----------------------------------------------------------------------------------------------


def test_two_players_a_millisecond_apart_keep_order_and_times(table: Table):
    table.build()
    start = table.clock.now_ns
    table.drive(27, (10, True))
    table.drive(17, (1, True))
    assert [(p, at - start) for p, _, at in table.presses()] == [(2, 10 * MS), (1, 11 * MS)]


def test_six_players_within_a_millisecond_keep_their_order_though_some_contacts_bounce(table: Table):
    panel = table.build(ButtonsConfig())
    order = (4, 1, 6, 3, 5, 2)
    pin_of = {player.player: player.claim for player in ButtonsConfig().players}
    for player in order:
        table.drive(pin_of[player], (0.15, True))
    for _ in range(9):  # the first three bounce for 18 ms after that, while the others lie still
        for player in order[:3]:
            table.drive(pin_of[player], (0.2, False))
        for player in order[:3]:
            table.drive(pin_of[player], (0.4, True))
        panel.poll(table.clock.now_ns)
    times = [(player, at) for player, _, at in table.presses()]
    assert [player for player, _ in times] == list(order)
    assert [at for _, at in times] == sorted({at for _, at in times})
    assert times[-1][1] - times[0][1] < MS


def test_a_clean_press_waits_for_an_earlier_one_that_still_bounces(table: Table):
    panel = table.build()
    table.drive(27, (10, True), (1, False))
    table.drive(17, (1, True))
    table.clock.forward_ms(3)
    panel.poll(table.clock.now_ns)
    assert table.heard == []
    table.drive(27, (1, True))
    assert players_of(table.look()) == [2, 1]


def test_a_spike_on_another_wire_holds_a_press_back_no_longer_than_a_bounce(table: Table):
    table.build()
    table.drive(27, (10, True), (1, False))
    table.drive(17, (1, True))
    assert table.look(27) == []
    assert players_of(table.look(2)) == [1]


def test_hum_on_another_wire_holds_a_press_back_no_longer_than_a_bounce(table: Table):
    panel = table.build()
    table.drive(27, (10, True), (1, False))
    table.drive(17, (1, True))
    for _ in range(10):
        table.drive(27, (3, True), (1, False))
        panel.poll(table.clock.now_ns)
    assert players_of(table.heard) == [1]


BOUNCES_US = st.lists(st.integers(1, 1900), max_size=10).filter(lambda gaps: len(gaps) % 2 == 0)
"""Gaps between the edges of a contact that bounces for less than 20 ms and comes to rest closed."""


@settings(deadline=None, max_examples=60)
@given(
    order=st.permutations(range(1, 7)),
    apart_us=st.lists(st.integers(1, 160), min_size=6, max_size=6),
    bounces_us=st.lists(BOUNCES_US, min_size=6, max_size=6),
    poll_us=st.integers(200, 100_000),
)
def test_six_players_come_out_in_the_order_of_their_first_touches_however_they_bounce(
    order: list[int], apart_us: list[int], bounces_us: list[list[int]], poll_us: int
):
    pins, clock = open_simulated(), HandClock()
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(ButtonsConfig(), pins, posted.append, clock)
    pin_of = {player.player: player.claim for player in ButtonsConfig().players}
    began, first_us = clock.now_ns, list(itertools.accumulate(apart_us))
    edges = [
        (at_us, pin_of[player], number % 2 == 0)
        for player, first, gaps in zip(order, first_us, bounces_us, strict=True)
        for number, at_us in enumerate(itertools.accumulate(gaps, initial=first))
    ]
    polls = [(at_us, None, False) for at_us in range(poll_us, 60_000 + poll_us, poll_us)]
    for at_us, pin, closed in sorted([*edges, *polls], key=lambda entry: entry[0]):
        clock.now_ns = began + at_us * 1000
        if pin is None:
            panel.poll(clock.now_ns)
        else:
            drive(pins, clock, pin, [(0, closed)])
    assert [(press.player, press.at_ns) for press in posted] == [
        (player, began + first * 1000) for player, first in zip(order, first_us, strict=True)
    ]
    panel.close()


# -- faults ---------------------------------------------------------------------------------------------


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


def test_a_table_that_wants_presses_alone_gets_nothing_else(pins: Any, clock: HandClock):
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(TWO, pins, posted.append, clock)
    drive(pins, clock, 17, [(100, True), (100, False)])
    clock.forward_ms(100)
    panel.poll(clock.now_ns)
    assert [type(event) for event in posted] == [ButtonPressed]
    panel.close()


def test_a_pin_in_use_switches_off_that_button_only(table: Table):
    holder = gpiozero.LED(17, pin_factory=table.pins)
    panel = table.build()
    assert [fault.pin for fault in panel.faults] == [17]
    assert "in use" in panel.faults[0].reason
    table.drive(27, (10, True))
    assert players_of(table.look()) == [2]
    assert [bool(line.fault) for line in panel.status()] == [True, False]
    holder.close()


class BusyPin(MockPin):
    """A pin whose kernel line another process holds."""

    def __init__(self, factory: Any, info: Any) -> None:
        if info.name == "GPIO27":
            raise OSError("GPIO busy")
        super().__init__(factory, info)


class DeafPin(MockPin):
    """A pin whose edges nobody may watch."""

    def _enable_event_detect(self) -> None:
        if self.info.name == "GPIO27":
            raise OSError("GPIO busy")


@pytest.mark.parametrize("pin_class", [BusyPin, DeafPin])
def test_a_pin_held_by_another_process_is_named_and_the_rest_works(table: Table, pin_class: type[MockPin]):
    table.pins.pin_class = pin_class
    panel = table.build()
    assert [(fault.pin, fault.reason) for fault in panel.faults] == [(27, "GPIO busy")]
    table.drive(17, (10, True))
    assert table.look() == [ButtonPressed(1, CLAIM, table.clock.now_ns - 100 * MS, "gpio:17")]
    assert [fault.pin for fault in panel.faults] == [27]


class DyingPin(MockPin):
    """A pin that can be made unreadable."""

    dead = False

    def _get_state(self) -> Any:
        if self.dead:
            raise OSError("bad handle")
        return super()._get_state()


def test_a_pin_that_stops_answering_is_told_and_so_is_its_return(table: Table):
    table.pins.pin_class = DyingPin
    panel = table.build()
    table.pins.pin(17).dead = True
    assert [line.level for line in panel.status()] == [None, True]
    assert table.look() == [DeviceLost("gpio:17", "bad handle")]
    assert [fault.pin for fault in panel.faults] == [17]
    assert table.look() == []
    table.pins.pin(17).dead = False
    assert table.look() == [DeviceBack("gpio:17")]
    assert panel.faults == []
    table.drive(17, (10, True))
    assert players_of(table.look()) == [1]


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


# -- opening and closing --------------------------------------------------------------------------------


def test_the_panel_can_be_built_and_closed_twice_on_the_same_pins(pins: Any, clock: HandClock):
    posted: list[ButtonPressed] = []
    for _ in range(2):
        panel = ButtonPanel(TWO, pins, posted.append, clock)
        assert panel.faults == []
        drive(pins, clock, 17, [(100, True), (100, False)])
        panel.close()
        panel.close()
        drive(pins, clock, 17, [(100, True), (100, False)])
        clock.forward_ms(100)
        panel.poll(clock.now_ns)
    assert len(posted) == 2


def test_a_press_that_is_not_certain_yet_is_not_posted_after_closing(table: Table):
    panel = table.build()
    table.drive(17, (100, True))
    panel.close()
    assert table.look() == []


def test_unchanged_buttons_still_work_after_the_others_were_rewired(table: Table):
    table.build()
    table.build(replace(TWO, players=(PlayerButtons(1, 17), PlayerButtons(2, 5))))
    table.drive(17, (10, True))
    table.drive(5, (10, True))
    table.drive(27, (10, True))
    events = table.look()
    assert [e.device for e in events if isinstance(e, ButtonPressed)] == ["gpio:17", "gpio:5"]


def test_the_status_shows_level_counter_and_last_edge(table: Table):
    panel = table.build()
    assert (panel.status()[0].level, panel.status()[0].last_edge_ns) == (True, None)
    table.drive(17, (10, True))
    edge = table.clock.now_ns
    table.look()
    line = panel.status()[0]
    assert (line.player, line.button, line.pin, line.device) == (1, CLAIM, 17, "gpio:17")
    assert (line.level, line.pressed, line.presses, line.last_edge_ns) == (False, True, 1, edge)
    table.drive(17, (100, False), (100, True))
    table.look()
    assert [s.presses for s in panel.status()] == [2, 0]


# -- threads --------------------------------------------------------------------------------------------


class Ear:
    """Collects what a panel posts, for tests that wait for it."""

    def __init__(self) -> None:
        self.events: list[HardwareEvent] = []
        self._more = threading.Condition()

    def __call__(self, event: HardwareEvent) -> None:
        with self._more:
            self.events.append(event)
            self._more.notify_all()

    def wait(self, enough: Callable[[list[HardwareEvent]], bool]) -> list[HardwareEvent]:
        with self._more:
            assert self._more.wait_for(lambda: enough(self.events), DEADLINE_S), self.events
            return list(self.events)


def test_the_panel_s_own_thread_posts_without_any_poll(pins: Any):
    ear = Ear()
    panel = ButtonPanel(TWO, pins, ear, time.monotonic_ns, tell=ear, own_thread=True)
    before = time.monotonic_ns()
    pins.pin(17).drive_low()
    after = time.monotonic_ns()
    pressed = ear.wait(lambda events: len(events) == 1)[0]
    assert isinstance(pressed, ButtonPressed)
    assert before <= pressed.at_ns <= after
    pins.pin(17).drive_high()
    assert isinstance(ear.wait(lambda events: len(events) == 2)[1], ButtonReleased)
    panel.close()


class StampedPin(MockPin):
    """A pin whose edges Python hears of 7 ms late, with the time the kernel gave them."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self.late_by_ns, self.clock = 7 * MS, HandClock()

    def _call_when_changed(self) -> None:
        stamp_ns = self.clock.now_ns - self.late_by_ns
        super(MockPin, self)._call_when_changed(stamp_ns / 1e9, self._state)


@pytest.mark.parametrize(
    ("late_by_ns", "believed"), [(7 * MS, True), (-MS, False), (3600 * 1000 * MS, False)]
)
def test_edges_carry_the_driver_s_time_if_it_is_of_this_clock(
    pins: Any, clock: HandClock, late_by_ns: int, believed: bool
):
    pins.pin_class = StampedPin
    posted: list[ButtonPressed] = []
    panel = ButtonPanel(TWO, pins, posted.append, clock, driver_time=True)
    pins.pin(17).clock, pins.pin(17).late_by_ns = clock, late_by_ns
    drive(pins, clock, 17, [(10, True)])
    heard_ns = clock.now_ns
    clock.forward_ms(50)
    panel.poll(clock.now_ns)
    assert [press.at_ns for press in posted] == [heard_ns - (late_by_ns if believed else 0)]
    panel.close()


def test_six_players_pressing_from_six_threads_are_posted_once_each_in_the_order_of_their_times(pins: Any):
    ear = Ear()
    config = ButtonsConfig()
    panel = ButtonPanel(config, pins, ear, time.monotonic_ns, own_thread=True)
    for _ in range(5):
        ear.events.clear()
        start = threading.Barrier(6)

        def press(pin: int, start: threading.Barrier = start) -> None:
            start.wait(DEADLINE_S)
            pins.pin(pin).drive_low()

        threads = [threading.Thread(target=press, args=(player.claim,)) for player in config.players]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(DEADLINE_S)
        events = ear.wait(lambda events: len(events) == 6)
        times = [event.at_ns for event in events if isinstance(event, ButtonPressed)]
        assert times == sorted(times)
        assert sorted(players_of(events)) == [1, 2, 3, 4, 5, 6]
        for player in config.players:
            pins.pin(player.claim).drive_high()
        released = threading.Event()
        while any(line.pressed for line in panel.status()):
            released.wait(0.01)
    panel.close()


def buttons_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "buttons"]


def test_closing_ends_the_panel_s_thread(pins: Any):
    panel = ButtonPanel(TWO, pins, lambda _event: None, time.monotonic_ns, own_thread=True)
    assert len(buttons_threads()) == 1
    panel.close()
    assert buttons_threads() == []


def test_a_consumer_may_close_the_panel(pins: Any):
    """A restart asked for by a button press runs on the panel's own thread."""
    closed = threading.Event()

    def close(_event: ButtonPressed) -> None:
        panel.close()
        closed.set()

    panel = ButtonPanel(TWO, pins, close, time.monotonic_ns, own_thread=True)
    pins.pin(17).drive_low()
    assert closed.wait(DEADLINE_S)
    for thread in buttons_threads():
        thread.join(DEADLINE_S)
    assert buttons_threads() == []


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
    clock.forward_ms(100)
    panel.poll(clock.now_ns)
    assert len(posted) == 300
    panel.close()
