"""What a generated photograph shows, in the words of the labelled photographs under tests/photos.

In: a `Scene`. Out: a JSON-ready dict: map, corner pixels, camera, meeples, discs, token, cells under a hand.
"""

from typing import Any

import numpy as np

from vision.colours import COLOURS
from vision.layout import FRAME_MM, cell_centre_mm
from vision.synthetic.scene import BOARD_SIDE_MM, Scene
from vision.synthetic.solids import arm
from vision.types import Floats

_MEEPLE_MM = 16.0


def hidden(scene: Scene, points: Floats) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """(n,) whether the arm hides each of (n, 3) points (x, y, height) from the camera."""
    reach, eye = arm(scene), scene.camera.centre_mm
    if reach is None:
        return np.zeros(len(points), bool)
    balls, _ = reach
    ray = points - eye
    length2 = (ray**2).sum(1)
    t = np.clip(((balls[None, :, :3] - eye) * ray[:, None]).sum(2) / length2[:, None], 0, 1)
    gap = np.linalg.norm(eye + t[..., None] * ray[:, None] - balls[None, :, :3], axis=2)
    return np.asarray((gap < balls[None, :, 3]).any(1), bool)


def _square_mm(inset: float) -> Floats:
    low, high = inset, BOARD_SIDE_MM - inset
    return np.array([(low, low, 0), (high, low, 0), (high, high, 0), (low, high, 0)], np.float64)


def _px(points: Floats) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in points]


def truth(scene: Scene) -> dict[str, Any]:
    """The labels of one generated photograph."""
    camera = scene.camera
    standing = [piece for piece in scene.pieces if piece.cell is not None]
    feet = np.array([(*p.at_mm, p.base_mm) for p in standing]).reshape(-1, 3)
    under = hidden(scene, feet + (0, 0, _MEEPLE_MM / 2)) if len(feet) else np.zeros(0, bool)
    cells = scene.layout.cells()
    covered = hidden(scene, np.array([(*cell_centre_mm(cell), 0.0) for cell in cells]))
    seen = {piece.colour for piece in standing}
    return {
        "kind": "board",
        "width": camera.width_px,
        "height": camera.height_px,
        "light": scene.light_name,
        "seed": scene.seed,
        "board": {"map": scene.layout.name, "frame": scene.layout.frame},
        "board_corners_px_NW_NE_SE_SW": _px(camera.project(_square_mm(0.0))),
        "grid_corners_px_NW_NE_SE_SW": _px(camera.project(_square_mm(FRAME_MM))),
        "camera": {
            "K": [
                [camera.focal_px, 0, (camera.width_px - 1) / 2],
                [0, camera.focal_px, (camera.height_px - 1) / 2],
                [0, 0, 1],
            ],
            "dist_k1k2p1p2k3": [camera.k1, 0, 0, 0, 0],
            "R_board_to_cam": camera.rotation.tolist(),
            "t_board_to_cam_mm": camera.translation.tolist(),
            "tilt_deg": round(float(np.degrees(np.arccos(np.clip(camera.rotation[2, 2], -1, 1)))), 1),
        },
        "markers": [{"id": k} for k in range(4)] if scene.cards else [],
        "meeples": [
            {
                "color": piece.colour,
                "cell": piece.cell,
                "board_mm": [round(v, 1) for v in piece.at_mm],
                "pose": piece.pose,
                "hidden_by_hand_fraction": float(gone),
            }
            for piece, gone in zip(standing, under, strict=True)
        ],
        "discs": [{"color": colour, "cell": disc.cell} for colour, disc in scene.discs.items()],
        "target": {"cell": scene.token.cell} if scene.token else None,
        "missing_meeples": [colour for colour in COLOURS if colour not in seen],
        "hand_present": scene.hand is not None,
        "cells_covered_by_hand": [cell for cell, gone in zip(cells, covered, strict=True) if gone],
    }
