"""One shape drawn many times: a small picture of it, and a single mesh that shows it in all its places.

A rounded shape of its own costs the graphics driver tens of kilobytes and a call, each; a mesh of hundreds of
places costs as much as one. Main thread only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from kivy.graphics import Color, Fbo, InstructionGroup, Mesh, SmoothRoundedRectangle

from app.ui import theme

Place = tuple[float, float]

MARGIN_PX = 1
"""Around the shape in its picture, for its soft edge."""
MOST_PLACES = 65_535 // 4
"""Of one mesh: its corners are counted in 16 bits."""


class SlabStamp:
    """A filled rounded rectangle of one size and colour."""

    def __init__(self, size: tuple[float, float], radius: float, colour: str) -> None:
        width, height = (math.ceil(side) + 2 * MARGIN_PX for side in size)
        red, green, blue, _ = theme.rgba(colour)
        self._size = width, height
        # Clear, but of the same colour: soft edges would darken towards black.
        self._fbo = Fbo(size=self._size, clear_color=(red, green, blue, 0.0), with_stencilbuffer=False)
        shape = InstructionGroup()
        shape.add(Color(red, green, blue, 1.0))
        radius = min(radius, size[0] / 2, size[1] / 2)
        shape.add(SmoothRoundedRectangle(pos=(MARGIN_PX, MARGIN_PX), size=size, radius=[radius]))
        self._fbo.add(shape)
        self._fbo.draw()
        self._fbo.clear()

    def show(self, group: Any, places: Iterable[Place], alpha: float = 1.0) -> None:
        """Show it with its lower left corner in each of the places (whole pixels are crisp)."""
        group.add(Color(1.0, 1.0, 1.0, alpha))
        texture = self._fbo.texture
        for mesh in _meshes(((x - MARGIN_PX, y - MARGIN_PX) for x, y in places), self._size, texture):
            group.add(mesh)


def squares(group: Any, places: Iterable[Place], side: float, colour: str) -> None:
    """Plain squares of one size and colour, their lower left corners in these places."""
    group.add(Color(*theme.rgba(colour)))
    for mesh in _meshes(places, (side, side), None):
        group.add(mesh)


def _meshes(places: Iterable[Place], size: tuple[float, float], texture: Any) -> Iterable[Mesh]:
    width, height = size
    u0, v0, u1, v1, u2, v2, u3, v3 = (0.0,) * 8 if texture is None else texture.tex_coords
    corners: list[float] = []
    for x, y in places:
        right, top = x + width, y + height
        corners += (x, y, u0, v0, right, y, u1, v1, right, top, u2, v2, x, top, u3, v3)
    for start in range(0, len(corners), MOST_PLACES * 16):
        part = corners[start : start + MOST_PLACES * 16]
        indices = [first + k for first in range(0, len(part) // 4, 4) for k in (0, 1, 2, 0, 2, 3)]
        yield Mesh(vertices=part, indices=indices, mode="triangles", texture=texture)
