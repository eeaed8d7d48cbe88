"""`EdgeFlash`: the edge of the screen lights up for a moment: a sound for eyes.

It lies over everything, takes no touch, and is nothing at all while it is dark. At most three flashes a
second, with a wide margin to what can harm (WCAG 2.2, success criterion 2.3.1): one that comes too soon
replaces the one that waits for its turn. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, Rectangle
from kivy.uix.widget import Widget

from app.ui import drawing
from app.ui.look import LOOK

LIT_S = 0.3
"""How long the edge is lit."""
LEAST_GAP_S = 0.4
"""From the begin of a flash to the next: two and a half a second."""
EDGE_PX = 14
ALPHA = 0.7
"""Gentle: the edge shines through what lies below."""


class EdgeFlash(Widget):
    """Call `flash`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._light = InstructionGroup()
        self.canvas.add(self._light)
        self._waits: str | None = None
        self._ready = True

    @property
    def lit(self) -> bool:
        """Whether the edge shines now."""
        return bool(self._light.children)

    def flash(self, colour: str) -> None:
        """Light the edge up in that colour ("#RRGGBB"), now or as soon as may be."""
        if not self._ready:
            self._waits = colour
            return
        self._ready = False
        edge, inner = LOOK.px(EDGE_PX), self.height - 2 * LOOK.px(EDGE_PX)
        drawing.tint(self._light, colour, ALPHA)
        for x, y, width, height in (
            (self.x, self.y, self.width, edge),
            (self.x, self.top - edge, self.width, edge),
            (self.x, self.y + edge, edge, inner),
            (self.right - edge, self.y + edge, edge, inner),
        ):
            self._light.add(Rectangle(pos=(x, y), size=(width, height)))
        Clock.schedule_once(self._dark, LIT_S)
        Clock.schedule_once(self._rested, LEAST_GAP_S)

    def _dark(self, _elapsed_s: float) -> None:
        self._light.clear()

    def _rested(self, _elapsed_s: float) -> None:
        self._ready = True
        colour, self._waits = self._waits, None
        if colour is not None:
            self.flash(colour)
