"""Pods on real pseudo-terminals: threads, plugs and faults. Everything waits for events, with a deadline."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import queue
import threading
import time
import tty
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
import serial

from hardware.events import ButtonPressed, ButtonReleased, DeviceBack, DeviceLost, HardwareEvent
from hardware.lights import Light
from hardware.pods.config import PodsConfig
from hardware.pods.link import Pods, PodsStatus, SerialPort, open_serial, retry_after_ns
from hardware.pods.protocol import line
from hardware.pods.session import MOST_RESTARTS, Trouble
from hardware.pods.simulated import SimulatedPod

PATIENCE_S = 30.0  # a deadline for a busy machine, not a promise


class Table:
    """A folder that stands for /dev, with pods on it and their owner."""

    def __init__(self, dev: Path) -> None:
        self.dev = dev
        self.events: queue.Queue[HardwareEvent] = queue.Queue()
        self.pods: Pods | None = None
        self.simulated: list[SimulatedPod] = []

    def plug(self, name: str, port: str = "", offset_us: int = 0) -> SimulatedPod:
        pod = SimulatedPod(self.dev, name, time.monotonic_ns, port=port, clock_offset_us=offset_us)
        pod.plug()
        self.simulated.append(pod)
        return pod

    def start(self, open_port: Callable[[Path], SerialPort] = open_serial, **config: object) -> Pods:
        self.pods = Pods(
            PodsConfig(**config),  # type: ignore[arg-type]
            self.events.put,
            time.monotonic_ns,
            dev=self.dev,
            open_port=open_port,
        )
        return self.pods

    def next(self) -> HardwareEvent:
        return self.events.get(timeout=PATIENCE_S)

    def ready(self, *pods: SimulatedPod) -> None:
        """Wait until each pod answers, by its lamp."""
        assert self.pods is not None
        for light, letter in ((Light.MAY_CLAIM, "m"), (Light.CLAIMED, "c")):
            self.pods.show(dict.fromkeys(range(1, 7), light))
            for pod in pods:
                assert pod.wait_for_lamps(letter, PATIENCE_S)

    def until(self, wanted: Callable[[PodsStatus], bool]) -> PodsStatus:
        """Wait for a state of the diagnostics."""
        assert self.pods is not None
        deadline = time.monotonic() + PATIENCE_S
        pause = threading.Event()
        while not wanted(status := self.pods.status()):
            assert time.monotonic() < deadline, status
            pause.wait(0.01)
        return status

    def close(self) -> None:
        if self.pods is not None:
            self.pods.close()
        for pod in self.simulated:
            pod.unplug()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


def test_a_press_reaches_the_table_with_the_time_of_the_finger(table: Table) -> None:
    pod = table.plug("2", offset_us=2**32 - 1_000_000)  # its clock wraps around during the test
    table.start()
    table.ready(pod)
    (port,) = table.until(lambda status: status.ports[0].clock_error_us is not None).ports
    assert port.clock_error_us is not None
    slack_ns = (port.clock_error_us + 1000) * 1000
    before = time.monotonic_ns()
    pod.press(1)
    after = time.monotonic_ns()
    event = table.next()
    assert isinstance(event, ButtonPressed)
    assert (event.player, event.button, event.device) == (2, "claim", "pod:2:1")
    assert before - slack_ns <= event.at_ns <= min(after + slack_ns, time.monotonic_ns())
    pod.release(1)
    assert isinstance(table.next(), ButtonReleased)


def test_many_presses_over_damaged_lines_arrive_once_each_and_in_order(table: Table) -> None:
    pod = table.plug("1")
    table.start()
    table.ready(pod)
    for turn in range(20):
        pod.damage(turn % 3)
        pod.press(turn % 3 + 1)
        pod.say(b"\xff\x00 noise \n" if turn % 2 else b"half a li")
        pod.release(turn % 3 + 1)
    events = [table.next() for _ in range(40)]
    assert [type(event) for event in events] == [ButtonPressed, ButtonReleased] * 20
    buttons = [event.button for event in events if isinstance(event, ButtonPressed)]
    assert buttons == [("claim", "up", "down")[turn % 3] for turn in range(20)]


def test_a_bouncing_contact_is_one_press(table: Table) -> None:
    pod = table.plug("1")
    table.start()
    table.ready(pod)
    pod.bounce(1, moves=6)
    pod.release(1)
    assert [type(table.next()) for _ in range(2)] == [ButtonPressed, ButtonReleased]
    pod.press(2)
    assert getattr(table.next(), "button", "") == "up"


def test_swapped_pods_keep_their_players(table: Table) -> None:
    first, second = table.plug("1", port="usb-socket_a"), table.plug("2", port="usb-socket_b")
    table.start()
    table.ready(first, second)
    first.unplug()
    second.unplug()
    assert {table.next(), table.next()} == {DeviceLost(f"pod:{n}", "unplugged") for n in "12"}
    again_second, again_first = table.plug("2", port="usb-socket_a"), table.plug("1", port="usb-socket_b")
    assert {table.next(), table.next()} == {DeviceBack("pod:1"), DeviceBack("pod:2")}
    for pod, player in ((again_first, 1), (again_second, 2)):
        pod.press(1)
        event = table.next()
        assert isinstance(event, ButtonPressed)
        assert event.player == player
    ports = {status.pod: status.port for status in table.pods.status().pods} if table.pods else {}
    assert ports == {"1": "usb-socket_b", "2": "usb-socket_a"}


def test_unplugged_mid_press_lets_go_and_comes_back(table: Table) -> None:
    pod = table.plug("1")
    table.start()
    table.ready(pod)
    pod.press(1)
    assert isinstance(table.next(), ButtonPressed)
    pod.unplug()
    assert isinstance(table.next(), ButtonReleased)
    assert table.next() == DeviceLost("pod:1", "unplugged")
    pod.plug()
    assert table.next() == DeviceBack("pod:1")
    pod.press(1)
    assert isinstance(table.next(), ButtonPressed)


def test_a_board_that_restarts_goes_on_with_a_new_clock(table: Table) -> None:
    pod = table.plug("1", offset_us=3_000_000_000)
    table.start()
    table.ready(pod)
    pod.reset()
    assert [table.next(), table.next()] == [DeviceLost("pod:1", "restarted"), DeviceBack("pod:1")]
    before = time.monotonic_ns()
    pod.press(1)
    event = table.next()
    assert isinstance(event, ButtonPressed)
    assert before - 1_000_000_000 < event.at_ns <= time.monotonic_ns()


def test_a_pod_that_falls_silent_is_lost_and_found_again(table: Table) -> None:
    pod = table.plug("1")
    table.start()
    table.ready(pod)
    pod.silence(True)
    assert table.next() == DeviceLost("pod:1", Trouble.SILENT.value)
    pod.silence(False)
    assert table.next() == DeviceBack("pod:1")


def test_a_press_made_while_a_pod_was_silent_comes_when_it_speaks_again(table: Table) -> None:
    pod = table.plug("1")
    table.start()
    table.ready(pod)
    pod.silence(True)
    before = time.monotonic_ns()
    pod.press(1)
    assert table.next() == DeviceLost("pod:1", Trouble.SILENT.value)
    pod.silence(False)
    assert table.next() == DeviceBack("pod:1")
    event = table.next()
    assert isinstance(event, ButtonPressed)
    assert before - 50_000_000 <= event.at_ns < before + 1_000_000_000


class Stranger:
    """A port whose other end is ours: says what it is told to, and hears nothing."""

    def __init__(self, dev: Path) -> None:
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self._link = dev / "serial/by-id/usb-stranger"
        self._link.parent.mkdir(parents=True, exist_ok=True)
        self._link.symlink_to(os.ttyname(self._slave))

    def say(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self.master, data)

    def hear(self) -> bytes:
        try:
            return os.read(self.master, 4096)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        self._link.unlink()
        os.close(self.master)
        os.close(self._slave)


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[Stranger]:
    made = Stranger(tmp_path)
    yield made
    made.close()


def test_a_pod_that_says_hello_for_ever_but_never_answers_is_no_good_pod(
    table: Table, stranger: Stranger
) -> None:
    table.start()
    pause = threading.Event()
    seen: list[Trouble | None] = []
    deadline = time.monotonic() + PATIENCE_S
    while Trouble.SILENT not in seen:
        assert time.monotonic() < deadline
        stranger.say(line("hello 1 1 3 1 7 0 0 5"))
        stranger.hear()
        seen += [port.trouble for port in table.pods.status().ports] if table.pods else []
        pause.wait(0.1)
    assert table.events.empty()


def test_a_flood_of_new_beginnings_is_named_once_and_its_port_rests(
    table: Table, stranger: Stranger, caplog: pytest.LogCaptureFixture
) -> None:
    table.start()
    pause = threading.Event()
    for boot in range(3000):
        stranger.say(line(f"hello 1 1 3 1 {boot} 0 0 5"))
        stranger.hear()
        pause.wait(0.001)
    assert table.pods is not None
    (port,) = table.pods.status().ports
    assert port.trouble is Trouble.RESTARTING
    assert table.events.empty()
    assert len(caplog.records) == 1
    assert Trouble.RESTARTING.value in caplog.text


def test_presses_that_a_pod_holds_while_its_port_rests_are_not_lost(table: Table) -> None:
    """So many at once make it begin anew again and again; nobody at the table has pulled it out."""
    pod = table.plug("1")
    table.start()
    table.ready(pod)
    for _ in range(MOST_RESTARTS + 1):
        pod._pod._begin_anew(pod._now_us())
        pod.release(3)
    pod.press(1)
    events = [table.next()]
    while not isinstance(events[-1], ButtonPressed):
        events.append(table.next())
    assert DeviceLost("pod:1", Trouble.RESTARTING.value) in events
    assert events[-1].button == "claim"


def test_the_fault_of_a_port_stays_while_it_is_tried_again(table: Table, stranger: Stranger) -> None:
    opened = threading.Semaphore(0)

    def opener(node: Path) -> SerialPort:
        opened.release()
        return open_serial(node)

    table.start(opener)
    table.until(lambda status: any(port.trouble is Trouble.NO_HELLO for port in status.ports))
    assert opened.acquire(timeout=PATIENCE_S)
    assert opened.acquire(timeout=PATIENCE_S), "tried again"
    assert table.pods is not None
    (port,) = table.pods.status().ports
    assert (port.trouble, port.fault) == (Trouble.NO_HELLO, Trouble.NO_HELLO.value)


def test_a_pod_that_does_not_take_what_it_is_told_is_named_so(table: Table) -> None:
    pod = table.plug("1")
    timed_out = threading.Event()

    class Stuffed:
        """Passes everything on until it is stuffed."""

        def __init__(self, port: SerialPort) -> None:
            self._port = port

        def __getattr__(self, name: str) -> object:
            return getattr(self._port, name)

        def write(self, data: bytes) -> object:
            if timed_out.is_set():
                raise serial.SerialTimeoutException("Write timeout")
            return self._port.write(data)

    table.start(lambda node: cast("SerialPort", Stuffed(open_serial(node))))
    table.ready(pod)
    timed_out.set()
    assert table.next() == DeviceLost("pod:1", Trouble.DEAF.value)


def test_a_megabyte_of_noise_leaves_the_pod_working(table: Table) -> None:
    pod = table.plug("1")
    table.start()
    table.ready(pod)
    for _ in range(256):
        pod.say(b"\x55" * 4096)
    pod.say(b"\n")
    pod.press(1)
    assert isinstance(table.next(), ButtonPressed)


def test_two_pods_with_one_id_are_both_named(table: Table) -> None:
    first = table.plug("1", port="usb-a")
    table.start()
    table.ready(first)
    second = table.plug("1", port="usb-b")
    status = table.until(lambda status: status.pods[0].trouble is Trouble.DOUBLE)
    assert "usb-a" in status.pods[0].fault
    assert "usb-b" in status.pods[0].fault
    assert {port.port: port.trouble for port in status.ports} == {"usb-a": None, "usb-b": Trouble.DOUBLE}
    second.press(1)
    first.press(2)
    event = table.next()
    assert isinstance(event, ButtonPressed)
    assert event.button == "up"


def test_the_lamps_show_the_lights_of_their_players(table: Table) -> None:
    first, second = table.plug("1"), table.plug("2")
    pods = table.start()
    pods.show({1: Light.YOUR_TURN, 2: Light.OUT})
    assert first.wait_for_lamps("y", PATIENCE_S)
    assert second.wait_for_lamps("x", PATIENCE_S)
    pods.show({1: Light.PAUSED})
    assert first.wait_for_lamps("p", PATIENCE_S)
    assert second.wait_for_lamps("-", PATIENCE_S)


def test_a_pod_of_another_version_is_named(table: Table) -> None:
    pod = table.plug("1", port="usb-new")
    pod.silence(True)
    table.start()
    deadline = time.monotonic() + PATIENCE_S
    pause = threading.Event()
    assert table.pods is not None
    while not [port for port in table.pods.status().ports if port.trouble is Trouble.WRONG_VERSION]:
        assert time.monotonic() < deadline
        pod.say(line("hello 2 1"))
        pause.wait(0.05)
    (port,) = table.pods.status().ports
    assert port.fault == "speaks another version: pod 1 speaks version 2, this program 1"


def test_a_device_that_is_no_pod_is_named_and_left_alone(table: Table) -> None:
    stranger = table.plug("x", port="usb-gps")
    stranger.silence(True)
    table.start()
    status = table.until(lambda status: any(port.trouble is Trouble.NO_HELLO for port in status.ports))
    assert status.pods == ()


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), Trouble.NO_PERMISSION),
        (OSError(errno.EBUSY, "Device or resource busy"), Trouble.BUSY),
        (OSError(errno.EAGAIN, "Could not exclusively lock port"), Trouble.BUSY),
        (OSError("Could not configure port"), Trouble.CANNOT_OPEN),
        (TypeError("closed"), Trouble.CANNOT_OPEN),
        (ModuleNotFoundError("No module named 'serial'"), Trouble.CANNOT_OPEN),
    ],
)
def test_a_port_that_cannot_be_opened_is_named_and_the_others_work(
    table: Table, error: Exception, trouble: Trouble
) -> None:
    good, bad = table.plug("1", port="usb-good"), table.plug("2", port="usb-bad")
    bad_node = bad.link.resolve()

    def opener(node: Path) -> SerialPort:
        if node == bad_node:
            raise error
        return open_serial(node)

    table.start(opener)
    table.ready(good)
    status = table.until(lambda status: any(port.trouble for port in status.ports))
    assert {port.port: port.trouble for port in status.ports} == {"usb-bad": trouble, "usb-good": None}
    assert str(error) in next(port.fault for port in status.ports if port.trouble)


def test_a_port_held_by_another_program_is_busy(table: Table) -> None:
    pod = table.plug("1")
    other = open_serial(pod.link)
    try:
        table.start()
        table.until(lambda status: [port.trouble for port in status.ports] == [Trouble.BUSY])
    finally:
        other.close()
    table.ready(pod)  # tried again by itself


def test_a_file_that_is_no_terminal_is_named(table: Table) -> None:
    (table.dev / "ttyUSB0").touch()
    table.start()
    status = table.until(lambda status: bool(status.ports) and status.ports[0].trouble is not None)
    assert (status.ports[0].port, status.ports[0].trouble) == ("ttyUSB0", Trouble.CANNOT_OPEN)


def test_only_the_ports_of_the_configuration_are_opened(table: Table) -> None:
    wanted, other = table.plug("1", port="usb-wanted"), table.plug("2", port="usb-other")
    opened: list[Path] = []

    def opener(node: Path) -> SerialPort:
        opened.append(node)
        return open_serial(node)

    table.start(opener, ports=("usb-wanted",))
    table.ready(wanted)
    assert set(opened) == {wanted.link.resolve()}
    assert other.lamps == "-"


def test_switched_off_nothing_is_opened(table: Table) -> None:
    pods = table.start(use=False)
    assert not [thread for thread in threading.enumerate() if thread.name == "pods"]
    assert pods.status() == PodsStatus((), ())


def test_a_consumer_that_fails_does_not_cost_later_presses(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heard: queue.Queue[HardwareEvent] = queue.Queue()

    def post(event: HardwareEvent) -> None:
        heard.put(event)
        raise RuntimeError("no room")

    with SimulatedPod(tmp_path, "1", time.monotonic_ns) as pod:
        pods = Pods(PodsConfig(), post, time.monotonic_ns, dev=tmp_path)
        pods.show({1: Light.HURRY})
        assert pod.wait_for_lamps("h", PATIENCE_S)
        pod.press(1)
        pod.press(2)
        assert [getattr(heard.get(timeout=PATIENCE_S), "button", "") for _ in range(2)] == ["claim", "up"]
        pods.close()
    assert "could not be handed on" in caplog.text


def test_closing_ends_all_threads_and_files(table: Table) -> None:
    pods = table.start()
    table.ready(table.plug("1"), table.plug("2"))
    table.close()
    pods.close()
    left = [thread.name for thread in threading.enumerate() if "pod" in thread.name]
    assert left == []


def test_plugging_in_and_out_leaves_no_file_open(table: Table) -> None:
    pod = table.plug("1")
    table.start()
    table.ready(pod)

    def open_files() -> Counter[str]:
        """Terminals and pipes; folders are open for a moment whenever ports are looked for."""
        gc.collect()
        kinds = []
        for number in os.listdir("/proc/self/fd"):
            with contextlib.suppress(OSError):  # the listing itself
                kinds.append(os.readlink(f"/proc/self/fd/{number}"))
        return Counter(
            kind.split(":")[0] for kind in kinds if kind.startswith(("/dev/ptmx", "/dev/pts", "pipe"))
        )

    before = open_files()
    for _ in range(3):
        pod.unplug()
        assert isinstance(table.next(), DeviceLost)
        pod.plug()
        assert isinstance(table.next(), DeviceBack)
    assert open_files() <= before


def test_back_off_doubles_from_half_a_second_to_five() -> None:
    waits = [retry_after_ns(tries) / 1e9 for tries in (0, 1, 2, 3, 4, 5, 6, 10**9)]
    assert waits == [0.5, 0.5, 1, 2, 4, 5, 5, 5]


def test_an_unknown_kind_of_line_is_counted_and_passed_over(table: Table) -> None:
    pod = table.plug("1")
    table.start()
    table.ready(pod)
    pod.say(line("temperature 31"))
    pod.press(1)
    assert isinstance(table.next(), ButtonPressed)
    table.until(lambda status: status.ports[0].counts.garbage == 1)
