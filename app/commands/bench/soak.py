"""Two hours at the table with random faults, on a made-up clock; and devices that come and go, on the real.

On the made-up clock every press that a finger made is compared with what the table took, to the nanosecond:
pins, filter, switchboard, session, journal and card take part. Pods, camera and loudspeaker have threads,
ports and processes that no made-up clock can hurry: they come and go `CYCLES` times at their own pace. Of
both it is told how many threads, open files and megabytes there were before and after.
"""

from __future__ import annotations

import gc
import os
import random
import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.commands.bench.child import STATUS
from app.commands.bench.desk import Desk
from app.commands.bench.measuring import Order, Row
from app.games.mutant_meeples.state import DrawCrime, PlayerSetup, Setup
from app.table.session import Pressed
from app.table.twin_clock import TwinClock
from app.table.wiring import Table, set_up, wall_clock
from hardware.pins import PinBackend
from hardware.twin.disk import on_disk
from hardware.twin.script import Do
from hardware.twin.twin import Twin

HOURS = 2.0
MATCH_S = 60.0
"""So often a new match begins."""
LOOK_S = 0.25
WARM_S = 300.0
"""Table time until everything has been used once: from then on nothing may grow."""
CYCLES = 60
WARM_CYCLES = 20
"""Before these the camera's first pictures still take memory."""
PLAYERS = 6
S = 1_000_000_000
DEEDS = {
    Do.PRESS: (60, 0.5),
    Do.BOUNCE: (15, 0.5),
    Do.CHATTER: (10, 0.6),
    Do.SPIKE: (10, 0.2),
    Do.STICK: (1, 40.0),
}
"""What is done to a button: how often of 96 times, and for how long it is left alone then (seconds)."""
STUCK_MS = 30_000
EVERY_S = 1.5
"""Seconds between two deeds, on average."""
CARD = ((Do.SLOW_DISK, 30), (Do.FULL_DISK, 1500), (Do.MEND, None))


@dataclass(frozen=True, slots=True)
class Used:
    """What this process holds: threads, open files, memory (MB)."""

    threads: int
    files: int
    memory_mb: float


def used() -> Used:
    """Now."""
    gc.collect()
    found = re.search(r"^VmRSS:\s*(\d+) kB", Path(STATUS).read_text("ascii"), re.MULTILINE)
    assert found is not None
    return Used(threading.active_count(), len(os.listdir("/proc/self/fd")), int(found.group(1)) / 1024)


@dataclass(slots=True)
class Counted:
    """What fingers did and what the table took, each press as (player from 0, moment)."""

    pressed: Counter[tuple[int, int]]
    taken: Counter[tuple[int, int]]
    deeds: Counter[str]
    claims: int = 0


class Evening:
    """A table with pins and a card on a made-up clock, and six restless people."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._rng = random.Random(f"{seed}/soak")
        self.clock = TwinClock()
        self.twin = Twin(folder, self.clock, rest_ns=self.clock.rest)
        self.table: Table = set_up(
            state_dir=folder / "state",
            config_path=folder / "none.toml",
            clock_ns=self.clock,
            rng=random.Random(seed),
            wall=wall_clock,
            backend=PinBackend.SIMULATED,
        )
        self.table.journal.put_between(on_disk(self.twin.disk))
        assert self.table.gear.pins is not None
        self.twin.wire(self.table.gear.pins, self.table.config.buttons)
        self.clock.twin = self.twin
        self._seats = {
            f"gpio:{player.claim}": player.player - 1 for player in self.table.config.buttons.players
        }
        self._free_ns = dict.fromkeys(self._seats, 0)
        self.counted = Counted(Counter(), Counter(), Counter())
        post = self.table.session.post

        def watched(event: Any) -> None:
            if isinstance(event, Pressed):
                self.counted.taken[event.player, event.at_ns] += 1
            post(event)

        self.table.session.post = watched  # type: ignore[method-assign]

    def play(self, seconds: float) -> None:
        """Let so much table time pass."""
        end_ns = self.clock() + round(seconds * S)
        match_ns = deed_ns = self.clock()
        while self.clock() < end_ns:
            if self.clock() >= match_ns:
                self._new_match()
                match_ns += round(MATCH_S * S)
            if self.clock() >= deed_ns:
                self._do_something()
                deed_ns += round(self._rng.expovariate(1 / EVERY_S) * S)
            self.clock.advance_to(self.clock() + round(LOOK_S * S))
            self.table.poll()

    def _new_match(self) -> None:
        session = self.table.session
        if session.state is not None:
            self.counted.claims += len(session.state.round.lanes) if session.state.round else 0
            session.abandon()
        session.start(Setup(tuple(PlayerSetup(name, style="buzz") for name in "ABCDEF")))
        session.act(DrawCrime())

    def _do_something(self) -> None:
        if self._rng.random() < 0.05:
            do, ms = self._rng.choice(CARD)
            self.counted.deeds[do] += 1
            self.twin.do(do, "disk", ms)
            return
        now_ns = self.clock()
        free = [device for device, at_ns in self._free_ns.items() if at_ns <= now_ns]
        if not free:
            return
        device = self._rng.choice(free)
        do = self._rng.choices(list(DEEDS), [often for often, _ in DEEDS.values()])[0]
        self.counted.deeds[do] += 1
        self._free_ns[device] = now_ns + round(DEEDS[do][1] * S)
        if do is not Do.SPIKE:
            self.counted.pressed[self._seats[device], now_ns] += 1
        self.twin.do(do, device, STUCK_MS if do is Do.STICK else None)

    def close(self) -> None:
        """End it."""
        self.table.close()
        self.twin.close()


def soak(folder: Path, seed: int, hours: float) -> tuple[Counted, Used, Used]:
    """So many hours of table time: what was counted, and what was held after `WARM_S` and at the end."""
    evening = Evening(folder, seed)
    try:
        evening.play(WARM_S)
        before = used()
        evening.play(hours * 3600 - WARM_S)
        after = used()
        evening.twin.mend("disk")
        evening.clock.advance_to(evening.clock() + S)
        evening.table.poll()
        return evening.counted, before, after
    finally:
        evening.close()


def come_and_go(folder: Path, seed: int, cycles: int) -> tuple[int, Used, Used]:
    """Pods, camera and loudspeaker fail and come back, on the real clock; how often a press was no claim."""
    desk = Desk(folder, seed)
    rng = random.Random(f"{seed}/cycles")
    try:
        desk.run_until(lambda: desk.pods_here() == 2, 20.0)
        for number in range(min(WARM_CYCLES, cycles)):
            _cycle(desk, rng, number)
        before = used()
        lost = sum(not _cycle(desk, rng, number) for number in range(cycles))
        return lost, before, used()
    finally:
        desk.close()


def _cycle(desk: Desk, rng: random.Random, number: int) -> bool:
    twin, source = desk.twin, desk.table.camera.source
    assert source is not None
    pod = rng.choice("12")
    twin.do(rng.choice([Do.UNPLUG, Do.RESET, Do.GARBAGE]), f"pod:{pod}", None)
    if number % 5 == 0:
        source.restart()
    source.request()
    desk.run_until(lambda: source.poll() is not None, 10.0)
    twin.mend(f"pod:{pod}")
    desk.run_until(lambda: desk.pods_here() == 2, 20.0)
    session = desk.table.session
    if session.state is not None:
        session.abandon()
    session.start(Setup(tuple(PlayerSetup(name, style="buzz") for name in "ABCDEF")))
    session.act(DrawCrime())
    twin.press(f"pod:{pod}:1")
    claimed = desk.run_until(lambda: bool(session.state and session.state.round.lanes), 10.0)
    desk.run_until(lambda: False, 0.3)
    return claimed is not None


def measure(order: Order) -> Iterator[Row]:
    """Two rows; their figures are how long they took here."""
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        counted, before, after = soak(Path(folder), order.seed, HOURS)
    lost, invented = counted.pressed - counted.taken, counted.taken - counted.pressed
    details: dict[str, Any] = {
        "presses": counted.pressed.total(),
        "lost": lost.total(),
        "invented": invented.total(),
        "claims": counted.claims,
        "deeds": {str(do): count for do, count in sorted(counted.deeds.items())},
        **_grown(before, after),
    }
    yield Row(
        f"soak: {HOURS:g} hours on a made-up clock", [(time.monotonic() - began_s) * 1000], details=details
    )
    began_s, cycles = time.monotonic(), order.at_most(CYCLES)
    order.note(f"bench: devices come and go {cycles} times")
    with tempfile.TemporaryDirectory() as folder:
        missed, before, after = come_and_go(Path(folder), order.seed, cycles)
    details = {"cycles": cycles, "presses_lost": missed, **_grown(before, after)}
    yield Row("soak: devices come and go", [(time.monotonic() - began_s) * 1000], details=details)


def _grown(before: Used, after: Used) -> dict[str, Any]:
    return {
        "threads": f"{before.threads}, then {after.threads}",
        "files": f"{before.files}, then {after.files}",
        "memory_mb": f"{before.memory_mb:.1f}, then {after.memory_mb:.1f}",
    }
