"""Three demonstrations on a real table, followed from frame to frame and judged by the judge of `verify`.

Real frames, real reader, real background thread. What the camera is not sure of the table taps, as a person
would; nothing but what was really moved may be shown, whatever the network is sure of.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import json
import random
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from app.commands import verify
from app.games.contract import Refused
from app.games.mutant_meeples.attempt import Attempt, start
from app.games.mutant_meeples.board import shipped_board
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.roster import Kit
from app.games.mutant_meeples.state import (
    Claim,
    DrawCrime,
    Phase,
    PlayerSetup,
    Row,
    SetPlan,
    Setup,
    State,
    TimeUp,
)
from app.store.journal import Journal
from app.table.autoplay import SECOND, HandClock
from app.table.camera_desk import CameraDesk
from app.table.session import Session
from app.table.watching import Watching
from app.table.worker import Worker
from app.ui.desk import Desk
from hardware.camera.base import Frame
from tests.store.newest import newest_open
from tests.table.waiting import until
from vision.config import DEFAULT
from vision.photo import load

PHOTOS = Path(__file__).resolve().parent.parent / "photos"
WALL = datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC)
TICK = SECOND // 10
LOOKS = 2 * DEFAULT.still_frames + 2
"""Frames of one picture until it is at rest and has been read."""


class Still:
    """A camera in front of which one picture stands until the next is put there; each frame has its grain."""

    def __init__(self) -> None:
        self.given = 0
        self._image = np.zeros((960, 1280, 3), np.uint8)
        self._rng, self._asked = np.random.default_rng(1), False

    def put(self, image: Any) -> None:
        """From now on this is seen."""
        self._image, self.given = image, 0

    @property
    def busy(self) -> bool:
        """Whether a frame is wanted."""
        return self._asked

    def request(self) -> bool:
        """A frame is wanted."""
        self._asked = True
        return True

    def poll(self) -> Frame | None:
        """The frame."""
        if not self._asked:
            return None
        self._asked, self.given = False, self.given + 1
        grain = self._rng.normal(0, 2, self._image.shape)
        return Frame(np.asarray(np.clip(self._image + grain, 0, 255), np.uint8), 0, "/dev/video0")

    def cancel(self) -> None:
        """No frame is wanted."""
        self._asked = False


class Sequence:
    """The truth of a sequence, and which of its moves can be shown."""

    def __init__(self, name: str) -> None:
        self.folder = PHOTOS / name
        facts = json.loads((self.folder / "sequence.json").read_text("utf-8"))
        self.city = facts["board"]["map"]
        self.frames = [frame for frame in facts["frames"] if frame["kind"] != "empty"]
        self.starts = self.frames[0]["meeples"]
        attempt: Attempt = start(shipped_board(self.city), Kit(), self.starts)
        self.shown_after: list[tuple[tuple[str, str], ...]] = []
        for frame in self.frames:
            if frame["move"] is not None:
                with contextlib.suppress(Refused):  # a rule forbids it: nobody may show it
                    attempt = attempt.play_to(frame["move"]["color"], frame["move"]["to"])
            self.shown_after.append(tuple((move.meeple, move.to) for move in attempt.moves))
        self.plan, self.target = attempt.counts(), attempt.moves[-1].to

    def picture(self, number: int) -> Any:
        """The picture of a frame."""
        return load(self.folder / self.frames[number]["file"])


class Table:
    """A match in which the sequence is the first player's demonstration."""

    def __init__(self, folder: Path, sequence: Sequence) -> None:
        self.sequence, self.camera = sequence, Still()
        self.clock, self.worker = HandClock(), Worker()
        self.journal = Journal(folder / "journal.db")
        self.session: Session[State] = Session(
            MutantMeeples(), self.journal, clock_ns=self.clock, wall=lambda: WALL, rng=random.Random(1)
        )
        watching = Watching(self.camera, self.worker, self.clock)
        photos = CameraDesk(self.camera, self.worker)
        self.desk = Desk(self.session, self.worker, photos, None, watching)
        game, target = self.session.game, sequence.target
        state = game.new(Setup((PlayerSetup("Ann"), PlayerSetup("Ben")), sequence.city), random.Random(1))
        rest = tuple(letter for letter in state.stack if letter not in target)
        state = replace(state, starts=sequence.starts, stack=(*target, *rest))
        self.journal.begin(game.name, msgspec.json.encode(state), WALL)
        stored = newest_open(self.journal)
        assert stored is not None
        self.session.resume(stored)
        plan = tuple(Row(colour, count) for colour, count in sequence.plan)
        for action in (DrawCrime(), SetPlan(0, plan), Claim(0, sum(row.count for row in plan)), TimeUp()):
            assert self.session.act(action)

    @property
    def state(self) -> State:
        """The match."""
        assert self.session.state is not None
        return self.session.state

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """The moves of the demonstration."""
        assert self.state.round is not None
        return tuple((move.meeple, move.to) for move in self.state.round.moves)

    def look_at(self, number: int) -> None:
        """Let the camera look at a frame until it was read, and everything that follows was done."""
        self.camera.put(self.sequence.picture(number))
        until(self.worker, lambda: self._tick() and self.camera.given >= LOOKS)

    def _tick(self) -> bool:
        self.clock.advance_to(self.clock() + TICK)
        self.session.pump()
        self.desk.poll()
        self.desk.view()
        return True

    def tap(self, *cells: str) -> None:
        """Fingers on the map."""
        for cell in cells:
            self.desk.tap_cell(cell)
            self.session.pump()

    def close(self) -> None:
        """Give everything back."""
        self.worker.close(timeout_s=30)
        self.journal.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[[str], Table]]:
    made: list[Table] = []

    def make(name: str) -> Table:
        made.append(Table(tmp_path, Sequence(name)))
        return made[-1]

    yield make
    for one in made:
        one.close()


def verified(sequence: Sequence) -> dict[str, Any]:
    """What `verify` says of the moves that were really made."""
    asked = {
        "board": sequence.city,
        "before": sequence.starts,
        "target": sequence.target,
        "moves": [{"meeple": meeple, "to": to} for meeple, to in sequence.shown_after[-1]],
        "plan": sequence.plan,
        "limit": sum(count for _, count in sequence.plan),
    }
    out = io.StringIO()
    assert verify.run(Namespace(), io.StringIO(json.dumps(asked)), out) == 0
    told: dict[str, Any] = json.loads(out.getvalue())
    return told


@pytest.mark.slow
@pytest.mark.parametrize("name", ["seq_00", "seq_01", "seq_02"])
def test_a_demonstration_on_a_real_table_is_followed_and_judged(
    table: Callable[[str], Table], name: str
) -> None:
    made = table(name)
    sequence = made.sequence
    for number, right in enumerate(sequence.shown_after):
        made.look_at(number)
        assert made.shown == right, sequence.frames[number]
    made.desk.done()
    made.session.pump()
    told = verified(sequence)
    assert made.state.round is not None
    ruling = made.state.round.ruling
    assert ruling is not None
    assert told["legal"]
    assert made.state.phase is Phase.RESULT
    assert list(msgspec.to_builtins(ruling.moves)) == told["moves"]
