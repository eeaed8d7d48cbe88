"""The Pi's camera on a fake picamera2 that misbehaves as the real one does, in its process and out of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera.base import Hold, Image
from hardware.camera.pi import (
    AGREE_FRAMES,
    FOCUS_ALWAYS,
    FOCUS_BY_HAND,
    SETTLE_FRAMES,
    PiSource,
    load_picamera2,
)
from hardware.camera.process import CameraProcess
from hardware.errors import CameraBusy, CameraForbidden, CameraUnavailable, CaptureTimedOut
from tests.hardware import picamera2_fake
from tests.hardware.picamera2_fake import BLUE_HALF, HEIGHT, RED_HALF, WIDTH

EVERYTHING = (Hold.EXPOSURE, Hold.COLOUR, Hold.FOCUS)
Make = Callable[..., CameraProcess]


def pi(**faults: Any) -> tuple[PiSource, Any]:
    """A source and the fake it opened."""
    kind = picamera2_fake.loads(**faults)()
    source = PiSource(load=lambda: kind, clock_ns=lambda: 3)
    return source, kind.last


@pytest.fixture
def camera(tmp_path: Path) -> Iterator[Make]:
    """Builds camera processes around the Pi's source; `tally` counts openings over all of them."""
    built: list[CameraProcess] = []

    def build(timeout_s: float = 20.0, **faults: Any) -> CameraProcess:
        load = picamera2_fake.loads(tally=tmp_path / "tally", **faults)
        nothing = tmp_path / "nothing"
        source = partial(PiSource, load=load, dev_root=nothing, proc_root=nothing)
        built.append(CameraProcess(source, timeout_s, retry_pause_s=0.01))
        return built[-1]

    yield build
    for process in built:
        process.close()


def halves(image: Image) -> tuple[list[int], list[int]]:
    """The colour in the middle of each half."""
    row = image[HEIGHT // 2].astype(int).tolist()
    return row[WIDTH // 4], row[3 * WIDTH // 4]


def sharpness(image: Image) -> float:
    return float(cv2.Laplacian(image, cv2.CV_64F).var())


def assert_is_the_scene(image: Image) -> None:
    blue, red = halves(image)
    assert image.shape == (HEIGHT, WIDTH, 3)
    assert image.flags.c_contiguous
    assert np.abs(np.array([blue, red]) - [BLUE_HALF, RED_HALF]).max() <= 8


# --- colours and rows


def test_the_pi_camera_is_asked_for_blue_first_and_settles_before_the_first_picture():
    source, fake = pi()
    frame = source.capture()
    (asked,) = fake.configurations
    assert asked["main"]["format"] == "RGB888"
    assert asked["queue"] is False
    assert asked["controls"]["AfMode"] == FOCUS_ALWAYS
    assert asked["controls"]["AeEnable"] is asked["controls"]["AwbEnable"] is True
    assert fake.frames == SETTLE_FRAMES + 1
    assert (frame.name, frame.at_ns) == ("imx708", 3)
    assert source.describe() == "Pi camera imx708"


@pytest.mark.parametrize("gives", ["RGB888", "BGR888", "XRGB8888", "XBGR8888"])
@pytest.mark.parametrize(("padding", "shown"), [(0, False), (24, False), (24, True)])
def test_pictures_are_bgr_without_padding_whatever_the_camera_makes_of_the_format(
    gives: str, padding: int, shown: bool
):
    source, _ = pi(gives=gives, padding=padding, shows_padding=shown)
    source.lock_controls()  # by then the lens has found its place
    assert_is_the_scene(source.capture().image)


def test_a_picture_shows_what_is_there_after_it_was_asked_for():
    source, _ = pi()
    source.lock_controls()
    assert source.capture().image[0, 0].tolist() != [77, 77, 77]


@pytest.mark.parametrize(
    ("says", "complaint"), [("YUV420", "YUV420"), ("XRGB8888", "where XRGB8888 was agreed")]
)
def test_a_picture_in_another_format_than_agreed_is_refused(says: str, complaint: str):
    source, _ = pi(says=says)
    with pytest.raises(CameraUnavailable, match=complaint):
        source.capture()


# --- controls


def test_the_pi_camera_holds_what_it_has_settled_on_from_the_first_frame_on_and_lets_go_of_it():
    source, fake = pi()
    assert source.lock_controls() == EVERYTHING
    assert source.locked
    held = {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.4), "LensPosition": 1.25}
    assert source.settings == held
    by_hand = {"AeEnable": False, "AwbEnable": False, "AfMode": FOCUS_BY_HAND}
    assert fake.configurations[-1]["controls"] == held | by_hand
    source.unlock_controls()
    assert not source.locked
    assert source.settings == {}
    free = fake.configurations[-1]["controls"]
    assert (free["AeEnable"], free["AwbEnable"], free["AfMode"]) == (True, True, FOCUS_ALWAYS)
    assert (free["ExposureTime"], free["AnalogueGain"]) == (0, 0.0)


def test_gains_that_were_kept_as_json_are_held_as_a_pair():
    source, fake = pi()
    assert source.lock_controls(json.loads('{"ColourGains": [1.9, 1.4]}')) == (Hold.COLOUR,)
    assert fake.configurations[-1]["controls"]["ColourGains"] == (1.9, 1.4)


def test_a_lens_that_is_still_searching_is_waited_for():
    source, _ = pi()
    source.lock_controls()
    assert source.settings["LensPosition"] == 1.25
    sharp = source.capture().image
    assert sharpness(sharp) > 10 * sharpness(np.asarray(cv2.GaussianBlur(sharp, (0, 0), 6.0), np.uint8))


def test_the_lens_can_be_put_where_it_was_before():
    source, fake = pi()
    kept = json.loads('{"ExposureTime": 4000, "AnalogueGain": 2.0, "LensPosition": 1.25}')
    source.lock_controls(kept)
    assert source.settings == kept
    assert fake.configurations[-1]["controls"]["AwbEnable"] is True
    blue, _ = halves(source.capture().image)
    assert blue[0] == pytest.approx(BLUE_HALF[0] / 2, abs=4)


@pytest.mark.parametrize("lag", [1, 4, AGREE_FRAMES - 1])
def test_frames_are_dropped_until_their_metadata_agree(lag: int):
    """The first ones still have the old exposure and are blurred."""
    source, fake = pi(lag=lag)
    assert source.lock_controls() == EVERYTHING
    fake.frames = 0  # as after a restart of the stream
    frame = source.capture()
    assert_is_the_scene(frame.image)
    assert fake.frames == lag + 1


def test_gains_that_come_with_every_other_frame_only_are_waited_for():
    source, _ = pi(every_other=True)
    source.lock_controls()
    for _ in range(4):
        assert_is_the_scene(source.capture().image)


@pytest.mark.parametrize(
    ("deaf", "left"),
    [
        ("LensPosition", (Hold.EXPOSURE, Hold.COLOUR)),
        ("ColourGains", (Hold.EXPOSURE, Hold.FOCUS)),
        ("AnalogueGain", (Hold.COLOUR, Hold.FOCUS)),
    ],
)
def test_what_the_metadata_do_not_confirm_is_not_held(deaf: str, left: tuple[Hold, ...]):
    before = {"ExposureTime": 3000, "AnalogueGain": 5.0, "ColourGains": (1.2, 1.1), "LensPosition": 3.0}
    source, fake = pi(deaf=(deaf,))
    assert source.lock_controls(before) == left
    assert deaf not in source.settings
    assert not fake.configurations[-1]["controls"].get(deaf)
    source.capture()


def test_a_camera_that_forgets_its_controls_is_given_up_after_some_frames():
    source, fake = pi()
    source.lock_controls()
    fake.faults = picamera2_fake.Faults(lag=1000)
    with pytest.raises(
        CameraUnavailable, match="does not hold its ExposureTime, AnalogueGain, ColourGains, Lens"
    ):
        source.capture()
    assert fake.held_requests == 0


def test_a_grey_camera_without_a_motor_holds_its_exposure():
    """It does not know the controls of colour and lens, and picamera2 refuses what a camera does not know."""
    source, fake = pi(without=("AwbEnable", "ColourGains", "AfMode", "LensPosition"))
    assert source.lock_controls() == (Hold.EXPOSURE,)
    assert set(fake.configurations[-1]["controls"]) == {"AeEnable", "ExposureTime", "AnalogueGain"}


# --- what goes wrong


def test_closing_twice_closes_once_and_nothing_can_be_asked_after_that():
    source, fake = pi()
    source.close()
    source.close()
    assert fake.closed
    for ask in (source.capture, source.lock_controls, source.unlock_controls):
        with pytest.raises(CameraUnavailable, match="closed"):
            ask()


@pytest.mark.parametrize(
    ("step", "complaint"),
    [("open", "does not start"), ("configure", "does not start"), ("start", "not start")],
)
def test_a_camera_that_fails_to_start_is_let_go(step: str, complaint: str):
    kind = picamera2_fake.loads(fails_at=step)()
    with pytest.raises(CameraUnavailable, match=f"{complaint}: Camera frontend has timed out"):
        PiSource(load=lambda: kind)
    assert step == "open" or kind.last.closed


def test_a_camera_that_fails_later_is_named_with_the_library_s_words():
    source, fake = pi()
    fake.faults = picamera2_fake.Faults(fails_at="capture")
    with pytest.raises(CameraUnavailable, match="gives no picture: Camera frontend has timed out"):
        source.capture()
    fake.faults = picamera2_fake.Faults(fails_at="metadata")
    with pytest.raises(CameraUnavailable, match="does not answer"):
        source.lock_controls()


def test_a_camera_in_use_is_said_with_the_program_that_has_it(tmp_path: Path):
    """The library's own last words tell only that a sequence did not complete."""
    node = tmp_path / "dev" / "media0"
    (node.parent).mkdir()
    node.touch()
    handles = tmp_path / "proc" / "812" / "fd"
    handles.mkdir(parents=True)
    (handles / "5").symlink_to(node)
    (handles.parent / "comm").write_text("motion\n")
    with pytest.raises(CameraBusy, match=r"^the Pi camera is in use by motion \(812\)$") as caught:
        PiSource(load=picamera2_fake.loads(busy_times=9), dev_root=node.parent, proc_root=tmp_path / "proc")
    assert caught.value.retry
    assert caught.value.program == "motion (812)"


@pytest.mark.parametrize("listed", [(), ({"Model": "uvc", "Id": "/base/pcie/usb@2/1-1", "Num": 0},)])
def test_without_a_camera_on_the_port_nothing_is_opened(listed: tuple[dict[str, Any], ...], tmp_path: Path):
    kind = picamera2_fake.loads(cameras=listed)()
    with pytest.raises(CameraUnavailable, match="no camera on the camera port"):
        PiSource(load=lambda: kind, dev_root=tmp_path)
    assert not hasattr(kind, "last")


def test_a_camera_that_may_not_be_opened_is_told_from_one_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "media0").touch()
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(CameraForbidden, match="no permission for media0") as caught:
        PiSource(load=picamera2_fake.loads(cameras=()), dev_root=tmp_path)
    assert not caught.value.retry


def test_missing_packages_come_with_the_remedy(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraUnavailable, match="apt install python3-picamera2"):
        load_picamera2()


# --- in the camera process


def test_in_its_process_the_pi_camera_gives_bgr_and_tells_what_it_holds(camera: Make):
    process = camera(gives="XBGR8888", padding=16, lag=3)
    process.lock_controls()
    assert_is_the_scene(process.capture().image)
    assert process.held == EVERYTHING
    status = process.status()
    assert (status.kind, status.name) == ("picamera2", "Pi camera imx708")
    assert status.settings["LensPosition"] == 1.25


def test_a_camera_that_is_busy_twice_works_the_third_time(camera: Make):
    process = camera(busy_times=2)
    process.capture()
    assert process.starts == 3
    assert process.status().fault == "the Pi camera is in use by another program"
    process.capture()
    assert process.status().fault == ""


def test_a_camera_that_stays_busy_is_said_to_be(camera: Make):
    process = camera(busy_times=99)
    with pytest.raises(CameraBusy, match="in use by another program"):
        process.capture()
    assert process.starts == 3


def test_a_capture_that_never_returns_costs_one_process(camera: Make):
    process = camera(1.5, hang_times=1)
    process.capture()
    assert process.starts == 2


def test_a_capture_that_never_returns_again_and_again_is_given_up(camera: Make):
    process = camera(0.3, hang_times=99)
    with pytest.raises(CaptureTimedOut):
        process.capture()


def test_a_process_started_again_holds_what_the_one_before_held(camera: Make):
    """By itself it would settle on other values, and a demonstration is read against frames from before."""
    process = camera()
    process.lock_controls()
    process.capture()
    before = process.settings
    process.restart()
    assert_is_the_scene(process.capture().image)
    assert process.starts == 2
    assert process.settings == before == process.status().settings
    process.unlock_controls()
    process.capture()
    process.lock_controls()
    process.capture()
    assert process.settings["ExposureTime"] == 9000
