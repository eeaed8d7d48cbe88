"""Our sounds as numbers: struck notes, mixed into one melody a cue, as samples and as WAV files.

Pure and without chance: the same cue is the same bytes everywhere. Samples are float64 in -1..1, mono,
`RATE_HZ` a second. All notes lie between 311 and 1319 Hz: above what a small loudspeaker cannot play, and
below what older ears lose first. Up is good, down is bad, one note alone is time.
"""

from __future__ import annotations

import io
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.sound.cues import RATE_HZ, Cue, file_of

Samples = NDArray[np.float64]

PEAK = 0.5
"""Highest sample of every cue: two that meet still fit without clipping."""
ATTACK_S = 0.004
"""A note swells this long: quick to the ear, and no click."""
RELEASE_S = 0.02
"""And fades this long at its end, whatever still rings."""
BELL = (1.0, 0.3, 0.12, 0.05)
"""Loudness of the fundamental and its overtones: bright, yet round."""
WOOD = (1.0, 0.08, 0.2)
"""A dry knock, like a wood block."""
HORN = (1.0, 0.45, 0.3, 0.15, 0.08)
"""Full, for what everybody has to hear."""
FELT = (1.0, 0.12)
"""Soft: for bad news."""


@dataclass(frozen=True, slots=True)
class Note:
    """One struck note: pitch in Hz, begin and length in seconds.

    `ring_s`: after this time it has fallen to a third; `timbre`: loudness of fundamental and overtones.
    """

    pitch_hz: float
    begin_s: float
    length_s: float
    ring_s: float
    timbre: tuple[float, ...] = BELL
    loudness: float = 1.0


C5, D5, E5, G5, C6 = 523.25, 587.33, 659.26, 783.99, 1046.5
A4, F4, E_FLAT4, D6 = 440.0, 349.23, 311.13, 1174.66
LOWEST_TICK_HZ = 880.0
WHOLE_TONE = 2 ** (2 / 12)


def _tick(left_s: int) -> tuple[Note, ...]:
    """Each a whole tone above the one before."""
    return (Note(LOWEST_TICK_HZ * WHOLE_TONE ** (5 - left_s), 0.0, 0.09, 0.03, WOOD),)


MELODIES: dict[Cue, tuple[Note, ...]] = {
    Cue.CLAIM: (Note(G5, 0.0, 0.12, 0.08, BELL, 0.8), Note(D6, 0.08, 0.26, 0.1)),
    Cue.WARNING: (
        Note(E5, 0.0, 0.22, 0.12),
        Note(C5, 0.16, 0.24, 0.12),
        Note(E5, 0.4, 0.22, 0.12),
        Note(C5, 0.56, 0.34, 0.16),
    ),
    Cue.TICK_5: _tick(5),
    Cue.TICK_4: _tick(4),
    Cue.TICK_3: _tick(3),
    Cue.TICK_2: _tick(2),
    Cue.TICK_1: _tick(1),
    Cue.TIME_UP: (Note(A4, 0.0, 0.4, 0.2, HORN), Note(A4, 0.22, 0.8, 0.35, HORN)),
    Cue.CORRECT: (Note(C5, 0.0, 0.2, 0.1), Note(E5, 0.11, 0.2, 0.1), Note(G5, 0.22, 0.5, 0.22)),
    Cue.WRONG: (Note(F4, 0.0, 0.3, 0.16, FELT), Note(E_FLAT4, 0.22, 0.5, 0.22, FELT)),
    Cue.WIN: (
        Note(C5, 0.0, 0.2, 0.1, HORN, 0.8),
        Note(E5, 0.13, 0.2, 0.1, HORN, 0.8),
        Note(G5, 0.26, 0.3, 0.14, HORN, 0.8),
        Note(E5, 0.46, 0.2, 0.1, HORN, 0.8),
        Note(C6, 0.6, 0.9, 0.4, HORN),
        Note(E5, 0.6, 0.9, 0.4, BELL, 0.4),
        Note(G5, 0.6, 0.9, 0.4, BELL, 0.4),
    ),
}


def struck(note: Note) -> Samples:
    """The samples of one note, as loud as it says, from silence to silence."""
    time_s = np.arange(round(note.length_s * RATE_HZ)) / RATE_HZ
    sound = np.zeros_like(time_s)
    for number, share in enumerate(note.timbre, start=1):
        # Overtones of a struck thing die first.
        ring_s = note.ring_s / number**0.5
        sound += share * np.exp(-time_s / ring_s) * np.sin(2 * np.pi * number * note.pitch_hz * time_s)
    rise = np.clip(time_s / ATTACK_S, 0, 1)
    fall = np.clip((time_s[-1] - time_s) / RELEASE_S, 0, 1)
    shaped: Samples = note.loudness * sound * _smooth(rise) * _smooth(fall)
    return shaped


def _smooth(ramp: Samples) -> Samples:
    """A straight ramp from 0 to 1 with its corners rounded off."""
    eased: Samples = (1 - np.cos(np.pi * ramp)) / 2
    return eased


def melody(notes: Sequence[Note]) -> Samples:
    """The notes together, brought to `PEAK`. Raises ValueError without a note."""
    end_s = max(note.begin_s + note.length_s for note in notes)
    whole = np.zeros(round(end_s * RATE_HZ) + 1)
    for note in notes:
        sound, begin = struck(note), round(note.begin_s * RATE_HZ)
        whole[begin : begin + len(sound)] += sound
    scaled: Samples = PEAK * whole / np.abs(whole).max()
    return scaled


def wav(samples: Samples) -> bytes:
    """A WAV file: 16 bit, mono, `RATE_HZ`."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(RATE_HZ)
        writer.writeframes(np.round(samples * 32767).astype("<i2").tobytes())
    return file.getvalue()


def write_all(folder: Path) -> list[Path]:
    """Make every sound anew in `folder`; returns the files. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for cue in Cue:
        file_of(folder, cue).write_bytes(wav(melody(MELODIES[cue])))
    return [file_of(folder, cue) for cue in Cue]
