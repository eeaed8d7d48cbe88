"""Folders of photos, arrays that become pictures, and the choice between sources."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera.base import Hold, as_bgr
from hardware.camera.choose import open_camera, open_first
from hardware.camera.folder import FolderSource
from hardware.camera.status import CameraState
from hardware.camera.v4l2_nodes import NodeFacts
from hardware.config import CameraConfig, CameraKind
from hardware.errors import CameraBusy, CameraForbidden, CameraUnavailable

BLUE, RED = (255, 0, 0), (0, 0, 255)  # BGR


def photo(path: Path, colour: tuple[int, int, int], size: tuple[int, int] = (40, 30)) -> None:
    width, height = size
    worked, data = cv2.imencode(path.suffix, np.full((height, width, 3), colour, dtype=np.uint8))
    assert worked
    path.write_bytes(data.tobytes())


# --- folder


def test_photos_come_in_the_order_of_their_names_in_bgr(tmp_path: Path):
    photo(tmp_path / "b.jpg", RED)
    photo(tmp_path / "a.PNG", BLUE)
    (tmp_path / "notes.txt").write_text("no photo")
    source = FolderSource(tmp_path, clock_ns=lambda: 77)
    first, second = source.capture(), source.capture()
    assert (first.name, second.name, first.at_ns) == ("a.PNG", "b.jpg", 77)
    assert first.image.shape == (30, 40, 3)
    assert first.image.dtype == np.uint8
    assert first.image[5, 5].tolist() == [255, 0, 0]
    assert int(second.image[5, 5, 2]) > 250
    assert int(second.image[5, 5, 0]) < 5


def test_after_the_last_photo_the_folder_says_so_until_it_is_rewound(tmp_path: Path):
    photo(tmp_path / "a.jpg", RED)
    source = FolderSource(tmp_path)
    source.capture()
    with pytest.raises(CameraUnavailable, match="all 1 photos") as caught:
        source.capture()
    assert not caught.value.retry
    source.rewind()
    assert source.capture().name == "a.jpg"
    source.close()
    source.close()


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\xff\xd8\xff\xe0 cut off"])
def test_a_damaged_photo_is_named_and_passed_over(tmp_path: Path, content: bytes):
    (tmp_path / "a.jpg").write_bytes(content)
    photo(tmp_path / "b.jpg", RED)
    source = FolderSource(tmp_path)
    with pytest.raises(CameraUnavailable, match=r"a\.jpg"):
        source.capture()
    assert source.capture().name == "b.jpg"


def test_only_files_are_photos(tmp_path: Path):
    """A pipe would be waited for in vain, and after the restart the folder would begin anew."""
    os.mkfifo(tmp_path / "a.jpg")
    (tmp_path / "b.jpg").mkdir()
    (tmp_path / "c.jpg").symlink_to("nowhere")
    photo(tmp_path / "d.jpg", RED)
    (tmp_path / "e.jpg").symlink_to("d.jpg")
    source = FolderSource(tmp_path)
    assert [source.capture().name for _ in range(2)] == ["d.jpg", "e.jpg"]


def test_a_pipe_in_the_place_of_a_photo_is_named_and_not_waited_for(tmp_path: Path):
    photo(tmp_path / "a.jpg", RED)
    source = FolderSource(tmp_path)
    (tmp_path / "a.jpg").unlink()
    os.mkfifo(tmp_path / "a.jpg")
    with pytest.raises(CameraUnavailable, match=r"a\.jpg cannot be read: it is no file"):
        source.capture()


def test_a_photo_that_vanished_is_named(tmp_path: Path):
    photo(tmp_path / "a.jpg", RED)
    source = FolderSource(tmp_path)
    (tmp_path / "a.jpg").unlink()
    with pytest.raises(CameraUnavailable, match=r"a\.jpg cannot be read"):
        source.capture()


def test_a_missing_or_empty_folder_is_refused(tmp_path: Path):
    with pytest.raises(CameraUnavailable, match="holds no"):
        FolderSource(tmp_path)
    with pytest.raises(CameraUnavailable, match="cannot be read"):
        FolderSource(tmp_path / "gone")


def test_photos_are_locked_in_name_only(tmp_path: Path):
    photo(tmp_path / "a.jpg", RED)
    source = FolderSource(tmp_path)
    assert source.lock_controls() == tuple(Hold)
    assert source.locked
    source.unlock_controls()
    assert not source.locked


# --- arrays


def test_grey_and_four_channel_and_strided_arrays_become_plain_bgr():
    four = np.zeros((2, 3, 4), dtype=np.uint8)
    four[:, :, 1] = 7
    padded = np.zeros((2, 8, 3), dtype=np.uint8)[:, :3]
    assert as_bgr(four, "x").shape == (2, 3, 3)
    assert as_bgr(four, "x")[0, 0].tolist() == [0, 7, 0]
    assert as_bgr(np.full((2, 3), 9, dtype=np.uint8), "x")[1, 1].tolist() == [9, 9, 9]
    assert as_bgr(padded, "x").flags.c_contiguous


@pytest.mark.parametrize(
    "array", [None, np.zeros((0, 0, 3), np.uint8), np.zeros((2, 2, 3)), np.zeros((2, 2, 2), np.uint8)]
)
def test_arrays_that_are_no_picture_are_refused(array: Any):
    with pytest.raises(CameraUnavailable, match="front camera"):
        as_bgr(array, "front camera")


# --- the choice


def choose(config: CameraConfig, dev_root: Path, *, pi: bool = False, usb: bool = False) -> Any:
    facts = NodeFacts("uvcvideo", "Webcam", usb)
    return open_camera(config, dev_root=dev_root, has_picamera2=lambda: pi, ask=lambda _node: facts)


def test_auto_offers_what_may_work_best_first(tmp_path: Path):
    (tmp_path / "video0").touch()
    config = CameraConfig(folder=tmp_path)
    assert choose(config, tmp_path, pi=True, usb=True).reason == "found: picamera2, v4l2, folder"
    assert choose(config, tmp_path).reason == "found: folder"
    nothing = choose(CameraConfig(), tmp_path)
    assert (nothing.source, nothing.reason) == (None, "no camera on this machine")
    found = choose(config, tmp_path).source
    assert (found.status().kind, found.status().state) == ("auto", CameraState.IDLE)


@pytest.mark.parametrize(
    ("source", "word"), [(CameraKind.OFF, "switched off"), (CameraKind.FOLDER, "no folder of photos")]
)
def test_no_camera_comes_with_the_reason(source: CameraKind, word: str, tmp_path: Path):
    opened = choose(CameraConfig(source=source), tmp_path)
    assert opened.source is None
    assert word in opened.reason


def test_auto_takes_the_folder_when_the_others_do_not_open(tmp_path: Path):
    photo(tmp_path / "a.jpg", RED)
    kinds = (CameraKind.PI, CameraKind.V4L2, CameraKind.FOLDER)
    source = open_first(CameraConfig(folder=tmp_path), tmp_path, kinds)
    assert source.capture().name == "a.jpg"


def test_auto_names_the_program_that_has_the_camera_rather_than_what_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("hardware.camera.choose.PiSource", picamera_in_use)
    kinds = (CameraKind.PI, CameraKind.V4L2, CameraKind.FOLDER)
    with pytest.raises(CameraBusy, match="in use by motion"):
        open_first(CameraConfig(folder=tmp_path), tmp_path, kinds)


def picamera_in_use(**_roots: Path) -> None:
    raise CameraBusy("the Pi camera", "motion (812)")


def test_auto_offers_a_camera_without_permission_so_that_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "video0").touch()
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert choose(CameraConfig(), tmp_path).reason == "found: v4l2"
    with pytest.raises(CameraForbidden):
        open_first(CameraConfig(), tmp_path, (CameraKind.V4L2,))


@pytest.mark.parametrize(
    "error",
    [
        CameraBusy("the Pi camera", "motion (812)"),
        CameraForbidden("video0"),
        CameraUnavailable("x", retry=False),
    ],
)
def test_an_error_comes_out_of_the_camera_process_as_it_went_in(error: CameraUnavailable):
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (str(copy), vars(copy)) == (str(error), vars(error))


def test_auto_tells_every_cause_when_nothing_opens(tmp_path: Path):
    kinds = (CameraKind.V4L2, CameraKind.FOLDER)
    with pytest.raises(CameraUnavailable, match=r"not connected; folder .* holds no"):
        open_first(CameraConfig(folder=tmp_path), tmp_path, kinds)


def test_a_configured_folder_gives_its_photos_through_its_own_process(tmp_path: Path):
    photo(tmp_path / "a.jpg", BLUE)
    opened = open_camera(CameraConfig(source=CameraKind.FOLDER, folder=tmp_path))
    assert opened.source is not None
    try:
        frame = opened.source.capture()
        assert frame.name == "a.jpg"
        assert int(frame.image[3, 3, 0]) > 250
        assert opened.source.describe() == f"1 photos of {tmp_path}"
        with pytest.raises(CameraUnavailable, match="all 1 photos"):
            opened.source.capture()
        opened.source.restart()
        assert opened.source.capture().name == "a.jpg"
    finally:
        opened.source.close()
