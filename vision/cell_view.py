"""The flattened view the cell network looks at: the cells and one ring of the frame, 32 pixels a cell.

In: a photo (H, W, 3) uint8 BGR and where the board lies. Out: the view, north up, and how far a standing
piece's head leans away from its foot, which the network needs to tell the foot's cell.
"""

import numpy as np
import numpy.typing as npt

from vision.camera_pose import CameraPose
from vision.layout import CELL_MM, FRAME_MM, PRINTED
from vision.rectify import Registration, top_view
from vision.types import Floats, Image

CELL_PX = 32
GRID = PRINTED[0] + 2
"""Cells and the ring around them."""
VIEW_PX = CELL_PX * GRID
_MARGIN_MM = CELL_MM - FRAME_MM
_HEAD_MM = 16.0


def cell_view(image: Image, registration: Registration) -> Image:
    """(VIEW_PX, VIEW_PX, 3) uint8 BGR. Its cell (row, column) = (0, 0) is the ring's, (1, 1) is AA."""
    side = GRID * CELL_MM - 2 * _MARGIN_MM
    return top_view(image, registration, (side, side), CELL_PX / CELL_MM, _MARGIN_MM)


def lean_of(pose: CameraPose) -> npt.NDArray[np.float32]:
    """(GRID, GRID, 2) float32: where a head 16 mm up appears, less its foot's place, (x, y) in cells."""
    at = (np.arange(GRID) - 0.5) * CELL_MM + FRAME_MM
    xs, ys = np.meshgrid(at, at)
    points = np.stack([xs.ravel(), ys.ravel()], 1)
    shift: Floats = (pose.shift(points, _HEAD_MM) - points) / CELL_MM
    return np.asarray(shift.reshape(GRID, GRID, 2), np.float32)
