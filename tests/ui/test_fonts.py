"""Every character the screens can show exists in the fonts we ship."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from app import language
from app.language.tongues import LANGUAGES
from app.ui import fonts, words

APP = Path(fonts.__file__).resolve().parents[1]
FACES = [fonts.REGULAR, fonts.BOLD, fonts.BANGERS]


def _literals() -> set[str]:
    found: set[str] = set()
    for path in sorted((APP / "ui").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        docs = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                found.update(node.value)
    for path in sorted((APP / "ui").rglob("*.kv")):
        found.update(path.read_text("utf-8"))
    for code in LANGUAGES:
        for text in (*language.table(code).values(), *words.table(code).values()):
            found.update(text)
    return found - {"\n", "\t"}


@pytest.mark.parametrize("face", FACES, ids=lambda path: path.stem)
def test_every_character_is_in_the_font(face: Path) -> None:
    """A missing one would show as a box; arrows and signs are drawn instead."""
    letters = _literals()
    assert letters >= set("äßéñòœ„’")
    known = TTFont(face).getBestCmap()
    assert sorted(c for c in letters if ord(c) not in known) == []


def test_the_fonts_come_with_their_licences() -> None:
    """SIL OFL 1.1, condition 2: each copy contains the licence."""
    for family in ("bangers", "atkinson-hyperlegible"):
        text = (fonts.FONTS / f"OFL-{family}.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text


def test_a_one_has_a_foot_and_a_seven_has_none() -> None:
    """Both lean, and both have a bar at the top: only the foot tells them apart from across a room."""
    face = TTFont(fonts.BANGERS)
    low = {}
    for digit in ("one", "seven"):
        glyph = face["glyf"][digit]
        xs = [x for x, y in glyph.coordinates if y < 250]
        low[digit] = (max(xs) - min(xs)) / (glyph.xMax - glyph.xMin)
    assert low["one"] > 0.9
    assert low["seven"] < 0.5
