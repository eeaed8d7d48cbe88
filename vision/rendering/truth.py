"""What a rendered photograph shows: the labels of `vision.synthetic.truth`, cards, surfaces, moves besides.

In: a `Picture`. Out: a JSON-ready dict as described in tests/photos/README.md.
"""

from typing import Any

import numpy as np

from vision.config import DEFAULT
from vision.rendering.scenes import BOARD_MM, Picture
from vision.synthetic.scene import Cards, Scene
from vision.synthetic.solids import turn
from vision.synthetic.truth import truth
from vision.types import Floats

CARD_TOP_MM = 0.3 - BOARD_MM
"""Height of a card's printed side: it lies on the table, below the board's face."""


def card_square(cards: Cards, number: int, side_mm: float) -> Floats:
    """(4, 2) corners of a square around a card's middle, its own top left first, clockwise."""
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (side_mm / 2)
    return np.asarray(square @ turn(float(cards.yaw[number]))[:2, :2].T + cards.at_mm[number], np.float64)


def _markers(scene: Scene) -> list[dict[str, Any]]:
    found = []
    for number in range(4) if scene.cards else ():
        assert scene.cards is not None
        corners = card_square(scene.cards, number, DEFAULT.marker_mm)
        seen = scene.camera.project(np.hstack([corners, np.full((4, 1), CARD_TOP_MM)]))
        found.append({"id": number, "corners_px": np.round(seen, 2).tolist()})
    return found


def picture_truth(picture: Picture) -> dict[str, Any]:
    """The labels of one rendered photograph."""
    scene, surfaces = picture.scene, picture.surfaces
    labels = truth(scene)
    labels["board"] = {
        "map": scene.layout.name.lower(),
        "frame": scene.layout.frame,
        "printing": surfaces.printing,
    }
    labels["table"] = surfaces.table
    labels["markers"] = _markers(scene)
    moment = picture.moment
    if moment:
        labels["frame"], labels["frame_kind"] = moment.frame, moment.kind
        if moment.move:
            move = moment.move
            labels["move"] = {"color": move.colour, "from": move.start, "to": move.goal}
    return labels
