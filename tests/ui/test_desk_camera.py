"""The demonstration judged from two photographs: a real camera process, real JPEGs, the real reader.

The photographs show one table: frame 1 is the start, in frame 2 Skewt has moved from AN to AJ, in frame 3
Shortstop as well. No window here: the desk without its pixels.
"""

from __future__ import annotations

import datetime
import json
import random
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.match import MutantMeeples
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
from app.table.camera_desk import CameraDesk
from app.table.session import Session
from app.table.worker import Worker
from app.ui.desk import Desk
from app.ui.presenters.views import ConfirmPanel, ShowPanel
from hardware.camera.choose import open_camera
from hardware.config import CameraConfig, CameraKind
from tests.store.newest import newest_open
from tests.table.waiting import until

PHOTOS = Path(__file__).parent.parent / "photos" / "seq_00"
WALL = datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC)
PATIENCE_S = 90.0

MakeDesk = Callable[..., "Watcher"]


def frame(number: int) -> dict[str, str]:
    """{colour: cell} of every meeple in a frame."""
    truth = json.loads((PHOTOS / f"frame_{number:02d}.json").read_text())
    return {meeple["color"]: meeple["cell"] for meeple in truth["meeples"]}


class Watcher:
    """A desk in the middle of a demonstration, with photographs for a camera."""

    def __init__(self, tmp_path: Path, frames: list[int], target: str) -> None:
        folder = tmp_path / "camera"
        folder.mkdir()
        for order, number in enumerate(frames):
            shutil.copy(PHOTOS / f"frame_{number:02d}.jpg", folder / f"{order}.jpg")
        self.journal, self.worker = Journal(tmp_path / "j.db"), Worker()
        opened = open_camera(CameraConfig(CameraKind.FOLDER, folder))
        assert opened.source is not None
        self.camera = opened.source
        self.session: Session[State] = Session(
            MutantMeeples(),
            self.journal,
            clock_ns=time.monotonic_ns,
            wall=lambda: WALL,
            rng=random.Random(1),
        )
        self.desk = Desk(self.session, self.worker, CameraDesk(self.camera, self.worker))
        self._begin(target)

    def _begin(self, target: str) -> None:
        game = self.session.game
        state = game.new(Setup((PlayerSetup("Ann"), PlayerSetup("Ben"))), random.Random(1))
        rest = tuple(letter for letter in state.stack if letter not in target)
        state = replace(state, starts=frame(1), stack=(target[0], target[1], *rest))
        self.journal.begin(game.name, msgspec.json.encode(state), WALL)
        stored = newest_open(self.journal)
        assert stored is not None
        self.session.resume(stored)
        for action in (
            DrawCrime(),
            SetPlan(0, (Row("white", 1),)),
            Claim(0, 1),
            TimeUp(),
        ):
            assert self.session.act(action)

    def take_photo(self) -> None:
        """Press the camera's button and wait until the reading has come to something."""
        before = self.desk.view()
        self.desk.photo()
        self.desk.dismiss_notice()
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            self.worker.poll()
            self.desk.poll()
            self.session.pump()
            view = self.desk.view()
            busy = isinstance(view.panel, ShowPanel) and view.panel.camera.busy
            if not busy and (view.notice or type(view.panel) is not type(before.panel)):
                return
            time.sleep(0.01)  # a wait for other processes, with a deadline, not for time to pass
        raise AssertionError("no reading came")

    def judged(self) -> bool:
        """Let the desk look; whether the verdict has been spoken."""
        self.desk.poll()
        self.session.pump()
        assert self.session.state is not None
        return self.session.state.phase is not Phase.SHOW

    def close(self) -> None:
        self.camera.close()
        self.worker.close()
        self.journal.close()


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[MakeDesk]:
    made: list[Watcher] = []

    def make(frames: list[int], target: str) -> Watcher:
        made.append(Watcher(tmp_path, frames, target))
        return made[-1]

    yield make
    for one in made:
        one.close()


def confirm_if_asked(watcher: Watcher, truth: dict[str, str]) -> None:
    """Tap the doubtful meeples where they really stand, as the table would, and wait for the verdict."""
    panel = watcher.desk.view().panel
    if isinstance(panel, ConfirmPanel):
        for chip in panel.doubtful:
            watcher.desk.choose(chip.colour)
            watcher.desk.tap_cell(truth[chip.colour])
        watcher.desk.confirm_cells()
    until(watcher.worker, watcher.judged)


def test_two_photos_of_a_legal_move_within_the_claim_solve_the_case(watch: MakeDesk) -> None:
    watcher = watch([1, 2], target="AJ")
    watcher.take_photo()
    view = watcher.desk.view()
    assert isinstance(view.panel, ShowPanel)
    assert not view.alarm
    watcher.take_photo()
    confirm_if_asked(watcher, frame(2))
    assert watcher.session.state is not None
    assert watcher.session.state.phase is Phase.RESULT
    assert watcher.session.state.players[0].team == ("white",)


def test_a_meeple_that_moved_without_a_marker_makes_the_claim_wrong_and_is_named(watch: MakeDesk) -> None:
    watcher = watch([1, 3], target="AJ")
    watcher.take_photo()
    watcher.take_photo()
    confirm_if_asked(watcher, frame(3))
    assert watcher.session.state is not None
    assert watcher.session.state.phase is Phase.FAILED
    assert watcher.session.state.round is not None
    ruling = watcher.session.state.round.ruling
    assert ruling is not None
    assert ruling.reason.params["meeple"] == "brown"


def test_meeples_that_do_not_stand_on_their_placeholders_are_named_before_anything_is_shown(
    watch: MakeDesk,
) -> None:
    watcher = watch([3, 1], target="AJ")
    watcher.take_photo()
    view = watcher.desk.view()
    assert view.alarm
    assert "Skewt back to AN" in view.notice
    assert "Shortstop back to LQ" in view.notice


def test_when_the_photos_run_out_the_table_is_told_and_can_tap_instead(watch: MakeDesk) -> None:
    watcher = watch([1], target="AJ")
    watcher.take_photo()
    watcher.take_photo()
    view = watcher.desk.view()
    assert view.alarm
    assert isinstance(view.panel, ShowPanel)
    watcher.desk.tap_cell("AN")
    watcher.desk.tap_cell("AJ")
    watcher.session.pump()
    watcher.desk.done()
    watcher.session.pump()
    assert watcher.session.state is not None
    assert watcher.session.state.players[0].team == ("white",)
