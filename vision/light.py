"""Take the light out of a top view: what remains is how bright and what colour the paint itself is.

In: a top view (h, w, 3) uint8 BGR and, if cards are seen, their white. Out: `Surface`: (h, w, 3) float32
CIE Lab of the reflectance (L 0..100, white paper about 95). Two steps: brightness that changes slowly over
the board (a lamp at one side) is a quadratic fitted to the cells' medians; the colour and level of white
come from the paper of the corner cards, or without cards from the brightest letters printed on the frame.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.config import DEFAULT, Config
from vision.layout import CELL_MM, FRAME_MM
from vision.rectify import Registration
from vision.types import Floats, Image

Lab = npt.NDArray[np.float32]

_PAPER = 0.91  # reflectance of white card, linear
_LETTERS = np.array([0.62, 0.76, 0.81])  # linear BGR of the cream letters on the frame


@dataclass(frozen=True)
class Light:
    """White level: linear BGR (3,) a perfect white would have at the board's middle; `field` (h, w) relative

    brightness over the view, about 1; `trusted`: measured on cards, not guessed from letters.
    """

    white: Floats
    field: npt.NDArray[np.float32]
    trusted: bool


def linear(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """sRGB bytes to linear light 0..1, same shape."""
    table = np.arange(256) / 255
    table = np.where(table <= 0.04045, table / 12.92, ((table + 0.055) / 1.055) ** 2.4)
    return np.asarray(table.astype(np.float32)[image], np.float32)


def _design(x: Floats, y: Floats) -> Floats:
    """Quadratic in board coordinates scaled to -1..1."""
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


def light_field(view: npt.NDArray[np.float32], px_per_mm: float, margin_mm: float) -> npt.NDArray[np.float32]:
    """Slow change of brightness over the view, (h, w), 1 at the middle; robust against pieces and a hand."""
    luminance = view @ np.array([0.072, 0.715, 0.213], np.float32)
    start = FRAME_MM + margin_mm
    side = int(CELL_MM * px_per_mm * 18)
    first = int(start * px_per_mm)
    inner = luminance[first : first + side, first : first + side]
    small = cv2.resize(inner, (54, 54), interpolation=cv2.INTER_AREA)
    value = np.log(
        np.maximum(np.median(small.reshape(18, 3, 18, 3).swapaxes(1, 2).reshape(18, 18, 9), 2), 1e-3)
    )
    grid = (np.arange(18) - 8.5) / 9
    x, y = np.meshgrid(grid, grid)
    rows, target = _design(x.ravel(), y.ravel()), value.ravel().astype(np.float64)
    weight = np.ones_like(target)
    fit = np.zeros(6)
    for _ in range(8):
        root = np.sqrt(weight)[:, None]
        fit = np.linalg.lstsq(rows * root, target * root[:, 0], rcond=None)[0]
        off = target - rows @ fit
        spread = 1.5 * np.median(np.abs(off)) + 0.02
        weight = 1 / (1 + (off / (1.5 * spread)) ** 2)
    h, w = luminance.shape
    middle = start + 9 * CELL_MM
    xs = ((np.arange(w) + 0.5) / px_per_mm - middle) / (9 * CELL_MM)
    ys = ((np.arange(h) + 0.5) / px_per_mm - middle) / (9 * CELL_MM)
    gx, gy = np.meshgrid(xs, ys)
    return np.asarray(np.exp(_design(gx, gy)[..., 1:] @ fit[1:]), np.float32)


def card_white(image: Image, quad: Floats) -> Floats | None:
    """(3,) linear BGR of white by the paper around one card's black square; None when out of the picture."""
    ring = (quad - quad.mean(0)) * 1.13 + quad.mean(0)  # the middle of the 5 mm quiet zone
    along = np.linspace(0, 1, 12, endpoint=False)[:, None]
    points = np.concatenate([a + (b - a) * along for a, b in zip(ring, np.roll(ring, -1, 0), strict=True)])
    x, y = np.rint(points).astype(int).T
    keep = (x >= 0) & (y >= 0) & (x < image.shape[1]) & (y < image.shape[0])
    if keep.sum() < len(points) / 2:
        return None
    return np.asarray(np.median(linear(image[y[keep], x[keep]]), axis=0) / _PAPER, np.float64)


def _cards_in_place(
    registration: Registration, quads: Mapping[int, Floats], board_mm: float, config: Config
) -> dict[int, Floats]:
    """Only the cards that lie where a card belongs: print can look like a marker."""
    low, high = config.marker_offset_mm, board_mm - config.marker_offset_mm
    home = {0: (low, low), 1: (high, low), 2: (high, high), 3: (low, high)}
    return {
        n: quad
        for n, quad in quads.items()
        if n in home
        and np.hypot(*(registration.to_board(quad.mean(0)[None])[0] - home[n])) < config.marker_slack_mm
    }


def letter_white(view: Image, px_per_mm: float, margin_mm: float, board_mm: float) -> Floats:
    """(3,) linear BGR of white, guessed from the brightest print on the frame."""
    a, b = round((margin_mm + 3.5) * px_per_mm), round((margin_mm + FRAME_MM - 3.5) * px_per_mm)
    low, high = (
        round((margin_mm + FRAME_MM) * px_per_mm),
        round((margin_mm + board_mm - FRAME_MM) * px_per_mm),
    )
    bands = []
    for turn in range(4):
        bands.append(np.rot90(view, turn)[a:b, low:high].reshape(-1, 3))
    pixels = linear(np.concatenate(bands))
    brightness = pixels.sum(1)
    top = pixels[brightness >= np.percentile(brightness, 97)]
    return np.asarray(np.median(top, axis=0) / _LETTERS, np.float64)


def measure_light(
    image: Image,
    view: Image,
    registration: Registration,
    quads: Mapping[int, Floats],
    px_per_mm: float,
    margin_mm: float,
    board_mm: float,
    config: Config = DEFAULT,
) -> Light:
    """Work out the light from the photo's cards (or the frame's letters) and the cells' brightness."""
    field = light_field(linear(view), px_per_mm, margin_mm)
    placed = _cards_in_place(registration, quads, board_mm, config)
    levels = []
    for quad in placed.values():
        white = card_white(image, quad)
        if white is not None:
            at = ((registration.to_board(quad.mean(0)[None])[0] + margin_mm) * px_per_mm).astype(int)
            x, y = np.clip(at, 0, np.array(field.shape)[::-1] - 1)
            levels.append(white / float(field[y, x]))
    if levels:
        return Light(np.median(np.array(levels), axis=0), field, True)
    return Light(letter_white(view, px_per_mm, margin_mm, board_mm), field, False)


def reflectance_lab(view: Image, light: Light) -> Lab:
    """(h, w, 3) float32 CIE Lab of the paint; values beyond paper white are cut at 1.3 times."""
    bgr = linear(view) / (light.white.astype(np.float32) * light.field[..., None])
    bgr = np.clip(bgr, 0, 1.3)
    # cv2 expects gamma coded floats for BGR2Lab; the L variant takes linear light.
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_LBGR2Lab), np.float32)
