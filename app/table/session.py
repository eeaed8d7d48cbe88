"""One match at the table: events from touch, buttons, camera and clock become journalled actions.

Any thread may `post`; everything else happens on the one thread that calls `pump` (the screen's main thread,
or a test). Events are taken in the order of their timestamps, those of one moment in the order in which they
came, so a claim belongs to whoever pressed first and not to whoever was read first. Different devices need
different times to tell of a press, so one waits `settle_ns` for earlier ones that are still on their way. A
touch waits for nothing but the presses before it that have come in: there is one screen, and a finger expects
an answer. An action is journalled before its effect can be seen.
"""

from __future__ import annotations

import datetime
import heapq
import itertools
import queue
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from app.games.contract import Game, Message, Refused, say
from app.store.journal import Clocks, Journal, StoredMatch
from app.table.keeper import Keeper
from app.table.pads import Pads
from app.table.replay import Deed, apply_all, replay
from app.table.stopwatch import Stopwatch
from app.table.timers import MS, Timers
from hardware.events import DOWN, PAUSE, UP

S = TypeVar("S")

GRACE_NS = 60 * MS
"""How long a timer waits after its end for presses that were stamped in time but are still on their way."""


SETTLE_NS = 25 * MS
"""`settle_ns` of a table with button pods: 2 ms until a spike is ruled out, up to 16 ms in a USB serial
adapter (its latency timer), the rest for threads. Presses told of within this time never change places."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Somebody wants this action; `at_ns` is the moment of the touch (monotonic)."""

    action: Any
    at_ns: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A hardware button of a seat (from 0) went down at `at_ns` (monotonic).

    `PAUSE` belongs to the whole table, whatever the seat: it stops time, or lets it go on.
    """

    player: int
    button: str
    at_ns: int


Event = Wanted | Pressed


class Session(Generic[S]):
    """One match in play.

    `listener(events, accepted)` is called on the pumping thread after every change (accepted) and after every
    refusal (not accepted: the events say why, and the state is as it was).
    """

    def __init__(
        self,
        game: Game[Any, S, Any],
        journal: Journal,
        *,
        clock_ns: Callable[[], int],
        wall: Callable[[], datetime.datetime],
        rng: random.Random,
        settle_ns: int = 0,
    ) -> None:
        self.game = game
        self.pads = Pads(game)
        self.settle_ns = settle_ns
        self.listener: Callable[[list[Message], bool], None] = lambda events, accepted: None
        self.state: S | None = None
        self.deaf: frozenset[int] = frozenset()
        """Seats whose buttons mean nothing: the machine plays them, and not by their buttons."""
        self._keeper = Keeper(journal, wall)
        self._clock_ns, self._rng = clock_ns, rng
        self._queue: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._waiting: list[tuple[int, int, Event]] = []
        """What is not handled yet, as a heap by (time, order of arrival)."""
        self._arrivals = itertools.count()
        self._timers = Timers()
        self._watch = Stopwatch()
        self._first: S | None = None
        self._deeds: list[Deed] = []
        self._undone: list[Deed] = []
        """Actions taken back; the last one is done again first."""

    # -- beginning ------------------------------------------------------------------------------------

    def start(self, setup: Any) -> None:
        """Begin a match. Raises `Refused` when the set-up is not playable."""
        state = self.game.new(setup, self._rng)
        self._first, self.state, self._deeds, self._undone = state, state, [], []
        self._keeper.begin(self.game.name, msgspec.json.encode(state))
        self._timers, self._watch = Timers(), Stopwatch()
        self.pads.clear()
        self._watch.go_on(self._clock_ns())
        self._follow({})
        self.listener([], True)

    def resume(self, stored: StoredMatch) -> None:
        """Go on with a stored match, paused, with the time that was left. Raises `JournalUnreadable`.

        What cannot be read at its end is left out, and a notice says so.
        """
        match = replay(self.game, stored)
        self._first, self.state, self._deeds = match.first, match.state, match.deeds
        self._undone = match.undone
        self._keeper.adopt(stored.match_id, match.unread)
        if match.unread:
            self._keeper.notice = say("notice.match_shortened", n=match.unread)
        self._timers, self._watch = Timers(), Stopwatch(stored.played_ms)
        self.pads.clear()
        if self.game.deadlines(match.state):
            self._timers.pause(self._clock_ns())
        else:
            self._watch.go_on(self._clock_ns())
        self._follow(match.left_ms)
        self._tell([])

    def take_notice(self) -> Message | None:
        """What the table should be told about saving, once."""
        notice, self._keeper.notice = self._keeper.notice, None
        return notice

    # -- events ---------------------------------------------------------------------------------------

    def post(self, event: Event) -> None:
        """Queue an event; any thread may call this."""
        self._queue.put(event)

    def want(self, action: Any) -> None:
        """Queue an action as touched just now."""
        self.post(Wanted(action, self._clock_ns()))

    def pump(self) -> None:
        """Handle everything queued and settled, in the order it happened, and the timers in between."""
        self._pump(self.settle_ns)

    def _pump(self, settle_ns: int) -> None:
        now = self._clock_ns()  # before the queue is read: what was made up to now and settled is in it
        while True:
            try:
                event = self._queue.get_nowait()
            except queue.Empty:
                break
            heapq.heappush(self._waiting, (event.at_ns, next(self._arrivals), event))
        while self._waiting and self._due_ns(settle_ns) <= now:
            at_ns, _, event = heapq.heappop(self._waiting)
            self._run_timers(at_ns)
            self._handle(event)
        self._run_timers(now - GRACE_NS)
        if not self.paused:
            self._keeper.keep_clocks(self._timers.left_ms(now), self._watch.ms(now), now)

    def due_ns(self) -> int | None:
        """When `pump` can handle the first event that it has left waiting; None: none waits."""
        return self._due_ns(self.settle_ns) if self._waiting else None

    def _due_ns(self, settle_ns: int) -> int:
        """When neither an earlier press can come any more, nor one from before a timer that ends before."""
        event = self._waiting[0][2]
        settled = event.at_ns + (settle_ns if isinstance(event, Pressed) else 0)
        ended = self._timers.last_end(event.at_ns) if self.state is not None else None
        return settled if ended is None else max(settled, ended + GRACE_NS + 1)

    def _handle(self, event: Event) -> None:
        if self.state is None:
            return
        if isinstance(event, Pressed) and event.button == PAUSE:
            self._turn_pause(event.at_ns)
            return
        if self.paused:
            self._tell([say("table.paused")], accepted=False)
            return
        action = event.action if isinstance(event, Wanted) else self._meaning(event)
        if action is not None:
            self.act(action, event.at_ns)

    def _meaning(self, event: Pressed) -> Any | None:
        assert self.state is not None
        if event.player in self.deaf:
            return None
        if event.button in (UP, DOWN):
            if self.pads.step(self.state, event.player, event.button == UP):
                self._tell([])
            return None
        number = self.pads.number(self.state, event.player)
        return self.game.pressed(self.state, event.player, event.button, number)

    def _run_timers(self, before_ns: int) -> None:
        while self.state is not None:
            ended = self._timers.run_out(before_ns)
            if ended is None:
                return
            name, deadline = ended
            self.act(deadline.action, self._timers.end_of(name))

    def act(self, action: Any, at_ns: int | None = None) -> bool:
        """Do one action now; False (and a message to the listener) when it is refused."""
        assert self.state is not None
        at_ns = self._clock_ns() if at_ns is None else at_ns
        try:
            action = self.game.chance(self.state, action, self._rng)
            state, events = self.game.apply(self.state, action)
        except Refused as refused:
            self._tell([refused.message], accepted=False)
            return False
        self._timers.follow(self.game.deadlines(state), at_ns, {})
        self._note(Deed(action, self._timers.left_ms(at_ns), self._watch.ms(at_ns)))
        self._undone = []
        self.state = state
        self._tell(events)
        return True

    def _note(self, deed: Deed) -> None:
        self._keeper.record(msgspec.json.encode(deed.action), deed.left_ms, deed.played_ms)
        self._deeds.append(deed)

    # -- pause and undo -------------------------------------------------------------------------------

    @property
    def paused(self) -> bool:
        """Whether timers and claims stand still."""
        return self._timers.paused

    def pause(self) -> None:
        """Stop the timers; events are answered with "paused" until `go_on`. Presses from before count."""
        self._pump(settle_ns=0)
        self._stop_time(self._clock_ns())
        self._tell([])

    def go_on(self) -> None:
        """Let the timers run again."""
        self._let_time_run(self._clock_ns())

    def _let_time_run(self, at_ns: int) -> None:
        self._timers.go_on(at_ns)
        self._watch.go_on(at_ns)
        self._tell([])

    def _turn_pause(self, at_ns: int) -> None:
        """The pause button: at that very moment, so that claims before it count and later ones do not."""
        assert self.state is not None
        if self.paused:
            self._let_time_run(at_ns)
        elif self.game.result(self.state) is None:
            self._stop_time(at_ns)
            self._tell([])

    @property
    def can_undo(self) -> bool:
        """Whether there is an action to take back."""
        return bool(self._deeds)

    def undo(self) -> bool:
        """Take the last action back. A timer that comes back has what it had left then, and waits paused."""
        if not self._deeds or self._first is None:
            return False
        now = self._clock_ns()
        before = self._timers.left_ms(now)
        remaining, undone = self._deeds[:-1], self._deeds[-1]
        state = apply_all(self.game, self._first, remaining)
        earlier = remaining[-1].left_ms if remaining else {}
        left = self._stand_at(state, earlier, {name: left for name, left in before.items() if left > 0}, now)
        self._keeper.record(None, left, self._watch.ms(now))
        self._deeds, self.state = remaining, state
        self._undone.append(Deed(undone.action, before, undone.played_ms))
        self._tell([say("table.undone")])
        return True

    @property
    def can_redo(self) -> bool:
        """Whether there is an action to do again."""
        return bool(self._undone)

    def redo(self) -> bool:
        """Do again what was taken back last, as it was drawn, with the time there was; timers wait paused.

        It keeps the play time at which it was done first.
        """
        if not self._undone or self.state is None:
            return False
        now = self._clock_ns()
        deed = self._undone.pop()
        state, _events = self.game.apply(self.state, deed.action)
        left = self._stand_at(state, deed.left_ms, deed.left_ms, now)
        self._note(Deed(deed.action, left, deed.played_ms))
        self.state = state
        self._tell([say("table.redone")])
        return True

    def _stand_at(self, state: S, left_ms: Clocks, kept_ms: Clocks, now: int) -> Clocks:
        """Run the timers of a state gone back or forth to, paused; returns what each has left.

        Those that begin there have `left_ms`; `kept_ms` counts for those that ran before, too.
        """
        deadlines = self.game.deadlines(state)
        if deadlines:
            self._timers.pause(now)
            self._watch.hold(now)
        self._timers.follow(deadlines, now, left_ms)
        self._timers.restore(kept_ms, now)
        return self._timers.left_ms(now)

    # -- what is left and what is kept ----------------------------------------------------------------

    def left_ms(self) -> Clocks:
        """Milliseconds left of every timer, by name."""
        return self._timers.left_ms(self._clock_ns())

    def actions(self) -> list[Any]:
        """Every action that counts, in order."""
        return [deed.action for deed in self._deeds]

    def leave(self) -> None:
        """Stop here; the match can be resumed later."""
        if self.state is not None:
            self._stop_time(self._clock_ns())
        self._keeper.forget()
        self.pads.clear()
        self.state = self._first = None
        self._deeds, self._undone = [], []

    def abandon(self) -> None:
        """Stop here for good: the match is not offered again."""
        self._keeper.keep_end(True)
        self.leave()

    def _follow(self, left_ms: Clocks) -> None:
        assert self.state is not None
        self._timers.follow(self.game.deadlines(self.state), self._clock_ns(), left_ms)

    def _stop_time(self, now: int) -> None:
        self._timers.pause(now)
        self._watch.hold(now)
        self._keeper.keep_clocks(self._timers.left_ms(now), self._watch.ms(now), now, at_once=True)

    def _tell(self, events: list[Message], accepted: bool = True) -> None:
        if self.state is not None:
            self.pads.keep(self.state)
            self._keeper.keep_end(self.game.result(self.state) is not None)
        self.listener(events, accepted)
