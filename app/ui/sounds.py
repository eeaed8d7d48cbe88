"""The sounds of a table: hears what the match does, and has it played, or shown as light.

In: the session, the loudspeaker (None: the table is set up without one), the journal, `flash(colour)`,
`later(action, seconds)` of the screen's clock, and `beep(cue)` of the wired buzzer. The listener that the
session had before still hears everything first. Nothing here waits: the loudspeaker has a thread of its own.
Main thread only. No Kivy here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from app.games.contract import Message
from app.games.mutant_meeples.state import State
from app.store.journal import Journal
from app.table import sound_choice
from app.table.session import Session
from app.table.sound_choice import PERCENT, SoundChoice, Volume
from app.table.sounding import Sand, due_in_ms, of_change, of_time, sand_of
from app.ui import theme
from app.ui.presenters.sound import SoundView, sound_view
from hardware.sound.cues import TICKS, Cue
from hardware.sound.speaker import SoundState, Speaker

COLOURS = {
    Cue.CLAIM: theme.BEAM,
    Cue.WARNING: theme.ACCENT,
    **dict.fromkeys(TICKS.values(), theme.ACCENT),
    Cue.TIME_UP: theme.TEXT,
    Cue.CORRECT: theme.SUCCESS,
    Cue.WRONG: theme.ALARM,
    Cue.WIN: theme.ACCENT,
}
"""The light of each cue."""
SOON_MS = 150
"""A cue of the clock that is due before the table is looked at again gets a look of its own."""

Later = Callable[[Callable[..., Any], float], Any]


class Sounds:
    """See the module's docstring. `follow` is called as often as the table is polled."""

    def __init__(
        self,
        session: Session[State],
        speaker: Speaker | None,
        journal: Journal,
        flash: Callable[[str], None],
        later: Later,
        beep: Callable[[Cue], None] = lambda cue: None,
    ) -> None:
        self._session, self._speaker, self._journal = session, speaker, journal
        self._flash, self._later, self._beep = flash, later, beep
        self.choice = sound_choice.chosen(journal)
        self._state = session.state
        self._sand: Sand | None = None
        self._looks = False
        self._told, session.listener = session.listener, self._listen

    def _listen(self, events: list[Message], accepted: bool) -> None:
        self._told(events, accepted)
        before, self._state = self._state, self._session.state
        if accepted:
            self._sound(of_change(before, self._state, events))

    def follow(self) -> None:
        """Look at the sand."""
        session = self._session
        before, self._sand = self._sand, sand_of(session.state, session.left_ms(), session.paused)
        self._sound(of_time(before, self._sand))
        due = due_in_ms(self._sand)
        if due is not None and due < SOON_MS and not self._looks:
            self._looks = True
            self._later(self._look, due / 1000)

    def _look(self, *_: Any) -> None:
        self._looks = False
        self.follow()

    def _sound(self, cues: Sequence[Cue]) -> None:
        if not cues:
            return
        audible = self._speaker is not None and self._speaker.status().state is not SoundState.SILENT
        wanted = self.choice.volume is not Volume.OFF
        if wanted and self._speaker is not None:  # a silent one, too: it may have been plugged in
            self._speaker.play(cues, PERCENT[self.choice.volume])
        if wanted:
            self._beep(cues[-1])
        if self.choice.lights or (wanted and not audible):
            self._flash(COLOURS[cues[-1]])

    # -- what the sheet asks --------------------------------------------------------------------------

    def view(self) -> SoundView:
        """What the sheet shows."""
        return sound_view(self.choice, None if self._speaker is None else self._speaker.status())

    def set_volume(self, volume: Volume) -> None:
        """Choose how loud it is to be, and hear it."""
        self._choose(replace(self.choice, volume=volume))

    def switch_lights(self) -> None:
        """Have the edge light up with each sound, or no longer, and see it."""
        self._choose(replace(self.choice, lights=not self.choice.lights))

    def _choose(self, choice: SoundChoice) -> None:
        self.choice = choice
        sound_choice.keep(self._journal, choice)
        self.try_out()

    def try_out(self) -> None:
        """Sound a claim, on a loudspeaker that may just have been plugged in."""
        if self._speaker is not None and self._speaker.status().state is SoundState.SILENT:
            self._speaker.again()
        self._sound([Cue.CLAIM])
