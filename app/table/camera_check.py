"""At the start: do camera, board and light stand as they were set up? One sentence if not.

`check` is pure and runs in the background; `PlaceCheck` asks the camera for one picture and never waits for
it. Main thread.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from app.games.contract import Message, say
from app.table.camera_light import advice
from app.table.camera_places import Calibration, CameraPlaces, true_colours
from app.table.worker import Asking
from hardware.errors import HardwareError

log = logging.getLogger(__name__)

TOPIC = "camera place"


@dataclass(frozen=True, slots=True)
class Checked:
    """`place`: where the camera stands, None when it cannot be told; `message`: what is not right."""

    place: str | None
    message: Message | None


def check(image: Any, places: list[Calibration]) -> Checked:
    """Whether board and light are as when the camera was set up; pure, in the background.

    `image` (H, W, 3) uint8 BGR; `places`: all of this camera, the likeliest first, at least one.
    """
    from vision.errors import BoardNotFound
    from vision.light_meter import is_black, measure
    from vision.reader import normalise
    from vision.registration import follow

    try:
        picture, _ = normalise(image)
    except BoardNotFound:
        return Checked(None, say("place.no_board", place=places[0].place))
    if is_black(picture):
        return Checked(None, say("light.black"))
    for kept in places:
        seen = true_colours(picture, kept.swapped)
        found = follow(seen, kept.where.registration())
        if found is not None:
            return Checked(kept.place, advice(measure(seen, found)))
    likeliest = places[0]
    there = _shows_board(true_colours(picture, likeliest.swapped))
    return Checked(None, say("place.moved" if there else "place.no_board", place=likeliest.place))


def _shows_board(picture: Any) -> bool:
    from vision.errors import BoardNotFound
    from vision.layout import shipped_layouts
    from vision.reader import see_board

    try:
        see_board(picture, shipped_layouts())
    except BoardNotFound:
        return False
    return True


class PlaceCheck:
    """One check; `source` None means there is no camera. Poll it only while nobody else asks the camera."""

    def __init__(self, source: Any | None, worker: Asking, places: CameraPlaces) -> None:
        self._source, self._worker, self._places = source, worker, places
        self._waiting = False
        self.set_up = True
        """False once the camera has answered and was never set up."""
        self.message: Message | None = None

    def begin(self) -> None:
        """Ask for a picture."""
        self._waiting = self._source is not None and self._source.request()

    def poll(self) -> None:
        """Collect the picture and have it looked at."""
        if not self._waiting or self._source is None:
            return
        try:
            frame = self._source.poll()
        except HardwareError as error:
            log.info("no picture to check the camera's place by: %s", error)
            self._waiting = False
            return
        if frame is None:
            self._waiting = self._source.busy
            return
        self._waiting = False
        camera, image = self._source.describe(), frame.image
        mine = self._places.of(camera)
        self.set_up = bool(mine)
        if mine:
            self._worker.ask(
                TOPIC, lambda: check(image, mine), lambda found: self._take(camera, found), self._failed
            )

    def stop(self) -> None:
        """The camera is wanted for something else."""
        self._worker.forget(TOPIC)
        if self._waiting and self._source is not None:
            self._source.cancel()
        self._waiting = False

    def _take(self, camera: str, found: Checked) -> None:
        """All as it was: the camera may hold what it has settled on."""
        assert self._source is not None
        self.message = found.message
        if found.place is not None:
            self._places.stands_in(camera, found.place)
            if found.message is None:
                self._source.lock_controls()

    def _failed(self, error: Exception) -> None:
        log.error("the camera's place was not checked", exc_info=error)
