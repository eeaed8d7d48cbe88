"""What is done only by holding: `HoldButton` for what cannot be taken back, `HoldRing` against small hands.

A finger that stays for `hold_s` seconds does it (bind `on_held`), at once and not when it is lifted; one that
is lifted earlier, or slides off, does nothing. A part that fills shows how long. Of two fingers on it the
first that is lifted ends the hold. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import math
from typing import Any

from kivy.clock import Clock
from kivy.graphics import SmoothLine
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.button import STYLES, MarshalButton
from app.ui.widgets.label import Words
from app.ui.words import word

HOLD_S = 1.0
"""Longer than any tap, and not so long that nobody finds out."""
LOCK_HOLD_S = 2.0
"""Longer than a small hand rests on one spot."""
STEP_S = 1 / 15
"""How often the part that fills is drawn anew."""


class Holding(ButtonBehavior):
    """Mixed into a `Drawn` that redraws on "share": how much of the hold is over, 0..1."""

    __events__ = ("on_held",)
    hold_s = NumericProperty(HOLD_S)
    share = NumericProperty(0.0)

    def __init__(self, **kwargs: Any) -> None:
        self._began_s = 0.0
        self._filling: Any = None
        super().__init__(**kwargs)
        self.bind(state=self._on_state, parent=self._on_parent, disabled=lambda *_: self._rest())

    def on_held(self) -> None:
        """It was held long enough."""

    def on_touch_move(self, touch: Any) -> bool:
        """A finger that slides off has changed its mind."""
        if touch.grab_current is self and not self.collide_point(*touch.pos):
            self._rest()
        return bool(super().on_touch_move(touch))

    def _on_state(self, _widget: Any, state: str) -> None:
        self._rest()
        if state == "down":
            self._began_s = Clock.get_time()
            self._filling = Clock.schedule_interval(self._fill, STEP_S)

    def _on_parent(self, _widget: Any, parent: Any) -> None:
        if parent is None:
            self._rest()

    def _fill(self, _elapsed_s: float) -> None:
        held_s = Clock.get_time() - self._began_s
        self.share = min(1.0, held_s / self.hold_s)
        if held_s >= self.hold_s:
            self._rest()
            self.dispatch("on_held")

    def _rest(self) -> None:
        if self._filling is not None:
            self._filling.cancel()
            self._filling = None
        self.share = 0.0


class HoldButton(Holding, MarshalButton):
    """A button that fills from the left while it is held; a line below its text says how it works."""

    redraw_on: tuple[str, ...] = (*MarshalButton.redraw_on, "share")

    def __init__(self, **kwargs: Any) -> None:
        self._how = Words(base_px=15, halign="center", text=word("hold.how"))
        super().__init__(**kwargs)
        self.add_widget(self._how)

    def draw(self, group: Any) -> None:
        """The button, what is filled of it, and both lines."""
        super().draw(group)
        style = STYLES[self.kind]
        if self.share > 0:
            width = max(self.width * self.share, self.px(28))
            drawing.slab(group, self.pos, (min(width, self.width), self.height), self.px(14), style.edge, 0.5)
        self._how.ink = self._words.ink
        pad, foot = self.px(8), min(self.px(22), self.height * 0.4)
        place(self._how, self.x + pad, self.y + self.px(4), self.width - 2 * pad, foot)
        top = self.y + self.px(4) + foot
        place(self._words, self.x + pad, top, self.width - 2 * pad, self.top - self.px(2) - top)


class HoldRing(Holding, Drawn):
    """A ring that fills while it is held, and a sentence beside it that says so."""

    sentence = StringProperty("")
    redraw_on = ("share", "sentence", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(bold=True, base_px=18)
        kwargs.setdefault("hold_s", LOCK_HOLD_S)
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def draw(self, group: Any) -> None:
        """Panel, ring with a lock in it, and the sentence."""
        radius = self.px(14)
        drawing.slab(group, self.pos, self.size, radius, theme.PANEL_RAISED)
        drawing.frame(group, self.pos, self.size, radius, self.px(2), theme.ACCENT)
        side = self.height - self.px(16)
        thick, x = self.px(6), self.x + self.px(10) + side / 2
        round_px = side / 2 - thick / 2
        drawing.ring(group, x, self.center_y, round_px, thick, theme.LINE)
        if self.share > 0:
            drawing.tint(group, theme.ACCENT)
            points = _arc(x, self.center_y, round_px, self.share)
            group.add(SmoothLine(points=points, width=thick / 2 + 0.4, cap="round", joint="round"))
        _padlock(group, x, self.center_y, side * 0.2)
        self._words.text = self.sentence
        left = x + side / 2 + self.px(10)
        width, height = self.right - self.px(10) - left, self.height - self.px(8)
        place(self._words, left, self.y + self.px(4), width, height)


def _arc(x: float, y: float, radius: float, share: float) -> list[float]:
    """Points of an arc from the top, clockwise."""
    steps = max(2, round(72 * share))
    turns = (math.tau * share * step / steps for step in range(steps + 1))
    return [part for turn in turns for part in (x + radius * math.sin(turn), y + radius * math.cos(turn))]


def _padlock(group: Any, x: float, y: float, half: float) -> None:
    """A padlock of about `half` window pixels to each side of (x, y)."""
    drawing.ring(group, x, y + half * 0.3, half * 0.55, half * 0.3, theme.ACCENT)
    drawing.slab(group, (x - half * 0.8, y - half), (half * 1.6, half * 1.3), half * 0.2, theme.ACCENT)
