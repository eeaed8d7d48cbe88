"""The words on the screens themselves (titles, buttons, hints), one TOML table a language.

What the game and the devices say comes as a `Message` and is told by `app.language`; what only a screen says
stands here. `word("setup.start")` gives the text, with `str.format` parameters where the text has them.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources


@functools.cache
def table(language: str = "en") -> Mapping[str, str]:
    """The flat table {section.key: text} of a language."""
    text = resources.files(__package__).joinpath(f"{language}.toml").read_text("utf-8")
    return {
        f"{section}.{key}": words
        for section, entries in tomllib.loads(text).items()
        for key, words in entries.items()
    }


def word(key: str, **params: object) -> str:
    """The text of `key`. Raises KeyError for an unknown key or a missing parameter."""
    return table()[key].format(**params)
