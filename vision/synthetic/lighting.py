"""Light in a scene: what falls on the table, with soft shadows, what faces send back, what varnish mirrors.

In: a `Scene` and its solids. Out: arrays of linear light, B, G, R, about 1 in the board's middle.
"""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.art import Rng
from vision.synthetic.plan import DISC_RADIUS_MM, circle
from vision.synthetic.scene import BOARD_SIDE_MM, DISC_MM, Lamp, Scene
from vision.synthetic.solids import Solid
from vision.types import Floats, Image

Linear = npt.NDArray[np.float32]
LIGHT_LOW_MM, LIGHT_PX_PER_MM, LIGHT_PX = -420.0, 0.75, 1050
_LAMP_POINTS = 12


def _lamp_points(lamp: Lamp, rng: Rng) -> Floats:
    """(n, 3) points spread over a round lamp that faces the board's middle."""
    towards = lamp.at_mm - np.array([BOARD_SIDE_MM / 2, BOARD_SIDE_MM / 2, 0])
    towards = towards / np.linalg.norm(towards)
    side = np.cross(towards, (0.3, 0.2, 0.9))
    side /= np.linalg.norm(side)
    other = np.cross(towards, side)
    k = np.arange(_LAMP_POINTS)
    radius = lamp.radius_mm * np.sqrt((k + 0.5) / _LAMP_POINTS)
    angle = k * 2.39996 + rng.uniform(0, 6.3)
    return np.asarray(
        lamp.at_mm + (radius * np.cos(angle))[:, None] * side + (radius * np.sin(angle))[:, None] * other,
        np.float64,
    )


def _cast(points: Floats, lamp: Floats) -> Floats:
    """Shadows (n, 2) on the plane of points (n, 3) under a lamp (3,)."""
    reach = lamp[2] / np.maximum(lamp[2] - points[:, 2], 20.0)
    return np.asarray(lamp[:2] + (points[:, :2] - lamp[:2]) * reach[:, None], np.float64)


def _light_px(points_mm: Floats) -> npt.NDArray[np.int32]:
    return np.asarray(np.clip((points_mm - LIGHT_LOW_MM) * LIGHT_PX_PER_MM, -3000, 4000) * 16, np.int32)


def _shadow_mask(scene: Scene, solids: Sequence[Solid], balls: Floats | None, lamp: Floats) -> Image:
    mask = np.zeros((LIGHT_PX, LIGHT_PX), np.uint8)
    for solid in solids:
        polygons = []
        for cap in solid.body.caps:
            polygons.append(_light_px(_cast(cap, lamp)))
        flat = _cast(solid.body.sides.reshape(-1, 3), lamp).reshape(-1, 4, 2)
        polygons += list(_light_px(flat))
        for polygon in polygons:
            cv2.fillPoly(mask, [polygon], 255, cv2.LINE_8, 4)
    for disc in scene.discs.values():
        ring = np.hstack([circle(disc.at_mm, DISC_RADIUS_MM), np.full((40, 1), DISC_MM)])
        cv2.fillPoly(mask, [_light_px(_cast(ring, lamp))], 255, cv2.LINE_8, 4)
    for disc in scene.discs.values():  # a disc's own face is lit; what stands on it is drawn again below
        cv2.fillPoly(mask, [_light_px(circle(disc.at_mm, DISC_RADIUS_MM))], 0, cv2.LINE_8, 4)
    for solid in solids:
        for cap in solid.body.caps:
            cv2.fillPoly(mask, [_light_px(_cast(cap, lamp))], 255, cv2.LINE_8, 4)
        for quad in _light_px(_cast(solid.body.sides.reshape(-1, 3), lamp).reshape(-1, 4, 2)):
            cv2.fillPoly(mask, [quad], 255, cv2.LINE_8, 4)
    if balls is not None:
        at = _cast(balls[:, :3], lamp)
        scale = lamp[2] / np.maximum(lamp[2] - balls[:, 2], 20.0)
        for (x, y), radius in zip(_light_px(at), balls[:, 3] * scale, strict=True):
            cv2.circle(mask, (int(x), int(y)), int(radius * LIGHT_PX_PER_MM * 16), 255, -1, cv2.LINE_8, 4)
    return mask


def light_map(scene: Scene, solids: Sequence[Solid], balls: Floats | None, rng: Rng) -> Linear:
    """(n, n, 3) light that falls on the plane, about 1 in the board's middle."""
    axis = (np.arange(LIGHT_PX) + 0.5) / LIGHT_PX_PER_MM + LIGHT_LOW_MM
    xs, ys = np.meshgrid(axis.astype(np.float32), axis.astype(np.float32))
    footing = np.zeros((LIGHT_PX, LIGHT_PX), np.uint8)
    for solid in solids:
        low = solid.body.outline_points()
        hull = cv2.convexHull(_light_px(low[low[:, 2] < low[:, 2].min() + 9][:, :2]))
        cv2.fillPoly(footing, [hull], 255, cv2.LINE_8, 4)
    if balls is not None:
        for (x, y), ball in zip(_light_px(balls[:, :2]), balls, strict=True):
            if ball[2] < 120:
                cv2.circle(
                    footing, (int(x), int(y)), int(ball[3] * LIGHT_PX_PER_MM * 16), 255, -1, cv2.LINE_8, 4
                )
    near = cv2.GaussianBlur(footing.astype(np.float32) / 255, (0, 0), 4.0 * LIGHT_PX_PER_MM)
    light = (1 - np.float32(0.7) * near)[..., None] * scene.ambient.astype(np.float32)
    for lamp in scene.lamps:
        total = np.zeros((LIGHT_PX, LIGHT_PX), np.float32)
        for point in _lamp_points(lamp, rng):
            total += _shadow_mask(scene, solids, balls, point)
        lit = 1 - cv2.GaussianBlur(total / (255 * _LAMP_POINTS), (0, 0), 0.8)
        light += lit[..., None] * _irradiance(lamp, xs, ys)[..., None] * lamp.colour.astype(np.float32)
    return np.asarray(light, np.float32)


def _irradiance(lamp: Lamp, xs: npt.NDArray[np.float32], ys: npt.NDArray[np.float32]) -> Linear:
    """How much of a lamp's light arrives on a flat place; its power in the board's middle."""
    lx, ly, lz = lamp.at_mm
    middle = np.array([lx - BOARD_SIDE_MM / 2, ly - BOARD_SIDE_MM / 2, lz])
    unit = lz / np.linalg.norm(middle) ** 3
    d2 = (xs - np.float32(lx)) ** 2 + (ys - np.float32(ly)) ** 2 + np.float32(lz**2)
    return np.asarray(lamp.power * lz / d2 / np.sqrt(d2) / unit, np.float32)


def glare(scene: Scene, xs: Linear, ys: Linear, cover: Linear) -> Linear:
    """The lamps mirrored in varnish, (H, W, 3)."""
    small_x, small_y = xs[::8, ::8], ys[::8, ::8]
    eye = scene.camera.centre_mm.astype(np.float32)
    view = np.stack([small_x - eye[0], small_y - eye[1], np.full_like(small_x, -eye[2])], -1)
    view /= np.linalg.norm(view, axis=-1, keepdims=True)
    mirrored = view * np.array([1, 1, -1], np.float32)
    facing = np.clip(-view[..., 2], 0, 1)
    fresnel = 0.25 + 0.75 * (1 - facing) ** 3
    total = np.zeros((*small_x.shape, 3), np.float32)
    for lamp in scene.lamps:
        to = lamp.at_mm.astype(np.float32) - np.stack([small_x, small_y, np.zeros_like(small_x)], -1)
        far = np.linalg.norm(to, axis=-1)
        angle = np.arccos(np.clip((mirrored * to).sum(-1) / far, -1, 1))
        beyond = np.maximum(0, angle - lamp.radius_mm / far)
        size = scene.roughness + lamp.radius_mm / far
        strength = lamp.power * scene.gloss * 0.35 / (scene.roughness**1.2 + 0.02 * size) ** 0.5
        total += (strength * fresnel * np.exp(-((beyond / scene.roughness) ** 2)))[
            ..., None
        ] * lamp.colour.astype(np.float32)
    total += np.float32(0.06 * scene.gloss) * scene.ambient.astype(np.float32)
    size_px = (xs.shape[1], xs.shape[0])
    return np.asarray(
        cv2.resize(total, size_px, interpolation=cv2.INTER_LINEAR) * cover[..., None], np.float32
    )


def face_light(scene: Scene, middles: Floats, normals: Floats) -> Floats:
    """(n, 3) light from faces of white paint."""
    up = 0.55 + 0.45 * normals[:, 2:3]
    light = up * scene.ambient
    for lamp in scene.lamps:
        to = lamp.at_mm - middles
        far = np.linalg.norm(to, axis=1, keepdims=True)
        to = to / far
        middle = lamp.at_mm - np.array([BOARD_SIDE_MM / 2, BOARD_SIDE_MM / 2, 0])
        reach = np.linalg.norm(middle)
        unit = (reach / far) ** 2 * lamp.power / max(0.15, middle[2] / reach)
        facing = np.clip((to * normals).sum(1, keepdims=True), 0, 1)
        light = light + facing * unit * lamp.colour
    return np.asarray(light, np.float64)


def shine_of(scene: Scene, middles: Floats, normals: Floats, eye: Floats) -> Floats:
    """(n, 3) highlights."""
    view = eye - middles
    view /= np.linalg.norm(view, axis=1, keepdims=True)
    light = np.zeros((len(middles), 3))
    for lamp in scene.lamps:
        to = lamp.at_mm - middles
        half = to / np.linalg.norm(to, axis=1, keepdims=True) + view
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        light += np.clip((half * normals).sum(1, keepdims=True), 0, 1) ** 30 * lamp.power * lamp.colour
    return light
