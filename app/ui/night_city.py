"""The drawing of the home screen: our night city under a searchlight that throws a meeple on the sky.

Drawn once from shapes, the same every time (own seed), sharp at any size. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import random
from typing import Any

from kivy.properties import NumericProperty

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn

SKY = (theme.GROUND, "#3B2A4F", "#2A2A5E", "#171C3E", "#10142A")
"""From the streets up: the warm light of the city fades into the night."""
LAYERS = (
    ("#232750", 0.62, 46.0, 0.10),
    ("#1B1F42", 0.48, 58.0, 0.22),
    ("#12152F", 0.34, 74.0, 0.34),
)
"""Far to near: (colour, height as a share of the drawing, house width in base pixels, share of lit panes)."""
LIGHTS = ("#FFC857", "#FFE2A0", "#FF8A5B", "#EF476F")
SEED = 18


class NightCity(Drawn):
    """Sky, searchlight, three rows of houses, meeples on the roofs.

    `foot` is where the drawing begins (for the layout); `clear_left` the share of the width, from the left,
    that something else covers, so that the meeples stand to the right of it; `clear_right` the pixels that
    buttons cover at the right, from the top down, which the searchlight keeps clear of. `clear_light` is more
    of these, high above the roofs.
    """

    foot = NumericProperty(0.0)
    clear_left = NumericProperty(0.0)
    clear_right = NumericProperty(0.0)
    clear_light = NumericProperty(0.0)
    redraw_on = ("clear_left", "clear_right", "clear_light")

    def draw(self, group: Any) -> None:
        """Everything from back to front."""
        rng = random.Random(SEED)
        drawing.sky(group, self.pos, self.size, 0, SKY)
        self._stars(group, rng)
        self._searchlight(group)
        roofs: list[tuple[float, float]] = []
        for colour, share, house_px, lit in LAYERS:
            roofs = self._row(group, rng, colour, self.height * share, self.px(house_px), lit)
        self._heroes(group, roofs)
        drawing.sky(
            group, (self.x, self.y), (self.width, self.height * 0.12), 0, (theme.GROUND, theme.GROUND)
        )

    def _stars(self, group: Any, rng: random.Random) -> None:
        for _ in range(70):
            x = self.x + rng.random() * self.width
            y = self.y + self.height * (0.5 + 0.5 * rng.random())
            drawing.disc(
                group, x, y, self.px(rng.choice((0.7, 0.9, 1.3))), theme.TEXT, 0.2 + 0.5 * rng.random()
            )

    def _searchlight(self, group: Any) -> None:
        side = min(self.height * 0.5, self.width * 0.2)
        high = 0.7 if self.width > self.height * 2 else 0.62  # an upright window has the title across the top
        x = self.x + min(self.width * 0.7, self.width - max(self.clear_right, self.clear_light) - side * 0.6)
        y = self.y + self.height * high
        foot = (self.x + self.width * 0.9, self.y + self.height * 0.2)
        for spread, alpha in ((0.52, 0.07), (0.4, 0.07), (0.26, 0.06)):
            left, right = (
                (x - side * spread, y - side * spread * 0.4),
                (x + side * spread, y + side * spread * 0.4),
            )
            drawing.triangle(group, [foot, left, right], "#FFE2A0", alpha)
        drawing.glow(group, x, y, side * 1.25, theme.ACCENT, 0.5)
        drawing.disc(group, x, y, side * 0.56, "#FFE2A0", 0.95)
        drawing.disc(group, x, y, side * 0.5, theme.ACCENT, 0.55)
        drawing.meeple(group, "black", x, y, side * 0.74)

    def _row(
        self, group: Any, rng: random.Random, colour: str, height: float, house: float, lit: float
    ) -> list[tuple[float, float]]:
        roofs = []
        x = self.x - house * rng.random()
        while x < self.right:
            width = house * (0.6 + 0.8 * rng.random())
            top = height * (0.55 + 0.45 * rng.random())
            drawing.block(group, x, self.y, width, top, colour)
            if rng.random() < 0.3:  # a mast or a stair head, so that the roofs do not read as bars
                drawing.block(group, x + width * 0.3, self.y + top, self.px(3), self.px(14), colour)
            self._windows(group, rng, (x, width, top), lit)
            roofs.append((x + width / 2, self.y + top))
            x += width + self.px(2)
        return roofs

    def _windows(self, group: Any, rng: random.Random, house: tuple[float, float, float], lit: float) -> None:
        x, width, top = house
        step, pane = self.px(11), self.px(4)
        columns = int((width - self.px(8)) // step)
        margin = (width - columns * step) / 2 + (step - pane) / 2
        for row in range(int((top - self.height * 0.12) // step)):
            for column in range(columns):
                if rng.random() < lit:
                    left, bottom = x + margin + column * step, self.y + top - (row + 1) * step
                    drawing.block(
                        group, left, bottom, pane, pane * 1.3, rng.choice(LIGHTS), 0.55 + 0.4 * rng.random()
                    )

    def _heroes(self, group: Any, roofs: list[tuple[float, float]]) -> None:
        px = min(self.height * 0.2, self.px(48))
        left = self.x + self.width * self.clear_left + px / 2
        covered = self.clear_right if self.width > self.height * 2 else 0  # else the roofs lie lower
        inside = [roof for roof in roofs if left + px / 2 < roof[0] < self.right - covered - px]
        if not inside:
            return
        team = ("green", "red", "blue", "white", "yellow")[-len(inside) :]
        for number, colour in enumerate(team):
            x, y = inside[round(number * (len(inside) - 1) / max(1, len(team) - 1))]
            drawing.meeple(group, colour, x, y + px * 0.44, px)
