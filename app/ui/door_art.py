"""The little drawings on the doors of a game's room: who plays, a scene, a chart, a plan, a
camera, a question mark.

`draw(group, screen, frame)` fills a frame of window pixels. Main thread only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import drawing, theme
from app.ui.city_layers import draw_target
from app.ui.shelf_art import Frame


def _puzzles(group: Any, frame: Frame) -> None:
    draw_target(group, *frame.at(0.5, 0.5), frame.side * 0.5)
    drawing.meeple(group, "green", *frame.at(0.5, 0.5), frame.side * 0.34)


def _history(group: Any, frame: Frame) -> None:
    heights, colours = (0.35, 0.7, 0.5, 0.9), ("red", "blue", "green", "yellow")
    bar = frame.side * 0.16
    for number, (height, colour) in enumerate(zip(heights, colours, strict=True)):
        x = frame.x + frame.width / 2 + (number - 2) * bar * 1.35 + bar * 0.17
        drawing.slab(
            group, (x, frame.y + frame.height * 0.12), (bar, frame.side * 0.76 * height), bar * 0.25,
            theme.MEEPLES[colour],
        )  # fmt: skip


def _workshop(group: Any, frame: Frame) -> None:
    cell = frame.side * 0.26
    left, foot = frame.x + frame.width / 2 - 1.5 * cell, frame.y + frame.height / 2 - 1.5 * cell
    for column in range(3):
        for row in range(3):
            shade = theme.GRATE if (column, row) == (0, 2) else theme.CELL_LIGHT
            pos = (left + column * cell + 1, foot + row * cell + 1)
            drawing.slab(group, pos, (cell - 2, cell - 2), cell * 0.12, shade)
    thick = cell * 0.2
    for column, row, size in ((1, 1, (thick, cell + thick)), (1, 2, (cell + thick, thick))):
        pos = (left + column * cell - thick / 2, foot + row * cell - thick / 2)
        drawing.slab(group, pos, size, thick * 0.3, theme.BUILDING)
    drawing.disc(group, left + 2.5 * cell, foot + 0.5 * cell, cell * 0.28, theme.BEAM)


def _camera(group: Any, frame: Frame) -> None:
    side = frame.side
    (x, y), (wide, tall) = frame.at(0.5, 0.46), (side * 0.84, side * 0.56)
    top, hump = y + tall / 2, (side * 0.3, side * 0.16)
    drawing.slab(group, (x - hump[0] / 2, top - hump[1] / 2), hump, side * 0.06, theme.BUILDING)
    drawing.slab(group, (x - wide / 2, y - tall / 2), (wide, tall), side * 0.1, theme.BUILDING)
    drawing.disc(group, x, y, side * 0.21, theme.GROUND_DEEP)
    drawing.ring(group, x, y, side * 0.21, side * 0.04, theme.ACCENT)
    drawing.disc(group, x, y, side * 0.09, theme.ACCENT)
    drawing.disc(group, x + wide * 0.38, y + tall * 0.3, side * 0.04, theme.ALARM)


def _help(group: Any, frame: Frame) -> None:
    drawing.disc(group, *frame.at(0.5, 0.5), frame.side * 0.42, theme.ACCENT_DEEP)
    drawing.ring(group, *frame.at(0.5, 0.5), frame.side * 0.42, frame.side * 0.04, theme.ACCENT)
    drawing.text(group, "?", *frame.at(0.5, 0.5), frame.side * 0.6, theme.ACCENT, theme.SHOUT)


DRAWINGS: dict[str, Callable[[Any, Frame], None]] = {
    "puzzles": _puzzles,
    "history": _history,
    "workshop": _workshop,
    "camera": _camera,
    "help": _help,
}


def draw(group: Any, screen: str, frame: Frame) -> None:
    """Draw the door to a screen. Raises KeyError for one without a drawing."""
    DRAWINGS[screen](group, frame)
