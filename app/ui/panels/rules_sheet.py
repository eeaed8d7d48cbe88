"""Powers and rules on one sheet: what moves, and what each meeple can do once. Any tap puts it away."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.games.mutant_meeples.roster import colours, meeple, roster
from app.ui import drawing, theme
from app.ui.panels.box import Box
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet
from app.ui.words import word

HEAD_PX, ROW_PX = 98, 74
"""Parts of the sheet's height in an upright window."""


class PowerRow(Drawn):
    """A meeple, its name, and its power in one line."""

    def __init__(self, colour: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._colour = colour
        self._name = Words(text=meeple(colour).name, bold=True, base_px=17)
        self._power = Words(text=word(f"power.{_told_as(colour)}"), base_px=15, ink=theme.QUIET, valign="top")
        self.add_widget(self._name)
        self.add_widget(self._power)

    def draw(self, group: Any) -> None:
        """The figure, and the texts beside it."""
        box = Box(self.x, self.y, self.width, self.height)
        side = min(self.px(52), box.height)
        figure = box.left(side, self.px(8))
        drawing.meeple(group, self._colour, figure.x + side / 2, figure.y + figure.height / 2, side)
        box.top(self.px(24)).hold(self._name)
        box.hold(self._power)


def _told_as(colour: str) -> str:
    """The first meeple of the roster with that power: further ones may share it."""
    return next(figure.colour for figure in roster() if figure.power is meeple(colour).power)


class RulesSheet(Sheet):
    """The powers, and three rules of movement."""

    panel_width_px = 784.0
    panel_height_px = 464.0
    closes_beside = True

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._title = Words(text=word("match.rules"), shout=True, base_px=34)
        self._rule = Words(text=word("power.moving"), base_px=15)
        self._rows = [PowerRow(colour) for colour in colours()]
        self.back = MarshalButton(icon="cross")
        for child in (self._title, self._rule, *self._rows, self.back):
            self.add_widget(child)
        self.back.bind(on_release=lambda *_: self.close())

    def panel(self) -> tuple[float, float, float, float]:
        """Upright windows stack them all."""
        if self.height > self.width:
            width, height = self.width - self.px(16), self.px(HEAD_PX + ROW_PX * len(self._rows))
            height = min(height, self.height - self.px(16))
            return self.center_x - width / 2, self.center_y - height / 2, width, height
        return super().panel()

    def draw(self, group: Any) -> None:
        """Title and cross, the rule of all moves, then the powers."""
        super().draw(group)
        box = Box(*self.panel()).inner(self.px(14))
        gap = self.px(theme.GAP_PX)
        head = box.top(self.px(48), gap * 0.5)
        head.right(self.px(48), gap).hold(self.back)
        head.hold(self._title)
        columns = 1 if self.height > self.width else 2
        box.top(self.px(44 if columns == 2 else 64), gap).hold(self._rule)
        rows = -(-len(self._rows) // columns)
        for row, cell in zip(self._rows, box.cells(columns, rows, gap), strict=False):
            cell.hold(row)
