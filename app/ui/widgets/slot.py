"""`Slot`: the place of a screen where one panel follows another; a new one is deaf until it was seen.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import math
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout

SETTLE_S = 0.35
"""A panel of another kind takes no touches for so long: a finger on its way meant what stood there before. A
person needs 0.2 to 0.3 s to see a change and stop."""


class Slot(BoxLayout):
    """Where the panel stands; a screen with a city sets `area_top`, the top of everything beside that."""

    area_top = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._deaf_until_s = 0.0
        self._seen = Clock.create_trigger(self._begin)  # in the frame after the one that draws the panel
        super().__init__(**kwargs)

    @property
    def deaf(self) -> bool:
        """Whether touches are ignored now."""
        return bool(Clock.get_time() < self._deaf_until_s)

    def put(self, panel: Any) -> None:
        """Show this panel in place of the last."""
        self.clear_widgets()
        self.add_widget(panel)
        self.rest()

    def rest(self) -> None:
        """What stands here means something else now: ignore touches until it was seen for a moment."""
        self._deaf_until_s = math.inf
        self._seen()

    def _begin(self, _elapsed_s: float) -> None:
        self._deaf_until_s = Clock.get_time() + SETTLE_S

    def on_touch_down(self, touch: Any) -> bool:
        """A touch that comes too early is swallowed."""
        if self.deaf and self.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))
