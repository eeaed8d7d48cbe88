"""One training sample: the flattened view of a photograph and what stands in each of its cells.

In: a photograph with its truth. Out: a `Sample` of plain arrays. The view covers the cells and one ring of
the frame around them, `CELL_PX` pixels a cell, north up: see `vision.cell_view`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.camera_pose import CameraPose
from vision.cell_view import GRID, cell_view, lean_of
from vision.cells import MAPS, NOBODY, WHO
from vision.city import place, printed_maps
from vision.colours import COLOURS
from vision.layout import BoardLayout, cell_centre_mm
from vision.rectify import Lens, Registration
from vision.types import Image

_EDGE_MM = 10.5  # a foot further off its cell's middle than this could be read as the next cell's


@dataclass(frozen=True)
class Sample:
    """One photograph as the network sees it.

    `view` (VIEW_PX, VIEW_PX, 3) uint8 BGR. `lean` (2, GRID, GRID) as `cell_view.lean_of`. `who`
    (17, GRID * GRID + 1): where each meeple, each disc and the token is, as a distribution. `trust` (17,):
    0 for what a hand hides. `maps` (len(MAPS), GRID, GRID) 0..1.
    """

    view: Image
    lean: npt.NDArray[np.float32]
    who: npt.NDArray[np.float32]
    trust: npt.NDArray[np.float32]
    maps: npt.NDArray[np.float32]


def true_registration(truth: dict[str, Any]) -> tuple[Registration, CameraPose]:
    """Where the board truly lies, as the reader would have found it."""
    camera = truth["camera"]
    k, rotation = np.array(camera["K"], np.float64), np.array(camera["R_board_to_cam"], np.float64)
    place = np.array(camera["t_board_to_cam_mm"], np.float64)
    matrix = k @ np.column_stack([rotation[:, 0], rotation[:, 1], place])
    w, h = truth["width"], truth["height"]
    half = float(np.hypot(w, h) / 2)
    k1 = camera["dist_k1k2p1p2k3"][0] * (half / k[0, 0]) ** 2
    centre = -rotation.T @ place
    pose = CameraPose(float(centre[0]), float(centre[1]), float(-centre[2]), float(k[0, 0]))
    return Registration(matrix, Lens(w, h, float(k1)), 1.0, "truth", float(k[0, 0])), pose


def _index(cell: str | None) -> int:
    if cell is None:
        return NOBODY
    row, column = place(cell)
    return row * GRID + column


def _foot(cell: str, at_mm: tuple[float, float]) -> npt.NDArray[np.float32]:
    """(NOBODY + 1,) where a foot stands; near the line between two cells both have a share."""
    row = np.zeros(NOBODY + 1, np.float32)
    x, y = cell_centre_mm(cell)
    dx, dy = at_mm[0] - x, at_mm[1] - y
    share = float(np.clip((max(abs(dx), abs(dy)) - _EDGE_MM) / 4.0, 0, 1)) * 0.5
    r, c = place(cell)
    step = (0, int(np.sign(dx))) if abs(dx) > abs(dy) else (int(np.sign(dy)), 0)
    row[r * GRID + c] = 1 - share
    row[(r + step[0]) * GRID + c + step[1]] += share
    return row


def make_sample(
    image: Image, truth: dict[str, Any], layout: BoardLayout, registration: Registration, pose: CameraPose
) -> Sample:
    """Flatten one labelled photograph and write its labels down cell by cell."""
    who, trust = np.zeros((WHO, NOBODY + 1), np.float32), np.ones(WHO, np.float32)
    maps = printed_maps(layout)
    hand = set(truth["cells_covered_by_hand"])
    who[: len(COLOURS), NOBODY] = 1
    for meeple in truth["meeples"]:
        k = COLOURS.index(meeple["color"])
        who[k] = _foot(meeple["cell"], meeple["board_mm"])
        trust[k] = float(meeple.get("hidden_by_hand_fraction", 0) < 0.5 and meeple["cell"] not in hand)
        maps[(MAPS.index("lying" if meeple.get("pose") == "lie" else "standing"), *place(meeple["cell"]))] = 1
    discs = {disc["color"]: disc["cell"] for disc in truth["discs"]}
    for k, colour in enumerate(COLOURS):
        cell = discs.get(colour)
        who[len(COLOURS) + k, _index(cell)] = 1
        trust[len(COLOURS) + k] = float(cell not in hand)
    token = truth["target"]["cell"] if truth["target"] else None
    who[-1, _index(token)] = 1
    trust[-1] = float(token not in hand)
    for cell in hand:
        maps[(MAPS.index("hand"), *place(cell))] = 1
    lean = np.ascontiguousarray(lean_of(pose).transpose(2, 0, 1))
    return Sample(cell_view(image, registration), lean, who, trust, maps)
