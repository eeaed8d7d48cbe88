"""The real SDL, the real ALSA: what comes out of the loudspeaker's wire, and what happens when it is cut.

SDL's "disk" driver writes what a sound card would get into a file; ALSA's "file" device does the same one
level further down, and stands for a driver that hangs or fails.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.sound.config import SoundConfig
from hardware.sound.cues import Cue, file_of
from hardware.sound.sdl import libraries
from hardware.sound.speaker import SoundState, SoundStatus, Speaker, open_speaker
from hardware.sound.worker import samples_of

SOUNDS = Path(__file__).parents[2] / "app" / "assets" / "sounds"
PATIENCE_S = 60.0
Open = Callable[..., Speaker]
Signal = NDArray[np.int16]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """`opened("disk", device, **environment)`: a speaker on that driver of SDL."""
    built: list[Speaker] = []

    def build(driver: str, device: str = "", **environment: str) -> Speaker:
        for name, value in {"SDL_AUDIODRIVER": driver, **environment}.items():
            monkeypatch.setenv(name, value)
        speaker = open_speaker(SoundConfig(device=device), SOUNDS)
        assert speaker is not None
        built.append(speaker)
        return speaker

    yield build
    for speaker in built:
        speaker.close()


def alsa(folder: Path, file: Path) -> str:
    """A configuration of ALSA whose only device writes into `file`; its path."""
    path = folder / "alsa.conf"
    path.write_text(f'pcm.!default {{ type file file "{file}" format raw slave.pcm {{ type null }} }}\n')
    return str(path)


def signal(*cues: Cue) -> Signal:
    return np.frombuffer(b"".join(samples_of(file_of(SOUNDS, cue)) for cue in cues), "<i2")


def until(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if condition():
            return
        os.sched_yield()
    raise AssertionError(f"waited in vain for {what}")


def played(file: Path, least: int) -> Signal:
    """What has been written from the first sound on, once there are `least` samples of it."""
    found: list[Signal] = []

    def enough() -> bool:
        raw = np.fromfile(file, "<i2")
        sounding = np.flatnonzero(raw)
        found[:] = [raw[sounding[0] :]] if len(sounding) else []
        return bool(found) and len(found[0]) >= least

    until(enough, f"{least} samples")
    return found[0][:least]


def test_the_wheel_of_kivy_brings_the_library():
    assert "Kivy.libs/libSDL2" in libraries()[0]
    assert libraries()[-1] == "libSDL2-2.0.so.0"


def test_a_cue_reaches_the_card_sample_by_sample(opened: Open, tmp_path: Path):
    raw = tmp_path / "card.raw"
    speaker = opened("disk", SDL_DISKAUDIOFILE=str(raw))
    assert speaker.wait(PATIENCE_S).name == "disk: the default loudspeaker"
    speaker.play([Cue.TICK_2, Cue.TICK_1], 100)
    meant = np.trim_zeros(signal(Cue.TICK_2, Cue.TICK_1))
    assert np.array_equal(played(raw, len(meant)), meant)


def test_volume_scales_what_reaches_the_card(opened: Open, tmp_path: Path):
    raw = tmp_path / "card.raw"
    speaker = opened("disk", SDL_DISKAUDIOFILE=str(raw))
    speaker.wait(PATIENCE_S)
    speaker.play([Cue.CLAIM], 50)
    heard = played(raw, len(signal(Cue.CLAIM)) // 2)
    assert np.abs(heard).max() == pytest.approx(np.abs(signal(Cue.CLAIM)).max() / 2, abs=1)


def test_a_cue_during_another_sounds_on_top_of_it(opened: Open, tmp_path: Path):
    """Neither waits for the other, neither is cut off."""
    raw = tmp_path / "card.raw"
    speaker = opened("disk", SDL_DISKAUDIOFILE=str(raw))
    speaker.wait(PATIENCE_S)
    speaker.play([Cue.WIN], 100)
    speaker.play([Cue.TICK_1], 100)
    win = np.trim_zeros(signal(Cue.WIN))
    rest = np.trim_zeros(played(raw, len(win) - 4000) - win[:-4000])
    assert np.array_equal(rest, np.trim_zeros(signal(Cue.TICK_1)))


def test_a_cue_goes_through_alsa(opened: Open, tmp_path: Path):
    """Where there is no sound server, as on a Pi without a desktop."""
    wire = tmp_path / "wire"
    os.mkfifo(wire)
    end = os.open(wire, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(end, True)
    try:
        speaker = opened("alsa", ALSA_CONFIG_PATH=alsa(tmp_path, wire))
        speaker.wait(PATIENCE_S)
        speaker.play([Cue.TICK_5], 100)
        meant = np.trim_zeros(signal(Cue.TICK_5)).tobytes()
        heard = b""
        stop = time.monotonic() + PATIENCE_S
        while meant not in heard and time.monotonic() < stop:
            heard = heard[-2 * len(meant) :] + os.read(end, 1 << 16)
        assert meant in heard
        assert speaker.status().name == "alsa: the default loudspeaker"
    finally:
        os.close(end)


def test_a_card_that_fails_while_it_plays_is_noticed(opened: Open, tmp_path: Path):
    """Writing to /dev/full is refused, as to a loudspeaker that was unplugged."""
    speaker = opened("alsa", ALSA_CONFIG_PATH=alsa(tmp_path, Path("/dev/full")))

    def gone() -> bool:
        speaker.prepare()
        return speaker.status().state is SoundState.SILENT

    until(gone, "the loss to be noticed")
    assert speaker.status().fault == "the loudspeaker is gone"


def test_a_driver_that_hangs_while_it_opens_holds_nobody_up(opened: Open, tmp_path: Path):
    """Nobody reads from the pipe: ALSA waits for ever."""
    wire = tmp_path / "wire"
    os.mkfifo(wire)
    speaker = opened("alsa", ALSA_CONFIG_PATH=alsa(tmp_path, wire))
    until(lambda: speaker.status().starts == 1, "the start")
    speaker.play([Cue.CLAIM], 100)
    assert speaker.status() == SoundStatus(SoundState.WAITING, starts=1)
    speaker.close()
    speaker._thread.join(PATIENCE_S)
    assert not speaker._thread.is_alive()


@pytest.mark.parametrize(
    ("driver", "device", "fault"),
    [
        ("alsa", "", "no loudspeaker: ALSA: Couldn't open audio device"),
        ("nonsense", "", "no sound system: Audio target 'nonsense' not available"),
        (
            "dummy",
            "Headphones",
            "no loudspeaker is called 'Headphones'; there are: System audio output device",
        ),
    ],
)
def test_what_is_missing_is_said_in_words(opened: Open, tmp_path: Path, driver: str, device: str, fault: str):
    (tmp_path / "empty.conf").touch()
    speaker = opened(driver, device, ALSA_CONFIG_PATH=str(tmp_path / "empty.conf"))
    status = speaker.wait(PATIENCE_S)
    assert status.state is SoundState.SILENT
    assert status.fault.startswith(fault)


def test_a_loudspeaker_is_found_by_part_of_its_name(opened: Open):
    status = opened("dummy", "AUDIO out").wait(PATIENCE_S)
    assert (status.state, status.name) == (SoundState.PLAYING, "dummy: System audio output device")
