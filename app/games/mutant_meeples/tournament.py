"""A tournament: several games by the same players until one of them has won a third.

Before every game `Setup.tournament` says how it stands. The winner of a game gives up one more marker, drawn
at random, and starts the next game without it (MM-128); markers given up as a handicap count towards that,
because nobody falls below a full team of usable markers (MM-129).
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from app.games.contract import Message, Score, refuse, say
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.preparing import owed
from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.state import PlayerSetup, Setup, State, Tournament


class TournamentScore(Score, frozen=True):
    """The end of a tournament's game: games won by each seat, this one included, and who has decided it."""

    wins: tuple[int, ...]
    champion: int | None


def score(state: State) -> Score:
    """The end of a finished match, with the tournament's standing when it is part of one."""
    assert state.winner is not None
    points = tuple(len(seat.team) for seat in state.players)
    if state.setup.tournament is None:
        return Score((state.winner,), points)
    return TournamentScore((state.winner,), points, wins(state), champion(state))


def wins(state: State) -> tuple[int, ...]:
    """Games of the tournament won by each seat, this one included when it is over."""
    seats = range(len(state.players))
    return tuple(state.setup.wins(seat) + (seat == state.winner) for seat in seats)


def champion(state: State) -> int | None:
    """The seat that has won the tournament, or None while it goes on."""
    decided = [seat for seat, won in enumerate(wins(state)) if won == box().tournament_wins]
    return decided[0] if state.setup.tournament is not None and decided else None


def goes_on(state: State) -> bool:
    """Whether this is a finished game of a tournament that nobody has won yet."""
    return state.setup.tournament is not None and state.winner is not None and champion(state) is None


def under_way(setup: Setup) -> bool:
    """Whether games of its tournament have been won: then that goes on, however this game ends."""
    return setup.tournament is not None and any(setup.tournament.wins)


def standing(setup: Setup, won: tuple[int, ...] | None = None) -> tuple[str, ...]:
    """Each player's name with the games won, in seat order; without `won` those before this game."""
    counted = won or tuple(setup.wins(seat) for seat in range(len(setup.players)))
    return tuple(f"{seat.name} {n}" for seat, n in zip(setup.players, counted, strict=True))


def told(state: State) -> list[Message]:
    """What a finished game means for its tournament; nothing when there is none."""
    if state.setup.tournament is None or state.winner is None:
        return []
    names = [seat.name for seat in state.players]
    decided = champion(state)
    if decided is not None:
        return [say("tournament.won", player=names[decided], n=wins(state)[decided])]
    return [say("tournament.stands", standing=standing(state.setup, wins(state)))]


def next_game(state: State, rng: random.Random) -> Setup:
    """The set-up of the tournament's next game: same table, same city, one marker fewer for the winner.

    Markers that were taken at random for a handicap stay away. A seed that is drawn now is nobody's seed any
    more: its player may choose another. Raises `Refused` while the game runs and when all is decided.
    """
    if state.setup.tournament is None:
        raise refuse("tournament.none")
    if state.winner is None:
        raise refuse("tournament.running")
    decided = champion(state)
    if decided is not None:
        raise refuse("tournament.over", player=state.players[decided].name)
    seats = range(len(state.players))
    taken = tuple(_taken(state, seat, rng) for seat in seats)
    players = tuple(_without(state, seat, taken[seat]) for seat in seats)
    return replace(state.setup, players=players, tournament=Tournament(wins(state), taken))


def _taken(state: State, seat: int, rng: random.Random) -> tuple[str, ...]:
    before, won = state.setup.taken(seat), seat == state.winner
    more = owed(state.setup, seat, int(won)) - len(before)
    left = [colour for colour in colours() if colour not in state.players[seat].removed]
    return (*before, *rng.sample(left, more))


def _without(state: State, seat: int, taken: tuple[str, ...]) -> PlayerSetup:
    player = state.setup.players[seat]
    for_good = tuple(colour for colour in state.players[seat].removed if colour not in taken)
    seed = None if player.seed in taken else player.seed
    return replace(player, handicap=0, removed=for_good, seed=seed)
