"""Plays the seats of a match that are the machine's: thinks beside it, and does what a person there would do.

In: the session, a worker for the thinking, a clock. Out: actions through the session's queue, one at a time
and only such as are legal when they are sent. It looks at the state and at nothing else, so it goes on after
undo, corrections, a pause or a restart as it finds the match. A bot's idea hangs on the crime and the seat
alone (its chances are drawn from a generator seeded with both): taken back and drawn again it is the same.

`poll` about ten times a second on the main thread, after the table's own poll.
"""

from __future__ import annotations

import functools
import logging
import random
from collections.abc import Callable
from typing import Any

from app.games.mutant_meeples import bots
from app.games.mutant_meeples.bots import LEVELS, Idea
from app.games.mutant_meeples.claims import can_still_claim, lowest_free_tile, markers_on_the_board
from app.games.mutant_meeples.showing import needs_markers
from app.games.mutant_meeples.state import (
    Action,
    Agree,
    Buzz,
    Claim,
    Clock,
    Done,
    DrawCrime,
    GiveBack,
    GiveUp,
    Phase,
    Proceed,
    Round,
    Scatter,
    SetPlan,
    ShowMove,
    State,
    TakeBack,
    TimeUp,
    plan_total,
)
from app.table.session import Session
from app.table.timers import MS
from app.table.worker import Asking

log = logging.getLogger(__name__)

TOPIC = "opponents"
SECOND = 1000 * MS

MOVE_S = 1.5
"""Seconds before each move of a demonstration: people follow it on the board."""
VERDICT_S = 4.0
"""Seconds to read why a bot's claim does not hold, before it pays and before the next one shows."""
NEXT_S = 6.0
"""Seconds before bots turn the next tiles; only among themselves: where there are people, people do."""
AGREE_S = 30.0
"""Seconds that a bot who sees no way waits for the people to agree, before it says so on its own."""
UNDONE_S = 5.0
"""Seconds that bots stand still after something was taken back: the table may want to go back further."""
TOO_LATE_MS = 200
"""With so little sand left a bot takes nothing more: it would be told that it was too late."""


Ideas = dict[int, Idea]
"""By seat."""


def ideas_of(state: State) -> Ideas:
    """What every bot thinks about the open crime. Slow; any thread may call it."""
    crime = state.round
    assert crime is not None
    return {
        seat: bots.think(
            state,
            seat,
            LEVELS[player.bot],
            random.Random(f"{seat} {crime.number} {crime.target} {sorted(crime.starts.items())}"),
        )
        for seat, player in enumerate(state.setup.players)
        if player.bot is not None
    }


class Opponents:
    """The bots of one table; all methods belong to the main thread.

    `press(seat)` pushes the button of a seat that claims by button; without it bots take their tiles by touch
    whatever their seat's style.
    """

    def __init__(
        self,
        session: Session[Any],
        worker: Asking,
        clock_ns: Callable[[], int],
        press: Callable[[int], None] | None = None,
    ) -> None:
        self._session, self._worker, self._clock_ns, self._press = session, worker, clock_ns, press
        self._looked_ns: int | None = None
        """When time was running at the last look: that moment."""
        self._state: State | None = None
        self._still_ns = 0
        """How long the state has been as it is; paused time does not count."""
        self._question: tuple[object, ...] | None = None
        self._ideas: Ideas = {}
        self._thinking_ns = 0
        """How long the crime of the question has been open; paused time does not count."""
        self._hurried: State | None = None
        """The people need not wait for what the bots would do in this state; void in any other."""

    @property
    def may_hurry(self) -> bool:
        """Whether the sand runs for bots alone: no person can claim any more, and some bot still can."""
        state = self._session.state
        if not isinstance(state, State) or self._session.paused:
            return False
        crime = state.round
        if state.phase is not Phase.THINK or crime is None or crime.clock is not Clock.RUNNING:
            return False
        return all(
            self._is_bot(state, seat) for seat in range(len(state.players)) if can_still_claim(state, seat)
        )

    @property
    def hurried(self) -> bool:
        """Whether they have been told that nobody waits, and have not thought it through yet."""
        return self._hurried is not None and self._hurried is self._session.state

    def hurry(self) -> None:
        """Nobody needs to wait: at the next `poll` (and as soon as they have thought) bots end the crime.

        What they would claim before the sand is out they claim then, in the order in which they would have;
        then the time is up. Nothing happens where `may_hurry` is false.
        """
        if self.may_hurry:
            self._hurried = self._session.state

    def poll(self) -> None:
        """Do what is due, one action at most."""
        state = self._session.state
        seats = state.setup.players if isinstance(state, State) else ()
        bot_seats = frozenset(seat for seat, player in enumerate(seats) if player.bot is not None)
        self._session.deaf = bot_seats if self._press is None else frozenset()
        if not isinstance(state, State) or not bot_seats:
            self._worker.forget(TOPIC)
            self._looked_ns = self._state = self._question = None
            return
        if self._session.paused:
            self._looked_ns = None
            return
        self._let_time_pass(state)
        if self.hurried:
            if self._ideas:
                self._end_the_wait()
            return
        if self._still_ns < UNDONE_S * SECOND and self._session.can_redo:
            return
        action = self._next(state)
        if isinstance(action, Buzz) and self._press is not None:
            self._press(action.player)
        elif action is not None:
            self._session.want(action)
            self._session.pump()

    def _let_time_pass(self, state: State) -> None:
        now = self._clock_ns()
        passed = 0 if self._looked_ns is None else now - self._looked_ns
        self._looked_ns = now
        self._still_ns = self._still_ns + passed if state is self._state else 0
        self._state = state
        crime = state.round
        if crime is None or state.phase not in (Phase.THINK, Phase.SHOW):
            return
        question = (state.setup, crime.number, crime.target, crime.starts, crime.teams)
        if question != self._question:
            self._question, self._ideas, self._thinking_ns = question, {}, 0
            heard = functools.partial(self._heard, question)
            self._worker.ask(TOPIC, functools.partial(ideas_of, state), heard, self._failed)
        elif state.phase is Phase.THINK:
            self._thinking_ns += passed

    def _heard(self, question: tuple[object, ...], ideas: Ideas) -> None:
        if question == self._question:
            self._ideas = ideas

    def _failed(self, error: Exception) -> None:
        """Without an idea bots let people play on: they agree when all have, and give up what they hold."""
        log.error("the bots cannot think", exc_info=error)
        if self._state is not None:
            seats = range(len(self._state.players))
            self._ideas = {seat: Idea(0.0) for seat in seats if self._is_bot(self._state, seat)}

    @staticmethod
    def _is_bot(state: State, seat: int) -> bool:
        return state.setup.players[seat].bot is not None

    def _stood(self, seconds: float) -> bool:
        return self._still_ns >= seconds * SECOND

    def _next(self, state: State) -> Action | None:
        """What a bot does now, or None."""
        crime = state.round
        match state.phase:
            case Phase.DRAW | Phase.RESULT | Phase.SCATTER if self._stood(NEXT_S):
                if all(player.bot for player in state.setup.players):
                    return Scatter() if state.phase is Phase.SCATTER else DrawCrime()
            case Phase.THINK if crime is not None:
                return self._think(state, crime)
            case Phase.SHOW if crime is not None and crime.showing in self._ideas and self._stood(MOVE_S):
                return self._show(state, crime, crime.showing)
            case Phase.FAILED if crime is not None and crime.showing is not None and self._stood(VERDICT_S):
                if self._is_bot(state, crime.showing):
                    owes = crime.penalty_due
                    return GiveBack(bots.give_back(state, crime.showing)) if owes else Proceed()
        return None

    def _end_the_wait(self) -> None:
        """All that the bots would do until the sand is out, now; then it is out."""
        session = self._session
        ahead_ns = (min(session.left_ms().values()) - TOO_LATE_MS) * MS
        accepted = True
        while accepted and self.may_hurry:
            state = session.state
            assert state is not None
            accepted = session.act(self._think(state, state.round, ahead_ns) or TimeUp())

    def _think(self, state: State, crime: Round, ahead_ns: int = 0) -> Action | None:
        """The next step towards a claim or an agreement, of the bot whose idea came first.

        `ahead_ns`: ideas that come within this time count as if they had come.
        """
        if any(left < TOO_LATE_MS for left in self._session.left_ms().values()):
            return None
        for seat, idea in sorted(self._ideas.items(), key=lambda one: one[1].after_s):
            if self._thinking_ns + ahead_ns >= idea.after_s * SECOND:
                action = self._speak(state, crime, seat, idea)
                if action is not None:
                    return action
        return None

    def _speak(self, state: State, crime: Round, seat: int, idea: Idea) -> Action | None:
        """Lay markers, then press where the seat has a button, then take the lowest tile that will do."""
        offers = {offer.action: offer.choices for offer in self._session.game.legal(state, seat)}
        tile = lowest_free_tile(crime, plan_total(idea.plan)) if idea.plan else None
        if tile is None:
            may_agree = offers.get("agree", {}).get("agreed", False)
            return Agree(seat) if may_agree and self._would_agree(state, crime, idea) else None
        by_button = self._press is not None and state.setup.players[seat].style == "buzz"
        hidden = by_button and markers_on_the_board(state.setup)
        if crime.drafts[seat] != idea.plan and not hidden:
            return SetPlan(seat, idea.plan) if "plan" in offers else None
        if by_button and "buzz" in offers:
            return Buzz(seat)
        return Claim(seat, tile) if "claim" in offers else None

    def _would_agree(self, state: State, crime: Round, idea: Idea) -> bool:
        """When all people have, or after waiting for them."""
        people = (seat for seat in range(len(state.players)) if not self._is_bot(state, seat))
        if all(seat in crime.agreed or not can_still_claim(state, seat) for seat in people):
            return True
        return self._thinking_ns >= (idea.after_s + AGREE_S) * SECOND

    def _show(self, state: State, crime: Round, seat: int) -> Action:
        """The next step of a demonstration: the moves the bot had in mind, as far as its markers go."""
        idea, held = self._ideas[seat], state.holding(seat)
        assert held is not None
        if needs_markers(state):
            fits = 0 < plan_total(idea.plan) <= held.tile
            return SetPlan(seat, idea.plan) if fits else GiveUp()
        wanted = [ShowMove(move.meeple, move.to) for move in idea.moves[: plan_total(held.plan)]]
        shown = [ShowMove(move.meeple, move.to) for move in crime.moves]
        if shown != wanted[: len(shown)]:  # somebody has helped: these are not the bot's moves
            return TakeBack()
        if len(shown) < len(wanted):
            return wanted[len(shown)]
        return Done() if shown else GiveUp()
