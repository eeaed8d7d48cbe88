"""`history`: past matches listed, written to a file, read in from one, and erased, without a screen.

`export --format csv` writes a table for a spreadsheet, `export --format json` a copy that `import` reads in
again; without `--out` they go to standard output. Nothing works while Meeple Marshal is open on the same
matches.
"""

from __future__ import annotations

import argparse
import datetime
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from app.commands.opened import opened_journal
from app.games.contract import Refused, refuse, say
from app.language import sentence
from app.store import history as rows
from app.store.errors import JournalFailed, JournalInUse
from app.store.files import is_of_journal, write_whole
from app.store.history import Listed
from app.store.journal import Journal
from app.table.history import GAME, Past, past
from app.table.history_files import (
    HEAD_BYTES,
    MOST_BYTES,
    data_of,
    is_export,
    is_too_large,
    json_match,
    json_text,
    load_raw,
    read_in,
)
from app.table.history_table import csv_text
from app.table.wiring import JOURNAL_FILE, default_state_dir

LINES = {"won": "history.line_won", "open": "history.line_open", "ended": "history.line_ended"}
"""What is said of a match, by how it stands."""
EVERY_S = 3.0
"""Seconds between two lines that say how far it is."""


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser("history", help="past matches: list, export, import", description=__doc__)
    doings = parser.add_subparsers(dest="doing", metavar="DOING", required=True, parser_class=type(parser))
    doings.add_parser("list", help="one line a match, newest first")
    export = doings.add_parser("export", help="write all matches")
    export.add_argument("--format", required=True, choices=("csv", "json"), help="a table, or a copy")
    export.add_argument("--out", type=Path, metavar="FILE", help="where to (default: standard output)")
    copy = doings.add_parser("import", help="add the matches of a copy")
    copy.add_argument("file", type=Path, metavar="FILE", help="a copy that export --format json has written")
    erase = doings.add_parser("erase", help="erase matches for good")
    erase.add_argument("--all", action="store_true", help="every match of Mutant Meeples")
    erase.add_argument("--yes", action="store_true", help="yes, for good")


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Do it; the exit code."""
    doing = {"list": _list, "export": _export, "import": _import, "erase": _erase}[args.doing]
    if args.doing == "erase":
        _check_erase(args)
    try:
        with opened_journal(args.state, make=args.doing == "import") as journal:
            doing(args, journal, stdout)
    except JournalInUse as error:
        raise refuse("history.in_use") from error
    except JournalFailed as error:
        raise refuse("history.unusable", reason=str(error)) from error
    return 0


def _folder(args: argparse.Namespace) -> Path:
    return Path(args.state) if args.state else default_state_dir()


class Progress:
    """Says on standard error how far it is, every `EVERY_S` seconds; what is quickly done says nothing."""

    def __init__(self, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._clock_s = clock_s
        self._next_s = clock_s() + EVERY_S

    def tell(self, done: int, total: int) -> None:
        """So many of them are done."""
        if self._clock_s() >= self._next_s:
            self._next_s = self._clock_s() + EVERY_S
            print(sentence(say("history.progress", done=done, total=total)), file=sys.stderr, flush=True)


def _list(args: argparse.Namespace, journal: Journal, stdout: IO[str]) -> None:
    del args
    found = past(journal, Progress().tell)
    for one in found:
        print(_line(one), file=stdout)
    if not found:
        print(sentence(say("history.none")), file=stdout)


def _line(one: Past) -> str:
    number, date, summary = _number(one.listed), _date(one.listed.began), one.summary
    if summary is None:
        return sentence(say("history.unreadable", number=number, date=date))
    facts = summary.facts
    line = say(
        LINES[facts.standing(closed=one.listed.ended is not None)],
        number=number,
        date=date,
        city=facts.city,
        players=tuple(seat.name for seat in facts.seats),
        player=facts.winner_name,
        rounds=len(facts.rounds),
    )
    if summary.game is None:
        return sentence(line)
    return f"{sentence(line)}. {sentence(say('history.of_tournament', game=summary.game))}"


def _number(listed: Listed) -> str:
    """What people call a match by; those from elsewhere are counted by themselves."""
    if listed.match_id > 0:
        return str(listed.match_id)
    return sentence(say("history.brought_in", number=1 - listed.match_id))


def _date(began: str) -> str:
    try:
        return f"{datetime.datetime.fromisoformat(began):%Y-%m-%d %H:%M}"
    except ValueError:
        return began


def _check_out(out: Path, folder: Path) -> None:
    """Refuse to write over the matches themselves, or over anything that is no earlier export."""
    if is_of_journal(out, folder / JOURNAL_FILE):
        raise refuse("history.out_is_journal", file=str(out))
    if out.is_file():
        try:
            with out.open("rb") as file:
                head = file.read(HEAD_BYTES)
        except OSError as error:
            raise _not_written(out, error) from error
        if head and not is_export(head):
            raise refuse("history.out_in_the_way", file=str(out))


def _not_written(path: Path, error: OSError) -> Refused:
    return refuse("history.not_written", file=str(path), reason=error.strerror or "?")


def _export(args: argparse.Namespace, journal: Journal, stdout: IO[str]) -> None:
    if args.out is not None:
        _check_out(args.out, _folder(args))
    progress = Progress()
    found = past(journal, progress.tell)
    if args.format == "csv":
        text, copied = csv_text(found), {one.listed.match_id for one in found if one.summary is not None}
    else:
        text, copied = _copy(journal, found, progress)
    if args.out is None:
        stdout.write(text)
    else:
        try:
            write_whole(args.out, text)
        except OSError as error:
            raise _not_written(args.out, error) from error
        print(sentence(say("history.copied", n=len(copied), file=str(args.out))), file=stdout)
    if args.format == "json" and is_too_large(text.encode()):
        print(sentence(say("history.copy_too_large", limit=MOST_BYTES // 1_000_000)), file=sys.stderr)
    left = [one.listed for one in found if one.listed.match_id not in copied]
    if left:
        which = tuple(f"{_number(one)} ({_date(one.began)})" for one in left)
        print(sentence(say("history.left_out", n=len(left), which=which)), file=sys.stderr)


def _copy(journal: Journal, found: list[Past], progress: Progress) -> tuple[str, set[int]]:
    """The copy, and the numbers of the matches in it: all that can be read in again."""
    pieces: dict[int, bytes] = {}
    readable = [one.listed.match_id for one in reversed(found) if one.summary is not None]
    for done, match_id in enumerate(readable):
        progress.tell(done, len(readable))
        piece = json_match(load_raw(journal, match_id))
        if piece is not None:
            pieces[match_id] = piece
    return json_text(pieces.values()), set(pieces)


def _import(args: argparse.Namespace, journal: Journal, stdout: IO[str]) -> None:
    try:
        data = data_of(args.file)
    except OSError as error:
        reason = error.strerror or "?"
        raise refuse("history.no_file", file=str(args.file), reason=reason) from error
    done = read_in(journal, data, Progress().tell)
    print(sentence(say("history.read_in", n=done.added, known=done.known)), file=stdout)


def _check_erase(args: argparse.Namespace) -> None:
    if not args.all:
        raise refuse("history.nothing_chosen")
    if not args.yes:
        raise refuse("history.not_sure")


def _erase(args: argparse.Namespace, journal: Journal, stdout: IO[str]) -> None:
    del args
    count = rows.count(journal, GAME.name)
    rows.erase_all(journal, GAME.name)
    print(sentence(say("history.erased", n=count)), file=stdout)
