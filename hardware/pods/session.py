"""One opened port, as a pure state machine: bytes and times in, bytes to send and findings out.

    wait for a hello, asking every 0.4 s for 3 s (opening the port may have reset the board)
    -> ping eight times in a row to learn the pod's clock -> take edges, ping every second

Edges (presses and releases) are numbered by the pod and sent again until acknowledged; here each number is
taken once and in order, so a lost or doubled line neither loses nor invents a press. Edges that came while
the clock is not known yet are left for the pod to send again. Edges from before the port was opened are
acknowledged and dropped: nobody was listening, and the screen said so. Lamps are told again every second.
No thread, no port; one owner. Times are monotonic ns of this machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from hardware.pods.clock import PodClock
from hardware.pods.protocol import (
    NUMBER_PERIOD,
    VERSION,
    Ack,
    Garbage,
    Hello,
    Lamps,
    Message,
    OtherVersion,
    Ping,
    PodParser,
    Pong,
    Press,
    Release,
    Who,
    encode,
)

_MS = 1_000_000
HELLO_WAIT_NS = 3000 * _MS  # boards that reset when the port opens are silent for up to two seconds
ASK_EVERY_NS = 400 * _MS
SILENT_NS = 3000 * _MS  # three pings unanswered
REFRESH_NS = 1000 * _MS  # pings and lamps
PING_AGAIN_NS = 100 * _MS  # until the first pong has come
FIRST_PINGS = 8  # the fastest of these fixes the clock before the first press


class Trouble(StrEnum):
    """Why a session is over, or a port cannot be used; the app turns it into a sentence."""

    NO_PERMISSION = "no permission"
    BUSY = "in use by another program"
    CANNOT_OPEN = "cannot be opened"
    NO_HELLO = "does not speak like a pod"
    WRONG_VERSION = "speaks another version"
    SILENT = "does not answer any more"
    UNPLUGGED = "unplugged"
    RESTARTED = "restarted"
    CHANGED = "another pod answers"
    DOUBLE = "another pod has the same id"
    UNKNOWN = "not in the configuration"
    MISSING = "not connected"


@dataclass(frozen=True, slots=True)
class Greeted:
    """The pod said who it is; `held` are its buttons now down. `again`: its numbering started anew, since it
    restarted, and what was held before is not known."""

    hello: Hello
    held: tuple[int, ...]
    again: bool


@dataclass(frozen=True, slots=True)
class Edge:
    """A press or release of `button`, at host time `at_ns`."""

    button: int
    pressed: bool
    at_ns: int


@dataclass(slots=True)
class Counts:
    """What was not as it should be on this connection, for the diagnostics."""

    garbage: int = 0  # damaged or unknown lines
    doubled: int = 0
    gaps: int = 0
    missed: int = 0  # edges from before the port was opened
    restarts: int = 0


Finding = Greeted | Edge


class PodSession:
    """The life of one opened port. `over` is empty while it is worth going on."""

    def __init__(self, opened_ns: int) -> None:
        self.hello: Hello | None = None
        self.over: Trouble | None = None
        self.detail = ""
        self.counts = Counts()
        self.clock = PodClock()
        self.last_garbage = ""
        self._opened_ns = opened_ns
        self._parser = PodParser()
        self._output = [b"\n"]  # ends whatever half line the pod has
        self._asked_ns: int | None = None
        self._heard_ns = opened_ns
        self._refreshed_ns: int | None = None
        self._pings: dict[int, int] = {}
        self._next_ping = 0
        self._first_pings = 0
        self._expected = 0
        self._edge_ns = opened_ns
        self._lamps = ""

    @property
    def ready(self) -> bool:
        """The pod is known and so is its clock: presses are taken."""
        return self.hello is not None and self.clock.known and self.over is None

    def output(self) -> bytes:
        """What is to be sent now; each byte is handed out once."""
        output, self._output = b"".join(self._output), []
        return output

    def show(self, letters: str) -> None:
        """One light letter for each lamp from now on; sent when it differs from before."""
        if letters != self._lamps:
            self._lamps = letters
            self._send_lamps()

    def tick(self, now_ns: int) -> None:
        """Do what is due: ask, ping, or give up. Call several times a second."""
        if self.over is not None:
            return
        if self.hello is None:
            if now_ns - self._opened_ns >= HELLO_WAIT_NS:
                self.over = Trouble.NO_HELLO
            elif self._asked_ns is None or now_ns - self._asked_ns >= ASK_EVERY_NS:
                self._asked_ns = now_ns
                self._send(Who(VERSION))
            return
        if now_ns - self._heard_ns >= SILENT_NS:
            self.over = Trouble.SILENT
            return
        pause_ns = REFRESH_NS if self.clock.known else PING_AGAIN_NS
        if self._refreshed_ns is None or now_ns - self._refreshed_ns >= pause_ns:
            self._refreshed_ns = now_ns
            self._ping(now_ns)
            self._send_lamps()

    def received(self, data: bytes, now_ns: int) -> list[Finding]:
        """What `data`, read at `now_ns`, brings to light, in order."""
        found: list[Finding] = []
        edges_seen = False
        for message in self._parser.feed(data):
            if isinstance(message, Garbage):
                self.counts.garbage += 1
                self.last_garbage = message.text
                continue
            if self.over is not None:
                break
            self._heard_ns = now_ns
            edges_seen = edges_seen or isinstance(message, Press | Release)
            found.extend(self._take(message, now_ns))
        if edges_seen and self.ready and self.hello is not None:
            self._send(Ack(self.hello.boot, self._expected))
        return found

    def _take(self, message: Message, now_ns: int) -> Iterator[Finding]:
        match message:
            case Hello():
                yield from self._greet(message, now_ns)
            case OtherVersion():
                self.over = Trouble.WRONG_VERSION
                self.detail = f"pod {message.pod} speaks version {message.version}, this program {VERSION}"
            case Pong():
                sent_ns = self._pings.pop(message.number, None)
                if sent_ns is not None:
                    self.clock.exchange(sent_ns, message.received_us, message.sent_us, now_ns)
                    self._first_pings += 1
                    if self._first_pings < FIRST_PINGS:
                        self._ping(now_ns)
            case Press() | Release():
                yield from self._edge(message, now_ns)
            case _:  # a line only this side may send: an echo
                self.counts.garbage += 1

    def _greet(self, hello: Hello, now_ns: int) -> Iterator[Greeted]:
        before = self.hello
        if before is not None and before.pod != hello.pod:
            self.over, self.detail = Trouble.CHANGED, f"pod {hello.pod} instead of {before.pod}"
            return
        if before is not None and before.boot == hello.boot:
            return
        self.hello = hello
        self._expected = hello.first
        self.clock = PodClock()
        self._first_pings = 0
        self._pings.clear()
        self._refreshed_ns = None
        if before is not None:
            self.counts.restarts += 1
        self.tick(now_ns)
        held = tuple(n for n in range(1, hello.buttons + 1) if hello.held >> (n - 1) & 1)
        yield Greeted(hello, held, again=before is not None)

    def _edge(self, message: Press | Release, now_ns: int) -> Iterator[Edge]:
        if not self.ready:
            return
        ahead = (message.number - self._expected) % NUMBER_PERIOD
        if ahead >= NUMBER_PERIOD // 2:
            self.counts.doubled += 1
        elif ahead > 0:
            self.counts.gaps += 1
        else:
            self._expected = (self._expected + 1) % NUMBER_PERIOD
            at_ns = self.clock.host_ns(message.clock_us, now_ns)
            if at_ns + self.clock.error_ns(now_ns) < self._opened_ns:
                self.counts.missed += 1
                return
            # The estimate moves a little with each ping; what happened later must not get an earlier time.
            self._edge_ns = max(at_ns, self._edge_ns)
            yield Edge(message.button, isinstance(message, Press), self._edge_ns)

    def _ping(self, now_ns: int) -> None:
        self._pings[self._next_ping] = now_ns
        self._pings = dict(list(self._pings.items())[-FIRST_PINGS:])  # older answers are lost
        self._send(Ping(self._next_ping))
        self._next_ping = (self._next_ping + 1) % NUMBER_PERIOD

    def _send_lamps(self) -> None:
        if self.hello is not None and self._lamps:
            self._send(Lamps(self._lamps))

    def _send(self, message: Message) -> None:
        self._output.append(encode(message))
