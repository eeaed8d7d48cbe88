"""Notice a hand or sleeve over the board: whatever reaches in must cross the frame.

In: a Lab top view and its scale. Out: the names of the sides that are crossed. The frame is looked at in
the gaps between its letters, at the boundaries of the cells. A gap with another tint, or with a sudden
change of brightness to the next gap, is covered; glare changes the brightness too, but slowly.
"""

import numpy as np

from vision.config import DEFAULT, Config
from vision.evidence import ViewScale
from vision.layout import CELL_MM
from vision.light import Lab
from vision.side import frame_bands

_SIDES = ("north", "east", "south", "west")
_GAP_MM = 4.0  # to both sides of a cell's boundary; letters are at most 12 mm wide in cells of 29


def hand_sides(lab: Lab, scale: ViewScale, config: Config = DEFAULT) -> list[str]:
    """Sides of the board over which something reaches, in the order N, E, S, W; empty when none."""
    half = round(_GAP_MM * scale.px_per_mm)
    gaps = []
    for band in frame_bands(lab, scale):
        middles = [round(k * CELL_MM * scale.px_per_mm) for k in range(1, 18)]
        strips = [band[:, m - half : m + half].reshape(-1, 3) for m in middles]
        gaps.append(np.stack([np.median(strip, axis=0) for strip in strips]))
    usual = np.median(np.concatenate(gaps), axis=0)
    crossed = []
    for name, line in zip(_SIDES, gaps, strict=True):
        off = line - usual
        tinted = np.hypot(off[:, 1], off[:, 2]) > config.hand_colour_lab
        sudden = np.abs(np.diff(off[:, 0])) > config.hand_step_lab
        if tinted.any() or sudden.any():
            crossed.append(name)
    return crossed
