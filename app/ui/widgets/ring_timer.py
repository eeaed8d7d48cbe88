"""`RingTimer`: the sand timer as a ring that steps once a second around a big number.

It holds no clock: whoever owns the time sets `left_s` (whole seconds) as often as it likes, and the ring is
drawn only when that number changes. The last ten seconds are in the alarm colour. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import math
from typing import Any

from kivy.graphics import SmoothLine
from kivy.properties import BooleanProperty, NumericProperty

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words

ALARM_S = 10


class RingTimer(Drawn):
    """Seconds left, of a total; `paused` greys the ring."""

    left_s = NumericProperty(60)
    total_s = NumericProperty(60)
    paused = BooleanProperty(False)
    redraw_on = ("left_s", "total_s", "paused")

    def __init__(self, **kwargs: Any) -> None:
        self._number = Words(shout=True, halign="center", base_px=theme.NUMBER_PX)
        super().__init__(**kwargs)
        self.add_widget(self._number)

    def draw(self, group: Any) -> None:
        """Track, arc and number."""
        colour = theme.ACCENT
        if self.paused:
            colour = theme.QUIET
        elif self.left_s <= ALARM_S:
            colour = theme.ALARM
        side = min(self.width, self.height)
        thick = side * 0.13
        radius = side / 2 - thick / 2 - 1
        x, y = self.center
        drawing.ring(group, x, y, radius, thick, theme.LINE)
        share = min(max(self.left_s / self.total_s, 0.0), 1.0) if self.total_s > 0 else 0.0
        if share > 0:
            steps = max(2, round(72 * share))
            points = []
            for i in range(steps + 1):
                angle = math.tau * share * i / steps
                points += [x + radius * math.sin(angle), y + radius * math.cos(angle)]
            drawing.tint(group, colour)
            group.add(SmoothLine(points=points, width=thick / 2 + 0.4, cap="none", joint="round"))
            for end in (points[:2], points[-2:]):
                drawing.disc(group, end[0], end[1], thick / 2, colour)
        self._number.text = str(int(self.left_s))
        self._number.ink = theme.ALARM if self.left_s <= ALARM_S and not self.paused else theme.TEXT
        inner = radius * 1.45
        place(self._number, x - inner / 2, y - inner / 2, inner, inner)
