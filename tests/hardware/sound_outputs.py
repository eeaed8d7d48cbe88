"""Loudspeakers that do what a bad day does: importable, so that a spawned process can make them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from hardware.sound.base import SoundUnavailable

FOREVER_S = 3600.0


class Diary:
    """Writes down how many bytes it was to play, and how loud."""

    name = "a diary"
    lost = False

    def __init__(self, path: Path) -> None:
        self._path = path

    def play(self, samples: bytes, volume: int) -> None:
        with self._path.open("a") as file:
            file.write(f"{len(samples)} at {volume}\n")


class Missing:
    """There is none."""

    def __init__(self) -> None:
        raise SoundUnavailable("no loudspeaker here")


class Stuck:
    """The driver never comes back from opening."""

    def __init__(self) -> None:
        time.sleep(FOREVER_S)


class Fickle(Diary):
    """Opens; `fate` is what happens at the first sound of the first process: "hangs", "dies", "goes"."""

    def __init__(self, path: Path, fate: str) -> None:
        super().__init__(path)
        self._fate = "" if path.exists() else fate
        path.touch()

    @property
    def lost(self) -> bool:
        return self._fate == "lost"

    def play(self, samples: bytes, volume: int) -> None:
        if self._fate == "hangs":
            time.sleep(FOREVER_S)
        if self._fate == "dies":
            os.abort()
        if self._fate == "goes":
            self._fate = "lost"
        super().play(samples, volume)
