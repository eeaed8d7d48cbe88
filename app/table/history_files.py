"""Past matches as files: a table (CSV) for a spreadsheet, and a copy (JSON) that can be read in again.

The copy holds the rows of the journal, undone actions included, under a version. What is read in is checked
by the game itself, match by match, before anything is written: all of it is added, or nothing.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import datetime
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from app.games.contract import Refused, refuse
from app.games.mutant_meeples.statistics import MatchFacts, RoundFacts
from app.store import history
from app.store.errors import JournalUnreadable
from app.store.history import RawEntry, RawMatch
from app.store.journal import Journal
from app.table.history import GAME, Past, nameless, record_of

FORMAT = "meeple-marshal history"
VERSION = 1
UNDO = b"null"
MOST_BYTES = 20_000_000
"""Larger files are not read in: a thousand long matches are half as much."""
HEAD_BYTES = 4096
"""Within so many a copy says what it is."""
NO_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins so for a formula."""

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Text = Annotated[str, msgspec.Meta(max_length=100)]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    action: msgspec.Raw  # `UNDO` for an undo
    left_ms: dict[Text, Milliseconds]
    noted: Text
    played_ms: Milliseconds | None


class _Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    matches: tuple[_Match, ...]


# -- out ---------------------------------------------------------------------------------------------------


def json_match(raw: RawMatch | None) -> bytes | None:
    """A match for the copy; None when it cannot be read, for then it could not be read in either."""
    if raw is None or not _playable(raw):
        return None
    try:
        return msgspec.json.encode(
            _Match(
                game=raw.game,
                began=raw.began,
                ended=raw.ended,
                state=msgspec.Raw(raw.state.encode()),
                entries=tuple(
                    _Entry(
                        msgspec.Raw(UNDO if entry.action is None else entry.action.encode()),
                        msgspec.json.decode(entry.left_ms, type=dict[str, int]),
                        entry.noted,
                        entry.played_ms,
                    )
                    for entry in raw.entries
                ),
            )
        )
    except msgspec.DecodeError:  # the timers: the game could go on without them, a copy could not
        return None


def json_text(matches: Iterable[bytes]) -> str:
    """The whole copy, one match a line."""
    head = f'{{"format":"{FORMAT}","version":{VERSION},"matches":[\n'
    return head + ",\n".join(match.decode() for match in matches) + "\n]}\n"


def csv_text(matches: Iterable[Past]) -> str:
    """The table: a row for each player in each round, after a row with what stands in the columns."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(COLUMNS)
    for one in matches:
        if one.facts is not None:
            for crime in one.facts.rounds:
                for seat in range(len(one.facts.seats)):
                    row = _row(one.listed.match_id, one.listed.began, one.facts, crime, seat)
                    table.writerow(_safe(cell) for cell in row)
    return out.getvalue()


COLUMNS = (
    "match", "began", "city", "match_winner", "round", "scene", "round_ended", "player", "played_by",
    "tile", "seconds_to_bid", "shown", "solved", "moves", "hero", "out", "gave_back",
)  # fmt: skip


def _row(match_id: int, began: str, facts: MatchFacts, crime: RoundFacts, seat: int) -> list[Any]:
    claim = next((claim for claim in crime.claims if claim.player == seat), None)
    shown = next((shown for shown in crime.shown if shown.player == seat), None)
    solved = crime.solver == seat
    return [
        match_id,
        began,
        facts.city,
        facts.winner_name,
        crime.number,
        crime.target,
        crime.end.value,
        facts.seats[seat].name,
        facts.seats[seat].bot or "person",
        "" if claim is None else claim.tile,
        "" if claim is None or claim.after_ms is None else f"{claim.after_ms / 1000:.1f}",
        "" if shown is None else ("right" if shown.legal else "wrong"),
        "yes" if solved else "no",
        crime.moves if solved and crime.moves is not None else "",
        crime.joined or "" if solved else "",
        "yes" if seat in crime.out else "no",
        " ".join(paid.meeple for paid in crime.penalties if paid.player == seat),
    ]


def _safe(cell: Any) -> Any:
    """A name that looks like a formula gets a sign before it that keeps it a text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(NO_FORMULA) else cell


def is_export(head: bytes) -> bool:
    """Whether a file that begins so (`HEAD_BYTES`) is a table or a copy of ours, whole or not."""
    return FORMAT.encode() in head or head.removeprefix(codecs.BOM_UTF8).startswith(b"match,began,")


def file_name(now: datetime.datetime, ending: str) -> str:
    """What a file is called, by the wall clock."""
    return f"mutant-meeples-{now:%Y-%m-%d-%H%M%S}.{ending}"


# -- in ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Imported:
    """How many matches were added, and how many were there already."""

    added: int
    known: int


def read_in(journal: Journal, data: bytes) -> Imported:
    """Add the matches of a copy. Raises `Refused`, and nothing is changed, or `JournalFailed`."""
    matches = [_checked(number, match) for number, match in enumerate(_decoded(data), start=1)]
    states = history.states(journal, GAME.name)
    known = {_mark(one.began, states[one.match_id]) for one in history.listed(journal, GAME.name)}
    fresh = []
    for match in matches:
        mark = _mark(match.began, match.state.encode())
        if mark not in known:
            known.add(mark)
            fresh.append(match)
    history.add(journal, fresh)
    return Imported(len(fresh), len(matches) - len(fresh))


def _decoded(data: bytes) -> Sequence[_Match]:
    if len(data) > MOST_BYTES:
        raise refuse("history.too_big", limit=MOST_BYTES // 1_000_000)
    try:
        head = msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refuse("history.not_a_copy") from error
    if head.format != FORMAT:
        raise refuse("history.not_a_copy")
    if head.version != VERSION:
        raise refuse("history.newer", found=head.version, expected=VERSION)
    try:
        return msgspec.json.decode(data, type=_File).matches
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refuse("history.damaged") from error


def _checked(number: int, match: _Match) -> RawMatch:
    """A match of the file as it would stand in the journal, played through. Raises `Refused`."""
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
    if not _playable(raw):
        raise refuse("history.unplayable", number=number)
    return raw


def _raw_entry(entry: _Entry) -> RawEntry:
    action = None
    if bytes(entry.action) != UNDO:
        action = msgspec.json.encode(msgspec.json.decode(entry.action, type=GAME.action_type)).decode()
    return RawEntry(action, json.dumps(entry.left_ms), entry.noted, entry.played_ms)


def _playable(raw: RawMatch) -> bool:
    """Whether a match is one of this game from its first state to its last, as the journal would give it."""
    if raw.game != GAME.name:
        return False
    journal = Journal(None)
    try:
        (match_id,) = history.add(journal, [raw])
        stored = journal.match(match_id)
        assert stored is not None
        GAME.check(record_of(stored).state)
    except (JournalUnreadable, Refused):
        return False
    finally:
        journal.close()
    return True


def _mark(began: str, state: bytes) -> tuple[str, bytes]:
    """What tells two matches apart: when they began, and how the meeples and tiles lay."""
    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):  # else compared as it stands
        state = msgspec.json.encode(msgspec.json.decode(state, type=GAME.state_type))
    return began, nameless(state)
