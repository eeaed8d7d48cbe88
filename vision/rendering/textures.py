"""Printings of the board and table tops for rendered photographs.

In: the name of a printing or a table, a layout, a seed. Out: (h, w, 3) uint8 sRGB in B, G, R order, north up.
Five printings have a hand of their own; "lot" stands for those of `vision.synthetic`, every one different.
Walls, grates, beams and missing corners lie where the layout has them. A picture covers the whole board, or
`TABLE_MM` of a table, whatever its size in pixels.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import CELL_MM, FRAME_MM, BoardLayout
from vision.synthetic.art import Colour, Rng, board_print, cloud, near, scaled
from vision.synthetic.props import table_print
from vision.types import Image

TABLE_MM = 2400.0
PX_PER_MM = 4.0
_CELL = round(CELL_MM * PX_PER_MM)
_FRAME = round(FRAME_MM * PX_PER_MM)
_WALL, _WALL_OUTSIDE = 20, 6  # thickness of a wall, and what of it lies in the neighbouring cell
_TABLE_PX = 2048
_LETTER_SCALE, _LETTER_THICK = 1.5, 5
_Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class _Style:
    """One printing: its colours (B, G, R), how much they vary, what is drawn on its blocks."""

    street: Colour
    line: Colour
    blocks: tuple[Colour, ...]
    wall_top: Colour
    wall_side: Colour
    spread: float
    paper: float
    decorate: Callable[[Rng, Image, Colour, Colour], None]


def _roofs(rng: Rng, tile: Image, block: Colour, _other: Colour) -> None:
    """Flat roofs with a shade, or a crossing for people."""
    size, chance = tile.shape[0], rng.random()
    if chance < 0.55:
        for _ in range(int(rng.integers(1, 4))):
            w, h = (int(v) for v in rng.integers(16, 46, 2))
            x, y = int(rng.integers(3, size - w)), int(rng.integers(3, size - h))
            cv2.rectangle(tile, (x + 3, y + 3), (x + w + 3, y + h + 3), scaled(block, 0.8), -1)
            cv2.rectangle(tile, (x, y), (x + w, y + h), near(rng, scaled(block, 1.12), 3), -1)
    elif chance < 0.75:
        for k in range(16, size - 16, 14):
            cv2.rectangle(tile, (k, 32), (k + 7, size - 32), scaled(block, 1.15), -1)


def _houses(rng: Rng, tile: Image, block: Colour, _other: Colour) -> None:
    """A roof with its ridges, or trees."""
    size, chance = tile.shape[0], rng.random()
    if chance < 0.45:
        low = int(rng.integers(6, 18))
        high = size - low
        cv2.rectangle(tile, (low, low), (high, high), near(rng, scaled(block, 0.93), 4), -1)
        cv2.line(tile, (low, low), (high, high), near(rng, scaled(block, 0.82), 3), 2, cv2.LINE_AA)
        cv2.line(tile, (high, low), (low, high), near(rng, scaled(block, 0.82), 3), 2, cv2.LINE_AA)
    elif chance < 0.7:
        for _ in range(int(rng.integers(2, 6))):
            radius = int(rng.integers(6, 13))
            at = (int(rng.integers(radius, size - radius)), int(rng.integers(radius, size - radius)))
            cv2.circle(tile, at, radius, near(rng, (112, 164, 158), 8), -1, cv2.LINE_AA)


def _patterns(rng: Rng, tile: Image, _block: Colour, other: Colour) -> None:
    """Dots, a ringed disc, a triangle, lit windows or crossing bands: what could be taken for a piece."""
    size, kind = tile.shape[0], rng.integers(5)
    half, aa = size // 2, cv2.LINE_AA
    if kind == 0:
        for y in range(8, size - 4, 13):
            for x in range(8, size - 4, 13):
                cv2.circle(tile, (x, y), 4, other, -1, aa)
    elif kind == 1:
        radius = int(rng.integers(22, 38))
        cv2.circle(tile, (half, half), radius, other, -1, aa)
        cv2.circle(tile, (half, half), radius, (20, 20, 20), 3, aa)
    elif kind == 2:
        cv2.fillPoly(tile, [np.array([(0, size), (size, size), (half, 0)], np.int32)], other, aa)
    elif kind == 3:
        for y in range(8, size - 14, 22):
            for x in range(8, size - 12, 20):
                cv2.rectangle(
                    tile, (x, y), (x + 10, y + 13), other if rng.random() < 0.6 else (170, 240, 250), -1
                )
    else:
        cv2.line(tile, (0, 0), (size, size), other, int(rng.integers(8, 20)), aa)
        cv2.line(tile, (0, size), (size, 0), other, int(rng.integers(4, 10)), aa)


def _web(code: str) -> Colour:
    """B, G, R of a colour written as on the web, red first."""
    return int(code[4:6], 16), int(code[2:4], 16), int(code[0:2], 16)


def _palette(*codes: str) -> tuple[Colour, ...]:
    return tuple(_web(code) for code in codes)


_STYLES = {
    "grey": _Style(
        street=_web("5c5e63"),
        line=_web("96989c"),
        blocks=_palette("84888e", "787a7e", "6e747e", "8e8c86", "7e7876", "686e70"),
        wall_top=_web("c4bcb0"),
        wall_side=_web("5c5048"),
        spread=5.0,
        paper=0.22,
        decorate=_roofs,
    ),
    "sand": _Style(
        street=_web("e4d6ba"),
        line=_web("a08460"),
        blocks=_palette("ceb892", "c4a880", "d8be96", "beb088", "caa07c", "babe96", "deccb0"),
        wall_top=_web("96543a"),
        wall_side=_web("542c20"),
        spread=5.0,
        paper=0.16,
        decorate=_houses,
    ),
    "comic": _Style(
        street=_web("ece2c8"),
        line=_web("5a5a78"),
        blocks=_palette("e25a46", "4696c8", "f6c850", "6eb46e", "aa6ebe", "fa965a", "3c5a96", "f0f0e6"),
        wall_top=_web("3c323c"),
        wall_side=_web("18141a"),
        spread=12.0,
        paper=0.1,
        decorate=_patterns,
    ),
    "night": _Style(
        street=_web("2c3246"),
        line=_web("787450"),
        blocks=_palette("3a405c", "282c42", "4c3c50", "344c50", "5a5446", "22242e"),
        wall_top=_web("c8a05a"),
        wall_side=_web("5a4224"),
        spread=12.0,
        paper=0.1,
        decorate=_patterns,
    ),
    "suburb": _Style(
        street=_web("aaaaa0"),
        line=_web("e6e6dc"),
        blocks=_palette("78a054", "608c46", "96b06e", "b0785a", "be966e", "64788c"),
        wall_top=_web("e6e2d8"),
        wall_side=_web("78746e"),
        spread=12.0,
        paper=0.1,
        decorate=_patterns,
    ),
}
PRINTINGS = (*_STYLES, "lot")
_WOODS = {"light wood": _palette("cea878", "aa8052"), "dark wood": _palette("603a22", "341e12")}
TABLES = (*_WOODS, "white", "baize", "lot")


def _box(cell: str) -> _Box:
    """West, north, east and south edge of a cell, in pixels."""
    x, y = _FRAME + (ord(cell[0]) - 65) * _CELL, _FRAME + (ord(cell[1]) - 65) * _CELL
    return x, y, x + _CELL, y + _CELL


def _streets(rng: Rng, picture: Image, layout: BoardLayout, style: _Style) -> None:
    blocks = [near(rng, block, style.spread) for block in style.blocks]
    for cell in layout.cells():
        west, north, east, south = _box(cell)
        margin = int(rng.integers(7, 12))
        block, other = (near(rng, blocks[rng.integers(len(blocks))], style.spread) for _ in range(2))
        tile = np.full((_CELL - 2 * margin, _CELL - 2 * margin, 3), block, np.uint8)
        style.decorate(rng, tile, block, other)
        picture[north + margin : south - margin, west + margin : east - margin] = tile
    line = near(rng, style.line, 5)
    end = picture.shape[0] - _FRAME
    for k in range(layout.columns + 1):  # dashes along the lines between the cells
        p = _FRAME + k * _CELL
        for q in range(_FRAME, end, 29):
            cv2.line(picture, (p, q), (p, q + 17), line, 3)
            cv2.line(picture, (q, p), (q + 17, p), line, 3)


def _grate(picture: Image, cell: str) -> None:
    west, north, east, south = _box(cell)
    size = _CELL - 12
    tile = np.full((size, size, 3), (64, 60, 58), np.uint8)
    for k in range(-_CELL, 2 * _CELL, 22):
        cv2.line(tile, (k, 0), (k - _CELL, _CELL), (182, 178, 176), 9, cv2.LINE_AA)
    cv2.rectangle(tile, (0, 0), (size - 1, size - 1), (32, 30, 30), 6)
    picture[north + 6 : south - 6, west + 6 : east - 6] = tile


def _beam(rng: Rng, picture: Image, cell: str) -> None:
    west, north, east, south = _box(cell)
    x, y, aa = (west + east) // 2, (north + south) // 2, cv2.LINE_AA
    cv2.rectangle(picture, (west + 6, north + 6), (east - 6, south - 6), near(rng, (232, 216, 200), 5), -1)
    for radius, colour in ((46, (190, 96, 40)), (37, (240, 224, 206)), (27, (210, 118, 52))):
        cv2.circle(picture, (x, y), radius, colour, -1, aa)
    for k in range(8):
        c, s = np.cos(k * np.pi / 4), np.sin(k * np.pi / 4)
        ends = [(round(x + reach * c), round(y + reach * s)) for reach in (30, 50)]
        cv2.line(picture, ends[0], ends[1], (150, 66, 24), 6, aa)
    bolt = np.array([(6, -22), (-12, 4), (0, 4), (-6, 22), (13, -5), (1, -5)]) + (x, y)
    cv2.fillPoly(picture, [bolt.astype(np.int32)], (255, 246, 240), aa)


def _walls(layout: BoardLayout) -> list[_Box]:
    """A bar for every building segment, most of it in the cell it belongs to."""
    out, within = _WALL_OUTSIDE, _WALL - _WALL_OUTSIDE
    bars = []
    for cell, sides in layout.buildings.items():
        west, north, east, south = _box(cell)
        bar = {
            "north": (west - 2, north - out, east + 2, north + within),
            "south": (west - 2, south - within, east + 2, south + out),
            "west": (west - out, north - 2, west + within, south + 2),
            "east": (east - within, north - 2, east + out, south + 2),
        }
        bars += [bar[side] for side in sides]
    return bars


def _draw_walls(rng: Rng, picture: Image, layout: BoardLayout, style: _Style) -> Image:
    """Print that looks like solid bars with windows, and their shade."""
    bars = _walls(layout)
    shade = np.zeros(picture.shape[:2], np.uint8)
    for west, north, east, south in bars:
        cv2.rectangle(shade, (west + 8, north + 9), (east + 9, south + 10), 255, -1)
    soft = cv2.GaussianBlur(shade, (0, 0), 4.0).astype(np.float32)[..., None] / 255
    picture = np.asarray(picture * (1 - np.float32(0.45) * soft), np.uint8)
    for west, north, east, south in bars:
        top = near(rng, style.wall_top, 7)
        cv2.rectangle(picture, (west, north), (east, south), near(rng, style.wall_side, 5), -1)
        cv2.rectangle(picture, (west, north), (east - 5, south - 6), top, -1)
        flat = east - west > south - north
        for k in range(10, _CELL - 8, 18):
            x, y, w, h = (west + k, north + 4, 8, 5) if flat else (west + 4, north + k, 5, 8)
            cv2.rectangle(picture, (x, y), (x + w, y + h), scaled(top, 0.62), -1)
    return picture


def _draw_frame(rng: Rng, picture: Image, layout: BoardLayout) -> None:
    side, aa = picture.shape[0], cv2.LINE_AA
    frame = near(rng, (28, 26, 26) if layout.frame == "black" else (52, 92, 34), 4)
    pale, paler = (tuple(min(255, part + more) for part in frame) for more in (40, 70))
    inner = picture[_FRAME:-_FRAME, _FRAME:-_FRAME].copy()
    picture[:] = frame
    picture[_FRAME:-_FRAME, _FRAME:-_FRAME] = inner
    for cell in layout.missing:
        west, north, east, south = _box(cell)
        picture[north:south, west:east] = frame
        for reach in (44, 30, 16):
            diamond = np.array([(0, -reach), (reach, 0), (0, reach), (-reach, 0)])
            diamond += ((west + east) // 2, (north + south) // 2)
            cv2.polylines(picture, [diamond.astype(np.int32)], True, pale, 4, aa)
    cv2.rectangle(picture, (_FRAME - 5, _FRAME - 5), (side - _FRAME + 4, side - _FRAME + 4), paler, 4)
    cv2.rectangle(picture, (9, 9), (side - 10, side - 10), paler, 3)
    font = cv2.FONT_HERSHEY_DUPLEX
    for k in range(layout.columns):
        letter, along = chr(65 + k), _FRAME + k * _CELL + _CELL // 2
        (w, h), _ = cv2.getTextSize(letter, font, _LETTER_SCALE, _LETTER_THICK)
        for x, y in ((along, _FRAME // 2), (along, side - _FRAME // 2)):
            for place in ((x, y), (y, x)):
                at = (place[0] - w // 2, place[1] + h // 2)
                cv2.putText(picture, letter, at, font, _LETTER_SCALE, (206, 226, 232), _LETTER_THICK, aa)


def _worn(rng: Rng, picture: Image, paper: float) -> Image:
    """The grain of the paper, and the folds of a board that comes in a box."""
    side = picture.shape[0]
    cover = picture * (1 + np.float32(paper / 2) * cloud(rng, side, side, 5, 6))[..., None]
    cover += rng.normal(0, 3, (side, side, 1)).astype(np.float32)
    cover[:, side // 2 - 1 : side // 2 + 1] *= 0.72
    cover[side // 2 - 1 : side // 2 + 1] *= 0.85
    return np.asarray(np.clip(cover, 0, 255), np.uint8)


def board_texture(printing: str, layout: BoardLayout, seed: int) -> Image:
    """The whole board's face in one of `PRINTINGS`. Raises KeyError on another name."""
    if printing == "lot":
        return board_print(np.random.default_rng(seed), layout)
    style = _STYLES[printing]
    streets, specials, walls, frame, wear = (np.random.default_rng([seed, part]) for part in range(5))
    side = 2 * _FRAME + layout.columns * _CELL
    picture: Image = np.full((side, side, 3), near(streets, style.street, 4), np.uint8)
    _streets(streets, picture, layout, style)
    for cell in sorted(layout.grates):
        _grate(picture, cell)
    for cell in sorted(layout.beams):
        _beam(specials, picture, cell)
    picture = _draw_walls(walls, picture, layout, style)
    _draw_frame(frame, picture, layout)
    return _worn(wear, picture, style.paper)


def _planks(rng: Rng, tones: tuple[Colour, ...]) -> npt.NDArray[np.float32]:
    light, dark = (np.array(tone, np.float32) for tone in tones)
    picture = np.empty((_TABLE_PX, _TABLE_PX, 3), np.float32)
    wide, west = int(rng.integers(150, 320)), 0
    while west < _TABLE_PX:
        plank = picture[:, west : west + wide]
        height, width = plank.shape[:2]
        grain = cv2.resize(cloud(rng, 24, width, 12, 3), (width, height), interpolation=cv2.INTER_CUBIC)
        veins = cv2.resize(cloud(rng, 120, width, 30, 2), (width, height), interpolation=cv2.INTER_CUBIC)
        share = np.clip(0.5 + 0.3 * grain + 0.15 * veins + rng.normal(0, 0.12), 0, 1)[..., None]
        plank[:] = light * (1 - share) + dark * share
        plank[:, :2] *= 0.6
        west += wide
    return picture


def table_texture(table: str, seed: int) -> Image:
    """`TABLE_MM` of one of `TABLES`. Raises KeyError on another name."""
    rng = np.random.default_rng(seed)
    if table == "lot":
        return table_print(rng, _TABLE_PX)
    if table == "white":
        picture = (
            np.array((221, 225, 226), np.float32) * (1 + 0.03 * cloud(rng, _TABLE_PX, _TABLE_PX))[..., None]
        )
    elif table == "baize":
        picture = (
            np.array((58, 96, 30), np.float32) * (1 + 0.15 * cloud(rng, _TABLE_PX, _TABLE_PX))[..., None]
        )
        picture *= 1 + rng.normal(0, 0.13, (_TABLE_PX, _TABLE_PX, 1)).astype(np.float32)
    else:
        picture = _planks(rng, _WOODS[table])
    return np.asarray(np.clip(picture, 0, 255), np.uint8)
