"""Shapes of things on a table, as plain faces: meeples of several makes, pawns, boxes; hands as balls.

A body stands with its foot's middle at the origin, x right, y away, z UP, in millimetres. A face is a planar
polygon with an outward normal. Proportions are of common wooden pieces: 16 mm high, 8 to 10 mm thick.
"""

from dataclasses import dataclass

import numpy as np

from vision.types import Floats

Rng = np.random.Generator


@dataclass(frozen=True)
class Body:
    """Faces in drawing order within a body: `sides` far to near as seen, then the caps.

    `sides` (n, 4, 3) and `side_normals` (n, 3); `caps`: polygons (k, 3) with `cap_normals`.
    """

    sides: Floats
    side_normals: Floats
    caps: tuple[Floats, ...]
    cap_normals: Floats

    def moved(self, rotation: Floats, offset: Floats) -> "Body":
        """The body turned by (3, 3), then shifted by (3,)."""
        return Body(
            self.sides @ rotation.T + offset,
            self.side_normals @ rotation.T,
            tuple(cap @ rotation.T + offset for cap in self.caps),
            self.cap_normals @ rotation.T,
        )

    def outline_points(self) -> Floats:
        """(n, 3) all corners."""
        return np.concatenate([self.sides.reshape(-1, 3), *self.caps])


def _arc(
    cx: float, cy: float, radius: float, start: float, end: float, steps: int
) -> list[tuple[float, float]]:
    angles = np.radians(np.linspace(start, end, steps))
    return [(cx + radius * float(np.cos(a)), cy + radius * float(np.sin(a))) for a in angles]


def meeple_outline(rng: Rng) -> Floats:
    """(n, 2) closed outline of a person with arms and legs, in mm, y up, feet on y = 0."""
    high = rng.uniform(14.5, 19.5)
    u = high / 16
    head, hand = rng.uniform(2.2, 3.0) * u, rng.uniform(1.1, 1.9) * u
    reach, arm_y = rng.uniform(5.2, 7.4) * u, rng.uniform(7.4, 9.6) * u
    foot, gap = rng.uniform(4.6, 6.6) * u, rng.uniform(0.6, 2.2) * u
    waist = rng.uniform(2.9, 4.4) * u
    right = _arc(0, high - head, head, 90, -50, 8)
    right += [(head * 0.9, high - 2.05 * head), (reach * 0.65, arm_y + 1.5 * hand)]
    right += _arc(reach, arm_y, hand, 70, -95, 6)
    right += [(waist * 1.15, arm_y - 1.3 * hand), (waist, arm_y - 2.3 * hand), (foot * 0.85, 2.2 * u)]
    right += _arc(foot, 0.9 * u, 0.9 * u, 20, -90, 4)
    right += [(gap * 1.5, 0.0), (gap, 0.6 * u), (gap * 0.4, rng.uniform(1.6, 3.4) * u)]
    left = [(-x, y) for x, y in right[1:]][::-1]
    return np.array(right + left, np.float64)


def prism(outline: Floats, thick: float) -> Body:
    """Stand an outline (n, 2) up and give it thickness: its front looks towards -y."""
    n = len(outline)
    front = np.stack([outline[:, 0], np.full(n, -thick / 2), outline[:, 1]], 1)
    back = front + (0, thick, 0)
    after = np.roll(np.arange(n), -1)
    sides = np.stack([front, front[after], back[after], back], 1)
    step = outline[after] - outline
    normals = np.stack([-step[:, 1], np.zeros(n), step[:, 0]], 1)
    area = 0.5 * float((outline[:, 0] * outline[after][:, 1] - outline[after][:, 0] * outline[:, 1]).sum())
    normals *= -np.sign(area) / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    return Body(sides, normals, (front, back), np.array([(0, -1, 0), (0, 1, 0)], np.float64))


def turned(profile: Floats, steps: int = 18) -> Body:
    """A turned solid from a profile (n, 2) of (radius, height), foot first; its top is a cap if open."""
    angles = np.linspace(0, 2 * np.pi, steps + 1)
    rings = np.stack(
        [
            np.stack([profile[:, :1] * np.cos(a), profile[:, :1] * np.sin(a), profile[:, 1:]], -1)[:, 0]
            for a in angles
        ]
    )
    sides, normals = [], []
    for k in range(steps):
        middle = (angles[k] + angles[k + 1]) / 2
        for j in range(len(profile) - 1):
            quad = [rings[k, j], rings[k + 1, j], rings[k + 1, j + 1], rings[k, j + 1]]
            dr, dz = profile[j + 1] - profile[j]
            normal = np.array([dz * np.cos(middle), dz * np.sin(middle), -dr])
            sides.append(quad)
            normals.append(normal / max(1e-9, float(np.linalg.norm(normal))))
    top = rings[:-1, -1]
    return Body(np.array(sides), np.array(normals), (top,), np.array([(0.0, 0.0, 1.0)]))


def pawn(rng: Rng) -> Body:
    """A turned pawn: a cone with a ball on it."""
    high, wide, ball = rng.uniform(15, 24), rng.uniform(4.5, 7.5), rng.uniform(2.8, 4.2)
    neck = high - 2 * ball
    points = [(wide, 0.0), (wide, rng.uniform(0.8, 2.5)), (wide * 0.55, neck * 0.5), (ball * 0.6, neck)]
    points += [
        (ball * float(np.sin(a)), high - ball - ball * float(np.cos(a)))
        for a in np.linspace(0.7, np.pi - 0.15, 6)
    ]
    return turned(np.array(points, np.float64))


def box(width: float, depth: float, high: float) -> Body:
    """A box, its foot's middle at the origin."""
    outline = np.array([(-width / 2, 0), (width / 2, 0), (width / 2, high), (-width / 2, high)], np.float64)
    return prism(outline, depth)


def cylinder(radius: float, high: float) -> Body:
    """A standing cylinder: a cup, a stack of discs."""
    return turned(np.array([(radius, 0.0), (radius, high)], np.float64), 28)


def hand_balls(rng: Rng) -> tuple[Floats, Floats]:
    """A reaching arm as balls: centres and radii (n, 4) in mm and its skin share (n,): 1 skin, 0 sleeve.

    Finger tips near the origin, arm along +x, rising.
    """
    balls: list[tuple[float, float, float, float, float]] = []
    cuff = rng.uniform(130, 320)

    def limb(a: tuple[float, float, float], b: tuple[float, float, float], ra: float, rb: float) -> None:
        start, end = np.array(a), np.array(b)
        count = max(2, int(np.linalg.norm(end - start) / (min(ra, rb) * 0.5)))
        for t in np.linspace(0, 1, count):
            x, y, z = start * (1 - t) + end * t
            bare = float(x < cuff)
            balls.append((x, y, z, (ra * (1 - t) + rb * t) * (1 if bare else 1.22), bare))

    spread, curl = rng.uniform(0.6, 1.3), rng.uniform(0, 1)
    for k, (y, length) in enumerate(((-29, 0.92), (-9, 1.0), (11, 0.94), (29, 0.72))):
        knuckle = (94.0, float(y), 70.0)
        middle = (50 + (1 - length) * 60, y * 0.85 * spread, 62.0)
        tip = (10 + (1 - length) * 70 + 25 * curl * (k > 0), y * 0.55 * spread, 15.0 + 14 * (k > 1))
        limb(knuckle, middle, 9.8, 8.6)
        limb(middle, tip, 8.6, 6.8)
    limb((130, -32, 70), (70, -46, 50), 13, 10.5)
    limb((70, -46, 50), (16, -19, 16), 10, 7.6)
    for y in (-16, 0, 14):
        limb((170, y, 82), (100, y * 1.6, 72), 20, 19)
    limb((175, 0, 85), (400, 0, 125), 27, 39)
    limb((400, 0, 125), (1000, 0, 300), 39, 55)
    table = np.array(balls)
    return table[:, :4], table[:, 4]
