"""A table with bots on a made-up clock: real session and journal, the app's ten looks a second, and a person.

Ann sits on seat 0. Whatever is said while the bots act is theirs, so a refused action of theirs is seen.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from typing import Any, ClassVar

from app.games.contract import Message
from app.games.mutant_meeples.bots import LEVELS, Idea, think
from app.games.mutant_meeples.claims import can_still_claim, lowest_free_tile
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.roster import Rules
from app.games.mutant_meeples.state import (
    Agree,
    Claim,
    Done,
    DrawCrime,
    GiveBack,
    Phase,
    PlayerSetup,
    Proceed,
    Round,
    Row,
    Scatter,
    SetPlan,
    Setup,
    ShowMove,
    State,
    plan_total,
)
from app.store.journal import Journal
from app.table.autoplay import HandClock
from app.table.opponents import Opponents, ideas_of
from app.table.session import Session
from app.table.worker import Asking, AtOnce
from tests.scenarios.table import CITY, ThisOpening
from tests.store.newest import newest_open

WALL = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)
SECOND = 1_000_000_000
ANN, BO, CY, DI = range(4)
LOOK_S = 0.1
"""Between two looks of the app."""


class SlowWorker:
    """Keeps every question until `answer`; the oldest first, also when nobody wants it any more."""

    def __init__(self) -> None:
        self.questions: list[tuple[Callable[[], Any], Callable[[Any], None]]] = []

    def ask(
        self,
        topic: str,
        work: Callable[[], Any],
        then: Callable[[Any], None],
        otherwise: Callable[[Exception], None],
    ) -> None:
        self.questions.append((work, then))

    def forget(self, topic: str) -> None:
        pass

    def answer(self) -> None:
        work, then = self.questions.pop(0)
        then(work())


class BrokenWorker(AtOnce):
    """Every piece of work fails."""

    def ask(
        self,
        topic: str,
        work: Callable[[], Any],
        then: Callable[[Any], None],
        otherwise: Callable[[Exception], None],
    ) -> None:
        otherwise(ValueError("no solver"))


class BotEvening:
    """The table, its clock and its bots. `tests/conftest.py` closes its journal with the test."""

    going_on: ClassVar[list[BotEvening]] = []

    @classmethod
    def close_all(cls) -> None:
        """Every evening is over."""
        while cls.going_on:
            cls.going_on.pop().journal.close()

    def __init__(
        self, game: MutantMeeples | None = None, worker: Asking | None = None, seed: int = 1
    ) -> None:
        self.game, self.worker, self.seed = game or MutantMeeples(), worker or AtOnce(), seed
        self.journal = Journal(None)
        self.going_on.append(self)
        self.clock = HandClock()
        self.said: list[Message] = []
        self.bots_said: list[tuple[Message, bool]] = []
        self._open()

    def _open(self) -> None:
        self.session: Session[State] = Session(
            self.game,
            self.journal,
            clock_ns=self.clock,
            wall=lambda: WALL,
            rng=random.Random(self.seed),
        )
        self.session.listener = self._listen
        self.bots = Opponents(self.session, self.worker, self.clock)
        self._bots_turn = False

    def _listen(self, events: list[Message], accepted: bool) -> None:
        self.said += events
        if self._bots_turn:
            self.bots_said += [(event, accepted) for event in events]
            assert accepted, f"a bot was refused: {events}"

    def sit_down(
        self,
        *levels: str | None,
        city: Any = CITY,
        styles: str = "touch",
        removed: tuple[str, ...] = (),
        timer_s: int = 60,
    ) -> None:
        """A seat for each level; None for a person. `styles`: how the persons claim."""
        seats = tuple(
            PlayerSetup(
                ("Ann", "Bo", "Cy", "Di")[number],
                style="buzz" if styles == "buzz" and level is None else "touch",
                removed=removed,
                bot=level,
            )
            for number, level in enumerate(levels)
        )
        self.session.start(Setup(seats, board=city, rules=Rules(timer_s=timer_s)))

    def wants(self, *actions: object) -> None:
        """The person touches."""
        for action in actions:
            self.session.want(action)
            self.session.pump()

    def wait(self, seconds: float, until: Callable[[], bool] = lambda: False) -> float:
        """Let time pass with ten looks a second, or until then; the seconds that passed."""
        looks = 0
        while looks < round(seconds * 10) and not until():
            looks += 1
            self.clock.advance_to(self.clock() + SECOND // 10)
            self.session.pump()
            self._look()
        return looks / 10

    def _look(self) -> None:
        self._bots_turn = True
        self.bots.poll()
        self._bots_turn = False

    def power_cut(self) -> None:
        """A new session and new bots on the same journal."""
        self.clock = HandClock()
        self._open()
        stored = newest_open(self.journal)
        assert stored is not None
        self.session.resume(stored)

    @property
    def state(self) -> State:
        assert self.session.state is not None
        return self.session.state

    @property
    def crime(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    def ideas(self) -> dict[int, Idea]:
        """What the bots will do about the open crime."""
        return ideas_of(self.state)

    def shown(self) -> int:
        """Moves of the demonstration so far."""
        return len(self.crime.moves)

    def tiles(self) -> dict[int, int]:
        """{seat: tile}"""
        return {held.player: held.tile for held in self.crime.holdings}


def opening(*scenes: str, teams: tuple[tuple[str, ...], ...] = ()) -> MutantMeeples:
    """Worked example R1 as every opening: an empty little city with the meeples down the diagonal."""
    return ThisOpening(*scenes, teams=teams)


def rows(*counts: tuple[str, int]) -> tuple[Row, ...]:
    """Markers: (colour, count) in row order."""
    return tuple(Row(colour, count) for colour, count in counts)


class Person:
    """Ann's hand: she thinks like a bot of the club."""

    def __init__(self, table: BotEvening) -> None:
        self.table, self.crime, self.thought_s = table, -1, 0.0

    def look(self) -> None:
        """Do what is hers to do, one thing at a time."""
        state, table = self.table.state, self.table
        crime = state.round
        if state.phase in (Phase.DRAW, Phase.RESULT):
            table.wants(DrawCrime())
        elif state.phase is Phase.SCATTER:
            table.wants(Scatter())
        elif state.phase is Phase.THINK and crime is not None:
            self._think(state)
        elif crime is not None and crime.showing == ANN:
            self._show(state)

    def _think(self, state: State) -> None:
        crime, table = self.table.crime, self.table
        if crime.number != self.crime:
            self.crime, self.thought_s = crime.number, 0.0
            self.idea = think(state, ANN, LEVELS["club"], random.Random(crime.number))
        self.thought_s += LOOK_S
        if self.thought_s < self.idea.after_s or not can_still_claim(state, ANN):
            return
        tile = lowest_free_tile(crime, plan_total(self.idea.plan)) if self.idea.plan else None
        if tile is not None:
            table.wants(SetPlan(ANN, self.idea.plan), Claim(ANN, tile))
        elif not crime.holdings and ANN not in crime.agreed:
            table.wants(Agree(ANN))

    def _show(self, state: State) -> None:
        crime, table = self.table.crime, self.table
        if state.phase is Phase.FAILED:
            table.wants(GiveBack(state.players[ANN].team[0]) if crime.penalty_due else Proceed())
            return
        total = plan_total(self.table.state.holding(ANN).plan)  # type: ignore[union-attr]
        table.wants(*(ShowMove(move.meeple, move.to) for move in self.idea.moves[:total]), Done())
