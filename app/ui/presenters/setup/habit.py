"""The table's habit: the last set-up as a text, and back again without trusting it."""

from __future__ import annotations

from itertools import count

import msgspec
from msgspec.structs import replace

from app.games.contract import Refused
from app.games.mutant_meeples.preparing import check_setup
from app.games.mutant_meeples.state import PlayerSetup, Setup, Tournament
from app.table.lettering import shown
from app.ui.words import word


def written(setup: Setup) -> str:
    """The set-up as JSON."""
    return msgspec.json.encode(setup).decode()


def read(text: str | None) -> Setup | None:
    """The set-up of such a text, before any game of a tournament; None when it cannot be played.

    Names lose what the fonts lack; a name of nothing else becomes that of its seat.
    """
    if text is None:
        return None
    try:
        setup = msgspec.json.decode(text, type=Setup)
        if setup.tournament is not None:
            setup = replace(setup, tournament=Tournament())
        setup = replace(setup, players=tuple(map(_named, count(1), setup.players)))
        check_setup(setup)
    except (msgspec.MsgspecError, Refused, UnicodeEncodeError):
        return None
    return setup


def _named(number: int, player: PlayerSetup) -> PlayerSetup:
    return replace(player, name=shown(player.name) or word("setup.seat", number=number))
