"""Count loose meeples of six colours in a photograph of a heap.

In: a photo (H, W, 3) uint8 BGR. Out: `Heap`: how many of each colour, each one's place, so that people can
check, and a status. A small network marks the middles of pieces, colour by colour; marks nearer to each other
than a piece is wide are one piece. Any thread may call.
"""

import time
from dataclasses import dataclass

import cv2
import numpy as np

from vision.colours import HEAP_COLOURS
from vision.config import DEFAULT, Config
from vision.errors import BoardNotFound
from vision.network import Array, Network, as_input, fit_into, shipped
from vision.reader import Status, normalise
from vision.types import Image

SIZE = (640, 480)
"""Width and height of the picture that the network looks at."""
_STRIDE = 4
_APART = np.ones((5, 5), np.uint8)


@dataclass(frozen=True)
class Spot:
    """One piece: colour, place in the photo as given (pixels), certainty 0..1."""

    colour: str
    x_px: float
    y_px: float
    confidence: float


@dataclass(frozen=True)
class Heap:
    """`counts` by colour. `spots`: what was counted; `doubtful`: what was counted barely or barely not.

    `status` is "ok", or "unsure" where a spot is doubtful or the picture cannot be used; then `reason` is one
    sentence.
    """

    status: Status
    counts: dict[str, int]
    spots: tuple[Spot, ...]
    doubtful: tuple[Spot, ...]
    elapsed_ms: float
    reason: str = ""


def find_marks(image: Image, network: Network) -> tuple[Array, float]:
    """(6, SIZE[1] / 4, SIZE[0] / 4) log odds of a piece's middle; network pixels per photo pixel."""
    canvas, _, scale = fit_into(image, SIZE)
    (marks,) = network.run(("heap",), photo=as_input(canvas))
    return marks.reshape(len(HEAP_COLOURS), SIZE[1] // _STRIDE, SIZE[0] // _STRIDE), scale


def spots_in(marks: Array, scale: float, config: Config = DEFAULT) -> list[Spot]:
    """Every mark that is at least nearly a piece; of marks close together only the clearest, in one colour.

    `marks` and `scale` as from `find_marks`.
    """
    best = marks.max(axis=0)
    spots = []
    for row, column in np.argwhere(best == cv2.dilate(best, _APART)):
        chance = float(1 / (1 + np.exp(-best[row, column])))
        if chance > config.heap_nearly:
            x, y = ((np.array([column, row]) + 0.5) * _STRIDE / scale - 0.5).tolist()
            colour = HEAP_COLOURS[int(marks[:, row, column].argmax())]
            spots.append(Spot(colour, round(x, 1), round(y, 1), round(chance, 3)))
    return spots


def _reason(doubtful: tuple[Spot, ...]) -> str:
    colours = [colour for colour in HEAP_COLOURS if any(spot.colour == colour for spot in doubtful)]
    return f"Not sure of some {', '.join(colours)} spots." if colours else ""


def count(image_bgr: Image, config: Config = DEFAULT, network: Network | None = None) -> Heap:
    """Count the pieces in a photo (gray and BGRA are accepted). Never raises for what is in the picture."""
    start = time.perf_counter()
    reason = ""
    spots: list[Spot] = []
    try:
        image, factor = normalise(image_bgr, config)
        marks, scale = find_marks(image, network or shipped("heap"))
        spots = spots_in(marks, scale * factor, config)
    except BoardNotFound:
        reason = "The photo is too small to tell pieces apart."
    counted = tuple(spot for spot in spots if spot.confidence >= config.heap_counts)
    doubtful = tuple(spot for spot in spots if spot.confidence < config.heap_sure)
    reason = reason or _reason(doubtful)
    return Heap(
        status=Status.UNSURE if reason else Status.OK,
        counts={colour: sum(spot.colour == colour for spot in counted) for colour in HEAP_COLOURS},
        spots=counted,
        doubtful=doubtful,
        elapsed_ms=round((time.perf_counter() - start) * 1000, 1),
        reason=reason,
    )
