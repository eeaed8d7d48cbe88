"""Surfaces made up for what lies around and on a board: table tops and the scene-of-the-crime token.

In: a random generator. Out: (n, n, 3) uint8 sRGB in B, G, R order.
"""

import cv2
import numpy as np

from vision.synthetic.art import Rng, cloud, hsv
from vision.types import Image


def table_print(rng: Rng, size: int) -> Image:
    """A table top, (size, size, 3) uint8: wood, plain, cloth, checks, stripes, stone."""
    kind = rng.integers(7)
    dark = rng.random() < 0.5
    if kind <= 1:
        base = np.array(
            hsv(
                rng.uniform(15, 38),
                rng.uniform(0.3, 0.7),
                rng.uniform(0.2, 0.4) if dark else rng.uniform(0.5, 0.9),
            ),
            np.float32,
        )
        grain = cv2.resize(cloud(rng, size // 2, 16, 3, 2), (size, size), interpolation=cv2.INTER_CUBIC)
        fine = cv2.resize(cloud(rng, 24, size, 40, 3), (size, size), interpolation=cv2.INTER_CUBIC)
        picture = base * (1 + 0.12 * grain + 0.16 * fine)[..., None]
        plank, x = int(rng.integers(size // 12, size // 5)), 0
        while x < size:
            picture[:, x : x + plank] *= rng.uniform(0.8, 1.2)
            picture[:, x : x + 2] *= 0.6
            x += plank
    else:
        base = np.array(
            hsv(
                rng.uniform(0, 360),
                rng.uniform(0, 0.9) * (kind != 2),
                rng.uniform(0.04, 0.4) if dark else rng.uniform(0.4, 0.98),
            ),
            np.float32,
        )
        picture = (
            base
            * (1 + np.float32(rng.uniform(0.02, 0.3)) * cloud(rng, size, size, int(rng.integers(2, 40)), 4))[
                ..., None
            ]
        )
        if kind in (4, 5):
            other = np.array(
                hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.1, 0.95)), np.float32
            )
            step = int(rng.integers(8, 60))
            u, v = np.meshgrid(np.arange(size) // step % 2, np.arange(size) // step % 2)
            mix = (u ^ v if kind == 4 else u).astype(np.float32)[..., None]
            picture = picture * (1 - mix) + other * mix
        picture = picture * (1 + rng.normal(0, rng.uniform(0, 0.12), (size, size, 1)).astype(np.float32))
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def token_print(rng: Rng, size: int = 96) -> Image:
    """The scene-of-the-crime token's face, (size, size, 3) uint8; only its inscribed circle is used."""
    c, aa = size // 2, cv2.LINE_AA
    red = hsv(rng.uniform(-15, 15), rng.uniform(0.7, 1), rng.uniform(0.5, 0.9))
    light = hsv(rng.uniform(0, 60), rng.uniform(0, 0.15), rng.uniform(0.85, 1))
    dark = hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.1, 0.35))
    kind = rng.integers(5)
    face = np.full((size, size, 3), light if kind in (1, 2, 4) else red, np.uint8)
    if kind == 0:
        cv2.circle(face, (c, c), int(c * 0.86), dark, -1, aa)
        cv2.circle(face, (c, c - c // 2), c // 5, light, 3, aa)
        cv2.line(face, (c, c - c // 4), (c, c + c // 4), light, 4, aa)
        for dx, dy in ((-c // 2, -c // 6), (c // 2, -c // 6)):
            cv2.line(face, (c, c - c // 8), (c + dx, c + dy), light, 4, aa)
        for dx in (-c // 3, c // 3):
            cv2.line(face, (c, c + c // 4), (c + dx, c + int(c * 0.7)), light, 4, aa)
    elif kind == 1:
        cv2.circle(face, (c, c), int(c * 0.87), red, max(2, size // 14), aa)
        star = [
            (
                c + (0.68 if k % 2 == 0 else 0.28) * c * np.sin(k * np.pi / 5),
                c - (0.68 if k % 2 == 0 else 0.28) * c * np.cos(k * np.pi / 5),
            )
            for k in range(10)
        ]
        cv2.fillPoly(face, [np.array(star, np.int32)], red, aa)
    elif kind == 2:
        for share, colour in ((0.8, red), (0.58, light), (0.36, red)):
            cv2.circle(face, (c, c), int(c * share), colour, -1, aa)
    elif kind == 3:
        cv2.circle(face, (c, c), int(c * 0.8), light, -1, aa)
        cv2.line(face, (c // 2, c // 2), (c + c // 2, c + c // 2), dark, size // 8, aa)
        cv2.line(face, (c + c // 2, c // 2), (c // 2, c + c // 2), dark, size // 8, aa)
    else:
        cv2.circle(face, (c, c), int(c * 0.9), dark, size // 16, aa)
        cv2.putText(
            face, "!", (c - size // 8, c + size // 4), cv2.FONT_HERSHEY_DUPLEX, size / 48, red, size // 14, aa
        )
    return np.asarray(face, np.uint8)
