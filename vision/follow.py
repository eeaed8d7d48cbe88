"""Follow a table through a camera: what has changed since it was last at rest, told once it is at rest again.

In: frames (H, W, 3) uint8 BGR of one camera in the order they were taken. Out: a `Look` a frame. Most frames
cost a millisecond or two: whether anything moves. The pieces are read when the picture has come to rest, and
now and then besides.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from vision.changes import Between, Change, Fallen, Question, Unsure, after, changes
from vision.config import DEFAULT, Config
from vision.errors import BoardNotFound
from vision.layout import BoardLayout
from vision.reader import Reading, Status, flatten_empty, normalise, read
from vision.rectify import Registration
from vision.registration import CORNERS_MM, follow
from vision.stillness import Stillness
from vision.types import Floats, Image

Likely = Callable[[Mapping[str, str | None]], Mapping[str, Collection[str]]]
"""From where the meeples stand to the cells where each may well stand next."""

_NUDGED_SHARE = 0.01
"""Of the board's width, a fifth of a cell: seen further off it was moved, and not only measured anew."""


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

    `questions`: what the last reading of the pieces leaves open, told before or not. `doubtful`: the colours
    it is not sure of. `nudged`: the board lies elsewhere than before. `read`: the pieces were read in this
    frame.
    """

    sight: Sight
    changes: tuple[Change, ...]
    settled: Mapping[str, str | None]
    questions: tuple[Question, ...] = ()
    doubtful: tuple[str, ...] = ()
    nudged: bool = False
    read: bool = False


class Follower:
    """Follows one board from a known position on; one instance a demonstration, one thread."""

    def __init__(
        self,
        board: BoardLayout,
        settled: Mapping[str, str | None],
        *,
        round_start: Mapping[str, str] | None = None,
        reference_bgr: Image | None = None,
        corners_px: Floats | None = None,
        before: Registration | None = None,
        likely: Likely | None = None,
        reader: Callable[..., Reading] = read,
        config: Config = DEFAULT,
    ) -> None:
        """`settled`: colour -> cell where each meeple stands now, None where that is to be found out.

        The rest as for `reader.read`, which `reader` is unless another one is given.
        """
        self._board = board
        self._round_start = round_start
        self._reference = reference_bgr
        self._empty: Image | None = None
        self._corners = corners_px
        self._likely = likely
        self._reader = reader
        self._config = config
        self._stillness = Stillness(config)
        self._settled = dict(settled)
        self._sight = Sight.MOVING
        self._place = before
        self._questions: tuple[Question, ...] = ()
        self._doubtful: tuple[str, ...] = ()
        self._since_read = 0

    def settle(self, settled: Mapping[str, str | None]) -> None:
        """The table says where these meeples stand: what the camera makes of them later counts from there."""
        self._settled |= settled
        self._questions = tuple(one for one in self._questions if one.colour not in settled)
        self._sight = Sight.MOVING

    def feed(self, frame: Image, at_rest: bool = False) -> Look:
        """Take the next frame. `at_rest`: a photograph of its own, of a table where nothing moves."""
        try:
            image, _ = normalise(frame, self._config)
        except BoardNotFound:
            self._sight = Sight.NO_BOARD
            self._since_read = self._config.read_again_frames  # the next good one is read at once
            return self._look()
        if not self._stillness.feed(image) and not at_rest:
            self._sight = Sight.MOVING
            return self._look()
        self._since_read += 1
        due = at_rest or self._sight is Sight.MOVING or self._since_read >= self._config.read_again_frames
        return self._read(frame) if due or self._lies_elsewhere(image) else self._look()

    def _lies_elsewhere(self, image: Image) -> bool:
        """Whether the frame's edges are no longer where they were: a look at strips along them."""
        if self._place is None:
            return False
        found = follow(image, self._place, self._config)
        return found is not None and found is not self._place

    def _read(self, frame: Image) -> Look:
        self._since_read = 0
        if self._reference is not None:
            self._empty = flatten_empty(self._reference, self._board, self._corners, self._config)
            self._reference = None  # the camera stays where it is, so once is enough
        reading = self._reader(
            frame,
            self._board,
            empty_view=self._empty,
            round_start=self._round_start,
            likely=self._likely(self._settled) if self._likely else None,
            corners_px=self._corners,
            before=self._place,
            config=self._config,
        )
        nudged = _apart(self._place, reading.registration)
        self._place = reading.registration or self._place
        if reading.status in (Status.NO_BOARD, Status.HAND):
            self._sight = Sight.HAND if reading.status is Status.HAND else Sight.NO_BOARD
            return self._look(nudged=nudged)
        self._sight = Sight.STEADY if reading.status is Status.OK else Sight.UNSURE
        told = changes(self._settled, reading, self._config)
        asked = {_same(one) for one in self._questions}
        self._questions = tuple(one for one in told if isinstance(one, Fallen | Between | Unsure))
        self._settled = after(self._settled, told)
        self._doubtful = tuple(
            c for c in self._settled if reading.confidence[c] < self._config.sure_confidence
        )
        fresh = tuple(one for one in told if _same(one) not in asked)
        return self._look(fresh, nudged, read=True)

    def _look(self, told: tuple[Change, ...] = (), nudged: bool = False, read: bool = False) -> Look:
        return Look(self._sight, told, dict(self._settled), self._questions, self._doubtful, nudged, read)


def _same(one: Change) -> object:
    """A question is the same whichever of its two cells is the likelier one; a fallen meeple may roll."""
    match one:
        case Between(colour, cells) | Unsure(colour, cells):
            return type(one), colour, frozenset(cells)
        case Fallen(colour):
            return Fallen, colour
        case _:
            return one


def _apart(before: Registration | None, now: Registration | None) -> bool:
    """Whether the board lies elsewhere; not when it was not seen before, or is not now."""
    if before is None or now is None or before is now:
        return False
    old, new = before.to_photo(CORNERS_MM), now.to_photo(CORNERS_MM)
    width_px = float(np.linalg.norm(old[1] - old[0]))
    return float(np.linalg.norm(new - old, axis=1).max()) > _NUDGED_SHARE * width_px
