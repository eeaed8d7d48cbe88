"""The languages the table can speak, and which one it speaks now.

English stands in TOML files beside the code that says it (`app.language`, `app.ui.words`). The others are
gettext catalogues, `locale/LANGUAGE/LC_MESSAGES/meeple-marshal.mo`, compiled from the .po files beside them
by `python -m app.ui.words.catalogues`. A text that a catalogue lacks is said in English.
"""

from __future__ import annotations

import functools
import gettext
import logging
from collections.abc import Mapping
from importlib import resources

log = logging.getLogger(__name__)

ENGLISH = "en"
LANGUAGES: Mapping[str, str] = {
    ENGLISH: "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
}
"""Each language by its code, named as its speakers name it."""

DOMAIN = "meeple-marshal"
MANY = ("plural", "0", "1")
"""Context, singular and plural of the entry that tells which form a number takes."""


class _Spoken:
    """The language of the whole program: one table, one language."""

    language = ENGLISH


def speak(language: str) -> None:
    """From now on every sentence is said in `language`. Raises ValueError for one that we do not speak."""
    if language not in LANGUAGES:
        raise ValueError(f'found "{language}", expected one of {", ".join(LANGUAGES)}')
    _Spoken.language = language


def spoken() -> str:
    """The code of the language that is spoken now."""
    return _Spoken.language


@functools.cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The catalogue of a language; English needs none, and one that cannot be read is told in the log."""
    if language == ENGLISH:
        return gettext.NullTranslations()
    file = resources.files(__package__).joinpath("locale", language, "LC_MESSAGES", f"{DOMAIN}.mo")
    try:
        with file.open("rb") as opened:
            return gettext.GNUTranslations(opened)
    except (OSError, ValueError, UnicodeError) as error:
        log.error("no %s texts, English instead: %s", LANGUAGES.get(language, language), error)
        return gettext.NullTranslations()


def translated(english: Mapping[str, str], kind: str, language: str) -> Mapping[str, str]:
    """{key: text} in `language`. `kind` and key are the context in the catalogue ("say round.claimed")."""
    texts = catalogue(language)
    return {key: texts.pgettext(f"{kind} {key}", text) for key, text in english.items()}


@functools.cache
def form(number: int, language: str) -> int:
    """Which of the forms of a word goes with this number: 0 for one, 1 for many, as the language counts."""
    return int(catalogue(language).npgettext(*MANY, number))
