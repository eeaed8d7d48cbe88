"""The other side of a `Speaker`: the process that owns the loudspeaker.

In: orders from a pipe. Out: one answer to each, the first when the loudspeaker is open. The process ends with
the pipe, so it never outlives the game.
"""

from __future__ import annotations

import contextlib
import os
import signal
import wave
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from hardware.sound.base import Output, SoundUnavailable
from hardware.sound.cues import RATE_HZ, Cue, file_of


@dataclass(frozen=True, slots=True)
class Play:
    """Play these one after the other, `volume` 0..100. Without a cue: only tell how it stands."""

    cues: tuple[Cue, ...]
    volume: int


@dataclass(frozen=True, slots=True)
class Well:
    """The loudspeaker of this name plays."""

    name: str


@dataclass(frozen=True, slots=True)
class Ill:
    """There is no loudspeaker, or none any more; `reason` in a few words."""

    reason: str


Answer = Well | Ill


def samples_of(path: Path) -> bytes:
    """The samples of one of our WAV files. Raises `SoundUnavailable`."""
    try:
        with wave.open(str(path), "rb") as reader:
            form = (reader.getframerate(), reader.getnchannels(), reader.getsampwidth())
            if form != (RATE_HZ, 1, 2):
                raise SoundUnavailable(f"{path.name} is not one of our sounds: {form}")
            return reader.readframes(reader.getnframes())
    except (OSError, EOFError, wave.Error) as error:
        raise SoundUnavailable(f"{path.name} cannot be read: {error}") from error


def serve(pipe: Connection, make_output: Callable[[], Output], folder: Path) -> None:
    """Open the loudspeaker and play until the other end of the pipe closes. Runs in the child process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the game, and that ends the pipe
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)  # libasound writes its complaints past every log; what counts goes through the pipe
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            sounds = {cue: samples_of(file_of(folder, cue)) for cue in Cue}
            output = make_output()
            pipe.send(Well(output.name))
            while True:
                pipe.send(_obey(pipe.recv(), output, sounds))
        except SoundUnavailable as error:
            pipe.send(Ill(str(error)))


def _obey(order: Play, output: Output, sounds: dict[Cue, bytes]) -> Answer:
    if output.lost:
        raise SoundUnavailable("the loudspeaker is gone")
    if order.cues:
        output.play(b"".join(sounds[cue] for cue in order.cues), order.volume)
    return Well(output.name)
