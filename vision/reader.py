"""The whole pipeline: one photo in, one `Reading` out.

In: a photo (H, W, 3) uint8 BGR, optionally the board's layout, a photo of the empty board, the round's
start, where the board lay a moment ago. Out: where every piece stands, how sure that is, and a status. Not
finding the board is an answer, not an error. Deterministic; opens nothing but the shipped networks; any
thread may call.
"""

import dataclasses
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum

import cv2
import numpy as np

from vision.aruco import find_markers
from vision.camera_pose import estimate_pose
from vision.cell_view import cell_view, lean_of
from vision.cells import CellScores, look_again, score_cells, turned
from vision.change import change_per_cell
from vision.city import CityFit, fit_city
from vision.colours import COLOURS
from vision.config import DEFAULT, Config
from vision.decide import Known, Pieces, decide
from vision.errors import BoardNotFound
from vision.finder import find_corners
from vision.layout import CELL_MM, BoardLayout, shipped_layouts
from vision.rectify import Registration
from vision.registration import BOARD_MM, follow, register
from vision.types import Floats, Image


class Status(StrEnum):
    """How far a reading may be trusted."""

    OK = "ok"
    UNSURE = "unsure"
    NO_BOARD = "no-board"
    HAND = "hand"


@dataclass(frozen=True)
class Reading:
    """One photo's pieces. Cells by colour; None: not seen on the board. `confidence` 0..1 per colour.

    `second`: where each meeple may stand instead. `lying`: colours that are knocked over. `registration` is
    north up: hand it to the next reading of the same camera.
    """

    status: Status
    meeples: dict[str, str | None]
    discs: dict[str, str | None]
    target: str | None
    confidence: dict[str, float]
    elapsed_ms: float
    reason: str = ""
    board: str | None = None
    second: dict[str, str | None] = field(default_factory=dict)
    lying: tuple[str, ...] = ()
    stage_ms: dict[str, float] = field(default_factory=dict)
    registration: Registration | None = None


@dataclass(frozen=True)
class Seen:
    """The board of one photo, north up: where it lies, its flattened view, what the network made of it."""

    registration: Registration
    view: Image
    scores: CellScores
    city: CityFit


class _Clock:
    """Milliseconds of each stage, for the evaluation's table."""

    def __init__(self) -> None:
        self._start = self._last = time.perf_counter()
        self.stages: dict[str, float] = {}

    def stage(self, name: str) -> None:
        now = time.perf_counter()
        self.stages[name] = round(self.stages.get(name, 0.0) + (now - self._last) * 1000, 2)
        self._last = now

    def total_ms(self) -> float:
        return round((time.perf_counter() - self._start) * 1000, 1)


def normalise(image: Image, config: Config = DEFAULT) -> tuple[Image, float]:
    """Bring a picture to (H, W, 3) BGR of working size; returns it with the factor it was scaled by.

    Accepts (H, W) and (H, W, 1) gray and (H, W, 4) BGRA. Raises `BoardNotFound` when nothing could be read
    in it.
    """
    if image.dtype != np.uint8 or image.ndim not in (2, 3) or image.size == 0:
        raise BoardNotFound("This is not a photograph.")
    if image.ndim == 2 or image.shape[2] == 1:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    elif image.shape[2] == 4:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR), np.uint8)
    elif image.shape[2] != 3:
        raise BoardNotFound("This is not a photograph.")
    if min(image.shape[:2]) < config.min_side_px:
        raise BoardNotFound("The photo is too small to tell the cells apart.")
    factor = min(1.0, config.work_side_px / max(image.shape[:2]))
    if factor < 1:
        image = np.asarray(
            cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
    return image, factor


def places(
    image: Image, corners_px: Floats | None, before: Registration | None, config: Config, clock: _Clock
) -> Iterator[Registration]:
    """Where the board may lie: where it lay before, by corners pointed at or by cards, by its own looks.

    A board pushed by the width of its frame, or away from its cards, still shows edges where edges were, so
    the print has the last word; it also tells which way round the board lies. Raises `BoardNotFound` when the
    last way finds nothing.
    """
    if before is not None:
        found = follow(image, before, config)
        clock.stage("registration")
        if found is not None:
            yield found
    if corners_px is not None:
        found = register(image, {}, corners_px, config)
        clock.stage("registration")
        yield found
        return
    seen = {n: quad for n, quad in find_markers(image).items() if n in (0, 1, 2, 3)}
    clock.stage("markers")
    if len(seen) >= config.min_markers:
        found = None
        with suppress(BoardNotFound):  # cards laid anywhere: the board itself may still be plain to see
            found = register(image, seen, None, config)
        clock.stage("registration")
        if found is not None:
            yield found
    corners = find_corners(image)
    clock.stage("search")
    found = register(image, {}, corners, config)
    clock.stage("registration")
    yield found


def _score(image: Image, registration: Registration, config: Config) -> tuple[Image, CellScores]:
    view = cell_view(image, registration)
    return view, score_cells(view, lean_of(estimate_pose(registration, config)))


def _identify(
    image: Image, registration: Registration, layouts: Sequence[BoardLayout], config: Config, clock: _Clock
) -> Seen:
    """Make sure which city lies there, which way round, and that no cell is off. Raises `BoardNotFound`."""
    view, scores = _score(image, registration, config)
    clock.stage("network")
    city = fit_city(scores, layouts)
    registration = registration.turned(city.turns, BOARD_MM)
    if city.shift == (0, 0):
        view, scores = np.ascontiguousarray(np.rot90(view, city.turns)), turned(scores, city.turns)
    else:
        down, right = city.shift
        registration = registration.shifted(right * CELL_MM, down * CELL_MM)
        view, scores = _score(image, registration, config)
        city = fit_city(scores, layouts, (0,))
    clock.stage("city")
    if city.fit < config.least_city_fit or city.lead < config.least_city_lead or city.shift != (0, 0):
        raise BoardNotFound("The print of the board does not fit any city known here.")
    return Seen(registration, view, scores, city)


def _sightings(
    image: Image,
    layouts: Sequence[BoardLayout],
    corners_px: Floats | None,
    before: Registration | None,
    config: Config,
    clock: _Clock,
) -> Iterator[Seen]:
    """The board in each place where it is found. Raises `BoardNotFound` at the end, with the last reason."""
    missing = None
    for registration in places(image, corners_px, before, config, clock):
        try:
            seen = _identify(image, registration, layouts, config, clock)
        except BoardNotFound as error:
            missing = error
            continue
        yield seen
    if missing is not None:
        raise missing


def see_board(
    image: Image,
    layouts: Sequence[BoardLayout],
    corners_px: Floats | None = None,
    before: Registration | None = None,
    config: Config = DEFAULT,
) -> Seen:
    """Find the board, whoever's hand is over it. `image` as from `normalise`. Raises `BoardNotFound`."""
    for seen in _sightings(image, layouts, corners_px, before, config, _Clock()):
        return seen
    raise BoardNotFound("There is no board in the picture.")


def flatten_empty(
    reference_bgr: Image,
    board: BoardLayout | None = None,
    corners_px: Floats | None = None,
    config: Config = DEFAULT,
) -> Image | None:
    """Flatten a photo of the empty board, once for many readings of the same camera; None: no board in it.

    In and out as in `read`: (H, W, 3) uint8 BGR, and a view (VIEW_PX, VIEW_PX, 3) uint8 BGR, north up.
    """
    layouts = [board] if board else list(shipped_layouts())
    try:
        image, factor = normalise(reference_bgr, config)
        corners = None if corners_px is None else np.asarray(corners_px, np.float64).reshape(4, 2) * factor
        return see_board(image, layouts, corners, None, config).view
    except BoardNotFound:
        return None  # the reference helps; the photo alone must do without


def _none() -> dict[str, str | None]:
    return dict.fromkeys(COLOURS)


def _where(cell: str | None) -> str:
    return cell or "not on the board"


def _hand(scores: CellScores, config: Config) -> bool:
    """Whether a hand, or a sleeve, is over the board."""
    return int((scores.map("hand") > config.hand_share).sum()) >= config.hand_cells


def _see(
    image: Image,
    layouts: Sequence[BoardLayout],
    corners_px: Floats | None,
    before: Registration | None,
    config: Config,
    clock: _Clock,
) -> Seen:
    """The board in the first place that shows no hand over it, else in the first. Raises `BoardNotFound`."""
    first = None
    try:
        for seen in _sightings(image, layouts, corners_px, before, config, clock):
            if not _hand(seen.scores, config):
                return seen
            first = first or seen
    except BoardNotFound:
        if first is None:
            raise
    if first is None:
        raise BoardNotFound("There is no board in the picture.")
    return first


def _colourless(view: Image, config: Config) -> bool:
    """Whether the picture is black and white: shades of gray do not tell a red meeple from a blue one."""
    return float((view.max(axis=2) - view.min(axis=2)).mean()) < config.least_chroma


def _judge(pieces: Pieces, hand: bool, colourless: bool, config: Config) -> tuple[Status, str]:
    if hand:
        return Status.HAND, "Something reaches over the board."
    if colourless:
        return Status.UNSURE, "The picture has no colours; the camera may be set to black and white."
    doubtful = [c for c, p in pieces.confidence.items() if p < config.sure_confidence]
    if doubtful:
        told = (f"{c} ({_where(pieces.meeples[c])} or {_where(pieces.second[c])})" for c in doubtful)
        return Status.UNSURE, f"Not sure of {', '.join(told)}."
    if pieces.unnamed:
        return Status.UNSURE, f"Something stands on {', '.join(pieces.unnamed)} that is no meeple known."
    if pieces.lying:
        return Status.UNSURE, f"Lying on its side: {', '.join(pieces.lying)}."
    return Status.OK, ""


def _settle(seen: Seen, known: Known, config: Config) -> Pieces:
    """Decide where the pieces are; where that leaves a doubt, look again.

    What the looks differ about stays unsure.
    """
    first = decide(seen.scores, seen.city.layout, known, config)
    if min(first.confidence.values()) >= config.clear_confidence or _hand(seen.scores, config):
        return first
    scores = look_again(seen.view, lean_of(estimate_pose(seen.registration, config)), seen.scores)
    second = decide(scores, seen.city.layout, known, config)
    confidence = {
        colour: p if second.meeples[colour] == first.meeples[colour] else min(p, config.doubt_cap)
        for colour, p in second.confidence.items()
    }
    return dataclasses.replace(second, confidence=confidence)


def read(
    image_bgr: Image,
    board: BoardLayout | None = None,
    *,
    reference_bgr: Image | None = None,
    empty_view: Image | None = None,
    round_start: Mapping[str, str] | None = None,
    likely: Mapping[str, Collection[str]] | None = None,
    corners_px: Floats | None = None,
    before: Registration | None = None,
    config: Config = DEFAULT,
) -> Reading:
    """Read one photo, (H, W, 3) uint8 BGR (gray and BGRA are accepted).

    `board`: which city lies on the table; without it the print decides between the shipped ones.
    `reference_bgr`: the same table with the empty board, which tells print from pieces; `empty_view`: the
    same, as `flatten_empty` made it earlier. `round_start`: colour -> cell where the discs lie. `likely`:
    colour -> cells where its meeple may well stand, as where it stood and where a legal move takes it; it
    tips the scale only where the picture leaves a doubt.
    `corners_px`: (4, 2) outer frame corners by hand, in turn around the board. `before`: the registration of
    the last reading. Never raises for what is in the picture.
    """
    clock = _Clock()
    layouts = [board] if board else list(shipped_layouts())
    try:
        image, factor = normalise(image_bgr, config)
        corners = None if corners_px is None else np.asarray(corners_px, np.float64).reshape(4, 2) * factor
        seen = _see(image, layouts, corners, before, config, clock)
        if empty_view is None and reference_bgr is not None:
            empty_view = flatten_empty(reference_bgr, board, corners_px, config)
        change = None if empty_view is None else change_per_cell(seen.view, empty_view, config)
    except BoardNotFound as missing:
        zero = dict.fromkeys(COLOURS, 0.0)
        return Reading(Status.NO_BOARD, _none(), _none(), None, zero, clock.total_ms(), missing.reason)
    pieces, colourless = (
        _settle(seen, Known(round_start, change, likely), config),
        _colourless(seen.view, config),
    )
    if colourless:
        doubt = {colour: min(p, config.doubt_cap) for colour, p in pieces.confidence.items()}
        pieces = dataclasses.replace(pieces, confidence=doubt)
    status, reason = _judge(pieces, _hand(seen.scores, config), colourless, config)
    clock.stage("decision")
    return Reading(
        status=status,
        meeples=pieces.meeples,
        discs=pieces.discs,
        target=pieces.target if pieces.target_confidence >= config.sure_target else None,
        confidence=pieces.confidence,
        elapsed_ms=clock.total_ms(),
        reason=reason,
        board=seen.city.layout.name,
        second=pieces.second,
        lying=pieces.lying,
        stage_ms=clock.stages,
        registration=seen.registration,
    )
