"""The letters of Avenues and Streets along the rim of a map that is looked at closely.

The city's own frame is out of sight then, and nobody would know which square is which. A band lies at each
rim whose frame is not seen; its letters go with the city. Drawn when the map comes to rest, only shifted
while a finger moves it, gone while two stretch it. Main thread only.
"""

from __future__ import annotations

import functools
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Translate

from app.games.mutant_meeples.board import LETTERS
from app.ui import drawing, theme
from app.ui.city_geometry import Grid
from app.ui.city_sight import Sight
from app.ui.look import LOOK

LETTER_PX, BAND_PX = 15, 22
BAND = 0.82
"""How dense the ground behind the letters is."""


class Rulers:
    """Four bands in `group`, which lies in the reader's space."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._drawn: tuple[Grid, tuple[int, int]] | None = None
        self._bands: list[tuple[InstructionGroup, Translate]] = []
        self._shown: list[bool] = []

    def aim(self, sight: Sight) -> None:
        """Follow the look: draw, shift, or go."""
        laid, city = sight.laid, sight.city
        if not sight.zoomed or laid.scale != 1.0:
            self._clear()
            return
        if self._drawn != (city, sight.size):
            self._clear()
            self._draw(city, sight.size)
        band, (width, height) = LOOK.px(BAND_PX), sight.size
        wanted = [
            laid.left + city.frame_px <= band,
            laid.left + city.width_px - city.frame_px >= width - band,
            laid.bottom + city.frame_px <= band,
            laid.bottom + city.height_px - city.frame_px >= height - band,
        ]
        for side, (group, shift) in enumerate(self._bands):
            shift.xy = (0, laid.bottom) if side < 2 else (laid.left, 0)
            if wanted[side] and not self._shown[side]:
                self.group.add(group)
            elif self._shown[side] and not wanted[side]:
                self.group.remove(group)
        self._shown = wanted

    def _clear(self) -> None:
        if self._drawn is not None:
            self.group.clear()
            self._drawn, self._bands, self._shown = None, [], []

    def _draw(self, city: Grid, size: tuple[int, int]) -> None:
        """Left, right, foot and top."""
        band, (width, height) = round(LOOK.px(BAND_PX)), size
        avenues = [(LETTERS[i], city.point(i + 0.5, 0)) for i in range(city.board.columns)]
        streets = [(LETTERS[i], city.point(0, city.board.rows - i - 0.5)) for i in range(city.board.rows)]
        level, upright = (streets, avenues) if city.turns % 2 else (avenues, streets)
        for x in (0, width - band):
            letters = [(letter, (x + band / 2, at[1])) for letter, at in upright]
            self._bands.append(_band((x, 0), (band, height), letters))
        for y in (0, height - band):
            letters = [(letter, (at[0], y + band / 2)) for letter, at in level]
            self._bands.append(_band((0, y), (width, band), letters))
        self._drawn, self._shown = (city, size), [False] * len(self._bands)


def _band(
    pos: tuple[float, float], size: tuple[float, float], letters: list[tuple[str, tuple[float, float]]]
) -> tuple[InstructionGroup, Translate]:
    group, shift = InstructionGroup(), Translate()
    drawing.tint(group, theme.GROUND_DEEP, BAND)
    group.add(Rectangle(pos=pos, size=size))
    group.add(PushMatrix())
    group.add(shift)
    group.add(Color(*theme.rgba(theme.TEXT)))
    for letter, (x, y) in letters:
        texture = _texture(letter, round(LOOK.px(LETTER_PX)))
        place = (round(x - texture.width / 2), round(y - texture.height / 2))
        group.add(Rectangle(texture=texture, pos=place, size=texture.size))
    group.add(PopMatrix())
    return group, shift


@functools.lru_cache(maxsize=64)
def _texture(letter: str, size_px: int) -> Any:
    label = CoreLabel(text=letter, font_name=theme.READING, font_size=size_px, bold=True)
    label.refresh()
    return label.texture
