"""Notice a hand or sleeve over the board: whatever reaches in must cross the frame.

In: a Lab top view and its scale. Out: the names of the sides that are crossed. Along each side the frame shows one
colour between its letters; a stretch wider than a letter where that colour is gone is an arm.
"""

import numpy as np

from vision.config import DEFAULT, Config
from vision.evidence import ViewScale
from vision.light import Lab
from vision.side import frame_bands
from vision.types import Mask

_STEP_MM = 6.0  # over this length an arm's edge shows as a step
_SIDES = ("north", "east", "south", "west")


def hand_sides(lab: Lab, scale: ViewScale, config: Config = DEFAULT) -> list[str]:
    """Sides of the board over which something reaches, in the order N, E, S, W; empty when none."""
    bands = frame_bands(lab, scale)
    usual = np.median(np.concatenate([band.reshape(-1, 3) for band in bands]), axis=0)
    span = round(_STEP_MM * scale.px_per_mm)
    wide = round(config.hand_width_mm * scale.px_per_mm)
    crossed = []
    for name, band in zip(_SIDES, bands, strict=True):
        # A letter covers half of the depth at most, so the median over the depth is the frame's own colour.
        line = np.median(band, axis=0) - usual
        tinted = np.hypot(line[:, 1], line[:, 2]) > config.hand_colour_lab
        # Glare also changes the brightness, but slowly; an arm has an edge.
        step = np.abs(line[span:, 0] - line[:-span, 0]) > config.hand_step_lab
        if _longest_run(tinted) >= wide or step.any():
            crossed.append(name)
    return crossed


def _longest_run(flags: Mask) -> int:
    run = best = 0
    for flag in flags:
        run = run + 1 if flag else 0
        best = max(best, run)
    return best
