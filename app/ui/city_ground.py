"""The parts of the city that never move, drawn once per board and size into a picture of their own.

In: a `Grid`. Out: a texture of exactly its size in window pixels, so that every later frame costs one
rectangle whatever the number of cells and buildings. `Grounds` keeps that of the whole city and one enlarged.
Main thread only.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from kivy.graphics import Fbo, InstructionGroup, Rectangle
from kivy.graphics.opengl import GL_MAX_TEXTURE_SIZE, glGetIntegerv

from app.games.mutant_meeples.board import DIRECTION_BY_WORD, LETTERS, Direction
from app.ui import drawing, theme
from app.ui.city_geometry import Grid
from app.ui.stamps import Place, SlabStamp, squares

LEAST_LIT_PX = 4
"""Thinner buildings (small previews) have no room for windows."""
PANES = 4
MOST_PX = 2560
"""No ground is drawn larger than this on a side (26 MB), nor than the graphics chip can hold."""


@functools.cache
def most_px() -> int:
    """The longest side of a ground here."""
    held = glGetIntegerv(GL_MAX_TEXTURE_SIZE)
    return min(MOST_PX, int(held[0] if isinstance(held, list | tuple) else held))


class Grounds:
    """The grounds drawn last: going back to the whole city, or a look as near, draws nothing anew."""

    def __init__(self) -> None:
        self._kept: dict[Grid, Any] = {}

    def of(self, grid: Grid, whole: Grid) -> Any:
        """The drawn Fbo of that grid; of others, that of the `whole` city alone is kept."""
        fbo = self._kept.get(grid) or ground_fbo(grid)
        if grid == whole:  # the enlarged one stays, too: it is often looked at again
            last = [kept for kept in self._kept.items() if kept[0].board == grid.board and kept[0] != grid]
            self._kept = dict([*last[-1:], (grid, fbo)])
        else:
            self._kept = {kept: drawn for kept, drawn in self._kept.items() if kept == whole} | {grid: fbo}
        return fbo


def ground_fbo(grid: Grid, lettered: bool = True) -> Any:
    """A drawn Fbo of the static city; its `texture` is what to show. Small previews go without letters."""
    at_origin = replace(grid, left_px=0, bottom_px=0)
    fbo = Fbo(size=(grid.width_px, grid.height_px), with_stencilbuffer=False)
    group = InstructionGroup()
    drawing.tint(group, theme.GROUND)
    group.add(Rectangle(pos=(0, 0), size=fbo.size))
    drawing.slab(group, (0, 0), fbo.size, grid.cell_px * 0.4, theme.GROUND_DEEP)
    if lettered:
        _letters(group, at_origin)
    _cells(group, at_origin)
    _buildings(group, at_origin)
    fbo.add(group)
    fbo.draw()
    fbo.clear()  # the texture is all that is shown; thousands of shapes would lie beside it
    return fbo


def _letters(group: InstructionGroup, grid: Grid) -> None:
    size_px = max(grid.cell_px * 0.58, 8)
    out = grid.frame_px / grid.cell_px / 2 - 0.03
    board = grid.board
    places = [
        *((LETTERS[i], i + 0.5, north) for i in range(board.columns) for north in (-out, board.rows + out)),
        *(
            (LETTERS[i], east, board.rows - i - 0.5)
            for i in range(board.rows)
            for east in (-out, board.columns + out)
        ),
    ]
    for letter, east, north in places:
        x, y = grid.point(east, north)
        drawing.text(group, letter, x, y, size_px, theme.QUIET, theme.READING, bold=True)


def _cells(group: InstructionGroup, grid: Grid) -> None:
    board = grid.board
    gap = max(1, round(grid.cell_px * 0.05))
    side = grid.cell_px - gap
    corners: tuple[list[Place], list[Place]] = [], []
    for cell in range(board.cell_count):
        if board.exists[cell]:
            left, bottom = grid.corner(cell)
            corners[sum(board.place(cell)) % 2].append((left + gap // 2, bottom + gap // 2))
    for places, shade in zip(corners, (theme.CELL_DARK, theme.CELL_LIGHT), strict=True):
        SlabStamp((side, side), max(1.5, side * 0.1), shade).show(group, places)
    for cell in board.grates:
        _grate(group, grid, cell)
    for cell in board.beams:
        x, y = grid.middle(cell)
        drawing.disc(group, x, y, grid.cell_px * 0.36, theme.BEAM, 0.16)
        drawing.ring(group, x, y, grid.cell_px * 0.29, max(1.4, grid.cell_px * 0.07), theme.BEAM)
        drawing.disc(group, x, y, grid.cell_px * 0.11, theme.BEAM_CORE)


def _grate(group: InstructionGroup, grid: Grid, cell: int) -> None:
    x, y = grid.middle(cell)
    half = grid.cell_px * 0.3
    width = max(1.3, grid.cell_px * 0.075)
    for share in (-1.2, -0.6, 0.0, 0.6, 1.2):
        low, high = max(-1.0, -1.0 + share), min(1.0, 1.0 + share)
        start = (x + low * half, y + (low - share) * half)
        end = (x + high * half, y + (high - share) * half)
        drawing.line(group, [start, end], width, theme.GRATE)


def _buildings(group: InstructionGroup, grid: Grid) -> None:
    bars = [
        (grid.board.cell(name), DIRECTION_BY_WORD[side])
        for name, sides in grid.board.file.buildings.items()
        for side in sides
    ]
    thick = max(2, round(grid.cell_px * 0.2))
    lying: list[Place] = []
    standing: list[Place] = []
    for cell, side in bars:
        place, lies = _bar(grid, cell, side, thick)
        (lying if lies else standing).append(place)
    length = grid.cell_px + thick
    ways = (((length, thick), lying), ((thick, length), standing))
    drop = max(1, round(grid.cell_px * 0.07))
    for size, places in ways:  # every shadow first, so that none falls on a neighbouring building
        around = SlabStamp((size[0] + drop, size[1] + drop), thick / 2, theme.SHADOW)
        around.show(group, [(x - drop // 2, y - round(drop * 1.8)) for x, y in places], 0.28)
        SlabStamp(size, thick / 3, theme.SHADOW).show(group, [(x, y - drop) for x, y in places], 0.6)
    for size, places in ways:
        SlabStamp(size, thick * 0.28, theme.BUILDING).show(group, places)
    if thick >= LEAST_LIT_PX:
        pane = max(1, round(thick * 0.34))
        upright = _panes([(y, x) for x, y in standing], length, thick, pane)
        panes = [*_panes(lying, length, thick, pane), *((x, y) for y, x in upright)]
        squares(group, panes, pane, theme.BUILDING_LIT)


def _bar(grid: Grid, cell: int, side: Direction, thick: int) -> tuple[Place, bool]:
    """The lower left corner of a building, and whether it lies along a Street."""
    x, y = grid.corner(cell)
    side = grid.seen(side)
    over = thick // 2
    if side in (Direction.NORTH, Direction.SOUTH):
        edge = y + grid.cell_px if side is Direction.NORTH else y
        return (x - over, edge - over), True
    edge = x + grid.cell_px if side is Direction.EAST else x
    return (edge - over, y - over), False


def _panes(places: list[Place], length: int, thick: int, pane: int) -> list[Place]:
    """Lit windows of lying buildings, evenly along each."""
    aside = round((thick - pane) / 2)
    along = [round(length * (i + 1) / (PANES + 1) - pane / 2) for i in range(PANES)]
    return [(x + step, y + aside) for x, y in places for step in along]
