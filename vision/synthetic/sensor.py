"""What a lens and a sensor do to light: blur, shake, vignetting, white balance, noise, tone curve, JPEG.

In: (H, W, 3) float32 linear radiance, B, G, R. Out: the photograph, (H, W, 3) uint8 BGR.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.scene import Scene
from vision.types import Image

Rng = np.random.Generator
Linear = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Take:
    """How one photograph is taken."""

    gains: tuple[float, float, float]
    brightness: float
    noise: float
    defocus_px: float
    shake_px: float
    shake_rad: float
    vignette: float
    contrast: float
    saturation: float
    sharpen: float
    quality: int


def random_take(rng: Rng, scene: Scene) -> Take:
    """Draw lots for a camera and its automatics; they correct the light's colour only in part."""
    hard = scene.light_name.startswith("hard")
    light = scene.ambient + sum(lamp.colour * lamp.power for lamp in scene.lamps)
    light = light / light[1]
    gains = light ** -rng.uniform(0.45, 1.05) * np.exp(rng.normal(0, 0.06, 3))
    blue, green, red = (float(v) for v in gains / gains[1])
    return Take(
        gains=(blue, green, red),
        brightness=float(rng.uniform(0.08, 0.2) if hard else rng.uniform(0.16, 0.36)),
        noise=float(rng.uniform(1.5, 5.0) if hard else rng.uniform(0.3, 2.2)),
        defocus_px=float(rng.uniform(0, 1.4)),
        shake_px=float(rng.uniform(1, 3.5)) if rng.random() < (0.45 if hard else 0.15) else 0.0,
        shake_rad=float(rng.uniform(0, np.pi)),
        vignette=float(rng.uniform(0, 0.3)),
        contrast=float(rng.uniform(-0.15, 0.5)),
        saturation=float(rng.uniform(0.8, 1.25)),
        sharpen=float(rng.uniform(0, 0.8)),
        quality=int(rng.integers(55, 96)),
    )


def _shaken(picture: Linear, length: float, angle: float) -> Linear:
    n = int(np.ceil(length)) * 2 + 3
    kernel = np.zeros((n, n), np.float32)
    for t in np.linspace(-0.5, 0.5, 25):
        x, y = n // 2 + length * t * np.cos(angle), n // 2 + length * t * np.sin(angle)
        kernel[round(y), round(x)] += 1
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)


def expose(radiance: Linear, take: Take, rng: Rng) -> Image:
    """Develop one photograph."""
    h, w = radiance.shape[:2]
    picture = radiance
    if take.defocus_px > 0.2:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), take.defocus_px), np.float32)
    if take.shake_px:
        picture = _shaken(picture, take.shake_px, take.shake_rad)
    ys, xs = np.ogrid[0:h, 0:w]
    r2 = (((xs - w / 2) ** 2 + (ys - h / 2) ** 2) / (w * w + h * h) * 4).astype(np.float32)
    picture = picture * np.array(take.gains, np.float32) * (1 - np.float32(take.vignette) * r2)[..., None]
    middle = picture[h // 8 : -h // 8 : 4, w // 8 : -w // 8 : 4]
    luminance = middle @ np.array([0.0722, 0.7152, 0.2126], np.float32)
    gain = min(
        take.brightness / max(1e-6, float(luminance.mean())),
        1.35 / max(1e-6, float(np.percentile(luminance, 98.5))),
    )
    picture = np.maximum(picture * np.float32(gain), 0)
    grain = rng.standard_normal((h, w, 3), np.float32)
    coarse = cv2.resize(
        rng.standard_normal((h // 2, w // 2, 3), np.float32), (w, h), interpolation=cv2.INTER_LINEAR
    )
    sigma = np.sqrt(picture * np.float32(0.0011 * take.noise) + np.float32((0.0032 * take.noise) ** 2))
    picture = picture + (np.float32(0.6) * grain + np.float32(0.8) * coarse) * sigma
    picture = np.maximum(picture, 0)
    shoulder = 0.75 + 0.25 * (1 - np.exp(-(picture - 0.75) / 0.25 * 0.8))
    picture = np.clip(np.where(picture > 0.75, shoulder, picture), 0, 1)
    tone = np.power(picture, np.float32(1 / 2.2))
    tone = tone + np.float32(2 * take.contrast) * (tone - 0.5) * tone * (1 - tone)
    grey = tone @ np.array([0.0722, 0.7152, 0.2126], np.float32)
    tone = grey[..., None] + (tone - grey[..., None]) * np.float32(take.saturation)
    if take.sharpen:
        tone = tone + np.float32(take.sharpen) * (tone - cv2.GaussianBlur(tone, (0, 0), 1.2))
    byte = (np.clip(tone, 0, 1) * 255 + 0.5).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", byte, [cv2.IMWRITE_JPEG_QUALITY, take.quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def photograph(radiance: Linear, scene: Scene) -> Image:
    """One photograph of a drawn scene, (H, W, 3) uint8 BGR; the scene's seed decides how it is taken."""
    rng = np.random.default_rng(scene.seed + 2)
    return expose(radiance, random_take(rng, scene), rng)
