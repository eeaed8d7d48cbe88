"""What was found out about a camera when it was set up, kept for each camera and each place it stands in.

Everything stands in records of the kind "camera" beside the matches: where the board lies in the picture, and
which files hold the pictures of the empty board, one a city. What cannot be read is passed over and said
once by `take_notice`; a journal that fails stops nobody. `CameraPlaces` belongs to the main thread. OpenCV is
not loaded before a picture is looked at.
"""

from __future__ import annotations

import hashlib
import logging
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec

from app.games.contract import Message, say
from app.store.errors import JournalFailed
from app.store.files import write_whole
from app.store.journal import Journal

if TYPE_CHECKING:
    from vision.rectify import Registration

log = logging.getLogger(__name__)

KIND = "camera"
PLACE = "place"
"""First word of the keys of calibrations; the rest is the place and the camera."""
LAST = "last"
"""First word of the keys that hold the place in which a camera stood last."""
FOLDER = "camera"
"""Where the pictures of empty boards are, in the state folder."""
HERE = "Here"
"""The place of those who name none."""

Pixels = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Point = tuple[float, float]
Row = tuple[float, float, float]


class Whereabouts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `vision` registration in numbers, for the picture at the reader's working size."""

    homography: tuple[Row, Row, Row]
    width_px: Pixels
    height_px: Pixels
    k1: float
    focal_px: float
    off_mm: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        """Raises ValueError when no camera sees a board so."""
        (a, b, c), (d, e, f), (g, h, i) = self.homography
        spread = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        if not math.isfinite(spread) or abs(spread) < 1e-12:
            raise ValueError("a board cannot lie there")

    def registration(self) -> Registration:
        """As the reader wants it."""
        import numpy as np

        from vision.rectify import Lens, Registration

        matrix = np.array(self.homography, np.float64)
        lens = Lens(self.width_px, self.height_px, self.k1)
        return Registration(matrix, lens, 1.0, "kept", self.focal_px, self.off_mm)


def whereabouts(registration: Registration) -> Whereabouts:
    """A registration as it is kept."""
    first, second, third = ((float(a), float(b), float(c)) for a, b, c in registration.homography)
    lens = registration.lens
    return Whereabouts(
        (first, second, third),
        lens.width_px,
        lens.height_px,
        lens.k1,
        registration.focal_px,
        registration.off_mm,
    )


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One camera in one place.

    `frame_px`: width and height of its pictures. `corners_px`: the frame's outer corners in those, clockwise,
    if a person had to point at them. `references`: name of a city -> file with the picture of that side of
    the empty board. `swapped`: red and blue are exchanged in its pictures.
    """

    camera: str
    place: str
    frame_px: tuple[Pixels, Pixels]
    where: Whereabouts
    corners_px: tuple[Point, Point, Point, Point] | None = None
    references: dict[str, str] = msgspec.field(default_factory=dict)
    swapped: bool = False
    version: Literal[1] = 1


class Known(NamedTuple):
    """What the reader is told about a camera: the arguments of those names of `vision.reader.read`.

    `reference_bgr` (H, W, 3) uint8 and `corners_px` (4, 2), None where there is none; the corners count in
    pictures of `frame_px`, width and height, only. `before`: where the board lay; hand it to the first
    reading. With `swapped`, red and blue of the camera's pictures have to be exchanged before reading.
    `place` is empty for a camera that was never set up.
    """

    reference_bgr: Any | None = None
    corners_px: Any | None = None
    before: Any | None = None
    swapped: bool = False
    place: str = ""
    frame_px: tuple[int, int] | None = None


NOTHING_KNOWN = Known()


def true_colours(image: Any, swapped: bool) -> Any:
    """(H, W, 3) uint8 BGR of a picture as the camera gives it."""
    import numpy as np

    return np.ascontiguousarray(image[..., ::-1]) if swapped else image


class CameraPlaces:
    """The calibrations of one table; `state_dir` is where its files are."""

    def __init__(self, journal: Journal, state_dir: Path) -> None:
        self._journal, self._folder = journal, state_dir / FOLDER
        self._notice: Message | None = None
        self._kept: dict[tuple[str, str], Calibration] = {}
        self._last: dict[str, str] = {}
        self._picture: tuple[Path, Any] | None = None
        try:
            for key, text in journal.records(KIND).items():
                self._read(key, text)
        except JournalFailed as error:
            log.error("no places of cameras: %s", error)

    def _read(self, key: str, text: str) -> None:
        what, _, rest = key.partition(" ")
        if what == LAST:
            self._last[rest] = text
            return
        try:
            found = msgspec.json.decode(text, type=Calibration)
        except ValueError as error:
            log.error("place of a camera unreadable: %s: %s", key, error)
            self._notice = say("place.unreadable")
            return
        self._kept[found.camera, found.place] = found

    def of(self, camera: str) -> list[Calibration]:
        """All places of a camera, the one it stood in last first."""
        last = self._last.get(camera, HERE)
        mine = [kept for (name, _), kept in self._kept.items() if name == camera]
        return sorted(mine, key=lambda kept: (kept.place != last, kept.place))

    def stands_in(self, camera: str, place: str) -> None:
        """Remember where the camera stands now."""
        if self._last.get(camera) != place:
            self._last[camera] = place
            self._put(f"{LAST} {camera}", place)

    def keep(self, calibration: Calibration) -> None:
        """Keep it in place of the one before; that one's pictures of other cities stay."""
        before = self._kept.get((calibration.camera, calibration.place))
        if before is not None:
            references = before.references | calibration.references
            calibration = msgspec.structs.replace(calibration, references=references)
        self._kept[calibration.camera, calibration.place] = calibration
        text = msgspec.json.encode(calibration).decode()
        self._put(f"{PLACE} {calibration.place} {calibration.camera}", text)
        self.stands_in(calibration.camera, calibration.place)
        self._picture = None

    def reference_file(self, camera: str, place: str, city: str) -> Path:
        """Where the picture of that side of the empty board belongs."""
        mark = hashlib.sha256("\n".join((camera, place, city)).encode()).hexdigest()[:16]
        return self._folder / f"{mark}.jpg"

    def known_for(self, source: Any, city: str | None = None) -> Known:
        """What is known about this camera where it stood last, with the empty board of `city`.

        `source`: anything with `describe()`, or None. Never raises for what is on the card. Quick: the
        picture is of the reader's working size and is kept in memory.
        """
        import numpy as np

        mine = [] if source is None else self.of(source.describe())
        if not mine:
            return NOTHING_KNOWN
        kept = mine[0]
        corners = None if kept.corners_px is None else np.array(kept.corners_px, np.float64)
        picture = self._reference(kept.references.get(city or ""))
        return Known(picture, corners, kept.where.registration(), kept.swapped, kept.place, kept.frame_px)

    def _reference(self, name: str | None) -> Any | None:
        from vision.errors import PhotoUnreadable
        from vision.photo import load

        if name is None:
            return None
        path = self._folder / Path(name).name  # a record from elsewhere leads out of the folder nowhere
        if self._picture is None or self._picture[0] != path:
            try:
                self._picture = (path, load(path))
            except PhotoUnreadable as error:
                log.error("picture of the empty board: %s", error)
                self._picture = (path, None)
                self._notice = say("place.picture_unreadable")
        return self._picture[1]

    def take_notice(self) -> Message | None:
        """What went wrong with what is kept, once."""
        notice, self._notice = self._notice, None
        return notice

    def _put(self, key: str, text: str) -> None:
        try:
            self._journal.put_record(KIND, key, text)
        except JournalFailed as error:
            log.error("the camera's place is not kept: %s", error)
            self._notice = say("notice.not_saved", reason=str(error))


def write_reference(path: Path, image: Any) -> None:
    """Keep a picture of the empty board, (H, W, 3) uint8 BGR; in the background. Raises OSError."""
    from vision.empty_board import to_jpeg

    write_whole(path, to_jpeg(image))
