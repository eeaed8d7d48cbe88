"""How much of each cell looks different from the empty board.

In: two flattened views (VIEW_PX, VIEW_PX, 3) uint8 BGR of the same table, north up. Out: (GRID, GRID) 0..1.
Exposure may differ between them; what lies or stands on the board may not cover more than half of it.
"""

import cv2
import numpy as np

from vision.cell_view import CELL_PX, GRID
from vision.config import DEFAULT, Config
from vision.layout import CELL_MM
from vision.types import Floats, Image

_SHRINK = 2


def _lab(view: Image) -> Floats:
    side = GRID * CELL_PX // _SHRINK
    small = cv2.resize(view, (side, side), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), 0.8), np.float64)


def change_per_cell(view: Image, empty: Image, config: Config = DEFAULT) -> Floats:
    """(GRID, GRID) share of each cell's middle that changed."""
    difference = _lab(view) - _lab(empty)
    difference -= np.median(difference.reshape(-1, 3)[::7], axis=0)  # exposure flickers by a per cent or so
    size = np.sqrt((difference**2).sum(axis=2))
    changed = np.clip(size / config.change_clear_lab, 0, 1).astype(np.float32)
    cell = CELL_PX // _SHRINK
    n = round(config.change_radius_mm * cell / CELL_MM)
    share = cv2.blur(changed, (2 * n + 1, 2 * n + 1))
    middles = np.arange(GRID) * cell + cell // 2
    return np.asarray(share[np.ix_(middles, middles)], np.float64)
