"""Drawn signs: arrows, plus, minus, cross, tick, pause, play, dots. Fonts lack half of them: none is typed.

`draw(group, name, x, y, side, colour)` puts one into a box of `side` window pixels around (x, y). Lines are
given in units of half a side. Main thread only.
"""

from __future__ import annotations

import math
from typing import Any

from app.ui import drawing

Stroke = tuple[tuple[float, float], ...]

_EAST: tuple[Stroke, ...] = (((-0.8, 0), (0.75, 0)), ((0.2, 0.6), (0.8, 0), (0.2, -0.6)))
_NORTH_EAST: tuple[Stroke, ...] = (((-0.6, -0.6), (0.6, 0.6)), ((-0.2, 0.65), (0.65, 0.65), (0.65, -0.2)))


def _turned(strokes: tuple[Stroke, ...], quarters: int) -> tuple[Stroke, ...]:
    """The strokes turned counter-clockwise by quarter turns."""
    for _ in range(quarters):
        strokes = tuple(tuple((-y, x) for x, y in stroke) for stroke in strokes)
    return strokes


def _arc(start: float, end: float, radius: float) -> Stroke:
    """A bow around the middle, in degrees counter-clockwise from the east."""
    steps = [math.radians(start + (end - start) * step / 12) for step in range(13)]
    return tuple((radius * math.cos(at), radius * math.sin(at)) for at in steps)


STROKES: dict[str, tuple[Stroke, ...]] = {
    "east": _EAST,
    "north": _turned(_EAST, 1),
    "west": _turned(_EAST, 2),
    "south": _turned(_EAST, 3),
    "north-east": _NORTH_EAST,
    "north-west": _turned(_NORTH_EAST, 1),
    "south-west": _turned(_NORTH_EAST, 2),
    "south-east": _turned(_NORTH_EAST, 3),
    "plus": (((-0.7, 0), (0.7, 0)), ((0, -0.7), (0, 0.7))),
    "minus": (((-0.7, 0), (0.7, 0)),),
    "cross": (((-0.6, -0.6), (0.6, 0.6)), ((-0.6, 0.6), (0.6, -0.6))),
    "tick": (((-0.75, 0.0), (-0.2, -0.6), (0.8, 0.6)),),
    "erase": (
        ((-0.9, 0), (-0.3, 0.65), (0.9, 0.65), (0.9, -0.65), (-0.3, -0.65), (-0.9, 0)),
        ((0, 0.3), (0.55, -0.3)),
        ((0, -0.3), (0.55, 0.3)),
    ),
    "space": (((-0.8, 0.1), (-0.8, -0.4), (0.8, -0.4), (0.8, 0.1)),),
    "turn": (_arc(-10, 250, 0.72), ((0.42, 0.1), (0.72, -0.26), (1.0, 0.12))),
    "whole": (((-0.85, 0.3), (-0.85, 0.85), (-0.3, 0.85)), ((0.85, 0.3), (0.85, 0.85), (0.3, 0.85)),
              ((-0.85, -0.3), (-0.85, -0.85), (-0.3, -0.85)), ((0.85, -0.3), (0.85, -0.85), (0.3, -0.85))),
    "undo": (((-0.3, 0.85), (-0.8, 0.35), (-0.3, -0.15)), ((-0.75, 0.35), (0.4, 0.35), (0.8, 0.0),
             (0.8, -0.4), (0.4, -0.75), (-0.3, -0.75))),
    "redo": (((0.3, 0.85), (0.8, 0.35), (0.3, -0.15)), ((0.75, 0.35), (-0.4, 0.35), (-0.8, 0.0),
             (-0.8, -0.4), (-0.4, -0.75), (0.3, -0.75))),
}  # fmt: skip


def draw(group: Any, name: str, x: float, y: float, side: float, colour: str) -> None:
    """Draw a sign. Raises KeyError for an unknown name."""
    half = side / 2
    if name == "pause":
        for shift in (-0.42, 0.42):
            pos = (x + (shift - 0.22) * half, y - half * 0.85)
            drawing.slab(group, pos, (half * 0.44, half * 1.7), half * 0.15, colour)
        return
    if name == "more":
        for shift in (-0.65, 0.0, 0.65):
            drawing.disc(group, x + shift * half, y, max(2.0, half * 0.2), colour)
        return
    if name == "play":
        drawing.triangle(
            group,
            [(x - half * 0.5, y - half * 0.8), (x - half * 0.5, y + half * 0.8), (x + half * 0.85, y)],
            colour,
        )
        return
    for stroke in STROKES[name]:
        points = [(x + px * half, y + py * half) for px, py in stroke]
        drawing.line(group, points, max(2.0, side * 0.14), colour)
