"""How a table wants its screen (language, turn, rest, movement, letters): kept beside the matches."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from app.language.tongues import ENGLISH, LANGUAGES
from app.store.errors import JournalFailed
from app.store.journal import Journal

log = logging.getLogger(__name__)

KIND = "screen"
"""The kind of record in the journal."""
TURNS = (0, 90, 180, 270)
"""Degrees, counter-clockwise, by which everything on the screen may be turned."""
SLEEPS_MIN = (5, 15, 0)
"""Minutes without a touch after which the screen rests; 0: never."""


@dataclass(frozen=True, slots=True)
class ScreenChoice:
    """`still`: nothing glides; `large`: letters as large as there is room for, up to a fifth larger."""

    language: str = ENGLISH
    turn: int = 0
    sleep_min: int = 15
    still: bool = False
    large: bool = False


def chosen(journal: Journal) -> ScreenChoice:
    """What was chosen last; what cannot be read is the default."""
    try:
        kept = journal.records(KIND)
    except JournalFailed as error:
        log.error("no choice of screen: %s", error)
        kept = {}
    default = ScreenChoice()
    language = kept.get("language", default.language)
    turns, sleeps = {str(turn): turn for turn in TURNS}, {str(sleep): sleep for sleep in SLEEPS_MIN}
    return ScreenChoice(
        language if language in LANGUAGES else default.language,
        turns.get(kept.get("turn", ""), default.turn),
        sleeps.get(kept.get("sleep_min", ""), default.sleep_min),
        kept.get("still") == "yes",
        kept.get("large") == "yes",
    )


def keep(journal: Journal, before: ScreenChoice, choice: ScreenChoice) -> None:
    """Keep what differs from `before`; the journal itself says when nothing can be kept."""
    old = _values(before)
    try:
        for key, value in _values(choice).items():
            if value != old[key]:
                journal.put_record(KIND, key, value)
    except JournalFailed as error:
        log.error("the choice of screen is not kept: %s", error)


def _values(choice: ScreenChoice) -> dict[str, str]:
    return {
        "language": choice.language,
        "turn": str(choice.turn),
        "sleep_min": str(choice.sleep_min),
        "still": "yes" if choice.still else "no",
        "large": "yes" if choice.large else "no",
    }
