"""The sheet of corner cards, true to size: three steps from top to bottom, print, cut and lay.

Lengths are millimetres on the paper, x to the right and y down from its top left corner; type is in points.
"""

from __future__ import annotations

import string

from app.commands.markers.pen import BLACK, BOLD, GRAY, PALE, TITLE, WHITE, Pen
from app.games.contract import say
from app.language import sentence, word
from vision.aruco import SIDE_MODULES, marker_modules
from vision.config import DEFAULT
from vision.layout import CELL_MM, FRAME_MM, PRINTED
from vision.registration import BOARD_MM

PRODUCER = "meeple-marshal corner cards"
"""What the file says it was made by; other programs that save it anew put their own name there."""
CARD, MARKER, GAP = DEFAULT.card_mm, DEFAULT.marker_mm, DEFAULT.card_gap_mm
PLACES = ("markers.north_west", "markers.north_east", "markers.south_east", "markers.south_west")
"""Where the cards 0 to 3 lie."""
EAST, SOUTH = (1, 2), (2, 3)
"""The cards on the right of a picture with north up, and those below."""

MARGIN = 10.0
"""Nearer to the paper's edge some printers do not print."""
WIDTH = 189.0
"""Of everything on the page: what A4 has within its margins, and Letter has more."""
TITLE_HIGH, MEASURE_HIGH, CUT_HIGH, LAY_HIGH = 17.0, 22.0, 129.0, 84.0
RULER = 100
LINE = 10.5
"""Points of all that is read in lines."""


def sheet_pdf(paper_mm: tuple[float, float], spare: bool) -> bytes:
    """The PDF for a paper of this width and height; with a second page for a spare set."""
    pen = Pen(paper_mm, word("markers.title"), PRODUCER)
    for title in ("markers.title", "markers.title_spare")[: 1 + spare]:
        pen.begin_page()
        _page(pen, paper_mm, word(title))
    return pen.finished()


def is_sheet(data: bytes) -> bool:
    """Whether a file with these bytes was made by `sheet_pdf`."""
    return data.startswith(b"%PDF-") and f"/Producer ({PRODUCER})".encode() in data


def _page(pen: Pen, paper_mm: tuple[float, float], title: str) -> None:
    width, height = paper_mm
    x, y = (width - WIDTH) / 2, MARGIN
    used = TITLE_HIGH + MEASURE_HIGH + CUT_HIGH + LAY_HIGH
    air = (height - 2 * MARGIN - used) / 3
    _title(pen, x, y, title)
    y += TITLE_HIGH + air
    _measure(pen, x, y)
    y += MEASURE_HIGH + air
    _cut(pen, x, y)
    y += CUT_HIGH + air
    _lay(pen, x, y)


def _title(pen: Pen, x: float, y: float, title: str) -> None:
    below = pen.paragraph(x, y, WIDTH, title, 26, TITLE)
    pen.paragraph(x, below, WIDTH, word("markers.purpose"), LINE)


def _heading(pen: Pen, x: float, y: float, number: int, text: str) -> None:
    pen.disc(x + 3.5, y + 3.5, 3.5, BLACK)
    pen.words(x + 3.5, y + 3.5, str(number), 13, BOLD, WHITE)
    pen.paragraph(x + 10, y + 0.3, WIDTH, text, 14, BOLD)


# -- print and measure -------------------------------------------------------------------------------------


def _measure(pen: Pen, x: float, y: float) -> None:
    _heading(pen, x, y, 1, word("markers.measure"))
    _ruler(pen, x + 4, y + 11)
    hint = sentence(say("markers.not_so_long", length=RULER))
    pen.paragraph(x + 130, y + 7.5, WIDTH - 130, hint, LINE)


def _ruler(pen: Pen, x: float, y: float) -> None:
    """From the middle of its first tick to that of its last."""
    pen.line(x, y, x + RULER, y)
    for mm in range(RULER + 1):
        high = 5.0 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2.0
        pen.line(x + mm, y, x + mm, y + high)
        if mm % 10 == 0:
            pen.words(x + mm, y + 8, str(mm), 9)
    pen.words(x + RULER + 11, y + 2.5, sentence(say("markers.length", mm=RULER)), 12, BOLD)


# -- write and cut -----------------------------------------------------------------------------------------


def _cut(pen: Pen, x: float, y: float) -> None:
    _heading(pen, x, y, 2, word("markers.cut"))
    for number, place in enumerate(PLACES):
        left = x + 4 + (CARD + 14 if number in EAST else 0)
        top = y + 15 + (CARD + 11 if number in SOUTH else 0)
        _card(pen, left, top, number)
        pen.words(left + CARD / 2, top - 4, word(place), 12, BOLD)
    left, width = x + 130, WIDTH - 130
    below = pen.paragraph(left, y + 14, width, word("markers.write_back"), LINE)
    _back_of_card(pen, left, below + 4)
    below = pen.paragraph(left, y + 14 + CARD + 11, width, word("markers.cut_lines"), LINE)
    sizes = say("markers.sizes", card=f"{CARD:g}", marker=f"{MARKER:g}")
    pen.paragraph(left, below + 3, width, sentence(sizes), LINE)


def _card(pen: Pen, x: float, y: float, number: int) -> None:
    """A card to cut out: the cutting lines run on beyond its corners, as a guide for a knife or scissors."""
    beyond = 3.0
    for at in (0.0, CARD):
        pen.line(x - beyond, y + at, x + CARD + beyond, y + at, GRAY)
        pen.line(x + at, y - beyond, x + at, y + CARD + beyond, GRAY)
    edge, module = (CARD - MARKER) / 2, MARKER / SIDE_MODULES
    pen.box(x + edge, y + edge, MARKER, MARKER, BLACK)
    for row, line in enumerate(marker_modules(number)):
        for column, black in enumerate(line):
            if not black:
                pen.box(x + edge + column * module, y + edge + row * module, module, module, WHITE)


def _back_of_card(pen: Pen, x: float, y: float) -> None:
    side = 24.0
    pen.outline(x, y, side, side, GRAY)
    pen.arrow_up(x + side / 2, y + 3, 9)
    pen.words(x + side / 2, y + 17, word("markers.north_west"), 10)
    pen.words(x + side + 16, y + side / 2, word("markers.back_of_card"), 9, gray=GRAY)


# -- lay ---------------------------------------------------------------------------------------------------


def _lay(pen: Pen, x: float, y: float) -> None:
    _heading(pen, x, y, 3, word("markers.lay"))
    _board(pen, x + 10, y + 13, 66.0)
    left, width, below = x + 96, 44.0, y + 12
    for text in (
        word("markers.lay_letters"),
        word("markers.lay_up"),
        sentence(say("markers.lay_gap", gap=f"{GAP:g}")),
    ):
        below = pen.paragraph(left, below, width, text, LINE) + 3
    _corner(pen, x + 146, y + 22, 0.42)


def _board(pen: Pen, x: float, y: float, side: float) -> None:
    """A board with its cards, small; its frame is drawn wider than it is, for the letters."""
    scale = side / (BOARD_MM + 2 * (CARD + GAP))
    reach, board, frame = (CARD + GAP) * scale, BOARD_MM * scale, 3.2
    left, top, city = x + reach, y + reach, board - 2 * frame
    pen.box(left, top, board, board, BLACK)
    pen.box(left + frame, top + frame, city, city, WHITE)
    columns, rows = PRINTED
    cell = city / columns
    for n in range(1, columns):
        pen.line(left + frame + n * cell, top + frame, left + frame + n * cell, top + frame + city, PALE)
    for n in range(1, rows):
        pen.line(left + frame, top + frame + n * cell, left + frame + city, top + frame + n * cell, PALE)
    for n, letter in enumerate(string.ascii_uppercase[:columns]):
        pen.words(left + frame + (n + 0.5) * cell, top + frame / 2, letter, 6, BOLD, WHITE)
    for n, letter in enumerate(string.ascii_uppercase[:rows]):
        pen.words(left + frame / 2, top + frame + (n + 0.5) * cell, letter, 6, BOLD, WHITE)
    far = side - CARD * scale
    for number, place in enumerate(PLACES):
        card_x, card_y = x + (far if number in EAST else 0), y + (far if number in SOUTH else 0)
        _small_card(pen, card_x, card_y, scale)
        pen.words(card_x + CARD * scale / 2, y + (side + 3 if number in SOUTH else -3), word(place), 9, BOLD)
    pen.arrow_up(x + side / 2, y - 1, 5.5)
    pen.words(x + side / 2, y - 3, word("markers.north"), 9)


def _small_card(pen: Pen, x: float, y: float, scale: float) -> None:
    """Without its pattern: a camera that sees the sheet must not take it for the card itself."""
    side, black, edge = CARD * scale, MARKER * scale, (CARD - MARKER) / 2 * scale
    pen.outline(x, y, side, side)
    pen.box(x + edge, y + edge, black, black, BLACK)
    pen.arrow_up(x + side / 2, y + edge + black * 0.15, black * 0.7, WHITE)


def _corner(pen: Pen, x: float, y: float, scale: float) -> None:
    """The north-west corner of the board and its card, larger, with the gap between them."""
    card, at = CARD * scale, (CARD + GAP) * scale
    frame, piece = FRAME_MM * scale, (FRAME_MM + CELL_MM) * scale
    _small_card(pen, x, y, scale)
    pen.words(x + card / 2, y - 3, word(PLACES[0]), 9, BOLD)
    pen.box(x + at, y + at, piece, frame, BLACK)
    pen.box(x + at, y + at, frame, piece, BLACK)
    for across, down in ((frame + piece, frame), (frame, frame + piece)):
        pen.words(x + at + across / 2, y + at + down / 2, "A", 13, BOLD, WHITE)
    for end in (card, at):
        pen.line(x + end, y + card, x + end, y + at + 8, GRAY)
        pen.line(x + card, y + end, x + at + 8, y + end, GRAY)
    gap = sentence(say("markers.length", mm=f"{GAP:g}"))
    pen.words(x + at + 9, y + card - 3, gap, 9)
    pen.words(x + card - 6, y + at + 5, gap, 9)
