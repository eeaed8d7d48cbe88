"""A camera is set up one evening and read on the next: what the set-up found out reaches the reader.

A folder of photos stands for the camera: the empty board while it is set up, the meeples of the same table in
the match. No window: the presenter, the desk and the watching camera, joined as the app joins them.
"""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.board import shipped_board
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import PlayerSetup, Setup
from app.table.camera_desk import CameraDesk
from app.table.camera_desk import Step as Taking
from app.table.camera_places import CameraPlaces
from app.table.watching import Scene, Watching, What
from app.table.wiring import Table, set_up
from app.table.worker import Worker
from app.ui.presenters.camera import CameraPresenter
from app.ui.presenters.camera.views import Step
from hardware.pins import PinBackend
from tests.table.waiting import until
from tests.ui.tripod import PHOTOS, corners, picture, standing
from vision import reader

EMPTY, MEEPLES = "seq_01/frame_00", "seq_01/frame_01"
PICTURES = 12
CITY = "meeptropolis"

Given = list[dict[str, Any]]


def fill(folder: Path, name: str) -> None:
    """All photos of the folder show this; as many as ever, or it would be another camera."""
    for number in range(PICTURES):
        shutil.copy(PHOTOS / f"{name}.jpg", folder / f"{number:02}.jpg")


class Evening:
    """One table with its camera, its places and its background."""

    def __init__(self, folder: Path) -> None:
        photos = folder / "photos"
        self.table: Table = set_up(state_dir=folder, photos=photos, backend=PinBackend.SIMULATED)
        self.source, self.worker = self.table.camera.source, Worker()
        self.places = CameraPlaces(self.table.journal, self.table.state_dir)

    def set_up_camera(self) -> None:
        """Corners by finger, the light as it is, the empty board, no check of the meeples; save."""
        wizard = CameraPresenter(self.source, self.worker, self.places, time.monotonic_ns)
        wizard.enter()

        def wait(condition: Callable[[], object]) -> None:
            until(self.worker, lambda: wizard.poll() or bool(condition()))

        wait(lambda: wizard.view().second)
        wizard.second()
        for corner in corners(EMPTY):
            wizard.down(corner)
            wizard.up()
        wait(lambda: wizard.view().main_on)
        wizard.go_on()
        wait(lambda: wizard.view().main_on or wizard.view().skip)
        wizard.skip()
        wait(lambda: wizard.view().main_on)
        wizard.go_on()
        wait(lambda: wizard.view().step is Step.MEEPLES)
        wizard.skip()
        wizard.go_on()
        wait(lambda: wizard.saved)
        wizard.leave()

    def close(self) -> None:
        self.worker.close(timeout_s=30)
        self.table.close()


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Evening, Given]]:
    """The second evening, with the meeples on the board; and what the reader is given in it."""
    (tmp_path / "photos").mkdir()
    fill(tmp_path / "photos", EMPTY)
    first = Evening(tmp_path)
    try:
        first.set_up_camera()
    finally:
        first.close()
    fill(tmp_path / "photos", MEEPLES)
    given: Given = []

    def read(image: Any, board: Any, **more: Any) -> reader.Reading:
        given.append(more)
        return really(image, board, **more)

    really = reader.read
    monkeypatch.setattr(reader, "read", read)
    second = Evening(tmp_path)
    yield second, given
    second.close()


def check_given(given: Given) -> None:
    """Where the board lies, and where its corners were pointed at."""
    first = given[0]
    height, width = picture(EMPTY).shape[:2]
    off_px = np.abs(first["corners_px"] - np.array(corners(EMPTY)) * (width, height))
    assert off_px.max() < 0.01 * width
    assert (first["before"].lens.width_px, first["before"].source) == (width, "kept")


def test_a_photo_in_a_match_is_read_with_what_the_set_up_found_out(evening: tuple[Evening, Given]) -> None:
    table, given = evening
    desk = CameraDesk(table.source, table.worker, table.places.known_for)
    desk.take(shipped_board(CITY), standing(MEEPLES))
    until(table.worker, lambda: not desk.poll() and desk.step is Taking.IDLE)
    check_given(given)
    assert given[0]["reference_bgr"].shape == picture(EMPTY).shape
    assert np.abs(given[0]["reference_bgr"].astype(float) - picture(EMPTY)).mean() < 3
    assert desk.seen is not None
    sure = {colour: cell for colour, cell in desk.seen.cells.items() if colour not in desk.seen.doubtful}
    assert len(sure) > 5
    assert sure.items() <= standing(MEEPLES).items()


def test_a_watched_match_is_read_with_what_the_set_up_found_out(evening: tuple[Evening, Given]) -> None:
    table, given = evening
    places = table.places.known_for
    watching = Watching(table.source, table.worker, time.monotonic_ns, known=places)
    players = (PlayerSetup("Ann"), PlayerSetup("Ben"))
    state = MutantMeeples().new(Setup(players, CITY), random.Random(1))
    state = replace(state, starts=standing(MEEPLES))
    watching.watch(Scene(What.PLACES, state.board, state.starts, ()))
    until(table.worker, lambda: watching.poll(state) or watching.sighting.met or not watching.on)
    check_given(given)
    empty = reader.flatten_empty(picture(EMPTY))
    assert empty is not None
    assert np.abs(given[0]["empty_view"].astype(float) - empty).mean() < 6
    assert watching.trouble is None
    seen = {colour: cell for colour, cell in watching.sighting.cells.items() if cell is not None}
    assert len(seen) > 5
    assert seen.items() <= standing(MEEPLES).items()
