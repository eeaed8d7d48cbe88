"""A stored match brought back to life: decode its first state and actions, and apply them again."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from app.games.contract import Game, Message, Refused, say
from app.games.mutant_meeples.preparing import practises
from app.games.mutant_meeples.state import State
from app.store.errors import JournalUnreadable
from app.store.journal import Clocks, StoredMatch

log = logging.getLogger(__name__)

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Deed:
    """An action that was done: the timers just after it, and the play time (None: not noted then).

    Of one taken back, `left_ms` are the timers as they were just before that.
    """

    action: Any
    left_ms: Clocks
    played_ms: int | None


@dataclass(frozen=True, slots=True)
class Replayed(Generic[S]):
    """A match as it was: first state, what was done, and the state now.

    `unread`: how many entries at the end could not be read and are left out; `left_ms`: the timers; `undone`:
    what can be done again, the next one last.
    """

    first: S
    deeds: list[Deed]
    state: S
    left_ms: Clocks
    unread: int
    undone: list[Deed]


def apply_all(game: Game[Any, S, Any], first: S, deeds: list[Deed]) -> S:
    """The state after all that. Raises `Refused`."""
    state = first
    for deed in deeds:
        state, _events = game.apply(state, deed.action)
    return state


def first_state(game: Game[Any, S, Any], stored: StoredMatch) -> S:
    """The state a stored match began with. Raises `JournalUnreadable`."""
    try:
        first = msgspec.json.decode(stored.state, type=game.state_type)
        game.check(first)
    except (msgspec.DecodeError, Refused) as error:
        raise JournalUnreadable(stored.match_id, str(error)) from error
    return first


def replay(game: Game[Any, S, Any], stored: StoredMatch) -> Replayed[S]:
    """Bring a stored match back, up to the first entry that cannot be read; the journal is not touched.

    Raises `JournalUnreadable` when not even the first state can be read.
    """
    first = first_state(game, stored)
    state, left_ms = first, stored.left_ms
    deeds: list[Deed] = []
    for number, entry in enumerate(stored.entries):
        try:
            action = msgspec.json.decode(entry.action, type=game.action_type)
            state, _events = game.apply(state, action)
        except (msgspec.DecodeError, Refused) as error:
            log.error("match %d: entry %d of %d: %s", stored.match_id, number + 1, len(stored.entries), error)
            left_ms = deeds[-1].left_ms if deeds else {}
            break
        deeds.append(Deed(action, entry.left_ms, entry.played_ms))
    unread = len(stored.entries) - len(deeds)
    undone = [] if unread else _undone(game, state, stored)
    return Replayed(first, deeds, state, left_ms, unread, undone)


def _undone(game: Game[Any, S, Any], state: S, stored: StoredMatch) -> list[Deed]:
    """What can be done again after this state, as far as it can be read; the next one last."""
    undone: list[Deed] = []
    for entry in stored.undone:
        try:
            action = msgspec.json.decode(entry.action, type=game.action_type)
            state, _events = game.apply(state, action)
        except (msgspec.DecodeError, Refused) as error:
            log.warning("match %d: what was taken back cannot be done again: %s", stored.match_id, error)
            break
        undone.append(Deed(action, entry.left_ms, entry.played_ms))
    return undone[::-1]


def describe(state: State) -> Message:
    """A kept match in one line: the round and the teams, or that somebody practises."""
    if practises(state.setup):
        return say("table.kept_practice", player=state.players[0].name)
    teams = tuple(f"{seat.name}: {len(seat.team)}" for seat in state.players)
    if state.round is None:
        return say("table.kept_before", teams=teams)
    return say("table.kept", round=state.round.number, teams=teams)
