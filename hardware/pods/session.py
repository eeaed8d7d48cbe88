"""One opened port, as a pure state machine: bytes and times in, bytes to send and findings out.

    wait for a hello, asking every 0.4 s for 3 s (opening the port may have reset the board)
    -> ping eight times in a row to learn the pod's clock -> take edges, ping every second

A pod counts as found with its first answer to a ping, and as lost when it answers none for three seconds,
whatever else it says. Edges (presses and releases) are numbered by the pod and sent again until acknowledged;
`edges` takes each number once and in order, so a lost or doubled line neither loses nor invents a press.
Edges that came while the clock is not known yet are left for the pod to send again. Edges from before the
port was opened are acknowledged and dropped: nobody was listening, and the screen said so. Lamps are told
again every second. No thread, no port; one owner. Times are monotonic ns of this machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from hardware.pods.clock import PodClock
from hardware.pods.edges import Counts, Edge, Edges
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
SILENT_NS = 3000 * _MS  # without an answer
FEWEST_PINGS = 3  # unanswered in that time
REFRESH_NS = 1000 * _MS  # pings and lamps
PING_AGAIN_NS = 100 * _MS  # while an answer is wanted
LATE_PONG_NS = REFRESH_NS + PING_AGAIN_NS
ACK_AGAIN_NS = 20 * _MS  # noise is not answered more often
FIRST_PINGS = 8  # the fastest of these fixes the clock before the first press
LATEST_NS = SILENT_NS + HELLO_WAIT_NS  # a press from before a silence that is told later than this is no news
MOST_RESTARTS, RESTARTS_NS = 3, 10_000 * _MS  # more within this time: a loose plug or a board that is ill
STEADY_NS = 3000 * _MS  # without a restart, after too many


class Trouble(StrEnum):
    """Why a session is over, or a port cannot be used; the app turns it into a sentence."""

    NO_PERMISSION = "no permission"
    BUSY = "in use by another program"
    CANNOT_OPEN = "cannot be opened"
    NO_HELLO = "does not speak like a pod"
    WRONG_VERSION = "speaks another version"
    SILENT = "does not answer any more"
    DEAF = "does not take what it is told"
    UNPLUGGED = "unplugged"
    RESTARTED = "restarted"
    RESTARTING = "restarts again and again"
    CHANGED = "another pod answers"
    DOUBLE = "another pod has the same id"
    UNKNOWN = "not in the configuration"
    MISSING = "not connected"


@dataclass(frozen=True, slots=True)
class Greeted:
    """The pod said who it is, and answers; `held` are its buttons now down. `again`: its numbering started
    anew, since it restarted, and what was held before is not known."""

    hello: Hello
    held: tuple[int, ...]
    again: bool


@dataclass(frozen=True, slots=True)
class Past:
    """What a session that ended although its port was there leaves to the next one at that port: somebody has
    listened to this pod since `since_ns`, and of this numbering has taken all edges before `expected`."""

    pod: str
    boot: int
    expected: int
    since_ns: int


Finding = Greeted | Edge


class PodSession:
    """The life of one opened port. `over` is empty while it is worth going on.

    `past`: of the session before, if that one fell silent. `wary`: the pod at this port has restarted again
    and again, so it is not welcome before it was steady for a while.
    """

    def __init__(self, opened_ns: int, past: Past | None = None, *, wary: bool = False) -> None:
        self.hello: Hello | None = None
        self.over: Trouble | None = None
        self.detail = ""
        self.counts = Counts()
        self.clock = PodClock()
        self.last_garbage = ""
        self._opened_ns = opened_ns
        self._past = past
        self._since_ns = opened_ns
        self._wait_ns = STEADY_NS if wary else 0
        self._parser = PodParser()
        self._output = [b"\n"]  # ends whatever half line the pod has
        self._asked_ns: int | None = None
        self._pings: dict[int, int] = {}
        self._next_ping = 0
        self._pinged_ns = self._answered_ns = self._checked_ns = opened_ns
        self._unanswered = 0
        self._heard_ns = opened_ns
        self._refreshed_ns: int | None = None
        self._first_pings = 0
        self._restarted: list[int] = []
        self._welcome: Greeted | None = None
        self._greeted_ns = opened_ns
        self._edges = Edges(self.clock, self.counts, 0, opened_ns)
        self._left: list[Edge] = []
        self._acked_ns = opened_ns
        self._lamps = ""
        self.welcomed = False
        """The pod has answered and was told to the table."""

    @property
    def ready(self) -> bool:
        """The pod is known and so is its clock: presses are taken."""
        known = self.hello is not None and self.clock.known and self._welcome is None
        return known and self.over is None

    @property
    def past(self) -> Past | None:
        """For the next session at this port, if this one has fallen silent."""
        if self.hello is None or not self.welcomed:
            return None
        return Past(self.hello.pod, self.hello.boot, self._edges.expected, self._since_ns)

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
        unheard_ns = now_ns - self._answered_ns
        # This program may have been held up itself, so the pod is given the time to answer.
        if unheard_ns >= SILENT_NS and self._unanswered >= FEWEST_PINGS:
            self.over = Trouble.SILENT
            self.detail = Trouble.DEAF.value if now_ns - self._heard_ns < SILENT_NS // 2 else ""
            return
        calm = self.clock.known and self._edges.doubtful_ns is None and unheard_ns < LATE_PONG_NS
        pause_ns = REFRESH_NS if calm else PING_AGAIN_NS
        if self._refreshed_ns is None or now_ns - self._refreshed_ns >= pause_ns:
            self._refreshed_ns = now_ns
            self._ping(now_ns)
            self._send_lamps()

    def received(self, data: bytes, now_ns: int) -> list[Finding]:
        """What `data`, read at `now_ns`, brings to light, in order. Call without data, too: times pass."""
        found: list[Finding] = []
        expected, damaged, edges_seen = self._edges.expected, False, False
        for message in self._parser.feed(data):
            if isinstance(message, Garbage):
                self.counts.garbage += 1
                self.last_garbage = message.text
                damaged = True
                continue
            if self.over is not None:
                break
            self._heard_ns = now_ns
            edges_seen = edges_seen or isinstance(message, Press | Release)
            self._take(message, now_ns)
            found.extend(self._certain(now_ns))
        found.extend(self._certain(now_ns))
        # What was damaged may have been an edge: the pod is told what is missing, and need not wait.
        ask = damaged and now_ns - self._acked_ns >= ACK_AGAIN_NS
        if self.ready and self.hello is not None and (edges_seen or ask or expected != self._edges.expected):
            self._acked_ns = now_ns
            self._send(Ack(self.hello.boot, self._edges.expected))
        return found

    def _take(self, message: Message, now_ns: int) -> None:
        match message:
            case Hello():
                self._greet(message, now_ns)
            case OtherVersion():
                self.over = Trouble.WRONG_VERSION
                self.detail = f"pod {message.pod} speaks version {message.version}, this program {VERSION}"
            case Pong():
                self._answer(message, now_ns)
            case Press() | Release():
                if self.ready:
                    self._edges.take(message, now_ns)
            case _:  # a line only this side may send: an echo
                self.counts.garbage += 1

    def _answer(self, pong: Pong, now_ns: int) -> None:
        sent_ns = self._pings.pop(pong.number, None)
        if sent_ns is None:
            return
        self._answered_ns, self._unanswered = now_ns, 0
        jumps = self.clock.jumps
        if self.clock.exchange(sent_ns, pong.received_us, pong.sent_us, now_ns):
            self._checked_ns = max(self._checked_ns, sent_ns)
        self._first_pings = 0 if self.clock.jumps != jumps else self._first_pings + 1
        if self._first_pings < FIRST_PINGS:
            self._ping(now_ns)

    def _greet(self, hello: Hello, now_ns: int) -> None:
        before = self.hello
        if before is not None and before.pod != hello.pod:
            self.over, self.detail = Trouble.CHANGED, f"pod {hello.pod} instead of {before.pod}"
            return
        if before is not None and before.boot == hello.boot:
            return
        if before is not None:
            self.counts.restarts += 1
            self._restarted = [*(at for at in self._restarted if now_ns - at < RESTARTS_NS), now_ns]
            if len(self._restarted) > MOST_RESTARTS:
                self.over = Trouble.RESTARTING
                return
        if before is None or self.clock.known:  # only what answers may begin to be waited for anew
            self._answered_ns, self._unanswered = now_ns, 0
        self.hello = hello
        self.clock = PodClock()
        self._left += self._edges.left()
        self._edges = self._numbered(hello, now_ns)
        self._first_pings = 0
        self._pings.clear()
        self._refreshed_ns = None
        self._greeted_ns = now_ns
        held = tuple(n for n in range(1, hello.buttons + 1) if hello.held >> (n - 1) & 1)
        self._welcome = Greeted(hello, held, again=self.welcomed)
        self.tick(now_ns)

    def _numbered(self, hello: Hello, now_ns: int) -> Edges:
        """The edges of this hello's numbering; what the pod held since the session before among them."""
        past, expected, self._since_ns = self._past, hello.first, self._opened_ns
        if past is not None and past.pod == hello.pod:
            self._since_ns = min(self._opened_ns, max(past.since_ns, now_ns - LATEST_NS))
            ahead = (past.expected - hello.first) % NUMBER_PERIOD
            if past.boot == hello.boot and ahead < NUMBER_PERIOD // 2:
                expected = past.expected  # the pod does not know yet that these have arrived
        return Edges(self.clock, self.counts, expected, self._since_ns)

    def _certain(self, now_ns: int) -> Iterator[Finding]:
        """The pod once it has answered, and its edges whose times are certain."""
        yield from self._left
        self._left.clear()
        if self.over is not None or self.hello is None or not self.clock.known:
            return
        if self._welcome is not None and now_ns - self._greeted_ns >= self._wait_ns:
            greeted, self._welcome = self._welcome, None
            self.welcomed = True
            yield greeted
        if self._welcome is None:
            yield from self._edges.told(self._checked_ns)
            doubtful_ns = self._edges.doubtful_ns
            if doubtful_ns is not None and self._pinged_ns < doubtful_ns:
                self._ping(now_ns)

    def _ping(self, now_ns: int) -> None:
        self._pinged_ns = now_ns
        self._unanswered += 1
        self._pings[self._next_ping] = now_ns
        self._pings = dict(list(self._pings.items())[-FIRST_PINGS:])  # older answers are lost
        self._send(Ping(self._next_ping))
        self._next_ping = (self._next_ping + 1) % NUMBER_PERIOD

    def _send_lamps(self) -> None:
        if self.hello is not None and self._lamps:
            self._send(Lamps(self._lamps))

    def _send(self, message: Message) -> None:
        self._output.append(encode(message))
