"""Where the fonts lie, and how Kivy gets to know them. Importing this opens nothing."""

from __future__ import annotations

from pathlib import Path

from app.ui import theme

ASSETS = Path(__file__).resolve().parent.parent / "assets"
FONTS = ASSETS / "fonts"
REGULAR = FONTS / "AtkinsonHyperlegible-Regular.ttf"
BOLD = FONTS / "AtkinsonHyperlegible-Bold.ttf"
BANGERS = FONTS / "Bangers-Regular.ttf"


def register_fonts() -> None:
    """Make `theme.READING` (regular, bold) and `theme.SHOUT` known to Kivy. Main thread, after `boot`."""
    from kivy.core.text import LabelBase

    LabelBase.register(theme.READING, fn_regular=str(REGULAR), fn_bold=str(BOLD))
    LabelBase.register(theme.SHOUT, fn_regular=str(BANGERS))
