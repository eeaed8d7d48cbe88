"""How loud the sounds are, and whether they are lights as well; each touch can be heard and seen at once."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from app.ui import theme
from app.ui.panels.box import Box
from app.ui.sounds import Sounds
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet
from app.ui.widgets.switch import SwitchRow
from app.ui.words import word

LOOK_S = 0.5
"""How often it is looked whether a loudspeaker answers by now."""


class SoundSheet(Sheet):
    """Four steps of loudness, the lights, "try it", and back; a tap beside it is "back", too."""

    panel_width_px = 520.0
    panel_height_px = 344.0
    closes_beside = True

    def __init__(self, sounds: Sounds, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sounds = sounds
        self._title = Words(text=word("sound.title"), shout=True, base_px=34, halign="center")
        self._silent = Words(base_px=theme.LABEL_PX, halign="center", ink=theme.QUIET)
        self._volumes = {step.volume: MarshalButton(base_px=16) for step in sounds.view().volumes}
        self._lights = SwitchRow(title=word("sound.lights"), sentence=word("sound.lights_sentence"))
        self._try = MarshalButton(text=word("sound.try"), icon="play")
        self._back = MarshalButton(text=word("sound.back"), kind="second")
        buttons = (*self._volumes.values(), self._lights, self._try, self._back)
        for child in (self._title, self._silent, *buttons):
            self.add_widget(child)
        for volume, button in self._volumes.items():
            self._bind(button, lambda volume=volume: sounds.set_volume(volume))
        self._bind(self._lights, sounds.switch_lights)
        self._bind(self._try, sounds.try_out)
        self._bind(self._back, self.close)
        self._looking: Any = None
        self.bind(parent=self._on_parent)
        self.refresh()

    def _on_parent(self, _sheet: Any, parent: Any) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        if parent is not None:
            self._looking = Clock.schedule_interval(lambda _: self.refresh(), LOOK_S)

    def _bind(self, button: Any, action: Any) -> None:
        def act() -> None:
            action()
            self.refresh()

        button.bind(on_release=lambda *_: self.while_open(act))

    def refresh(self) -> None:
        """Show what is chosen now; the chosen step has a tick and the accent."""
        view = self._sounds.view()
        for step in view.volumes:
            button = self._volumes[step.volume]
            button.text = step.text
            button.kind, button.icon = ("second", "tick") if step.chosen else ("quiet", "")
        self._lights.on = view.lights
        self._silent.text = view.silent

    def draw(self, group: Any) -> None:
        """Title, steps, lights, why nothing is heard, and the two buttons."""
        super().draw(group)
        box = Box(*self.panel()).inner(self.px(16))
        gap = self.px(theme.GAP_PX)
        box.top(self.px(40), gap).hold(self._title)
        foot = box.bottom(self.px(56), gap)
        for button, cell in zip((self._try, self._back), foot.columns(2, gap), strict=True):
            cell.hold(button)
        steps = box.top(self.px(60), gap).columns(len(self._volumes), gap)
        for button, cell in zip(self._volumes.values(), steps, strict=True):
            cell.hold(button)
        box.top(self.px(60), gap).hold(self._lights)
        box.hold(self._silent)
