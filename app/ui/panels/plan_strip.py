"""`PlanStrip`: the markers of a claim in one line: figure and number of moves, in order, and what is left."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.ui import drawing, icons, theme
from app.ui.panels.box import Box
from app.ui.presenters.views import RowView
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words

MARKER_PX = 66


class PlanStrip(Drawn):
    """Shows a plan; it cannot be touched."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rows: tuple[RowView, ...] = ()
        self._left = Words(bold=True, halign="right", base_px=17, ink=theme.ACCENT)
        self.add_widget(self._left)

    def show(self, rows: Sequence[RowView], left: str) -> None:
        """Show these rows and the sentence of what is left."""
        self._left.text = left
        if tuple(rows) != self._rows:
            self._rows = tuple(rows)
            self.redraw()

    def draw(self, group: Any) -> None:
        """Markers with arrows between them, then the words."""
        box, gap = Box(self.x, self.y, self.width, self.height), self.px(14)
        y = self.center_y
        for number, row in enumerate(self._rows):
            marker = box.left(self.px(MARKER_PX), gap)
            if number:
                icons.draw(group, "east", marker.x - gap / 2, y, self.px(8), theme.QUIET)
            drawing.slab(group, marker.pos, marker.size, self.px(8), theme.PANEL)
            side = min(marker.height - self.px(4), self.px(36))
            drawing.meeple(group, row.colour, marker.x + self.px(4) + side / 2, y, side)
            x = marker.x + self.px(4) + side + (marker.width - side - self.px(8)) / 2
            drawing.text(group, str(row.count), x, y, self.px(24), theme.ACCENT, theme.SHOUT)
        box.hold(self._left)
