"""The camera at the table: photographs through folder camera, worker and reader, to what the table sees."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.games.mutant_meeples.board import shipped_board
from app.language import sentence
from app.table.camera_desk import CameraDesk, Step, read_photo
from app.table.wiring import set_up
from app.table.worker import Worker
from hardware.pins import PinBackend
from vision.errors import BoardNotFound
from vision.photo import load

PHOTOS = Path(__file__).resolve().parent.parent / "photos"
CLEAR, ONE_MISSING = "photo_001", "photo_010"
PATIENCE_S = 120


def truth(name: str) -> tuple[str, dict[str, str], dict[str, str]]:
    """(board, {colour: cell} of the meeples, of the placeholders)"""
    facts = json.loads((PHOTOS / f"{name}.json").read_text("utf-8"))
    meeples = {piece["color"]: piece["cell"] for piece in facts["meeples"]}
    discs = {piece["color"]: piece["cell"] for piece in facts["discs"]}
    return facts["board"]["map"], meeples, discs


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close(timeout_s=30)


def wait_for(desk: CameraDesk, worker: Worker) -> None:
    """Poll as the app does, until the camera has answered."""
    deadline = time.monotonic() + PATIENCE_S
    while desk.step is not Step.IDLE:
        assert time.monotonic() < deadline, "the camera never answered"
        desk.poll()
        worker.poll()


def test_a_photograph_becomes_a_certain_reading(tmp_path: Path, worker: Worker) -> None:
    shutil.copy(PHOTOS / f"{CLEAR}.jpg", tmp_path)
    board, meeples, discs = truth(CLEAR)
    table = set_up(state_dir=tmp_path / "state", photos=tmp_path, backend=PinBackend.SIMULATED)
    try:
        desk = CameraDesk(table.camera.source, worker)
        assert desk.available
        desk.take(shipped_board(board), discs)
        wait_for(desk, worker)
        assert desk.trouble is None
        assert desk.seen is not None
        assert desk.seen.certain
        assert dict(desk.seen.cells) == meeples
    finally:
        table.close()


def test_a_meeple_beside_the_board_is_named_and_the_reading_only_a_proposal() -> None:
    board, meeples, discs = truth(ONE_MISSING)
    missing = set(discs) - set(meeples)
    seen = read_photo(load(PHOTOS / f"{ONE_MISSING}.jpg"), shipped_board(board), discs)
    assert not seen.certain
    assert missing
    assert missing <= set(seen.doubtful)
    assert sentence(seen.reason).startswith("Not sure about ")


def test_grain_and_darkness_never_make_a_certain_reading_of_wrong_cells() -> None:
    board, meeples, discs = truth(CLEAR)
    seen = read_photo(noisy(load(PHOTOS / f"{CLEAR}.jpg")), shipped_board(board), discs)
    assert not seen.certain or dict(seen.cells) == meeples
    assert "{" not in sentence(seen.reason)


def noisy(image: np.ndarray) -> np.ndarray:
    """So dark and grainy that colours are hard to tell."""
    grain = np.random.default_rng(1).normal(0, 40, image.shape)
    return np.clip(image * 0.45 + grain, 0, 255).astype(np.uint8)


def test_a_picture_without_a_board_is_a_trouble_in_words() -> None:
    board, _, discs = truth(CLEAR)
    black = np.zeros((720, 1280, 3), np.uint8)
    with pytest.raises(BoardNotFound):
        read_photo(black, shipped_board(board), discs)


def test_without_a_camera_nothing_is_asked(worker: Worker) -> None:
    desk = CameraDesk(None, worker)
    desk.take(shipped_board("meepville"), {})
    assert not desk.available
    assert (desk.step, desk.seen, desk.trouble) == (Step.IDLE, None, None)
