"""A match whose demonstration a made-up camera follows: what each frame tells is written beforehand.

`Camera` gives a plain frame for every request. `Script` stands for the follower: each frame it is handed
takes the next line of it. `HandWorker` does its work when it is told to, so that anything can happen in
between.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from app.games.mutant_meeples.state import (
    Claim,
    DrawCrime,
    Phase,
    PlayerSetup,
    Row,
    SetPlan,
    Setup,
    TimeUp,
)
from app.table.camera_desk import CameraDesk
from app.table.camera_places import NOTHING_KNOWN, Known
from app.table.watching import Watching
from app.table.worker import Worker
from app.ui.desk import Desk
from hardware.camera.base import Frame
from hardware.errors import CameraUnavailable
from tests.store.newest import newest_open
from tests.table.conftest import WALL
from tests.table.conftest import Desk as Table
from vision.changes import Between, Change, Fallen, Unsure, after
from vision.errors import VisionError
from vision.follow import Look, Sight

PLACES = {
    "green": "RG", "gray": "EQ", "blue": "AI", "brown": "LQ",
    "red": "DL", "white": "AN", "yellow": "OE", "black": "RB",
}  # fmt: skip
"""As in the first sequence of photographs: white slides to AJ, brown to LR, green to MG and MI."""
MARKERS = (("white", 1), ("brown", 2), ("green", 3))
TICK_S = 0.25


class Camera:
    """Never fails and is never slow, unless told so."""

    def __init__(self, name: str = "/dev/video0") -> None:
        self.requests = self.cancelled = 0
        self.broken: CameraUnavailable | None = None
        self.held: list[bool] = []
        self._name, self._asked = name, False

    @property
    def busy(self) -> bool:
        """Whether a picture is wanted that was not taken yet."""
        return self._asked

    def request(self) -> bool:
        """A picture is wanted."""
        assert not self._asked, "one picture at a time"
        self.requests += 1
        self._asked = True
        return True

    def poll(self) -> Frame | None:
        """The picture. Raises `CameraUnavailable` when it was pulled out."""
        if self.broken is not None:
            self._asked = False
            raise self.broken
        if not self._asked:
            return None
        self._asked = False
        return Frame(np.tile(np.arange(3, dtype=np.uint8), (8, 8, 1)), 0, self._name)

    def lock_controls(self) -> None:
        """Hold the light from now on."""
        self.held.append(True)

    def unlock_controls(self) -> None:
        """Follow it."""
        self.held.append(False)

    def cancel(self) -> None:
        """No picture is wanted."""
        self.cancelled += self._asked
        self._asked = False


@dataclass(frozen=True)
class Line:
    """What one frame tells."""

    changes: tuple[Change, ...] = ()
    sight: Sight = Sight.STEADY
    doubtful: tuple[str, ...] = ()
    nudged: bool = False


class Script:
    """Makes the follower of a scene, and is it; after its last line nothing new is seen."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.settled: dict[str, str | None] = {}
        self.corrections: list[Mapping[str, str | None]] = []
        self.given: dict[str, Any] = {}
        self.frames: list[Any] = []
        self.at_rest: list[bool] = []
        self._open: tuple[Any, ...] = ()

    def __call__(self, board: Any, settled: Mapping[str, str | None], **given: Any) -> Any:
        """A new scene: where the meeples are thought to stand."""
        self.settled, self._open, self.given = dict(settled), (), given
        return self

    def settle(self, settled: Mapping[str, str | None]) -> None:
        """The table has said where meeples stand."""
        self.corrections.append(settled)
        self.settled |= settled
        self._open = tuple(one for one in self._open if one.colour not in settled)

    def feed(self, frame: Any, at_rest: bool = False) -> Look:
        """The next line."""
        self.at_rest.append(at_rest)
        self.frames.append(frame)
        line = self.lines.pop(0) if self.lines else Line()
        read = line.sight in (Sight.STEADY, Sight.UNSURE)
        if read and line.changes:
            self.settled = after(self.settled, line.changes)
            self._open = tuple(one for one in line.changes if isinstance(one, Fallen | Between | Unsure))
        return Look(
            line.sight, line.changes, dict(self.settled), self._open, line.doubtful, line.nudged, read
        )

    def see(self, *changes: Change, sight: Sight = Sight.STEADY) -> None:
        """The next frame tells this."""
        self.lines.append(Line(changes, sight))


class HandWorker:
    """Works when told to."""

    def __init__(self) -> None:
        self._jobs: list[tuple[str, Any, Any, Any]] = []

    def ask(self, topic: str, work: Any, then: Any, otherwise: Any) -> None:
        """As `Worker.ask`."""
        self.forget(topic)
        self._jobs.append((topic, work, then, otherwise))

    def forget(self, topic: str) -> None:
        """As `Worker.forget`."""
        self._jobs = [job for job in self._jobs if job[0] != topic]

    @property
    def waiting(self) -> int:
        """Questions that are not answered."""
        return len(self._jobs)

    def work(self) -> None:
        """Answer them all."""
        jobs, self._jobs = self._jobs, []
        for _, work, then, otherwise in jobs:
            try:
                answer = work()
            except VisionError as error:
                otherwise(error)
                continue
            then(answer)


class Watched:
    """The desk of a match with a camera that follows it."""

    def __init__(
        self, table: Table, *, live: bool = True, camera: Camera | None = None, known: Known = NOTHING_KNOWN
    ) -> None:
        self.table = table
        self.camera = camera or Camera()
        self.script, self.reader = Script(), HandWorker()
        self.asked: list[tuple[Any, str]] = []
        self._known = known
        self.watching = Watching(
            self.camera,
            self.reader,
            table.clock,
            live=live,
            known=self._known_for,
            follower=self.script,
        )
        self._worker = Worker()
        photos = CameraDesk(self.camera, self._worker)
        self.desk = Desk(table.session, self._worker, photos, None, self.watching)

    def _known_for(self, source: Any, city: str) -> Known:
        self.asked.append((source, city))
        return self._known

    def close(self) -> None:
        """End the thread."""
        self._worker.close()

    def begin(self, *rows: tuple[str, int], target: str = "MI") -> None:
        """The first player demonstrates with these markers; the camera has seen everybody in place."""
        table, game = self.table, self.table.session.game
        state = game.new(Setup((PlayerSetup("Ann"), PlayerSetup("Ben"))), random.Random(1))
        rest = tuple(letter for letter in state.stack if letter not in target)
        table.journal.begin(
            game.name, msgspec.json.encode(replace(state, starts=PLACES, stack=(*target, *rest))), WALL
        )
        stored = newest_open(table.journal)
        assert stored is not None
        table.session.resume(stored)
        self.desk.reset()
        plan = tuple(Row(colour, count) for colour, count in rows or MARKERS)
        for action in (DrawCrime(), SetPlan(0, plan), Claim(0, 24), TimeUp()):
            assert table.session.act(action)
        assert table.state.phase is Phase.SHOW
        self.desk.view()
        self.desk.dismiss_notice()

    def met(self, *rows: tuple[str, int], target: str = "MI") -> None:
        """As `begin`, and the camera has seen everybody in place."""
        self.begin(*rows, target=target)
        self.tick(3)

    def tick(self, times: int = 1, work: bool = True) -> None:
        """As the house does ten times a second; without `work` the background is slow."""
        for _ in range(times):
            self.table.after(TICK_S)
            if work:
                self.reader.work()
            self.desk.poll()
            self.desk.view()

    def see(self, *changes: Change, sight: Sight = Sight.STEADY) -> None:
        """A frame tells this, and it is taken up."""
        self.script.see(*changes, sight=sight)
        self.tick(4)

    def tap(self, cell: str) -> None:
        """A finger on the map."""
        self.desk.tap_cell(cell)
        self.table.session.pump()

    @property
    def shown(self) -> list[tuple[str, str]]:
        """The moves of the demonstration: meeple and cell."""
        assert self.table.state.round is not None
        return [(move.meeple, move.to) for move in self.table.state.round.moves]

    @property
    def notice(self) -> str:
        """What stands over the map."""
        return self.desk.view().notice
