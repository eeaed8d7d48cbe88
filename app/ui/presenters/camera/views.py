"""What the camera's screen shows, in finished words. Plain frozen data.

Points are (x, y) in shares of the picture, 0..1, x to the right and y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]
Points = tuple[Point, ...]


class Step(StrEnum):
    """The pages, in their order."""

    AIM = "aim"
    LIGHT = "light"
    EMPTY = "empty"
    MEEPLES = "meeples"
    DONE = "done"


class Mark(StrEnum):
    """How a thing that was checked stands."""

    GOOD = "good"
    BAD = "bad"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that is checked. `share` fills a bar, good from `enough` on; `colour`: a meeple's figure."""

    text: str
    mark: Mark
    share: float | None = None
    enough: float = 0.5
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Ring:
    """Where a meeple is to stand."""

    colour: str
    points: Points
    mark: Mark


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is drawn over the picture. `corners` are pointed at; `outline` goes around four of them.

    `north`: where the board's north side is, None without a board.
    """

    grid: tuple[Points, ...] = ()
    cards: tuple[Points, ...] = ()
    glare: tuple[Points, ...] = ()
    rings: tuple[Ring, ...] = ()
    corners: Points = ()
    outline: Points = ()
    north: Point | None = None


@dataclass(frozen=True, slots=True)
class CameraView:
    """One moment. An empty text of a button: it is not there.

    `main` is the one thing to do next; `second` and `skip` are beside it. `tapping`: fingers set corners.
    `names_place`: the second button asks for the name of the place.
    """

    step: Step
    title: str
    count: str
    sentence: str
    alarm: bool
    hint: str
    lines: tuple[Line, ...]
    main: str
    main_on: bool
    second: str
    skip: str
    overlay: Overlay
    tapping: bool = False
    names_place: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A small copy to be shown: rows from the foot up, each pixel red, green, blue bytes."""

    rgb: bytes
    width_px: int
    height_px: int
