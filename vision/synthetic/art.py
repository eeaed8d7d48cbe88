"""Print made up for one board: streets, roofs, grates, beams, buildings, letters.

In: a layout and a random generator. Out: (H, W, 3) uint8 sRGB in B, G, R order. Every board gets a style of
its own, so that nothing that learns from it can rely on one printing. A board's top face is drawn at
`PX_PER_MM`: pixel (u, v) shows the point ((u + .5) / PX_PER_MM, (v + .5) / PX_PER_MM) millimetres from the
frame's outer north-west corner.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import CELL_MM, FRAME_MM, BoardLayout
from vision.types import Image

Rng = np.random.Generator
Colour = tuple[int, int, int]
PX_PER_MM = 2.0
_CELL = round(CELL_MM * PX_PER_MM)
_FRAME = round(FRAME_MM * PX_PER_MM)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
)


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """B, G, R 0..255 of a hue in degrees, saturation and value 0..1."""
    s, v = float(np.clip(saturation, 0, 1)), float(np.clip(value, 0, 1))
    pixel = np.array([[[hue % 360 / 2, s * 255, v * 255]]]).astype(np.uint8)
    blue, green, red = (int(part) for part in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red


def near(rng: Rng, colour: Colour, spread: float) -> Colour:
    """A colour close to `colour`."""
    blue, green, red = (int(np.clip(part + rng.normal(0, spread), 0, 255)) for part in colour)
    return blue, green, red


def scaled(colour: Colour, factor: float) -> Colour:
    """The same colour lighter or darker."""
    blue, green, red = (int(np.clip(part * factor, 0, 255)) for part in colour)
    return blue, green, red


def cloud(rng: Rng, height: int, width: int, coarse: int = 4, octaves: int = 4) -> npt.NDArray[np.float32]:
    """(height, width) float32 in about -1..1: smooth noise, each octave twice as fine and half as strong."""
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        n = coarse * 2**octave
        grid = rng.uniform(-1, 1, (min(n + 1, height), min(n + 1, width))).astype(np.float32)
        total += cv2.resize(grid, (width, height), interpolation=cv2.INTER_LINEAR) * np.float32(0.6**octave)
    return total


@dataclass(frozen=True)
class Style:
    """One printing: its colours and its habits (chances 0..1)."""

    street: Colour
    line: Colour
    blocks: tuple[Colour, ...]
    wall_top: Colour
    wall_side: Colour
    wall_px: int
    wall_inside: float  # share of the bar's width that lies in its own cell
    frame: Colour
    letters: Colour
    block_margin: int
    line_kind: int
    spread: float
    busy: float
    tricks: tuple[int, ...]


def random_style(rng: Rng, frame: str) -> Style:
    """Draw lots for a printing; `frame` is "black" or "green"."""
    family = rng.integers(5)
    hue = rng.uniform(0, 360)
    if family == 0:  # greys
        value = rng.uniform(0.25, 0.75)
        street = hsv(hue, rng.uniform(0, 0.08), value * rng.uniform(0.6, 1.2))
        blocks = [
            hsv(hue + rng.uniform(-60, 60), rng.uniform(0, 0.14), value + rng.uniform(-0.12, 0.15))
            for _ in range(7)
        ]
    elif family == 1:  # sand, brick, cream
        street = hsv(rng.uniform(25, 50), rng.uniform(0.1, 0.4), rng.uniform(0.6, 0.95))
        blocks = [hsv(rng.uniform(10, 60), rng.uniform(0.1, 0.5), rng.uniform(0.45, 0.95)) for _ in range(7)]
    elif family == 2:  # comic
        street = hsv(hue, rng.uniform(0, 0.6), rng.uniform(0.3, 0.95))
        blocks = [hsv(rng.uniform(0, 360), rng.uniform(0.25, 0.95), rng.uniform(0.35, 1)) for _ in range(8)]
    elif family == 3:  # one hue, pastel or deep
        s, v = rng.uniform(0.1, 0.7), rng.uniform(0.25, 0.95)
        street = hsv(hue + rng.uniform(-30, 30), s * rng.uniform(0.3, 1), v * rng.uniform(0.7, 1.2))
        blocks = [
            hsv(hue + rng.uniform(-40, 40), s * rng.uniform(0.5, 1.3), v * rng.uniform(0.7, 1.25))
            for _ in range(6)
        ]
    else:  # green suburb
        street = hsv(rng.uniform(20, 120), rng.uniform(0.05, 0.4), rng.uniform(0.4, 0.9))
        blocks = [hsv(rng.uniform(50, 150), rng.uniform(0.2, 0.7), rng.uniform(0.3, 0.85)) for _ in range(5)]
        blocks += [hsv(rng.uniform(0, 40), rng.uniform(0.3, 0.8), rng.uniform(0.4, 0.8)) for _ in range(2)]
    wall_top = hsv(rng.uniform(0, 60), rng.uniform(0, 0.7), rng.uniform(0.3, 0.95))
    if frame == "black":
        border = hsv(rng.uniform(0, 360), rng.uniform(0, 0.2), rng.uniform(0.05, 0.2))
    else:
        border = hsv(rng.uniform(105, 165), rng.uniform(0.4, 0.8), rng.uniform(0.2, 0.5))
    return Style(
        street=street,
        line=near(rng, scaled(street, rng.uniform(0.6, 1.6)), 10),
        blocks=tuple(blocks),
        wall_top=wall_top,
        wall_side=scaled(wall_top, rng.uniform(0.3, 0.7)),
        wall_px=int(rng.integers(7, 14)),
        wall_inside=float(rng.uniform(0.5, 0.9)),
        frame=border,
        letters=hsv(rng.uniform(30, 60), rng.uniform(0, 0.35), rng.uniform(0.75, 1)),
        block_margin=int(rng.integers(1, 8)),
        line_kind=int(rng.integers(4)),
        spread=float(rng.uniform(2, 12)),
        busy=float(rng.uniform(0, 1)),
        tricks=tuple(int(k) for k in rng.permutation(9)[: rng.integers(1, 6)]),
    )


def _decorate(rng: Rng, tile: Image, style: Style, block: Colour) -> None:
    """Draw one thing on a block, in place: roofs, trees, circles, windows, stripes, letters."""
    h, w = tile.shape[:2]
    other = near(rng, style.blocks[rng.integers(len(style.blocks))], style.spread)
    trick = style.tricks[rng.integers(len(style.tricks))]
    aa = cv2.LINE_AA
    if trick == 0:  # flat roofs with a shade
        for _ in range(int(rng.integers(1, 4))):
            a, b = rng.integers(8, 24, 2)
            x, y = rng.integers(0, max(1, w - a)), rng.integers(0, max(1, h - b))
            cv2.rectangle(
                tile, (int(x + 2), int(y + 2)), (int(x + a + 2), int(y + b + 2)), scaled(block, 0.75), -1
            )
            cv2.rectangle(
                tile, (int(x), int(y)), (int(x + a), int(y + b)), near(rng, scaled(block, 1.12), 4), -1
            )
    elif trick == 1:  # a disc, perhaps ringed: the decoy of a placeholder
        radius = int(rng.integers(8, 22))
        where = (w // 2 + int(rng.normal(0, 3)), h // 2 + int(rng.normal(0, 3)))
        cv2.circle(tile, where, radius, other, -1, aa)
        if rng.random() < 0.6:
            cv2.circle(tile, where, radius, scaled(other, rng.uniform(0, 1.6)), int(rng.integers(1, 4)), aa)
    elif trick == 2:  # roof with ridges
        q = int(rng.integers(2, 10))
        cv2.rectangle(tile, (q, q), (w - q, h - q), near(rng, scaled(block, 0.92), 4), -1)
        cv2.line(tile, (q, q), (w - q, h - q), scaled(block, 0.8), 1, aa)
        cv2.line(tile, (w - q, q), (q, h - q), scaled(block, 0.8), 1, aa)
    elif trick == 3:  # trees
        for _ in range(int(rng.integers(2, 7))):
            at = (int(rng.integers(4, w - 4)), int(rng.integers(4, h - 4)))
            cv2.circle(
                tile,
                at,
                int(rng.integers(3, 8)),
                hsv(rng.uniform(70, 140), rng.uniform(0.2, 0.7), rng.uniform(0.25, 0.8)),
                -1,
                aa,
            )
    elif trick == 4:  # windows
        step, lit = int(rng.integers(7, 13)), hsv(50, rng.uniform(0, 0.6), 1)
        for y in range(3, h - 6, step):
            for x in range(3, w - 5, step):
                cv2.rectangle(
                    tile, (x, y), (x + step // 2, y + step // 2 + 1), other if rng.random() < 0.6 else lit, -1
                )
    else:
        _scribble(rng, tile, trick, block, other)


def _scribble(rng: Rng, tile: Image, trick: int, block: Colour, other: Colour) -> None:
    """The plainer decorations: a triangle, crossing bands, a crossing for people, letters."""
    h, w = tile.shape[:2]
    aa = cv2.LINE_AA
    if trick == 5:
        corners = rng.uniform(0, 1, (3, 2)) * (w, h)
        cv2.fillPoly(tile, [corners.astype(np.int32)], other, aa)
    elif trick == 6:  # crossing bands
        cv2.line(tile, (0, 0), (w, h), other, int(rng.integers(2, 10)), aa)
        if rng.random() < 0.5:
            cv2.line(tile, (0, h), (w, 0), other, int(rng.integers(2, 6)), aa)
    elif trick == 7:  # crossing for people
        for k in range(3, w - 4, 7):
            cv2.rectangle(tile, (k, h // 3), (k + 3, 2 * h // 3), scaled(block, 1.25), -1)
    else:
        text = _LETTERS[rng.integers(26)] + ("" if rng.random() < 0.5 else _LETTERS[rng.integers(26)])
        at = (int(rng.integers(0, max(1, w - 20))), int(rng.integers(14, h)))
        cv2.putText(
            tile,
            text,
            at,
            _FONTS[rng.integers(4)],
            float(rng.uniform(0.4, 1)),
            other,
            int(rng.integers(1, 3)),
            aa,
        )


def _grate(rng: Rng, look: int, style: Style) -> Image:
    """One grate tile, (_CELL, _CELL, 3): slots, bars, a lattice or rings of iron."""
    n = _CELL
    dark, light = (
        hsv(210, rng.uniform(0, 0.2), rng.uniform(0.1, 0.35)),
        hsv(40, rng.uniform(0, 0.25), rng.uniform(0.5, 0.8)),
    )
    tile = np.full((n, n, 3), dark, np.uint8)
    wide, step = int(rng.integers(3, 6)), int(rng.integers(9, 14))
    if look == 0:
        for k in range(-n, 2 * n, step):
            cv2.line(tile, (k, 0), (k - n, n), light, wide)
    elif look == 1:
        for k in range(step // 2, n, step):
            cv2.line(tile, (k, 0), (k, n), light, wide)
    elif look == 2:
        for k in range(step // 2, n, step):
            cv2.line(tile, (k, 0), (k, n), light, wide - 1)
            cv2.line(tile, (0, k), (n, k), light, wide - 1)
    else:
        for radius in range(6, n // 2, 8):
            cv2.circle(tile, (n // 2, n // 2), radius, light, wide - 1, cv2.LINE_AA)
    cv2.rectangle(tile, (0, 0), (n - 1, n - 1), scaled(dark, 0.6), int(rng.integers(1, 5)))
    return np.asarray(tile, np.uint8)


def _beam(rng: Rng, look: int) -> Image:
    """One beam tile, (_CELL, _CELL, 3): blue rings with rays, a burst, a shaft of light."""
    n, aa = _CELL, cv2.LINE_AA
    blue = hsv(rng.uniform(195, 235), rng.uniform(0.5, 0.95), rng.uniform(0.5, 0.95))
    pale = hsv(rng.uniform(190, 230), rng.uniform(0.05, 0.3), rng.uniform(0.8, 1))
    tile = np.full((n, n, 3), pale if rng.random() < 0.6 else scaled(blue, 0.45), np.uint8)
    c = n // 2
    if look == 0:
        for radius, colour in ((23, blue), (18, pale), (13, blue)):
            cv2.circle(tile, (c, c), radius, colour, -1, aa)
        for k in range(8):
            a = k * np.pi / 4
            ends = [(int(c + r * np.cos(a)), int(c + r * np.sin(a))) for r in (15, 25)]
            cv2.line(tile, ends[0], ends[1], scaled(blue, 0.7), 3, aa)
    elif look == 1:
        star = [
            (
                c + (25 if k % 2 else 11) * np.cos(k * np.pi / 8),
                c + (25 if k % 2 else 11) * np.sin(k * np.pi / 8),
            )
            for k in range(16)
        ]
        cv2.fillPoly(tile, [np.array(star, np.int32)], blue, aa)
        cv2.circle(tile, (c, c), 8, pale, -1, aa)
    elif look == 2:
        for radius, factor in ((26, 0.5), (20, 0.75), (14, 1.0), (8, 1.3)):
            cv2.circle(tile, (c, c), radius, scaled(blue, factor), -1, aa)
    else:
        cv2.rectangle(tile, (6, 6), (n - 7, n - 7), blue, 5)
        cv2.line(tile, (8, n - 9), (n - 9, 8), blue, 8, aa)
    bolt = np.array([(3, -11), (-6, 2), (0, 2), (-3, 11), (6, -2), (0, -2)]) + c
    if rng.random() < 0.5:
        cv2.fillPoly(tile, [bolt.astype(np.int32)], (255, 248, 240), aa)
    return np.asarray(tile, np.uint8)


def _bars(layout: BoardLayout, style: Style) -> list[tuple[int, int, int, int]]:
    """Pixel rectangles (x0, y0, x1, y1) of the building segments."""
    inside = round(style.wall_px * style.wall_inside)
    outside = style.wall_px - inside
    bars = []
    for cell, sides in layout.buildings.items():
        x0, y0 = cell_px(cell)
        x1, y1 = x0 + _CELL, y0 + _CELL
        for side in sides:
            bars.append(
                {
                    "north": (x0 - 1, y0 - outside, x1 + 1, y0 + inside),
                    "south": (x0 - 1, y1 - inside, x1 + 1, y1 + outside),
                    "west": (x0 - outside, y0 - 1, x0 + inside, y1 + 1),
                    "east": (x1 - inside, y0 - 1, x1 + outside, y1 + 1),
                }[side]
            )
    return bars


def cell_px(cell: str) -> tuple[int, int]:
    """North-west corner of a cell in the drawing."""
    return _FRAME + (ord(cell[0]) - 65) * _CELL, _FRAME + (ord(cell[1]) - 65) * _CELL


def _draw_walls(rng: Rng, picture: Image, layout: BoardLayout, style: Style) -> Image:
    shade = np.zeros(picture.shape[:2], np.uint8)
    bars = _bars(layout, style)
    dx, dy = (int(v) for v in rng.integers(-5, 6, 2))
    for x0, y0, x1, y1 in bars:
        cv2.rectangle(shade, (x0 + dx, y0 + dy), (x1 + dx, y1 + dy), 255, -1)
    strength = rng.uniform(0, 0.5)
    soft = cv2.GaussianBlur(shade, (0, 0), 2.0).astype(np.float32)[..., None] / 255
    picture = np.asarray(picture * (1 - strength * soft), np.uint8)
    look = rng.integers(3)
    for x0, y0, x1, y1 in bars:
        top, side = near(rng, style.wall_top, 6), near(rng, style.wall_side, 5)
        cv2.rectangle(picture, (x0, y0), (x1, y1), side, -1)
        if look < 2:
            cv2.rectangle(picture, (x0, y0), (x1 - 3, y1 - 3), top, -1)
        if look == 0:
            flat = x1 - x0 > y1 - y0
            for k in range(5, _CELL - 4, 9):
                at = (x0 + k, y0 + 2) if flat else (x0 + 2, y0 + k)
                cv2.rectangle(
                    picture,
                    at,
                    (at[0] + (4 if flat else 2), at[1] + (2 if flat else 4)),
                    scaled(top, 0.6),
                    -1,
                )
        if look == 2:
            cv2.rectangle(picture, (x0, y0), (x1, y1), top, 1)
    return picture


def _draw_frame(rng: Rng, picture: Image, layout: BoardLayout, style: Style) -> None:
    h, w = picture.shape[:2]
    for x0, y0, x1, y1 in (
        (0, 0, w, _FRAME),
        (0, h - _FRAME, w, h),
        (0, 0, _FRAME, h),
        (w - _FRAME, 0, w, h),
    ):
        picture[y0:y1, x0:x1] = style.frame
    high = tuple(min(255, part + int(rng.integers(10, 90))) for part in style.frame)
    for cell in layout.missing:
        x, y = cell_px(cell)
        picture[y : y + _CELL, x : x + _CELL] = style.frame
        if rng.random() < 0.7:
            for reach in (22, 14, 7):
                c = np.array((x + _CELL // 2, y + _CELL // 2))
                diamond = c + np.array([(0, -reach), (reach, 0), (0, reach), (-reach, 0)])
                cv2.polylines(picture, [diamond.astype(np.int32)], True, high, 2, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.rectangle(picture, (_FRAME - 3, _FRAME - 3), (w - _FRAME + 2, h - _FRAME + 2), high, 2)
    if rng.random() < 0.5:
        cv2.rectangle(picture, (4, 4), (w - 5, h - 5), high, 2)
    font, size, thick = _FONTS[rng.integers(4)], float(rng.uniform(0.6, 1.0)), int(rng.integers(1, 4))
    for k in range(layout.columns):
        (tw, th), _ = cv2.getTextSize(_LETTERS[k], font, size, thick)
        along = _FRAME + k * _CELL + _CELL // 2
        for x, y in (
            (along, _FRAME // 2),
            (along, h - _FRAME // 2),
            (_FRAME // 2, along),
            (w - _FRAME // 2, along),
        ):
            at = (x - tw // 2, y + th // 2)
            cv2.putText(picture, _LETTERS[k], at, font, size, style.letters, thick, cv2.LINE_AA)


def _draw_streets(rng: Rng, picture: Image, layout: BoardLayout, style: Style) -> None:
    m = style.block_margin
    for cell in layout.cells():
        x, y = cell_px(cell)
        tile = picture[y + m : y + _CELL - m, x + m : x + _CELL - m]
        block = near(rng, style.blocks[rng.integers(len(style.blocks))], style.spread)
        tile[:] = block
        if rng.random() < style.busy:
            part = np.ascontiguousarray(tile)
            _decorate(rng, part, style, block)
            tile[:] = part
    end = _FRAME + layout.columns * _CELL
    for k in range(layout.columns + 1):
        p = _FRAME + k * _CELL
        if style.line_kind == 0:
            for q in range(_FRAME, end, 15):
                cv2.line(picture, (p, q), (p, q + 8), style.line, 2)
                cv2.line(picture, (q, p), (q + 8, p), style.line, 2)
        elif style.line_kind in (1, 2):
            cv2.line(picture, (p, _FRAME), (p, end), style.line, style.line_kind)
            cv2.line(picture, (_FRAME, p), (end, p), style.line, style.line_kind)


def board_print(rng: Rng, layout: BoardLayout) -> Image:
    """The board's face, (h, w, 3) uint8 at `PX_PER_MM`, in a style drawn by lot."""
    style = random_style(rng, layout.frame)
    h, w = 2 * _FRAME + layout.rows * _CELL, 2 * _FRAME + layout.columns * _CELL
    picture = np.full((h, w, 3), style.street, np.uint8)
    _draw_streets(rng, picture, layout, style)
    grate_look, beam_look = int(rng.integers(4)), int(rng.integers(4))
    inset = int(rng.integers(0, 5))
    for cells, tile in (
        (layout.grates, _grate(rng, grate_look, style)),
        (layout.beams, _beam(rng, beam_look)),
    ):
        for cell in sorted(cells):
            x, y = cell_px(cell)
            picture[y + inset : y + _CELL - inset, x + inset : x + _CELL - inset] = tile[
                inset : _CELL - inset, inset : _CELL - inset
            ]
    picture = _draw_walls(rng, picture, layout, style)
    _draw_frame(rng, picture, layout, style)
    paper = 1 + np.float32(rng.uniform(0, 0.15)) * cloud(rng, h, w, 5, 5)
    shade = picture * paper[..., None] + rng.normal(0, rng.uniform(0, 4), (h, w, 1)).astype(np.float32)
    if rng.random() < 0.7:  # the folds of a board that comes in a box
        shade[:, w // 2 - 1 : w // 2 + 1] *= rng.uniform(0.6, 1.1)
        shade[h // 2 - 1 : h // 2 + 1, :] *= rng.uniform(0.6, 1.1)
    return np.asarray(np.clip(shade, 0, 255), np.uint8)
