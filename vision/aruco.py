"""The one place that touches cv2.aruco: finds and draws corner markers with OpenCV 4.6 to 5.

In: a picture, (H, W, 3) uint8 BGR or (H, W) uint8 gray. Out: {marker id: (4, 2) float64 corner pixels},
marker's own top left first, then clockwise. OpenCV 5 changed array shapes, so every output is reshaped here.
"""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Floats, Image, Mask

SIDE_MODULES = 6
"""Modules along a marker's side: four that tell its number, and the black border."""


def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _detect_raw(gray: Image) -> tuple[Any, Any]:
    dictionary = _dictionary()
    if hasattr(cv2.aruco, "ArucoDetector"):
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(gray)
    else:  # Debian 12 ships 4.6, which has only the older calls
        old: Any = cv2.aruco
        parameters = old.DetectorParameters_create()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        corners, ids, _ = old.detectMarkers(gray, dictionary, parameters=parameters)
    return corners, ids


def markers_from_raw(corners: Any, ids: Any) -> dict[int, Floats]:
    """Bring what any OpenCV returns - ids (N, 1), (N,) or None - into one shape; a doubled id is dropped."""
    if ids is None or len(corners) == 0:
        return {}
    numbers: npt.NDArray[np.int64] = np.asarray(ids, np.int64).reshape(-1)
    quads = [np.asarray(quad, np.float64).reshape(4, 2) for quad in corners]
    counts = {int(number): int((numbers == number).sum()) for number in numbers}
    return {int(n): quad for n, quad in zip(numbers, quads, strict=True) if counts[int(n)] == 1}


def find_markers(image: Image) -> dict[int, Floats]:
    """Markers of DICT_4X4_50 in `image` ((H, W, 3) BGR or (H, W) gray, uint8); empty when there are none."""
    gray = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return markers_from_raw(*_detect_raw(gray))


def marker_modules(number: int) -> Mask:
    """The marker of an id as (6, 6) modules, row by row from its own top left; True is black."""
    aruco: Any = cv2.aruco
    draw = aruco.generateImageMarker if hasattr(aruco, "generateImageMarker") else aruco.drawMarker
    return np.asarray(draw(_dictionary(), number, SIDE_MODULES) == 0, np.bool_)
