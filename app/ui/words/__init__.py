"""The words on the screens themselves (titles, buttons, hints): English in TOML files, the rest by gettext.

What the game and the devices say comes as a `Message` and is told by `app.language`; what only a screen says
stands here, short, spoken, by name. `word("setup.start")` gives the text, with parameters where the text has
them, as in `app.language`: `{n:move|moves}` is "1 move" or "3 moves".
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from app.language import filled, flat_table
from app.language.tongues import ENGLISH, spoken, translated


@functools.cache
def english() -> Mapping[str, str]:
    """The flat table {section.key: text}, as it was written."""
    return flat_table(__package__, ENGLISH)


@functools.cache
def table(language: str = ENGLISH) -> Mapping[str, str]:
    """The flat table {section.key: text} of a language."""
    return translated(english(), "screen", language)


def word(key: str, **params: object) -> str:
    """The text of `key` in the language spoken now. Raises KeyError for an unknown key or parameter."""
    return filled(table(spoken())[key], params)
