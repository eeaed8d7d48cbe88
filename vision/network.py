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

Array = npt.NDArray[np.float32]
_FOLDER = Path(__file__).resolve().parent / "networks"


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
