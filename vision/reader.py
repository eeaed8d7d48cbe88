"""The whole pipeline: one photo in, one `Reading` out.

In: a photo (H, W, 3) uint8 BGR, optionally the board's layout, a photo of the empty board, the round's
start. Out: where every piece stands, how sure that is, and a status. Not finding the board is an answer,
not an error. Deterministic; opens nothing; may be called from any thread.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import cv2
import numpy as np

from vision.aruco import find_markers
from vision.camera_pose import estimate_pose
from vision.config import DEFAULT, Config
from vision.errors import BoardNotFound
from vision.evidence import ViewScale, measure
from vision.hand import hand_sides
from vision.hypotheses import Prior, Weights, load_weights
from vision.layout import BoardLayout, cell_centre_mm, shipped_layouts
from vision.light import Lab, measure_light, reflectance_lab
from vision.paint import COLOURS, paint_maps
from vision.pieces import Pieces, find_pieces
from vision.rectify import Registration, top_view
from vision.registration import BOARD_MM, register
from vision.side import frame_colour
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

    `second`: where each meeple may stand instead. `lying`: colours that are knocked over.
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
    """The board of one photo, light taken out: Lab top view, its scale, and where the board lies."""

    lab: Lab
    view: Image
    scale: ViewScale
    registration: Registration


class _Clock:
    """Milliseconds of each stage, for the evaluation's table."""

    def __init__(self) -> None:
        self._start = self._last = time.perf_counter()
        self.stages: dict[str, float] = {}

    def stage(self, name: str) -> None:
        now = time.perf_counter()
        self.stages[name] = round((now - self._last) * 1000, 2)
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


def see_board(image: Image, corners_px: Floats | None, config: Config, clock: _Clock | None = None) -> Seen:
    """Find the board and take the light out. `image` as from `normalise`. Raises `BoardNotFound`."""
    cv2.setRNGSeed(0)  # nothing here draws random numbers today; OpenCV's fits may tomorrow
    clock = clock or _Clock()
    cards = {n: quad for n, quad in find_markers(image).items() if n in (0, 1, 2, 3)}
    clock.stage("markers")
    registration = register(image, cards, corners_px, config)
    clock.stage("registration")
    scale = ViewScale(config.px_per_mm, config.margin_mm)
    view = top_view(image, registration, (BOARD_MM, BOARD_MM), scale.px_per_mm, scale.margin_mm)
    light = measure_light(
        image, view, registration, cards, scale.px_per_mm, scale.margin_mm, BOARD_MM, config
    )
    lab = cv2.GaussianBlur(reflectance_lab(view, light), (0, 0), config.lab_blur_px)
    clock.stage("light")
    return Seen(np.asarray(lab, np.float32), view, scale, registration)


def change_per_cell(seen: Seen, empty: Seen, cells: tuple[str, ...], config: Config = DEFAULT) -> Floats:
    """(N,) 0..1: how much of each cell's middle looks different from the empty board."""
    difference = seen.lab - empty.lab
    difference -= np.median(difference.reshape(-1, 3)[::7], axis=0)  # exposure flickers by a per cent or so
    size = np.sqrt((difference**2).sum(axis=2))
    changed = np.clip(size / config.change_clear_lab, 0, 1).astype(np.float32)
    n = round(config.change_radius_mm * seen.scale.px_per_mm)
    share = cv2.blur(changed, (2 * n + 1, 2 * n + 1))
    at = np.rint(seen.scale.to_px(np.array([cell_centre_mm(cell) for cell in cells]))).astype(int)
    return np.asarray(share[at[:, 1], at[:, 0]], np.float64)


def _priors(
    seen: Seen,
    cells: tuple[str, ...],
    empty: Seen | None,
    round_start: Mapping[str, str] | None,
    config: Config,
) -> list[Prior] | None:
    if empty is None and not round_start:
        return None
    change = np.zeros(len(cells))
    if empty is not None:
        share = change_per_cell(seen, empty, cells, config)
        # Only a malus for cells that did not change: a bonus would count twice for a meeple off its disc.
        change = config.change_log_odds * np.clip((share - config.change_half) / config.change_half, -1, 0)
    priors = []
    for colour in COLOURS:
        disc = np.zeros(len(cells))
        start = (round_start or {}).get(colour)
        if start in cells:
            disc[cells.index(start)] = config.round_start_log_odds
        priors.append(Prior(disc, change))
    return priors


def _none() -> dict[str, str | None]:
    return dict.fromkeys(COLOURS)


def _judge(pieces: Pieces, hand: list[str], config: Config) -> tuple[Status, str]:
    if hand:
        return Status.HAND, f"Something reaches over the {' and '.join(hand)} edge of the board."
    doubtful = [c for c, p in pieces.confidence.items() if p < config.sure_confidence]
    if doubtful:
        return Status.UNSURE, f"Not sure of {', '.join(doubtful)}."
    return Status.OK, ""


def read(
    image_bgr: Image,
    board: BoardLayout | None = None,
    *,
    reference_bgr: Image | None = None,
    round_start: Mapping[str, str] | None = None,
    corners_px: Floats | None = None,
    config: Config = DEFAULT,
    weights: Weights | None = None,
) -> Reading:
    """Read one photo, (H, W, 3) uint8 BGR (gray and BGRA are accepted).

    `board`: which side lies on the table; without it the frame's colour decides. `reference_bgr`: the same
    table with the empty board, which tells print from pieces. `round_start`: colour -> cell where the discs
    lie. `corners_px`: (4, 2) outer frame corners NW, NE, SE, SW by hand. Never raises for what is in the
    picture. `weights`: others than the shipped ones, for the evaluation.
    """
    clock = _Clock()
    try:
        image, factor = normalise(image_bgr, config)
        corners = None if corners_px is None else np.asarray(corners_px, np.float64).reshape(4, 2) * factor
        seen = see_board(image, corners, config, clock)
        empty = _see_reference(reference_bgr, corners_px, config)
    except BoardNotFound as missing:
        zero = dict.fromkeys(COLOURS, 0.0)
        return Reading(Status.NO_BOARD, _none(), _none(), None, zero, clock.total_ms(), missing.reason)
    layout = board or _layout_by_frame(seen)
    cells = tuple(layout.cells())
    grid = seen.scale.grid()
    paints = paint_maps(seen.lab, (grid, grid))
    clock.stage("paints")
    pose = estimate_pose(seen.registration, config)
    evidence = measure(seen.view, seen.lab, paints, pose, cells, seen.scale)
    clock.stage("evidence")
    priors = _priors(seen, cells, empty, round_start, config)
    pieces = find_pieces(evidence, layout, weights or load_weights(), priors, config)
    status, reason = _judge(pieces, hand_sides(seen.lab, seen.scale, config), config)
    clock.stage("decision")
    target = pieces.target if pieces.target_confidence >= config.sure_target else None
    return Reading(
        status=status,
        meeples=pieces.meeples,
        discs=pieces.discs,
        target=target,
        confidence=pieces.confidence,
        elapsed_ms=clock.total_ms(),
        reason=reason,
        board=layout.name,
        stage_ms=clock.stages,
        registration=seen.registration,
    )


def _see_reference(reference_bgr: Image | None, corners_px: Floats | None, config: Config) -> Seen | None:
    if reference_bgr is None:
        return None
    image, factor = normalise(reference_bgr, config)
    corners = None if corners_px is None else np.asarray(corners_px, np.float64).reshape(4, 2) * factor
    return see_board(image, corners, config)


def _layout_by_frame(seen: Seen) -> BoardLayout:
    """The shipped side whose frame has the colour seen."""
    colour = frame_colour(seen.lab, seen.scale)
    layouts = shipped_layouts()
    return next((one for one in layouts if one.frame == colour), layouts[0])
