"""Which side of the board lies up: the frame is black on one and green on the other.

In: a Lab top view and its scale. Out: "black" or "green". Works on the median, so letters and a hand do not
matter.
"""

import numpy as np

from vision.evidence import ViewScale
from vision.layout import FRAME_MM
from vision.light import Lab
from vision.registration import BOARD_MM
from vision.types import Floats

_GREEN_A = -9.0  # Lab a halfway between the black frames (-4 .. 3) and the green ones (-30 .. -15) seen


def frame_bands(lab: Lab, scale: ViewScale) -> list[Floats]:
    """The frame's four sides N, E, S, W as (depth, length, 3) strips, corners and outer trim left out."""
    low, high = (round(v) for v in scale.to_px(np.array([3.5, FRAME_MM - 3.0])))
    start, end = (round(v) for v in scale.to_px(np.array([FRAME_MM, BOARD_MM - FRAME_MM])))
    return [np.asarray(np.rot90(lab, k)[low:high, start:end], np.float64) for k in range(4)]


def frame_colour(lab: Lab, scale: ViewScale) -> str:
    """ "black" or "green", by the median of the darker half of the frame."""
    pixels = np.concatenate([band.reshape(-1, 3) for band in frame_bands(lab, scale)])
    dark = pixels[pixels[:, 0] <= np.median(pixels[:, 0])]
    return "green" if float(np.median(dark[:, 1])) < _GREEN_A else "black"
