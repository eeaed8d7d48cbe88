"""Everything that stands on the table of a scene, as bodies in board space with their paint.

In: a `Scene`. Out: a list of `Solid`: meeples of one make (standing, lying, beside the board), boxes, cups.
"""

from dataclasses import dataclass

import numpy as np

from vision.synthetic.art import Rng
from vision.synthetic.bodies import Body, box, cylinder, hand_balls, meeple_outline, pawn, prism
from vision.synthetic.scene import Scene
from vision.types import Floats


@dataclass(frozen=True)
class Solid:
    """A standing thing in board space with its paint; `sticker` faces are drawn over its caps."""

    body: Body
    paint: Floats
    shine: float
    stickers: tuple[tuple[Floats, Floats], ...] = ()


def turn(yaw: float) -> Floats:
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([(c, -s, 0), (s, c, 0), (0, 0, 1.0)])


_LAID = np.array([(1, 0, 0), (0, 0, -1), (0, 1, 0)], np.float64)  # front face up


def _meeple_body(scene: Scene) -> tuple[Body, bool]:
    """The set's make: one shape for all eight. True when it has a front for a sticker."""
    rng = np.random.default_rng(scene.seed + 5)
    if rng.random() < 0.12:
        return pawn(rng), False
    return prism(meeple_outline(rng), float(rng.uniform(7.0, 10.5))), True


def _sticker(rng: Rng, body: Body, paint: Floats) -> tuple[tuple[Floats, Floats], ...]:
    """An emblem on the front cap: a round base and a mark on it."""
    front = body.caps[0]
    high = float(front[:, 2].max())
    y = float(front[0, 1]) - 0.05
    radius = rng.uniform(2.0, 3.2)
    around = np.linspace(0, 2 * np.pi, 17)[:-1]
    base = np.stack([radius * np.cos(around), np.full(16, y), 0.45 * high + radius * np.sin(around)], 1)
    light = paint.mean() < 0.3 or rng.random() < 0.3
    ground = np.full(3, rng.uniform(0.55, 0.8)) if light else np.full(3, rng.uniform(0.03, 0.1))
    corners = int(rng.integers(3, 6))
    spin = np.linspace(0, 2 * np.pi, corners + 1)[:-1] + rng.uniform(0, 6)
    r = radius * rng.uniform(0.5, 0.8)
    mark = np.stack([r * np.cos(spin), np.full(corners, y - 0.05), 0.45 * high + r * np.sin(spin)], 1)
    return (base, ground), (mark, rng.uniform(0.02, 0.6, 3))


def solids(scene: Scene) -> list[Solid]:
    rng = np.random.default_rng(scene.seed + 6)
    shape, has_front = _meeple_body(scene)
    stickers = has_front and rng.random() < 0.6
    found = []
    for piece in scene.pieces:
        if piece.cell is None and rng.random() < 0.15:
            body, front = pawn(rng), False
        else:
            body, front = shape, has_front
        paint = scene.paints[piece.colour] * np.exp(rng.normal(0, 0.03))
        marks = _sticker(rng, body, paint) if stickers and front else ()
        rotation, lift = turn(piece.yaw), 0.0
        if piece.pose == "lie":
            rotation = rotation @ _LAID
            points = body.outline_points() @ _LAID.T
            lift = -float(points[:, 2].min())
            shift = rotation @ np.array([0, 0, -float(body.outline_points()[:, 2].max()) / 2])
        else:
            shift = np.zeros(3)
        offset = np.array([piece.at_mm[0] + shift[0], piece.at_mm[1] + shift[1], piece.base_mm + lift])
        faces = tuple((face @ rotation.T + offset, colour) for face, colour in marks)
        found.append(Solid(body.moved(rotation, offset), paint, float(rng.uniform(0.0, 0.25)), faces))
    for thing in scene.clutter:
        if thing.kind == "card":
            continue
        a, b, high = thing.size_mm
        body = box(a, b, high) if thing.kind == "box" else cylinder(a, high)
        body = body.moved(turn(thing.yaw), np.array([*thing.at_mm, -2.0]))
        found.append(Solid(body, np.asarray(thing.colour), 0.1))
    return found


def arm(scene: Scene) -> tuple[Floats, Floats] | None:
    """The reaching arm's balls in board space (n, 4): x, y, height, radius; and the share of skin (n,)."""
    if scene.hand is None:
        return None
    balls, bare = hand_balls(np.random.default_rng(scene.seed + 8))
    middles = balls[:, :3] @ turn(scene.hand.yaw).T + np.array(scene.hand.tip_mm)
    return np.hstack([middles, balls[:, 3:]]), bare
