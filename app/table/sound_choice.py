"""How loud a table wants its sounds, and whether it wants them as light: kept beside the matches."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import StrEnum

from app.store.errors import JournalFailed
from app.store.journal import Journal

log = logging.getLogger(__name__)

KIND = "sound"
"""The kind of record in the journal."""


class Volume(StrEnum):
    """Steps an ear can tell apart: about 9 dB each."""

    OFF = "off"
    LOW = "low"
    MIDDLE = "middle"
    HIGH = "high"


PERCENT = {Volume.OFF: 0, Volume.LOW: 13, Volume.MIDDLE: 36, Volume.HIGH: 100}
"""Share of the full swing."""


@dataclass(frozen=True, slots=True)
class SoundChoice:
    """`lights`: every cue is a flash of the edge as well; with the volume off, only that (silent mode)."""

    volume: Volume = Volume.MIDDLE
    lights: bool = False


def chosen(journal: Journal) -> SoundChoice:
    """What was chosen last; what cannot be read is the default."""
    try:
        kept = journal.records(KIND)
    except JournalFailed as error:
        log.error("no choice of sound: %s", error)
        kept = {}
    volume = kept.get("volume", "")
    default = SoundChoice()
    return SoundChoice(
        Volume(volume) if volume in list(Volume) else default.volume, kept.get("lights") == "yes"
    )


def keep(journal: Journal, choice: SoundChoice) -> None:
    """Keep it for the next time; the journal itself says when nothing can be kept."""
    try:
        journal.put_record(KIND, "volume", choice.volume)
        journal.put_record(KIND, "lights", "yes" if choice.lights else "no")
    except JournalFailed as error:
        log.error("the choice of sound is not kept: %s", error)
