"""Fingers at a live table on the twin: they press, and every claim is timed from the edge of its pin.

Half of the rounds have all six buttons pressed as one, within a millisecond; in the others they come one by
one. A press is lost when its claim does not come within `PATIENCE_S`, and reordered when claims come in
another order than the edges. The fingers are a thread; what belongs to the table they leave to its main
thread. In a window they wait until the new crime has been drawn, as people do.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from app.games.contract import Message
from app.games.mutant_meeples.state import DrawCrime, PlayerSetup, Setup
from app.table.twin import TwinTable

PLAYERS = 6
PATIENCE_S = 5.0
LIFT_S = 0.06
"""From the release of all buttons to the next round: longer than contacts may tremble."""
LONGEST_GAP_S = 0.04
REST_S = 0.7
"""From a new crime until a window has long drawn it."""


@dataclass
class Pressed:
    """What came of all presses; times in milliseconds from the edge of the pin."""

    claimed_ms: list[float] = field(default_factory=list)
    drawn_ms: list[float] = field(default_factory=list)
    together_ms: list[float] = field(default_factory=list)
    """From the first to the last edge of six buttons pressed as one."""
    frames_ms: list[float] = field(default_factory=list)
    """What drawing one frame takes."""
    lost: int = 0
    reordered: int = 0


class Fingers:
    """`on_main` lets a function run on the table's main thread, soon. `run` blocks: call it on a thread."""

    def __init__(
        self, opened: TwinTable, on_main: Callable[[Callable[[], None]], None], count: int, seed: int
    ) -> None:
        self.told = Pressed()
        self.setup = Setup(tuple(PlayerSetup(f"P{seat + 1}", style="buzz") for seat in range(PLAYERS)))
        self._opened, self._on_main, self._left = opened, on_main, count
        self._rng = random.Random(f"{seed}/presses")
        buttons = opened.table.config.buttons
        self._pins = [f"gpio:{player.claim}" for player in buttons.players][:PLAYERS]
        self._claimed: dict[int, int] = {}
        self._undrawn: list[int] = []
        self._drawn: dict[int, int] = {}
        self._news = threading.Condition()
        self._awaits_drawing = False
        session = opened.table.session
        self._listener = session.listener
        session.listener = self._listen

    def draws(self) -> None:
        """There is a window: claims are awaited there, and `drawn` tells of them."""
        self._awaits_drawing = True

    def drawn(self) -> None:
        """A frame has just gone to the display. Main thread."""
        now_ns = time.monotonic_ns()
        with self._news:
            self._drawn |= dict.fromkeys(self._undrawn, now_ns)
            self._undrawn.clear()
            self._news.notify_all()

    def run(self) -> None:
        """Press until all presses are done."""
        number = 0
        while self._left > 0:
            self._round(min(PLAYERS, self._left), as_one=number % 2 == 0)
            number += 1

    def _listen(self, events: list[Message], accepted: bool) -> None:
        """After every change, which is on the card by then. Main thread."""
        now_ns = time.monotonic_ns()
        self._listener(events, accepted)
        state = self._opened.table.session.state
        with self._news:
            for lane in () if state is None or state.round is None else state.round.lanes:
                if lane.player not in self._claimed:
                    self._claimed[lane.player] = now_ns
                    self._undrawn.append(lane.player)
            self._news.notify_all()

    def _round(self, count: int, *, as_one: bool) -> None:
        self._ask(self._begin)
        if self._awaits_drawing:
            time.sleep(REST_S)
        seats = self._rng.sample(range(PLAYERS), count)
        pressed: dict[int, int] = {}
        for seat in seats:
            if not as_one:
                time.sleep(self._rng.uniform(0, LONGEST_GAP_S))
            pressed[seat] = time.monotonic_ns()
            self._opened.twin.press(self._pins[seat], None)
        if as_one and count == PLAYERS:
            self.told.together_ms.append((pressed[seats[-1]] - pressed[seats[0]]) / 1e6)
        with self._news:
            self._news.wait_for(lambda: self._seen() >= set(seats), PATIENCE_S)
            self._note(seats, pressed)
        for seat in seats:
            self._opened.twin.release(self._pins[seat])
        time.sleep(LIFT_S)
        self._left -= count

    def _seen(self) -> set[int]:
        return set(self._drawn if self._awaits_drawing else self._claimed)

    def _note(self, seats: list[int], pressed: dict[int, int]) -> None:
        came = [seat for seat in self._claimed if seat in seats]
        self.told.lost += len(seats) - len(came)
        self.told.reordered += sum(
            one != other for one, other in zip(came, [seat for seat in seats if seat in came], strict=True)
        )
        for seat in came:
            self.told.claimed_ms.append((self._claimed[seat] - pressed[seat]) / 1e6)
            if seat in self._drawn:
                self.told.drawn_ms.append((self._drawn[seat] - pressed[seat]) / 1e6)

    def _begin(self) -> None:
        """A fresh match with its first crime on the table. Main thread."""
        session = self._opened.table.session
        if session.state is not None:
            session.abandon()
        session.start(self.setup)
        session.act(DrawCrime())
        with self._news:
            self._claimed.clear()
            self._undrawn.clear()
            self._drawn.clear()

    def _ask(self, act: Callable[[], None]) -> None:
        done = threading.Event()

        def run() -> None:
            act()
            done.set()

        self._on_main(run)
        if not done.wait(PATIENCE_S * 4):
            raise TimeoutError("the table's main thread does not answer")
