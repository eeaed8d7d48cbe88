"""Turn the npm packages @fontsource/bangers and @fontsource/atkinson-hyperlegible into the TTFs we ship.

In: a folder with both packages unpacked (`npm pack`, `tar xzf`). Out: three TTFs and both OFL texts in
`app/assets/fonts/`. The Latin and Latin-extended subsets are merged into one file, so that names with accents
have their letters. Needs fontTools and brotli (build time only).

    python app/assets/making/make_fonts.py FOLDER
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parent.parent / "fonts"
FACES = {
    "Bangers-Regular.ttf": ("bangers", 400),
    "AtkinsonHyperlegible-Regular.ttf": ("atkinson-hyperlegible", 400),
    "AtkinsonHyperlegible-Bold.ttf": ("atkinson-hyperlegible", 700),
}


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
        Merger().merge(parts).save(FONTS / name)
    licence = next(source.rglob(f"files/{package}-latin-{weight}-normal.woff2")).parent.parent / "LICENSE"
    shutil.copyfile(licence, FONTS / f"OFL-{package}.txt")


def main() -> None:
    """Make all faces from the folder named on the command line."""
    FONTS.mkdir(exist_ok=True)
    for name, (package, weight) in FACES.items():
        make_face(Path(sys.argv[1]), name, package, weight)


if __name__ == "__main__":
    main()
