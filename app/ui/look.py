"""The scale of the present window as Kivy properties, so that kv rules follow when the window changes.

`LOOK.unit` is window pixels per base pixel (800 x 480 design), `LOOK.portrait` the way round;
`LOOK.reduced_motion` and `LOOK.letters` (how much larger texts may be, where there is room) are settings.
`LOOK.follow(window)` is called once by the app. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, NumericProperty

from app.ui.theme import metrics_for


class Look(EventDispatcher):
    """Scale, orientation and motion setting of the window."""

    unit = NumericProperty(1.0)
    portrait = BooleanProperty(False)
    reduced_motion = BooleanProperty(False)
    letters = NumericProperty(1.0)

    def follow(self, window: Any) -> None:
        """Keep up with the size of `window`."""
        window.bind(size=self._on_size)
        self._on_size(window, window.size)

    def _on_size(self, _window: Any, size: tuple[float, float]) -> None:
        metrics = metrics_for(*size)
        self.portrait = metrics.portrait
        self.unit = metrics.unit

    def px(self, base_px: float) -> float:
        """Window pixels of a length in base pixels."""
        return float(base_px * self.unit)


LOOK = Look()
