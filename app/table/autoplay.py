"""Whole matches of bots at a real table: session, journal, keys, pins and timers, on a made-up clock.

In: a `Table` wired with simulated pins and a `HandClock`. Out: what happened in each match. What the bots do
is `opponents`' business; here time passes for them, and those that claim by button press the keys of their
seat, so their claims run through gpiozero's simulated pins and our own filter. Nothing here knows the time of
day, so one seed always gives the same match. Every state on the way is checked as one from outside would be,
and at the end the whole match is replayed from its text.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from app.games.contract import Message, refuse
from app.games.mutant_meeples.state import Buzz, Setup, State
from app.table.opponents import Opponents
from app.table.timers import MS
from app.table.wiring import Table
from app.table.worker import AtOnce

SECOND = 1000 * MS
LOOK_S = 0.5
"""How often the table is looked at; five times as rarely as by the app."""
PRESS_S = 0.12
"""How long a bot holds its button."""
MOST_ROUNDS = 1000
"""A match that is not over by then is reported as unfinished."""


class HandClock:
    """A monotonic clock that moves when told to; in nanoseconds."""

    def __init__(self) -> None:
        self.now_ns = SECOND

    def __call__(self) -> int:
        return self.now_ns

    def advance_to(self, at_ns: int) -> None:
        """Move forward, never back."""
        self.now_ns = max(self.now_ns, at_ns)


class MatchReport(msgspec.Struct, frozen=True):
    """One finished match: who won, the team sizes, the number of rounds and how they ended."""

    winner: str | None
    scores: tuple[int, ...]
    rounds: int
    ends: dict[str, int]
    actions: int


class Autoplay:
    """Plays matches at one table whose seats are all bots'."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        self._table, self._clock = table, clock
        self._bots = Opponents(table.session, AtOnce(), clock, self._press)
        self._ends: Counter[str] = Counter()
        self.ended: State | None = None
        """How the last match ended."""

    @property
    def _state(self) -> State:
        state = self._table.session.state
        assert isinstance(state, State)
        return state

    def play(self, setup: Setup) -> MatchReport:
        """Play one match from the set-up to its winner. Raises `Refused` for a state that cannot be."""
        session = self._table.session
        self._ends = Counter()
        session.listener = self._listen
        session.start(setup)
        first = self._state
        while session.game.result(self._state) is None and self._state.rounds_played < MOST_ROUNDS:
            self._wait(LOOK_S)
            self._bots.poll()
        self.ended = state = self._state
        actions = session.actions()
        self._replay(first, actions)
        session.leave()
        return MatchReport(
            winner=None if state.winner is None else state.players[state.winner].name,
            scores=tuple(len(seat.team) for seat in state.players),
            rounds=state.rounds_played,
            ends=dict(sorted(self._ends.items())),
            actions=len(actions),
        )

    def _replay(self, first: State, actions: list[object]) -> None:
        """The same actions from their text must lead to the same state."""
        game = self._table.session.game
        state = msgspec.json.decode(msgspec.json.encode(first), type=game.state_type)
        for action in actions:
            again = msgspec.json.decode(msgspec.json.encode(action), type=game.action_type)
            state, _ = game.apply(state, again)
        if state != self._state:
            raise refuse("table.replay_differs", round=self._state.rounds_played)

    def _listen(self, events: list[Message], accepted: bool) -> None:
        if accepted:
            self._table.session.game.check(self._state)
        for event in events:
            if event.key.startswith("round."):
                self._ends[event.key.removeprefix("round.")] += 1

    def _wait(self, seconds: float) -> None:
        self._clock.advance_to(self._clock() + int(seconds * SECOND))
        self._table.poll()

    def _press(self, seat: int) -> None:
        """Press and release the seat's key. There are fewer keys than chairs: others press on the screen."""
        table = self._table
        assert table.gear.keys is not None
        key = table.config.keys.players.get(seat + 1)
        if key is None:
            table.session.want(Buzz(seat))
            table.poll()
            return
        table.gear.keys.down(key)
        self._wait(PRESS_S)
        table.gear.keys.up(key)
        table.poll()
