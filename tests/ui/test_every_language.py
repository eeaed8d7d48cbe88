"""Every screen in every language and size: no text is cut, nothing overlaps, everything can be hit.

One window a size; the languages are switched in it. A picture of each stop is kept under
`out/screenshots/tour/SIZE/LANGUAGE`, and what does not fit stands in `LANGUAGE.txt` beside that folder, each
text with the entries of the catalogue it may come from, so that a translator finds it.
"""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import Any

import pytest

from app import language as sentences
from app.language.tongues import ENGLISH, LANGUAGES
from app.ui import words
from tests.ui.history_evenings import SIX
from tests.ui.layout import faults_of
from tests.ui.theatre import SHOTS, Playhouse
from tests.ui.tour import STOPS, Stop, on_top, said, tour

pytestmark = [pytest.mark.ui, pytest.mark.timeout(1800)]
SIZES = [
    pytest.param(size, marks=mark, id=f"{size[0]}x{size[1]}")
    for size, mark in (
        ((800, 480), pytest.mark.slow),
        ((1024, 600), pytest.mark.tour),
        ((1280, 720), pytest.mark.tour),
        ((720, 1280), pytest.mark.tour),
    )
]
NAMED = {"PlayerCard", "LaneRow", "MatchCard", "RoundCard", "ChoiceCell", "NameButton", "CityCard"}
"""What shows names that people chose: one that is too long may end in an ellipsis."""
LONG_NAMES = {
    *SIX,
    ", ".join(SIX),
    "Guadalupe",
    "Konstantin",
    "Montgomery",
    "Winnifred",
    "Wilhelmina",
    "Maximilian",
}

KNOWN_SHARE = 0.3
"""So much of a text must be the entry's own; the rest are names and numbers."""


def entries_of(text: str, language: str) -> list[str]:
    """The catalogue's entries that may have made this text, the likeliest first."""
    found = []
    for kind, table in (("screen", words.table(language)), ("say", sentences.table(language))):
        for key, template in table.items():
            parts = list(string.Formatter().parse(template))
            known = sum(len(literal) for literal, *_ in parts)
            pattern = "".join(re.escape(literal) + (".+?" if name else "") for literal, name, *_ in parts)
            if known >= KNOWN_SHARE * len(text) and re.fullmatch(pattern, text):
                found.append((-known, f"{kind} {key}"))
    return [entry for _, entry in sorted(found)]


def left_in_english(text: str, language: str) -> bool:
    """Whether a text of the screens is shown that the language has other words for."""
    keys = [key for key, english in words.english().items() if english == text]
    return bool(keys) and text not in words.table(language).values()


def faults_at(widgets: list[dict[str, Any]], size: tuple[int, int], language: str) -> list[str]:
    for widget in widgets:
        named = widget["text"] in LONG_NAMES and NAMED & set(widget["within"])
        widget["cut"] = widget.get("cut") and not named
    faults = faults_of(widgets, size)
    if language != ENGLISH:
        texts = {w["text"] for w in widgets if w["kind"] == "Words"}
        faults += [f"{text!r} is English" for text in sorted(texts) if left_in_english(text, language)]
    return faults


def _with_entries(fault: str, language: str) -> str:
    quoted = re.match(r"(['\"])(.*?)\1 (?:is|and)", fault)
    found = entries_of(quoted[2], language) if quoted else []
    return f"{fault}  [{', '.join(found[:2])}]" if found else fault


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_fits(
    playhouse: Playhouse, tmp_path_factory: pytest.TempPathFactory, language: str, size: tuple[int, int]
) -> None:
    """LOOK: no text cut off or below 13 px, touch targets of 48 px at 800 x 480, nothing overlaps."""
    window = playhouse.window(size)
    folder = SHOTS / "tour" / f"{size[0]}x{size[1]}"
    (folder / language).mkdir(parents=True, exist_ok=True)
    faults: dict[str, list[str]] = {}

    def look(stop: Stop, widgets: list[dict[str, Any]]) -> None:
        window.keep(folder / language / f"{stop.file_name}.png")
        found = faults_at(on_top(widgets), size, language)
        if found:
            faults[f"{stop.scene}: {stop.name}"] = [_with_entries(fault, language) for fault in found]

    try:
        for stop, widgets in tour(window, STOPS, language, tmp_path_factory.mktemp):
            look(stop, widgets)
    finally:
        window.clear()
        told = [
            f"{where}\n" + "".join(f"    {fault}\n" for fault in found) for where, found in faults.items()
        ]
        Path(f"{folder / language}.txt").write_text("".join(told), "utf-8")
    assert faults == {}


def test_a_text_leads_to_its_entry() -> None:
    german = said("@setup.seat number=2", "de")
    assert "screen setup.seat" in entries_of(german, "de")
    assert entries_of("nobody says this", "de") == []
    assert left_in_english(words.english()["setup.who"], "de")
