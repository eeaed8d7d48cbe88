"""A sheet with a title and one button below the other; each closes it and does its thing."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import theme
from app.ui.panels.box import Box
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet


class ChoiceSheet(Sheet):
    """As high as its buttons need; a tap beside it puts it away."""

    panel_width_px = 400.0
    closes_beside = True

    def __init__(self, title: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.buttons: list[MarshalButton] = []
        self._title = Words(text=title, shout=True, base_px=34, halign="center")
        self.add_widget(self._title)

    def offer(self, action: Callable[[], Any], **look: Any) -> MarshalButton:
        """One more button that looks so and does this."""
        made = MarshalButton(**look)

        def choose(*_: Any) -> None:
            self.close()
            action()

        made.bind(on_release=choose)
        self.add_widget(made)
        self.buttons.append(made)
        self.panel_height_px = 72.0 + 64.0 * len(self.buttons)
        return made

    def draw(self, group: Any) -> None:
        """The title and the buttons."""
        super().draw(group)
        box = Box(*self.panel()).inner(self.px(16))
        gap = self.px(theme.GAP_PX)
        box.top(self.px(40), gap).hold(self._title)
        for button, cell in zip(self.buttons, box.rows(len(self.buttons), gap), strict=True):
            cell.hold(button)
