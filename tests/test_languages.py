"""The other languages say all that English says, with the same parameters, and count as their speakers do."""

from __future__ import annotations

import gettext
import string
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from app.games.contract import say
from app.language import filled, sentence, table, tongues
from app.language.tongues import ENGLISH, LANGUAGES, catalogue, form, speak, spoken
from app.ui import words
from app.ui.words.catalogues import brought_up_to_date, english_texts, po_path

OTHERS = [code for code in LANGUAGES if code != ENGLISH]
NEVER_SAID = {"de": ("ungültig",), "fr": ("invalide",), "es": ("inválid", "no válid"), "it": ("non valid",)}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)


@pytest.fixture(params=OTHERS)
def po(request: pytest.FixtureRequest) -> polib.POFile:
    return polib.pofile(str(po_path(request.param)))


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def texts(po: polib.POFile) -> Iterator[tuple[str, str, str]]:
    for entry in po:
        if not entry.msgid_plural and entry.msgstr:
            yield entry.msgctxt, entry.msgid, entry.msgstr


def test_every_text_is_translated_from_the_english_of_today(po: polib.POFile) -> None:
    current = english_texts()
    said = {entry.msgctxt: entry.msgid for entry in po if not entry.msgid_plural}
    assert said == current, "run python -m app.ui.words.catalogues"
    assert [entry.msgctxt for entry in po if not entry.translated()] == []


def test_every_translation_fills_in_what_english_fills_in(po: polib.POFile) -> None:
    assert [key for key, old, new in texts(po) if fields(old) != fields(new)] == []


def test_every_number_has_a_word_for_one_and_a_word_for_many(po: polib.POFile) -> None:
    def sound(spec: str) -> bool:
        parts = spec.split("|")
        return len(parts) == 2 or (len(parts) == 3 and not parts[0])

    wrong = [
        (key, name, spec)
        for key, _, new in texts(po)
        for _, name, spec, _ in string.Formatter().parse(new)
        if spec and "|" in spec and not sound(spec)
    ]
    assert wrong == []


def test_spaces_and_the_full_stop_at_the_end_are_as_in_english(po: polib.POFile) -> None:
    def ends(text: str) -> tuple[bool, bool, bool]:
        return text[:1].isspace(), text[-1:].isspace(), len(text) > 1 and text.rstrip().endswith(".")

    assert [key for key, old, new in texts(po) if ends(old) != ends(new)] == []


def test_no_translation_scolds(po: polib.POFile) -> None:
    never = NEVER_SAID[po.metadata["Language"]]
    assert [key for key, _, new in texts(po) if any(word in new.lower() for word in never)] == []


def test_what_the_app_reads_is_compiled_from_what_was_written(po: polib.POFile, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.mo"
    po.save_as_mofile(str(fresh))
    with fresh.open("rb") as opened:
        written = gettext.GNUTranslations(opened)
    read = catalogue(po.metadata["Language"])
    assert isinstance(read, gettext.GNUTranslations)
    for key, english in english_texts().items():
        assert read.pgettext(key, english) == written.pgettext(key, english), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_zero_is_many_but_for_french(code: str) -> None:
    assert [form(n, code) for n in (0, 1, 2, 11)] == [0 if code == "fr" else 1, 0, 1, 1]
    assert filled("{n:one|many}", {"n": 1}, code) == "1 one"


def test_the_language_is_spoken_from_the_next_sentence_on() -> None:
    english = sentence(say("parts.pin_back", pin=17)), words.word("assign.done")
    speak("de")
    german = sentence(say("parts.pin_back", pin=17)), words.word("assign.done")
    speak(ENGLISH)
    assert spoken() == ENGLISH
    assert (sentence(say("parts.pin_back", pin=17)), words.word("assign.done")) == english
    assert all(mine != theirs for mine, theirs in zip(english, german, strict=True))
    assert "17" in german[0]


def test_a_language_that_nobody_taught_is_refused() -> None:
    with pytest.raises(ValueError, match='found "tlh", expected one of en, de'):
        speak("tlh")
    assert spoken() == ENGLISH


def test_without_its_catalogue_a_language_is_english(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(tongues.LANGUAGES, "xx", "Nowhere")  # type: ignore[misc]
    assert table("xx") == table(ENGLISH)
    assert "no Nowhere texts, English instead" in caplog.text


def test_a_changed_text_is_marked_and_a_new_one_is_empty() -> None:
    old = brought_up_to_date(
        polib.POFile(), "de", {"say a.one": "first", "say a.two": "second", "say a.old": "x"}
    )
    old.find("first").msgstr, old.find("second").msgstr = "erstens", "zweitens"
    new = brought_up_to_date(old, "de", {"say a.one": "first", "say a.two": "next", "say a.new": "third"})
    found = {entry.msgctxt: (entry.msgstr, entry.fuzzy) for entry in new if not entry.msgid_plural}
    assert found == {
        "say a.one": ("erstens", False),
        "say a.two": ("zweitens", True),
        "say a.new": ("", False),
    }
