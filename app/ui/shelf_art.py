"""The little drawings on the shelf, one per game: a night street, a rocket at dawn, a dark corridor, a neon
city with its monster, a gene lab.

`draw(group, game, x, y, width, height, radius)` fills a rectangle in window pixels. Main thread only.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.ui import drawing, theme
from app.ui.city_layers import draw_target


@dataclass(frozen=True, slots=True)
class Frame:
    """The rectangle to be filled; `at` and `side` turn shares of it into window pixels."""

    x: float
    y: float
    width: float
    height: float
    radius: float

    def at(self, across: float, up: float) -> tuple[float, float]:
        """A point given as shares of width and height."""
        return self.x + across * self.width, self.y + up * self.height

    @property
    def side(self) -> float:
        """The shorter side."""
        return min(self.width, self.height)

    def ground(self, group: Any, *colours: str) -> None:
        """Fill the rectangle with a gradient, foot first."""
        drawing.sky(group, (self.x, self.y), (self.width, self.height), self.radius, colours)


def _mutant_meeples(group: Any, frame: Frame) -> None:
    frame.ground(group, theme.GROUND_DEEP, theme.GROUND_DEEP)
    rows = 4
    pad = frame.side * 0.06
    cell = (frame.height - 2 * pad) / rows
    columns = int((frame.width - 2 * pad) / cell)
    left, bottom = frame.x + (frame.width - columns * cell) / 2, frame.y + pad
    for column in range(columns):
        for row in range(rows):
            shade = theme.CELL_LIGHT if (column + row) % 2 else theme.CELL_DARK
            pos = (left + column * cell + 1, bottom + row * cell + 1)
            drawing.slab(group, pos, (cell - 2, cell - 2), cell * 0.1, shade)

    def middle(column: int, row: int) -> tuple[float, float]:
        return left + (column + 0.5) * cell, bottom + (row + 0.5) * cell

    thick = max(3.0, cell * 0.17)
    walls = [(2, 3, False), (3, 1, True), (1, 2, True), (columns - 2, 2, False), (columns - 2, 1, True)]
    walls += [(column, 1 + column % 3, column % 2 == 0) for column in range(6, columns - 3, 2)]
    for column, row, lying in walls:
        pos = (left + column * cell - thick / 2, bottom + row * cell - thick / 2)
        size = (cell + thick, thick) if lying else (thick, cell + thick)
        drawing.slab(group, (pos[0], pos[1] - thick * 0.3), size, thick * 0.3, theme.SHADOW, 0.6)
        drawing.slab(group, pos, size, thick * 0.28, theme.BUILDING)
    goal = middle(columns - 2, 2)
    draw_target(group, *goal, cell)
    run = [middle(1, 0), middle(columns - 2, 0)]
    drawing.line(group, run, cell * 0.13, theme.MEEPLES["green"])
    drawing.dots(group, run[1], goal, cell * 0.3, cell * 0.09, theme.MEEPLES["green"])
    drawing.meeple(group, "red", *middle(0, 2), cell * 1.25)
    drawing.meeple(group, "blue", *middle(min(4, columns - 3), 3), cell * 1.25)
    drawing.meeple(group, "yellow", *middle(2, 1), cell * 1.25)
    if columns > 11:  # a wide street has room for more of them
        drawing.meeple(group, "white", *middle(columns - 5, 3), cell * 1.25)
        drawing.meeple(group, "black", *middle(columns // 2, 2), cell * 1.25)
    drawing.meeple(group, "green", *run[1], cell * 1.25)


def _meeple_hope(group: Any, frame: Frame) -> None:
    frame.ground(group, "#FF9E6D", "#C7527A", "#4A2F6E", "#1B1D45")
    side = frame.side
    drawing.glow(group, *frame.at(0.5, 0.42), side * 0.5, "#FFE2A0", 0.7)
    for across, up in ((0.15, 0.85), (0.3, 0.7), (0.82, 0.9), (0.72, 0.66), (0.9, 0.55)):
        drawing.disc(group, *frame.at(across, up), side * 0.012, theme.TEXT, 0.9)
    x, y = frame.at(0.5, 0.2)
    tall, wide = side * 0.46, side * 0.17
    drawing.triangle(group, [(x - wide * 1.1, y), (x - wide * 0.3, y), (x - wide * 0.3, y + wide)], "#EF476F")
    drawing.triangle(group, [(x + wide * 1.1, y), (x + wide * 0.3, y), (x + wide * 0.3, y + wide)], "#EF476F")
    drawing.slab(group, (x - wide / 2, y), (wide, tall), wide * 0.4, "#F4F1E8")
    nose = y + tall - wide * 0.35
    drawing.triangle(
        group, [(x - wide / 2, nose), (x + wide / 2, nose), (x, y + tall + wide * 0.9)], "#EF476F"
    )
    drawing.disc(group, x, y + tall * 0.6, wide * 0.26, "#3A86FF")
    drawing.ring(group, x, y + tall * 0.6, wide * 0.28, wide * 0.1, "#1A1C26")
    tower = frame.at(0.27, 0.14)
    for rung in range(6):
        step = side * 0.1
        foot = (tower[0], tower[1] + rung * step)
        over = (tower[0] + step, foot[1] + step)
        drawing.line(group, [foot, over], side * 0.014, "#241B3F")
        drawing.line(group, [(foot[0] + step, foot[1]), (foot[0], foot[1] + step)], side * 0.014, "#241B3F")
    drawing.block(group, tower[0] - side * 0.02, tower[1], side * 0.025, side * 0.62, "#241B3F")
    drawing.block(group, tower[0] + side * 0.1, tower[1], side * 0.025, side * 0.62, "#241B3F")
    drawing.slab(group, (frame.x, frame.y), (frame.width, frame.height * 0.15), frame.radius, "#241B3F")
    drawing.meeple(group, "white", *frame.at(0.78, 0.22), side * 0.3)


def _meeple_detective(group: Any, frame: Frame) -> None:
    frame.ground(group, "#0B1518", "#10211F")
    side = frame.side
    shades = ("#15302E", "#1B3D39", "#244F49", "#2F645C")
    for number, shade in enumerate(shades):
        share = 0.86 - number * 0.2
        width, height = frame.width * share, frame.height * share
        pos = (frame.x + (frame.width - width) / 2, frame.y + (frame.height - height) * 0.42)
        drawing.slab(group, pos, (width, height), side * 0.02, shade)
    lamp = frame.at(0.5, 0.86)
    drawing.triangle(group, [lamp, frame.at(0.22, 0.1), frame.at(0.78, 0.1)], "#FFE2A0", 0.22)
    drawing.line(group, [frame.at(0.5, 0.99), lamp], side * 0.015, "#0B1518")
    drawing.glow(group, *lamp, side * 0.3, "#FFE2A0", 0.9)
    drawing.disc(group, *lamp, side * 0.04, "#FFF3CF")
    drawing.disc(group, *frame.at(0.5, 0.14), side * 0.16, theme.SHADOW, 0.35)
    drawing.meeple(group, "black", *frame.at(0.5, 0.36), side * 0.5)
    lens = frame.at(0.69, 0.28)
    drawing.line(group, [lens, (lens[0] + side * 0.15, lens[1] - side * 0.15)], side * 0.045, "#C08A57")
    drawing.disc(group, *lens, side * 0.1, "#8FD3C8", 0.5)
    drawing.ring(group, *lens, side * 0.1, side * 0.03, "#E8D9B5")


def _terror(group: Any, frame: Frame) -> None:
    frame.ground(group, "#5A1048", "#2A0F3D", "#12102E")
    side = frame.side
    rng = random.Random(7)
    x, y = frame.at(0.5, 0.42)
    for spike in range(5):
        angle = math.radians(150 - spike * 30)
        out = (x + math.cos(angle) * side * 0.4, y + math.sin(angle) * side * 0.44)
        base = [
            (x + math.cos(angle + t) * side * 0.27, y + math.sin(angle + t) * side * 0.3)
            for t in (0.28, -0.28)
        ]
        drawing.triangle(group, [out, *base], "#7B2FA8")
    drawing.slab(
        group, (x - side * 0.3, frame.y + side * 0.05), (side * 0.6, side * 0.68), side * 0.29, "#7B2FA8"
    )
    for eye in (-0.11, 0.11):
        drawing.disc(group, x + eye * side, y + side * 0.12, side * 0.075, theme.TEXT)
        drawing.disc(group, x + eye * side + side * 0.01, y + side * 0.11, side * 0.035, theme.INK)
    drawing.slab(group, (x - side * 0.13, y - side * 0.09), (side * 0.26, side * 0.1), side * 0.04, theme.INK)
    for tooth in range(3):
        left, top, wide = x + side * (0.08 * tooth - 0.11), y + side * 0.01, side * 0.06
        corners = [(left, top), (left + wide, top), (left + wide / 2, top - wide)]
        drawing.triangle(group, corners, theme.TEXT)
    houses = ((0.04, 0.52, "#FF6FB5"), (0.2, 0.3, "#5BC0EB"), (0.62, 0.34, "#FFC857"), (0.78, 0.6, "#5BC0EB"))
    for across, up, neon in houses:
        pos, size = frame.at(across, 0.03), (frame.width * 0.18, frame.height * up)
        drawing.slab(group, pos, size, side * 0.02, "#160B2B")
        drawing.frame(group, pos, size, side * 0.02, max(1.5, side * 0.02), neon)
        for row in range(int(size[1] / (side * 0.11))):
            for column in range(3):
                if rng.random() < 0.55:
                    left = pos[0] + size[0] * (0.18 + 0.24 * column)
                    drawing.block(
                        group,
                        left,
                        pos[1] + side * (0.05 + 0.1 * row),
                        size[0] * 0.13,
                        side * 0.045,
                        neon,
                        0.9,
                    )


def _next_level(group: Any, frame: Frame) -> None:
    frame.ground(group, "#0C2A24", "#0F1F33")
    side = frame.side
    steps = 11
    for step in range(steps):
        across = 0.1 + 0.8 * step / (steps - 1)
        swing = math.sin(step * 0.75) * side * 0.2
        x, y = frame.at(across, 0.64)
        first, second = (x, y + swing), (x, y - swing)
        drawing.line(group, [first, second], side * 0.018, "#9BE564", 0.45)
        drawing.disc(group, *first, side * 0.036, "#9BE564")
        drawing.disc(group, *second, side * 0.036, "#5BC0EB")
    x, y = frame.at(0.5, 0.08)
    drawing.glow(group, x, y + side * 0.2, side * 0.48, "#9BE564", 0.55)
    drawing.triangle(
        group, [(x - side * 0.26, y), (x + side * 0.26, y), (x, y + side * 0.55)], theme.TEXT, 0.2
    )
    drawing.triangle(group, [(x - side * 0.22, y + side * 0.02), (x + side * 0.22, y + side * 0.02),
                             (x, y + side * 0.46)], "#9BE564", 0.85)  # fmt: skip
    drawing.block(group, x - side * 0.05, y + side * 0.4, side * 0.1, side * 0.2, theme.TEXT, 0.35)
    for shift, up, radius in ((-0.05, 0.12, 0.03), (0.06, 0.2, 0.02), (0.0, 0.3, 0.025)):
        drawing.disc(group, x + shift * side, y + up * side, radius * side, theme.TEXT, 0.75)
    drawing.meeple(group, "green", *frame.at(0.2, 0.22), side * 0.36)
    drawing.meeple(group, "yellow", *frame.at(0.8, 0.22), side * 0.36)


SCENES: dict[str, Callable[[Any, Frame], None]] = {
    "mutant-meeples": _mutant_meeples,
    "meeple-hope": _meeple_hope,
    "meeple-detective": _meeple_detective,
    "terror-in-meeple-city": _terror,
    "mutants-next-level": _next_level,
}


def draw(group: Any, game: str, frame: Frame) -> None:
    """The drawing of a game. Raises KeyError for a game that is not on the shelf."""
    SCENES[game](group, frame)
    edge = (frame.x, frame.y), (frame.width, frame.height)
    drawing.frame(group, *edge, frame.radius, max(1.5, frame.radius * 0.2), theme.LINE)
