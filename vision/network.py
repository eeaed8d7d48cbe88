"""Runs the shipped networks through `cv2.dnn`. Their training program is `vision.training`.

In: float32 arrays. Out: float32 arrays. A network keeps its inputs while it runs, so calls take turns by a
lock; any thread may call. Weights are read on first use.
"""

import threading
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Image

Array = npt.NDArray[np.float32]
_FOLDER = Path(__file__).resolve().parent / "networks"


def as_input(picture: Image) -> Array:
    """(H, W, 3) uint8 BGR -> (1, 3, H, W) in 0..1, as every network here takes its picture."""
    return np.asarray(picture.transpose(2, 0, 1)[None] / np.float32(255), np.float32)


def fit_into(image: Image, size: tuple[int, int]) -> tuple[Image, tuple[int, int], float]:
    """The image shrunk or enlarged into the top left of a black canvas of `size` (width, height).

    Also the width and height it takes there, and canvas pixels per image pixel.
    """
    h, w = image.shape[:2]
    scale = min(size[0] / w, size[1] / h)
    inside = max(1, round(w * scale)), max(1, round(h * scale))
    canvas = np.zeros((size[1], size[0], 3), np.uint8)
    canvas[: inside[1], : inside[0]] = cv2.resize(image, inside, interpolation=cv2.INTER_AREA)
    return canvas, inside, scale


class Network:
    """One ONNX file."""

    def __init__(self, path: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(path))
        self._lock = threading.Lock()

    def run(self, outputs: tuple[str, ...], **inputs: Array) -> list[Array]:
        """Values of `outputs` for inputs by name."""
        with self._lock:
            for name, value in inputs.items():
                self._net.setInput(np.ascontiguousarray(value, np.float32), name)
            return [np.asarray(value, np.float32) for value in self._net.forward(outputs)]


@cache
def shipped(name: str) -> Network:
    """The shipped network `name`: "cells", "board" or "heap"."""
    return Network(_FOLDER / f"{name}.onnx")
