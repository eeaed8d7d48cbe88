"""A pen on paper: the few strokes the sheet needs, in our type, as vectors of a PDF.

Lengths are millimetres on the paper, x to the right and y down from its top left corner; type is in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.prefs import ViewerPreferences

FONTS = Path(__file__).resolve().parents[2] / "assets" / "fonts"
TITLE, READING, BOLD = "Bangers-Regular", "AtkinsonHyperlegible-Regular", "AtkinsonHyperlegible-Bold"
BLACK, GRAY, PALE, WHITE = 0, 110, 205, 255
"""Grays, 0..255: a sheet for any printer has no colours."""
_LINE_MM_PER_POINT = 0.46
"""From one line of a paragraph to the next: type of 1 pt is 0.353 mm high, and some air."""
_CAP_MM_PER_POINT = 0.235
"""Height of a capital letter in our fonts."""


class Pen:
    """Draws on the page begun last."""

    def __init__(self, paper_mm: tuple[float, float], title: str, producer: str) -> None:
        self._pdf = FPDF(unit="mm", format=paper_mm)
        self._pdf.set_title(title)
        self._pdf.set_producer(producer)
        # Where people print it from begins with "actual size" instead of "fit to page", if it heeds this.
        self._pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        for font in (TITLE, READING, BOLD):
            self._pdf.add_font(font, fname=FONTS / f"{font}.ttf")

    def begin_page(self) -> None:
        """A new, empty page."""
        self._pdf.add_page()

    def finished(self) -> bytes:
        """The whole PDF."""
        return bytes(self._pdf.output())

    def words(
        self, x: float, y: float, text: str, points: float, font: str = READING, gray: int = BLACK
    ) -> None:
        """One line, its middle at (x, y): capitals stand as far above as below y."""
        self._type(font, points, gray)
        self._pdf.text(x - self._pdf.get_string_width(text) / 2, y + points * _CAP_MM_PER_POINT / 2, text)

    def paragraph(
        self, x: float, y: float, width: float, text: str, points: float, font: str = READING
    ) -> float:
        """Lines from (x, y) down, broken at `width`; returns where the last one ends."""
        self._type(font, points, BLACK)
        self._pdf.set_xy(x, y)
        height = points * _LINE_MM_PER_POINT
        self._pdf.multi_cell(width, height, text, align="L", new_x=XPos.LEFT, new_y=YPos.NEXT)
        return float(self._pdf.get_y())

    def _type(self, font: str, points: float, gray: int) -> None:
        self._pdf.set_font(font, size=points)
        self._pdf.set_text_color(gray)

    def box(self, x: float, y: float, width: float, height: float, gray: int) -> None:
        """A filled rectangle."""
        self._pdf.set_fill_color(gray)
        self._pdf.rect(x, y, width, height, style="F")

    def outline(
        self, x: float, y: float, width: float, height: float, gray: int = BLACK, thick: float = 0.15
    ) -> None:
        """An empty rectangle."""
        self._stroke(gray, thick)
        self._pdf.rect(x, y, width, height, style="D")

    def line(
        self, x: float, y: float, to_x: float, to_y: float, gray: int = BLACK, thick: float = 0.15
    ) -> None:
        """A straight line, its ends half its thickness beyond the points."""
        self._stroke(gray, thick)
        self._pdf.line(x, y, to_x, to_y)

    def _stroke(self, gray: int, thick: float) -> None:
        self._pdf.set_draw_color(gray)
        self._pdf.set_line_width(thick)

    def shape(self, points: Sequence[tuple[float, float]], gray: int) -> None:
        """A filled polygon."""
        self._pdf.set_fill_color(gray)
        self._pdf.polygon(points, style="F")

    def disc(self, x: float, y: float, radius: float, gray: int) -> None:
        """A filled circle around (x, y)."""
        self._pdf.set_fill_color(gray)
        self._pdf.circle(x, y, radius, style="F")

    def arrow_up(self, x: float, y: float, height: float, gray: int = BLACK) -> None:
        """An arrow that points up, its tip at (x, y)."""
        wing, head, stem = height * 0.35, height * 0.5, height * 0.12
        self.shape([(x, y), (x + wing, y + head), (x - wing, y + head)], gray)
        self.box(x - stem, y + head, 2 * stem, height - head, gray)
