"""What all our widgets share: a drawing that is renewed when a named property changes, and never otherwise.

A subclass lists its properties in `redraw_on` and draws in `draw(group)`; children lie above the drawing and
may be placed there, too (window coordinates). Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from app.ui.look import LOOK


class Drawn(Widget):
    """A widget that draws itself; see the module's docstring."""

    redraw_on: tuple[str, ...] = ()

    def __init__(self, **kwargs: Any) -> None:
        self._group = InstructionGroup()
        self.redraw = Clock.create_trigger(self._redraw, -1)
        super().__init__(**kwargs)
        self.canvas.before.add(self._group)
        for name in ("pos", "size", "disabled", *self.redraw_on):
            self.fbind(name, self.redraw)
        LOOK.fbind("unit", self.redraw)
        self.redraw()

    def draw(self, group: Any) -> None:
        """Add this widget's instructions to `group`, and place the children."""
        raise NotImplementedError

    def _redraw(self, *_: Any) -> None:
        self._group.clear()
        if self.width > 1 and self.height > 1:
            self.draw(self._group)

    @staticmethod
    def px(base_px: float) -> float:
        """Window pixels of a length in base pixels."""
        return LOOK.px(base_px)

    def inset(self, base_px: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """(pos, size) of this widget's rectangle without a margin on all sides."""
        margin = self.px(base_px)
        return (self.x + margin, self.y + margin), (self.width - 2 * margin, self.height - 2 * margin)


def place(child: Any, x: float, y: float, width: float, height: float) -> None:
    """Put a child at a rectangle (window coordinates, whole pixels)."""
    child.pos = (round(x), round(y))
    child.size = (round(max(width, 1)), round(max(height, 1)))
