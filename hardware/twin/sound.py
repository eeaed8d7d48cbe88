"""A loudspeaker that nobody hears: SDL's dummy driver, and a file that says that it is pulled out."""

from __future__ import annotations

import os
from pathlib import Path

from hardware.sound.base import SoundUnavailable
from hardware.sound.sdl import SdlOutput


class TwinOutput:
    """As `Output`; there is no loudspeaker while `pulled` exists. Picklable before it is made."""

    def __init__(self, pulled: Path) -> None:
        if pulled.exists():
            raise SoundUnavailable("the simulated loudspeaker is not plugged in")
        os.environ["SDL_AUDIODRIVER"] = "dummy"  # of the sound's own process
        self._pulled = pulled
        self._output = SdlOutput()
        self.name = self._output.name

    @property
    def lost(self) -> bool:
        """Whether it was pulled out."""
        return self._pulled.exists() or self._output.lost

    def play(self, samples: bytes, volume: int) -> None:
        """Take them; nobody hears them."""
        self._output.play(samples, volume)
