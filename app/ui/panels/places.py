"""The places where this camera has stood, to choose from; opens over the camera's set-up."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from app.ui import theme
from app.ui.panels.box import Box
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet
from app.ui.words import word

MOST = 4
"""So many places are offered; others are written again."""


class PlacesSheet(Sheet):
    """A button a place, one for a new name, and back; a tap beside it is "back", too."""

    panel_width_px = 400.0
    closes_beside = True

    def __init__(
        self, places: Sequence[str], choose: Callable[[str], Any], new: Callable[[], None], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._title = Words(text=word("camera.place_title"), shout=True, base_px=32, halign="center")
        self.add_widget(self._title)
        self.buttons = [self._button(place, partial(choose, place)) for place in places[:MOST]]
        self.buttons.append(self._button(word("camera.place_new"), new, kind="second"))
        self.buttons.append(self._button(word("camera.place_back"), lambda: None))
        self.panel_height_px = 72.0 + 64.0 * len(self.buttons)

    def _button(self, text: str, action: Callable[[], Any], kind: str = "quiet") -> MarshalButton:
        made = MarshalButton(text=text, kind=kind)

        def press(*_: Any) -> None:
            self.close()
            action()

        made.bind(on_release=press)
        self.add_widget(made)
        return made

    def draw(self, group: Any) -> None:
        """The title and one button below the other."""
        super().draw(group)
        box = Box(*self.panel()).inner(self.px(16))
        gap = self.px(theme.GAP_PX)
        box.top(self.px(40), gap).hold(self._title)
        for button, cell in zip(self.buttons, box.rows(len(self.buttons), gap), strict=True):
            cell.hold(button)
