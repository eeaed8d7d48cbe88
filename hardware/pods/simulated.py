"""A pod without a board: the Pico's own program on a pseudo-terminal, with faults on demand.

It speaks through a real tty, so the same code reads it that reads a board: by a link
`<dev>/serial/by-id/<name>` below a folder that stands for /dev. Used by the laptop mode and by scripts that
inject faults. All methods may be called from any thread; a small thread moves bytes and time.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import tty
from collections.abc import Callable
from pathlib import Path

from hardware.firmware.pod_logic import CLOCK_PERIOD, Pod
from hardware.pods.ports import BY_ID

_TURN_S = 0.02  # how often the pod looks at its clock when nothing happens
_CHATTER_US = 1500  # between two moves of a bouncing contact


class SimulatedPod:
    """One pod with `buttons` and `lamps`. Its clock is that of the host, `clock_offset_us` ahead.

    `link` is where it is plugged in: below `dev`, under `port` in serial/by-id.
    """

    def __init__(
        self,
        dev: Path,
        name: str,
        clock_ns: Callable[[], int],
        *,
        port: str = "",
        buttons: int = 3,
        lamps: int = 1,
        clock_offset_us: int = 0,
    ) -> None:
        """Not plugged in yet: call `plug`."""
        self.name = name
        self.link = dev / BY_ID / (port or f"usb-simulated_pod_{name}")
        self._clock_ns = clock_ns
        self._offset_us = clock_offset_us
        self._sizes = buttons, lamps
        self._lock = threading.RLock()
        self._boot = 0
        self._pod = self._fresh()
        self._master: int | None = None
        self._slave: int | None = None
        self._silent = False
        self._damaged = 0
        self._lights = threading.Condition(self._lock)
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    def __enter__(self) -> SimulatedPod:
        self.plug()
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    @property
    def lamps(self) -> str:
        """The light letters the lamps have now."""
        return self._pod.lamps

    def wait_for_lamps(self, letters: str, timeout_s: float) -> bool:
        """Wait until the lamps have these letters; False when they did not in time."""
        with self._lights:
            return self._lights.wait_for(lambda: self._pod.lamps == letters, timeout_s)

    def plug(self) -> None:
        """Connect: the board starts, and its port appears. Does nothing when connected."""
        with self._lock:
            if self._master is not None:
                return
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self._pod = self._fresh()
            self.link.parent.mkdir(parents=True, exist_ok=True)
            self.link.unlink(missing_ok=True)
            self.link.symlink_to(os.ttyname(self._slave))
            self._stop = threading.Event()
            run = (self._master, self._stop)
            self._thread = threading.Thread(target=self._run, args=run, name=f"pod {self.name}", daemon=True)
            self._thread.start()

    def unplug(self) -> None:
        """Pull the plug, whatever is going on: the port vanishes. Does nothing when not connected."""
        with self._lock:
            master, slave, thread = self._master, self._slave, self._thread
            if master is None or slave is None or thread is None:
                return
            self._master = self._slave = self._thread = None
            self._stop.set()
        thread.join()
        self.link.unlink(missing_ok=True)
        os.close(master)
        os.close(slave)

    def press(self, button: int) -> None:
        """A finger goes down; the contact is clean."""
        self._edge(button, True)

    def release(self, button: int) -> None:
        """The finger lets go."""
        self._edge(button, False)

    def bounce(self, button: int, moves: int) -> None:
        """A press whose contact opens and closes `moves` times more."""
        with self._lock:
            levels = [False] * self._sizes[0]
            now_us = self._now_us()
            turns = 2 * moves + 1
            for turn in range(turns + 2):
                levels[button - 1] = turn >= turns or turn % 2 == 0
                self._pod.sample(levels, (now_us + turn * _CHATTER_US) % CLOCK_PERIOD)
            self._flush()

    def reset(self) -> None:
        """The board restarts while its port stays: clock at nought, numbering from the start."""
        with self._lock:
            self._offset_us = -(self._clock_ns() // 1000)
            self._pod = self._fresh()
            self._flush()

    def say(self, data: bytes) -> None:
        """Send these bytes as they are: garbage, half lines, whatever."""
        with self._lock:
            self._write(data)

    def damage(self, lines: int) -> None:
        """The next `lines` lines arrive with one wrong bit."""
        with self._lock:
            self._damaged = lines

    def silence(self, silent: bool) -> None:
        """While silent, nothing that the pod says gets through."""
        with self._lock:
            self._silent = silent

    def _fresh(self) -> Pod:
        self._boot += 1
        buttons, lamps = self._sizes
        return Pod(self.name, [False] * buttons, lamps, self._boot, self._now_us())

    def _now_us(self) -> int:
        return (self._clock_ns() // 1000 + self._offset_us) % CLOCK_PERIOD

    def _edge(self, button: int, pressed: bool) -> None:
        with self._lock:
            self._pod.edge(button, pressed, self._now_us())
            self._flush()

    def _run(self, master: int, stop: threading.Event) -> None:
        while not stop.is_set():
            readable, _, _ = select.select([master], [], [], _TURN_S)
            data = b""
            if readable:
                with contextlib.suppress(OSError):
                    data = os.read(master, 4096)
            with self._lock:
                if stop.is_set():
                    return
                now_us = self._now_us()
                self._pod.heard(data, now_us)
                self._pod.tick(now_us)
                self._lights.notify_all()
                self._flush()

    def _flush(self) -> None:
        for line in self._pod.output().splitlines(keepends=True):
            if self._damaged:
                self._damaged -= 1
                self._write(bytes([line[0] ^ 1]) + line[1:])
            elif not self._silent:
                self._write(line)

    def _write(self, data: bytes) -> None:
        """What the host does not read in time is lost, as on a real port."""
        while data and self._master is not None:
            try:
                data = data[os.write(self._master, data) :]
            except OSError:
                return
