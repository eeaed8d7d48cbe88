"""Short ways to set a match up in a test: `at_thinking` gives an open crime with the wanted teams."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from app.games.contract import Message, Refused
from app.games.mutant_meeples.board import BoardFile
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.roster import Rules
from app.games.mutant_meeples.state import Action, DrawCrime, PlayerSetup, Row, SetPlan, Setup, State

GAME = MutantMeeples()
DEFAULT_RULES = Rules()
R1_GRATES = ("AA", "BB", "CC", "DD", "EE", "FF", "GG", "HH")
R1_BOARD = BoardFile(name="R1", columns=8, rows=8, grates=R1_GRATES)
R1_STARTS = dict(
    zip(("green", "gray", "blue", "brown", "red", "white", "yellow", "black"), R1_GRATES, strict=True)
)


def new_match(
    names: Sequence[str] = ("Ann", "Ben", "Cat"),
    *,
    board: str | BoardFile = R1_BOARD,
    rules: Rules = DEFAULT_RULES,
    styles: str = "touch",
    seed: int = 1,
) -> State:
    """A match before its first draw."""
    players = tuple(PlayerSetup(name, style="buzz" if styles == "buzz" else "touch") for name in names)
    return GAME.new(Setup(players, board=board, rules=rules), random.Random(seed))


def with_teams(state: State, *teams: Sequence[str]) -> State:
    """Give each seat a super team."""
    seats = [
        replace(seat, team=tuple(teams[n]) if n < len(teams) else seat.team)
        for n, seat in enumerate(state.players)
    ]
    return replace(state, players=tuple(seats))


def at_thinking(
    names: Sequence[str] = ("Ann", "Ben", "Cat"),
    *,
    target: str = "HA",
    teams: Sequence[Sequence[str]] = (),
    rules: Rules = DEFAULT_RULES,
    styles: str = "touch",
) -> State:
    """An open crime on the board of worked example R1."""
    state = with_teams(replace(new_match(names, rules=rules, styles=styles), starts=R1_STARTS), *teams)
    rest = tuple(letter for letter in state.stack if letter not in target)
    return do(state, DrawCrime((target[0], target[1]), rest))


def do(state: State, *actions: Action) -> State:
    """Apply actions in order."""
    for action in actions:
        state, _ = GAME.apply(state, action)
    return state


def told(state: State, action: Action) -> list[str]:
    """Keys of what is said when the action is applied."""
    return [message.key for message in GAME.apply(state, action)[1]]


def refusal(state: State, action: Action) -> Message | None:
    """The message of the refusal, or None when the action is accepted."""
    try:
        GAME.apply(state, action)
    except Refused as refused:
        return refused.message
    return None


def markers(player: int, *rows: tuple[str, int]) -> SetPlan:
    """Lay markers: (colour, count) in row order."""
    return SetPlan(player, tuple(Row(colour, count) for colour, count in rows))
