"""Samples as PyTorch takes them, each time turned, mirrored and recoloured by lot.

In: the files of `vision.training.make`. Out: tensors; pictures stay uint8 until they reach the network.
"""

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import Dataset

from vision.cell_view import GRID, VIEW_PX
from vision.cells import MAPS, WHO
from vision.colours import HEAP_COLOURS
from vision.finder import SMALL as FOUND_IN
from vision.training.make import HEAP, SMALL

PART = (384, 288)
"""Width and height of the part of a heap that is trained on at a time."""
_REACH = 6  # a spot this many of the network's steps from a middle is no longer near it
_SIDES = [MAPS.index(name) for name in ("north", "east", "south", "west")]


def stems_in(folders: list[Path]) -> list[Path]:
    return sorted(path.with_suffix("") for folder in folders for path in folder.glob("*.npz"))


_NOISE = 1 << 22


@cache
def _noise() -> np.ndarray[Any, Any]:
    """(_NOISE,) float32 of one normal law, drawn once: millions anew for every picture take too long."""
    return np.random.default_rng().standard_normal(_NOISE, np.float32)


def _curves(rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """(1, 256, 3) float32, 0..255: what the automatics make of each value of blue, green and red."""
    x = np.linspace(0, 1, 256)[:, None] ** np.exp(rng.normal(0, 0.15))
    return np.asarray(x * np.exp(rng.normal(0, 0.12, 3)) * np.exp(rng.normal(-0.05, 0.25)) * 255, np.float32)[
        None
    ]


def recolour(view: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Other light, other automatics, other noise, other compression: (h, w, 3) uint8 -> the same."""
    x = cv2.LUT(view, _curves(rng)) if rng.random() < 0.8 else view.astype(np.float32)
    if rng.random() < 0.5:
        share = rng.uniform(0.7, 1.3)
        x = cv2.transform(x, np.eye(3) * share + (1 - share) / 3)
    if rng.random() < 0.3:
        h, w = x.shape[:2]
        slope = rng.normal(0, 0.25, 2)
        ramp = 1 + slope[0] * np.linspace(-1, 1, w)[None] + slope[1] * np.linspace(-1, 1, h)[:, None]
        x = x * ramp.astype(np.float32)[..., None]
    if rng.random() < 0.3:
        x = cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.4, 1.6)))
    if rng.random() < 0.4:
        first = rng.integers(_NOISE - x.size)
        strength = rng.uniform(0, 13 if rng.random() < 0.75 else 30)
        x = x + _noise()[first : first + x.size].reshape(x.shape) * np.float32(strength)
    changed = cv2.convertScaleAbs(np.maximum(x, 0))
    if rng.random() < 0.15:
        quality = int(rng.integers(6, 45))
        _, packed = cv2.imencode(".jpg", changed, [cv2.IMWRITE_JPEG_QUALITY, quality])
        changed = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(changed, np.uint8)


class Samples(Dataset[tuple[Tensor, ...]]):
    """Files by their stems; `change`: differently every time they are asked for."""

    def __init__(self, stems: list[Path], change: bool) -> None:
        self.stems, self.change = stems, change

    def __len__(self) -> int:
        return len(self.stems)


class Cells(Samples):
    """Flattened views with their labels, turned, mirrored and recoloured by lot."""

    def __getitem__(self, index: int) -> tuple[Tensor, ...]:
        stem = self.stems[index]
        view: Any = cv2.imread(f"{stem}.jpg")
        with np.load(f"{stem}.npz") as data:
            lean, who = data["lean"].astype(np.float32), data["who"].astype(np.float32)
            trust, maps = data["trust"], data["maps"].astype(np.float32)
        cells, nobody = who[:, :-1].reshape(WHO, GRID, GRID), who[:, -1:]
        if self.change:
            rng = np.random.default_rng()
            view = recolour(view, rng)
            shift = np.array([[1, 0, rng.uniform(-2, 2)], [0, 1, rng.uniform(-2, 2)]])
            view = cv2.warpAffine(view, shift, (VIEW_PX, VIEW_PX), borderMode=cv2.BORDER_REPLICATE)
            for _ in range(int(rng.integers(4))):  # a quarter turn to the left: east comes north
                view, cells, maps = (
                    np.rot90(part, axes=axes)
                    for part, axes in ((view, (0, 1)), (cells, (1, 2)), (maps, (1, 2)))
                )
                turned = np.rot90(lean, axes=(1, 2))
                lean = np.stack([turned[1], -turned[0]])
                north, east, south, west = _SIDES
                maps = maps.copy()
                maps[[north, west, south, east]] = maps[[east, north, west, south]]
            if rng.random() < 0.5:
                view, cells, maps, lean = (
                    view[:, ::-1],
                    cells[:, :, ::-1],
                    maps[:, :, ::-1].copy(),
                    lean[:, :, ::-1].copy(),
                )
                lean[0] *= -1
                maps[[_SIDES[1], _SIDES[3]]] = maps[[_SIDES[3], _SIDES[1]]]
        who = np.concatenate([cells.reshape(WHO, -1), nobody], 1)
        picture = np.ascontiguousarray(view.transpose(2, 0, 1))
        parts = (picture, np.ascontiguousarray(lean), who, trust, np.ascontiguousarray(maps))
        return tuple(torch.from_numpy(part) for part in parts)


class Boards(Samples):
    """Small photographs and the board's share of each 4x4 spot."""

    def __getitem__(self, index: int) -> tuple[Tensor, ...]:
        stem = self.stems[index]
        photo: Any = cv2.imread(f"{stem}.small.jpg")
        with np.load(f"{stem}.npz") as data:
            corners = data["corners"].astype(np.float32)
        w, h = SMALL
        if self.change:
            rng = np.random.default_rng()
            photo = recolour(photo, rng)
            turn = cv2.getRotationMatrix2D(
                (w / 2, h / 2), float(rng.uniform(-25, 25)), float(rng.uniform(0.6, 1.15))
            )
            turn[:, 2] = turn[:, 2] + rng.normal(0, 8, 2)
            fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
            border = cv2.BORDER_CONSTANT if rng.random() < 0.3 else cv2.BORDER_REFLECT_101
            photo = cv2.warpAffine(photo, turn, (w, h), borderMode=border, borderValue=fill)
            corners = corners @ turn[:, :2].T.astype(np.float32) + turn[:, 2].astype(np.float32)
            if border == cv2.BORDER_REFLECT_101:
                seen = cv2.warpAffine(np.ones((h, w), np.uint8), turn, (w, h))
                photo[seen == 0] = cv2.GaussianBlur(photo, (0, 0), 9)[seen == 0]
            if rng.random() < 0.5:
                photo, corners = photo[:, ::-1], corners * (-1, 1) + (w - 1, 0)
        mask = np.zeros((h, w), np.uint8)
        cv2.fillPoly(mask, [np.rint(corners * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        below = FOUND_IN[1] - h  # as the finder fills up what a photograph leaves free
        photo, mask = (np.pad(part, [(0, below)] + [(0, 0)] * (part.ndim - 1)) for part in (photo, mask))
        size = (w // 4, FOUND_IN[1] // 4)
        share = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)[None] / np.float32(255)
        return torch.from_numpy(np.ascontiguousarray(photo.transpose(2, 0, 1))), torch.from_numpy(share)


def _part_of(
    photo: np.ndarray[Any, Any], points: np.ndarray[Any, Any], rng: np.random.Generator
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """A turned and scaled part of a heap's photograph, mostly around one of its pieces, and the points in it.

    What lies outside the photograph is a blur of it, so that no mirrored piece goes without a label.
    """
    full_w, full_h = HEAP
    w, h = PART
    turn = cv2.getRotationMatrix2D(
        (full_w / 2, full_h / 2), float(rng.uniform(0, 360)), float(rng.uniform(0.7, 1.5))
    )
    aim = points[rng.integers(len(points))] if rng.random() < 0.8 else rng.uniform((0, 0), HEAP)
    middle = np.array((w / 2, h / 2)) + rng.normal(0, 50, 2)
    turn[:, 2] = turn[:, 2] + middle - (turn[:, :2] @ aim + turn[:, 2])
    part = cv2.warpAffine(photo, turn, (w, h), borderMode=cv2.BORDER_REFLECT_101)
    inside = cv2.warpAffine(np.ones((full_h, full_w), np.uint8), turn, (w, h))
    if not inside.all():
        small = cv2.resize(part, (w // 8, h // 8), interpolation=cv2.INTER_AREA)
        part[inside == 0] = cv2.resize(cv2.GaussianBlur(small, (0, 0), 2), (w, h))[inside == 0]
    return part, points @ turn[:, :2].T + turn[:, 2]


class Heaps(Samples):
    """Photographs of loose pieces and, per colour, how near each 4x4 spot is to the middle of one."""

    def __getitem__(self, index: int) -> tuple[Tensor, ...]:
        stem = self.stems[index]
        photo: Any = cv2.imread(f"{stem}.jpg")
        with np.load(f"{stem}.npz") as data:
            points, colours = data["points"].astype(np.float64), data["colours"]
        if self.change:
            rng = np.random.default_rng()
            photo, points = _part_of(photo, points, rng)
            photo = recolour(photo, rng)
        h, w = photo.shape[0] // 4, photo.shape[1] // 4
        near = np.zeros((len(HEAP_COLOURS), h, w), np.float32)
        ys, xs = np.ogrid[0:h, 0:w]
        for (x, y), colour in zip((points - 1.5) / 4, colours, strict=True):
            left, top = max(0, int(x) - _REACH), max(0, int(y) - _REACH)
            if not (-_REACH < x < w + _REACH and -_REACH < y < h + _REACH):
                continue
            box = np.s_[top : top + 2 * _REACH + 2, left : left + 2 * _REACH + 2]
            spot = np.exp(-((xs[:, box[1]] - x) ** 2 + (ys[box[0]] - y) ** 2) / 2.0).astype(np.float32)
            np.maximum(near[colour][box], spot, out=near[colour][box])
        return torch.from_numpy(np.ascontiguousarray(photo.transpose(2, 0, 1))), torch.from_numpy(near)
