"""How colours look to other eyes: without red, green or blue cones, and without any colour. No Kivy.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), table
for severity 1.0, on linear RGB. Arrays are (..., 3) float64, red, green, blue, 0..1, as on the screen (sRGB)
unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Colours = npt.NDArray[np.float64]

MACHADO_2009: dict[str, tuple[tuple[float, float, float], ...]] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LUMINANCE = (0.2126, 0.7152, 0.0722)
"""How much each linear channel adds to what is seen as light (Rec. 709, as WCAG takes it)."""


def linear(screen: Colours) -> Colours:
    """Light of screen values (IEC 61966-2-1)."""
    return np.where(screen <= 0.04045, screen / 12.92, ((screen + 0.055) / 1.055) ** 2.4)


def on_screen(light: Colours) -> Colours:
    """Screen values of light; what no screen can show is cut."""
    light = np.clip(light, 0.0, 1.0)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def _by_cones(kind: str) -> Callable[[Colours], Colours]:
    matrix = np.array(MACHADO_2009[kind])
    return lambda screen: on_screen(linear(screen) @ matrix.T)


def grey(screen: Colours) -> Colours:
    """As a photocopier sees it."""
    light: Any = linear(screen) @ np.array(LUMINANCE)
    return on_screen(np.repeat(light[..., None], 3, axis=-1))


EYES: dict[str, Callable[[Colours], Colours]] = {
    "all cones": lambda screen: screen,
    "protan": _by_cones("protan"),
    "deutan": _by_cones("deutan"),
    "tritan": _by_cones("tritan"),
    "grey": grey,
}
"""What each kind of eye sees of a picture."""
