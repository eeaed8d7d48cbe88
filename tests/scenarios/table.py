"""A whole table without a screen: `set_up` with simulated pins, keys pressed edge by edge, a made-up clock.

People act in seconds: `press` takes a tenth of one, `touch` none. Nothing reaches the session past its queue.
"""

from __future__ import annotations

import datetime
import random
from pathlib import Path

from msgspec.structs import replace

from app.games.contract import Message
from app.games.mutant_meeples.board import BoardFile
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.roster import Rules
from app.games.mutant_meeples.state import (
    Action,
    Claim,
    DrawCrime,
    PlayerSetup,
    Round,
    Row,
    SetPlan,
    Setup,
    State,
)
from app.table.autoplay import HandClock
from app.table.wiring import Table, set_up
from hardware.pins import PinBackend

WALL = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)
SECOND = 1_000_000_000
POLLS_PER_SECOND = 10
DEFAULT_RULES = Rules()

GRATES = ("AA", "BB", "CC", "DD", "EE", "FF", "GG", "HH")
CITY = BoardFile(name="Little City", columns=8, rows=8, grates=GRATES)
STARTS = dict(zip(("green", "gray", "blue", "brown", "red", "white", "yellow", "black"), GRATES, strict=True))
"""Worked example R1: no buildings, the meeples down the diagonal."""


class ThisOpening(MutantMeeples):
    """The real game, stacked: who stands where, who begins with whom, and which letters come up."""

    def __init__(self, *scenes: str, teams: tuple[tuple[str, ...], ...] = ()) -> None:
        self._scenes, self._teams = list(scenes), teams

    def new(self, setup: Setup, rng: random.Random) -> State:
        state = super().new(setup, rng)
        players = tuple(
            replace(seat, team=self._teams[n] if n < len(self._teams) else ())
            for n, seat in enumerate(state.players)
        )
        return replace(state, players=players, starts=STARTS, drawer=0)

    def chance(self, state: State, action: Action, rng: random.Random) -> Action:
        if isinstance(action, DrawCrime) and action.letters is None and self._scenes:
            scene = self._scenes.pop(0)
            stack = tuple(letter for letter in "ABCDEFGH" if letter not in scene)
            return DrawCrime((scene[0], scene[1]), stack)
        return super().chance(state, action, rng)


class Evening:
    """People around one table; `names` sit in this order, those in `buzzers` have a button."""

    def __init__(self, state_dir: Path, game: MutantMeeples, *, config: str | None = None) -> None:
        self.state_dir, self.game = state_dir, game
        self.clock = HandClock()
        self.said: list[Message] = []
        self.config_path = state_dir / "hardware.toml"
        if config is not None:
            state_dir.mkdir(parents=True, exist_ok=True)
            self.config_path.write_text(config)
        self._lost: list[Table] = []
        self.table = self._open()

    def _open(self) -> Table:
        table = set_up(
            state_dir=self.state_dir,
            config_path=self.config_path,
            game=self.game,
            clock_ns=self.clock,
            wall=lambda: WALL,
            rng=random.Random(9),
            backend=PinBackend.SIMULATED,
        )
        table.session.listener = lambda events, accepted: self.said.extend(events)
        return table

    def sit_down(self, *names: str, buzzers: tuple[str, ...] = (), rules: Rules = DEFAULT_RULES) -> None:
        seats = tuple(PlayerSetup(n, style="buzz" if n in buzzers else "touch") for n in names)
        self.table.session.start(Setup(seats, board=CITY, rules=rules))

    # -- what people do ---------------------------------------------------------------------------------

    def touch(self, *actions: Action) -> None:
        """Tap these on the screen, one after the other."""
        for action in actions:
            self.table.session.want(action)
            self.table.poll()

    def claims(self, seat: int, tile: int, *rows: tuple[str, int]) -> None:
        """Lay markers on the screen and take a tile."""
        self.touch(SetPlan(seat, tuple(Row(colour, count) for colour, count in rows)), Claim(seat, tile))

    def key_down(self, seat: int, at_ns: int | None = None) -> None:
        """The key of the seat goes down (at that moment); nobody has looked at the queue yet."""
        assert self.table.gear.keys is not None
        if at_ns is not None:
            self.clock.advance_to(at_ns)
        assert self.table.gear.keys.down(self.table.config.keys.players[seat + 1])

    def key_up(self, seat: int) -> None:
        assert self.table.gear.keys is not None
        assert self.table.gear.keys.up(self.table.config.keys.players[seat + 1])

    def press(self, seat: int) -> None:
        """Press and let go, a tenth of a second in all."""
        self.key_down(seat)
        self.wait(0.1)
        self.key_up(seat)
        self.table.poll()

    def wait(self, seconds: float) -> None:
        """Let time pass with the app looking ten times a second."""
        end = self.clock() + round(seconds * SECOND)
        while self.clock() < end:
            self.clock.advance_to(min(end, self.clock() + SECOND // POLLS_PER_SECOND))
            self.table.poll()

    # -- what the table does ----------------------------------------------------------------------------

    def power_cut(self) -> None:
        """Everything in memory is gone; a new process opens the same folder, at another time of its clock."""
        self.table.hang_up()  # gives the simulated pins back; says nothing to the journal
        self.table.journal._unlock()  # as the system does for a program that is gone
        self._lost.append(self.table)
        self.clock = HandClock()
        self.clock.advance_to(77 * SECOND)
        self.table = self._open()
        stored = self.table.kept().match
        assert stored is not None
        self.table.session.resume(stored)

    def close(self) -> None:
        for table in (*self._lost, self.table):
            table.close()

    # -- what can be seen -------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        state = self.table.session.state
        assert isinstance(state, State)
        return state

    @property
    def round(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    def teams(self) -> list[tuple[str, ...]]:
        return [seat.team for seat in self.state.players]

    def held(self) -> dict[int, int]:
        """{seat: tile}"""
        return {held.player: held.tile for held in self.round.holdings}

    def heard(self) -> list[str]:
        """Keys of everything said since the last time."""
        keys = [message.key for message in self.said]
        self.said.clear()
        return keys
