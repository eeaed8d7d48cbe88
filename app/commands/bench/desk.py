"""A live table on the twin without a window: woken by presses and looked at ten times a second, as the app
does, and what it says is kept. All methods but `on_main` belong to the main thread.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

from app.commands.bench.load import plain_picture
from app.language import sentence
from app.table.twin import PODS, open_twin

LOOK_S = 0.1
PICTURE_S = 1.0
"""How long a picture may take: those of the bench are plain."""


class Desk:
    """`said`: (seconds of the monotonic clock, sentence), the oldest first. `close` may be called twice."""

    def __init__(self, folder: Path, seed: int, pods: int = PODS) -> None:
        twin = folder / "twin"
        twin.mkdir()
        self.opened = open_twin(
            twin, state_dir=folder / "state", seed=seed, pods=pods, draws=plain_picture, timeout_s=PICTURE_S
        )
        self.table, self.twin = self.opened.table, self.opened.twin
        self.said: list[tuple[float, str]] = []
        self.beside: Callable[[], None] = lambda: None
        """What else the main thread does at each look."""
        self._woken = threading.Event()
        self._orders: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self.table.gear.woken = self._woken.set

    def on_main(self, act: Callable[[], None]) -> None:
        """Let this run on the main thread, soon. Any thread."""
        self._orders.put(act)
        self._woken.set()

    def look(self) -> None:
        """Once around the loop, without waiting."""
        self._woken.clear()
        while not self._orders.empty():
            self._orders.get()()
        self.table.poll()
        notice = self.table.session.take_notice()
        if notice is not None:
            self._say(sentence(notice))
        while (news := self.table.gear.switchboard.take_news()) is not None:
            self._say(sentence(news.message))
        self.beside()

    def pods_here(self) -> int:
        """How many pods answer now."""
        pods = self.table.gear.pods
        return 0 if pods is None else sum(pod.connected for pod in pods.status().pods)

    def run_until(self, done: Callable[[], bool], within_s: float) -> float | None:
        """Play on until that is so; returns after how many seconds, None: not within `within_s`."""
        began_s = time.monotonic()
        while True:
            self.look()
            now_s = time.monotonic()
            if done():
                return now_s - began_s
            if now_s - began_s > within_s:
                return None
            self._woken.wait(self._until_due_s())

    def _until_due_s(self) -> float:
        due_ns = self.table.session.due_ns()
        if due_ns is None:
            return LOOK_S
        return min(LOOK_S, max(0.0, (due_ns - self.table.clock_ns()) / 1e9))

    def _say(self, text: str) -> None:
        self.said.append((time.monotonic(), text))

    def close(self) -> None:
        """End the table and its twin."""
        self.opened.close()
