"""A sheet of failed boards to look at: each flattened, true cells in green, what was read elsewhere in red.

In: photographs with their readings and scores. Out: pictures, (h, w, 3) uint8 BGR.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cell_view import GRID, cell_view
from vision.evaluation.scoring import Outcome, Score
from vision.reader import Reading, normalise
from vision.types import Image

SIDE_PX, CAPTION_PX, COLUMNS = 480, 44, 4
MOST = 60
"""Boards on one sheet; more would not be looked at."""
_GREEN, _RED, _PAPER, _DARK = (90, 230, 60), (80, 80, 255), (235, 235, 235), (0, 0, 0)
_CELL_PX = SIDE_PX / GRID
_SHORT = {
    "green": "gn",
    "gray": "gy",
    "blue": "bl",
    "brown": "br",
    "red": "rd",
    "white": "wh",
    "yellow": "yl",
    "black": "bk",
}


def _middle(cell: str) -> tuple[int, int]:
    column, row = ord(cell[0]) - ord("A"), ord(cell[1]) - ord("A")
    return round((column + 1.5) * _CELL_PX), round((row + 1.5) * _CELL_PX)


def _write(picture: Image, text: str, at: tuple[int, int], colour: tuple[int, int, int]) -> None:
    """Letters with a dark edge, to be read on any print (no thicker letters: those are wider, too)."""
    x, y = at
    for dx, dy, ink in ((-1, 0, _DARK), (1, 0, _DARK), (0, -1, _DARK), (0, 1, _DARK), (0, 0, colour)):
        cv2.putText(picture, text, (x + dx, y + dy), cv2.FONT_HERSHEY_SIMPLEX, 0.42, ink, 1, cv2.LINE_AA)


def _flattened(photo: Image, reading: Reading) -> Image:
    """(SIDE_PX, SIDE_PX, 3) the board from above, or the whole photograph where no board was found."""
    image, _ = normalise(photo)
    if reading.registration is not None:
        view = cell_view(image, reading.registration)
        return np.asarray(cv2.resize(view, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA), np.uint8)
    scale = SIDE_PX / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[:SIDE_PX, :SIDE_PX]
    canvas = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)
    canvas[: small.shape[0], : small.shape[1]] = small
    return canvas


def _mark(picture: Image, score: Score) -> None:
    for piece in score.pieces:
        label = f"{_SHORT[piece.colour]} {piece.confidence:.2f}"
        if piece.true:
            cv2.circle(picture, _middle(piece.true), 12, _GREEN, 1, cv2.LINE_AA)
        if piece.guessed and piece.outcome is Outcome.RIGHT:
            continue
        if piece.read and not piece.guessed:
            x, y = _middle(piece.read)
            cv2.circle(picture, (x, y), 10, _RED, 2, cv2.LINE_AA)
            if piece.true:
                cv2.line(picture, _middle(piece.true), (x, y), _RED, 1, cv2.LINE_AA)
            _write(picture, label, (min(x + 12, SIDE_PX - 60), y + 5), _RED)
        elif piece.true:
            x, y = _middle(piece.true)
            text = label if piece.guessed else f"{label} missed"
            _write(picture, text, (min(x + 13, SIDE_PX - 60), y + 5), _GREEN if piece.guessed else _RED)


def picture_of(photo: Image, reading: Reading, score: Score) -> Image:
    """(SIDE_PX + CAPTION_PX, SIDE_PX, 3): one board with its name, its verdict and why."""
    board = _flattened(photo, reading)
    if reading.registration is not None:
        _mark(board, score)
    caption = np.full((CAPTION_PX, SIDE_PX, 3), 40, np.uint8)
    _write(caption, f"{score.name}: {score.verdict} ({score.given})", (6, 17), _PAPER)
    _write(caption, score.reason[:66], (6, 36), _PAPER)
    return np.asarray(np.vstack([caption, board]), np.uint8)


def contact_sheet(pictures: Sequence[Image]) -> Image:
    """At most `MOST` pictures in rows of `COLUMNS`, in their order."""
    shown = list(pictures[:MOST])
    columns = min(COLUMNS, len(shown))
    blank = np.zeros_like(shown[0])
    shown += [blank] * (-len(shown) % columns)
    rows = [np.hstack(shown[at : at + columns]) for at in range(0, len(shown), columns)]
    return np.asarray(np.vstack(rows), np.uint8)
