"""The sheet on which a table says how loud it wants its sounds. No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass

from app.table.sound_choice import SoundChoice, Volume
from app.ui.words import word
from hardware.sound.speaker import SoundState, SoundStatus


@dataclass(frozen=True, slots=True)
class VolumeView:
    """One step of loudness."""

    volume: Volume
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SoundView:
    """Everything on the sheet; `silent` is why nothing is to be heard, or nothing."""

    volumes: tuple[VolumeView, ...]
    lights: bool
    silent: str


VOLUMES = {
    Volume.OFF: "sound.off",
    Volume.LOW: "sound.low",
    Volume.MIDDLE: "sound.middle",
    Volume.HIGH: "sound.high",
}


def sound_view(choice: SoundChoice, status: SoundStatus | None) -> SoundView:
    """What to show; `status` is None where the table is set up without a loudspeaker."""
    volumes = tuple(VolumeView(step, word(key), step is choice.volume) for step, key in VOLUMES.items())
    mute = status is None or status.state is SoundState.SILENT
    wanted = choice.volume is not Volume.OFF
    return SoundView(volumes, choice.lights, word("sound.no_loudspeaker") if mute and wanted else "")
