"""A camera on a tripod for tests: shows one picture until told another, answers like `CameraProcess`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from app.table.camera_places import Calibration, whereabouts
from hardware.camera.base import Frame, Hold
from hardware.errors import CameraUnavailable
from vision import photo
from vision.reader import normalise
from vision.registration import register
from vision.types import Image

PHOTOS = Path(__file__).resolve().parent.parent / "photos"
NAME = "Pi camera imx708"


def picture(name: str) -> Image:
    """A photo by name, or a changed one: "dark photo_000", "half photo_000", "black", "grey", "large ..."."""
    change, _, rest = name.rpartition(" ")
    if rest in ("black", "grey"):
        return np.full((960, 1280, 3), 0 if rest == "black" else 120, np.uint8)
    image = photo.load(PHOTOS / f"{rest}.jpg")
    match change:
        case "dark":
            return np.asarray(image * 0.25, np.uint8)
        case "half":
            return np.ascontiguousarray(image[:, : image.shape[1] // 2])
        case "large":
            return np.ascontiguousarray(image.repeat(3, axis=0).repeat(3, axis=1))
        case "swapped":
            return np.ascontiguousarray(image[..., ::-1])
    return image


def truth(name: str) -> Mapping[str, object]:
    """What the photo of that name shows."""
    found: Mapping[str, object] = json.loads((PHOTOS / f"{name}.json").read_text("utf-8"))
    return found


def standing(name: str) -> dict[str, str]:
    """Colour -> cell of the meeples in that photo."""
    meeples = truth(name)["meeples"]
    assert isinstance(meeples, list)
    return {one["color"]: one["cell"] for one in meeples}


def corners(name: str) -> list[tuple[float, float]]:
    """The frame's outer corners in that photo, clockwise from the north-west, in shares of the picture."""
    facts = truth(name)
    found = facts["board_corners_px_NW_NE_SE_SW"]
    assert isinstance(found, list)
    return [(x / float(str(facts["width"])), y / float(str(facts["height"]))) for x, y in found]


def kept(name: str, place: str = "Kitchen") -> Calibration:
    """What is kept of a camera that was set up with that photo."""
    image = picture(name)
    small, _ = normalise(image)
    spots = np.array(truth(name)["board_corners_px_NW_NE_SE_SW"])
    return Calibration(NAME, place, (image.shape[1], image.shape[0]), whereabouts(register(small, {}, spots)))


class Tripod:
    """`shows` is the name of a picture; "" keeps it silent, "unplugged" takes the camera away."""

    def __init__(self, shows: str) -> None:
        self.shows = shows
        self.busy = self.locked = False
        self.asked = self.restarts = 0
        self._made: tuple[str, Image] | None = None

    @property
    def held(self) -> tuple[Hold, ...]:
        """All but the lens."""
        return (Hold.EXPOSURE, Hold.COLOUR) if self.locked else ()

    def request(self) -> bool:
        """Ask for a picture."""
        asked, self.busy = not self.busy, True
        self.asked += asked
        return asked

    def poll(self) -> Frame | None:
        """The picture that was asked for."""
        if not self.busy or not self.shows:
            return None
        self.busy = False
        if self.shows == "unplugged":
            raise CameraUnavailable("it is not connected")
        if self._made is None or self._made[0] != self.shows:
            self._made = (self.shows, picture(self.shows))
        return Frame(self._made[1], 0, self.shows)

    def cancel(self) -> None:
        """Forget what was asked for."""
        self.busy = False

    def restart(self) -> None:
        """Begin afresh."""
        self.restarts += 1
        self.cancel()

    def close(self) -> None:
        """There is nothing to give back."""

    def describe(self) -> str:
        """Its name."""
        return NAME

    def lock_controls(self) -> None:
        """Hold everything."""
        self.locked = True

    def unlock_controls(self) -> None:
        """Adjust by itself."""
        self.locked = False
