"""Which tournament waits for its next game, told from the journal: it outlives evenings and other matches."""

from __future__ import annotations

import logging
import random
from typing import Any

import msgspec

from app.games.contract import Game
from app.games.mutant_meeples.state import Setup, State
from app.games.mutant_meeples.tournament import goes_on, next_game, under_way
from app.store.errors import JournalUnreadable
from app.store.history import listed
from app.store.journal import Journal
from app.table.replay import first_state, replay

log = logging.getLogger(__name__)

RECENT = 20
"""A tournament is offered until so many other matches were begun after its last game."""


def game_after(state: State) -> Setup | None:
    """The set-up of the game after a finished one whose tournament goes on.

    Markers for a game won are drawn by its last state: asked again, they are the same.
    """
    return next_game(state, random.Random(msgspec.json.encode(state))) if goes_on(state) else None


def waiting_game(journal: Journal, game: Game[Any, Any, Any]) -> Setup | None:
    """The next game of the newest tournament, unless that is decided or its game is still open.

    A game that was ended before anybody won is played again. Raises `JournalFailed`.
    """
    for match in listed(journal, game.name, limit=RECENT):
        stored = journal.match(match.match_id) if match.match_id > 0 else None
        if stored is None:
            continue
        try:
            setup: Setup = first_state(game, stored).setup
            if setup.tournament is None:
                continue
            if match.ended is None:
                return None
            state: State = replay(game, stored).state
        except JournalUnreadable as error:
            log.error("newest match: %s", error)
            continue
        if state.winner is None:
            return setup if under_way(setup) else None
        return game_after(state)
    return None
