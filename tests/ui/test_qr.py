"""QR codes in a real window, read back from its picture as a phone would read them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
import segno

from app.games.mutant_meeples.board import shipped_board
from app.games.mutant_meeples.board_text import board_text
from app.games.mutant_meeples.position_text import Position, position_text
from app.ui.theme import GROUND
from tests.ui.conftest import OpenWindow
from tests.ui.layout import SIZES, sized
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui
SMALLEST_PX = 200
"""Side of the smallest code on any screen, at 800 x 480."""
TROPOLIS = shipped_board("meeptropolis")
TEXTS = [
    position_text(Position(TROPOLIS, {"gray": "CC", "red": "JJ"}, "KC")),
    board_text(shipped_board("meepville").file),
    board_text(TROPOLIS.file),
]


def picture_of(window: Theatre, text: str, size: tuple[float, float]) -> np.ndarray[Any, Any]:
    """The window, (H, W, 3) uint8 BGR, with this text in a code of that size (pixels)."""
    window.ask("call", name=text, at=size)
    window.settle()
    shot = cv2.imread(str(window.shoot(f"qr-{len(text)}-{window.size[0]}x{window.size[1]}")))
    assert shot is not None
    return np.asarray(shot)


def photographed(picture: np.ndarray[Any, Any]) -> str:
    """What a camera reads that sees each of our pixels as three of its own."""
    near = cv2.resize(picture, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST)
    return str(cv2.QRCodeDetector().detectAndDecode(near)[0])


def white_square(picture: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What lies inside the outermost pixels that are not the window's ground."""
    ground = [int(GROUND[at : at + 2], 16) for at in (5, 3, 1)]
    rows, columns = np.nonzero((picture != ground).any(axis=2))
    return picture[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


@sized(SIZES[0], SIZES[2])
def test_codes_are_read_back_as_they_were_shown(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("qr", size)
    for side in (SMALLEST_PX, 333.3):
        for text in TEXTS:
            read = photographed(picture_of(window, text, (side, side + 40)))
            assert read == text, f"{len(text)} characters at {side} px"


def test_every_module_is_a_square_of_whole_pixels_with_a_white_margin(open_window: OpenWindow) -> None:
    """ISO/IEC 18004: four modules of white on each side; nothing in between black and white."""
    square = white_square(picture_of(open_window("qr"), TEXTS[0], (301.5, SMALLEST_PX)))
    assert square.shape == (SMALLEST_PX, SMALLEST_PX, 3)
    assert set(np.unique(square)) == {0, 255}
    rows, columns = np.nonzero(square[:, :, 0] == 0)
    code = square[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1, 0]
    modules = segno.make_qr(TEXTS[0], error="L").symbol_size(border=0)[0]
    module = code.shape[0] // modules
    assert code.shape == (module * modules, module * modules)
    assert (np.kron(code[::module, ::module], np.ones((module, module))) == code).all()
    assert min(rows.min(), columns.min(), SMALLEST_PX - rows.max(), SMALLEST_PX - columns.max()) >= 4 * module


def test_no_text_draws_nothing(open_window: OpenWindow) -> None:
    window = open_window("qr")
    empty = picture_of(window, "", (200, 200))
    assert len(np.unique(empty.reshape(-1, 3), axis=0)) == 1
    assert window.ask("call", name="too long") is False


@pytest.mark.parametrize(("length", "side"), [(5000, 460), (2000, SMALLEST_PX)])
def test_what_does_not_fit_says_so_and_draws_nothing(open_window: OpenWindow, length: int, side: int) -> None:
    """No QR code holds the first; the second would have modules of a single pixel."""
    window = open_window("qr")
    too_long = picture_of(window, "A" * length, (side, side))
    assert window.ask("call", name="too long") is True
    assert len(np.unique(too_long.reshape(-1, 3), axis=0)) == 1
    picture_of(window, TEXTS[0], (side, side))
    assert window.ask("call", name="too long") is False
