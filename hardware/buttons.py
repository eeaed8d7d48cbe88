"""The players' buttons: pin edges in, `ButtonPressed` events out.

All pins are opened at once by the constructor and closed together (closing one gpiozero input can deafen
another, gpiozero issue 1189), so a change of settings builds a new panel. A pin that cannot be had disables
that button only and is listed in `faults`. Times are nanoseconds of the clock passed in.

Threads: edges arrive on gpiozero's thread (or, with simulated pins, on the thread that drives them); `post`
is called on that thread and must only queue. `poll` belongs to the app's loop at about 10 Hz: it ends
chatter windows and catches a press whose edge the driver lost. No timers, no threads of our own.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hardware.config import ButtonsConfig, PlayerButtons, Pull
from hardware.debounce import Debouncer
from hardware.errors import PinBusy
from hardware.events import CLAIM, ButtonPressed
from hardware.pins import pin_errors

log = logging.getLogger(__name__)

_NS_PER_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class ButtonStatus:
    """One button for the diagnostics screen.

    `level` is the raw pin (True = high, None = not readable), `pressed` the filtered state, `presses` the
    count since opening, `last_edge_ns` the time of the last raw edge or None, `fault` why it is off or "".
    """

    player: int
    button: str
    pin: int
    level: bool | None
    pressed: bool
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
    ) -> None:
        """Open the pins of `config` on a gpiozero factory; `post` takes presses, `clock_ns` stamps them."""
        self._lines: list[_Line] = []
        try:
            for player in config.players:
                self._lines.append(_Line(player, config, post, clock_ns))
                self._lines[-1].open(pin_factory)
        except BaseException:
            self.close()
            raise

    @property
    def faults(self) -> list[PinBusy]:
        """The buttons that are off, with the reason, in the order of the configuration."""
        return [line.fault for line in self._lines if line.fault is not None]

    def status(self) -> list[ButtonStatus]:
        """A snapshot of every button, those that are off included. Any thread."""
        return [line.status() for line in self._lines]

    def poll(self, now_ns: int) -> None:
        """End chatter windows and report presses whose edge was lost. Call about ten times a second."""
        for line in self._lines:
            line.poll(now_ns)

    def close(self) -> None:
        """Give all pins back; later edges are ignored."""
        for line in self._lines:
            line.close()


class _Line:
    """One pin with its filter. The lock guards filter and counters; `post` is called outside it."""

    def __init__(
        self,
        player: PlayerButtons,
        config: ButtonsConfig,
        post: Callable[[ButtonPressed], None],
        clock_ns: Callable[[], int],
    ) -> None:
        self._player = player.player
        self._pin = player.claim
        self._pressed_level = config.pull is Pull.DOWN  # pulled up, a pressed button reads low
        self._window_ns = config.bounce_ms * _NS_PER_MS
        self._post = post
        self._clock_ns = clock_ns
        self._lock = threading.Lock()
        self._device: Any = None
        self._filter = Debouncer(self._window_ns)
        self._presses = 0
        self._last_edge_ns: int | None = None
        self._post_failed = False
        self.fault: PinBusy | None = None

    def open(self, pin_factory: Any) -> None:
        import gpiozero

        try:
            # bounce_time=None: the filter here is the only one, and simulated pins ignore gpiozero's anyway.
            device = gpiozero.DigitalInputDevice(
                self._pin, pull_up=not self._pressed_level, bounce_time=None, pin_factory=pin_factory
            )
        except pin_errors() as error:
            self._switch_off(str(error) or type(error).__name__)
            return
        self._device = device
        with self._lock:
            # A button held (or shorted) while the program starts is not a press.
            self._filter = Debouncer(self._window_ns, pressed=bool(device.pin.state) == self._pressed_level)
        # The raw edges are taken from the pin, not from when_activated: that one drops an edge which equals
        # gpiozero's idea of the last level, so a single lost edge would cost the next press too.
        device.pin.when_changed = self._on_edge

    def _on_edge(self, _ticks: object, state: object) -> None:
        at_ns = self._clock_ns()
        with self._lock:
            if self._device is None:
                return
            self._last_edge_ns = at_ns
            pressed = self._filter.edge(at_ns, bool(state) == self._pressed_level)
            self._presses += pressed
        if pressed:
            self._report(at_ns)

    def poll(self, now_ns: int) -> None:
        with self._lock:
            level = self._read()
            if level is None:
                return
            pressed = self._filter.poll(now_ns, level == self._pressed_level)
            self._presses += pressed
        if pressed:
            self._report(now_ns)

    def _read(self) -> bool | None:
        """The raw level, or None when the pin is closed or fails. The lock is held."""
        if self._device is None:
            return None
        try:
            return bool(self._device.pin.state)
        except pin_errors() as error:
            self._switch_off(str(error) or type(error).__name__)
            return None

    def _switch_off(self, reason: str) -> None:
        if self.fault is None:  # a pin that keeps failing is logged once
            log.warning("button of player %d is off: pin %d: %s", self._player, self._pin, reason)
        self.fault = PinBusy(self._pin, reason)

    def _report(self, at_ns: int) -> None:
        try:
            self._post(ButtonPressed(self._player, CLAIM, at_ns, f"gpio:{self._pin}"))
        except Exception:  # top of the library's thread: a faulty consumer must not silence later presses
            if not self._post_failed:
                log.exception("a button press could not be handed on; further failures stay silent")
            self._post_failed = True

    def status(self) -> ButtonStatus:
        with self._lock:
            return ButtonStatus(
                player=self._player,
                button=CLAIM,
                pin=self._pin,
                level=self._read(),
                pressed=self._filter.pressed,
                presses=self._presses,
                last_edge_ns=self._last_edge_ns,
                fault="" if self.fault is None else self.fault.reason,
            )

    def close(self) -> None:
        with self._lock:
            device, self._device = self._device, None
        # Outside the lock: the library may wait for a callback that is just asking for it.
        if device is not None:
            device.pin.when_changed = None
            device.close()
