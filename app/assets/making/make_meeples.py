"""Draw the eight meeples with their emblems into one PNG strip per size.

In: the outline and emblem paths below (our own drawing, 100 x 100 units). Out: `app/assets/meeples/<px>.png`,
`px` high and eight figures wide, in the order of `COLOURS`; RGBA, straight alpha. Each size is rasterised on
its own from the paths (8x supersampled), never scaled from another. Needs cv2 and numpy (build time only).

    python app/assets/making/make_meeples.py
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

STRIPS = Path(__file__).resolve().parent.parent / "meeples"
SIZES_PX = (16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64, 72, 80, 96, 112, 128, 160, 192)
SUPERSAMPLE = 8
UNITS = 100.0
CURVE_STEPS = 24
OUTLINE_UNITS = 5.0
EMBLEM_UNITS = 7.0
OUTLINE_LEAST_PX = 1.6
EMBLEM_LEAST_PX = 2.2  # thinner strokes blur into the body at 24 px

BODY = (
    "M50 4c12 0 19 8 19 18 0 5-2 9-5 12 12 3 27 9 31 17 3 6-1 11-7 11-8 1-16 0-21 1 3 10 13 20 15 27 "
    "1 5-2 7-7 7H62c-4 0-6-2-7-5l-5-12-5 12c-1 3-3 5-7 5H25c-5 0-8-2-7-7 2-7 12-17 15-27-5-1-13 0-21-1"
    "-6 0-10-5-7-11 4-8 19-14 31-17-3-3-5-7-5-12C31 12 38 4 50 4z"
)


@dataclass(frozen=True)
class Figure:
    """One meeple: body, outline and emblem colours as #RRGGBB, and the emblem's path."""

    body: str
    outline: str
    ink: str
    emblem: str


DARK = "#0A0D1C"
COLOURS = {
    "green": Figure("#3DBE5B", DARK, "#0B2A14", "M36 66q14-22 28 0"),
    "gray": Figure("#9AA3B2", DARK, "#20242E", "M38 52v18M62 52v18M44 61h12"),
    "blue": Figure("#3A86FF", DARK, "#06204D", "M53 46l-9 16h12l-9 14"),
    "brown": Figure("#9C6B3F", DARK, "#2B1A0B", "M36 61h20M62 50v22"),
    "red": Figure("#EF476F", DARK, "#4A0716", "M40 61h20M53 53l8 8-8 8"),
    "white": Figure("#F7F5EC", DARK, "#2A2E45", "M38 72l24-22"),
    "yellow": Figure("#FFD23F", DARK, "#4A3A00", "M62 55a13 13 0 1 0 1 12M63 48v9h-9"),
    "black": Figure("#1A1C26", "#F4F1E8", "#F4F1E8", "M61 53a12 12 0 1 0 0 16"),
}

Point = tuple[float, float]
TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "q": 4, "a": 7, "z": 0}


def flatten(path: str) -> list[list[Point]]:
    """An SVG path (the commands in `ARGUMENTS`, either case) as polylines in its own units."""
    tokens = TOKEN.findall(path)
    lines: list[list[Point]] = []
    command, at = "", (0.0, 0.0)
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        values = [float(tokens.pop(0)) for _ in range(ARGUMENTS[command.lower()])]
        if command.lower() == "m":
            at = _point(command, at, values)
            lines.append([at])
        elif command.lower() != "z":
            lines[-1] += _segment(command, at, values)
            at = lines[-1][-1]
    return lines


def _point(command: str, at: Point, values: list[float]) -> Point:
    x, y = values
    return (at[0] + x, at[1] + y) if command.islower() else (x, y)


def _segment(command: str, at: Point, values: list[float]) -> list[Point]:
    base = at if command.islower() else (0.0, 0.0)
    kind = command.lower()
    if kind == "h":
        return [(base[0] + values[0], at[1])]
    if kind == "v":
        return [(at[0], base[1] + values[0])]
    if kind == "a":
        return _arc(at, values[0], bool(values[3]), bool(values[4]), _point(command, at, values[5:]))
    points = [_point(command, at, values[i : i + 2]) for i in range(0, len(values), 2)]
    return points if kind == "l" else _bezier([at, *points])


def _bezier(points: list[Point]) -> list[Point]:
    degree = len(points) - 1
    out = []
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        weights = [math.comb(degree, i) * t**i * (1 - t) ** (degree - i) for i in range(degree + 1)]
        out.append(
            (
                sum(w * p[0] for w, p in zip(weights, points, strict=True)),
                sum(w * p[1] for w, p in zip(weights, points, strict=True)),
            )
        )
    return out


def _arc(start: Point, radius: float, large: bool, sweep: bool, end: Point) -> list[Point]:
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    chord = math.dist(start, end)
    rise = math.sqrt(max(radius**2 - (chord / 2) ** 2, 0.0))
    side = 1 if large == sweep else -1
    centre = (
        middle[0] + side * rise * (end[1] - start[1]) / chord,
        middle[1] - side * rise * (end[0] - start[0]) / chord,
    )
    begin = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = math.atan2(end[1] - centre[1], end[0] - centre[0]) - begin
    turn = turn % math.tau if sweep else -((-turn) % math.tau)
    return [
        (
            centre[0] + radius * math.cos(begin + turn * step / CURVE_STEPS),
            centre[1] + radius * math.sin(begin + turn * step / CURVE_STEPS),
        )
        for step in range(1, CURVE_STEPS + 1)
    ]


def _rgb(text: str) -> NDArray[np.float64]:
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], np.float64)


def _mask(lines: list[list[Point]], size_px: int, stroke_units: float | None) -> NDArray[np.float64]:
    """(size, size) coverage 0..1 of the filled polylines, or of their stroke with round ends."""
    big = size_px * SUPERSAMPLE
    scale = big / UNITS
    shift = 4  # cv2 takes fixed-point coordinates with this many fractional bits
    canvas = np.zeros((big, big), np.uint8)
    points = [np.round((np.array(line) * scale - 0.5) * (1 << shift)).astype(np.int32) for line in lines]
    if stroke_units is None:
        cv2.fillPoly(canvas, points, 255, cv2.LINE_8, shift)
    else:
        width = max(1, round(stroke_units * scale))
        cv2.polylines(canvas, points, False, 255, width, cv2.LINE_8, shift)
    small = cv2.resize(canvas, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float64) / 255.0


def draw(figure: Figure, size_px: int) -> NDArray[np.uint8]:
    """(size, size, 4) uint8 BGRA picture of one meeple, straight alpha."""
    body = flatten(BODY)
    closed = [[*line, line[0]] for line in body]
    emblem_units = max(EMBLEM_UNITS, EMBLEM_LEAST_PX * UNITS / size_px)
    outline_units = max(OUTLINE_UNITS, OUTLINE_LEAST_PX * UNITS / size_px)
    fill = _mask(body, size_px, None)
    stroke = _mask(closed, size_px, outline_units)
    alpha = np.maximum(fill, stroke)
    colour = _rgb(figure.body) * np.ones((size_px, size_px, 1))
    emblem = _mask(flatten(figure.emblem), size_px, emblem_units)
    for mask, ink in ((stroke, figure.outline), (emblem, figure.ink)):
        colour = colour * (1 - mask[..., None]) + _rgb(ink) * mask[..., None]
    colour[fill < 0.5] = _rgb(figure.outline)  # or the edge would bleed the body's colour
    rgba = np.dstack([colour[..., ::-1], alpha * 255.0])
    return np.clip(np.round(rgba), 0, 255).astype(np.uint8)


def main() -> None:
    """Write every strip."""
    STRIPS.mkdir(exist_ok=True)
    for size_px in SIZES_PX:
        strip = np.hstack([draw(figure, size_px) for figure in COLOURS.values()])
        cv2.imwrite(str(STRIPS / f"{size_px}.png"), strip, [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    main()
