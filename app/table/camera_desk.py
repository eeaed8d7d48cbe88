"""The demonstration by camera: a picture before, a picture after, and what was read off them.

Drives the camera without ever waiting for it: `take` asks for a picture, `poll` (ten times a second, main
thread) collects it and hands it to the reader in the background. An uncertain reading is not a verdict: it
comes out as a proposal that the table confirms or corrects by touch.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from app.errors import as_message
from app.games.contract import Message, say
from app.games.mutant_meeples.board import Board
from app.table.camera_places import NOTHING_KNOWN, Known, true_colours
from app.table.worker import Worker
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from vision.layout import BoardLayout
    from vision.reader import Reading

log = logging.getLogger(__name__)

HAND_IN_VIEW = "camera.hand"
"""Key of the reason when something reaches over the board: only another picture helps."""

TOPIC = "reading"


class Step(StrEnum):
    """What the camera is busy with."""

    IDLE = "idle"
    TAKING = "taking"
    READING = "reading"


@dataclass(frozen=True, slots=True)
class Seen:
    """A reading: where each meeple seems to stand (None: not seen), and whether all of it is certain."""

    cells: Mapping[str, str | None]
    certain: bool
    doubtful: tuple[str, ...]
    reason: Message


def layout_of(board: Board) -> BoardLayout:
    """The board as the reader wants it. Raises `VisionError` for one that it cannot read."""
    import msgspec.structs

    from vision.errors import BoardNotFound
    from vision.layout import PRINTED, layout_from_json

    if (board.columns, board.rows) != PRINTED:
        raise BoardNotFound("Only the printed board of 18 by 18 squares can be read.")
    return layout_from_json(msgspec.structs.asdict(board.file))


def read_frame(
    image: Any,
    board: BoardLayout | None,
    *,
    frame_px: tuple[int, int] | None = None,
    corners_px: Any | None = None,
    **helps: Any,
) -> Reading:
    """`vision.reader.read`, with corners that were pointed at in a picture of `frame_px`.

    In one of another size they mean nothing. Where no board lies in them, or a hand that nobody sees without
    them, the camera was moved: then the board is looked for without them.
    """
    from vision.reader import Status, read

    if corners_px is not None and (image.shape[1], image.shape[0]) == frame_px:
        reading = read(image, board, corners_px=corners_px, **helps)
        if reading.status not in (Status.NO_BOARD, Status.HAND):
            return reading
        alone = read(image, board, **helps)
        return reading if alone.status is Status.NO_BOARD else alone
    return read(image, board, **helps)


def read_photo(
    image: Any, board: Board, round_start: Mapping[str, str], known: Known = NOTHING_KNOWN
) -> Seen:
    """Read (H, W, 3) uint8 BGR; pure, runs in the background. Raises `VisionError` when there is no board."""
    from vision.errors import BoardNotFound

    reading = read_frame(
        true_colours(image, known.swapped),
        layout_of(board),
        round_start=round_start,
        reference_bgr=known.reference_bgr,
        frame_px=known.frame_px,
        corners_px=known.corners_px,
        before=known.before,
    )
    status = str(reading.status)
    if status == "no-board":
        raise BoardNotFound(reading.reason)
    cells = {colour: reading.meeples.get(colour) for colour in round_start}
    from vision.config import DEFAULT

    doubtful = tuple(
        colour
        for colour, cell in cells.items()
        if cell is None or reading.confidence.get(colour, 0.0) < DEFAULT.sure_confidence
    )
    certain = status == "ok" and not doubtful
    if certain:
        return Seen(cells, True, (), say("camera.certain"))
    if status == "hand":
        return Seen(cells, False, doubtful, say(HAND_IN_VIEW))
    reason = say("camera.doubtful", meeples=doubtful) if doubtful else say("camera.unclear")
    return Seen(cells, False, doubtful, reason)


class CameraDesk:
    """One camera at the table; `source` None means there is none. Main thread.

    `known`: what helps to read the pictures of a source that show a city, as `CameraPlaces.known_for`.
    """

    def __init__(
        self,
        source: Any | None,
        worker: Worker,
        known: Callable[[Any, str], Known] = lambda source, city: NOTHING_KNOWN,
    ) -> None:
        self._source, self._known = source, known
        self._worker = worker
        self.step = Step.IDLE
        self.seen: Seen | None = None
        self.trouble: Message | None = None
        self._board: Board | None = None
        self._round_start: Mapping[str, str] = {}

    @property
    def available(self) -> bool:
        """Whether there is a camera to ask."""
        return self._source is not None

    def take(self, board: Board, round_start: Mapping[str, str]) -> None:
        """Ask for a picture of this board; `round_start` is where the placeholders lie."""
        if self._source is None or self.step is not Step.IDLE:
            return
        self.seen = self.trouble = None
        self._board, self._round_start = board, dict(round_start)
        try:
            self._source.request()
        except HardwareError as error:
            self.trouble = as_message(error)
            return
        self.step = Step.TAKING

    def poll(self) -> bool:
        """Collect what is ready; True when something changed."""
        if self.step is not Step.TAKING or self._source is None or self._board is None:
            return False
        try:
            frame = self._source.poll()
        except HardwareError as error:
            self.step, self.trouble = Step.IDLE, as_message(error)
            return True
        if frame is None:
            return False
        self.step = Step.READING
        image, board, began = frame.image, self._board, self._round_start
        known = self._known(self._source, board.file.name)
        self._worker.ask(TOPIC, lambda: read_photo(image, board, began, known), self._read, self._failed)
        return True

    def clear(self) -> None:
        """Forget the last reading; a picture on its way is not wanted any more."""
        self._worker.forget(TOPIC)
        if self.step is Step.TAKING and self._source is not None:
            self._source.cancel()
        self.step, self.seen, self.trouble = Step.IDLE, None, None

    def _read(self, seen: Seen) -> None:
        self.step, self.seen = Step.IDLE, seen

    def _failed(self, error: Exception) -> None:
        from vision.errors import VisionError

        if isinstance(error, VisionError):
            log.info("photo not read: %s", error)
        else:
            log.error("photo not read", exc_info=error)
        self.step, self.trouble = Step.IDLE, as_message(error)
