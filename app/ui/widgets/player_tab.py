"""`PlayerTab`: a player's sign and colour, small, to be tapped; bind `on_release`. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words


class PlayerTab(ButtonBehavior, Drawn):
    """The initial under a bar in the player's colour, as on the player's card."""

    sign = StringProperty("")
    colour = StringProperty(theme.PLAYERS[0])
    redraw_on = ("sign", "colour", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._sign = Words(bold=True, halign="center", base_px=22)
        super().__init__(**kwargs)
        self.add_widget(self._sign)

    def draw(self, group: Any) -> None:
        """Panel, bar and sign."""
        radius, bar = self.px(8), self.px(7)
        fill = theme.PANEL_RAISED if self.state == "down" else theme.PANEL
        drawing.slab(group, self.pos, self.size, radius, fill)
        drawing.frame(group, self.pos, self.size, radius, self.px(1.5), theme.LINE)
        drawing.slab(group, (self.x, self.top - bar), (self.width, bar), bar / 2, self.colour)
        self._sign.text = self.sign
        place(self._sign, self.x, self.y, self.width, self.height - bar)
