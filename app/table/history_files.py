"""Past matches as a copy (JSON) that can be read in again.

The copy holds the rows of the journal, undone actions included, under a version. What is read in is checked
by the game itself, match by match, before anything is written: all of it is added, or nothing. What goes out
is checked in the same way, so that a copy made here comes in.
"""

from __future__ import annotations

import codecs
import contextlib
import dataclasses
import datetime
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from app.games.contract import Refused, refuse
from app.games.mutant_meeples.state import State
from app.store import history
from app.store.errors import JournalFailed, JournalUnreadable
from app.store.history import Listed, RawEntry, RawMatch
from app.store.journal import Journal
from app.table.history import GAME, nameless, record_of

log = logging.getLogger(__name__)

FORMAT = "meeple-marshal history"
VERSION = 1
UNDO = b"null"
MOST_BYTES = 100_000_000
"""Larger files are not read in: six thousand matches of 16 kB, and five times as much memory."""
HEAD_BYTES = 4096
"""Within so many a copy says what it is."""
FILE_STEM = "mutant-meeples-"
LONGEST_TEXT = 100
NO_MOMENT = "1970-01-01T00:00:00+00:00"
"""When a match began of which no time can be read."""

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    action: msgspec.Raw  # `UNDO` for an undo
    left_ms: dict[Text, Milliseconds]
    noted: Text
    played_ms: Milliseconds | None


class CopiedMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as it stands in a copy, not checked yet."""

    game: Text
    began: Text
    ended: Text | None
    state: msgspec.Raw
    entries: tuple[_Entry, ...]


class _Head(msgspec.Struct, frozen=True):
    format: str
    version: int


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int
    matches: tuple[CopiedMatch, ...]


# -- out ---------------------------------------------------------------------------------------------------


def load_raw(journal: Journal, match_id: int) -> RawMatch | None:
    """The rows of a match; None when it is gone, or the card has spoilt the text of its actions."""
    try:
        return history.raw_match(journal, match_id)
    except JournalFailed as error:
        log.error("match %d: %s", match_id, error)
        return None


def json_match(raw: RawMatch | None) -> bytes | None:
    """A match for the copy, without times and timers that are spoilt: it can be played without them.

    None when it could not be read in again.
    """
    if raw is None:
        return None
    ended = None if raw.ended is None else _moment_in([raw.ended, *_noted(raw)[::-1], raw.began])
    entries = tuple(
        _Entry(
            msgspec.Raw(UNDO if entry.action is None else entry.action.encode()),
            _timers(entry.left_ms),
            entry.noted if _is_moment(entry.noted) else "",
            entry.played_ms if 0 <= (entry.played_ms or 0) <= 2**53 else None,
        )
        for entry in raw.entries
    )
    match = CopiedMatch(raw.game, _began(raw), ended, msgspec.Raw(raw.state.encode()), entries)
    piece = msgspec.json.encode(match)
    try:
        checked(1, msgspec.json.decode(piece, type=CopiedMatch))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Refused) as error:
        log.warning("a match of %s stays out of the copy: %s", raw.began, error)
        return None
    return piece


def _timers(text: str) -> dict[str, int]:
    try:
        return msgspec.json.decode(text, type=dict[Text, Milliseconds])
    except msgspec.DecodeError:
        return {}


def _noted(raw: RawMatch) -> list[str]:
    return [entry.noted for entry in raw.entries]


def _began(raw: RawMatch) -> str:
    """When it began; where that is spoilt, when its first action was noted."""
    return _moment_in([raw.began, *_noted(raw)])


def _moment_in(texts: Iterable[str]) -> str:
    """The first of them that is a time."""
    return next(filter(_is_moment, texts), NO_MOMENT)


def _is_moment(text: str) -> bool:
    try:
        datetime.datetime.fromisoformat(text)
    except ValueError:
        return False
    return len(text) <= LONGEST_TEXT


def json_text(matches: Iterable[bytes]) -> str:
    """The whole copy, one match a line."""
    head = f'{{"format":"{FORMAT}","version":{VERSION},"matches":[\n'
    return head + ",\n".join(match.decode() for match in matches) + "\n]}\n"


def is_copy(head: bytes) -> bool:
    """Whether a file that begins so (`HEAD_BYTES`) is a copy of past matches, whole or not."""
    return FORMAT.encode() in head


def is_export(head: bytes) -> bool:
    """Whether a file that begins so is a table or a copy of ours, whole or not."""
    return is_copy(head) or head.removeprefix(codecs.BOM_UTF8).startswith(b"match,began,")


def file_name(now: datetime.datetime, ending: str) -> str:
    """What a file is called, by the wall clock."""
    return f"{FILE_STEM}{now:%Y-%m-%d-%H%M%S}.{ending}"


# -- in ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Checked:
    """A match of a copy that has been played through, and what tells it from others."""

    raw: RawMatch
    mark: tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class Imported:
    """How many matches were added, and how many were there already."""

    added: int
    known: int


def read_in(
    journal: Journal, data: bytes, tell: Callable[[int, int], None] = lambda done, total: None
) -> Imported:
    """Add the matches of a copy. Raises `Refused`, and nothing is changed, or `JournalFailed`.

    `tell(done, of how many)` is called before each is checked.
    """
    matches = decoded(data)
    found = []
    for number, match in enumerate(matches, start=1):
        tell(number - 1, len(matches))
        found.append(checked(number, match))
    return add(journal, found, known_in(*stored_states(journal)))


def data_of(path: Path) -> bytes:
    """What a file holds, as much of it as `decoded` needs. Raises OSError."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def is_too_large(data: bytes) -> bool:
    """Whether a copy is not read in because of its size."""
    return len(data) > MOST_BYTES


def decoded(data: bytes) -> Sequence[CopiedMatch]:
    """The matches of a copy, not checked yet. Raises `Refused` when it is none, or not whole."""
    if is_too_large(data):
        raise refuse("history.too_big", limit=MOST_BYTES // 1_000_000)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        head = msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if not is_copy(data[:HEAD_BYTES]):
            raise refuse("history.not_a_copy") from error
        raise refuse("history.cut" if "truncated" in str(error) else "history.damaged") from error
    if head.format != FORMAT:
        raise refuse("history.not_a_copy")
    if head.version != VERSION:
        raise refuse("history.newer", found=head.version, expected=VERSION)
    try:
        return msgspec.json.decode(data, type=_File).matches
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refuse("history.damaged") from error


def checked(number: int, match: CopiedMatch) -> Checked:
    """A match of a copy (the n-th) as it would stand in the journal, played through. Raises `Refused`.

    One that has a winner is over, whatever the copy says.
    """
    try:
        for moment in (match.began, *([match.ended] if match.ended is not None else [])):
            datetime.datetime.fromisoformat(moment)
        first = msgspec.json.decode(match.state, type=GAME.state_type)
        raw = RawMatch(
            match.game,
            msgspec.json.encode(first).decode(),
            match.began,
            match.ended,
            tuple(_raw_entry(entry) for entry in match.entries),
        )
    except (ValueError, RecursionError) as error:  # msgspec's and Unicode's are values, too
        raise refuse("history.damaged_match", number=number) from error
    last = _last_state(raw)
    if last is None:
        raise refuse("history.unplayable", number=number)
    if last.winner is not None and raw.ended is None:
        raw = dataclasses.replace(raw, ended=_moment_in([*_noted(raw)[::-1], raw.began]))
    return Checked(raw, _mark(raw.began, raw.state.encode()))


def stored_states(journal: Journal) -> tuple[list[Listed], dict[int, bytes]]:
    """What `known_in` asks for. Raises `JournalFailed`."""
    matches = []
    for one in history.listed(journal, GAME.name):
        raw = None if _is_moment(one.began) else load_raw(journal, one.match_id)
        matches.append(one if raw is None else dataclasses.replace(one, began=_began(raw)))
    return matches, history.states(journal, GAME.name)


def known_in(matches: Iterable[Listed], states: Mapping[int, bytes]) -> set[tuple[str, bytes]]:
    """What tells the stored matches from others."""
    return {_mark(one.began, states[one.match_id]) for one in matches}


def add(journal: Journal, matches: Iterable[Checked], known: set[tuple[str, bytes]]) -> Imported:
    """Put checked matches below those that are there, each once. Raises `JournalFailed`."""
    fresh: dict[tuple[str, bytes], RawMatch] = {}
    count = 0
    for match in matches:
        count += 1
        if match.mark not in known:
            fresh.setdefault(match.mark, match.raw)
    history.add(journal, list(fresh.values()))
    return Imported(len(fresh), count - len(fresh))


def _raw_entry(entry: _Entry) -> RawEntry:
    action = None
    if bytes(entry.action) != UNDO:
        action = msgspec.json.encode(msgspec.json.decode(entry.action, type=GAME.action_type)).decode()
    return RawEntry(action, json.dumps(entry.left_ms), entry.noted, entry.played_ms)


def _last_state(raw: RawMatch) -> State | None:
    """How a match of this game ends, read as the journal would give it; None when it cannot be played."""
    if raw.game != GAME.name:
        return None
    with contextlib.closing(Journal(None)) as journal:
        (match_id,) = history.add(journal, [raw])
        stored = journal.match(match_id)
        assert stored is not None
        try:
            return record_of(stored).state
        except JournalUnreadable:
            return None


def _mark(began: str, state: bytes) -> tuple[str, bytes]:
    """What tells two matches apart: when they began, and how the meeples and tiles lay."""
    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):  # else compared as it stands
        state = msgspec.json.encode(msgspec.json.decode(state, type=GAME.state_type))
    return began, nameless(state)
