"""The button pod itself, on a Raspberry Pi Pico: pins, clock and USB line around `pod_logic`.

On the board the folder lies as /firmware, and this file once more as /main.py, which is what starts. The
pod's name is the first word of /pod.txt there; without that file it is made of the chip's number. Wiring and
flashing: docs/pods.md. A board that starts with its first two buttons held does nothing, so that it can be
programmed.
"""

import os
import select
import sys
import time

import machine  # type: ignore[import-not-found]
import micropython  # type: ignore[import-not-found]
from firmware.pod_logic import CLOCK_PERIOD, Pod, lit  # type: ignore[import-not-found]

BUTTON_PINS = (2, 3, 4)  # GP numbers: claim, up, down; to ground, pulled up inside
LAMP_PINS = (6,)  # GP numbers; through a resistor to an LED to ground
WATCHDOG_MS = 4000  # a board that hangs restarts itself
READ_AT_ONCE = 64  # bytes, so that a flood of them does not keep the contacts waiting


def pod_name() -> str:
    """The pod's id: 1 to 16 letters, digits, - or _."""
    try:
        with open("/pod.txt") as file:
            words = file.read().split()
        if words:
            return words[0][:16]
    except OSError:
        pass
    return "".join([f"{byte:02x}" for byte in machine.unique_id()])[-8:]


class Clock:
    """Microseconds since the start, modulo 2**32, of a counter that wraps sooner. Ask every few minutes."""

    def __init__(self) -> None:
        self._now_us = 0
        self._ticks = time.ticks_us()  # type: ignore[attr-defined]

    def now_us(self) -> int:
        """The time now."""
        ticks = time.ticks_us()  # type: ignore[attr-defined]
        passed = time.ticks_diff(ticks, self._ticks)  # type: ignore[attr-defined]
        self._now_us = (self._now_us + passed) % CLOCK_PERIOD
        self._ticks = ticks
        return self._now_us


def run() -> None:
    """Be a pod until the power goes."""
    buttons = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in BUTTON_PINS]
    if not any(pin.value() for pin in buttons[:2]):
        return
    micropython.kbd_intr(-1)  # a damaged byte may look like Ctrl-C
    lamps = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in LAMP_PINS]
    clock = Clock()
    boot = int.from_bytes(os.urandom(2), "big")
    pod = Pod(pod_name(), [not pin.value() for pin in buttons], len(lamps), boot, clock.now_us())
    waiting = select.poll()
    waiting.register(sys.stdin, select.POLLIN)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while True:
        watchdog.feed()
        now_us = clock.now_us()
        pod.sample([not pin.value() for pin in buttons], now_us)
        data = b""
        while len(data) < READ_AT_ONCE and waiting.poll(0):
            data += sys.stdin.buffer.read(1)
        if data:
            now_us = clock.now_us()
            pod.heard(data, now_us)
        pod.tick(now_us)
        for index, pin in enumerate(lamps):
            pin.value(lit(pod.lamps[index], now_us))
        output = pod.output()
        if output:
            sys.stdout.buffer.write(output)


if __name__ == "__main__":
    run()
