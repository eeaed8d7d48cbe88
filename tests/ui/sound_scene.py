"""The sheet of the sounds and the light at the edge, for the window tests."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import Screen

from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import State
from app.table.autoplay import HandClock
from app.table.session import Session
from app.table.sounding import FOLDER
from app.table.wiring import wall_clock
from app.ui import theme
from app.ui.panels.sound_sheet import SoundSheet
from app.ui.sounds import Sounds
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.edge_flash import EdgeFlash
from hardware.sound.config import SoundConfig
from hardware.sound.speaker import open_speaker
from tests.ui.scene import Scene


class SoundScene(Scene):
    """The sheet over a bare floor, a light over everything, and no loudspeaker."""

    config = SoundConfig(enabled=False)

    def __init__(self, folder: Path) -> None:
        card = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(folder / "card.raw")}
        super().__init__(folder, patch.dict(os.environ, card))
        journal = self.open_journal()
        session: Session[State] = Session(
            MutantMeeples(), journal, clock_ns=HandClock(), wall=wall_clock, rng=random.Random(1)
        )
        self.speaker = open_speaker(self.config, FOLDER)
        self.edge = EdgeFlash()
        self.sounds = Sounds(session, self.speaker, journal, self.edge.flash, Clock.schedule_once)
        if self.speaker is not None:
            self._closing.callback(self.speaker.close)
        screen, self.floor = Screen(name="sound"), FloatLayout()
        below = MarshalButton(text="Below", size_hint=(1, 1))
        below.bind(on_release=lambda *_: self.heard.append("below"))
        self.floor.add_widget(below)
        screen.add_widget(self.floor)
        self.stage.add_screen(screen)
        self.stage.add_widget(self.edge)

    def call(self, name: str) -> Any:
        """Open the sheet, flash, or tell how it stands."""
        match name:
            case "open":
                SoundSheet(self.sounds).open_over(self.floor)
            case "flash":
                self.edge.flash(theme.SUCCESS)
            case "flash twice":
                self.edge.flash(theme.SUCCESS)
                self.edge.flash(theme.ALARM)
                self.edge.flash(theme.BEAM)
            case "lit":
                return self.edge.lit
            case "choice":
                return [self.sounds.choice.volume.value, self.sounds.choice.lights]
            case "status":
                assert self.speaker is not None
                status = self.speaker.status()
                return [status.state.value, status.played]
        return None


class LoudScene(SoundScene):
    """A real loudspeaker: SDL's, whose card is a file."""

    config = SoundConfig()


SOUND_SCENES = {"sound": SoundScene, "sound loud": LoudScene}
