"""Everything flat on the table of a scene, seen from straight above: print, cards, token, discs.

In: a `Scene`. Out: the plan (n, n, 3) uint8 sRGB at `PX_PER_MM`, north up, `PLAN_MARGIN_MM` around the board,
and how much of the table it covers.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.aruco import marker_modules
from vision.config import DEFAULT
from vision.synthetic.art import PX_PER_MM, Rng, board_print
from vision.synthetic.props import token_print
from vision.synthetic.scene import BOARD_SIDE_MM, Scene
from vision.synthetic.solids import turn
from vision.types import Floats, Image

PLAN_MARGIN_MM = 110.0
DISC_RADIUS_MM = 10.0
_TOKEN_RADIUS_MM = 12.0


def linear_to_byte(reflectance: Floats) -> tuple[int, int, int]:
    """Linear 0..1 -> sRGB byte, B, G, R."""
    blue, green, red = (int(v) for v in np.clip(np.asarray(reflectance) ** (1 / 2.2) * 255 + 0.5, 0, 255))
    return blue, green, red


def _plan_px(points_mm: Floats) -> npt.NDArray[np.int32]:
    """Points (n, 2) to plan pixels with four binary places, as `cv2` takes them with shift=4."""
    px = (np.asarray(points_mm, np.float64) + PLAN_MARGIN_MM) * PX_PER_MM - 0.5
    return np.asarray(np.rint(px * 16), np.int32)


def circle(at: tuple[float, float], radius: float) -> Floats:
    a = np.linspace(0, 2 * np.pi, 41)[:-1]
    return np.stack([at[0] + radius * np.cos(a), at[1] + radius * np.sin(a)], 1)


def _fill(picture: Image, points_mm: Floats, colour: tuple[int, int, int] | int) -> None:
    cv2.fillPoly(picture, [_plan_px(points_mm)], colour, cv2.LINE_AA, 4)


def _paste(plan: Image, cover: Image, picture: Image, corners_mm: Floats, round_: bool = False) -> None:
    """Lay a square picture on the plan with its corners (4, 2) NW, NE, SE, SW."""
    n = picture.shape[0]
    source = np.array([(0, 0), (n, 0), (n, n), (0, n)], np.float32) - 0.5
    target = ((corners_mm + PLAN_MARGIN_MM) * PX_PER_MM - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    size = (plan.shape[1], plan.shape[0])
    mask = np.full((n, n), 255, np.uint8)
    if round_:
        mask[:] = 0
        cv2.circle(mask, (n // 2, n // 2), n // 2 - 1, 255, -1, cv2.LINE_AA)
    seen = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_AREA)
    alpha = cv2.warpPerspective(mask, matrix, size, flags=cv2.INTER_LINEAR)
    where = alpha > 0
    share = alpha[where].astype(np.float32)[:, None] / 255
    plan[where] = (plan[where] * (1 - share) + seen[where] * share).astype(np.uint8)
    cover[where] = np.maximum(cover[where], alpha[where])


def _square(at: Floats, side: float, yaw: float) -> Floats:
    c, s = np.cos(yaw), np.sin(yaw)
    half = side / 2
    return (
        np.array(
            [
                (c * x - s * y, s * x + c * y)
                for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))
            ]
        )
        + at
    )


def card_print(number: int, ink: int = 14, paper: int = 244) -> Image:
    """A corner card with its marker, (n, n, 3) uint8, six pixels a millimetre."""
    side, edge = round(6 * DEFAULT.card_mm), round(3 * (DEFAULT.card_mm - DEFAULT.marker_mm))
    modules = np.where(marker_modules(number), ink, paper).astype(np.uint8)
    card = np.full((side, side), paper, np.uint8)
    inner = side - 2 * edge
    card[edge:-edge, edge:-edge] = cv2.resize(modules, (inner, inner), interpolation=cv2.INTER_NEAREST)
    return np.repeat(card[..., None], 3, 2)


def plan_of(scene: Scene, rng: Rng) -> tuple[Image, Image]:
    """All flat things, (n, n, 3) sRGB, and how much they cover the table, (n, n) 0..255."""
    n = round((BOARD_SIDE_MM + 2 * PLAN_MARGIN_MM) * PX_PER_MM)
    plan, cover = np.zeros((n, n, 3), np.uint8), np.zeros((n, n), np.uint8)
    for thing in scene.clutter:
        if thing.kind == "card":
            w, h, _ = thing.size_mm
            outline = (
                np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2 @ turn(thing.yaw)[:2, :2].T + thing.at_mm
            )
            _fill(plan, outline, linear_to_byte(np.asarray(thing.colour)))
            _fill(cover, outline, 255)
    if scene.board_drawn:
        start = round(PLAN_MARGIN_MM * PX_PER_MM)
        face = board_print(rng, scene.layout)
        plan[start : start + face.shape[0], start : start + face.shape[1]] = face
        cover[start : start + face.shape[0], start : start + face.shape[1]] = 255
    if scene.cards:
        for number in range(4):
            _paste(
                plan,
                cover,
                card_print(number),
                _square(scene.cards.at_mm[number], DEFAULT.card_mm, float(scene.cards.yaw[number])),
            )
    if scene.token:
        spin = _square(np.asarray(scene.token.at_mm), 2 * _TOKEN_RADIUS_MM, float(rng.uniform(0, 6.3)))
        _paste(plan, cover, token_print(rng), spin, round_=True)
    emblem = rng.random() < 0.25
    for colour, disc in scene.discs.items():
        paint = scene.disc_paints[colour]
        _fill(plan, circle(disc.at_mm, DISC_RADIUS_MM), linear_to_byte(paint * 0.75))
        _fill(plan, circle(disc.at_mm, DISC_RADIUS_MM - 0.6), linear_to_byte(paint))
        if emblem:
            _fill(
                plan, circle(disc.at_mm, 3.5), linear_to_byte(np.clip(paint * rng.choice([0.5, 1.7]), 0, 1))
            )
    return plan, cover
