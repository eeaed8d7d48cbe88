"""The camera follows the table: frames all the while, what they tell taken up on the main thread.

`watch` says what is looked at now, `poll` (ten times a second, main thread) asks for a frame, collects it and
hands it to the background, where it is followed and explained; nothing here ever waits. One frame is under
way at a time. `sighting` is what was seen last, `take` gives the moves it told, once.

What is seen belongs to the match as it was when the frame was asked for. When that has changed meanwhile (a
touch, an undo), or time stands still, the moves are not taken: they are explained anew with the next frame.
So is a meeple that no move led to its cell, once the match has changed: another one may have been in doubt.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from app.errors import as_message
from app.games.contract import Message
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.state import ShowMove, State
from app.table.camera_desk import layout_of, read_frame
from app.table.camera_places import NOTHING_KNOWN, Known, true_colours
from app.table.seen_moves import Explained, Gone, Step, explain, likely_cells
from app.table.sighting import NOTHING_SEEN, Fault, Question, Sees, Sighting
from app.table.worker import Asking
from hardware.camera.folder import PHOTO_ENDINGS
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from vision.follow import Follower, Look

log = logging.getLogger(__name__)

TOPIC = "watching"
BETWEEN_FRAMES_NS = 200_000_000
"""Five frames a second: the reader waits for some of them at rest, a hand moves more than that apart."""


class What(StrEnum):
    """What is followed."""

    MOVES = "moves"
    """A demonstration."""
    PLACES = "places"
    """Meeples being put where they belong."""


@dataclass(frozen=True)
class Scene:
    """What is looked at: the board, where the placeholders lie, and which moment of the match it is."""

    what: What
    board: Board
    starts: Mapping[str, str]
    moment: tuple[object, ...]


class _Eye:
    """Follows one scene; touched by one background job at a time, and by nobody else."""

    def __init__(self, scene: Scene, make: Callable[..., Follower] | None, known: Known) -> None:
        self._scene, self._make, self._known = scene, make, known
        self._follower: Follower | None = None
        self._state: State | None = None
        self._met = False

    def look(self, task: _Task) -> _Answer:
        """Follow one frame. Raises `VisionError` when such a board cannot be read."""
        shows, state = self._scene.what is What.MOVES, task.state
        self._state = state
        if self._follower is None:
            self._follower = self._begin(state.cells() if shows else dict.fromkeys(self._scene.starts))
        if task.settled:
            self._follower.settle(task.settled)
        look = self._follower.feed(true_colours(task.image, self._known.swapped), task.at_rest)
        gone = dict(task.gone)
        if shows and self._met:  # what is not in place when it is seen first has not moved
            gone = _joined(task.gone, look)
        self._met = self._met or look.read
        explained = explain(state, gone) if gone else Explained((), {})
        return _Answer(state, look, self._met, gone, explained)

    def _likely(self, _settled: object) -> Mapping[str, tuple[str, ...]]:
        """Where the meeples may well stand, as the match knows it."""
        if self._scene.what is What.MOVES and self._state is not None:
            return likely_cells(self._state)
        return {colour: (cell,) for colour, cell in self._scene.starts.items()}

    def _begin(self, settled: Mapping[str, str | None]) -> Follower:
        from vision import follow

        return (self._make or follow.Follower)(
            layout_of(self._scene.board),
            settled,
            round_start=dict(self._scene.starts),
            reference_bgr=self._known.reference_bgr,
            corners_px=self._known.corners_px,
            before=self._known.before,
            likely=self._likely,
            reader=partial(read_frame, frame_px=self._known.frame_px),
        )


@dataclass(frozen=True)
class _Task:
    """One frame, and the match it belongs to."""

    image: Any
    at_rest: bool
    state: State
    settled: Mapping[str, str | None]
    """Where the table says these meeples stand."""
    gone: Gone
    """Seen before, and not explained yet."""


@dataclass(frozen=True)
class _Answer:
    state: State
    look: Look
    met: bool
    gone: Gone
    explained: Explained


def _joined(before: Gone, look: Look) -> dict[str, tuple[str | None, str]]:
    """What is still to be explained, with what this frame tells."""
    from vision.changes import Moved, Returned

    gone = dict(before)
    for change in look.changes:
        match change:
            case Moved(colour, source, to):
                gone[colour] = (before[colour][0] if colour in before else source, to)
            case Returned(colour, to):
                gone[colour] = (before[colour][0] if colour in before else None, to)
            case _:
                pass
    return gone


def _questions(look: Look) -> tuple[Question, ...]:
    from vision.changes import Between, Fallen, Unsure

    asked = []
    for one in look.questions:
        match one:
            case Fallen(colour, cell):
                asked.append(Question(colour, (cell,), lying=True))
            case Between(colour, cells):
                asked.append(Question(colour, cells, side_by_side=True))
            case Unsure(colour, cells):
                asked.append(Question(colour, cells))
    return tuple(asked)


class Watching:
    """One camera that follows the table; `source` None means there is none. Main thread."""

    def __init__(
        self,
        source: Any | None,
        worker: Asking,
        clock_ns: Callable[[], int],
        *,
        live: bool = True,
        known: Callable[[Any, str], Known] = lambda source, city: NOTHING_KNOWN,
        follower: Callable[..., Follower] | None = None,
    ) -> None:
        """`live`: it is no folder of photos, and watches unasked. `known`: what helps to read the pictures of
        a source that show a city, as `CameraPlaces.known_for`. `follower`: in place of `vision`'s own.
        """
        self._source, self._worker, self._clock_ns, self._make = source, worker, clock_ns, follower
        self._known = known
        self.live, self._on, self._lost = live, live, False
        self.sighting = NOTHING_SEEN
        self.trouble: Message | None = None
        """Why it does not watch any more; whoever tells it takes it away."""
        self._scene: Scene | None = None
        self._eye: _Eye | None = None
        self._requested = self._reading = False
        self._next_ns = 0
        self._answer: _Answer | None = None
        self._gone: Gone = {}
        self._steps: tuple[Step, ...] = ()
        self._answered: dict[str, str] = {}
        self._asked_at: dict[str, str] = {}
        self._closed: dict[str, tuple[Question, str]] = {}

    @property
    def available(self) -> bool:
        """Whether there is a camera to watch with."""
        return self._source is not None

    @property
    def on(self) -> bool:
        """Whether it watches when there is something to watch."""
        return self.available and self._on and not self._lost

    @property
    def scene(self) -> Scene | None:
        """What is being watched; None while nothing is."""
        return self._scene if self.on else None

    def toggle(self) -> None:
        """Watch from now on, or leave it."""
        self._on, self._lost = not self.on, False
        self._forget()

    def watch(self, scene: Scene | None) -> None:
        """Look at this from now on. Another scene than before begins afresh; a lost camera is tried again."""
        if scene == self._scene:
            return
        self._forget()
        self._scene, self._lost = scene, False

    def take(self) -> tuple[Step, ...]:
        """The moves that were seen, once."""
        steps, self._steps = self._steps, ()
        return steps

    def poll(self, state: State, held: bool = False) -> None:
        """Ask for, collect and hand on frames. `held`: time stands still, nothing is to be taken up."""
        if not self.on or self._scene is None:
            return
        self._take_answer(state, held)
        if held:
            self._cancel()
        elif not self._reading:
            try:
                self._next_frame(state)
            except HardwareError as error:
                self._lose(error)

    # -- the way of a frame ---------------------------------------------------------------------------

    def _next_frame(self, state: State) -> None:
        """Raises `HardwareError`."""
        source = self._source
        assert source is not None
        now = self._clock_ns()
        if not self._requested:
            if now >= self._next_ns:
                self._requested = True
                source.request()
            return
        frame = source.poll()
        if frame is None:
            self._requested = bool(source.busy)  # somebody else may have taken the picture
            return
        self._requested, self._next_ns = False, now + BETWEEN_FRAMES_NS
        photo = PurePath(frame.name).suffix.lower() in PHOTO_ENDINGS
        self._read(frame.image, photo, state)

    def _read(self, image: Any, at_rest: bool, state: State) -> None:
        assert self._scene is not None
        if self._eye is None:
            known = self._known(self._source, self._scene.board.file.name)
            self._eye = _Eye(self._scene, self._make, known)
            if known.place:
                self._hold_light(self._scene.what is What.MOVES)
        eye = self._eye
        settled, self._answered = self._answered, {}
        again = {c: fault.cell for c, fault in self.sighting.faults.items() if fault.state is not state}
        gone = {c: (state.cells()[c], cell) for c, cell in again.items()} | dict(self._gone)
        task = _Task(image, at_rest, state, settled, gone)
        self._gone, self._reading = {}, True
        self._worker.ask(TOPIC, lambda: eye.look(task), self._was_read, self._failed)

    def _hold_light(self, shows: bool) -> None:
        """A camera that was set up holds it in a demonstration; before and after it follows the lamps."""
        assert self._source is not None
        if shows:
            self._source.lock_controls()
        else:
            self._source.unlock_controls()

    def _was_read(self, answer: _Answer) -> None:
        self._reading, self._answer = False, answer

    def _take_answer(self, state: State, held: bool) -> None:
        """What was seen counts for the match as it is, else it is explained anew."""
        answer, self._answer = self._answer, None
        if answer is None:
            self._settle_questions(state)
            return
        if answer.state is not state or held:
            self._gone = answer.gone
            return
        look, last, explained = answer.look, self.sighting, answer.explained
        self._steps += explained.steps
        moves = [(step.meeple, step.to) for step in explained.steps if isinstance(step, ShowMove)]
        found = {c: Fault(answer.gone[c][1], said, state) for c, said in explained.faults.items()}
        self.sighting = Sighting(
            Sees(str(look.sight)),
            look.settled,
            _questions(look),
            look.doubtful,
            look.nudged or (last.nudged and not look.read),
            answer.met,
            moves[-1] if moves else last.told,
            {c: fault for c, fault in last.faults.items() if look.settled[c] == fault.cell} | found,
        )
        self._settle_questions(state)

    def stands(self, colour: str, cell: str) -> None:
        """The table says that this meeple stands where the match has it, on this cell."""
        for question in self.sighting.questions:
            if question.colour == colour and cell in question.cells:
                self._close(question, cell)

    def _close(self, question: Question, cell: str) -> None:
        """It is answered: the match has the meeple on this cell, and so has the follower from now on."""
        if self._closed.get(question.colour) != (question, cell):
            self._closed[question.colour] = (question, cell)
            self._answered[question.colour] = cell
        left = tuple(one for one in self.sighting.questions if one is not question)
        self.sighting = replace(self.sighting, questions=left)

    def _settle_questions(self, state: State) -> None:
        """A question is answered when the table has brought the meeple to one of its cells since it arose.

        The same doubt is not asked about again, unless the camera now holds another cell for the likelier one
        and the match does not have the meeple there.
        """
        cells, asked = state.cells(), {question.colour for question in self.sighting.questions}
        self._asked_at = {colour: at for colour, at in self._asked_at.items() if colour in asked}
        for question in self.sighting.questions:
            cell = cells[question.colour]
            asked_at = self._asked_at.setdefault(question.colour, cell)
            moved = cell != asked_at and cell in question.cells
            if moved or self._known_doubt(question, cell):
                self._close(question, cell)

    def _known_doubt(self, question: Question, cell: str) -> bool:
        if question.colour not in self._closed or cell not in question.cells:
            return False
        closed, _ = self._closed[question.colour]
        likelier = question.cells[0]
        return set(closed.cells) == set(question.cells) and likelier in (closed.cells[0], cell)

    def _failed(self, error: Exception) -> None:
        from vision.errors import VisionError

        if not isinstance(error, VisionError):
            log.error("frame not followed", exc_info=error)
        self._lose(error)

    def _lose(self, error: Exception) -> None:
        """No more of this: the table shows by touch, and may switch the camera on again."""
        log.info("the camera stops watching: %s", error)
        self._forget()
        self._lost, self.trouble = True, as_message(error)

    def _cancel(self) -> None:
        if self._requested and self._source is not None:
            self._source.cancel()
        self._requested = False

    def _forget(self) -> None:
        self._cancel()
        self._worker.forget(TOPIC)
        self._reading, self._answer, self._eye = False, None, None
        self._gone, self._steps = {}, ()
        self._answered, self._asked_at, self._closed = {}, {}, {}
        self.sighting = NOTHING_SEEN
