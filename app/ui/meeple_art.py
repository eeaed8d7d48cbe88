"""The meeple figures as textures, each at the exact size it was drawn for.

`figure(colour, px)` gives the largest stored drawing that is at most `px` window pixels high, with its size;
draw it at that size on whole pixels and it is crisp. Main thread only; strips are loaded once and kept.
"""

from __future__ import annotations

import functools
from typing import Any

from app.ui.fonts import ASSETS

SIZES_PX = (16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64, 72, 80, 96, 112, 128, 160, 192)
ORDER = ("green", "gray", "blue", "brown", "red", "white", "yellow", "black")
"""Both as drawn by `app/assets/making/make_meeples.py`."""


def native_px(px: float) -> int:
    """The largest stored size that is at most `px` (the smallest one when none is)."""
    return max((size for size in SIZES_PX if size <= px + 0.5), default=SIZES_PX[0])


@functools.cache
def _strip(size_px: int) -> Any:
    from kivy.core.image import Image

    return Image(str(ASSETS / "meeples" / f"{size_px}.png"), keep_data=False).texture


@functools.cache
def _figure(colour: str, size_px: int) -> Any:
    return _strip(size_px).get_region(ORDER.index(colour) * size_px, 0, size_px, size_px)


def figure(colour: str, px: float) -> tuple[Any, int]:
    """(texture, side in pixels) of a meeple. Raises ValueError for an unknown colour."""
    size_px = native_px(px)
    return _figure(colour, size_px), size_px
