"""Shared parts of the vision tests: labelled photographs and a drawn board whose truth is known exactly."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision import photo
from vision.types import Image

PHOTOS = Path(__file__).resolve().parent.parent / "photos"


def load(name: str) -> tuple[Image, dict[str, Any]]:
    """A photograph and its truth by name, for example "photo_001" or "seq_02/frame_03"."""
    path = PHOTOS / f"{name}.jpg"
    return photo.load(path), json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def clear_photo() -> tuple[Image, dict[str, Any]]:
    """A photo the reader is sure of: four cards in view, no hand, all meeples on the board."""
    return load("photo_001")


def draw_marker(number: int, side_px: int) -> Image:
    """One corner card's marker, (side, side) uint8 gray."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, side_px), np.uint8)
