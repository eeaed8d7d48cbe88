"""The players' lamps and the table's buzzer: what is shown and sounded becomes levels of pins.

In: a `Light` for each player, a `Beep` now and then. Out: pins on and off, changed only when they differ. A
pin that cannot be had switches off that lamp only and is listed in `faults`. Times are nanoseconds of the
clock passed in. What is new shows at once; blinking goes on with every `poll` (about 10 Hz), or with
`own_thread` by itself at the right moments, which short beeps deserve. Any method from any thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hardware.buttons_config import ButtonsConfig, Level
from hardware.errors import PinBusy
from hardware.events import TABLE
from hardware.pins import pin_errors
from hardware.waker import Waker

log = logging.getLogger(__name__)

_NS_PER_MS = 1_000_000
STEP_NS = 250 * _NS_PER_MS
"""Lamps change on this grid: at most four times a second, well below what harms sensitive eyes."""


class Light(StrEnum):
    """What a player's lamp says."""

    OFF = "off"
    MAY_CLAIM = "may-claim"
    CLAIMED = "claimed"
    OUT = "out"
    YOUR_TURN = "your-turn"
    PAUSED = "paused"
    HURRY = "hurry"


PATTERNS: Mapping[Light, str] = {
    Light.OFF: ".",
    Light.MAY_CLAIM: "#",
    Light.CLAIMED: "#####.",
    Light.OUT: ".",
    Light.YOUR_TURN: "##..",
    Light.PAUSED: "#.......",
    Light.HURRY: "#.",
}
"""One sign a step, # shines; over and over. Who is out has a dark lamp, like one that has nothing to say."""


def lit(light: Light, now_ns: int) -> bool:
    """Whether a lamp in that state shines at that moment."""
    pattern = PATTERNS[light]
    return pattern[now_ns // STEP_NS % len(pattern)] == "#"


class Beep(StrEnum):
    """What the buzzer says."""

    CLAIM = "claim"
    WARNING = "warning"
    TICK = "tick"
    TIME_UP = "time-up"
    CORRECT = "correct"
    WRONG = "wrong"
    WIN = "win"
    TEST = "test"


BEEPS_MS: Mapping[Beep, tuple[int, ...]] = {
    Beep.CLAIM: (60,),
    Beep.WARNING: (120, 120, 120),
    Beep.TICK: (30,),
    Beep.TIME_UP: (700,),
    Beep.CORRECT: (80, 80, 200),
    Beep.WRONG: (400,),
    Beep.WIN: (80, 80, 80, 80, 80, 80, 400),
    Beep.TEST: (200,),
}
"""Milliseconds on, off, on ...: a piezo with a tone of its own can only be long or short."""


@dataclass(frozen=True, slots=True)
class LightStatus:
    """One lamp, or the buzzer (player `TABLE`), for the diagnostics; `fault` says why it is off or ""."""

    player: int
    device: str
    pin: int
    on: bool
    fault: str


class Lights:
    """All lamps and the buzzer on one pin factory. Everything is dark at first and after `close`."""

    def __init__(
        self,
        config: ButtonsConfig,
        pin_factory: Any,
        clock_ns: Callable[[], int],
        *,
        own_thread: bool = False,
    ) -> None:
        """Open the output pins of `config` on a gpiozero factory."""
        self._clock_ns = clock_ns
        self._lock = threading.Lock()
        self._shown: dict[int, Light] = {}
        self._beep: Beep | None = None
        self._beep_since_ns = 0
        self._waker: Waker | None = None
        self._outputs: list[_Output] = []
        lamps = [_Output(player, pin, config.led_on) for player, pin in config.leds().items()]
        buzzers = [] if config.buzzer is None else [_Output(TABLE, config.buzzer, config.buzzer_on)]
        try:
            for output in (*lamps, *buzzers):
                self._outputs.append(output)
                output.open(pin_factory)
        except BaseException:
            self.close()
            raise
        if own_thread:
            self._waker = Waker("lights", clock_ns, self._due_ns, self.poll)

    @property
    def faults(self) -> list[PinBusy]:
        """The lamps that are off for good, with the reason, in the order of the configuration."""
        return [output.fault for output in self._outputs if output.fault is not None]

    def status(self) -> list[LightStatus]:
        """A snapshot of every lamp and the buzzer, those that are off included."""
        with self._lock:
            return [output.status() for output in self._outputs]

    def show(self, lights: Mapping[int, Light]) -> None:
        """From now on: player number -> state. Who is not named goes dark; who has no lamp may be named."""
        with self._lock:
            if self._shown == lights:  # told ten times a second; only news wakes the thread
                return
            self._shown = dict(lights)
        self._at_once()

    def beep(self, beep: Beep) -> None:
        """Sound the buzzer, instead of what it may be sounding."""
        with self._lock:
            self._beep, self._beep_since_ns = beep, self._clock_ns()
        self._at_once()

    def poll(self, now_ns: int) -> None:
        """Set every pin as it is to be at `now_ns`."""
        with self._lock:
            for output in self._outputs:
                if output.player == TABLE:
                    output.set(self._sounds(now_ns))
                else:
                    output.set(lit(self._shown.get(output.player, Light.OFF), now_ns))

    def close(self) -> None:
        """Everything dark and silent, and all pins given back. May be called twice."""
        if self._waker is not None:
            self._waker.stop()
        with self._lock:
            for output in self._outputs:
                output.close()

    def _at_once(self) -> None:
        self.poll(self._clock_ns())
        if self._waker is not None:
            self._waker.wake()

    def _edges_ns(self) -> list[int]:
        """When the present beep turns off, on again and off. The lock is held."""
        if self._beep is None:
            return []
        steps = BEEPS_MS[self._beep]
        return [self._beep_since_ns + sum(steps[:n]) * _NS_PER_MS for n in range(1, len(steps) + 1)]

    def _sounds(self, now_ns: int) -> bool:
        edges = self._edges_ns()
        done = sum(edge <= now_ns for edge in edges)
        return done < len(edges) and done % 2 == 0

    def _due_ns(self) -> int | None:
        """The next moment at which a pin may change."""
        with self._lock:
            now_ns = self._clock_ns()
            moments = [edge for edge in self._edges_ns() if edge > now_ns]
            if any(len(PATTERNS[light]) > 1 for light in self._shown.values()):
                moments.append((now_ns // STEP_NS + 1) * STEP_NS)
            return min(moments, default=None)


class _Output:
    """One lamp or buzzer on its pin."""

    def __init__(self, player: int, pin: int, level_on: Level) -> None:
        self.player = player
        self.fault: PinBusy | None = None
        self._pin = pin
        self._active_high = level_on is Level.HIGH
        self._device: Any = None
        self._on = False

    def open(self, pin_factory: Any) -> None:
        import gpiozero

        try:
            self._device = gpiozero.DigitalOutputDevice(
                self._pin, active_high=self._active_high, initial_value=False, pin_factory=pin_factory
            )
        except pin_errors() as error:
            self._switch_off(error)

    def set(self, on: bool) -> None:
        """On or off; a pin that fails stays off for good."""
        if self._device is None or self.fault is not None or on == self._on:
            return
        try:
            self._device.value = on
            self._on = on
        except pin_errors() as error:
            self._switch_off(error)

    def _switch_off(self, error: Exception) -> None:
        self._on = False
        self.fault = PinBusy(self._pin, str(error) or type(error).__name__)
        log.warning("%s is off: %s", f"lamp of player {self.player}" if self.player else "buzzer", self.fault)

    def status(self) -> LightStatus:
        reason = "" if self.fault is None else self.fault.reason
        return LightStatus(self.player, f"gpio:{self._pin}", self._pin, self._on, reason)

    def close(self) -> None:
        self.set(False)
        device, self._device = self._device, None
        if device is not None:
            device.close()
