"""The nouns of a match: set-up, state and actions, all frozen and JSON both ways.

Seats are numbered from 0 in table order. Cells and colours are names, as in files. `State.starts` are the
placeholders; during a demonstration the meeples stand where `Round.moves` have taken them.
"""

from __future__ import annotations

import functools
from enum import StrEnum
from typing import Literal

import msgspec

from app.games.contract import Message
from app.games.mutant_meeples.board import Board, BoardFile, shipped_board
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.building import Tiles, covered
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.roster import Kit, Rules
from app.games.mutant_meeples.verifier import Verdict

VERSION = 1

MAX_PLAYERS = box().marker_sets
"""Of the box as sold, for figures that are made once; the rules ask `box()` itself."""


class PlayerSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat: markers given up before the game, the way of claiming, and the shorter game's seed.

    `style`: on the screen ("touch"), by a press that is followed by a number ("buzz"), or by a press of the
    number chosen beforehand with up and down ("pad"), which takes the next free tile above a taken one.

    `handicap` markers are taken away at random, besides the chosen ones in `removed` (MM-118, MM-119); `seed`
    is the colour that stands on the super team from the start (MM-125). `bot` is the skill level of a seat
    that the machine plays, one of `bots.LEVELS`; None for a person.
    """

    name: str
    handicap: int = 0
    style: Literal["touch", "buzz", "pad"] = "touch"
    removed: tuple[str, ...] = ()
    seed: str | None = None
    bot: str | None = None


class Tournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a tournament stands before this game, in seat order; empty: nobody has won yet.

    `wins`: games won. `taken`: markers given up for them, for good (MM-128).
    """

    wins: tuple[int, ...] = ()
    taken: tuple[tuple[str, ...], ...] = ()


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything chosen before the first draw. `board` is a shipped city's name or a whole board.

    `buzz_s`: seconds a player has to name a number after pressing the claim button. `building_tiles` are the
    Construction and Destruction tiles on the board; those without a cell get theirs by the draw of `new`.
    """

    players: tuple[PlayerSetup, ...]
    board: str | BoardFile = "meeptropolis"
    rules: Rules = Rules()
    buzz_s: int = 5
    building_tiles: Tiles = ()
    tournament: Tournament | None = None
    version: int = VERSION

    def wins(self, player: int) -> int:
        """Games of the tournament the player has won before this one."""
        return self.tournament.wins[player] if self.tournament and self.tournament.wins else 0

    def taken(self, player: int) -> tuple[str, ...]:
        """Markers the player has given up for games won before."""
        return self.tournament.taken[player] if self.tournament and self.tournament.taken else ()

    def given_up(self, player: int) -> tuple[str, ...]:
        """Markers known to be out before anything is drawn: the chosen ones and those of the tournament."""
        return (*self.players[player].removed, *self.taken(player))


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a player board: this meeple makes that many moves."""

    meeple: str
    count: int


Plan = tuple[Row, ...]


class Holding(msgspec.Struct, frozen=True):
    """A player's Movement tile and the markers behind it (empty: they lie on the player board)."""

    player: int
    tile: int
    plan: Plan = ()


class Lane(msgspec.Struct, frozen=True):
    """A player who has pressed the claim button and owes a number; `wish` waits for an earlier press."""

    player: int
    wish: int | None = None


class Phase(StrEnum):
    """Where the match stands."""

    DRAW = "draw"
    THINK = "think"
    SHOW = "show"
    FAILED = "failed"
    RESULT = "result"
    SCATTER = "scatter"
    FINISHED = "finished"


class Clock(StrEnum):
    """The sand timer of the round."""

    IDLE = "idle"
    RUNNING = "running"
    OVER = "over"


class Ruling(msgspec.Struct, frozen=True):
    """What the referee decided about one demonstration, and why."""

    player: int
    legal: bool
    reason: Message
    moves: tuple[Move, ...] = ()


class Round(msgspec.Struct, frozen=True):
    """One crime, from the draw to its end. `starts`, `teams`: meeples and super teams at the draw."""

    number: int
    drawer: int
    letters: tuple[str, str]
    target: str
    starts: dict[str, str]
    drafts: tuple[Plan, ...]
    teams: tuple[tuple[str, ...], ...]
    holdings: tuple[Holding, ...] = ()
    lanes: tuple[Lane, ...] = ()
    out: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()
    clock: Clock = Clock.IDLE
    failed: tuple[int, ...] = ()
    showing: int | None = None
    moves: tuple[Move, ...] = ()
    ruling: Ruling | None = None
    penalty_due: bool = False


class Player(msgspec.Struct, frozen=True):
    """One seat during the match: super team in order of joining, markers removed for good."""

    name: str
    team: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True):
    """The whole match. `stack` is the face-down pile of Location tiles, next draw first."""

    setup: Setup
    players: tuple[Player, ...]
    starts: dict[str, str]
    stack: tuple[str, ...]
    drawer: int
    phase: Phase = Phase.DRAW
    round: Round | None = None
    rounds_played: int = 0
    agreed_in_a_row: int = 0
    winner: int | None = None
    version: int = VERSION

    @property
    def board(self) -> Board:
        """The city this match is played in."""
        return board_of(self.setup)

    def kit(self, player: int) -> Kit:
        """What the player may move and borrow."""
        seat = self.players[player]
        return Kit(frozenset(seat.team), frozenset(seat.removed), self.setup.rules)

    def round_kit(self, player: int) -> Kit:
        """What the player could use in this round, whatever was won or given back in it."""
        assert self.round is not None
        return Kit(
            frozenset(self.round.teams[player]), frozenset(self.players[player].removed), self.setup.rules
        )

    def cells(self) -> dict[str, str]:
        """Where every meeple stands now: its placeholder, or where the demonstration has taken it."""
        moved = {move.meeple: move.to for move in self.round.moves} if self.round else {}
        return {**self.starts, **moved}

    def holding(self, player: int) -> Holding | None:
        """The tile in front of the player, if any."""
        if self.round is None:
            return None
        return next((held for held in self.round.holdings if held.player == player), None)


def board_of(setup: Setup) -> Board:
    """The board of a set-up, with the building tiles that lie on it. Raises `BoardInvalid`."""
    if setup.building_tiles:
        return _changed(printed_board(setup), setup.building_tiles)
    return printed_board(setup)


def printed_board(setup: Setup) -> Board:
    """The board of a set-up as it comes out of the box. Raises `BoardInvalid`."""
    if isinstance(setup.board, str):
        return shipped_board(setup.board)
    return _built(msgspec.json.encode(setup.board))


# Every look at a state asks for its board, and building one takes far longer than writing it.
@functools.lru_cache(maxsize=8)
def _built(text: bytes) -> Board:
    return Board(msgspec.json.decode(text, type=BoardFile))


@functools.lru_cache(maxsize=8)
def _changed(board: Board, tiles: Tiles) -> Board:
    return Board(covered(board.file, tiles))


def plan_total(plan: Plan) -> int:
    """Sum of the markers."""
    return sum(row.count for row in plan)


class DrawCrime(msgspec.Struct, frozen=True, tag="draw", forbid_unknown_fields=True):
    """Turn two Location tiles; `letters` and the `stack` left are filled in by chance."""

    letters: tuple[str, str] | None = None
    stack: tuple[str, ...] | None = None


class Scatter(msgspec.Struct, frozen=True, tag="scatter", forbid_unknown_fields=True):
    """Put every meeple on a random grate; `cells` is filled in by chance."""

    cells: dict[str, str] | None = None


class SetPlan(msgspec.Struct, frozen=True, tag="plan", forbid_unknown_fields=True):
    """Lay markers: up to three rows, in order."""

    player: int
    rows: tuple[Row, ...]


class Buzz(msgspec.Struct, frozen=True, tag="buzz", forbid_unknown_fields=True):
    """A claim button: the press fixes the moment, the number follows."""

    player: int


class Lapse(msgspec.Struct, frozen=True, tag="lapse", forbid_unknown_fields=True):
    """No number came in time after a press."""

    player: int


class Claim(msgspec.Struct, frozen=True, tag="claim", forbid_unknown_fields=True):
    """Take a Movement tile."""

    player: int
    tile: int


class Eliminate(msgspec.Struct, frozen=True, tag="eliminate", forbid_unknown_fields=True):
    """The table calls it: this player took a tile with no markers laid."""

    player: int


class Agree(msgspec.Struct, frozen=True, tag="agree", forbid_unknown_fields=True):
    """Say (or take back) that this crime cannot be solved."""

    player: int
    agreed: bool = True


class TimeUp(msgspec.Struct, frozen=True, tag="time-up", forbid_unknown_fields=True):
    """The sand has run out."""


class ShowMove(msgspec.Struct, frozen=True, tag="show", forbid_unknown_fields=True):
    """The demonstrator moves a meeple to the cell it comes to rest on."""

    meeple: str
    to: str


class TakeBack(msgspec.Struct, frozen=True, tag="take-back", forbid_unknown_fields=True):
    """Take the last shown move back."""


class Done(msgspec.Struct, frozen=True, tag="done", forbid_unknown_fields=True):
    """The demonstration is over: judge what was shown."""


class ShowCells(msgspec.Struct, frozen=True, tag="show-cells", forbid_unknown_fields=True):
    """The demonstration as read off the board afterwards: {colour: cell} of every meeple.

    `verdict` is worked out once, before the action is journalled: that can take seconds.
    """

    cells: dict[str, str]
    verdict: Verdict | None = None


class GiveUp(msgspec.Struct, frozen=True, tag="give-up", forbid_unknown_fields=True):
    """The demonstrator cannot show it after all."""


class GiveBack(msgspec.Struct, frozen=True, tag="give-back", forbid_unknown_fields=True):
    """The penalty: one marker of the player's own choice leaves the super team."""

    meeple: str


class CorrectClaim(msgspec.Struct, frozen=True, tag="correct-claim", forbid_unknown_fields=True):
    """The table puts a claim right: this player has that tile (None: none), with these markers, if known."""

    player: int
    tile: int | None = None
    rows: tuple[Row, ...] = ()


class CorrectVerdict(msgspec.Struct, frozen=True, tag="correct-verdict", forbid_unknown_fields=True):
    """The table puts a verdict of this round right.

    Where a claim is right after all, `meeple` is the one that arrived and `cells` are where any meeples stand
    that are not on their placeholders; what is left out is taken from the moves that were shown.
    """

    player: int
    legal: bool
    meeple: str | None = None
    cells: dict[str, str] | None = None


class CorrectPlace(msgspec.Struct, frozen=True, tag="correct-place", forbid_unknown_fields=True):
    """The table puts a meeple with its placeholder right: it stands on that cell."""

    meeple: str
    cell: str


class Proceed(msgspec.Struct, frozen=True, tag="proceed", forbid_unknown_fields=True):
    """The meeples stand on their placeholders again: who is next?"""


Action = (
    DrawCrime
    | Scatter
    | SetPlan
    | Buzz
    | Lapse
    | Claim
    | Eliminate
    | Agree
    | TimeUp
    | ShowMove
    | TakeBack
    | Done
    | ShowCells
    | GiveUp
    | GiveBack
    | Proceed
    | CorrectClaim
    | CorrectVerdict
    | CorrectPlace
)
