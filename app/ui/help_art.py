"""The little pictures of the help: what happens in a round, tile by tile and marker by marker.

`draw(group, name, box)` fills a box of window pixels. Main thread only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.ui import drawing, icons, theme
from app.ui.city_layers import draw_target
from app.ui.panels.box import Box

SHAPE = 1.25
"""Width of a picture by its height, at most: things in it keep their distances."""


def draw(group: Any, name: str, box: Box) -> None:
    """Draw the picture of that name on its ground. Raises KeyError for an unknown one."""
    radius = min(box.width, box.height) * 0.09
    drawing.slab(group, box.pos, box.size, radius, theme.GROUND_DEEP)
    drawing.frame(group, box.pos, box.size, radius, max(1.5, radius * 0.12), theme.LINE)
    width = min(box.width, box.height * SHAPE)
    DRAWINGS[name](group, box.middle(width, min(box.height, width / 0.8)))


def has(name: str) -> bool:
    """Whether there is a picture of that name."""
    return name in DRAWINGS


def _at(box: Box, across: float, up: float) -> tuple[float, float]:
    return box.x + box.width * across, box.y + box.height * up


def _unit(box: Box) -> float:
    return min(box.width, box.height)


def _tile(group: Any, x: float, y: float, side: float, text: str, lit: bool = False) -> None:
    """A paper tile with its middle at (x, y)."""
    pos, size = (x - side / 2, y - side * 0.6), (side, side * 1.2)
    drawing.slab(group, (pos[0], pos[1] - side * 0.05), size, side * 0.14, theme.SHADOW, 0.6)
    drawing.slab(group, pos, size, side * 0.14, theme.PAPER)
    if lit:
        grow = side * 0.09
        big = (size[0] + 2 * grow, size[1] + 2 * grow)
        drawing.frame(group, (pos[0] - grow, pos[1] - grow), big, side * 0.2, grow, theme.ACCENT)
    drawing.text(group, text, x, y, side * 0.8, theme.INK, theme.SHOUT)


def _sand(group: Any, x: float, y: float, side: float) -> None:
    """An hourglass."""
    half = side / 2
    for way in (1, -1):
        corners = [(x - half * 0.6, y + way * half * 0.85), (x + half * 0.6, y + way * half * 0.85), (x, y)]
        drawing.triangle(group, corners, theme.PANEL_RAISED)
        drawing.slab(
            group, (x - half * 0.75, y + way * half * 0.9 - half * 0.1), (half * 1.5, half * 0.2),
            half * 0.08, theme.BUILDING,
        )  # fmt: skip
    drawing.triangle(
        group, [(x - half * 0.55, y - half * 0.8), (x + half * 0.55, y - half * 0.8), (x, y - half * 0.2)],
        theme.ACCENT,
    )  # fmt: skip
    drawing.triangle(
        group, [(x - half * 0.34, y + half * 0.48), (x + half * 0.34, y + half * 0.48), (x, y)], theme.ACCENT
    )


def _slots(group: Any, box: Box, up: float, heroes: Sequence[str], count: int = 6) -> float:
    """Places of a super team in a row; the width of one."""
    pitch = box.width * 0.94 / count
    for number in range(count):
        x, y = _at(box, 0.03, up)
        x += pitch * (number + 0.5)
        if number < len(heroes):
            drawing.meeple(group, heroes[number], x, y, pitch * 1.15)
        else:
            drawing.ring(group, x, y, pitch * 0.32, max(1.5, pitch * 0.08), theme.FAINT)
    return pitch


def _turn(group: Any, box: Box) -> None:
    """Two tiles name the scene."""
    side = _unit(box) * 0.34
    _tile(group, *_at(box, 0.27, 0.66), side, "K")
    _tile(group, *_at(box, 0.73, 0.66), side, "D")
    draw_target(group, *_at(box, 0.5, 0.22), _unit(box) * 0.26)


def _think(group: Any, box: Box) -> None:
    """A way in somebody's head."""
    unit = _unit(box)
    drawing.meeple(group, "yellow", *_at(box, 0.2, 0.3), unit * 0.4)
    drawing.dots(
        group, _at(box, 0.34, 0.3), _at(box, 0.76, 0.3), unit * 0.09, unit * 0.022, theme.MEEPLES["yellow"]
    )
    drawing.dots(
        group, _at(box, 0.8, 0.36), _at(box, 0.8, 0.56), unit * 0.09, unit * 0.022, theme.MEEPLES["yellow"]
    )
    draw_target(group, *_at(box, 0.8, 0.72), unit * 0.2)
    drawing.text(group, "?", *_at(box, 0.36, 0.72), unit * 0.42, theme.ACCENT, theme.SHOUT)


def _claim(group: Any, box: Box) -> None:
    """A tile is taken, and the sand runs."""
    side = _unit(box) * 0.29
    for number, across in ((3, 0.2), (4, 0.5), (5, 0.8)):
        _tile(group, *_at(box, across, 0.7), side, str(number), lit=number == 4)
    _sand(group, *_at(box, 0.5, 0.25), _unit(box) * 0.36)


def _show(group: Any, box: Box) -> None:
    """The way is run, to the scene."""
    unit = _unit(box)
    line = theme.MEEPLE_LINES["yellow"]
    points = [_at(box, 0.16, 0.28), _at(box, 0.78, 0.28), _at(box, 0.78, 0.66)]
    drawing.line(group, points, unit * 0.05, line)
    drawing.ring(group, *points[0], unit * 0.07, max(1.5, unit * 0.02), line)
    drawing.slab(group, _at(box, 0.88, 0.14), (unit * 0.07, unit * 0.3), unit * 0.02, theme.BUILDING)
    drawing.slab(group, _at(box, 0.66, 0.88), (unit * 0.3, unit * 0.07), unit * 0.02, theme.BUILDING)
    draw_target(group, *points[2], unit * 0.22)
    drawing.meeple(group, "yellow", *points[2], unit * 0.36)


def _right(group: Any, box: Box) -> None:
    """The hero joins."""
    unit = _unit(box)
    drawing.disc(group, *_at(box, 0.5, 0.66), unit * 0.25, theme.SUCCESS_DEEP)
    drawing.meeple(group, "yellow", *_at(box, 0.5, 0.66), unit * 0.46)
    icons.draw(group, "tick", *_at(box, 0.82, 0.82), unit * 0.2, theme.SUCCESS)
    _slots(group, box, 0.2, ("green", "yellow"))


def _wrong(group: Any, box: Box) -> None:
    """A hero leaves."""
    unit = _unit(box)
    pitch = _slots(group, box, 0.72, ("green", "yellow", "red"))
    x, y = _at(box, 0.03, 0.72)
    x += pitch * 2.5
    for share, ink in ((0.3, theme.GROUND), (0.14, theme.ALARM)):
        reach = pitch * 0.5
        drawing.line(group, [(x - reach, y - reach), (x + reach, y + reach)], pitch * share, ink)
    icons.draw(group, "south", x, box.y + box.height * 0.46, unit * 0.16, theme.ALARM)
    drawing.meeple(group, "red", x, box.y + box.height * 0.22, unit * 0.3)


def _team(group: Any, box: Box) -> None:
    """Six of them."""
    _slots(group, box, 0.4, ("green", "gray", "blue", "red", "white", "yellow"))
    drawing.text(group, "6", *_at(box, 0.5, 0.74), _unit(box) * 0.34, theme.ACCENT, theme.SHOUT)


def _variants(group: Any, box: Box) -> None:
    """A meeple given up, a building tile, a cup of three."""
    unit = _unit(box)
    x, y = _at(box, 0.24, 0.68)
    drawing.meeple(group, "brown", x, y, unit * 0.38)
    reach = unit * 0.16
    for share, ink in ((0.1, theme.GROUND), (0.05, theme.TEXT)):
        drawing.line(group, [(x - reach, y - reach), (x + reach, y + reach)], unit * share, ink)
    left, foot = _at(box, 0.6, 0.52)
    side = unit * 0.32
    drawing.slab(group, (left, foot), (side, side), side * 0.12, theme.CELL_LIGHT)
    drawing.slab(group, (left, foot + side * 0.82), (side, side * 0.2), side * 0.06, theme.BUILDING)
    drawing.slab(group, (left + side * 0.82, foot), (side * 0.2, side), side * 0.06, theme.BUILDING)
    for number in range(3):
        x, y = _at(box, 0.3 + 0.2 * number, 0.2)
        drawing.disc(group, x, y, unit * 0.085, theme.ACCENT if number < 2 else theme.ACCENT_DEEP)
        drawing.ring(group, x, y, unit * 0.085, max(1.5, unit * 0.015), theme.ACCENT)


def _tips(group: Any, box: Box) -> None:
    """Something dawns."""
    drawing.glow(group, *_at(box, 0.5, 0.56), _unit(box) * 0.5, theme.ACCENT, 0.5)
    drawing.text(group, "!", *_at(box, 0.5, 0.52), _unit(box) * 0.7, theme.ACCENT, theme.SHOUT)


def _makers(group: Any, box: Box) -> None:
    """Who is who."""
    unit = _unit(box)
    for number, colour in enumerate(("green", "blue", "red")):
        drawing.meeple(group, colour, *_at(box, 0.22 + 0.28 * number, 0.5), unit * 0.44)


def _powers(group: Any, box: Box) -> None:
    """Four of the eight."""
    unit = _unit(box)
    for number, colour in enumerate(("green", "gray", "white", "yellow")):
        at = _at(box, 0.28 + 0.44 * (number % 2), 0.73 - 0.46 * (number // 2))
        drawing.meeple(group, colour, *at, unit * 0.44)


def _grates(group: Any, box: Box) -> None:
    """The sign in the street."""
    (x, y), half = _at(box, 0.5, 0.5), _unit(box) * 0.3
    for share in (-1.2, -0.6, 0.0, 0.6, 1.2):
        low, high = max(-1.0, -1.0 + share), min(1.0, 1.0 + share)
        points = [(x + low * half, y + (low - share) * half), (x + high * half, y + (high - share) * half)]
        drawing.line(group, points, half * 0.22, theme.GRATE)


def _beams(group: Any, box: Box) -> None:
    """The sign that shines."""
    (x, y), unit = _at(box, 0.5, 0.5), _unit(box)
    drawing.disc(group, x, y, unit * 0.36, theme.BEAM, 0.16)
    drawing.ring(group, x, y, unit * 0.28, unit * 0.07, theme.BEAM)
    drawing.disc(group, x, y, unit * 0.11, theme.BEAM_CORE)


def _stops(group: Any, box: Box) -> None:
    """Against a building."""
    unit, (x, y) = _unit(box), _at(box, 0.58, 0.5)
    drawing.line(group, [_at(box, 0.14, 0.5), (x, y)], unit * 0.06, theme.MEEPLE_LINES["red"])
    drawing.meeple(group, "red", x, y, unit * 0.5)
    drawing.slab(group, (x + unit * 0.26, y - unit * 0.32), (unit * 0.1, unit * 0.64), 2, theme.BUILDING)


def _three(group: Any, box: Box) -> None:
    """One, two, three."""
    unit = _unit(box)
    for number, colour in enumerate(("green", "red", "blue"), start=1):
        across = 0.22 + 0.28 * (number - 1)
        drawing.meeple(group, colour, *_at(box, across, 0.4), unit * 0.4)
        drawing.text(group, str(number), *_at(box, across, 0.76), unit * 0.24, theme.ACCENT, theme.SHOUT)


DRAWINGS: dict[str, Callable[[Any, Box], None]] = {
    "draw": _turn,
    "think": _think,
    "claim": _claim,
    "claims": _claim,
    "show": _show,
    "right": _right,
    "round": _turn,
    "arrive": _show,
    "wrong": _wrong,
    "team": _team,
    "variants": _variants,
    "tips": _tips,
    "makers": _makers,
    "powers": _powers,
    "grates": _grates,
    "beams": _beams,
    "stops": _stops,
    "three": _three,
}
