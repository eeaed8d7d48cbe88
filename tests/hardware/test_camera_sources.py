"""Folder, USB and Pi sources, and the choice between them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera.base import Hold, as_bgr
from hardware.camera.choose import open_camera, open_first
from hardware.camera.folder import FolderSource
from hardware.camera.pi import FOCUS_ALWAYS, FOCUS_BY_HAND, SETTLE_FRAMES, PiSource, load_picamera2
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
from hardware.config import CameraConfig, CameraKind
from hardware.errors import CameraUnavailable

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


class ScriptedReader:
    """Plays a list of read results, in the place of cv2.VideoCapture."""

    def __init__(self, script: list[bool], *, opened: bool = True) -> None:
        self.script, self.opened, self.grabs, self.released = script, opened, 0, False

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opened

    def grab(self) -> bool:
        self.grabs += 1
        return True

    def read(self) -> tuple[bool, Any]:
        if not self.script or not self.script.pop(0):
            return False, None
        return True, np.full((2, 2, 3), BLUE, dtype=np.uint8)

    def release(self) -> None:
        self.released = True

    def set(self, prop: int, value: float) -> bool:
        del prop, value
        return False


class AdjustingReader(ScriptedReader):
    """A camera with controls. `tells`: what it says of its exposure while it adjusts that by itself."""

    def __init__(self, *, tells: float, without: tuple[int, ...] = ()) -> None:
        super().__init__([True] * 500)
        self.tells, self.without = tells, without
        self.values: dict[int, float] = {}

    def set(self, prop: int, value: float) -> bool:
        if prop in self.without:
            return False
        self.values[prop] = value
        return True

    def get(self, prop: int) -> float:
        return self.tells if prop == EXPOSURE else 4000.0

    def read(self) -> tuple[bool, Any]:
        worked, _ = super().read()
        light = 100 if self.values.get(AUTO_EXPOSURE) == 3 else self.values.get(EXPOSURE, 0)
        return worked, np.full((2, 2, 3), min(255, light), dtype=np.uint8)


def usb_camera(tmp_path: Path, readers: list[ScriptedReader]) -> V4l2Source:
    (tmp_path / "video0").touch()
    waiting = list(readers)
    return V4l2Source(
        dev_root=tmp_path,
        ask=facts(video0=True),
        open_reader=lambda _node: waiting.pop(0),
        clock_ns=lambda: 5,
    )


def test_frames_that_waited_in_the_driver_are_thrown_away(tmp_path: Path):
    reader = ScriptedReader([True, True])
    source = usb_camera(tmp_path, [reader])
    frame = source.capture()
    assert reader.grabs == STALE_FRAMES
    assert frame.name == str(tmp_path / "video0")
    assert frame.image[0, 0].tolist() == [255, 0, 0]


def test_a_camera_that_stops_giving_frames_is_opened_again(tmp_path: Path):
    first = ScriptedReader([True] * 50 + [False] * READ_ATTEMPTS)
    source = usb_camera(tmp_path, [first, ScriptedReader([True])])
    for _ in range(51):
        source.capture()
    assert first.released


def test_a_single_lost_frame_is_no_reason_to_open_again(tmp_path: Path):
    source = usb_camera(tmp_path, [ScriptedReader([False, True])])
    source.capture()


def test_a_dead_camera_is_reported_and_let_go(tmp_path: Path):
    readers = [ScriptedReader([]), ScriptedReader([]), ScriptedReader([True])]
    source = usb_camera(tmp_path, readers)
    with pytest.raises(CameraUnavailable, match="gives no pictures"):
        source.capture()
    assert [reader.released for reader in readers] == [True, True, False]
    source.capture()  # opened anew
    source.close()
    source.close()


def test_a_camera_held_by_another_program_is_reported(tmp_path: Path):
    reader = ScriptedReader([], opened=False)
    with pytest.raises(CameraUnavailable, match="another program"):
        usb_camera(tmp_path, [reader])
    assert reader.released


def test_a_pulled_plug_is_reported_as_not_connected(tmp_path: Path):
    source = usb_camera(tmp_path, [ScriptedReader([])])
    (tmp_path / "video0").unlink()
    with pytest.raises(CameraUnavailable, match="not connected"):
        source.capture()


def test_our_numbers_of_opencv_s_controls_are_its_own():
    """They stand in our code so that nothing loads OpenCV before it is needed."""
    names = ("AUTO_EXPOSURE", "EXPOSURE", "AUTO_WB", "WB_TEMPERATURE", "AUTOFOCUS")
    ours = (AUTO_EXPOSURE, EXPOSURE, AUTO_WB, WB_TEMPERATURE, AUTOFOCUS)
    assert ours == tuple(getattr(cv2, f"CAP_PROP_{name}") for name in names)


def test_a_usb_camera_begins_automatic_whatever_it_was_told_before(tmp_path: Path):
    reader = AdjustingReader(tells=100)
    source = usb_camera(tmp_path, [reader])
    assert (reader.values[AUTO_EXPOSURE], reader.values[AUTO_WB], reader.values[AUTOFOCUS]) == (3, 1, 1)
    assert not source.locked
    assert source.describe() == "USB camera Webcam"


def test_a_usb_camera_holds_the_values_it_tells_and_lets_go_of_them(tmp_path: Path):
    reader = AdjustingReader(tells=100)
    source = usb_camera(tmp_path, [reader])
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
    source = usb_camera(tmp_path, [reader])
    assert source.lock_controls() == (Hold.COLOUR, Hold.FOCUS)
    assert reader.values[AUTO_EXPOSURE] == 3
    assert source.capture().image[0, 0, 0] == 100


def test_a_usb_camera_holds_only_what_it_can(tmp_path: Path):
    source = usb_camera(tmp_path, [AdjustingReader(tells=100, without=(AUTO_WB, AUTOFOCUS))])
    assert source.lock_controls() == (Hold.EXPOSURE,)


def test_a_usb_camera_opened_again_is_to_be_locked_again(tmp_path: Path):
    first = AdjustingReader(tells=100)
    source = usb_camera(tmp_path, [first, AdjustingReader(tells=100)])
    source.lock_controls()
    first.script = []
    source.capture()
    assert not source.locked


def test_a_closed_usb_camera_cannot_be_locked(tmp_path: Path):
    source = usb_camera(tmp_path, [AdjustingReader(tells=100)])
    source.close()
    with pytest.raises(CameraUnavailable, match="closed"):
        source.lock_controls()
    with pytest.raises(CameraUnavailable, match="closed"):
        source.unlock_controls()


# --- Pi camera


class FakePiCamera:
    """The part of Picamera2 the source uses."""

    camera_controls: tuple[str, ...] = ("AeEnable", "AfMode")
    metadata: tuple[tuple[str, Any], ...] = (
        ("ExposureTime", 8000),
        ("AnalogueGain", 2.0),
        ("ColourGains", (1.9, 1.4)),
        ("LensPosition", 1.25),
    )
    listed: tuple[dict[str, Any], ...] = ({"Model": "imx708", "Id": "/base/i2c@1/imx708@1a", "Num": 0},)
    fail_at = ""

    def __init__(self, number: int) -> None:
        assert number == 0
        self.log: list[str] = []
        self.settings: dict[str, Any] = {}
        self._step("open")
        type(self).last = self

    def _step(self, name: str) -> None:
        if self.fail_at == name:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.log.append(name)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return list(cls.listed)

    def create_still_configuration(self, **settings: Any) -> dict[str, Any]:
        return settings

    def configure(self, settings: dict[str, Any]) -> None:
        self.settings = settings

    def start(self) -> None:
        self._step("start")

    def capture_metadata(self) -> dict[str, Any]:
        self.log.append("settle")
        return dict(self.metadata)

    def set_controls(self, wanted: dict[str, Any]) -> None:
        self._step("set")
        self.controls = wanted

    def capture_array(self, stream: str) -> Any:
        assert stream == "main"
        self._step("capture")
        return np.full((4, 8, 4), (255, 0, 0, 255), dtype=np.uint8)[:, :6]

    def close(self) -> None:
        self.log.append("close")


def pi_class(**changes: Any) -> Any:
    return type("Camera", (FakePiCamera,), changes)


def test_the_pi_camera_is_asked_for_blue_first_and_settles_before_the_first_picture():
    kind = pi_class()
    source = PiSource(load=lambda: kind, clock_ns=lambda: 3)
    frame = source.capture()
    assert kind.last.settings["main"]["format"] == "RGB888"
    assert kind.last.settings["queue"] is False
    assert kind.last.log == ["open", "start", "set", *["settle"] * SETTLE_FRAMES, "capture"]
    assert kind.last.controls == {"AeEnable": True, "AwbEnable": True, "AfMode": FOCUS_ALWAYS}
    assert frame.image.shape == (4, 6, 3)
    assert frame.image[0, 0].tolist() == [255, 0, 0]
    assert (frame.name, frame.at_ns) == ("imx708", 3)
    source.close()
    source.close()
    assert kind.last.log.count("close") == 1
    with pytest.raises(CameraUnavailable):
        source.capture()


def test_the_pi_camera_holds_what_it_has_settled_on_and_lets_go_of_it():
    kind = pi_class()
    source = PiSource(load=lambda: kind)
    assert source.lock_controls() == (Hold.EXPOSURE, Hold.COLOUR, Hold.FOCUS)
    assert source.locked
    assert kind.last.controls == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 8000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.9, 1.4),
        "AfMode": FOCUS_BY_HAND,
        "LensPosition": 1.25,
    }
    source.unlock_controls()
    assert not source.locked
    assert kind.last.controls["AeEnable"]


def test_a_pi_camera_without_colour_or_a_motor_holds_its_exposure():
    kind = pi_class(camera_controls=("AeEnable",), metadata=(("ExposureTime", 8000), ("AnalogueGain", 2.0)))
    source = PiSource(load=lambda: kind)
    assert "AfMode" not in kind.last.controls
    assert source.lock_controls() == (Hold.EXPOSURE,)
    assert set(kind.last.controls) == {"AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain"}


def test_locking_a_pi_camera_that_is_gone_is_named():
    kind = pi_class()
    source = PiSource(load=lambda: kind)
    kind.fail_at = "set"
    with pytest.raises(CameraUnavailable, match="does not answer"):
        source.lock_controls()
    source.close()
    with pytest.raises(CameraUnavailable, match="closed"):
        source.unlock_controls()


def test_a_pi_camera_in_use_is_reported_with_the_library_s_words():
    with pytest.raises(CameraUnavailable, match="did not complete") as caught:
        PiSource(load=lambda: pi_class(fail_at="open"))
    assert caught.value.retry


def test_a_pi_camera_that_fails_to_start_is_let_go():
    kind = pi_class(fail_at="start")
    with pytest.raises(CameraUnavailable):
        PiSource(load=lambda: kind)
    assert kind.last.log[-1] == "close"


def test_a_failed_capture_of_the_pi_camera_is_named():
    source = PiSource(load=lambda: pi_class(fail_at="capture"))
    with pytest.raises(CameraUnavailable, match="gives no picture"):
        source.capture()


@pytest.mark.parametrize("listed", [(), ({"Model": "uvc", "Id": "/base/pcie/usb@2/1-1", "Num": 0},)])
def test_without_a_camera_on_the_port_nothing_is_opened(listed: tuple[dict[str, Any], ...]):
    with pytest.raises(CameraUnavailable, match="camera port"):
        PiSource(load=lambda: pi_class(listed=listed, fail_at="open"))


def test_missing_packages_come_with_the_remedy():
    try:
        import picamera2  # type: ignore[import-not-found] # noqa: F401
    except ImportError:
        with pytest.raises(CameraUnavailable, match="apt install python3-picamera2"):
            load_picamera2()


# --- the choice


def choose(config: CameraConfig, dev_root: Path, *, pi: bool = False, usb: bool = False) -> Any:
    return open_camera(config, dev_root=dev_root, has_picamera2=lambda: pi, ask=facts(video0=usb))


def test_auto_offers_what_may_work_best_first(tmp_path: Path):
    (tmp_path / "video0").touch()
    config = CameraConfig(folder=tmp_path)
    assert choose(config, tmp_path, pi=True, usb=True).reason == "found: picamera2, v4l2, folder"
    assert choose(config, tmp_path).reason == "found: folder"
    nothing = choose(CameraConfig(), tmp_path)
    assert (nothing.source, nothing.reason) == (None, "no camera on this machine")


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
