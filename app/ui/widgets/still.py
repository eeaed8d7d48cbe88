"""`Still`: what stands on it is drawn once and kept as a picture until something on it changes.

For panels on which one small thing moves: a frame then costs one picture instead of hundreds of shapes, which
matters where no graphics chip draws. Whatever moves lies beside it, not on it. The ground is ours, so nothing
shines through; what reaches over the edge is cut off. Children keep window coordinates. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.graphics import Canvas, ClearBuffers, ClearColor, Color, Fbo, Rectangle, Translate
from kivy.uix.widget import Widget

from app.ui import theme


class Still(Widget):
    """Add children, and give it a rectangle that holds them all."""

    def __init__(self, **kwargs: Any) -> None:
        self.canvas = Canvas()
        with self.canvas:
            self._fbo = Fbo(size=(1, 1))
            Color(1, 1, 1, 1)
            self._picture = Rectangle()
        with self._fbo:
            ClearColor(*theme.rgba(theme.GROUND))
            ClearBuffers()
            self._shift = Translate(0, 0)
        super().__init__(**kwargs)
        self.bind(pos=self._place, size=self._place)
        self._place()

    def _place(self, *_: Any) -> None:
        size = (max(round(self.width), 1), max(round(self.height), 1))
        if tuple(self._fbo.size) != size:
            self._fbo.size = size
        self._shift.xy = (-round(self.x), -round(self.y))
        self._picture.pos, self._picture.size = (round(self.x), round(self.y)), size
        self._picture.texture = self._fbo.texture

    def add_widget(self, *args: Any, **kwargs: Any) -> None:
        """As any widget; the child is drawn into the picture."""
        self.canvas, shown = self._fbo, self.canvas
        super().add_widget(*args, **kwargs)
        self.canvas = shown

    def remove_widget(self, *args: Any, **kwargs: Any) -> None:
        """As any widget."""
        self.canvas, shown = self._fbo, self.canvas
        super().remove_widget(*args, **kwargs)
        self.canvas = shown
