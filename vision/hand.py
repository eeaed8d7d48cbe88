"""Notice a hand or sleeve over the board: whatever reaches in must cross the frame.

In: a Lab top view and its scale. Out: the names of the sides that are crossed. Along each side the frame shows one
colour between its letters; a stretch wider than a letter where that colour is gone is an arm.
"""

import numpy as np

from vision.config import DEFAULT, Config
from vision.evidence import ViewScale
from vision.light import Lab
from vision.side import frame_bands

_SIDES = ("north", "east", "south", "west")


def hand_sides(lab: Lab, scale: ViewScale, config: Config = DEFAULT) -> list[str]:
    """Sides of the board over which something reaches, in the order N, E, S, W; empty when none."""
    bands = frame_bands(lab, scale)
    usual = np.median(np.concatenate([band.reshape(-1, 3) for band in bands]), axis=0)
    crossed = []
    for name, band in zip(_SIDES, bands, strict=True):
        # A letter covers half of the depth at most, so the median over the depth is the frame's own colour.
        line = np.median(band, axis=0) - usual
        foreign = np.linalg.norm(line * np.array([0.7, 1.0, 1.0]), axis=1) > config.hand_colour_lab
        run = best = 0
        for flag in foreign:
            run = run + 1 if flag else 0
            best = max(best, run)
        if best >= config.hand_width_mm * scale.px_per_mm:
            crossed.append(name)
    return crossed
