"""USB cameras: which node is the camera, and what a plug, a bus or another program can do to it."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import pytest

from hardware.camera.base import Hold
from hardware.camera.process import CameraProcess
from hardware.camera.v4l2 import (
    AUTO_EXPOSURE,
    AUTO_WB,
    AUTOFOCUS,
    EXPOSURE,
    READ_ATTEMPTS,
    STALE_FRAMES,
    WB_TEMPERATURE,
    V4l2Source,
)
from hardware.camera.v4l2_nodes import NodeFacts, parse_capabilities, query, resolve
from hardware.errors import CameraBusy, CameraForbidden, CameraUnavailable, CaptureTimedOut
from tests.hardware import camera_sources as sources
from tests.hardware.camera_sources import AdjustingReader, ScriptedReader

# --- which node

CAPTURE = NodeFacts("uvcvideo", "Webcam", True)
METADATA = NodeFacts("uvcvideo", "Webcam", False)


def device_tree(root: Path, links: dict[str, str], nodes: list[str]) -> None:
    """A /dev with video nodes and by-id links, made in the order given."""
    by_id = root / "v4l" / "by-id"
    by_id.mkdir(parents=True)
    for node in nodes:
        (root / node).touch()
    for name, node in links.items():
        (by_id / name).symlink_to(f"../../{node}")


def facts(**captures: bool) -> Callable[[Path], NodeFacts]:
    return lambda node: CAPTURE if captures.get(node.name, False) else METADATA


@pytest.mark.parametrize("turned", [False, True])
def test_a_camera_is_found_by_its_lasting_name_whatever_its_numbers(tmp_path: Path, turned: bool):
    a, b = ("video2", "video0") if turned else ("video0", "video2")
    links = {
        "usb-Acme_A_1-video-index1": "video3" if turned else "video1",
        "usb-Acme_A_1-video-index0": a,
        "usb-Acme_B_2-video-index0": b,
    }
    device_tree(tmp_path, links, ["video3", "video1", "video2", "video0"])
    ask = facts(video0=True, video2=True)
    assert resolve("usb-Acme_A_1-video-index0", tmp_path, ask).name == a
    assert resolve("usb-Acme_A_1", tmp_path, ask).name == a
    assert resolve("usb-Acme_B_2", tmp_path, ask).name == b
    assert resolve(str(tmp_path / "v4l/by-id/usb-Acme_B_2-video-index0"), tmp_path, ask).name == b


def test_of_the_nodes_of_one_camera_the_one_that_captures_is_taken(tmp_path: Path):
    device_tree(tmp_path, {"cam-video-index0": "video0", "cam-video-index1": "video1"}, ["video0", "video1"])
    assert resolve("cam-video-index0", tmp_path, facts(video1=True)).name == "video1"


def test_any_camera_prefers_lasting_names_and_falls_back_to_nodes_in_number_order(tmp_path: Path):
    device_tree(tmp_path, {"cam-video-index0": "video4"}, ["video10", "video2", "video4"])
    assert resolve("", tmp_path, facts(video2=True, video4=True, video10=True)).name == "video4"
    assert resolve("", tmp_path, facts(video2=True, video10=True)).name == "video2"


def test_a_camera_that_was_unplugged_is_not_found_though_its_link_is_left(tmp_path: Path):
    device_tree(tmp_path, {"cam-video-index0": "video0"}, [])
    with pytest.raises(CameraUnavailable, match="camera cam is not connected"):
        resolve("cam", tmp_path, facts(video0=True))
    with pytest.raises(CameraUnavailable, match="a USB camera is not connected"):
        resolve("", tmp_path / "nothing", facts())


def test_nodes_that_cannot_take_pictures_are_named(tmp_path: Path):
    device_tree(tmp_path, {}, ["video10", "video11"])
    with pytest.raises(CameraUnavailable, match="none of video10, video11 can take pictures"):
        resolve("", tmp_path, facts())


@pytest.mark.parametrize(
    ("driver", "whole", "node", "captures"),
    [
        (b"uvcvideo", 0x84A00001, 0x04200001, True),
        (b"uvcvideo", 0x84A00001, 0x04A00000, False),  # the metadata node of the same camera
        (b"old", 0x04000001, 0, True),  # a kernel that tells only of the whole device
        (b"bcm2835-isp", 0x84200001, 0x04200001, False),  # a Pi's own block
    ],
)
def test_the_kernel_s_answer_tells_which_node_captures(driver: bytes, whole: int, node: int, captures: bool):
    answer = struct.pack("<16s32s32sIII12x", driver, b"Webcam C9", b"usb-1", 1, whole, node)
    assert len(answer) == 104
    assert parse_capabilities(answer) == NodeFacts(driver.decode(), "Webcam C9", captures)


def test_asking_a_plain_file_or_nothing_gives_no_facts(tmp_path: Path):
    (tmp_path / "video0").write_bytes(b"")
    assert query(tmp_path / "video0") is None
    assert query(tmp_path / "video9") is None


# --- USB camera


def usb_camera(tmp_path: Path, reader: ScriptedReader) -> V4l2Source:
    (tmp_path / "video0").touch()
    return V4l2Source(
        dev_root=tmp_path,
        proc_root=tmp_path / "proc",
        ask=facts(video0=True),
        open_reader=lambda _node: reader,
        clock_ns=lambda: 5,
    )


def test_frames_that_waited_in_the_driver_are_thrown_away(tmp_path: Path):
    reader = ScriptedReader([True, True])
    source = usb_camera(tmp_path, reader)
    frame = source.capture()
    assert reader.grabs == STALE_FRAMES
    assert frame.name == str(tmp_path / "video0")
    assert frame.image[0, 0].tolist() == [255, 0, 0]


def test_a_single_lost_frame_is_no_reason_to_open_again(tmp_path: Path):
    source = usb_camera(tmp_path, ScriptedReader([False, True]))
    source.capture()


@pytest.mark.parametrize("bad", [False, None, "empty"])
def test_a_camera_that_gives_nothing_or_empty_frames_is_reported_and_let_go(tmp_path: Path, bad: Any):
    reader = ScriptedReader([bad] * READ_ATTEMPTS + [True])
    source = usb_camera(tmp_path, reader)
    with pytest.raises(CameraUnavailable, match="video0 gives no pictures") as caught:
        source.capture()
    assert caught.value.retry
    assert reader.released
    source.close()
    source.close()
    with pytest.raises(CameraUnavailable, match="closed"):
        source.capture()


def test_a_camera_that_does_not_open_is_reported(tmp_path: Path):
    reader = ScriptedReader([], opened=False)
    with pytest.raises(CameraUnavailable, match="another program may hold it"):
        usb_camera(tmp_path, reader)
    assert reader.released


@pytest.mark.parametrize("opened", [True, False])
def test_the_program_that_has_the_camera_is_named(tmp_path: Path, opened: bool):
    """A camera opens for everybody, but gives its pictures to one only."""
    handles = tmp_path / "proc" / "812" / "fd"
    handles.mkdir(parents=True)
    (handles / "7").symlink_to(tmp_path / "video0")
    (handles.parent / "comm").write_text("motion\n")
    with pytest.raises(CameraBusy, match=r"video0 is in use by motion \(812\)$") as caught:
        usb_camera(tmp_path, ScriptedReader([], opened=opened)).capture()
    assert caught.value.program == "motion (812)"
    assert caught.value.retry


def test_our_own_process_is_not_taken_for_another_program(tmp_path: Path):
    handles = tmp_path / "proc" / str(os.getpid()) / "fd"
    handles.mkdir(parents=True)
    (handles / "7").symlink_to(tmp_path / "video0")
    (handles.parent / "comm").write_text("python\n")
    with pytest.raises(CameraUnavailable, match="gives no pictures"):
        usb_camera(tmp_path, ScriptedReader([])).capture()


def test_a_camera_without_permission_is_named_and_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "video0").touch()
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(CameraForbidden, match=r"^no permission for video0$") as caught:
        V4l2Source(dev_root=tmp_path)
    assert not caught.value.retry


def test_a_pulled_plug_is_reported(tmp_path: Path):
    source = usb_camera(tmp_path, ScriptedReader([]))
    (tmp_path / "video0").unlink()
    with pytest.raises(CameraUnavailable, match="USB camera Webcam was pulled out"):
        source.capture()


def test_our_numbers_of_opencv_s_controls_are_its_own():
    """They stand in our code so that nothing loads OpenCV before it is needed."""
    names = ("AUTO_EXPOSURE", "EXPOSURE", "AUTO_WB", "WB_TEMPERATURE", "AUTOFOCUS")
    ours = (AUTO_EXPOSURE, EXPOSURE, AUTO_WB, WB_TEMPERATURE, AUTOFOCUS)
    assert ours == tuple(getattr(cv2, f"CAP_PROP_{name}") for name in names)


def test_a_usb_camera_begins_automatic_whatever_it_was_told_before(tmp_path: Path):
    reader = AdjustingReader(tells=100)
    source = usb_camera(tmp_path, reader)
    assert (reader.values[AUTO_EXPOSURE], reader.values[AUTO_WB], reader.values[AUTOFOCUS]) == (3, 1, 1)
    assert not source.locked
    assert source.describe() == "USB camera Webcam"


def test_a_usb_camera_holds_the_values_it_tells_and_lets_go_of_them(tmp_path: Path):
    reader = AdjustingReader(tells=100)
    source = usb_camera(tmp_path, reader)
    assert source.lock_controls() == (Hold.EXPOSURE, Hold.COLOUR, Hold.FOCUS)
    assert source.locked
    assert (reader.values[AUTO_EXPOSURE], reader.values[EXPOSURE]) == (1, 100)
    assert (reader.values[AUTO_WB], reader.values[WB_TEMPERATURE], reader.values[AUTOFOCUS]) == (0, 4000, 0)
    source.unlock_controls()
    assert (reader.values[AUTO_EXPOSURE], reader.values[AUTO_WB], reader.values[AUTOFOCUS]) == (3, 1, 1)
    assert not source.locked


def test_a_usb_camera_that_tells_a_wrong_exposure_stays_automatic(tmp_path: Path):
    """Many tell the value of their last manual setting."""
    reader = AdjustingReader(tells=20)
    source = usb_camera(tmp_path, reader)
    assert source.lock_controls() == (Hold.COLOUR, Hold.FOCUS)
    assert reader.values[AUTO_EXPOSURE] == 3
    assert source.capture().image[0, 0, 0] == 100


def test_a_usb_camera_holds_only_what_it_can(tmp_path: Path):
    source = usb_camera(tmp_path, AdjustingReader(tells=100, without=(AUTO_WB, AUTOFOCUS)))
    assert source.lock_controls() == (Hold.EXPOSURE,)


def test_a_usb_camera_can_hold_what_was_held_before(tmp_path: Path):
    """Then the picture may change: it is to become as it was."""
    reader = AdjustingReader(tells=100)
    source = usb_camera(tmp_path, reader)
    assert source.lock_controls({"EXPOSURE": 30, "WB_TEMPERATURE": 5000}) == tuple(Hold)
    assert source.settings == {"EXPOSURE": 30, "WB_TEMPERATURE": 5000}
    assert source.capture().image[0, 0, 0] == 30
    source.unlock_controls()
    assert source.settings == {}


def test_a_control_that_does_not_stay_switched_off_is_not_held(tmp_path: Path):
    source = usb_camera(tmp_path, AdjustingReader(tells=100, stubborn=(AUTO_WB,)))
    assert source.lock_controls() == (Hold.EXPOSURE, Hold.FOCUS)
    assert "WB_TEMPERATURE" not in source.settings


def test_a_closed_usb_camera_cannot_be_locked(tmp_path: Path):
    source = usb_camera(tmp_path, AdjustingReader(tells=100))
    source.close()
    with pytest.raises(CameraUnavailable, match="closed"):
        source.lock_controls()
    with pytest.raises(CameraUnavailable, match="closed"):
        source.unlock_controls()


# --- in the camera process


@pytest.fixture
def camera(tmp_path: Path) -> Iterator[Callable[..., CameraProcess]]:
    """Builds processes around USB cameras of a folder that stands for /dev."""
    built: list[CameraProcess] = []

    def build(open_reader: Callable[[Path], Any], timeout_s: float = 20.0, **limits: Any) -> CameraProcess:
        make = partial(
            V4l2Source,
            "usb-Acme_1",
            dev_root=tmp_path / "dev",
            proc_root=tmp_path / "proc",
            ask=sources.even_numbers_capture,
            open_reader=open_reader,
        )
        built.append(CameraProcess(make, timeout_s, **({"retry_pause_s": 0.01} | limits)))
        return built[-1]

    yield build
    for process in built:
        process.close()


def plug_in(dev_root: Path, first: int) -> None:
    """The camera with its two nodes, of which the one with the even number captures."""
    by_id = dev_root / "v4l" / "by-id"
    by_id.mkdir(parents=True, exist_ok=True)
    for index, number in enumerate((first + 1, first)):
        (dev_root / f"video{number}").touch()
        (by_id / f"usb-Acme_1-video-index{index}").symlink_to(f"../../video{number}")


def pull_out(dev_root: Path) -> None:
    for node in [*dev_root.glob("video*"), *dev_root.glob("v4l/by-id/*")]:
        node.unlink()


def test_after_fifty_pictures_and_five_failed_reads_a_fresh_process_goes_on(
    camera: Callable[..., CameraProcess], tmp_path: Path
):
    plug_in(tmp_path / "dev", 0)
    usb = camera(sources.reads_fifty_then_fails)
    for _ in range(50):
        usb.capture()
    assert usb.status().restarts == 0
    usb.capture()
    assert usb.status().restarts == 1
    assert "gives no pictures" in usb.status().fault


def test_a_read_that_blocks_for_ever_is_given_up_at_the_deadline(
    camera: Callable[..., CameraProcess], tmp_path: Path
):
    plug_in(tmp_path / "dev", 0)
    usb = camera(sources.BlockingReader, 0.3, attempts=2)
    with pytest.raises(CaptureTimedOut):
        usb.capture()
    assert usb.starts == 2


def test_a_camera_that_comes_back_under_another_number_is_found_again(
    camera: Callable[..., CameraProcess], tmp_path: Path
):
    plug_in(tmp_path / "dev", 0)
    usb = camera(sources.ReaderOfANode)
    assert usb.capture().name.endswith("video0")
    pull_out(tmp_path / "dev")
    with pytest.raises(CameraUnavailable, match="camera usb-Acme_1 is not connected"):
        usb.capture()
    plug_in(tmp_path / "dev", 4)
    assert usb.capture().name.endswith("video4")
    assert (usb.status().kind, usb.status().name) == ("v4l2", "USB camera Webcam")
