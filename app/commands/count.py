"""`count`: how many loose meeples of each colour lie on a photograph, one JSON line a photo.

"ok" is said only when no spot is doubtful; "unsure" gives the best count and names the colours to look at
again. A photo that cannot be read is answered in its place.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import IO, Any


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser("count", help="count loose meeples on photographs", description=__doc__)
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=Path)


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Count every photo; exit code 2 when one of them is no readable picture."""
    from vision.errors import PhotoUnreadable
    from vision.heap import count
    from vision.photo import load

    code = 0
    for photo in args.photos:
        try:
            heap = count(load(photo))
        except PhotoUnreadable as error:
            code = 2
            answer: dict[str, Any] = {"photo": str(photo), "error": str(error)}
        else:
            answer = {
                "photo": str(photo),
                "counts": heap.counts,
                "status": str(heap.status),
                "reason": heap.reason,
                "elapsed_ms": heap.elapsed_ms,
            }
        print(json.dumps(answer), file=stdout, flush=True)
    return code
