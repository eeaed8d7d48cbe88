"""`Slot`: the place of a screen where one panel follows another; a new one is deaf until it was seen.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout

from app.ui.widgets.settling import Settling


class Slot(BoxLayout):
    """Where the panel stands; a screen with a city sets `area_top`, the top of everything beside that."""

    area_top = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._settling = Settling(Clock)
        super().__init__(**kwargs)

    @property
    def deaf(self) -> bool:
        """Whether touches are ignored now."""
        return self._settling.deaf

    def put(self, panel: Any) -> None:
        """Show this panel in place of the last."""
        self.clear_widgets()
        self.add_widget(panel)
        self.rest()

    def rest(self) -> None:
        """What stands here means something else now: ignore touches until it was seen for a moment."""
        self._settling.begin()

    def on_touch_down(self, touch: Any) -> bool:
        """A touch that comes too early is swallowed."""
        if self.deaf and self.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))
