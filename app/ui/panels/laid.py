"""`Laid`: what panels, pages and sheets that place their own children have in common. Main thread only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import theme
from app.ui.panels.box import Box
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton


class Laid(Drawn):
    """A drawn widget with the measures and buttons of our pages."""

    def box(self) -> Box:
        """The whole of it."""
        return Box(self.x, self.y, self.width, self.height)

    @property
    def upright(self) -> bool:
        """Whether it is higher than broad."""
        return bool(self.height > self.width)

    @property
    def gap(self) -> float:
        """Window pixels between two things to be touched."""
        return self.px(theme.GAP_PX)

    def button(self, action: Callable[[], None], **look: Any) -> MarshalButton:
        """A button on it."""
        made = MarshalButton(**look)
        made.bind(on_release=lambda *_: action())
        self.add_widget(made)
        return made
