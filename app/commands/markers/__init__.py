"""`markers`: the corner cards for the camera, as a PDF to print at 100 % and to cut out.

One page with the four cards, a ruler to check the print with, and where to lay them. See docs/vision.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import IO, Any

from app.games.contract import Refused, refuse, say
from app.language import sentence
from app.store.files import is_of_journal, write_whole
from app.table.wiring import JOURNAL_FILE, default_state_dir

PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height, upright."""


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "markers", help="print the corner cards for the camera", description=__doc__
    )
    parser.add_argument("--pdf", required=True, type=Path, metavar="FILE", help="where to")
    parser.add_argument("--paper", default="a4", type=str.lower, choices=tuple(PAPERS_MM), help="(a4)")
    parser.add_argument("--spare", action="store_true", help="a second set on a second page")
    parser.add_argument("--force", action="store_true", help="write over a file of any other kind")


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Write the sheet; the exit code. Raises `Refused`."""
    del stdin
    from app.commands.markers.sheet import sheet_pdf

    state = Path(args.state) if args.state else default_state_dir()
    try:
        _check(args.pdf, state / JOURNAL_FILE, args.force)
        write_whole(args.pdf, sheet_pdf(PAPERS_MM[args.paper], args.spare))
    except OSError as error:
        raise _not_written(args.pdf, error) from error
    print(sentence(say("markers.written", pages=1 + args.spare, file=str(args.pdf))), file=stdout)
    return 0


def _not_written(path: Path, error: OSError) -> Refused:
    return refuse("markers.not_written", file=str(path), reason=error.strerror or "?")


def _check(path: Path, journal: Path, force: bool) -> None:
    """Refuse to write over stored matches, and unless forced over anything that is no earlier sheet."""
    from app.commands.markers.sheet import is_sheet

    if is_of_journal(path, journal):
        raise refuse("markers.is_journal", file=str(path))
    if not force and path.is_file():
        data = path.read_bytes()
        if data and not is_sheet(data):
            raise refuse("markers.in_the_way", file=str(path))
