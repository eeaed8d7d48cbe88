"""`read`: where the meeples stand on a photograph, one JSON line a photo.

"ok" is said only when every meeple is certain; "unsure" gives the best reading with its confidence;
"no-board" and "hand" say what is in the way. A photo that cannot be read is answered in its place.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import IO, Any

from app.errors import BadInput, as_sentence
from app.games.contract import Refused
from app.games.mutant_meeples.attempt import start
from app.games.mutant_meeples.board import SHIPPED_BOARDS, Board, BoardInvalid, read_board_file, shipped_board
from app.games.mutant_meeples.roster import Kit, colours


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser("read", help="read meeples off photographs", description=__doc__)
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=Path)
    parser.add_argument("--board", metavar="B", help="meeptropolis, meepville, or a board file (JSON)")
    parser.add_argument("--reference", metavar="PHOTO", type=Path, help="a photo of the empty board")
    parser.add_argument(
        "--round-start", metavar="FILE", type=Path, help="JSON {colour: cell}: where the round began"
    )
    parser.add_argument(
        "--corners", metavar="x,y,x,y,x,y,x,y", help="frame corners in the photo: NW, NE, SE, SW (pixels)"
    )


def find_board(name: str) -> Board:
    """A shipped city, or a board file. Raises `BadInput`."""
    try:
        if name.lower() in SHIPPED_BOARDS:
            return shipped_board(name)
        return Board(read_board_file(Path(name).read_bytes()))
    except BoardInvalid as error:
        raise BadInput(as_sentence(error)) from error
    except OSError as error:
        cities = " or ".join(SHIPPED_BOARDS)
        raise BadInput(f"board: found {name}, expected {cities} or a readable board file") from error


def parse_corners(text: str) -> Any:
    """(4, 2) float64 array of pixels from eight numbers. Raises `BadInput`."""
    import numpy as np

    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8 or not np.isfinite(numbers).all():
        raise BadInput(f"corners: found {text}, expected eight numbers x,y,x,y,x,y,x,y")
    return np.array(numbers, dtype=np.float64).reshape(4, 2)


def read_round_start(path: Path, board: Board | None) -> dict[str, str]:
    """{colour: cell} from a JSON file. Raises `BadInput` naming the field."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:  # a tower of brackets is no position
        raise BadInput(f"round-start: {error}") from error
    if not isinstance(data, dict) or not all(isinstance(cell, str) for cell in data.values()):
        raise BadInput('round-start: expected a JSON object {"colour": "cell"}')
    unknown = sorted(set(data) - set(colours()))
    if unknown:
        raise BadInput(f"round-start: found {unknown[0]}, expected one of {', '.join(colours())}")
    try:
        start(board or shipped_board(SHIPPED_BOARDS[0]), Kit(), data)
    except Refused as refused:
        raise BadInput(f"round-start: {as_sentence(refused)}") from refused
    return data


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Read every photo; exit code 2 when one of them is no readable picture."""
    from vision.errors import PhotoUnreadable
    from vision.layout import PRINTED, layout_from_json
    from vision.photo import load
    from vision.reader import read

    board = find_board(args.board) if args.board else None
    if board is not None and (board.columns, board.rows) != PRINTED:
        found = f"{board.columns} by {board.rows}"
        raise BadInput(f"board: found {found} squares, expected {PRINTED[0]} by {PRINTED[1]} as printed")
    layout = None
    if board is not None:
        import msgspec.structs

        layout = layout_from_json(msgspec.structs.asdict(board.file))
    corners = None if args.corners is None else parse_corners(args.corners)
    began = read_round_start(args.round_start, board) if args.round_start else None
    try:
        reference = load(args.reference) if args.reference else None
    except PhotoUnreadable as error:
        raise BadInput(f"reference: {error}") from error
    code = 0
    for photo in args.photos:
        try:
            reading = read(
                load(photo), layout, reference_bgr=reference, round_start=began, corners_px=corners
            )
        except PhotoUnreadable as error:
            code = 2
            print(json.dumps({"photo": str(photo), "error": str(error)}), file=stdout, flush=True)
            continue
        answer = {
            "photo": str(photo),
            "status": str(reading.status),
            "meeples": dict(reading.meeples),
            "discs": dict(reading.discs),
            "target": reading.target,
            "confidence": {colour: round(float(c), 3) for colour, c in reading.confidence.items()},
            "elapsed_ms": round(float(reading.elapsed_ms), 1),
            "reason": reading.reason,
            "board": reading.board,
            "second": dict(reading.second),
            "lying": list(reading.lying),
        }
        print(json.dumps(answer), file=stdout, flush=True)
    return code
