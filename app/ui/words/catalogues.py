"""Bring gettext catalogues up to date: `python -m app.ui.words.catalogues [LANGUAGE...]`. Needs polib.

In: the English texts of `app.language` and `app.ui.words`, and the .po files of the other languages. Out: the
same .po files with every text in them (new ones empty, changed ones marked fuzzy, old ones gone) and the .mo
files the app reads. A line a language says what is left to translate; exit code 1 while there is something.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import polib

from app import language
from app.language.tongues import DOMAIN, ENGLISH, LANGUAGES, MANY
from app.ui import words

LOCALE = Path(language.__file__).parent / "locale"
PLURALS = {"fr": "nplurals=2; plural=(n > 1);"}
PLURAL = "nplurals=2; plural=(n != 1);"


def english_texts() -> Mapping[str, str]:
    """{context: English text}: everything people can read."""
    said = {f"say {key}": text for key, text in language.english().items()}
    return said | {f"screen {key}": text for key, text in words.english().items()}


def po_path(code: str) -> Path:
    """Where the translations into a language are written."""
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def brought_up_to_date(old: polib.POFile, code: str, texts: Mapping[str, str]) -> polib.POFile:
    """The catalogue with just these texts, and what it said of them before."""
    before = {entry.msgctxt: entry for entry in old}
    new = polib.POFile(wrapwidth=110)
    new.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": code,
        "Plural-Forms": PLURALS.get(code, PLURAL),
    }
    context, one, many = MANY
    forms = {0: one, 1: many}
    new.append(polib.POEntry(msgctxt=context, msgid=one, msgid_plural=many, msgstr_plural=forms))
    for key, text in texts.items():
        entry = polib.POEntry(msgctxt=key, msgid=text)
        known = before.get(key)
        if known is not None:
            entry.msgstr, entry.flags, entry.comment = known.msgstr, list(known.flags), known.comment
            if known.msgid != text and known.msgstr and "fuzzy" not in entry.flags:
                entry.flags.append("fuzzy")
        new.append(entry)
    return new


def main(arguments: list[str]) -> int:
    """Update and compile the catalogues of these languages, or of all."""
    left = 0
    for code in arguments or [code for code in LANGUAGES if code != ENGLISH]:
        path = po_path(code)
        path.parent.mkdir(parents=True, exist_ok=True)
        old = polib.pofile(str(path)) if path.exists() else polib.POFile()
        new = brought_up_to_date(old, code, english_texts())
        new.save(str(path))
        new.save_as_mofile(str(path.with_suffix(".mo")))
        todo = len(new.untranslated_entries()) + len(new.fuzzy_entries())
        left += todo
        sys.stdout.write(f"{code}: {len(new) - todo} of {len(new)} texts, {todo} left\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
