"""What one table has of buttons, lamps, pods and sound, opened once, asked ten times a second, given back.

Every part is optional: what cannot be opened is None and has a notice. `live` parts have threads of their own
and the real clock; without them presses come only through simulated pins, decided by `poll`, so that played
matches are the same every time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.errors import as_message
from app.games.contract import Message
from app.store.journal import Journal
from app.table.devices import DeviceRow, alone
from app.table.session import SETTLE_NS, Session
from app.table.sounding import FOLDER
from app.table.switchboard import Switchboard
from hardware.buttons import ButtonPanel
from hardware.camera.choose import OpenedCamera, open_camera
from hardware.config import CameraConfig, HardwareConfig
from hardware.errors import HardwareError
from hardware.events import HardwareEvent
from hardware.keyboard import KeyPins
from hardware.lights import Beep, Light, Lights
from hardware.pins import PinBackend, Pins, open_pin_factory
from hardware.pods.link import Pods
from hardware.sound.config import SoundConfig
from hardware.sound.cues import TICKS, Cue
from hardware.sound.speaker import Speaker, open_speaker

_BEEPS = {
    Cue.CLAIM: Beep.CLAIM,
    Cue.WARNING: Beep.WARNING,
    **dict.fromkeys(TICKS.values(), Beep.TICK),
    Cue.TIME_UP: Beep.TIME_UP,
    Cue.CORRECT: Beep.CORRECT,
    Cue.WRONG: Beep.WRONG,
    Cue.WIN: Beep.WIN,
}


def _nothing() -> None:
    """Nobody waits to be woken."""


@dataclass(frozen=True, slots=True)
class Doors:
    """Where the devices of a machine are found. A twin has doors of its own."""

    backend: PinBackend = PinBackend.AUTO
    dev: Path = Path("/dev")
    camera: Callable[[CameraConfig], OpenedCamera] = open_camera
    speaker: Callable[[SoundConfig, Path], Speaker | None] = open_speaker


@dataclass(slots=True)
class Gear:
    """All methods belong to the main thread; `woken` is called by any thread after a press was queued."""

    switchboard: Switchboard
    session: Session[Any]
    pins: Pins | None = None
    panel: ButtonPanel | None = None
    lights: Lights | None = None
    keys: KeyPins | None = None
    pods: Pods | None = None
    speaker: Speaker | None = None
    notices: list[Message] = field(default_factory=list)
    pins_fault: str = ""
    """Why there are no pins at all."""
    alone: DeviceRow | None = None
    """The lamp that a light test shows, and no other."""
    woken: Callable[[], None] = _nothing

    def hear(self, event: HardwareEvent) -> None:
        """Take an event of the hardware; any thread, and it only queues."""
        self.switchboard.hear(event)
        self.woken()

    def poll(self, now_ns: int) -> None:
        """Look at the buttons; before the session handles what was pressed."""
        if self.panel is not None:
            self.panel.poll(now_ns)
        if self.pods is not None:
            # The panel tells of presses on pins in their order: only pods have to be waited for.
            connected = any(pod.connected for pod in self.pods.status().pods)
            self.session.settle_ns = SETTLE_NS if connected else 0
        self.switchboard.poll()

    def shine(self, now_ns: int) -> None:
        """Show on the lamps how the match stands; after the session has handled what was pressed."""
        if self.lights is not None:
            self.lights.show(self._shown("gpio"))
            self.lights.poll(now_ns)
        if self.pods is not None:
            self.pods.show(self._shown("pod"))

    def _shown(self, kind: str) -> Mapping[int, Light]:
        return self.switchboard.lights(kind) if self.alone is None else alone(self.alone, kind)

    def beep(self, cue: Cue) -> None:
        """Say on the buzzer what happened, where one is wired."""
        if self.lights is not None:
            self.lights.beep(_BEEPS[cue])

    def close(self) -> None:
        """Give the devices back, lamps dark; may be called twice."""
        for part in (self.pods, self.panel, self.lights, self.pins, self.speaker):
            if part is not None:
                part.close()


def open_gear(
    config: HardwareConfig,
    session: Session[Any],
    journal: Journal,
    *,
    doors: Doors,
    state_dir: Path,
    clock_ns: Callable[[], int],
    live: bool,
) -> Gear:
    """Open what this machine has. Never fails for a missing or broken part; `Gear.notices` names those."""
    gear = Gear(Switchboard(session, journal), session)
    _open_pins(gear, config, doors.backend, state_dir, clock_ns, live)
    if live:
        gear.pods = Pods(config.pods, gear.hear, clock_ns, dev=doors.dev)
        gear.speaker = doors.speaker(config.sound, FOLDER)
    return gear


def _open_pins(
    gear: Gear,
    config: HardwareConfig,
    backend: PinBackend,
    state_dir: Path,
    clock_ns: Callable[[], int],
    live: bool,
) -> None:
    try:
        pins = gear.pins = open_pin_factory(backend, state_dir=state_dir)
        gear.panel = ButtonPanel(
            config.buttons,
            pins.factory,
            gear.hear,
            clock_ns,
            tell=gear.hear,
            own_thread=live,
            driver_time=live and not pins.simulated,
        )
        gear.lights = Lights(config.buttons, pins.factory, clock_ns, own_thread=live)
    except HardwareError as error:
        gear.pins_fault = str(error)
        gear.notices.append(as_message(error))
        return
    gear.notices += [as_message(fault) for fault in (*gear.panel.faults, *gear.lights.faults)]
    gear.keys = KeyPins(pins, config)
