"""`LockCover`: a lock against small hands. The screen takes no touch; clock, match and buttons go on.

It lies over everything and shows it all but for one line, which says how to open it: hold the ring for two
seconds. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.look import LOOK
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.hold import HoldRing
from app.ui.words import word

BAR_PX = 72
CITY_PX = 478
"""A broad window shows the city in so much of its width: the bar lies over what cannot be touched anyway."""


class LockCover(Drawn):
    """Put it over a stage with `close`; it goes by itself when the ring was held."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (1, 1))
        super().__init__(**kwargs)
        self.ring = HoldRing(sentence=word("lock.locked"))
        self.ring.bind(on_held=lambda *_: self.open())
        self.add_widget(self.ring)

    def close(self, stage: Any) -> None:
        """Lock the screen; twice is no fault."""
        if self.parent is None:
            self.pos, self.size = stage.pos, stage.size
            stage.add_widget(self)

    def open(self) -> None:
        """Let touches through again."""
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: Any) -> bool:
        """Only the ring hears it."""
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """As `on_touch_down`."""
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """As `on_touch_down`."""
        super().on_touch_up(touch)
        return True

    def draw(self, group: Any) -> None:
        """The ring at the foot, beside the city in a broad window and below it in an upright one."""
        del group
        edge, height = self.px(8), self.px(BAR_PX)
        width = self.width - edge - (edge if LOOK.portrait else self.px(CITY_PX))
        place(self.ring, self.right - edge - width, self.y + self.px(theme.GAP_PX), width, height)
