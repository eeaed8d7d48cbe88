"""One picture looked at: a small copy to show, where the board lies, and what the step wants to know.

Runs in the background: pure, and all it needs comes in. In: a photo (H, W, 3) uint8 BGR and what is `Wanted`.
Out: a `Sight`; a picture without a board is an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from app.ui.presenters.camera.views import Picture, Point, Points, Step
from app.ui.presenters.camera.wanted import Wanted
from vision.aruco import find_markers
from vision.config import DEFAULT
from vision.errors import BoardNotFound
from vision.layout import CELL_MM, FRAME_MM, PRINTED, cell_centre_mm, shipped_layouts
from vision.light_meter import SWAP_LEAD, Light, Side, channels_swapped, fit, is_black, measure, side_of
from vision.reader import Reading, normalise, read, see_board
from vision.rectify import Registration
from vision.registration import BOARD_MM, CORNERS_MM
from vision.stillness import motion, small_copy
from vision.types import Floats, Image

SHOWN_PX = 800
"""Longest side of the copy that is shown: as wide as the place for it on a screen of 1280 pixels."""
_SAME_SHARE = 0.0015
"""A board whose corners are found less than this away has not moved: two pixels of a usual picture."""
_BENDS = 9
"""Points of a line of the grid: a lens bends it by a few pixels only."""


@dataclass(frozen=True, eq=False)
class Placed:
    """The board in the picture: `registration` north up, `city` by name, and the grid to be drawn.

    `north` is the side of the picture where the board's north is, `north_at` a point on that side's frame.
    """

    registration: Registration
    city: str
    north: Side
    north_at: Point
    corners: Points
    grid: tuple[Points, ...]

    def shares(self, points_mm: Floats) -> Points:
        """Board millimetres as shares of the picture."""
        lens = self.registration.lens
        return _shares(self.registration.to_photo(points_mm), lens.width_px, lens.height_px)

    def cell(self, name: str) -> Points:
        """The outline of a cell."""
        x, y = cell_centre_mm(name)
        half = CELL_MM / 2
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)])
        return self.shares(square + (x, y))

    def ring(self, name: str) -> Points:
        """A circle in a cell."""
        turn = np.linspace(0, 2 * np.pi, 25)
        return self.shares(np.stack([np.cos(turn), np.sin(turn)], 1) * CELL_MM * 0.42 + cell_centre_mm(name))


@dataclass(frozen=True, eq=False)
class Sight:
    """What was seen. `trouble`: why there is no board, in a sentence; `cut`: it reaches out of the picture.

    `frame_px`: width and height as the camera gave it; `picture` at the reader's size, if it was wanted.
    `exchanged`: red and blue are, in this camera's pictures. `rings`: where the meeples should stand;
    `glare`: outlines of cells in which a lamp is mirrored.
    """

    wanted: Wanted
    shown: Picture
    frame_px: tuple[int, int]
    black: bool = False
    cut: bool = False
    trouble: str = ""
    cards: tuple[Points, ...] = ()
    placed: Placed | None = None
    light: Light | None = None
    glare: tuple[Points, ...] = ()
    reading: Reading | None = None
    exchanged: bool = False
    rings: Mapping[str, Points] = field(default_factory=dict)
    small: Floats | None = None
    moving: bool = True
    picture: Image | None = None


def look(image: Image, wanted: Wanted) -> Sight:
    """Look at one picture."""
    frame_px = (image.shape[1], image.shape[0])
    if wanted.swapped:
        image = np.ascontiguousarray(image[..., ::-1])
    try:
        picture, _ = normalise(image)
    except BoardNotFound as tiny:
        return Sight(wanted, _shown(image), frame_px, trouble=tiny.reason)
    shown = _shown(picture)
    if is_black(picture):
        return Sight(wanted, shown, frame_px, black=True)
    cards = _cards(picture) if wanted.step is Step.AIM else ()
    try:
        placed, reading = _find(picture, wanted)
    except BoardNotFound as missing:
        return Sight(wanted, shown, frame_px, trouble=missing.reason, cards=cards)
    if any(not 0 <= value <= 1 for corner in placed.corners for value in corner):
        return Sight(wanted, shown, frame_px, cut=True, cards=cards)
    small = small_copy(picture)
    light = measure(picture, placed.registration) if wanted.step is Step.LIGHT else None
    return Sight(
        wanted,
        shown,
        frame_px,
        cards=cards,
        placed=placed,
        light=light,
        glare=tuple(placed.cell(cell) for cell in light.glare) if light else (),
        reading=reading,
        exchanged=reading is not None and _exchanged(picture, reading, wanted),
        rings={colour: placed.ring(cell) for colour, cell in wanted.standing.items()},
        small=small,
        moving=wanted.small is None or motion(wanted.small, small) > DEFAULT.motion_grey,
        picture=picture if wanted.keep else None,
    )


def _find(picture: Image, wanted: Wanted) -> tuple[Placed, Reading | None]:
    """The board, and in the steps that ask for them the pieces. Raises BoardNotFound."""
    before = wanted.placed.registration if wanted.placed else None
    size = (picture.shape[1], picture.shape[0])
    corners = None if wanted.corners is None else np.array(wanted.corners) * size
    if wanted.step not in (Step.EMPTY, Step.MEEPLES):
        seen = see_board(picture, shipped_layouts(), corners, before)
        return _placed(seen.registration, seen.city.layout.name, wanted.placed), None
    reading = read(picture, round_start=wanted.standing or None, corners_px=corners, before=before)
    if reading.registration is None or reading.board is None:
        raise BoardNotFound(reading.reason)
    return _placed(reading.registration, reading.board, wanted.placed), reading


def _exchanged(picture: Image, reading: Reading, wanted: Wanted) -> bool:
    """Whether the meeples agree better with where they should stand once red and blue are exchanged."""
    if fit(reading, wanted.standing) > len(wanted.standing) - SWAP_LEAD:
        return False
    other = read(
        np.ascontiguousarray(picture[..., ::-1]), round_start=wanted.standing, before=reading.registration
    )
    return channels_swapped(reading, other, wanted.standing)


def _placed(registration: Registration, city: str, before: Placed | None) -> Placed:
    """The same object as long as nothing has moved, so that nothing is drawn anew."""
    width, height = registration.lens.width_px, registration.lens.height_px

    def shares(points_mm: Floats) -> Points:
        return _shares(registration.to_photo(points_mm), width, height)

    corners = shares(CORNERS_MM)
    if before is not None and before.city == city:
        moved = np.abs(np.array(before.corners) - np.array(corners)).max()
        if moved < _SAME_SHARE:
            return before
    ends = FRAME_MM, BOARD_MM - FRAME_MM
    along = np.linspace(*ends, _BENDS)
    grid = []
    for at in np.linspace(*ends, PRINTED[0] + 1):
        across = np.full(_BENDS, at)
        grid += [shares(np.stack([along, across], 1)), shares(np.stack([across, along], 1))]
    north = (BOARD_MM / 2, FRAME_MM / 2)
    (north_at,) = shares(np.array([north]))
    return Placed(registration, city, side_of(registration, north), north_at, corners, tuple(grid))


def _cards(picture: Image) -> tuple[Points, ...]:
    """The corner cards' markers, as closed outlines."""
    height, width = picture.shape[:2]
    found = find_markers(picture)
    return tuple(_shares(np.vstack([found[n], found[n][:1]]), width, height) for n in range(4) if n in found)


def _shares(points_px: Floats, width: int, height: int) -> Points:
    return tuple((float(x) / width, float(y) / height) for x, y in points_px)


def _shown(picture: Image) -> Picture:
    """A small copy, its rows turned round as textures lie."""
    factor = min(1.0, SHOWN_PX / max(picture.shape[:2]))
    width, height = (max(1, round(side * factor)) for side in (picture.shape[1], picture.shape[0]))
    shown = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    return Picture(np.ascontiguousarray(shown[::-1, :, ::-1]).tobytes(), width, height)
