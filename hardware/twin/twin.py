"""The twin of a table: simulated pins, pods, camera, card and loudspeaker, with one method for every fault.

Nothing here takes another way than the real thing: contacts are pins of gpiozero's simulated factory, pods
are the Pico's program behind a pseudo-terminal that is found below `dev`, the camera is a process, the card
is SQLite's own error, the loudspeaker SDL's dummy driver.

Every fault is `twin.<fault>(device, ms)`, as a script names it; without `ms` it lasts as `DEFAULTS_MS` says,
or until it is mended. What has to follow later (a finger that lets go, a fault that ends) waits in `due_ns`
order for `poll`, which a thread of the twin's calls (`start`), or whoever moves a made-up clock. `start` also
begins the script.

Faults may be called from any thread.
"""

from __future__ import annotations

import functools
import heapq
import itertools
import random
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from hardware.buttons_config import ButtonsConfig, Contact
from hardware.camera.simulated import SceneFile
from hardware.pins import Pins
from hardware.pods.config import PodsConfig
from hardware.pods.simulated import SimulatedPod
from hardware.twin.disk import Disk
from hardware.twin.script import Do, Kind, Step, kind_of, pod_of
from hardware.waker import Waker

_MS = 1_000_000
_NS_PER_S = 1_000_000_000
DEFAULTS_MS = {
    Do.PRESS: 120,
    Do.BOUNCE: 15,
    Do.CHATTER: 200,
    Do.SPIKE: 1,
    Do.FREEZE: 20_000,
    Do.BUSY: 20_000,
    Do.SLOW_DISK: 100,
}
"""How long a finger stays, a contact trembles, a camera fails; and what each write takes on a slow card."""
HELD_MS = DEFAULTS_MS[Do.PRESS]
CLOSED_NS, OPEN_NS = 3 * _MS, 1 * _MS
"""How long a trembling contact on a pin lies and springs, in turn: long enough to look like a finger."""
POD_TREMBLE_MS = 3
"""A pod's contact opens and closes once in this time (`SimulatedPod.bounce`)."""
DARK = 0.02
GARBAGE_BYTES = 400


class Twin:
    """Everything of one table that is simulated. `close` may be called twice."""

    def __init__(
        self,
        folder: Path,
        clock_ns: Callable[[], int],
        *,
        seed: int = 1,
        pods: PodsConfig | None = None,
        rest_ns: Callable[[int], None] | None = None,
    ) -> None:
        """`folder` is empty and its own; `rest_ns` lets time pass on a slow card (None: it really passes).

        `pods`: what the wiring file says of them, so that each has as many buttons as are given away.
        """
        self._clock_ns = clock_ns
        self._rng = random.Random(seed)
        self.dev = folder / "dev"
        """Stands for /dev."""
        self.dev.mkdir()
        self.scene_path = folder / "scene.json"
        self.scene = SceneFile(self.scene_path)
        self.pulled_sound = folder / "no sound"
        """While this file exists there is no loudspeaker."""
        self.disk = Disk(rest_ns or self._rest)
        self._closing = threading.Event()
        self._factory: Any = None
        self._contacts: dict[str, Contact] = {}
        self._pods: dict[str, SimulatedPod] = {}
        self._pods_config = pods or PodsConfig()
        self._lock = threading.RLock()
        self._later: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._waker: Waker | None = None
        self.done = 0
        """Steps of the script that were taken."""

    def wire(self, pins: Pins, buttons: ButtonsConfig) -> None:
        """From now on contacts are these simulated pins."""
        self._factory = pins.factory
        self._contacts = {contact.device: contact for contact in buttons.contacts()}

    def start(self, script: Iterable[Step] = (), *, own_thread: bool) -> None:
        """Begin the script now, and look after what is due: by a thread, or only when `poll` is called."""
        began_ns = self._clock_ns()
        for step in script:
            self._at(began_ns + step.at_ns, functools.partial(self._take, step))
        if own_thread:
            self._waker = Waker("twin", self._clock_ns, self.due_ns, self.poll)

    def due_ns(self) -> int | None:
        """When something is to be done next; None: nothing is."""
        with self._lock:
            return self._later[0][0] if self._later else None

    def poll(self, now_ns: int) -> None:
        """Do what is due by now, in the order of its times."""
        while True:
            with self._lock:
                if not self._later or self._later[0][0] > now_ns:
                    return
                act = heapq.heappop(self._later)[2]
            act()

    def close(self) -> None:
        """End threads and pods; what was to follow does not."""
        self._closing.set()
        if self._waker is not None:
            self._waker.stop()
        for pod in list(self._pods.values()):
            pod.unplug()
        with self._lock:
            self._later.clear()

    def do(self, do: Do, device: str, ms: int | None = None) -> None:
        """One fault by its name in a script."""
        _METHODS[do](self, device, DEFAULTS_MS.get(do) if ms is None else ms)

    def pod(self, name: str) -> SimulatedPod:
        """The pod of that id, or of a device on it; made when first asked for, and not plugged in."""
        name = pod_of(name)
        with self._lock:
            if name not in self._pods:
                buttons, lamps = self._pods_config.size(name)
                made = SimulatedPod(self.dev, name, self._clock_ns, buttons=buttons, lamps=lamps)
                self._pods[name] = made
            return self._pods[name]

    # -- buttons --------------------------------------------------------------------------------------

    def press(self, device: str, ms: int | None = HELD_MS) -> None:
        """A finger goes down, and lets go after `ms`; None: not before `release`."""
        self._contact(device, True)
        if ms is not None:
            self._in(ms, lambda: self.release(device))

    def release(self, device: str, _ms: int | None = None) -> None:
        """The contact opens."""
        self._contact(device, False)

    def bounce(self, device: str, ms: int | None = DEFAULTS_MS[Do.BOUNCE]) -> None:
        """A press whose contact trembles for `ms` before it lies still."""
        lasts_ms = self._tremble(device, ms or 0, closed=True)
        self._in(lasts_ms + HELD_MS, lambda: self.release(device))

    def chatter(self, device: str, ms: int | None = DEFAULTS_MS[Do.CHATTER]) -> None:
        """A contact that trembles for `ms` and is open then."""
        lasts_ms = self._tremble(device, ms or 0, closed=False)
        self._in(lasts_ms, lambda: self.release(device))

    def spike(self, device: str, ms: int | None = DEFAULTS_MS[Do.SPIKE]) -> None:
        """A contact that closes for less than a finger can: to and fro at once, whatever `ms`."""
        del ms
        self._contact(device, True)
        self._contact(device, False)

    def stick(self, device: str, ms: int | None = None) -> None:
        """A button that stays down: jammed, or its wires touch."""
        self.press(device, ms)

    def _contact(self, device: str, closed: bool) -> None:
        if kind_of(device) is Kind.PIN:
            contact = self._contacts.get(device)
            if contact is None:  # no pins on this machine: gpiozero is missing, and a notice says so
                return
            pin = self._factory.pin(contact.pin)
            if pin.function != "input":  # some other part has it, and the panel has said so
                return
            (pin.drive_high if closed == contact.pressed_is_high else pin.drive_low)()
            return
        pod, button = self.pod(device), int(device.rpartition(":")[2])
        (pod.press if closed else pod.release)(button)

    def _tremble(self, device: str, ms: int, *, closed: bool) -> int:
        """Returns for how many milliseconds: `closed` is how it ends."""
        if kind_of(device) is Kind.POD_BUTTON:
            moves = max(1, ms // POD_TREMBLE_MS)
            self.pod(device).bounce(int(device.rpartition(":")[2]), moves)
            return (moves + 1) * POD_TREMBLE_MS
        begin_ns = self._clock_ns()
        self._contact(device, True)
        moves = max(1, ms * _MS // (CLOSED_NS + OPEN_NS))
        for move in range(moves):
            at_ns = begin_ns + move * (CLOSED_NS + OPEN_NS) + CLOSED_NS
            self._at(at_ns, lambda: self._contact(device, False))
            if closed or move + 1 < moves:
                self._at(at_ns + OPEN_NS, lambda: self._contact(device, True))
        return ms

    # -- pods -----------------------------------------------------------------------------------------

    def silence(self, device: str, ms: int | None = None) -> None:
        """A pod says nothing, though its port is there."""
        self.pod(device).silence(True)
        self._end_in(ms, device)

    def garbage(self, device: str, ms: int | None = None) -> None:
        """Noise on a pod's line, and half a line at its end."""
        del ms
        self.pod(device).say(self._rng.randbytes(GARBAGE_BYTES) + b"P half a li")

    def reset(self, device: str, ms: int | None = None) -> None:
        """A pod's board starts anew while its port stays."""
        del ms
        self.pod(device).reset()

    # -- camera ---------------------------------------------------------------------------------------

    def freeze(self, _camera: str = "camera", ms: int | None = DEFAULTS_MS[Do.FREEZE]) -> None:
        """No picture comes for `ms`."""
        with self._lock:
            self.scene.freeze((ms or 0) / 1000)

    def busy(self, _camera: str = "camera", ms: int | None = DEFAULTS_MS[Do.BUSY]) -> None:
        """Another program has the camera for `ms`; one that is open already stays so."""
        with self._lock:
            self.scene.busy((ms or 0) / 1000)

    def dark(self, camera: str = "camera", ms: int | None = None) -> None:
        """The lamp is off."""
        with self._lock:
            self.scene.light(DARK)
        self._end_in(ms, camera)

    def exchange(self, camera: str = "camera", ms: int | None = None) -> None:
        """Red and blue are exchanged."""
        with self._lock:
            self.scene.exchange_colours(True)
        self._end_in(ms, camera)

    def show(self, scene: dict[str, Any]) -> None:
        """What stands before the camera from now on."""
        with self._lock:
            self.scene.show(scene)

    # -- card and loudspeaker -------------------------------------------------------------------------

    def slow_disk(self, _disk: str = "disk", ms: int | None = DEFAULTS_MS[Do.SLOW_DISK]) -> None:
        """Each write takes `ms` longer, until it is mended."""
        self.disk.write_ns = (ms or 0) * _MS

    def full_disk(self, disk: str = "disk", ms: int | None = None) -> None:
        """Nothing more can be written."""
        self.disk.full = True
        self._end_in(ms, disk)

    def mute(self, sound: str = "sound", ms: int | None = None) -> None:
        """The loudspeaker's plug is out."""
        self.pulled_sound.touch()
        self._end_in(ms, sound)

    # -- all parts ------------------------------------------------------------------------------------

    def unplug(self, device: str, ms: int | None = None) -> None:
        """Pull the plug of a pod, the camera or the loudspeaker."""
        match kind_of(device):
            case Kind.POD:
                self.pod(device).unplug()
            case Kind.CAMERA:
                with self._lock:
                    self.scene.plug(False)
            case _:
                self.pulled_sound.touch()
        self._end_in(ms, device)

    def plug(self, device: str, _ms: int | None = None) -> None:
        """Put it in again."""
        match kind_of(device):
            case Kind.POD:
                self.pod(device).plug()
            case Kind.CAMERA:
                with self._lock:
                    self.scene.plug(True)
            case _:
                self.pulled_sound.unlink(missing_ok=True)

    def mend(self, device: str, _ms: int | None = None) -> None:
        """Whatever is wrong with it is over."""
        match kind_of(device):
            case Kind.DISK:
                self.disk.full, self.disk.write_ns = False, 0
                return
            case Kind.POD:
                self.pod(device).silence(False)
            case Kind.CAMERA:
                with self._lock:
                    for end in (self.scene.freeze, self.scene.busy):
                        end(0)
                    self.scene.exchange_colours(False)
                    self.scene.light(1.0)
        self.plug(device)

    # -- time -----------------------------------------------------------------------------------------

    def _take(self, step: Step) -> None:
        self.do(step.do, step.device, step.ms)
        self.done += 1

    def _end_in(self, ms: int | None, device: str) -> None:
        if ms is not None:
            self._in(ms, lambda: self.mend(device))

    def _in(self, ms: int, act: Callable[[], None]) -> None:
        self._at(self._clock_ns() + ms * _MS, act)

    def _at(self, at_ns: int, act: Callable[[], None]) -> None:
        with self._lock:
            heapq.heappush(self._later, (at_ns, next(self._numbers), act))
        if self._waker is not None:
            self._waker.wake()

    def _rest(self, ns: int) -> None:
        self._closing.wait(ns / _NS_PER_S)


_METHODS: dict[Do, Callable[[Twin, str, int | None], None]] = {
    Do.PRESS: Twin.press,
    Do.RELEASE: Twin.release,
    Do.BOUNCE: Twin.bounce,
    Do.CHATTER: Twin.chatter,
    Do.SPIKE: Twin.spike,
    Do.STICK: Twin.stick,
    Do.UNPLUG: Twin.unplug,
    Do.PLUG: Twin.plug,
    Do.SILENCE: Twin.silence,
    Do.GARBAGE: Twin.garbage,
    Do.RESET: Twin.reset,
    Do.FREEZE: Twin.freeze,
    Do.BUSY: Twin.busy,
    Do.DARK: Twin.dark,
    Do.EXCHANGE: Twin.exchange,
    Do.SLOW_DISK: Twin.slow_disk,
    Do.FULL_DISK: Twin.full_disk,
    Do.MUTE: Twin.mute,
    Do.MEND: Twin.mend,
}
