"""The drawn camera: what its scene file can do to it, in its process and out of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from hardware.camera.base import Hold
from hardware.camera.choose import open_simulated
from hardware.camera.process import CameraProcess
from hardware.camera.simulated import SceneFile, SimulatedSource
from hardware.errors import CameraBusy, CameraUnavailable, CaptureTimedOut
from tests.hardware.camera_sources import draw_scene
from tests.hardware.conftest import HandClock

FAR_S = 3600.0
Make = Callable[..., CameraProcess]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "scene.json"


@pytest.fixture
def camera(file: Path) -> Iterator[Make]:
    """The simulated camera in its process."""
    built: list[CameraProcess] = []

    def build(timeout_s: float = 20.0) -> CameraProcess:
        source = open_simulated(draw_scene, file, timeout_s).source
        assert source is not None
        built.append(source)
        return source

    yield build
    for process in built:
        process.close()


def test_it_draws_what_the_file_tells_and_numbers_its_pictures(file: Path):
    source = SimulatedSource(draw_scene, file, clock_ns=lambda: 5)
    assert source.capture().image[9, 9].tolist() == [10, 20, 200]
    SceneFile(file).show({"colour": [1, 2, 3]})
    frame = source.capture()
    assert frame.image[9, 9].tolist() == [1, 2, 3]
    assert frame.image[0, 0, 2] == 2
    assert (frame.name, frame.at_ns, frame.image.shape) == ("simulated 2", 5, (960, 1280, 3))


def test_colours_can_be_exchanged_and_the_light_go_out(file: Path):
    told, source = SceneFile(file), SimulatedSource(draw_scene, file)
    told.exchange_colours(True)
    assert source.capture().image[9, 9].tolist() == [200, 20, 10]
    told.exchange_colours(False)
    told.light(0.1)
    assert source.capture().image[9, 9].tolist() == [1, 2, 20]
    told.light(2)
    assert source.capture().image[9, 9].tolist() == [20, 40, 255]


def test_it_can_be_pulled_out_and_plugged_in_again(file: Path):
    told, source = SceneFile(file), SimulatedSource(draw_scene, file)
    told.plug(False)
    with pytest.raises(CameraUnavailable, match="not plugged in"):
        source.capture()
    with pytest.raises(CameraUnavailable, match="not plugged in"):
        SimulatedSource(draw_scene, file)
    told.plug(True)
    source.capture()


def test_busy_means_that_it_does_not_open_for_so_long(file: Path):
    clock = HandClock()
    told = SceneFile(file, clock_ns=clock)
    opened = SimulatedSource(draw_scene, file, clock_ns=clock)
    told.busy(3)
    with pytest.raises(CameraBusy, match="the simulated camera is in use by another program"):
        SimulatedSource(draw_scene, file, clock_ns=clock)
    opened.capture()
    clock.forward_ms(3000)
    SimulatedSource(draw_scene, file, clock_ns=clock).capture()


def test_it_holds_everything_since_it_adjusts_nothing(file: Path):
    source = SimulatedSource(draw_scene, file)
    assert source.lock_controls() == tuple(Hold)
    assert source.locked
    source.unlock_controls()
    assert not source.locked


@pytest.mark.parametrize(
    "content",
    [b"{", b"[]", b"\xff", b'"scene"', b'{"scene": 3}', b'{"light": "a lot"}', b'{"frozen_until_ns": []}'],
)
def test_a_file_that_is_no_scene_is_named(file: Path, content: bytes):
    file.write_bytes(content)
    with pytest.raises(CameraUnavailable, match=r"scene\.json"):
        SimulatedSource(draw_scene, file)


def test_what_the_file_holds_is_as_documented(file: Path):
    told = SceneFile(file, clock_ns=lambda: 1_000_000_000)
    told.show({"meeples": {"green": "AB"}})
    told.freeze(0.5)
    assert json.loads(file.read_text()) == {
        "scene": {"meeples": {"green": "AB"}},
        "plugged": True,
        "busy_until_ns": 0,
        "frozen_until_ns": 1_500_000_000,
        "exchanged": False,
        "light": 1.0,
    }
    assert [path.name for path in file.parent.iterdir()] == ["scene.json"]


# --- in the camera process


def test_a_frozen_camera_is_given_up_and_works_when_it_has_thawed(camera: Make, file: Path):
    told, process = SceneFile(file), camera(1.0)
    process.capture()
    told.freeze(FAR_S)
    with pytest.raises(CaptureTimedOut):
        process.capture(within_s=0.3)
    told.freeze(0)
    process.capture()
    assert process.starts == 2
    assert (process.status().kind, process.status().name) == ("simulated", "simulated camera")


def test_the_screen_sees_nothing_yet_while_the_camera_is_frozen(camera: Make, file: Path):
    told, process = SceneFile(file), camera(FAR_S)
    process.capture()
    told.freeze(FAR_S)
    process.request()
    assert [process.poll() for _ in range(5)] == [None] * 5
    assert process.busy


def test_a_camera_pulled_out_comes_back_by_itself(camera: Make, file: Path):
    told, process = SceneFile(file), camera()
    process.capture()
    told.plug(False)
    process.request()
    while not process.status().fault:
        assert process.poll() is None
        process._wake.wait(0.02)
    told.plug(True)
    assert process.capture().image.shape == (960, 1280, 3)
    assert process.status().fault == "the simulated camera is not plugged in"


@pytest.mark.slow
def test_memory_stays_the_same_over_three_hundred_pictures(camera: Make):
    """The most it ever takes: it goes up and down by the size of a picture."""
    process = camera()
    sizes_mb = []
    for _ in range(300):
        process.capture()
        sizes_mb.append([psutil.Process(pid).memory_info().rss / 1e6 for pid in (process.process_id, None)])
    early, late = np.max(sizes_mb[20:100], axis=0), np.max(sizes_mb[220:], axis=0)
    assert np.max(late - early) < 4  # about one picture
