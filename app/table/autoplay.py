"""Bots at a real table: whole matches through session, journal, keys, pins and timers, on a made-up clock.

In: a `Table` wired with simulated pins and a `HandClock`. Out: what happened in each match. Bots that buzz
press the keys of their seat, so their claims run through gpiozero's simulated pins and our own filter; the
others touch. Nothing here knows the time of day, so one seed always gives the same match. Every state on the
way is checked as one from outside would be, and at the end the whole match is replayed from its text.
"""

from __future__ import annotations

import random
from collections import Counter

import msgspec

from app.games.contract import Message, refuse
from app.games.mutant_meeples.bots import Idea, Level, think
from app.games.mutant_meeples.claims import can_still_claim, lowest_free_tile, markers_on_the_board
from app.games.mutant_meeples.showing import needs_markers
from app.games.mutant_meeples.state import (
    Agree,
    Buzz,
    Claim,
    Done,
    DrawCrime,
    GiveBack,
    GiveUp,
    Phase,
    Proceed,
    Scatter,
    SetPlan,
    Setup,
    ShowMove,
    State,
    plan_total,
)
from app.table.timers import MS
from app.table.wiring import Table

SECOND = 1000 * MS
PRESS_NS = 120 * MS
"""How long a bot holds its button."""
NAMING_S = 2
"""How long a bot takes to name its number after pressing."""
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
    """Plays matches at one table with bots of one level."""

    def __init__(self, table: Table, clock: HandClock, level: Level, rng: random.Random) -> None:
        self._table, self._clock, self._level, self._rng = table, clock, level, rng
        self._ideas: dict[int, Idea | None] = {}
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
            self._step()
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

    def _want(self, action: object) -> None:
        self._table.session.want(action)
        self._table.poll()

    def _wait(self, seconds: float) -> None:
        self._clock.advance_to(self._clock() + int(seconds * SECOND))
        self._table.poll()

    def _step(self) -> None:
        state = self._state
        match state.phase:
            case Phase.DRAW | Phase.RESULT:
                self._wait(1)
                self._want(DrawCrime())
            case Phase.SCATTER:
                self._want(Scatter())
            case Phase.THINK:
                self._think(state)
            case Phase.SHOW:
                self._show(state)
            case Phase.FAILED:
                self._pay(state)

    def _think(self, state: State) -> None:
        """Let every bot claim when its idea is due, until the round has moved on."""
        seats = range(len(state.players))
        self._ideas = {seat: think(state, seat, self._level, self._rng) for seat in seats}
        began = self._clock()
        due = sorted((idea.after_s, seat) for seat, idea in self._ideas.items() if idea is not None)
        for after_s, seat in due:
            self._clock.advance_to(began + int(after_s * SECOND))
            self._table.poll()
            if self._state.phase is not Phase.THINK:
                return
            if can_still_claim(self._state, seat):
                self._claim(seat)
        crime = self._state.round
        if crime is not None and not crime.holdings:
            for seat in seats:
                if self._state.phase is Phase.THINK:
                    self._want(Agree(seat))
        while self._state.phase is Phase.THINK:
            self._wait(1)

    def _claim(self, seat: int) -> None:
        idea = self._ideas[seat]
        assert idea is not None
        setup = self._state.setup
        buzzes = setup.players[seat].style == "buzz"
        if not (buzzes and markers_on_the_board(setup)):
            self._want(SetPlan(seat, idea.plan))
        if buzzes and not self._press(seat):
            return
        crime = self._state.round
        if crime is None or self._state.phase is not Phase.THINK:
            return
        tile = lowest_free_tile(crime, plan_total(idea.plan))
        if tile is not None:
            self._want(Claim(seat, tile))

    def _press(self, seat: int) -> bool:
        """Press and release the seat's key; True when the press opened a lane that is still open.

        A seat without a key (there are fewer keys than chairs) presses its button on the screen.
        """
        table = self._table
        assert table.keys is not None
        key = table.config.keys.players.get(seat + 1)
        if key is None:
            self._want(Buzz(seat))
        else:
            table.keys.down(key)
            self._wait(PRESS_NS / SECOND)
            table.keys.up(key)
        self._wait(NAMING_S)
        crime = self._state.round
        return crime is not None and any(lane.player == seat for lane in crime.lanes)

    def _show(self, state: State) -> None:
        crime = state.round
        assert crime is not None
        assert crime.showing is not None
        idea = self._ideas[crime.showing]
        assert idea is not None
        if needs_markers(state):
            self._want(SetPlan(crime.showing, idea.plan))
        for move in idea.moves:
            if self._state.phase is Phase.SHOW:
                self._wait(1)
                self._want(ShowMove(move.meeple, move.to))
        self._want(Done() if self._state.cells() != self._state.starts else GiveUp())

    def _pay(self, state: State) -> None:
        crime = state.round
        assert crime is not None
        assert crime.showing is not None
        if crime.penalty_due:
            self._want(GiveBack(self._rng.choice(state.players[crime.showing].team)))
        self._want(Proceed())
