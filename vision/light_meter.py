"""Is the picture good enough to read? Brightness, clipping, colour, reflections and sharpness of the board.

In: a photo (H, W, 3) uint8 BGR and where the board lies in it. Out: a `Light`, and what is wrong with it, the
worst first. Sides are those of the picture, as a person sees it on the screen. Pure functions on arrays.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from vision.cell_view import CELL_PX, GRID, cell_view
from vision.layout import CELL_MM, FRAME_MM
from vision.reader import Reading
from vision.rectify import Registration, cut
from vision.registration import BOARD_MM
from vision.types import Floats, Image


@dataclass(frozen=True)
class Limits:
    """What is still good. Measured on the labelled photographs under `tests/photos`, as each value says."""

    dark_grey: float = 80.0
    """Least brightness: 106 to 254 there, the darkest in a dim room; three quarters of that."""
    clipped_share: float = 0.05
    """Most pixels with two colours at their end: below 0.006 there; warm light takes red alone that far."""
    uneven: float = 0.55
    """Least brightness of the darkest side against the brightest: 0.67 there with one lamp at the side."""
    yellow: float = -1.3
    """Blue against green in stops (factors of two), -0.80 to 0.11 there: a tungsten lamp is the lowest."""
    blue: float = 0.6
    red: float = 0.8
    """Red against green in stops, -0.15 to 0.37 there."""
    green: float = -0.6
    glare_grey: float = 225.0
    """A pixel whose three colours are all brighter shows the lamp: no print there is so bright."""
    glare_share: float = 0.3
    """A cell with so many of those pixels counts: one white piece at most does in the photographs..."""
    glare_cells: int = 2
    """...so a reflection is at least two cells that touch; the one there has 27."""
    glare_most: float = 0.2
    """More of the board is no reflection: the whole picture is too bright."""
    blur_mm: float = 1.5
    """Width of a printed edge as a standard deviation: 0.31 to 0.97 there, 1.6 to 1.8 when the pictures are
    blurred by 2 pixels, which costs readings; grain of 6 grey levels moves it by less than 0.15."""
    edge_grey: float = 25.0
    """A printed edge counts when it is a step of so many grey levels: four times the worst grain."""
    edge_count: int = 20
    """Fewer such edges tell nothing; at least 150 are seen there."""


LIMITS = Limits()
SWAP_LEAD = 1.5
"""Meeples: on labelled photographs half of the eight are right with their channels exchanged, else all."""
BLACK_GREY = 30.0
"""Brightest hundredth of a picture that shows nothing: a sensor's noise without light stays below."""


class Side(StrEnum):
    """A side of the picture."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"
    MIDDLE = "middle"


class Fault(StrEnum):
    """What is wrong with a picture, the worst first."""

    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    GLARE = "glare"
    UNEVEN = "uneven"
    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"
    GREEN = "green"


@dataclass(frozen=True)
class Light:
    """What was measured on the board in one photo.

    `brightness`: 0..255, the 90th percentile of each pixel's brightest colour. `clipped`: share of pixels
    with two colours at their end, the reflection apart. `evenness`: brightness of the darkest side of the
    board, `dark_side`, against the brightest, 0..1. `red`, `blue`: mean against green, in stops. `glare`:
    cells of the largest reflection, the one in its middle first; `glare_side` is where it lies. `blur_mm`:
    standard deviation of a printed edge's width; None when no edge can be made out.
    """

    brightness: float
    clipped: float
    evenness: float
    dark_side: Side
    red: float
    blue: float
    glare: tuple[str, ...]
    glare_side: Side
    blur_mm: float | None

    def faults(self, limits: Limits = LIMITS) -> tuple[Fault, ...]:
        """Everything outside the limits, in the order in which it should be put right."""
        too_bright = self.clipped > limits.clipped_share
        found = {
            Fault.DARK: self.brightness < limits.dark_grey,
            Fault.BRIGHT: too_bright,
            Fault.BLURRED: self.blur_mm is not None and self.blur_mm > limits.blur_mm,
            Fault.GLARE: bool(self.glare) and not too_bright,
            Fault.UNEVEN: self.evenness < limits.uneven,
            Fault.YELLOW: self.blue < limits.yellow,
            Fault.BLUE: self.blue > limits.blue,
            Fault.RED: self.red > limits.red,
            Fault.GREEN: self.red < limits.green,
        }
        return tuple(fault for fault in Fault if found[fault])


def is_black(image: Image) -> bool:
    """Whether nothing can be seen at all: a cap on the lens, or a room without light."""
    return float(np.percentile(image[::4, ::4], 99)) < BLACK_GREY


def side_of(registration: Registration, point_mm: tuple[float, float]) -> Side:
    """Where in the picture a point of the board lies, seen from the board's middle."""
    middle = (BOARD_MM / 2, BOARD_MM / 2)
    seen = registration.to_photo(np.array([middle, point_mm]))
    right, down = seen[1] - seen[0]
    if np.hypot(*(np.array(point_mm) - middle)) < BOARD_MM / 6:
        return Side.MIDDLE
    if abs(right) > abs(down):
        return Side.RIGHT if right > 0 else Side.LEFT
    return Side.BOTTOM if down > 0 else Side.TOP


def measure(image: Image, registration: Registration, limits: Limits = LIMITS) -> Light:
    """Measure the board in `image`, (H, W, 3) uint8 BGR."""
    cells = cell_view(image, registration)[CELL_PX:-CELL_PX, CELL_PX:-CELL_PX]
    bright = cells.max(axis=2)
    evenness, dark_mm = _evenness(bright)
    glare, glare_mm = _glare(cells, limits)
    clipped = np.sort(cells, axis=2)[..., 1] >= 250
    for cell in glare:
        row, column = (ord(letter) - 65 for letter in (cell[1], cell[0]))
        clipped[row * CELL_PX : (row + 1) * CELL_PX, column * CELL_PX : (column + 1) * CELL_PX] = False
    means = cells.reshape(-1, 3).mean(axis=0) + 1.0
    return Light(
        brightness=float(np.percentile(bright, 90)),
        clipped=float(clipped.mean()),
        evenness=evenness,
        dark_side=side_of(registration, dark_mm),
        red=float(np.log2(means[2] / means[1])),
        blue=float(np.log2(means[0] / means[1])),
        glare=glare,
        glare_side=side_of(registration, glare_mm),
        blur_mm=_blur_mm(image, registration, limits),
    )


def _evenness(bright: Image) -> tuple[float, tuple[float, float]]:
    """Darkest side against brightest, a third of the board each, and where the darkest is in mm."""
    third = bright.shape[0] // 3
    sides = {
        (BOARD_MM / 2, 0.0): bright[:third],
        (BOARD_MM / 2, BOARD_MM): bright[-third:],
        (0.0, BOARD_MM / 2): bright[:, :third],
        (BOARD_MM, BOARD_MM / 2): bright[:, -third:],
    }
    medians = {at: float(np.median(part)) for at, part in sides.items()}
    darkest = min(medians, key=lambda at: medians[at])
    return (medians[darkest] + 1) / (max(medians.values()) + 1), darkest


def _glare(cells: Image, limits: Limits) -> tuple[tuple[str, ...], tuple[float, float]]:
    """Cells of the largest reflection, its middle one first, and where that is in mm."""
    count = GRID - 2
    blown = (cells.min(axis=2) >= limits.glare_grey).reshape(count, CELL_PX, count, CELL_PX).mean(axis=(1, 3))
    hit = (blown >= limits.glare_share).astype(np.uint8)
    _, labels, stats, middles = cv2.connectedComponentsWithStats(hit, connectivity=8)
    sizes = stats[1:, cv2.CC_STAT_AREA]
    if hit.mean() > limits.glare_most or not len(sizes) or sizes.max() < limits.glare_cells:
        return (), (BOARD_MM / 2, BOARD_MM / 2)
    largest = int(sizes.argmax()) + 1
    rows, columns = np.nonzero(labels == largest)
    away = np.hypot(columns - middles[largest][0], rows - middles[largest][1])
    order = np.argsort(away, kind="stable")
    names = tuple(chr(65 + int(columns[k])) + chr(65 + int(rows[k])) for k in order)
    x, y = (float(FRAME_MM + CELL_MM * (value + 0.5)) for value in middles[largest])
    return names, (x, y)


_STEP_MM = 0.4
_STATIONS, _COLUMNS = 44, 8  # places along a side, and samples averaged at each: grain falls to a third
_REACH_MM = 6.0
_NEAR = 8  # steps on each side of the steepest place that belong to its edge: 3 mm, as the frame is 19 wide
_DEVIATION = 1 / np.sqrt(2 * np.pi)  # of a blurred step: its height over its steepest slope, times this


def _strip(image: Image, registration: Registration, side: int) -> Floats:
    """(stations, depths) brightness across the frame of one side, from outside to inside."""
    depths = int((FRAME_MM + 2 * _REACH_MM) / _STEP_MM)
    along = BOARD_MM / (_STATIONS * _COLUMNS)
    ways = {0: ((1, 0), (0, 1)), 1: ((0, 1), (-1, 0)), 2: ((-1, 0), (0, -1)), 3: ((0, -1), (1, 0))}
    right, inward = (np.array(way, np.float64) for way in ways[side])
    corner = np.full(2, BOARD_MM / 2) - (right + inward) * BOARD_MM / 2
    first = corner + right * along / 2 - inward * _REACH_MM
    x, y = first
    (rx, ry), (dx, dy) = right * along, inward * _STEP_MM
    strip = cut(image, registration, (x, y), (rx, ry), (dx, dy), (_STATIONS * _COLUMNS, depths))
    means = strip.mean(axis=2).reshape(depths, _STATIONS, _COLUMNS).mean(axis=2)
    return np.asarray(means.T, np.float64)


def _blur_mm(image: Image, registration: Registration, limits: Limits) -> float | None:
    """Median width of the frame's printed edges, both of each side."""
    widths: list[float] = []
    for side in range(4):
        slopes = np.diff(_strip(image, registration, side), axis=1)
        middle = slopes.shape[1] // 2
        for part in (slopes[:, :middle], slopes[:, middle:]):
            for row in part:
                steepest = int(np.abs(row).argmax())
                edge = row[max(0, steepest - _NEAR) : steepest + _NEAR + 1]
                height = abs(float(edge.sum()))
                if height >= limits.edge_grey:
                    widths.append(height / abs(float(row[steepest])) * _STEP_MM * _DEVIATION)
    return float(np.median(widths)) if len(widths) >= limits.edge_count else None


def fit(reading: Reading, standing: Mapping[str, str]) -> float:
    """How many meeples are read where they are known to stand (colour -> cell), each as surely as it is."""
    return sum(reading.confidence[c] for c, cell in standing.items() if reading.meeples.get(c) == cell)


def channels_swapped(seen: Reading, exchanged: Reading, standing: Mapping[str, str]) -> bool:
    """Whether a camera exchanges red and blue: the picture agrees better once they are exchanged in it.

    `exchanged` is the reading of that. People who put two meeples into each other's place spoil two
    colours, a camera spoils half of them, so they cannot be mixed up.
    """
    return fit(exchanged, standing) > fit(seen, standing) + SWAP_LEAD
