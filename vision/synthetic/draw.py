"""Draw a scene through its lens: the lit plan, the table around it, the pieces that stand on it, a hand.

In: a `Scene`. Out: (H, W, 3) float32 linear radiance, B, G, R; `sensor` makes a photograph of it. Flat things
are seen through one mapping; standing ones are projected face by face, the far ones first. Simple on purpose:
one bounce of light, no reflections of pieces in each other.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.art import PX_PER_MM, Rng
from vision.synthetic.lighting import (
    LIGHT_LOW_MM,
    LIGHT_PX_PER_MM,
    Linear,
    face_light,
    glare,
    light_map,
    shine_of,
)
from vision.synthetic.plan import PLAN_MARGIN_MM, plan_of
from vision.synthetic.props import table_print
from vision.synthetic.scene import Camera, Scene
from vision.synthetic.solids import Solid, arm, solids
from vision.types import Floats

_ZOOM = 3  # pieces are drawn this much larger and shrunk: smooth edges
_BYTE_TO_LINEAR = ((np.arange(256, dtype=np.float32) / 255) ** 2.2).astype(np.float32)


def plane_maps(camera: Camera) -> tuple[Linear, Linear]:
    """For every pixel the board millimetres (x, y) it sees, (H, W) float32 each."""
    step, w, h = 16, camera.width_px, camera.height_px
    us, vs = np.meshgrid(np.arange(0, w + 2 * step, step), np.arange(0, h + 2 * step, step))
    mm = camera.plane_mm(np.stack([us.ravel(), vs.ravel()], 1).astype(np.float64)).reshape(*us.shape, 2)
    mm = np.clip(mm, -4000, 5000).astype(np.float32)
    scale = np.array([[1 / step, 0, 0], [0, 1 / step, 0]], np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    maps = [
        np.asarray(cv2.warpAffine(np.ascontiguousarray(mm[..., i]), scale, (w, h), flags=flags), np.float32)
        for i in (0, 1)
    ]
    return maps[0], maps[1]


def _stand(scene: Scene, picture: Linear, solid: Solid, rng: Rng) -> None:
    """Project one solid onto the picture, in place."""
    camera, eye = scene.camera, scene.camera.centre_mm
    px = camera.project(solid.body.outline_points())
    low = np.floor(px.min(0)).astype(int) - 2
    high = np.ceil(px.max(0)).astype(int) + 3
    low, high = np.maximum(low, 0), np.minimum(high, (camera.width_px, camera.height_px))
    if (high - low < 2).any() or (high - low > 500).any():
        return
    w, h = (int(v) for v in (high - low))
    canvas = np.zeros((h * _ZOOM, w * _ZOOM, 4), np.float32)

    def polygon(points: Floats) -> npt.NDArray[np.int32]:
        return np.asarray(np.rint(((camera.project(points) - low + 0.5) * _ZOOM - 0.5) * 16), np.int32)

    middles = solid.body.sides.mean(1)
    seen = ((eye - middles) * solid.body.side_normals).sum(1) > 0
    light = face_light(scene, middles, solid.body.side_normals)
    gleam = solid.shine * 0.25 * shine_of(scene, middles, solid.body.side_normals, eye)
    order = np.argsort(-np.linalg.norm(eye - middles, axis=1))
    for k in order[seen[order]]:
        colour = light[k] * solid.paint + gleam[k]
        cv2.fillPoly(canvas, [polygon(solid.body.sides[k])], (*colour.tolist(), 1.0), cv2.LINE_8, 4)
    for cap, normal in zip(solid.body.caps, solid.body.cap_normals, strict=True):
        middle = cap.mean(0, keepdims=True)
        if float(((eye - middle) * normal).sum()) <= 0:
            continue
        one = normal[None]
        face = face_light(scene, middle, one)[0]
        gleam_here = solid.shine * 0.25 * shine_of(scene, middle, one, eye)[0]
        cv2.fillPoly(
            canvas, [polygon(cap)], (*(face * solid.paint + gleam_here).tolist(), 1.0), cv2.LINE_8, 4
        )
        for outline, paint in solid.stickers:
            if float(((outline.mean(0) - middle[0]) * normal).sum()) > 0:
                cv2.fillPoly(canvas, [polygon(outline)], (*(face * paint).tolist(), 1.0), cv2.LINE_8, 4)
    small = cv2.resize(canvas, (w, h), interpolation=cv2.INTER_AREA)
    alpha = small[..., 3:]
    grain = 1 + np.float32(0.05) * rng.normal(0, 1, (h, w, 1)).astype(np.float32)
    part = picture[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - alpha) + small[..., :3] * grain


def _draw_hand(scene: Scene, picture: Linear, balls: Floats, bare: Floats) -> None:
    camera, eye = scene.camera, scene.camera.centre_mm
    assert scene.hand is not None
    h, w = picture.shape[0] // 2, picture.shape[1] // 2
    depth = np.full((h, w), np.inf, np.float32)
    normal, skin = np.zeros((h, w, 3), np.float32), np.zeros((h, w), np.float32)
    px = camera.project(balls[:, :3]) / 2
    far = np.linalg.norm(balls[:, :3] - eye, axis=1)
    right, down = camera.rotation[0] * (1, 1, -1), camera.rotation[1] * (1, 1, -1)
    towards = eye - balls[:, :3]
    towards /= np.linalg.norm(towards, axis=1, keepdims=True)
    for k in range(len(balls)):
        if balls[k, 2] > eye[2] - 120:
            continue
        r = balls[k, 3] * camera.focal_px / far[k] / 2
        x0, y0 = np.maximum(np.floor(px[k] - r).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(px[k] + r).astype(int) + 1, (w, h))
        if x1 <= x0 or y1 <= y0:
            continue
        u = (np.arange(x0, x1) - px[k, 0])[None] / r
        v = (np.arange(y0, y1) - px[k, 1])[:, None] / r
        rest = 1 - u**2 - v**2
        z = np.sqrt(np.maximum(rest, 0))
        d = far[k] - balls[k, 3] * z
        nearer = (rest > 0) & (d < depth[y0:y1, x0:x1])
        depth[y0:y1, x0:x1][nearer] = d[nearer]
        n = u[..., None] * right + v[..., None] * down + z[..., None] * towards[k]
        normal[y0:y1, x0:x1][nearer] = n[nearer]
        skin[y0:y1, x0:x1][nearer] = bare[k]
    cover = np.isfinite(depth).astype(np.float32)
    share = cv2.GaussianBlur(cover, (0, 0), 2.0)[..., None] + 1e-4
    normal = cv2.GaussianBlur(normal, (0, 0), 2.0) / share
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True) + 1e-6
    middle = np.array([[scene.hand.tip_mm[0], scene.hand.tip_mm[1], 60.0]])
    light = np.zeros((h, w, 3), np.float32) + (0.55 + 0.45 * normal[..., 2:]) * scene.ambient.astype(
        np.float32
    )
    for lamp in scene.lamps:
        to = lamp.at_mm - middle[0]
        facing = np.clip(normal @ (to / np.linalg.norm(to)).astype(np.float32), 0, 1)
        light += facing[..., None] * np.float32(lamp.power) * lamp.colour.astype(np.float32)
    paint = skin[..., None] * np.array(scene.hand.skin, np.float32) + (1 - skin[..., None]) * np.array(
        scene.hand.sleeve, np.float32
    )
    size = (picture.shape[1], picture.shape[0])
    alpha = cv2.resize(cover, size, interpolation=cv2.INTER_LINEAR)[..., None]
    colour = cv2.resize((light * paint).astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    picture[:] = picture * (1 - alpha) + colour * alpha


def draw(scene: Scene) -> Linear:
    """(H, W, 3) float32 linear radiance of the scene. The same scene gives the same picture."""
    rng = np.random.default_rng(scene.seed + 1)
    plan, cover = plan_of(scene, rng)
    table = table_print(rng, 1024)
    standing = solids(scene)
    reach = arm(scene)
    light = light_map(scene, standing, reach[0] if reach else None, rng)
    xs, ys = plane_maps(scene.camera)
    on_plan = (
        (xs + np.float32(PLAN_MARGIN_MM)) * np.float32(PX_PER_MM) - np.float32(0.5),
        (ys + np.float32(PLAN_MARGIN_MM)) * np.float32(PX_PER_MM) - np.float32(0.5),
    )
    soft = cv2.GaussianBlur(plan, (0, 0), 0.6)
    flat = cv2.remap(soft, *on_plan, cv2.INTER_LINEAR)
    share = cv2.remap(cover, *on_plan, cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    yaw, zoom = rng.uniform(0, 6.3), np.float32(rng.uniform(0.6, 1.4))
    c, s = np.float32(np.cos(yaw)) * zoom, np.float32(np.sin(yaw)) * zoom
    under = cv2.remap(
        table, c * xs - s * ys, s * xs + c * ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    reflectance = _BYTE_TO_LINEAR[flat] * share + _BYTE_TO_LINEAR[under] * (1 - share)
    k = np.float32(LIGHT_PX_PER_MM)
    lit = cv2.remap(
        light,
        (xs - np.float32(LIGHT_LOW_MM)) * k,
        (ys - np.float32(LIGHT_LOW_MM)) * k,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    polish = np.asarray(0.7 * share[..., 0] + 0.3, np.float32)
    picture = np.asarray(reflectance * lit + glare(scene, xs, ys, polish), np.float32)
    eye = scene.camera.centre_mm
    for solid in sorted(
        standing, key=lambda one: -float(np.linalg.norm(one.body.outline_points().mean(0) - eye))
    ):
        _stand(scene, picture, solid, rng)
    if reach:
        _draw_hand(scene, picture, *reach)
    return picture
