"""The winner's stage: beams of light, the team in two rows, confetti that falls for a moment and then rests.

`begin` lets it fall; after `FALL_S`, or at once with `LOOK.reduced_motion`, nothing moves any more. The
pattern comes from fixed numbers, so that it is the same every time. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, Rectangle, StencilPop, StencilPush, StencilUnUse, StencilUse

from app.ui import drawing, theme
from app.ui.look import LOOK
from app.ui.panels.box import Box
from app.ui.widgets.base import Drawn

FALL_S = 2.4
STEP_S = 1 / 15
PIECES = 70
COLOURS = (theme.ACCENT, *theme.PLAYERS[:4], theme.SUCCESS, theme.BEAM)


class Celebration(Drawn):
    """The stage; see the module's docstring."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._team: tuple[str, ...] = ()
        self._light = theme.ACCENT
        self._elapsed_s = FALL_S
        self._ticker: Any = None
        self._confetti = InstructionGroup()
        self.canvas.add(self._confetti)
        chance = random.Random(6)
        self._pieces = [
            (chance.random(), chance.random(), chance.random(), chance.choice(COLOURS)) for _ in range(PIECES)
        ]
        self.bind(parent=self._on_parent)

    def show(self, team: Sequence[str], light: str) -> None:
        """The heroes to cheer, in the light of their player."""
        if (tuple(team), light) != (self._team, self._light):
            self._team, self._light = tuple(team), light
            self.redraw()

    def begin(self) -> None:
        """Let the confetti fall once."""
        if LOOK.reduced_motion or self._ticker is not None:
            return
        self._elapsed_s = 0.0
        self._ticker = Clock.schedule_interval(self._tick, STEP_S)

    def _on_parent(self, _widget: Any, parent: Any) -> None:
        if parent is None and self._ticker is not None:
            self._rest()

    def _rest(self) -> None:
        self._ticker.cancel()
        self._ticker, self._elapsed_s = None, FALL_S

    def _tick(self, elapsed_s: float) -> None:
        self._elapsed_s = min(self._elapsed_s + elapsed_s, FALL_S)
        if self._elapsed_s >= FALL_S:
            self._rest()
        self._draw_confetti()

    def draw(self, group: Any) -> None:
        """The night, the light, the floor and the team."""
        radius = self.px(14)
        drawing.sky(group, self.pos, self.size, radius, (theme.PANEL_RAISED, theme.GROUND_DEEP))
        drawing.frame(group, self.pos, self.size, radius, self.px(2), theme.LINE)
        x, floor = self.center_x, self.y + self.height * 0.16
        for reach, alpha in ((0.42, 0.10), (0.28, 0.12), (0.15, 0.14)):
            half = self.width * reach
            corners = [(x, self.top - self.px(2)), (x - half, floor), (x + half, floor)]
            drawing.triangle(group, corners, self._light, alpha)
        drawing.glow(group, x, floor + self.height * 0.2, self.height * 0.55, self._light, 0.35)
        self._draw_team(group, x, floor)
        self._draw_confetti()

    def _draw_team(self, group: Any, x: float, floor: float) -> None:
        """Half of them before, the others on a step behind them."""
        if not self._team:
            return
        before = -(-len(self._team) // 2)
        side = min(self.width * 0.6 / max(before, 3), self.height * 0.4)
        for names, y, pitch in (
            (self._team[before:], floor + side * 1.1, side * 0.95),
            (self._team[:before], floor + side * 0.35, side * 1.05),
        ):
            for number, colour in enumerate(names):
                drawing.meeple(group, colour, x + (number - (len(names) - 1) / 2) * pitch, y, side)

    def _draw_confetti(self) -> None:
        self._confetti.clear()
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(3))
        if box.width < 2 or box.height < 2:
            return
        for instruction in (StencilPush(), Rectangle(pos=box.pos, size=box.size), StencilUse()):
            self._confetti.add(instruction)
        fallen = self._elapsed_s / FALL_S
        ease = 1 - (1 - fallen) ** 2
        for across, start, pace, colour in self._pieces:
            # from above the stage to a resting height of its own: more of them near the floor
            rest = start**2.2 * 0.95
            height = rest + (1 - ease) * (0.6 + pace)
            sway = (1 - ease) * (pace - 0.5) * 0.12
            side = self.px(4 + 4 * pace)
            pos = (box.x + (across + sway) * box.width, box.y + height * box.height)
            drawing.slab(self._confetti, pos, (side, side * 0.6), self.px(1), colour, 0.95)
        for instruction in (StencilUnUse(), Rectangle(pos=box.pos, size=box.size), StencilPop()):
            self._confetti.add(instruction)
