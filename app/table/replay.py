"""A stored match brought back to life: decode its first state and actions, and apply them again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from app.games.contract import Game, Message, Refused, say
from app.games.mutant_meeples.state import State
from app.store.errors import JournalUnreadable
from app.store.journal import Clocks, StoredMatch

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Replayed(Generic[S]):
    """A match as it was: first state, the actions with the timers after each, and the state now."""

    first: S
    actions: list[tuple[Any, Clocks]]
    state: S


def apply_all(game: Game[Any, S, Any], first: S, actions: list[tuple[Any, Clocks]]) -> S:
    """The state after these actions. Raises `Refused`."""
    state = first
    for action, _ in actions:
        state, _events = game.apply(state, action)
    return state


def replay(game: Game[Any, S, Any], stored: StoredMatch) -> Replayed[S]:
    """Bring a stored match back. Raises `JournalUnreadable`; the journal is not touched."""
    try:
        first = msgspec.json.decode(stored.state, type=game.state_type)
        game.check(first)
        actions = [
            (msgspec.json.decode(entry.action, type=game.action_type), entry.left_ms)
            for entry in stored.entries
        ]
        return Replayed(first, actions, apply_all(game, first, actions))
    except (msgspec.DecodeError, Refused) as error:
        raise JournalUnreadable(stored.match_id, str(error)) from error


def describe(state: State) -> Message:
    """A kept match in one line: the round and the teams."""
    teams = tuple(f"{seat.name} {len(seat.team)}" for seat in state.players)
    if state.round is None:
        return say("table.kept_before", teams=teams)
    return say("table.kept", round=state.round.number, teams=teams)
