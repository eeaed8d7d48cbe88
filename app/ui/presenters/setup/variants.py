"""The variants page: the shorter game, the tournament, the way to the building tiles, who has a handicap."""

from __future__ import annotations

import random

from msgspec.structs import replace

from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.state import PlayerSetup, Setup, Tournament
from app.ui.presenters.setup.draft import Draft
from app.ui.presenters.setup.seats import handicaps
from app.ui.presenters.setup.views import VariantsView
from app.ui.words import word


def is_shorter(setup: Setup) -> bool:
    """Whether everybody begins with a hero on the team."""
    return all(player.seed is not None for player in setup.players)


def tiles_line(setup: Setup) -> str:
    """How many building tiles are used, in words; empty for none."""
    count = len(setup.building_tiles)
    return word("variants.tiles", n=count) if count else ""


def _handicaps_line(setup: Setup) -> str:
    """How many players have one, and where to give one."""
    n = len(handicaps(setup))
    where = word("variants.handicaps_line")
    return f"{word('setup.is_handicaps', n=n)}. {where}" if n else where


class VariantsPresenter:
    """The variants of the draft; heroes are drawn with `rng`."""

    def __init__(self, draft: Draft, rng: random.Random) -> None:
        self._draft = draft
        self._rng = rng

    def toggle_shorter(self) -> None:
        """Everybody without a first hero draws one at random; or all give theirs back."""
        setup, shorter = self._draft.setup, is_shorter(self._draft.setup)
        players = tuple(
            replace(player, seed=None if shorter else player.seed or self._drawn(player))
            for player in setup.players
        )
        self._draft.propose(self, replace(setup, players=players))

    def _drawn(self, player: PlayerSetup) -> str:
        return self._rng.choice([colour for colour in colours() if colour not in player.removed])

    def toggle_tournament(self) -> None:
        """Begin a tournament with the next match, or play a single one."""
        setup = self._draft.setup
        tournament = Tournament() if setup.tournament is None else None
        self._draft.propose(self, replace(setup, tournament=tournament))

    def view(self) -> VariantsView:
        """The page as it stands now."""
        setup = self._draft.setup
        match = len(setup.players) > 1
        alone = word("variants.alone")
        return VariantsView(
            match=match,
            shorter=is_shorter(setup),
            shorter_line=word("variants.shorter_line") if match else alone,
            tournament=setup.tournament is not None,
            tournament_line=word("variants.tournament_line", n=box().tournament_wins) if match else alone,
            tiles_line=tiles_line(setup) or word("variants.no_tiles", n=box().building_tiles),
            handicaps_line=_handicaps_line(setup),
            hint=self._draft.hint(self, ""),
        )
