"""`boards`: the cities of this device listed, one written out, one brought in, without a screen.

`export NAME` writes JSON to standard output, or with `--text` one line of text; `import FILE` reads either.
Nothing works while Meeple Marshal is open on the same cities. See docs/boards.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import IO, Any

from app.commands.opened import opened_journal
from app.errors import BadInput, as_sentence
from app.games.contract import Message, refuse, say
from app.games.mutant_meeples.board import (
    BoardFile,
    BoardInvalid,
    dump_board_file,
    shipped_boards,
)
from app.games.mutant_meeples.board_text import board_text
from app.games.mutant_meeples.drafting import faults_of
from app.language import sentence
from app.store.errors import JournalFailed, JournalInUse
from app.store.journal import Journal
from app.table.boards import add, own_boards, read_in


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser("boards", help="cities: list, export, import", description=__doc__)
    doings = parser.add_subparsers(dest="doing", metavar="DOING", required=True, parser_class=type(parser))
    doings.add_parser("list", help="one line a city")
    export = doings.add_parser("export", help="write a city to standard output")
    export.add_argument("name", metavar="NAME", help="the city's name, in any case of letters")
    export.add_argument("--text", action="store_true", help="one line of text instead of JSON")
    brought = doings.add_parser("import", help="add the city of a file")
    brought.add_argument("file", type=Path, metavar="FILE", help="JSON, or one line of text")


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Do it; the exit code. Raises `BadInput`, `Refused`."""
    del stdin
    doing = {"list": _list, "export": _export, "import": _import}[args.doing]
    try:
        with opened_journal(args.state, make=args.doing == "import") as journal:
            doing(args, journal, stdout)
    except JournalInUse as error:
        raise refuse("workshop.in_use") from error
    except JournalFailed as error:
        raise refuse("workshop.unusable", reason=str(error)) from error
    return 0


def _list(args: argparse.Namespace, journal: Journal, stdout: IO[str]) -> None:
    del args
    for board in shipped_boards().values():
        key = "workshop.line_provisional" if board.file.provisional else "workshop.line_shipped"
        print(sentence(say(key, name=board.name)), file=stdout)
    for own in own_boards(journal):
        print(sentence(_line(own.file)), file=stdout)


def _line(file: BoardFile) -> Message:
    faults = faults_of(file)
    if not faults:
        return say("workshop.line_own", name=file.name)
    return say("workshop.line_draft", name=file.name, faults="; ".join(map(sentence, faults)))


def _export(args: argparse.Namespace, journal: Journal, stdout: IO[str]) -> None:
    shipped = [board.file for board in shipped_boards().values()]
    files = {file.name: file for file in (*shipped, *(own.file for own in own_boards(journal)))}
    found = [file for name, file in files.items() if name.casefold() == args.name.casefold()]
    if not found:
        raise refuse("workshop.unknown", found=args.name, expected=tuple(files))
    stdout.write(board_text(found[0]) if args.text else dump_board_file(found[0]).decode())
    stdout.write("\n")


def _import(args: argparse.Namespace, journal: Journal, stdout: IO[str]) -> None:
    try:
        file = read_in(args.file)
    except BoardInvalid as error:
        raise BadInput(as_sentence(error)) from error
    print(sentence(say("workshop.added", name=add(journal, file).file.name)), file=stdout)
