"""The main screens look as somebody has approved them; `tests/ui/looks.py` says how to approve anew."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from app.language.tongues import ENGLISH
from tests.ui import looks
from tests.ui.theatre import Playhouse
from tests.ui.tour import STOPS, tour

MAIN = tuple(stop for stop in STOPS if stop.main)
SCENES = tuple(dict.fromkeys(stop.scene for stop in MAIN))
LARGEST_BYTES = 3_000_000


@pytest.mark.ui
@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("scene", SCENES)
def test_the_main_screens_look_as_approved(
    playhouse: Playhouse, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, scene: str
) -> None:
    window = playhouse.window((800, 480))
    stops = tuple(stop for stop in STOPS if stop.scene == scene)
    last = max(number for number, stop in enumerate(stops) if stop.main)
    faults = []
    for stop, _ in tour(window, stops[: last + 1], ENGLISH, tmp_path_factory.mktemp):
        if stop.main:
            picture = cv2.imread(str(window.keep(tmp_path / f"{stop.file_name}.png")))
            faults.append(looks.fault_of(stop.file_name, picture))
    window.clear()
    found = [fault for fault in faults if fault]
    assert not found, "\n".join(found)


def test_the_approved_pictures_are_those_of_the_main_screens_and_stay_small() -> None:
    kept = list(looks.APPROVED.glob("*.png"))
    assert {path.stem for path in kept} == {stop.file_name for stop in MAIN}
    assert sum(path.stat().st_size for path in kept) < LARGEST_BYTES


@pytest.fixture
def approved() -> np.ndarray:
    return cv2.imread(str(looks.APPROVED / "set-up-front.png"))


def test_other_edges_of_letters_are_no_difference(approved: np.ndarray) -> None:
    """Softer, or a pixel of the window aside."""
    soft = cv2.GaussianBlur(approved, (0, 0), 0.7)
    aside = cv2.warpAffine(
        approved, np.float32([[1, 0, 0.5], [0, 1, 0.5]]), looks.SIZE, borderMode=cv2.BORDER_REPLICATE
    )
    assert looks.differences(soft, approved) == []
    assert looks.differences(aside, approved) == []


def test_a_word_that_is_gone_is_a_difference(approved: np.ndarray) -> None:
    changed = approved.copy()
    changed[215:227, 300:340] = approved[220, 260]  # what the main button says
    assert looks.differences(changed, approved)


def test_whoever_is_told_learns_where_and_what_to_do(
    approved: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looks, "ROOT", tmp_path)
    monkeypatch.setattr(looks, "TAKEN", tmp_path / "looks")
    whole = cv2.resize(approved, (800, 480), interpolation=cv2.INTER_NEAREST)
    assert looks.fault_of("set-up-front", whole) is None
    whole[:80, :160] = 255
    fault = looks.fault_of("set-up-front", whole)
    assert fault is not None
    assert "most at" in fault
    assert "python -m tests.ui.looks --approve set-up-front" in fault
    assert (tmp_path / "looks" / "set-up-front-differs.png").exists()
    assert "approved yet" in str(looks.fault_of("never seen", whole))


def test_only_what_was_taken_can_be_approved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "TAKEN", tmp_path)
    monkeypatch.setattr(looks, "APPROVED", tmp_path / "approved")
    assert looks.main(["--approve"]) == 2
    assert looks.main(["--approve", "home-shelf"]) == 2
    (tmp_path / "home-shelf.png").write_bytes(b"picture")
    assert looks.main(["--approve", "home-shelf"]) == 0
    assert (tmp_path / "approved" / "home-shelf.png").read_bytes() == b"picture"
