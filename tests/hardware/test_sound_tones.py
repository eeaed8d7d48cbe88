"""The sounds as numbers: loud enough, never clipped, no click, told apart by ear, and the files that ship."""

from __future__ import annotations

import io
import itertools
import wave
from pathlib import Path

import numpy as np
import pytest

from hardware.sound.__main__ import main
from hardware.sound.cues import RATE_HZ, TICKS, Cue, file_of
from hardware.sound.tones import MELODIES, PEAK, Samples, melody, wav

SHIPPED = Path(__file__).parents[2] / "app" / "assets" / "sounds"
SEMITONE = 2 ** (1 / 12)
"""Neighbouring keys of a piano: what an untrained ear hears as another pitch."""
SILENT = 8 / 32767
"""As good as nothing: 72 dB under full swing."""


def sound(cue: Cue) -> Samples:
    return melody(MELODIES[cue])


def pitch_hz(samples: Samples) -> float:
    """The strongest frequency."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), 1 << 17))
    return float(spectrum.argmax() * RATE_HZ / (1 << 17))


@pytest.mark.parametrize("cue", Cue)
def test_two_cues_at_once_do_not_clip(cue: Cue):
    assert np.abs(sound(cue)).max() == pytest.approx(PEAK)
    assert 2 * PEAK <= 1


@pytest.mark.parametrize("cue", Cue)
def test_a_cue_begins_and_ends_in_silence(cue: Cue):
    samples = sound(cue)
    assert np.abs(samples[[0, 1, -2, -1]]).max() < SILENT
    assert abs(samples.mean()) < 1e-3, "a bias would click"


@pytest.mark.parametrize("cue", Cue)
def test_no_cue_jumps_faster_than_its_own_overtones(cue: Cue):
    """A cut-off note is a step in one sample; a tone of f Hz moves at most 2 pi f / rate of its swing."""
    notes = MELODIES[cue]
    highest_hz = max(note.pitch_hz * len(note.timbre) for note in notes)
    steepest = 2 * np.pi * highest_hz / RATE_HZ * PEAK
    assert np.abs(np.diff(sound(cue))).max() < steepest


@pytest.mark.parametrize("cue", Cue)
def test_a_cue_is_short(cue: Cue):
    longest_s = {Cue.WIN: 1.6, **dict.fromkeys(TICKS.values(), 0.1)}.get(cue, 1.1)
    assert len(sound(cue)) / RATE_HZ <= longest_s


@pytest.mark.parametrize("cue", Cue)
def test_a_cue_keeps_to_where_small_loudspeakers_and_old_ears_hear(cue: Cue):
    """Nine tenths of its energy between 250 and 4,000 Hz, and hardly any where it would be shrill."""
    samples = sound(cue)
    energy = np.abs(np.fft.rfft(samples)) ** 2
    hz = np.fft.rfftfreq(len(samples), 1 / RATE_HZ)
    assert energy[(hz > 250) & (hz < 4000)].sum() > 0.9 * energy.sum()
    assert energy[hz > 5000].sum() < 0.02 * energy.sum()


def test_each_tick_is_higher_than_the_one_before():
    heard = [pitch_hz(sound(TICKS[left])) for left in (5, 4, 3, 2, 1)]
    assert heard[0] == pytest.approx(880, rel=0.02)
    assert all(later > earlier * SEMITONE for earlier, later in itertools.pairwise(heard))


@pytest.mark.parametrize(
    ("cue", "hz"),
    [
        (Cue.CLAIM, 1174.66),
        (Cue.WARNING, 523.25),
        (Cue.TIME_UP, 440.0),
        (Cue.CORRECT, 783.99),
        (Cue.WRONG, 311.13),
        (Cue.WIN, 1046.5),
    ],
)
def test_the_strongest_pitch_is_the_note_meant(cue: Cue, hz: float):
    assert pitch_hz(sound(cue)) == pytest.approx(hz, rel=0.03)


def test_good_news_rise_and_bad_news_fall():
    for cue, rises in ((Cue.CLAIM, True), (Cue.CORRECT, True), (Cue.WIN, True), (Cue.WRONG, False)):
        first, last = (note.pitch_hz for note in (MELODIES[cue][0], MELODIES[cue][-1]))
        assert (last > first) is rises, cue


def test_no_two_cues_share_pitch_and_length():
    """The ear tells them apart by a semitone of pitch or a third of length."""
    told = {cue: (pitch_hz(sound(cue)), len(sound(cue))) for cue in Cue}
    for one, other in itertools.combinations(Cue, 2):
        (hz, length), (other_hz, other_length) = told[one], told[other]
        apart = max(hz / other_hz, other_hz / hz) > SEMITONE
        assert apart or max(length / other_length, other_length / length) > 4 / 3, (one, other)


def test_a_wav_file_says_what_is_in_it():
    with wave.open(io.BytesIO(wav(sound(Cue.CLAIM)))) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE_HZ, 1, 2)
        read = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32767
    assert np.abs(read - sound(Cue.CLAIM)).max() < 1 / 32767


def test_the_shipped_files_are_what_the_program_makes(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([str(tmp_path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(Cue)
    made, shipped = (
        {path.name: path.read_bytes() for path in folder.glob("*.wav")} for folder in (tmp_path, SHIPPED)
    )
    assert made.keys() == shipped.keys() == {file_of(SHIPPED, cue).name for cue in Cue}
    assert [name for name in made if made[name] != shipped[name]] == []
    assert sum(map(len, shipped.values())) < 500_000


def test_the_program_says_how_it_is_called(capsys: pytest.CaptureFixture[str]):
    assert main([]) == main(["one", "two"]) == 2
    assert capsys.readouterr().err.count("python -m hardware.sound FOLDER") == 2
