"""The buttons of the table: pin edges in, events out, in the order in which fingers moved.

All pins are opened at once by the constructor and closed together (closing one gpiozero input can deafen
another, gpiozero issue 1189), so a change of settings builds a new panel. A pin that cannot be had disables
that button only and is listed in `faults`. Times are nanoseconds of the clock passed in.

Order: a press is certain some milliseconds after it began (see `debounce`). It is held back while another
button has an earlier edge that may yet become a press, which is decided within `bounce_ms` + `spike_ms`; so
presses come out by the time they began, not by how much their contacts bounced.

Threads: edges arrive on gpiozero's thread (or, with simulated pins, on the thread that drives them). With
`own_thread` one thread of the panel's waits for the moments at which a filter has to decide; without it
`poll` decides, which makes everything depend on the clock alone. Either way `poll`, at about 10 Hz, finds
edges that the driver lost. `post` and `tell` are called on any of these threads, one at a time, and must
only queue.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hardware.buttons_config import ButtonsConfig, Contact, Pull
from hardware.debounce import Change, Debouncer, Kind
from hardware.errors import PinBusy
from hardware.events import (
    ButtonFreed,
    ButtonPressed,
    ButtonReleased,
    ButtonStuck,
    DeviceBack,
    DeviceLost,
    HardwareEvent,
)
from hardware.pins import pin_errors
from hardware.waker import Waker

log = logging.getLogger(__name__)

_NS_PER_MS = 1_000_000
_NS_PER_S = 1_000_000_000
OLDEST_EDGE_NS = _NS_PER_S
"""A driver's stamp further back than this is of another clock."""


@dataclass(frozen=True, slots=True)
class ButtonStatus:
    """One button for the diagnostics screen.

    `level` is the raw pin (True = high, None = not readable), `pressed` the filtered state, `stuck` whether
    it has been held too long, `presses` the count since opening, `last_edge_ns` the time of the last raw edge
    or None, `fault` why it is off or "".
    """

    player: int
    button: str
    device: str
    pin: int
    level: bool | None
    pressed: bool
    stuck: bool
    presses: int
    last_edge_ns: int | None
    fault: str


class ButtonPanel:
    """All buttons of the table on one pin factory. `close` may be called twice, from any thread."""

    def __init__(
        self,
        config: ButtonsConfig,
        pin_factory: Any,
        post: Callable[[ButtonPressed], None],
        clock_ns: Callable[[], int],
        *,
        tell: Callable[[HardwareEvent], None] | None = None,
        own_thread: bool = False,
        driver_time: bool = False,
    ) -> None:
        """Open the pins of `config` on a gpiozero factory.

        `post` takes presses; `tell` everything else (let go, stuck, freed, pin lost, pin back).
        `driver_time`: edges carry the kernel's monotonic time, as lgpio's do, right even when Python is late.
        """
        self._post, self._tell = post, tell
        self._clock_ns = clock_ns
        self._driver_time = driver_time
        self._lock = threading.Lock()  # lines, waiting, outbox
        self._posting = threading.RLock()  # one event at a time, in order
        self._waiting: list[tuple[int, HardwareEvent]] = []
        self._outbox: deque[HardwareEvent] = deque()
        self._post_failed = False
        self._waker: Waker | None = None
        self._lines = [_Line(contact, config, self._hear, clock_ns()) for contact in config.contacts()]
        try:
            for line in self._lines:
                line.open(pin_factory, clock_ns())
        except BaseException:
            self.close()
            raise
        if own_thread:
            self._waker = Waker("buttons", clock_ns, self._due_ns, self.poll)

    @property
    def faults(self) -> list[PinBusy]:
        """The buttons that are off, with the reason, in the order of the configuration."""
        return [line.fault for line in self._lines if line.fault is not None]

    def status(self) -> list[ButtonStatus]:
        """A snapshot of every button, those that are off included. Any thread."""
        with self._lock:
            return [line.status() for line in self._lines]

    def poll(self, now_ns: int) -> None:
        """Decide what is due by `now_ns` and find edges that were lost. Call about ten times a second."""
        with self._lock:
            for line in self._lines:
                self._take(line, line.look(now_ns, self._clock_ns))
                self._outbox.extend(line.lost_or_back())
            self._sort()
        self._deliver()

    def close(self) -> None:
        """Give all pins back; later edges are ignored, and nothing more is posted."""
        if self._waker is not None:
            self._waker.stop()
        for line in self._lines:
            with self._lock:
                device, line.device = line.device, None
            # Outside the lock: the library may wait for a callback that is just asking for it.
            if device is not None:
                device.pin.when_changed = None
                device.close()
        with self._lock:
            self._waiting.clear()
            self._outbox.clear()

    def _hear(self, line: _Line, ticks_s: float, high: bool) -> None:
        """An edge. On the driver's thread."""
        with self._lock:
            if line.device is None:
                return
            self._take(line, line.edge(self._stamp(ticks_s), high))
            self._sort()
        self._deliver()
        if self._waker is not None:
            self._waker.wake()

    def _stamp(self, ticks_s: float) -> int:
        """The time of an edge that is heard now; the driver's own if that can be right."""
        now_ns = self._clock_ns()
        at_ns = round(ticks_s * _NS_PER_S)
        return at_ns if self._driver_time and 0 <= now_ns - at_ns <= OLDEST_EDGE_NS else now_ns

    def _take(self, line: _Line, changes: list[Change]) -> None:
        self._waiting += [(change.at_ns, line.event(change)) for change in changes]

    def _sort(self) -> None:
        """Let go of what nothing earlier can overtake any more."""
        if not self._waiting:
            return
        undecided = [line.pressing_since_ns for line in self._lines if line.pressing_since_ns is not None]
        until_ns = min(undecided, default=None)
        self._waiting.sort(key=lambda entry: entry[0])
        while self._waiting and (until_ns is None or self._waiting[0][0] <= until_ns):
            self._outbox.append(self._waiting.pop(0)[1])

    def _due_ns(self) -> int | None:
        with self._lock:
            return min((line.due_ns for line in self._lines if line.due_ns is not None), default=None)

    def _deliver(self) -> None:
        with self._posting:
            while True:
                with self._lock:
                    if not self._outbox:
                        return
                    event = self._outbox.popleft()
                self._hand_on(event)

    def _hand_on(self, event: HardwareEvent) -> None:
        try:
            if isinstance(event, ButtonPressed):
                self._post(event)
            elif self._tell is not None:
                self._tell(event)
        except Exception:  # top of the library's thread: a faulty consumer must not silence later presses
            if not self._post_failed:
                log.exception("what a button did could not be handed on; further failures stay silent")
            self._post_failed = True


class _Line:
    """One pin with its filter. The panel's lock is held around every call except `on_edge`."""

    def __init__(
        self,
        contact: Contact,
        config: ButtonsConfig,
        hear: Callable[[_Line, float, bool], None],
        now_ns: int,
    ) -> None:
        self._contact = contact
        self._windows_ns = config.bounce_ms * _NS_PER_MS, config.spike_ms * _NS_PER_MS
        self._hear = hear
        self._filter = Debouncer(*self._windows_ns, at_ns=now_ns)
        self._presses = 0
        self._last_edge_ns: int | None = None
        self.device: Any = None
        self.fault: PinBusy | None = None
        self._told_off = False  # the table knows of the fault

    def open(self, pin_factory: Any, now_ns: int) -> None:
        """Take the pin. A pin that cannot be had becomes the fault of this line."""
        import gpiozero

        try:
            # bounce_time=None: the filter here is the only one, and simulated pins ignore gpiozero's anyway.
            self.device = gpiozero.DigitalInputDevice(
                self._contact.pin,
                pull_up=self._contact.pull is Pull.UP,
                bounce_time=None,
                pin_factory=pin_factory,
            )
            closed = bool(self.device.pin.state) == self._contact.pressed_is_high
            # A button held (or shorted) while the program starts is not a press.
            self._filter = Debouncer(*self._windows_ns, at_ns=now_ns, closed=closed)
            # The raw edges are taken from the pin, not from when_activated: that one drops an edge which
            # equals gpiozero's idea of the last level, so a single lost edge would cost the next press too.
            self.device.pin.when_changed = self.on_edge
        except pin_errors() as error:
            self._switch_off(error)
            self._told_off = True
            device, self.device = self.device, None
            if device is not None:
                device.close()

    def on_edge(self, ticks_s: float, high: object) -> None:
        """For the library, which holds it weakly."""
        self._hear(self, ticks_s, bool(high))

    def edge(self, at_ns: int, high: bool) -> list[Change]:
        self._last_edge_ns = at_ns
        return self._filter.edge(at_ns, high == self._contact.pressed_is_high)

    def look(self, now_ns: int, clock_ns: Callable[[], int]) -> list[Change]:
        """The clock is read after the level: an older time would put its edge before the one that was."""
        high = self._read()
        if high is None:
            return []
        return self._filter.look(max(now_ns, clock_ns()), high == self._contact.pressed_is_high)

    @property
    def due_ns(self) -> int | None:
        """When the filter has to decide; never for a pin that cannot be read."""
        return None if self.device is None or self.fault is not None else self._filter.due_ns

    @property
    def pressing_since_ns(self) -> int | None:
        return None if self.device is None or self.fault is not None else self._filter.pressing_since_ns

    def event(self, change: Change) -> HardwareEvent:
        """What the table is told."""
        player, button, device = self._contact.player, self._contact.button, self._contact.device
        match change.kind:
            case Kind.PRESSED:
                self._presses += 1
                return ButtonPressed(player, button, change.at_ns, device)
            case Kind.RELEASED:
                return ButtonReleased(player, button, change.at_ns, device)
            case Kind.STUCK:
                return ButtonStuck(player, button, device)
            case Kind.FREED:
                return ButtonFreed(player, button, device)

    def lost_or_back(self) -> list[HardwareEvent]:
        """What the table does not know yet: that this pin is off, or well again."""
        if self._told_off == (self.fault is not None):
            return []
        self._told_off = not self._told_off
        device = self._contact.device
        return [DeviceBack(device) if self.fault is None else DeviceLost(device, self.fault.reason)]

    def _read(self) -> bool | None:
        """The raw level, or None when the pin is closed or fails; a pin that answers again is well again."""
        if self.device is None:
            return None
        try:
            high = bool(self.device.pin.state)
        except pin_errors() as error:
            self._switch_off(error)
            return None
        self.fault = None
        return high

    def _switch_off(self, error: Exception) -> None:
        if self.fault is None:  # a pin that keeps failing is logged once, and is one fault
            self.fault = PinBusy(self._contact.pin, str(error) or type(error).__name__)
            where = self._contact
            log.warning("%s button of player %d is off: %s", where.button, where.player, self.fault)

    def status(self) -> ButtonStatus:
        return ButtonStatus(
            player=self._contact.player,
            button=self._contact.button,
            device=self._contact.device,
            pin=self._contact.pin,
            level=self._read(),
            pressed=self._filter.pressed,
            stuck=self._filter.stuck,
            presses=self._presses,
            last_edge_ns=self._last_edge_ns,
            fault="" if self.fault is None else self.fault.reason,
        )
