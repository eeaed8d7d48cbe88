"""Before a draw: who turns the tiles, and what the table does first."""

from __future__ import annotations

from app.games.mutant_meeples import tournament
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.state import Phase, State
from app.ui.presenters.match.seats import players, without
from app.ui.presenters.views import DrawPanel, GuideView
from app.ui.words import word


def draw_panel(state: State, guide: GuideView | None = None) -> DrawPanel:
    """Who draws, and the button for it; with a camera, who still stands wrong."""
    scatter = state.phase is Phase.SCATTER
    button = word("match.scatter" if scatter else "match.turn_tiles")
    notes = () if scatter else _before_first(state, guide is not None)
    return DrawPanel(players(state), button, scatter, notes, guide)


def _before_first(state: State, guided: bool) -> tuple[str, ...]:
    """What the table has to do before the first crime: place the meeples, put markers aside."""
    if state.rounds_played or state.round is not None:
        return ()
    names = range(len(state.players))
    aside = [
        word("match.plays_without", name=state.players[seat].name, meeples=without(state, seat))
        for seat in names
        if state.players[seat].removed
    ]
    place = () if guided else (word("match.place_first"),)
    return (*_tournament(state), *place, *aside)


def _tournament(state: State) -> tuple[str, ...]:
    """Which game of the tournament this is, and how it stands."""
    if state.setup.tournament is None:
        return ()
    won = tournament.wins(state)
    said = word("match.game_of", n=sum(won) + 1, wins=box().tournament_wins)
    if not sum(won):
        return (said,)
    return (word("match.game_stands", game=said, standing=", ".join(tournament.standing(state.setup))),)
