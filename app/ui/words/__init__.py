"""The words on the screens themselves (titles, buttons, hints), one folder of TOML files a language.

What the game and the devices say comes as a `Message` and is told by `app.language`; what only a screen says
stands here, short, spoken, by name. `word("setup.start")` gives the text, with parameters where the text has
them, as in `app.language`: `{n:move|moves}` is "1 move" or "3 moves".
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from app.language import filled, flat_table


@functools.cache
def table(language: str = "en") -> Mapping[str, str]:
    """The flat table {section.key: text} of a language."""
    return flat_table(__package__, language)


def word(key: str, **params: object) -> str:
    """The text of `key`. Raises KeyError for an unknown key or a missing parameter."""
    return filled(table()[key], params)
