"""The players on their cards, and how a seat is named and timed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.preparing import practises
from app.games.mutant_meeples.roster import meeple
from app.games.mutant_meeples.state import Phase, State
from app.ui import theme
from app.ui.presenters.views import PlayerView
from app.ui.words import word

NO_NUMBERS: Mapping[int, int] = MappingProxyType({})


def seconds(left_ms: Mapping[str, int], name: str) -> int | None:
    """Whole seconds left of a timer, counted as a clock on the wall would (60 at the start, 0 at the end)."""
    return -(-left_ms[name] // 1000) if name in left_ms else None


def is_bot(state: State, seat: int | None) -> bool:
    """Whether the machine plays this seat: nobody acts for it by touch."""
    return seat is not None and state.setup.players[seat].bot is not None


def players(state: State, pads: Mapping[int, int] = NO_NUMBERS) -> tuple[PlayerView, ...]:
    """All player cards; `pads` are the numbers that stand on pads, by seat."""
    return tuple(_player(state, seat, pads.get(seat)) for seat in range(len(state.players)))


def _player(state: State, seat: int, number: int | None) -> PlayerView:
    status, active, shout = _status(state, seat, number)
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        name=player.name,
        initial=theme.initial(player.name),
        colour=theme.player_colour(seat),
        team=player.team,
        status=word(f"status.{status[0]}", **status[1]),
        active=active,
        shout=shout,
        slots=0 if practises(state.setup) else box().team_size,
        missing=player.removed,
        bot=is_bot(state, seat),
    )


def _status(state: State, seat: int, number: int | None) -> tuple[tuple[str, dict[str, int]], bool, bool]:
    """((word key, its numbers), card lit, status in the accent colour)."""
    crime, held = state.round, state.holding(seat)
    heroes = {"n": len(state.players[seat].team), "of": box().team_size}
    if state.phase is Phase.FINISHED:
        won = state.winner == seat
        return ("winner" if won else "heroes", heroes), won, won
    if crime is None or state.phase in (Phase.DRAW, Phase.RESULT, Phase.SCATTER):
        draws = state.drawer == seat
        return ("draws" if draws else "heroes", heroes), draws, draws
    if seat in crime.out:
        return ("out", {}), False, False
    if any(lane.player == seat for lane in crime.lanes):
        return ("buzz", {}), True, True
    if held is not None:
        if seat in crime.failed and crime.showing != seat:
            return ("failed", {}), False, False
        return ("claimed", {"n": held.tile}), crime.showing == seat, True
    if number is not None:
        return ("chooses", {"n": number}), False, True
    if seat in crime.agreed:
        return ("no_way", {}), False, True
    if crime.drafts[seat]:
        return ("plans", {}), False, False
    return ("thinking" if state.phase is Phase.THINK else "no_claim", {}), False, False


def tag(name: str) -> str:
    """Who holds a tile, in signs that are not read as a number: "A" for Anna, "P2" for Player 2."""
    sign = theme.initial(name)
    return f"{name[0].upper()}{sign}" if sign.isdigit() and name[0].isalpha() else sign


def without(state: State, seat: int) -> str:
    """The meeples whose markers were taken from this player for the whole match: "Ozzy and Carbon"."""
    names = [meeple(colour).short for colour in state.players[seat].removed]
    if len(names) < 2:
        return "".join(names)
    return word("match.two_meeples", first=", ".join(names[:-1]), second=names[-1])
