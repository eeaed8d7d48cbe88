"""`TakeBar`: minus, "Take 5", plus: a number chosen and taken with three buttons a thumb can hit."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.panels.box import Box
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton


class TakeBar(Drawn):
    """The three buttons; whoever owns the bar binds them and sets the text."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.less = MarshalButton(icon="minus")
        self.take = MarshalButton(kind="main", base_px=22)
        self.more = MarshalButton(icon="plus")
        for child in (self.less, self.take, self.more):
            self.add_widget(child)

    def draw(self, group: Any) -> None:
        """Place the buttons."""
        del group
        box, gap = Box(self.x, self.y, self.width, self.height), self.px(theme.GAP_PX)
        side = self.px(theme.TOUCH_PX)
        box.left(side, gap).hold(self.less)
        box.right(side, gap).hold(self.more)
        box.hold(self.take)
