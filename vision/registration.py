"""Place the board in a photo: roughly from the corner cards, then exactly from the printed frame itself.

In: a photo (H, W, 3) uint8 BGR. Out: a `Registration` (board millimetres to photo pixels), or
`BoardNotFound` with the reason. Cards 0..3 lie north-west, north-east, south-east, south-west and are laid
by hand, so they only say where to look; the frame's outer and inner edges, 19 mm apart, then fix the
mapping.
"""

import dataclasses
from collections.abc import Mapping

import cv2
import numpy as np

from vision.camera_fit import edge_agreement, fit_camera
from vision.config import DEFAULT, Config
from vision.errors import BoardNotFound
from vision.frame_fit import Edges, edge_points, frame_lines
from vision.layout import CELL_MM, FRAME_MM
from vision.rectify import Lens, Registration
from vision.types import Floats, Image

BOARD_MM = 2 * FRAME_MM + 18 * CELL_MM
_FAR_PICTURES = 10  # a corner may lie outside the picture, by a hand's guess, but not this many of its sides
_CAMERA_PASSES = 4  # edge points are looked up anew each time; the slowest of 63 photos settled in three
CORNERS_MM: Floats = np.array([(0, 0), (BOARD_MM, 0), (BOARD_MM, BOARD_MM), (0, BOARD_MM)], np.float64)


def _homography(source: Floats, target: Floats) -> Floats:
    matrix, _ = cv2.findHomography(source.astype(np.float64), target.astype(np.float64), 0)
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
        raise BoardNotFound("The corners found do not form a board.")
    return np.asarray(matrix, np.float64)


def _card_corners_mm(number: int, config: Config) -> Floats:
    sx, sy = [(-1, -1), (1, -1), (1, 1), (-1, 1)][number]
    middle = BOARD_MM / 2
    reach = middle - config.marker_offset_mm
    half = config.marker_mm / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return np.asarray(square + (middle + sx * reach, middle + sy * reach), np.float64)


def from_markers(image: Image, seen: Mapping[int, Floats], config: Config = DEFAULT) -> Registration:
    """First guess from the cards 0..3. Raises `BoardNotFound` when fewer than `min_markers` are seen."""
    lens = Lens(image.shape[1], image.shape[0])
    if len(seen) < config.min_markers:
        raise BoardNotFound(f"Only {len(seen)} of the 4 corner cards can be seen.")
    mm = np.concatenate([_card_corners_mm(n, config) for n in sorted(seen)])
    px = np.concatenate([seen[n] for n in sorted(seen)])
    return Registration(_homography(mm, px), lens, 0.0, "markers")


def from_corners(image: Image, corners_px: Floats) -> Registration:
    """First guess from the frame's outer corners given by hand: (4, 2) pixels, in turn around the board.

    Best NW, NE, SE, SW; from another corner on, or the other way round, the board is named from another side.
    """
    corners = np.asarray(corners_px, np.float64).reshape(4, 2)
    if not (np.abs(corners) < _FAR_PICTURES * max(image.shape[:2])).all():  # nor is no number anywhere near
        raise BoardNotFound("The four corners must lie in the picture or near it.")
    sides = np.roll(corners, -1, axis=0) - corners
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if (turns < 0).all():  # told the other way round
        corners = corners[::-1]
    elif (turns <= 0).any():
        raise BoardNotFound("The four corners must go in turn around the board.")
    return Registration(
        _homography(CORNERS_MM, corners), Lens(image.shape[1], image.shape[0]), 0.0, "corners"
    )


def refine(image: Image, guess: Registration, reach_mm: float, config: Config = DEFAULT) -> Registration:
    """One pass: look for the frame's edges within `reach_mm` of where `guess` puts them.

    Returns the corrected mapping with the quality of its four edges (the weakest side counts).
    """
    corners_mm, quality = frame_lines(image, guess, BOARD_MM, reach_mm)
    ideal = guess.lens.undistort(guess.to_photo(corners_mm))
    return dataclasses.replace(guess, homography=_homography(CORNERS_MM, ideal), quality=quality)


def _edges(image: Image, guess: Registration, config: Config) -> Edges:
    return edge_points(image, guess, BOARD_MM, config.fit_final_mm)


def _off_mm(edges: Edges) -> tuple[float, float, float, float]:
    """How far inward of its plan each side's outer edge is seen: north, east, south, west; the median."""
    off = ((edges.seen_mm - edges.plan_mm) * edges.inward).sum(axis=1)
    sides = [np.abs(edges.inward @ np.array(way) - 1) < 0.5 for way in ((0, 1), (-1, 0), (0, -1), (1, 0))]
    north, east, south, west = (
        float(np.median(off[chosen])) if (chosen := side & ~edges.inner).any() else 0.0 for side in sides
    )
    return north, east, south, west


def fit_whole_camera(image: Image, guess: Registration, config: Config = DEFAULT) -> Registration:
    """Last passes: a camera with lens and pose on single edge points; `quality` is how well they agree."""
    try:
        for _ in range(_CAMERA_PASSES):
            guess = fit_camera(guess, _edges(image, guess, config), config)
    except np.linalg.LinAlgError as error:
        raise BoardNotFound("The corners found do not form a board.") from error
    edges = _edges(image, guess, config)
    return dataclasses.replace(guess, quality=edge_agreement(edges, config), off_mm=_off_mm(edges))


def register(
    image: Image,
    cards: Mapping[int, Floats],
    corners_px: Floats | None = None,
    config: Config = DEFAULT,
) -> Registration:
    """Place the board in `image`, (H, W, 3) uint8 BGR. Raises `BoardNotFound`. Any thread.

    `cards`: corner cards seen, id 0..3 -> (4, 2) pixels, as `aruco.find_markers`. `corners_px`: the frame's
    outer corners NW, NE, SE, SW in pixels, if a person has pointed at them.
    """
    guess = from_markers(image, cards, config) if corners_px is None else from_corners(image, corners_px)
    for reach_mm in config.fit_search_mm:
        guess = refine(image, guess, reach_mm, config)
    fitted = fit_whole_camera(image, guess, config)
    if fitted.quality < config.min_registration_quality:
        raise BoardNotFound("Something like a board is there, but its frame cannot be made out clearly.")
    return fitted


def follow(image: Image, before: Registration, config: Config = DEFAULT) -> Registration | None:
    """Where the board lies now, if it lies where it did or was only nudged; None: look for it anew.

    Looks at strips along the frame only, so it can be asked for every frame of a camera.
    """
    if (before.lens.width_px, before.lens.height_px) != (image.shape[1], image.shape[0]):
        return None
    edges = _edges(image, before, config)
    if edge_agreement(edges, config) < config.min_registration_quality:
        return None
    moved = max(abs(now - then) for now, then in zip(_off_mm(edges), before.off_mm, strict=True))
    if moved < config.nudge_mm:
        return before
    try:
        rough = refine(image, before, config.fit_search_mm[-1], config)
        again = fit_whole_camera(image, rough, config)
    except BoardNotFound:
        return None
    return again if again.quality >= config.min_registration_quality else None
