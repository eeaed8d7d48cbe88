"""`MarshalButton`: everything that is tapped and says a word.

`kind` is "main" (the one filled accent button of a screen), "second" (accent outline), "quiet" (plain
outline) or "danger"; `dimmed`, it looks out of reach, but a tap is heard and may be answered. `icon` names a
drawing of `icons.py`, alone or before the text. `RepeatButton` steps again and again while it is held. Main
thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, icons, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words, text_width


@dataclass(frozen=True, slots=True)
class _Style:
    fill: str
    pressed: str
    edge: str
    ink: str


STYLES = {
    "main": _Style(theme.ACCENT, theme.ACCENT_PRESSED, theme.ACCENT, theme.INK),
    "second": _Style(theme.PANEL, theme.PANEL_RAISED, theme.ACCENT, theme.TEXT),
    "quiet": _Style(theme.PANEL, theme.PANEL_RAISED, theme.LINE, theme.TEXT),
    "danger": _Style(theme.ALARM_DEEP, theme.PANEL_RAISED, theme.ALARM, theme.ALARM_PALE),
}
OFF = _Style(theme.GROUND, theme.GROUND, theme.LINE, theme.FAINT)


REPEAT_AFTER_S = 0.4
"""Held this long, a button repeats: longer than a tap of a slow finger."""
REPEAT_S = 1 / 8


class MarshalButton(ButtonBehavior, Drawn):
    """A button; bind `on_release`."""

    text = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("quiet", options=list(STYLES))
    base_px = NumericProperty(theme.SENTENCE_PX)
    dimmed = BooleanProperty(False)
    redraw_on: tuple[str, ...] = ("text", "icon", "kind", "base_px", "dimmed", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(bold=True, halign="center", base_px=theme.SENTENCE_PX)
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def draw(self, group: Any) -> None:
        """Body, edge, icon and text."""
        style = OFF if self.disabled or self.dimmed else STYLES[self.kind]
        radius = self.px(14)
        drawing.slab(
            group, self.pos, self.size, radius, style.pressed if self.state == "down" else style.fill
        )
        drawing.frame(group, self.pos, self.size, radius, self.px(2), style.edge)
        self._words.text = self.text
        self._words.base_px = self.base_px
        self._words.ink = style.ink
        pad = self.px(8 if self._has_room(self.width - self.px(16)) else 4)
        left, side = self.x + pad, min(self.height * 0.46, self.px(26))
        if self.icon and self._has_room(self.right - pad - left - side - self.px(6)):
            middle = self.center_x if not self.text else left + self.px(4) + side / 2
            icons.draw(group, self.icon, middle, self.center_y, side, style.ink)
            left += side + self.px(6) if self.text else 0
        self._words.opacity = 1 if self.text else 0
        if self.text:
            place(self._words, left, self.y + self.px(2), self.right - pad - left, self.height - self.px(4))

    def _has_room(self, width: float) -> bool:
        """Whether the text can be read in it: before a word is cut, margin and sign give way."""
        longest = max(self.text.split(), key=len, default="")
        return not longest or text_width(longest, theme.LEAST_PX, bold=True) <= width


class RepeatButton(MarshalButton):
    """Bind `on_step`: once when pressed, and `REPEAT_AFTER_S` later every `REPEAT_S` until released."""

    __events__ = ("on_step",)

    def __init__(self, **kwargs: Any) -> None:
        self._repeat: Any = None
        super().__init__(**kwargs)
        self.bind(state=self._on_state, parent=self._on_parent)

    def on_step(self) -> None:
        """One step is wanted."""

    def _on_state(self, _widget: Any, state: str) -> None:
        self._rest()
        if state == "down":
            self._repeat = Clock.schedule_once(self._begin, REPEAT_AFTER_S)
            self.dispatch("on_step")

    def _on_parent(self, _widget: Any, parent: Any) -> None:
        if parent is None:
            self._rest()

    def _begin(self, _elapsed_s: float) -> None:
        self._repeat = Clock.schedule_interval(self._again, REPEAT_S)
        self.dispatch("on_step")

    def _again(self, _elapsed_s: float) -> None:
        self.dispatch("on_step")

    def _rest(self) -> None:
        if self._repeat is not None:
            self._repeat.cancel()
            self._repeat = None
