"""Turn the npm packages @fontsource/bangers and @fontsource/atkinson-hyperlegible into the TTFs we ship.

In: a folder with both packages unpacked (`npm pack`, `tar xzf`). Out: three TTFs and both OFL texts in
`app/assets/fonts/`. The Latin and Latin-extended subsets are merged into one file, so that names with accents
have their letters. The 1 of Bangers is as slanted and as hooked as its 7, so both are redrawn: a 1 with a
foot and a thin flag, a 7 with a longer bar. Bangers reserves no name, so the changed face keeps its own.
Needs fontTools and brotli (build time only).

    python app/assets/making/make_fonts.py FOLDER
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parent.parent / "fonts"
FACES = {
    "Bangers-Regular.ttf": ("bangers", 400),
    "AtkinsonHyperlegible-Regular.ttf": ("atkinson-hyperlegible", 400),
    "AtkinsonHyperlegible-Bold.ttf": ("atkinson-hyperlegible", 700),
}
CLEAR_DIGITS = {
    "one": (
        452,
        ((29, -8), (53, 141), (148, 156), (196, 470), (86, 424), (116, 606), (286, 708), (416, 729),
         (327, 185), (422, 200), (398, 51)),
    ),
    "seven": (408, ((96, 9), (296, 556), (50, 518), (82, 702), (532, 740), (275, 25))),
}  # fmt: skip
"""Of Bangers, by glyph: how far on the next one begins, and the corners, in units of 1/1000 of the size."""


def clear_digits(face: TTFont) -> None:
    """Redraw the digits that are taken for one another."""
    for name, (advance, corners) in CLEAR_DIGITS.items():
        pen = TTGlyphPen(face.getGlyphSet())
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
        glyph = face["glyf"][name] = pen.glyph()
        glyph.recalcBounds(face["glyf"])
        face["hmtx"][name] = (advance, glyph.xMin)


def make_face(source: Path, name: str, package: str, weight: int) -> None:
    """Merge the subsets of one face into `FONTS/name`."""
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for subset in ("latin", "latin-ext"):
            found = next(source.rglob(f"{package}-{subset}-{weight}-normal.woff2"))
            font = TTFont(found)
            font.flavor = None
            part = Path(folder) / f"{subset}.ttf"
            font.save(part)
            parts.append(str(part))
        face = Merger().merge(parts)
        if package == "bangers":
            clear_digits(face)
        face.save(FONTS / name)
    licence = next(source.rglob(f"files/{package}-latin-{weight}-normal.woff2")).parent.parent / "LICENSE"
    shutil.copyfile(licence, FONTS / f"OFL-{package}.txt")


def main() -> None:
    """Make all faces from the folder named on the command line."""
    FONTS.mkdir(exist_ok=True)
    for name, (package, weight) in FACES.items():
        make_face(Path(sys.argv[1]), name, package, weight)


if __name__ == "__main__":
    main()
