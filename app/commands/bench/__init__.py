"""`bench`: how fast this machine is, as JSON and as a table for people.

Every figure is measured here and now. Compare ratios inside one run: machines differ, and so do moments. Each
part is a module of this package with `measure(order) -> Iterator[Row]`, imported only when it is asked for.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import IO, Any

PARTS = {
    "photo": "reading the photograph given with --photo",
    "solver": "the fewest moves in many rounds of each shipped city, proven",
    "everyone": "six players at once, in one call and in six",
    "ways": "every shortest plan of a round",
    "deadline": "how late answers are that a deadline ended, on boards without a building",
    "slides": "an ordinary breadth-first search without powers, beside the solver",
    "claims": "from a press to its journalled effect",
    "presses": "from the edge of a button to the claim, journalled and drawn, alone and beside other work",
    "faults": "each fault of a device at a live table: what is said, and how long until it works again",
    "soak": "two hours of table time with random faults: presses, threads, memory and files",
    "start": "a process from nothing to its first answer",
    "screen": "the open app: its first frame, its share of a core at rest and in a round, its memory",
    "memory": "what a process that solved holds at most",
}
ROUNDS = 1000
"""Rounds of each city, so that the 99th percentile is ten rounds from the worst."""


PRESSES = 2000
"""So that the 99th percentile is twenty presses from the worst."""


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parts = "; ".join(f"{part}: {what}" for part, what in PARTS.items())
    parser = subparsers.add_parser("bench", help="measure this machine", description=__doc__, epilog=parts)
    parser.add_argument(
        "--only",
        nargs="+",
        default=None,
        choices=tuple(PARTS),
        metavar="PART",
        help="these parts (see below)",
    )
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, metavar="N", help=f"rounds of each city (default {ROUNDS})"
    )
    parser.add_argument(
        "--presses", type=int, default=PRESSES, metavar="N", help=f"presses of buttons (default {PRESSES})"
    )
    parser.add_argument("--photo", type=Path, metavar="PHOTO", help="also time reading this photograph")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="random seed (default 1)")
    parser.add_argument("--text", action="store_true", help="only the table for people")


def _note(text: str) -> None:
    """How far it is; nowhere when standard error is closed."""
    if sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Measure, and print the JSON and then the table; what takes long says on stderr how far it is."""
    from app.commands.bench.measuring import Order
    from app.commands.bench.report import print_report
    from app.errors import BadInput

    if args.rounds < 1:
        raise BadInput(f"rounds: found {args.rounds}, expected 1 or more")
    if args.presses < 1:
        raise BadInput(f"presses: found {args.presses}, expected 1 or more")
    if args.photo is None and "photo" in (args.only or ()):
        raise BadInput("photo: missing, expected a photograph to read")
    parts = [part for part in PARTS if part in (args.only or PARTS) and (part != "photo" or args.photo)]
    order = Order(args.rounds, args.seed, args.photo, note=_note, presses=args.presses)
    rows = []
    for part in parts:
        order.note(f"bench: {PARTS[part]}")
        rows += importlib.import_module(f"app.commands.bench.{part}").measure(order)
    print_report(order, rows, stdout, text_only=args.text)
    return 0
