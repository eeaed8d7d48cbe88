"""Draw lots for a photograph of loose meeples heaped on a table, as they are counted at the end of a game.

In: a seed. Out: a `Scene` without a board, and its truth. Pieces lie or stand, a few touch, none lies on
another; now and then a cup, a box or a card lies about.
"""

from typing import Any

import numpy as np

from vision.colours import HEAP_COLOURS
from vision.layout import shipped_layouts
from vision.synthetic.cameras import Rng, random_camera
from vision.synthetic.lots import random_light, random_paints
from vision.synthetic.scene import MIDDLE_MM, Clutter, Piece, Scene

_BODY_MM = 6.0  # height of the middle of a piece that lies or stands
_LEAST_REACH_MM = 75.0  # a lens cannot come nearer to a single piece than this


def _places(rng: Rng, count: int) -> list[tuple[float, float]]:
    spread, apart = rng.uniform(35, 110), rng.uniform(15, 26)
    places: list[tuple[float, float]] = []
    for _ in range(4000):
        if len(places) == count:
            break
        x, y = MIDDLE_MM + spread * np.clip(rng.normal(0, 1, 2), -1.8, 1.8)
        if all(np.hypot(x - a, y - b) > apart for a, b in places):
            places.append((float(x), float(y)))
    return places


def _clutter(rng: Rng, pieces: list[tuple[float, float]]) -> tuple[Clutter, ...]:
    """A few things, each larger than a piece and clear of all pieces; half of the tables have none."""
    things = []
    for _ in range(int(rng.integers(1, 5)) if rng.random() < 0.5 else 0):
        kind = str(rng.choice(["box", "cylinder", "card"]))
        wide, long, high = rng.uniform(26, 90), rng.uniform(26, 120), rng.uniform(2, 45)
        radius = rng.uniform(13, 40)
        size = (radius, 0.0, high) if kind == "cylinder" else (wide, long, 0.5 if kind == "card" else high)
        reach = 14 + (radius if kind == "cylinder" else float(np.hypot(wide, long)) / 2)
        x, y = MIDDLE_MM + rng.uniform(-190, 190, 2)
        if all(np.hypot(x - a, y - b) > reach + high / 2 for a, b in pieces):
            red, green, blue = rng.uniform(0.02, 0.7, 3).tolist()
            turn = float(rng.uniform(0, 2 * np.pi))
            things.append(Clutter(kind, (float(x), float(y)), size, turn, (red, green, blue)))
    return tuple(things)


def random_pile(seed: int) -> Scene:
    """A heap of 1 to 60 pieces in six colours."""
    rng = np.random.default_rng(seed)
    places = _places(rng, int(rng.integers(1, 61)))
    share = rng.dirichlet(np.full(len(HEAP_COLOURS), 2.0))
    lying = rng.uniform(0.2, 1.0)
    pieces = tuple(
        Piece(
            str(rng.choice(HEAP_COLOURS, p=share)),
            None,
            at,
            0.0,
            float(rng.uniform(0, 2 * np.pi)),
            "lie" if rng.random() < lying else "stand",
        )
        for at in places
    )
    low, high = np.min(places, axis=0) - 22, np.max(places, axis=0) + 22
    reach = np.maximum((high - low) / 2, _LEAST_REACH_MM)
    low, high = (low + high) / 2 - reach, (low + high) / 2 + reach
    must = np.array([(x, y, 0.0) for x in (low[0], high[0]) for y in (low[1], high[1])])
    camera = random_camera(rng, must, (1280, 960), 25.0, (0.5, 0.98), (350, 900))
    lamps, ambient, name = random_light(rng, rng.random() < 0.3)
    return Scene(
        seed=seed,
        layout=shipped_layouts()[0],
        camera=camera,
        lamps=lamps,
        ambient=ambient,
        gloss=0.0,
        roughness=0.3,
        cards=None,
        discs={},
        token=None,
        pieces=pieces,
        paints=random_paints(rng),
        disc_paints={},
        clutter=_clutter(rng, places),
        light_name=name,
        board_drawn=False,
    )


def pile_truth(scene: Scene) -> dict[str, Any]:
    """The labels of a heap: how many of each colour, and where in the picture."""
    middles = scene.camera.project(np.array([(*piece.at_mm, _BODY_MM) for piece in scene.pieces]))
    return {
        "kind": "pile",
        "width": scene.camera.width_px,
        "height": scene.camera.height_px,
        "seed": scene.seed,
        "counts": {c: sum(piece.colour == c for piece in scene.pieces) for c in HEAP_COLOURS},
        "meeples": [
            {"color": piece.colour, "pose": piece.pose, "center_px": [round(float(v), 1) for v in at]}
            for piece, at in zip(scene.pieces, middles, strict=True)
        ],
    }
