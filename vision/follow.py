"""Follow a table through a camera: what has changed since it was last at rest, told once it is at rest again.

In: frames (H, W, 3) uint8 BGR of one camera in the order they were taken. Out: a `Look` a frame. Most frames
cost a few milliseconds: whether anything moves, and whether the board lies where it lay. The pieces are read
when the picture has come to rest, when the board was nudged, and now and then besides.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from vision.changes import Change, after, changes
from vision.config import DEFAULT, Config
from vision.errors import BoardNotFound
from vision.layout import BoardLayout
from vision.reader import Reading, Status, normalise, read
from vision.registration import follow
from vision.stillness import Stillness
from vision.types import Image

Likely = Callable[[Mapping[str, str | None]], Mapping[str, Collection[str]]]
"""From where the meeples stand to the cells where each may well stand next."""


class Sight(StrEnum):
    """What one frame shows."""

    MOVING = "moving"
    HAND = "hand"
    NO_BOARD = "no-board"
    UNSURE = "unsure"
    STEADY = "steady"


@dataclass(frozen=True)
class Look:
    """One frame. `changes`: what is new since the frames before; `settled`: where every meeple stands now.

    `reading`: the last one made; None before the first.
    """

    sight: Sight
    changes: tuple[Change, ...]
    settled: Mapping[str, str | None]
    reading: Reading | None


class Follower:
    """Follows one board from a known position on; one instance a demonstration, one thread."""

    def __init__(
        self,
        board: BoardLayout,
        settled: Mapping[str, str | None],
        *,
        round_start: Mapping[str, str] | None = None,
        reference_bgr: Image | None = None,
        likely: Likely | None = None,
        config: Config = DEFAULT,
    ) -> None:
        """`settled`: colour -> cell where each meeple stands now. The rest as for `reader.read`."""
        self._board = board
        self._round_start = round_start
        self._reference = reference_bgr
        self._likely = likely
        self._config = config
        self._stillness = Stillness(config)
        self._settled = dict(settled)
        self._sight = Sight.MOVING
        self._reading: Reading | None = None
        self._told: tuple[Change, ...] = ()
        self._since_read = 0

    def settle(self, settled: Mapping[str, str | None]) -> None:
        """The table says where the meeples stand: what the camera makes of it later counts from here."""
        self._settled = dict(settled)
        self._sight, self._told = Sight.MOVING, ()

    def feed(self, frame: Image) -> Look:
        """Take the next frame."""
        try:
            image, _ = normalise(frame, self._config)
        except BoardNotFound:
            self._sight = Sight.NO_BOARD
            return self._look(())
        if not self._stillness.feed(image):
            self._sight = Sight.MOVING
            return self._look(())
        self._since_read += 1
        if not self._due(image):
            return self._look(())
        return self._look(self._read(image))

    def _due(self, image: Image) -> bool:
        """Whether the pieces are to be read on this frame at rest."""
        if self._sight is Sight.MOVING or self._since_read >= self._config.read_again_frames:
            return True
        if self._reading is None or self._reading.registration is None:
            return False
        return follow(image, self._reading.registration, self._config) is not self._reading.registration

    def _read(self, image: Image) -> tuple[Change, ...]:
        self._since_read = 0
        likely = self._likely(self._settled) if self._likely else None
        before = self._reading.registration if self._reading else None
        reading = read(
            image,
            self._board,
            reference_bgr=self._reference,
            round_start=self._round_start,
            likely=likely,
            before=before,
            config=self._config,
        )
        self._reading = reading
        if reading.status in (Status.NO_BOARD, Status.HAND):
            self._sight = Sight.HAND if reading.status is Status.HAND else Sight.NO_BOARD
            return ()
        self._sight = Sight.STEADY if reading.status is Status.OK else Sight.UNSURE
        told = changes(self._settled, reading, self._config)
        fresh = tuple(one for one in told if one not in self._told)
        self._settled = after(self._settled, told)
        self._told = told
        return fresh

    def _look(self, told: tuple[Change, ...]) -> Look:
        return Look(self._sight, told, dict(self._settled), self._reading)
