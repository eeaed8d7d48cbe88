"""Photographs whose truth is known: labelled files of a folder, or boards drawn by lot.

In: a folder or seeds, and what the reader shall be given. Out: `Case`s, and each one's `Shot`: the picture,
its truth (tests/photos/README.md says what stands in it) and, where there is one, the empty board's photo.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from vision import photo
from vision.config import DEFAULT
from vision.errors import VisionError
from vision.layout import shipped_layouts
from vision.synthetic.draw import draw
from vision.synthetic.lots import Wishes, random_scene
from vision.synthetic.scene import Flat, Scene
from vision.synthetic.sensor import expose, photograph, random_take
from vision.synthetic.truth import truth
from vision.types import Floats, Image

_LYING = 0.005  # of the pieces: a board with one that lies can be no better than "unsure"
_EMPTY_BOARD = "frame_00"  # of a sequence
_POINTING_PX = 3.0  # how far off a person points at a corner
_PAINT = 1.5 * DEFAULT.card_mm / DEFAULT.marker_mm  # what is painted over, in marker sides: card and shade
_OUT_OF_SIGHT_MM = (-4000.0, -4000.0)


class NothingToJudge(VisionError):
    """The folder or its files are not what they should be; one plain sentence."""


@dataclass(frozen=True)
class Given:
    """What the reader is given: `cards` left in view, the empty board's photo, where the discs lie, and
    the board's corners pointed at where no cards are in view.
    """

    cards: bool = True
    reference: bool = False
    start: bool = False
    corners: bool = False

    def __str__(self) -> str:
        """For tables: "cards, empty board, round start"."""
        parts = ["cards" if self.cards else "no cards"]
        parts += ["empty board"] if self.reference else []
        parts += ["round start"] if self.start else []
        parts += ["corners"] if self.corners else []
        return ", ".join(parts)


@dataclass(frozen=True)
class Case:
    """One photograph by name: a file, or without `path` the one that `seed` draws."""

    name: str
    seed: int
    path: Path | None = None


@dataclass(frozen=True)
class Shot:
    """One photograph (H, W, 3) BGR, its truth, and the empty board's photo if it was asked for and exists."""

    picture: Image
    truth: Mapping[str, Any]
    empty: Image | None = None


class _Piece(msgspec.Struct):
    color: str
    cell: str


class _Board(msgspec.Struct):
    map: str


class _Card(msgspec.Struct):
    corners_px: list[tuple[float, float]]


class _Truth(msgspec.Struct):
    """What is looked up in a truth, as tests/photos/README.md has it."""

    board: _Board
    discs: list[_Piece]
    meeples: list[_Piece]
    target: dict[str, Any] | None
    markers: list[_Card] = msgspec.field(default_factory=list)


def truth_of(path: Path) -> dict[str, Any]:
    """The truth beside a photograph. Raises `NothingToJudge`."""
    beside = path.with_suffix(".json")
    try:
        data = json.loads(beside.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise NothingToJudge(f"{beside} cannot be read as JSON.") from error
    if not isinstance(data, dict):
        raise NothingToJudge(f"{beside} holds no truth of a photograph.")
    if data.get("discs"):
        try:
            msgspec.convert(data, _Truth)
        except msgspec.ValidationError as error:
            raise NothingToJudge(f"{beside} holds no truth of a board: {error}.") from error
    return data


def folder_cases(folder: Path) -> list[Case]:
    """All labelled photographs below `folder` that show pieces on a board. Raises `NothingToJudge`."""
    if not folder.is_dir():
        raise NothingToJudge(f"{folder} is no folder.")
    labelled = [path for path in sorted(folder.rglob("*.jpg")) if path.with_suffix(".json").exists()]
    boards = [path for path in labelled if truth_of(path).get("discs")]
    if not boards:
        raise NothingToJudge(f"No labelled photographs in {folder}.")
    return [
        Case(str(path.relative_to(folder).with_suffix("")), number, path)
        for number, path in enumerate(boards)
    ]


def generated_cases(seeds: Iterable[int]) -> list[Case]:
    """One drawn board a seed."""
    return [Case(f"seed {seed}", seed) for seed in seeds]


def paint_over(picture: Image, markers: Iterable[Mapping[str, Any]]) -> Image:
    """The picture as if the cards had not been laid: what lies around them grows over them."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    for marker in markers:
        quad = np.array(marker["corners_px"], np.float64)
        middle = quad.mean(axis=0)
        grown = np.rint(middle + (quad - middle) * _PAINT).astype(np.int32)
        cv2.fillConvexPoly(mask, grown, 255)
    return np.asarray(cv2.inpaint(picture, mask, 5, cv2.INPAINT_TELEA), np.uint8)


def _from_file(path: Path, given: Given) -> Shot:
    def loaded(path: Path, labels: Mapping[str, Any]) -> Image:
        picture = photo.load(path)
        return picture if given.cards else paint_over(picture, labels["markers"])

    labels = truth_of(path)
    beside = path.with_stem(_EMPTY_BOARD)
    with_empty = given.reference and beside != path and beside.exists()
    empty = loaded(beside, truth_of(beside)) if with_empty else None
    return Shot(loaded(path, labels), labels if given.cards else labels | {"markers": []}, empty)


def emptied(scene: Scene) -> Scene:
    """The same table before the round: the board without pieces, and nobody reaching in.

    Discs and token go out of sight and are not dropped: what is drawn by lot after them stays the same.
    """
    away = {colour: Flat(disc.cell, _OUT_OF_SIGHT_MM) for colour, disc in scene.discs.items()}
    token = Flat(scene.token.cell, _OUT_OF_SIGHT_MM) if scene.token else None
    beside = tuple(piece for piece in scene.pieces if piece.cell is None)
    return replace(scene, pieces=beside, discs=away, token=token, hand=None)


def _drawn(seed: int, given: Given) -> Shot:
    cities = shipped_layouts()
    scene = random_scene(seed, Wishes(layout=cities[seed % len(cities)], lying=_LYING))
    scene = scene if given.cards else replace(scene, cards=None)
    empty = None
    if given.reference:  # the same camera and automatics, fresh noise
        take = random_take(np.random.default_rng(seed + 2), scene)
        empty = expose(draw(emptied(scene)), take, np.random.default_rng(seed + 3))
    return Shot(photograph(draw(scene), scene), truth(scene), empty)


def shot_of(case: Case, given: Given) -> Shot:
    """Load or draw one case. Raises `PhotoUnreadable`, `NothingToJudge`."""
    return _drawn(case.seed, given) if case.path is None else _from_file(case.path, given)


def pointed_corners(labels: Mapping[str, Any], seed: int) -> Floats:
    """(4, 2) the frame's corners as a person may point at them, in pixels."""
    jitter = np.random.default_rng(seed).normal(0, _POINTING_PX, (4, 2))
    return np.asarray(np.array(labels["board_corners_px_NW_NE_SE_SW"]) + jitter, np.float64)
