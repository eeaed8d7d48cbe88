"""What every loudspeaker is: something that takes samples and plays them, or says why it cannot."""

from __future__ import annotations

from typing import Protocol

from hardware.errors import HardwareError


class SoundUnavailable(HardwareError):
    """No loudspeaker can be had; the message is the cause in a few words."""


class Output(Protocol):
    """An open loudspeaker. All methods belong to one thread; any of them may hang when a driver does."""

    @property
    def name(self) -> str:
        """Which loudspeaker this is, for people."""

    @property
    def lost(self) -> bool:
        """Whether it has stopped playing for good: unplugged, or its driver gave up."""

    def play(self, samples: bytes, volume: int) -> None:
        """Play 16-bit mono samples on top of what still sounds; `volume` is 0..100. Returns at once.

        Raises `SoundUnavailable`.
        """
