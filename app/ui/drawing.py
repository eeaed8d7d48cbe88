"""Small shapes for Kivy canvases, all anti-aliased: discs, rings, dashes, dots along a line, text, glow.

Each function adds instructions to a group (or canvas) in window pixels; colours are "#RRGGBB" with an alpha
of 0..1. Main thread only.
"""

from __future__ import annotations

import functools
import math
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    Rectangle,
    RoundedRectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
    SmoothTriangle,
)
from kivy.graphics.texture import Texture

from app.ui import theme
from app.ui.meeple_art import figure

GLOW_TEXTURE_PX = 64


def _line_width(width: float) -> float:
    """What Kivy must be told so that a `SmoothLine` looks `width` pixels wide.

    It makes the solid core 2 (w - 1) wide and fades out over 1.2 on each side, half of which is seen.
    """
    return max(1.0, width / 2 + 0.4)


def tint(group: Any, colour: str, alpha: float = 1.0) -> None:
    """Colour of what follows."""
    group.add(Color(*theme.rgba(colour, alpha)))


def disc(group: Any, x: float, y: float, radius: float, colour: str, alpha: float = 1.0) -> None:
    """A filled circle around (x, y)."""
    tint(group, colour, alpha)
    group.add(SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)))


def ring(
    group: Any, x: float, y: float, radius: float, width: float, colour: str, alpha: float = 1.0
) -> None:
    """A circle line of `width` around (x, y)."""
    tint(group, colour, alpha)
    group.add(SmoothLine(circle=(x, y, radius), width=_line_width(width), close=True))


def dashed_ring(group: Any, x: float, y: float, radius: float, width: float, colour: str) -> None:
    """A ring of eight dashes."""
    tint(group, colour)
    dashes = 8
    for dash in range(dashes):
        start = math.tau * dash / dashes
        steps = [start + math.tau / dashes * 0.62 * i / 4 for i in range(5)]
        points = [c for a in steps for c in (x + radius * math.cos(a), y + radius * math.sin(a))]
        group.add(SmoothLine(points=points, width=_line_width(width), cap="none"))


def line(
    group: Any, points: list[tuple[float, float]], width: float, colour: str, alpha: float = 1.0
) -> None:
    """A polyline with round joints and ends."""
    tint(group, colour, alpha)
    flat = [c for point in points for c in point]
    group.add(SmoothLine(points=flat, width=_line_width(width), cap="round", joint="round"))


def dots(
    group: Any, start: tuple[float, float], end: tuple[float, float], gap: float, radius: float, colour: str
) -> None:
    """Dots from start to end, about `gap` apart."""
    count = max(1, round(math.dist(start, end) / gap))
    tint(group, colour)
    for i in range(count + 1):
        x = start[0] + (end[0] - start[0]) * i / count
        y = start[1] + (end[1] - start[1]) * i / count
        group.add(SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)))


def triangle(group: Any, corners: list[tuple[float, float]], colour: str, alpha: float = 1.0) -> None:
    """A filled triangle."""
    tint(group, colour, alpha)
    group.add(SmoothTriangle(points=[c for corner in corners for c in corner]))


def slab(
    group: Any,
    pos: tuple[float, float],
    size: tuple[float, float],
    radius: float,
    colour: str,
    alpha: float = 1.0,
) -> None:
    """A filled rounded rectangle."""
    tint(group, colour, alpha)
    radius = min(radius, size[0] / 2, size[1] / 2)
    group.add(SmoothRoundedRectangle(pos=pos, size=size, radius=[radius]))


def frame(
    group: Any,
    pos: tuple[float, float],
    size: tuple[float, float],
    radius: float,
    width: float,
    colour: str,
    alpha: float = 1.0,
) -> None:
    """The outline of a rounded rectangle, drawn inside its edges."""
    tint(group, colour, alpha)
    half = width / 2
    shape = (pos[0] + half, pos[1] + half, size[0] - width, size[1] - width, max(radius - half, 1))
    group.add(SmoothLine(rounded_rectangle=shape, width=_line_width(width)))


def text(
    group: Any, words: str, x: float, y: float, size_px: float, colour: str, font: str, bold: bool = False
) -> None:
    """One line of text with its middle at (x, y), on whole pixels."""
    label = CoreLabel(text=words, font_name=font, font_size=round(size_px), bold=bold)
    label.refresh()
    texture = label.texture
    tint(group, colour)
    pos = (round(x - texture.width / 2), round(y - texture.height / 2))
    group.add(Rectangle(texture=texture, pos=pos, size=texture.size))


def meeple(group: Any, colour: str, x: float, y: float, px: float, alpha: float = 1.0) -> None:
    """A figure with its middle at (x, y), at most `px` high, on whole pixels."""
    texture, size_px = figure(colour, px)
    tint(group, "#FFFFFF", alpha)
    pos = (round(x - size_px / 2), round(y - size_px / 2))
    group.add(Rectangle(texture=texture, pos=pos, size=(size_px, size_px)))


@functools.cache
def glow_texture() -> Any:
    """A white disc that fades out to its edge, to be tinted."""
    side = GLOW_TEXTURE_PX
    middle = (side - 1) / 2
    data = bytearray()
    for row in range(side):
        for column in range(side):
            away = math.hypot(row - middle, column - middle) / (side / 2)
            strength = max(0.0, 1.0 - away) ** 1.6
            data += bytes((255, 255, 255, round(255 * strength)))
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(bytes(data), colorfmt="rgba", bufferfmt="ubyte")
    return texture


@functools.cache
def gradient_texture(colours: tuple[str, ...]) -> Any:
    """A vertical run through the colours, from the foot to the top, to be stretched over any shape."""
    steps = 64
    data = bytearray()
    for step in range(steps):
        at = step / (steps - 1) * (len(colours) - 1)
        low = min(int(at), len(colours) - 2)
        first, second = theme.rgba(colours[low]), theme.rgba(colours[low + 1])
        data += bytes(round(255 * (a + (b - a) * (at - low))) for a, b in zip(first, second, strict=True))
    texture = Texture.create(size=(1, steps), colorfmt="rgba")
    texture.blit_buffer(bytes(data), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def sky(
    group: Any, pos: tuple[float, float], size: tuple[float, float], radius: float, colours: tuple[str, ...]
) -> None:
    """A rounded rectangle filled with a vertical gradient, first colour at the foot."""
    tint(group, "#FFFFFF")
    texture = gradient_texture(colours)
    if radius <= 0:
        group.add(Rectangle(pos=pos, size=size, texture=texture))
    else:  # the smooth kind leaves its soft edge without the texture, as a white line
        group.add(RoundedRectangle(pos=pos, size=size, radius=[radius], texture=texture))


def block(
    group: Any, x: float, y: float, width: float, height: float, colour: str, alpha: float = 1.0
) -> None:
    """A filled rectangle on whole pixels."""
    tint(group, colour, alpha)
    left, bottom = round(x), round(y)
    size = (round(x + width) - left, round(y + height) - bottom)
    group.add(Rectangle(pos=(left, bottom), size=size))


def glow(group: Any, x: float, y: float, radius: float, colour: str, alpha: float) -> None:
    """Soft light around (x, y)."""
    tint(group, colour, alpha)
    group.add(Rectangle(texture=glow_texture(), pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)))
