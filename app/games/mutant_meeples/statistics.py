"""What happened in a match, and what its players are like over many: counted, never guessed.

In: the first state and the actions that count, each with the play time (milliseconds of the match, pauses not
counted; None: not noted). Out: `MatchFacts`, small enough to keep, and for one match a `RoundRecord` a round,
from which it can be shown again. Pure; only `optima` takes time, for it asks the solver.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from app.games.contract import refuse
from app.games.mutant_meeples.answers import Moves
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.solver import solve_for_all
from app.games.mutant_meeples.state import (
    Action,
    Claim,
    CorrectClaim,
    CorrectPlace,
    CorrectVerdict,
    DrawCrime,
    GiveBack,
    Phase,
    Round,
    State,
)

CORRECTIONS = (CorrectClaim, CorrectVerdict, CorrectPlace)
SEARCH_S = 8.0
"""Most seconds for the optimum of one round; what is not proven by then is left out."""

Step = tuple[Action, int | None]
"""An action with the play time."""


class End(StrEnum):
    """How a round ended."""

    SOLVED = "solved"
    UNSOLVED = "unsolved"
    AGREED = "agreed"
    NOBODY = "nobody"
    OPEN = "open"


class Seat(msgspec.Struct, frozen=True):
    """Who sat there; `bot` is the skill level of a seat that the machine played."""

    name: str
    bot: str | None = None


class Claimed(msgspec.Struct, frozen=True, array_like=True):
    """A claim that stood: the tile, and the play time from the draw to naming it (None: not known)."""

    player: int
    tile: int
    after_ms: int | None = None
    corrected: bool = False


class Shown(msgspec.Struct, frozen=True, array_like=True):
    """A verdict, as it stood in the end."""

    player: int
    legal: bool
    corrected: bool = False


class Penalty(msgspec.Struct, frozen=True, array_like=True):
    """A hero that was given back."""

    player: int
    meeple: str


class RoundFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """One crime. `moves` and `joined` are those of the player who solved it.

    `moves` is None also where the table called a claim right that had been called wrong: what was seen of it
    need not be all.
    """

    number: int
    target: str
    end: End
    claims: tuple[Claimed, ...] = ()
    shown: tuple[Shown, ...] = ()
    out: tuple[int, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    solver: int | None = None
    moves: int | None = None
    joined: str | None = None
    corrections: int = 0


class MatchFacts(msgspec.Struct, frozen=True):
    """One match; `removed`: how many markers each seat played without; `corrections`: also between rounds."""

    seats: tuple[Seat, ...]
    removed: tuple[int, ...]
    city: str
    rounds: tuple[RoundFacts, ...]
    winner: int | None
    corrections: int

    @property
    def winner_name(self) -> str:
        """Who won; empty when nobody has."""
        return "" if self.winner is None else self.seats[self.winner].name

    def standing(self, closed: bool) -> str:
        """How it stands: "won", "open", or "ended" when it was closed without a winner."""
        if self.winner is not None:
            return "won"
        return "ended" if closed else "open"


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round as it can be shown again: its state at the end, and by seat the moves that were shown."""

    facts: RoundFacts
    state: State
    shown: Mapping[int, Moves]

    @property
    def over(self) -> bool:
        """Whether nobody searches any more, so that the best may be told (MM-24)."""
        return self.facts.end is not End.OPEN

    @property
    def crime(self) -> Round:
        """The round as it stood in the end."""
        assert self.state.round is not None
        return self.state.round


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match told from its actions."""

    facts: MatchFacts
    rounds: tuple[RoundRecord, ...]
    state: State


def tell(first: State, steps: Iterable[Step]) -> MatchRecord:
    """Tell a match from its first state and the actions that count.

    Raises `Refused` when one cannot be, or when the first state lies within a round.
    """
    if first.round is not None:
        raise refuse("history.midway")
    game, state = MutantMeeples(), first
    rounds: list[_Watched] = []
    corrections = 0
    for action, played_ms in steps:
        before = state.round
        state, _events = game.apply(state, action)
        corrections += isinstance(action, CORRECTIONS)
        if isinstance(action, DrawCrime):
            rounds.append(_Watched(state, played_ms))
        elif state.round is not None and before is not None:
            rounds[-1].see(before, action, state, played_ms)
    told = tuple(RoundRecord(watched.facts(), watched.state, watched.moves) for watched in rounds)
    facts = MatchFacts(
        seats=tuple(Seat(seat.name, seat.bot) for seat in first.setup.players),
        removed=tuple(len(player.removed) for player in first.players),
        city=first.board.name,
        rounds=tuple(record.facts for record in told),
        winner=state.winner,
        corrections=corrections,
    )
    return MatchRecord(facts, told, state)


@dataclass(slots=True)
class _Watched:
    """A round as it goes by."""

    state: State
    drawn_ms: int | None
    named_ms: dict[int, int | None] = field(default_factory=dict)
    claims: dict[int, Claimed] = field(default_factory=dict)
    verdicts: dict[int, Shown] = field(default_factory=dict)
    moves: dict[int, Moves] = field(default_factory=dict)
    penalties: list[Penalty] = field(default_factory=list)
    corrections: int = 0

    def see(self, before: Round, action: Action, state: State, played_ms: int | None) -> None:
        """One action and the state after it."""
        self.state = state
        self.corrections += isinstance(action, CORRECTIONS)
        crime = state.round
        assert crime is not None
        if isinstance(action, Claim):
            self.named_ms[action.player] = played_ms
        if isinstance(action, GiveBack) and before.penalty_due and before.showing is not None:
            self.penalties.append(Penalty(before.showing, action.meeple))
        if crime.holdings != before.holdings:
            self._see_claims(crime, isinstance(action, CorrectClaim))
        if crime.ruling is not None and crime.ruling != before.ruling:
            seat, corrected = crime.ruling.player, isinstance(action, CorrectVerdict)
            self.verdicts[seat] = Shown(seat, crime.ruling.legal, corrected)
            self.moves[seat] = crime.ruling.moves
            if corrected:  # the super team is again as it was at the draw
                self.penalties = [paid for paid in self.penalties if paid.player != seat]

    def _see_claims(self, crime: Round, corrected: bool) -> None:
        held = {holding.player: holding.tile for holding in crime.holdings}
        self.claims = {seat: claim for seat, claim in self.claims.items() if seat in held}
        for seat, tile in held.items():
            old = self.claims.get(seat)
            if old is None or old.tile != tile:
                after = self._after(seat) if old is None else old.after_ms
                self.claims[seat] = Claimed(seat, tile, after, corrected)

    def _after(self, seat: int) -> int | None:
        named = self.named_ms.get(seat)
        return None if named is None or self.drawn_ms is None else named - self.drawn_ms

    def facts(self) -> RoundFacts:
        """What is to be kept of it."""
        crime = self.state.round
        assert crime is not None
        right = crime.ruling if crime.ruling is not None and crime.ruling.legal else None
        joined = None
        if right is not None:
            new = [c for c in self.state.players[right.player].team if c not in crime.teams[right.player]]
            joined = new[0] if new else None  # somebody who practises alone gathers no team
        return RoundFacts(
            number=crime.number,
            target=crime.target,
            end=_end(self.state, crime),
            claims=tuple(self.claims.values()),
            shown=tuple(self.verdicts.values()),
            out=crime.out,
            penalties=tuple(self.penalties),
            solver=None if right is None else right.player,
            moves=None if right is None or right.reason.key == "correct.right" else len(right.moves),
            joined=joined,
            corrections=self.corrections,
        )


def _end(state: State, crime: Round) -> End:
    if crime.ruling is not None and crime.ruling.legal:
        return End.SOLVED
    if state.phase in (Phase.THINK, Phase.SHOW, Phase.FAILED):
        return End.OPEN
    if state.agreed_in_a_row:
        return End.AGREED
    return End.UNSOLVED if crime.holdings else End.NOBODY


# -- the optimum of everybody who claimed ------------------------------------------------------------------

Optima = dict[int, dict[int, int]]
"""{round: {seat: fewest moves}}: what each player who claimed could have done; only what is proven."""


def optima(rounds: Iterable[RoundRecord]) -> Optima:
    """Ask the solver for every claim in rounds that are over, with what that player could use there."""
    found: Optima = {}
    for record in rounds:
        if not record.over:
            continue
        seats = [claim.player for claim in record.facts.claims]
        kits = [record.state.round_kit(seat) for seat in seats]
        crime = record.crime
        answers = solve_for_all(record.state.board, crime.starts, crime.target, kits, deadline_s=SEARCH_S)
        found[record.facts.number] = {
            seat: answer.fewest_moves
            for seat, answer in zip(seats, answers, strict=True)
            if answer.proven and answer.fewest_moves is not None
        }
    return found


# -- players over many matches -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player over all matches; seats that the machine plays are told apart by their level.

    `over`: {tile minus the player's own optimum: how often}, for claims with a proven optimum. `bid_ms` is
    the median time from draw to claim, and `trend` the same match by match, oldest first, matches without a
    timed claim left out.
    """

    name: str
    bot: str | None
    matches: int
    wins: int
    rounds: int
    solved: int
    bids: int
    over: Mapping[int, int]
    bid_ms: float | None
    trend: tuple[float, ...]
    failed: int
    penalties: int
    eliminated: int

    @property
    def mean_over(self) -> float | None:
        """Moves that the player's tiles lie above the optimum, on average."""
        count = sum(self.over.values())
        return sum(over * times for over, times in self.over.items()) / count if count else None


def figures(matches: Sequence[tuple[MatchFacts, Optima]]) -> list[PlayerFigures]:
    """The figures of everybody in these matches (oldest first): persons by name, then bots."""
    tallies: dict[Seat, _Tally] = {}
    for facts, best in matches:
        for number, seat in enumerate(facts.seats):
            tallies.setdefault(seat, _Tally(seat)).count(facts, number, best)
    ordered = sorted(tallies, key=lambda seat: (seat.bot is not None, seat.name.casefold(), seat.bot or ""))
    return [tallies[seat].figures() for seat in ordered]


class _Tally:
    """Counts one player's matches."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._counts: Counter[str] = Counter()
        self._over: Counter[int] = Counter()
        self._bid_ms: list[int] = []
        self._trend: list[float] = []

    def count(self, match: MatchFacts, number: int, best: Optima) -> None:
        """One match in which the player sat on that seat."""
        self._counts.update(matches=1, wins=match.winner == number)
        bid_ms: list[int] = []
        for crime in match.rounds:
            self._counts.update(
                rounds=crime.end is not End.OPEN,
                solved=crime.solver == number,
                failed=sum(shown.player == number and not shown.legal for shown in crime.shown),
                penalties=sum(paid.player == number for paid in crime.penalties),
                eliminated=number in crime.out,
            )
            claim = next((claim for claim in crime.claims if claim.player == number), None)
            if claim is None:
                continue
            self._counts["bids"] += 1
            fewest = best.get(crime.number, {}).get(number)
            if fewest is not None:
                self._over[claim.tile - fewest] += 1
            if claim.after_ms is not None:
                bid_ms.append(claim.after_ms)
        self._bid_ms += bid_ms
        if bid_ms:
            self._trend.append(statistics.median(bid_ms))

    def figures(self) -> PlayerFigures:
        """The sum of it all."""
        names = ("matches", "wins", "rounds", "solved", "bids", "failed", "penalties", "eliminated")
        return PlayerFigures(
            name=self._seat.name,
            bot=self._seat.bot,
            over=dict(sorted(self._over.items())),
            bid_ms=statistics.median(self._bid_ms) if self._bid_ms else None,
            trend=tuple(self._trend),
            **{name: int(self._counts[name]) for name in names},
        )
