"""Leads through the set-up of the camera, one step after the other; keeps the result at the end.

In: the camera (None: there is none), a worker that somebody polls, the places of cameras, a clock, which
city is to be played (None: any), and where the meeples are to stand for their check. Out: `CameraView`s, the
picture to show, and what is kept at the end. Main thread; nothing here waits.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.table.camera_places import HERE, Calibration, CameraPlaces, whereabouts, write_reference
from app.table.worker import Asking
from app.ui.presenters.camera.corners import Corners
from app.ui.presenters.camera.feed import Feed
from app.ui.presenters.camera.lines import meeple_marks
from app.ui.presenters.camera.pages import Moment, page
from app.ui.presenters.camera.start import start_cells
from app.ui.presenters.camera.views import CameraView, Mark, Picture, Point, Step
from app.ui.presenters.camera.wanted import Wanted
from app.ui.words import word
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from app.ui.presenters.camera.sight import Sight
    from vision.layout import BoardLayout

log = logging.getLogger(__name__)

TOPIC = "camera keep"
LOCKED = (Step.EMPTY, Step.MEEPLES, Step.DONE)
"""Steps in which the camera holds its light: their pictures are compared with later ones."""
ORDER = tuple(Step)


class CameraPresenter:
    """One set-up at a time; `enter` begins afresh.

    Pictures that are not `live` are photos of a folder: one of the empty board, then one with the meeples.
    """

    def __init__(
        self,
        source: Any | None,
        worker: Asking,
        places: CameraPlaces,
        clock_ns: Callable[[], int],
        expected: Callable[[], str | None] = lambda: None,
        start: Callable[[BoardLayout], dict[str, str]] = start_cells,
        live: bool = True,
    ) -> None:
        self._source, self._worker, self._places = source, worker, places
        self._expected, self._start_cells, self._live = expected, start, live
        self._feed = Feed(source, worker, clock_ns, self._wanted, self._take, self._lose, live)
        self._begun = 0
        self._begin()

    def _begin(self) -> None:
        self._begun += 1  # what an earlier set-up has left to be written says nothing of this one
        self._step = Step.AIM
        self._sight: Sight | None = None
        self._corners: Corners | None = None
        self._swapped = False
        self._marks: dict[str, Mark] = {}
        self._standing: dict[str, str] = {}
        self._taking = self._saving = self._saved = False
        self._reference: Any | None = None
        self._trouble = ""
        self._unkept = ""
        self._place = HERE

    # -- coming, going, polling -----------------------------------------------------------------------

    def enter(self) -> None:
        """Begin with the first step."""
        self._begin()
        self._feed.turn()
        if self._source is not None:
            if not self._live:
                self._source.restart()  # from the first photo on
            self._source.unlock_controls()
            self._feed.start()

    def leave(self) -> None:
        """Nobody looks any more. What was not saved is forgotten; a camera set up before holds its light."""
        self._feed.stop()
        if self._source is not None:
            if self._places.of(self._source.describe()):
                self._source.lock_controls()
            else:
                self._source.unlock_controls()

    def poll(self) -> None:
        """Ask for what is due and take what has come."""
        self._feed.poll()

    @property
    def picture(self) -> Picture | None:
        """What the camera shows, None before the first picture."""
        return None if self._sight is None else self._sight.shown

    @property
    def loupe(self) -> Point | None:
        """The corner under the finger."""
        return None if self._corners is None else self._corners.held

    @property
    def saved(self) -> bool:
        """Whether it has come to its end: the screen may be left."""
        return self._saved

    @property
    def place(self) -> str:
        """The name of the place."""
        return self._place

    @property
    def known_places(self) -> tuple[str, ...]:
        """Other names this camera's places have, the one it stood in last first."""
        if self._source is None:
            return ()
        kept = (one.place for one in self._places.of(self._source.describe()))
        return tuple(place for place in kept if place != self._place)

    @property
    def busy(self) -> bool:
        """Whether a picture is being kept."""
        return self._saving

    def view(self) -> CameraView:
        """The moment as it stands."""
        return page(
            Moment(
                step=self._step,
                there=self._source is not None,
                trouble=self._trouble,
                sight=self._sight,
                corners=self._corners,
                expected=self._expected(),
                marks=self._marks,
                standing=self._standing,
                taking=self._taking,
                reference=self._reference is not None,
                saving=self._saving,
                unkept=self._unkept,
                place=self._place,
                held=() if self._source is None else tuple(hold.value for hold in self._source.held),
            )
        )

    # -- touches --------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """The main button."""
        if self._trouble:
            self._try_again()
        elif not self.view().main_on:
            return
        elif self._step is Step.EMPTY:
            self._taking = True
        elif self._step is Step.DONE:
            self._save()
        else:
            self._go_to(ORDER[ORDER.index(self._step) + 1])

    def skip(self) -> None:
        """On without this step's result."""
        if self._step in (Step.LIGHT, Step.EMPTY, Step.MEEPLES) and self._sight is not None:
            self._go_to(ORDER[ORDER.index(self._step) + 1])

    def back(self) -> bool:
        """One step back; False: out of the set-up."""
        if self._saving:  # a moment; what is being kept belongs to this step
            return True
        if self._corners is not None and self._step is Step.AIM and not self._trouble:
            self._tap_corners(None)
            return True
        if self._step is Step.AIM or self._trouble or self._source is None:
            return False
        self._go_to(ORDER[ORDER.index(self._step) - 1])
        return True

    def second(self) -> None:
        """The button beside: corners by hand, or red and blue exchanged."""
        if self._step is Step.AIM and not self._trouble:
            self._tap_corners(Corners() if self._corners is None else None)
        elif self._step is Step.MEEPLES:
            self._swapped = not self._swapped
            self._marks = {}
            self._forget_answers()

    def rename(self, name: str) -> str | None:
        """The place has another name, but while it is being kept; a sentence when it cannot have it."""
        if self._saving:
            return None
        self._place = name.strip() or HERE
        return None

    def down(self, point: Point) -> None:
        """A finger on the picture while corners are tapped."""
        if self._corners is not None and self._step is Step.AIM:
            self._corners.down(point)

    def move(self, point: Point) -> None:
        """It moves."""
        if self._corners is not None:
            self._corners.move(point)

    def up(self) -> None:
        """It leaves."""
        if self._corners is not None:
            self._corners.up()
            self._forget_board()

    def _tap_corners(self, corners: Corners | None) -> None:
        self._corners = corners
        self._forget_board()

    def _forget_board(self) -> None:
        """The board has to be found anew; the picture stays on the screen until the next."""
        if self._sight is not None:
            self._sight = replace(self._sight, placed=None, cut=False, trouble="", reading=None)

    def _forget_answers(self) -> None:
        """What one step has asked says nothing of another."""
        if self._sight is not None:
            self._sight = replace(self._sight, light=None, glare=(), reading=None, exchanged=False, rings={})

    def _go_to(self, step: Step) -> None:
        self._step, self._taking, self._unkept = step, False, ""
        self._forget_answers()
        if step is Step.MEEPLES and not self._standing:
            self._standing = self._start()
            self._feed.turn()
        if step is Step.DONE and self._source is not None and self._place == HERE:
            kept = self._places.of(self._source.describe())
            self._place = kept[0].place if kept else HERE
        if self._source is not None:
            if step in LOCKED:
                self._source.lock_controls()
            else:
                self._source.unlock_controls()

    def _start(self) -> dict[str, str]:
        from vision.layout import shipped_layouts

        placed = self._sight.placed if self._sight else None
        layouts = {layout.name: layout for layout in shipped_layouts()}
        return self._start_cells(layouts[placed.city] if placed else next(iter(layouts.values())))

    def _try_again(self) -> None:
        self._trouble = ""
        self._feed.turn()
        if self._source is not None:
            self._source.restart()
            self._feed.start()

    # -- what was seen --------------------------------------------------------------------------------

    def _around(self) -> Any:
        return None if self._corners is None else self._corners.around()

    def _wanted(self) -> Wanted:
        last = self._sight
        return Wanted(
            step=self._step,
            placed=last.placed if last else None,
            corners=self._around(),
            swapped=self._swapped,
            standing=self._standing if self._step is Step.MEEPLES else {},
            small=last.small if last else None,
            keep=self._taking,
        )

    def _take(self, sight: Sight) -> None:
        """A picture was looked at; what it says of a step left, or of other corners, counts no more."""
        asked = sight.wanted
        if (asked.step, asked.corners, asked.swapped) != (self._step, self._around(), self._swapped):
            return
        if self._corners is not None and self._corners.held is not None:
            return  # the picture stands still under a finger
        self._sight = sight
        if self._step is Step.MEEPLES and sight.reading is not None:
            self._marks = meeple_marks(sight.reading, self._standing, self._marks)
        if self._taking and sight.picture is not None and not sight.moving and not _hand(sight):
            assert sight.placed is not None
            self._reference = (sight.placed.city, sight.picture)
            self._go_to(Step.MEEPLES)

    def _lose(self, error: Exception) -> None:
        if isinstance(error, HardwareError):
            self._trouble = word("camera.gone", reason=str(error))
        else:
            log.error("a picture could not be looked at", exc_info=error)
            self._trouble = word("camera.fault")

    # -- keeping --------------------------------------------------------------------------------------

    def _save(self) -> None:
        """The file first, in the background; the record when it is there. What is kept is settled now."""
        calibration = self._calibration()
        if calibration is None:
            return
        self._saving, self._unkept = True, ""
        begun, reference = self._begun, self._reference
        files = [] if reference is None else [(self._file(reference[0]), reference[1])]

        def write() -> None:
            for file, picture in files:
                write_reference(file, picture)

        self._worker.ask(
            TOPIC,
            write,
            lambda _: self._keep(calibration, begun),
            lambda error: self._not_kept(error, begun),
        )

    def _file(self, city: str) -> Any:
        assert self._source is not None
        return self._places.reference_file(self._source.describe(), self._place, city)

    def _calibration(self) -> Calibration | None:
        sight = self._sight
        if sight is None or sight.placed is None or self._source is None:
            return None
        width, height = sight.frame_px
        corners = tuple((x * width, y * height) for x, y in sight.placed.corners)
        city = "" if self._reference is None else self._reference[0]
        return Calibration(
            camera=self._source.describe(),
            place=self._place,
            frame_px=sight.frame_px,
            where=whereabouts(sight.placed.registration),
            corners_px=None if self._corners is None else (corners[0], corners[1], corners[2], corners[3]),
            references={city: self._file(city).name} if city else {},
            swapped=self._swapped,
        )

    def _keep(self, calibration: Calibration, begun: int) -> None:
        self._places.keep(calibration)
        if begun == self._begun:
            self._saving, self._saved = False, True

    def _not_kept(self, error: Exception, begun: int) -> None:
        log.error("the picture of the empty board is not kept", exc_info=error)
        if begun == self._begun:
            self._saving = False
            self._unkept = word("camera.not_kept", reason=str(error))


def _hand(sight: Sight) -> bool:
    return sight.reading is not None and sight.reading.status == "hand"
