"""Past matches of Mutant Meeples read: from the rows of the journal to what happened in them.

A match is told from its actions; what came of it is kept beside it as a summary, under a mark of what it was
told from. A summary whose match has gone on, or was spoilt since, or that another version wrote, is thrown
away. A match that cannot be read is None everywhere and stays as it is. What reads or writes the journal
belongs to its thread; the rest may run anywhere.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from app.games.contract import Refused
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.statistics import MatchFacts, MatchRecord, Optima, Step, tell
from app.store import history
from app.store.errors import JournalFailed, JournalUnreadable
from app.store.history import SUMMARY, Listed
from app.store.journal import Journal, StoredMatch
from app.table.replay import first_state

if TYPE_CHECKING:
    from app.games.mutant_meeples.adviser import Outcome

log = logging.getLogger(__name__)

GAME = MutantMeeples()
VERSION = 3
"""Of summaries and optima; one more whenever their shape or what they count changes."""
NAMELESS = "Player"
"""What a player is called whose name was erased."""


class Summary(msgspec.Struct, frozen=True):
    """What is known of a match, as kept; `mark` tells what it was told from, `entries` how many those were.

    `game` is which game of a tournament it was (from 1), or None.
    """

    version: int
    entries: int
    mark: str
    facts: MatchFacts
    game: int | None = None


class Optimum(msgspec.Struct, frozen=True):
    """`Optima` as kept, likewise."""

    version: int
    entries: int
    best: Optima


Kept = TypeVar("Kept", Summary, Optimum)


class _Head(msgspec.Struct, frozen=True):
    version: int
    entries: int


@dataclass(frozen=True, slots=True)
class Past:
    """A match in the list and what is known of it; None: it cannot be read by this version."""

    listed: Listed
    summary: Summary | None

    @property
    def facts(self) -> MatchFacts | None:
        """What happened in it; None: as above."""
        return None if self.summary is None else self.summary.facts


def record_of(stored: StoredMatch) -> MatchRecord:
    """Tell a stored match. Raises `JournalUnreadable` when any part of it cannot be read."""
    try:
        first = first_state(GAME, stored)
        steps: list[Step] = [
            (msgspec.json.decode(entry.action, type=GAME.action_type), entry.played_ms)
            for entry in stored.entries
        ]
        record = tell(first, steps)
        GAME.check(record.state)
        return record
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Refused) as error:
        raise JournalUnreadable(stored.match_id, str(error)) from error


def load(journal: Journal, match_id: int) -> StoredMatch | None:
    """A match as stored; None when it is gone or the card has spoilt its text."""
    try:
        return journal.match(match_id)
    except JournalFailed as error:
        log.error("match %d: %s", match_id, error)
        return None


def summary_of(stored: StoredMatch, entries: int, kept: Summary | None) -> Summary | None:
    """The kept summary where it was told from these very actions, else one told anew; None: unreadable.

    `entries` are those of the match in the list.
    """
    mark = _mark(stored)
    if kept is not None and kept.mark == mark:
        return kept
    try:
        record = record_of(stored)
    except JournalUnreadable as error:
        log.warning("%s", error)
        return None
    tournament = record.state.setup.tournament
    game = None if tournament is None else sum(tournament.wins) + 1
    return Summary(VERSION, entries, mark, record.facts, game)


def _mark(stored: StoredMatch) -> str:
    told = hashlib.blake2b(msgspec.json.encode(box()) + stored.state, digest_size=16)
    for entry in stored.entries:
        told.update(b"\n%d " % (-1 if entry.played_ms is None else entry.played_ms) + entry.action)
    return told.hexdigest()


def kept_summary(text: str | None, listed: Listed) -> Summary | None:
    """A summary as kept; None when it is spoilt, or says nothing any more about the match."""
    return _kept(text, listed, Summary)


def kept_best(text: str | None, listed: Listed) -> Optima | None:
    """The optima as kept, likewise."""
    optimum = _kept(text, listed, Optimum)
    return None if optimum is None else optimum.best


def _kept(text: str | None, listed: Listed, kind: type[Kept]) -> Kept | None:
    if text is None:
        return None
    try:
        head = msgspec.json.decode(text, type=_Head)
        if (head.version, head.entries) != (VERSION, listed.entries):
            return None
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        log.warning("%s of match %d unreadable: %s", kind.__name__, listed.match_id, error)
        return None


def keep_summaries(journal: Journal, told: Mapping[int, Summary | None]) -> None:
    """Keep these for their matches, and none for one that cannot be read. Raises `JournalFailed`."""
    texts = {match_id: one for match_id, one in told.items() if one is not None}
    if texts:
        history.keep_records(
            journal, SUMMARY, {n: msgspec.json.encode(one).decode() for n, one in texts.items()}
        )
    for match_id in told.keys() - texts.keys():
        journal.drop_record(SUMMARY, str(match_id))


def optimum_text(best: Optima, entries: int) -> str:
    """Optima to be kept."""
    return msgspec.json.encode(Optimum(VERSION, entries, best)).decode()


def past(journal: Journal, tell: Callable[[int, int], None] = lambda done, total: None) -> list[Past]:
    """All matches, newest first, every one read; what was new is kept. Raises `JournalFailed`.

    `tell(done, of how many)` is called before each: matches never read before take a while.
    """
    texts = journal.records(SUMMARY)
    found: list[Past] = []
    fresh: dict[int, Summary | None] = {}
    matches = history.listed(journal, GAME.name)
    for listed in matches:
        tell(len(found), len(matches))
        text = texts.get(str(listed.match_id))
        kept, stored = kept_summary(text, listed), load(journal, listed.match_id)
        summary = None if stored is None else summary_of(stored, listed.entries, kept)
        if summary is not kept or (summary is None and text is not None):
            fresh[listed.match_id] = summary
        found.append(Past(listed, summary))
    keep_summaries(journal, fresh)
    return found


def outcomes(journal: Journal) -> list[Outcome]:
    """Who won every finished match, oldest first, for the handicap adviser. Raises `JournalFailed`.

    Only what is kept in summaries counts: no match is read for it. `HistoryReader.look` makes the others.
    """
    from app.games.mutant_meeples.adviser import Outcome

    texts = journal.records(SUMMARY)
    found = []
    for listed in reversed(history.listed(journal, GAME.name)):
        facts = Past(listed, kept_summary(texts.get(str(listed.match_id)), listed)).facts
        if facts is not None and facts.winner is not None:
            names = [seat.name if seat.bot is None else f"{seat.name} ({seat.bot})" for seat in facts.seats]
            if len(set(names)) == len(names):  # a person may be called like a machine
                players = tuple(zip(names, facts.removed, strict=True))
                found.append(Outcome(players, names[facts.winner]))
    return found


# -- taking a name out -------------------------------------------------------------------------------------


def forget_player(journal: Journal, name: str) -> int:
    """Call a player of that name `NAMELESS` in every match; in how many that was. Raises `JournalFailed`.

    Where somebody is called so already, a number follows.
    """
    changed: dict[int, str] = {}
    for match_id, text in history.states(journal, GAME.name).items():
        state = _plain(text)
        if state is not None and name in (names := _names(state)):
            _rename(state, {name: _free_name(names)})
            changed[match_id] = msgspec.json.encode(state).decode()
    if changed:
        history.rewrite(journal, changed)
    return len(changed)


def nameless(state: bytes) -> bytes:
    """A first state with no names in it: the same for two copies of a match, whoever has been erased."""
    plain = _plain(state)
    if plain is None:
        return state
    _rename(plain, dict.fromkeys(_names(plain), ""))
    return msgspec.json.encode(plain, order="sorted")


def _plain(state: bytes) -> dict[str, Any] | None:
    """The state as plain data: a match of a newer version has names, too."""
    try:
        return msgspec.json.decode(state, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _seats(state: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every place in a state that holds a name."""
    setup = state.get("setup")
    for holder in (setup, state):
        seats = holder.get("players") if isinstance(holder, dict) else None
        for seat in seats if isinstance(seats, list) else []:
            if isinstance(seat, dict) and isinstance(seat.get("name"), str):
                yield seat


def _names(state: Mapping[str, Any]) -> list[str]:
    return [seat["name"] for seat in _seats(state)]


def _rename(state: Mapping[str, Any], names: Mapping[str, str]) -> None:
    for seat in _seats(state):
        seat["name"] = names.get(seat["name"], seat["name"])


def _free_name(taken: list[str]) -> str:
    name, number = NAMELESS, 1
    while name in taken:
        number += 1
        name = f"{NAMELESS} {number}"
    return name
