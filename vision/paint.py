"""How well each pixel of a top view fits each of the eight paints.

In: (h, w, 3) float32 CIE Lab of the reflectance. Out: per colour a likeness 0..1 (does it look like this
paint at all), and a posterior 0..1 (is it this paint rather than the board's own print). The print is not
known beforehand: its colours are counted in the photo itself, since pieces cover only a fiftieth of the
board.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.light import Lab

COLOURS = ("green", "gray", "blue", "brown", "red", "white", "yellow", "black")

# Middle of each paint in Lab and its spread (L; a and b). Learnt from 40 rendered photographs under four
# lights after `light.reflectance_lab`, rounded; L is spread widest because the faces of a meeple catch the
# lamp unequally.
_PAINTS: dict[str, tuple[tuple[float, float, float], float, float]] = {
    "green": ((50, -38, 29), 13, 11),
    "gray": ((56, 0, 2), 13, 8),
    "blue": ((41, 16, -48), 13, 11),
    "brown": ((36, 14, 20), 13, 8),
    "red": ((47, 54, 35), 13, 11),
    "white": ((86, 1, 3), 13, 8),
    "yellow": ((76, 2, 68), 13, 11),
    "black": ((20, 0, 1), 13, 8),
}
_PIECE_SHARE = 0.01  # share of a board's area one paint may take, taken high so that a rare paint counts
_FLAT_L, _FLAT_AB = 0.5, 0.7  # spreads of a bare disc as a part of those of a whole meeple
_BIN = 6.0  # Lab units per histogram bin
_FLOOR = 1e-7  # density of a colour the print does not show at all

Maps = npt.NDArray[np.float32]


@dataclass(frozen=True)
class PaintMaps:
    """(8, h, w) float32 each, in the order of `COLOURS`.

    `flat` is the posterior of a stricter paint: as it looks on an evenly lit face, such as a bare disc.
    """

    likeness: Maps
    posterior: Maps
    flat: Maps


def _print_density(lab: Lab, inside: tuple[slice, slice]) -> npt.NDArray[np.float32]:
    """(h, w) density, per Lab unit cubed, of each pixel's colour among all pixels of the grid."""
    edges = [np.arange(0, 114, _BIN), np.arange(-90, 97, _BIN), np.arange(-90, 97, _BIN)]
    sizes = [len(edge) - 1 for edge in edges]
    bins = [np.clip(((lab[..., i] - edges[i][0]) / _BIN).astype(np.int32), 0, sizes[i] - 1) for i in range(3)]
    flat = (bins[0] * sizes[1] + bins[1]) * sizes[2] + bins[2]
    count = np.bincount(flat[inside].ravel(), minlength=int(np.prod(sizes))).reshape(sizes).astype(np.float32)
    for axis in range(3):  # a soft histogram: neighbouring bins share
        side = np.roll(count, 1, axis) + np.roll(count, -1, axis)
        count = 0.5 * count + 0.25 * side
    density = count / (count.sum() * _BIN**3) + _FLOOR
    return np.asarray(density.ravel()[flat], np.float32)


def paint_maps(lab: Lab, inside: tuple[slice, slice]) -> PaintMaps:
    """Likeness and posterior of every paint; `inside` cuts the grid of cells out of the view."""
    likeness = np.empty((len(COLOURS), *lab.shape[:2]), np.float32)
    weighted, flat = np.empty_like(likeness), np.empty_like(likeness)
    for i, colour in enumerate(COLOURS):
        middle, spread_l, spread_ab = _PAINTS[colour]
        off = (lab - np.array(middle, np.float32)) / np.array([spread_l, spread_ab, spread_ab], np.float32)
        likeness[i] = np.exp(-0.5 * np.einsum("hwc,hwc->hw", off, off))
        strict = (spread_l * _FLAT_L, spread_ab * _FLAT_AB)
        weight = _PIECE_SHARE / ((2 * np.pi) ** 1.5 * strict[0] * strict[1] ** 2)
        near = (off[..., 0] / _FLAT_L) ** 2 + ((off[..., 1] ** 2 + off[..., 2] ** 2) / _FLAT_AB**2)
        flat[i] = np.exp(-0.5 * near) * weight
        weighted[i] = likeness[i] * (_PIECE_SHARE / ((2 * np.pi) ** 1.5 * spread_l * spread_ab**2))
    print_share = _print_density(lab, inside)
    return PaintMaps(
        likeness,
        weighted / (weighted.sum(axis=0) + print_share),
        flat / (flat.sum(axis=0) + print_share),
    )
