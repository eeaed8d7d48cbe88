"""Pictures as they come: one asked for at a time, looked at in the background, at most five a second.

Where they are photos of a folder (not live), each stays until `turn`, or the folder would be through at once.

Never waits; `poll` it ten times a second. Main thread.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from app.table.timers import MS
from app.table.worker import Asking
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from app.ui.presenters.camera.sight import Sight
    from app.ui.presenters.camera.wanted import Wanted

TOPIC = "camera picture"
EVERY_NS = 200 * MS
"""From one picture asked for to the next."""


class _State(StrEnum):
    OFF = "off"
    RESTING = "resting"
    TAKING = "taking"
    LOOKING = "looking"


class Feed:
    """`wanted` is asked for each picture; `take` gets what was seen, `lost` the error that ended it."""

    def __init__(
        self,
        source: Any,
        worker: Asking,
        clock_ns: Callable[[], int],
        wanted: Callable[[], Wanted],
        take: Callable[[Sight], None],
        lost: Callable[[Exception], None],
        live: bool = True,
    ) -> None:
        self._source, self._worker, self._clock_ns = source, worker, clock_ns
        self._wanted, self._take, self._lost = wanted, take, lost
        self._live = live
        self._photo: Any | None = None
        self._state = _State.OFF
        self._next_ns = 0

    def start(self) -> None:
        """Begin, or go on."""
        if self._state is _State.OFF:
            self._state = _State.RESTING

    def turn(self) -> None:
        """On to the next photo."""
        self._photo = None

    def stop(self) -> None:
        """No more pictures; one on its way is not wanted any more."""
        if self._state is _State.TAKING:
            self._source.cancel()
        self._worker.forget(TOPIC)
        self._state = _State.OFF

    def poll(self) -> None:
        """Ask for what is due, collect what is there."""
        now_ns = self._clock_ns()
        if self._state is _State.RESTING and now_ns >= self._next_ns:
            self._next_ns = now_ns + EVERY_NS
            if self._photo is not None:
                self._look(self._photo)
                return
            self._source.request()
            self._state = _State.TAKING
        if self._state is not _State.TAKING:
            return
        try:
            frame = self._source.poll()
        except HardwareError as error:
            self._state = _State.OFF
            self._lost(error)
            return
        if frame is not None:
            self._look(frame.image)
        elif not self._source.busy:
            self._state = _State.RESTING

    def _look(self, image: Any) -> None:
        self._photo = None if self._live else image
        wanted = self._wanted()

        def work() -> Sight:
            from app.ui.presenters.camera.sight import look

            return look(image, wanted)

        self._state = _State.LOOKING
        self._worker.ask(TOPIC, work, self._seen, self._failed)

    def _seen(self, sight: Sight) -> None:
        self._state = _State.RESTING
        self._take(sight)

    def _failed(self, error: Exception) -> None:
        self._state = _State.OFF
        self._lost(error)
