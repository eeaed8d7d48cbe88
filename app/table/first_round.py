"""The first game: one simple crime in Meeptropolis, always the same, played by the rules of any match.

`FirstRound` is the game itself with nothing left to chance; `table` seats the learner and a friend, who
claims when it is told to. No journal outlives it.
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from app.games.mutant_meeples.board import LETTERS
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import Action, Claim, PlayerSetup, Row, SetPlan, Setup, State

HERO = "yellow"
"""Who runs to the scene, without a power: MC Edge's shows no more squares on the way there."""
STOPS = ("LG", "LD")
"""Where the two runs of the shortest way end."""
TARGET = STOPS[-1]
STARTS = {
    "yellow": "GG",
    "green": "CC",
    "gray": "EE",
    "blue": "LL",
    "brown": "II",
    "red": "PP",
    "white": "NN",
    "black": "JJ",
}
"""So that nobody else gets there in as few moves."""
LEARNER, FRIEND = 0, 1
FRIENDS_PLAN = (Row("green", 3), Row("red", 1))
FRIENDS_TILE = 4


class FirstRound(MutantMeeples):
    """Mutant Meeples, dealt by hand."""

    def new(self, setup: Setup, rng: random.Random) -> State:
        """The meeples on their grates, the tiles of the crime on top, and the learner draws."""
        state = super().new(setup, rng)
        rest = tuple(letter for letter in LETTERS[: state.board.columns] if letter not in TARGET)
        return replace(state, starts=dict(STARTS), stack=(*TARGET, *rest), drawer=LEARNER)


def table(learner: str, friend: str) -> Setup:
    """Who sits there, in the city that is proposed for a first game (MM-18)."""
    return Setup((PlayerSetup(learner), PlayerSetup(friend)), "meeptropolis")


def claim_of_the_friend() -> tuple[Action, ...]:
    """The friend sees a longer way."""
    return SetPlan(FRIEND, FRIENDS_PLAN), Claim(FRIEND, FRIENDS_TILE)
