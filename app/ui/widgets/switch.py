"""`SwitchRow`: one yes-or-no setting with its consequence in a sentence; the whole row is the button.

It shows what it is told (`on`) and changes nothing by itself. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, icons, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words


class SwitchRow(ButtonBehavior, Drawn):
    """A labelled switch; bind `on_release`."""

    title = StringProperty("")
    sentence = StringProperty("")
    on = BooleanProperty(False)
    redraw_on = ("title", "sentence", "on", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._title = Words(bold=True, base_px=theme.LABEL_PX)
        self._sentence = Words(base_px=theme.LEAST_PX, ink=theme.QUIET)
        super().__init__(**kwargs)
        self.add_widget(self._title)
        self.add_widget(self._sentence)

    def draw(self, group: Any) -> None:
        """Panel, texts, and the switch with a tick or a dash in its knob."""
        radius, pad = self.px(12), self.px(10)
        drawing.slab(
            group, self.pos, self.size, radius, theme.PANEL_RAISED if self.state == "down" else theme.PANEL
        )
        drawing.frame(group, self.pos, self.size, radius, self.px(1.5), theme.LINE)
        width, height = self.px(48), self.px(28)
        left, bottom = self.right - pad - width, self.center_y - height / 2
        track = theme.ACCENT if self.on else theme.LINE
        drawing.slab(group, (left, bottom), (width, height), height / 2, track)
        knob = left + (width - height / 2 if self.on else height / 2)
        drawing.disc(group, knob, self.center_y, height * 0.4, theme.TEXT)
        sign = "tick" if self.on else "minus"
        icons.draw(group, sign, knob, self.center_y, height * 0.42, theme.INK)
        text_width = left - pad - self.x - pad
        half = (self.height - self.px(6)) / 2
        self._title.text, self._sentence.text = self.title, self.sentence
        place(self._title, self.x + pad, self.y + self.px(3) + half, text_width, half)
        place(self._sentence, self.x + pad, self.y + self.px(3), text_width, half)
