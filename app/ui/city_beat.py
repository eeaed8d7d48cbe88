"""The light around the scene of the crime, which beats a few times when a new one is drawn, and then rests.

A slow glow in a group of its own, at five small redraws a second and none afterwards; none at all with
`LOOK.reduced_motion`. Main thread only.
"""

from __future__ import annotations

import math
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle

from app.ui import drawing, theme
from app.ui.city_geometry import Grid
from app.ui.look import LOOK

BEAT_S = 1.2
BEATS = 3
STEP_S = 1 / 5
MOST_CELLS = 2.6
"""Radius of the light at its widest."""


class Beat:
    """Lights up a cell for a moment."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._cell: str | None = None
        self._grid: Grid | None = None
        self._elapsed_s = 0.0
        self._ticker: Any = None

    def start(self, cell: str | None) -> None:
        """Let the light beat around another cell; None: around none."""
        self.stop()
        if cell is not None and not LOOK.reduced_motion:
            self._cell, self._elapsed_s = cell, 0.0
            self._ticker = Clock.schedule_interval(self._tick, STEP_S)

    def stop(self) -> None:
        """No light any more."""
        if self._ticker is not None:
            self._ticker.cancel()
            self._ticker = None
        self._cell = None
        self.group.clear()

    def redraw(self, grid: Grid) -> None:
        """The cells lie elsewhere now."""
        self._grid = grid
        self._draw()

    def _tick(self, elapsed_s: float) -> None:
        self._elapsed_s += min(elapsed_s, 2 * STEP_S)
        if self._elapsed_s >= BEATS * BEAT_S:
            self.stop()
        else:
            self._draw()

    def _draw(self) -> None:
        self.group.clear()
        if self._cell is None or self._grid is None:
            return
        swell = (1 - math.cos(math.tau * self._elapsed_s / BEAT_S)) / 2
        x, y = self._grid.middle_of(self._cell)
        radius = self._grid.cell_px * (1.2 + (MOST_CELLS - 1.2) * swell)
        self.group.add(Color(*theme.rgba(theme.ACCENT, 0.55 * swell)))
        self.group.add(
            Rectangle(
                texture=drawing.glow_texture(), pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)
            )
        )
