"""The sounds there are: their names, their files and the form of their samples."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

RATE_HZ = 22_050
"""Samples a second, 16 bit, mono. Enough for overtones up to 11 kHz at half the size of CD quality."""


class Cue(StrEnum):
    """What a sound tells the table."""

    CLAIM = "claim"
    WARNING = "ten-seconds"
    TICK_5 = "tick-5"
    TICK_4 = "tick-4"
    TICK_3 = "tick-3"
    TICK_2 = "tick-2"
    TICK_1 = "tick-1"
    TIME_UP = "time-up"
    CORRECT = "correct"
    WRONG = "wrong"
    WIN = "win"


TICKS = {5: Cue.TICK_5, 4: Cue.TICK_4, 3: Cue.TICK_3, 2: Cue.TICK_2, 1: Cue.TICK_1}
"""The tick that says how many seconds are left."""


def file_of(folder: Path, cue: Cue) -> Path:
    """Where the sound of a cue lies."""
    return folder / f"{cue}.wav"
