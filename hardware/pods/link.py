"""All button pods of the table: threads around serial ports, events out, lights in.

One thread a port reads with a short time-out and does all writing to that port; one more looks for ports
every half second and notices stuck buttons. A port that fails is closed and tried again after 0.5 s,
doubling up to 5 s; a port that was pulled out is tried as soon as it is back. `post` is called from these
threads, one call at a time, and must only queue. Nothing raises into the table: troubles stand in `status`
and in the log.
"""

from __future__ import annotations

import errno
import itertools
import logging
import termios
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from hardware.events import HardwareEvent
from hardware.lights import Light
from hardware.pods.config import PodsConfig
from hardware.pods.edges import Counts
from hardware.pods.ports import Port, find_ports
from hardware.pods.register import PodRegister, PodStatus
from hardware.pods.session import Past, PodSession, Trouble

log = logging.getLogger(__name__)

BAUD = 115200
READ_S = 0.2  # how long a read may wait: the longest that closing takes
WRITE_S = 1.0  # a busy machine may be late; what is gone fails at once
SCAN_S = 0.5
CLOSE_S = 1.0
FIRST_RETRY_NS = 500_000_000
LONGEST_RETRY_NS = 5_000_000_000

# SerialException is an OSError; TypeError comes from a port closed under a read, termios.error from one that
# is pulled out while it is set up; ImportError means that pyserial is missing.
_PORT_ERRORS = (OSError, TypeError, termios.error, ImportError)

_WORKED = frozenset({Trouble.SILENT, Trouble.DEAF, Trouble.UNPLUGGED})
"""After these a pod that has answered is tried again soon."""


class SerialPort(Protocol):
    """What is used of `serial.Serial`."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int) -> bytes: ...

    def write(self, data: bytes) -> object: ...

    def cancel_read(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class PortStatus:
    """One port for the diagnostics: its lasting name, the pod there ("" if none yet), what is wrong, what was
    damaged on the line, and how well the pod's clock is known (microseconds either way, None: not yet)."""

    port: str
    pod: str
    trouble: Trouble | None
    fault: str
    counts: Counts
    clock_error_us: int | None


@dataclass(frozen=True, slots=True)
class PodsStatus:
    """Everything about pods at one moment."""

    pods: tuple[PodStatus, ...]
    ports: tuple[PortStatus, ...]


def open_serial(node: Path) -> SerialPort:
    """Open a serial port for this program alone; raises OSError and friends."""
    import serial

    port: SerialPort = serial.Serial(str(node), BAUD, timeout=READ_S, write_timeout=WRITE_S, exclusive=True)
    return port


def retry_after_ns(tries: int) -> int:
    """How long to leave a port alone that failed `tries` times in a row."""
    return min(FIRST_RETRY_NS << max(0, min(tries, 10) - 1), LONGEST_RETRY_NS)


@dataclass(slots=True)
class _Failure:
    """A port that is left alone until `next_ns`; `past` is for its next session."""

    status: PortStatus
    tries: int
    next_ns: int
    past: Past | None

    @property
    def restarting(self) -> bool:
        """Whether what is there has restarted again and again."""
        return self.status.trouble is Trouble.RESTARTING


class Pods:
    """All pods. `close` may be called twice, from any thread; `show` and `status` from any thread."""

    def __init__(
        self,
        config: PodsConfig,
        post: Callable[[HardwareEvent], None],
        clock_ns: Callable[[], int],
        *,
        dev: Path = Path("/dev"),
        open_port: Callable[[Path], SerialPort] = open_serial,
    ) -> None:
        """Begin to look for pods below `dev`, unless the configuration says not to."""
        self._config = config
        self._post = post
        self._clock_ns = clock_ns
        self._dev = dev
        self._open_port = open_port
        self._lock = threading.Lock()
        self._register = PodRegister(config)
        self._lights: Mapping[int, Light] = {}
        self._links: dict[Path, _Link] = {}
        self._failures: dict[Path, _Failure] = {}
        self._numbers = itertools.count()
        self._stop = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="pods", daemon=True)
        if config.use:
            self._watcher.start()

    def show(self, lights: Mapping[int, Light]) -> None:
        """The light state of each player from now on; others are dark."""
        with self._lock:
            self._lights = dict(lights)
            links = list(self._links.values())
        for link in links:
            link.wake()

    def status(self) -> PodsStatus:
        """A snapshot for the diagnostics."""
        with self._lock:
            ports = [self._port_status(link) for link in self._links.values()]
            ports += [failure.status for node, failure in self._failures.items() if node not in self._links]
            pods = self._register.status()
        return PodsStatus(pods, tuple(sorted(ports, key=lambda status: status.port)))

    def close(self) -> None:
        """Stop looking, close all ports and wait for the threads (at most a second)."""
        self._stop.set()
        with self._lock:
            links = list(self._links.values())
        for link in links:
            link.wake()
        deadline_s = time.monotonic() + CLOSE_S
        for thread in [self._watcher, *(link.thread for link in links)]:
            if thread.ident is not None and thread is not threading.current_thread():
                thread.join(max(0.0, deadline_s - time.monotonic()))

    def _watch(self) -> None:
        while not self._stop.is_set():
            try:
                self._scan()
            except Exception:  # top of the thread: a fault here must not deafen pods that come later
                log.exception("looking for pods failed")
            self._stop.wait(SCAN_S)

    def _scan(self) -> None:
        now_ns = self._clock_ns()
        ports = [port for port in find_ports(self._dev) if self._wanted(port)]
        nodes = {port.node for port in ports}
        with self._lock:
            self._failures = {node: failed for node, failed in self._failures.items() if node in nodes}
            for port in ports:
                failed = self._failures.get(port.node)
                if port.node not in self._links and (failed is None or now_ns >= failed.next_ns):
                    self._start(port)
            self._tell(self._register.tick(now_ns))

    def _wanted(self, port: Port) -> bool:
        return not self._config.ports or port.name in self._config.ports

    def _start(self, port: Port) -> None:
        """The lock is held."""
        if not self._stop.is_set():
            link = _Link(self, port, next(self._numbers), self._failures.get(port.node))
            self._links[port.node] = link
            link.thread.start()

    def _tell(self, events: list[HardwareEvent]) -> None:
        """The lock is held, so that events leave in the order in which they became true."""
        if self._stop.is_set():
            return
        for event in events:
            try:
                self._post(event)
            except Exception:  # a faulty consumer must not cost later presses
                log.exception("a button's event could not be handed on")

    def _port_status(self, link: _Link) -> PortStatus:
        rival = self._register.rival(link.number)
        status = replace(link.status, pod=self._register.name(link.number))
        if rival:
            return replace(status, trouble=Trouble.DOUBLE, fault=f"{Trouble.DOUBLE.value}: {rival}")
        failed = self._failures.get(link.port.node)
        if failed is not None and not status.pod:  # tried again; nothing is better yet
            return replace(status, trouble=failed.status.trouble, fault=failed.status.fault)
        return status

    def _heard(self, link: _Link, session: PodSession, data: bytes) -> None:
        """Let `session` take what was read, tell the table, and hand the lamps' letters back."""
        now_ns = self._clock_ns()
        findings = session.received(data, now_ns)
        session.tick(now_ns)
        with self._lock:
            for finding in findings:
                self._tell(self._register.take(link.number, link.port.name, finding, now_ns))
            session.show(self._register.letters(link.number, self._lights))

    def _ended(self, link: _Link, trouble: Trouble, detail: str, session: PodSession | None) -> None:
        """The link is over; its port rests for a while."""
        worked = session is not None and session.welcomed and trouble in _WORKED
        past = None if session is None or trouble is Trouble.UNPLUGGED else session.past
        fault = f"{trouble.value}: {detail}" if detail else trouble.value
        with self._lock:
            del self._links[link.port.node]
            if self._stop.is_set():
                return
            now_ns = self._clock_ns()
            before = self._failures.get(link.port.node)
            tries = 1 if worked or before is None else before.tries + 1
            if before is None or before.status.fault != fault:
                log.warning("port %s: %s", link.port.name, fault)
            status = replace(link.status, pod="", trouble=trouble, fault=fault, clock_error_us=None)
            self._failures[link.port.node] = _Failure(status, tries, now_ns + retry_after_ns(tries), past)
            self._tell(self._register.over(link.number, trouble, now_ns))


class _Link:
    """One port from opening to closing, with its thread. `wake` may be called from any thread."""

    def __init__(self, pods: Pods, port: Port, number: int, failed: _Failure | None) -> None:
        self.port = port
        self._failed = failed
        self.number = number
        self.status = PortStatus(port.name, "", None, "", Counts(), None)
        self.thread = threading.Thread(target=self._run, name=f"pod at {port.name}", daemon=True)
        self._pods = pods
        self._stream: SerialPort | None = None
        self._stream_lock = threading.Lock()

    def wake(self) -> None:
        """End a waiting read, so that new lamps are sent or the port is closed at once."""
        with self._stream_lock:  # once closed, its descriptor may be another's
            if self._stream is None:
                return
            try:
                self._stream.cancel_read()
            except _PORT_ERRORS as error:
                log.debug("port %s: %s", self.port.name, error)

    def _run(self) -> None:
        trouble, detail = Trouble.CANNOT_OPEN, "a fault of the program"
        session: PodSession | None = None
        try:
            try:
                stream = self._pods._open_port(self.port.node)
            except _PORT_ERRORS as error:
                trouble, detail = _why_closed(error), str(error)
                return
            with self._stream_lock:
                self._stream = stream
            session = self._session()
            try:
                self._talk(stream, session)
                trouble, detail = session.over or Trouble.UNPLUGGED, session.detail
            except _PORT_ERRORS as error:
                trouble, detail = _why_cut(error)
        except Exception:  # top of the thread
            log.exception("port %s: the thread has failed", self.port.name)
        finally:
            self._close()
            self._pods._ended(self, trouble, detail, session)

    def _session(self) -> PodSession:
        now_ns = self._pods._clock_ns()
        if self._failed is None:
            return PodSession(now_ns)
        return PodSession(now_ns, self._failed.past, wary=self._failed.restarting)

    def _talk(self, stream: SerialPort, session: PodSession) -> None:
        self._pods._heard(self, session, b"")
        while session.over is None and not self._pods._stop.is_set():
            output = session.output()
            if output:
                stream.write(output)
            data = stream.read(1)
            if data:
                data += stream.read(stream.in_waiting)
            self._pods._heard(self, session, data)
            error_us = session.clock.error_ns(self._pods._clock_ns()) // 1000 if session.clock.known else None
            self.status = replace(self.status, counts=replace(session.counts), clock_error_us=error_us)

    def _close(self) -> None:
        with self._stream_lock:
            stream, self._stream = self._stream, None
        if stream is not None:
            try:
                stream.close()
            except _PORT_ERRORS as error:
                log.debug("port %s: closing: %s", self.port.name, error)


def _why_closed(error: BaseException) -> Trouble:
    number = getattr(error, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return Trouble.NO_PERMISSION
    if number in (errno.EBUSY, errno.EAGAIN):
        return Trouble.BUSY
    return Trouble.CANNOT_OPEN


def _why_cut(error: BaseException) -> tuple[Trouble, str]:
    """Why a port that was open is of no use any more, and what else there is to say."""
    # By its name, since pyserial is imported only where a port is opened.
    if type(error).__name__ == "SerialTimeoutException":
        return Trouble.DEAF, ""
    return Trouble.UNPLUGGED, str(error)
