"""A stand-in for picamera2 that behaves as people have seen the real one behave, faults included.

Its methods take what the real ones take: test_camera_picamera2.py holds them against picamera2's source. A
scene of two halves, blue and red, is photographed with exposure, gains and a lens, so that a wrong colour
order, a frame with old controls or a lens out of focus can be seen in the picture. No frame takes any time.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

WIDTH, HEIGHT = 96, 54  # what the camera makes of any size asked for
BLUE_HALF, RED_HALF = (200, 60, 20), (20, 60, 200)  # BGR
EXPOSURE_US, GAIN, COLOUR_GAINS, LENS = 8000, 2.0, (1.9, 1.4), 1.25  # where the automatics end
SCANNING, FOCUSED, IDLE = 1, 2, 0
LENS_SEARCHES = 12  # frames
OLD = {"ExposureTime": 20000, "AnalogueGain": 1.0, "ColourGains": (1.0, 1.0), "LensPosition": 6.0}
"""What the first frames have, whatever was asked for, when controls lag."""
CHANNELS = {"RGB888": [0, 1, 2], "BGR888": [2, 1, 0], "XRGB8888": [0, 1, 2, 3], "XBGR8888": [2, 1, 0, 3]}
"""Blue, green, red and 255 in the order in which the format lays them."""
ADVERTISED = (
    *("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains"),
    *("AfMode", "LensPosition", "FrameDurationLimits"),
)


@dataclass(frozen=True)
class Faults:
    """What goes wrong. `tally`: a file that counts openings, so that a later process can fare better."""

    tally: Path | None = None
    busy_times: int = 0
    hang_times: int = 0
    """In so many processes the first capture never returns."""
    gives: str = "RGB888"
    says: str = ""
    """The format it claims, when that is not the one it gives."""
    padding: int = 0
    """Bytes at the end of each row that belong to no picture."""
    shows_padding: bool = False
    lag: int = 0
    """So many frames after a start still have old controls."""
    deaf: tuple[str, ...] = ()
    """Controls that are taken and never obeyed."""
    every_other: bool = False
    """Locked values come with every other frame only."""
    without: tuple[str, ...] = ()
    """Controls this camera does not have."""
    cameras: tuple[dict[str, Any], ...] = ({"Model": "imx708", "Id": "/base/i2c@1/imx708@1a", "Num": 0},)
    fails_at: str = ""


class CompletedRequest:
    """One frame with its metadata; must be released, or the camera stalls."""

    def __init__(self, camera: Picamera2, metadata: dict[str, Any], fresh: bool) -> None:
        self._camera, self._metadata, self._fresh = camera, metadata, fresh

    def get_metadata(self) -> dict[str, Any]:
        return dict(self._metadata)

    def make_array(self, name: str) -> Any:
        faults = self._camera.faults
        image = _photograph(self._metadata)
        if not self._fresh:
            image[:2, :2] = 77  # what was there before the request
        full = np.concatenate([image, np.full((HEIGHT, WIDTH, 1), 255, np.uint8)], axis=2)
        pixels = full[:, :, CHANNELS[faults.gives]]
        depth = pixels.shape[2]
        stride = self._camera.stream_configuration(name)["stride"]
        rows = np.full((HEIGHT, stride), 99, np.uint8)
        rows[:, : WIDTH * depth] = pixels.reshape(HEIGHT, -1)
        width = stride // depth if faults.shows_padding else WIDTH
        return rows[:, : width * depth].reshape(HEIGHT, width, depth)

    def release(self) -> None:
        self._camera.held_requests -= 1


class Picamera2:
    """See `fake` for one with faults."""

    faults = Faults()
    last: Picamera2

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return list(Picamera2.faults.cameras)

    def __init__(
        self, camera_num: int = 0, verbose_console: Any = None, tuning: Any = None, allocator: Any = None
    ) -> None:
        del verbose_console, tuning, allocator
        assert camera_num == 0
        type(self).last = self
        self.openings = self._count()
        self._fail("open")
        if self.openings <= self.faults.busy_times:
            # libcamera itself only logs "Pipeline handler in use by another process"
            cause = RuntimeError("Failed to acquire camera: Device or resource busy")
            raise RuntimeError("Camera __init__ sequence did not complete.") from cause
        self.configurations: list[dict[str, Any]] = []
        self.started = self.closed = False
        self.frames = self.held_requests = 0

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        return {name: (0, 0, 0) for name in ADVERTISED if name not in self.faults.without}

    def create_still_configuration(
        self,
        main: Any = None,
        lores: Any = None,
        raw: Any = None,
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: int = 1,
        controls: Any = None,
        display: Any = None,
        encode: Any = None,
        queue: bool = True,
        sensor: Any = None,
        use_case: str = "still",
    ) -> dict[str, Any]:
        del lores, raw, transform, colour_space, display, encode, sensor
        return {
            "use_case": use_case,
            "buffer_count": buffer_count,
            "queue": queue,
            "main": dict(main),
            "controls": dict(controls),
        }

    def configure(self, camera_config: Any = None) -> None:
        self._fail("configure")
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        for name in camera_config["controls"]:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.configurations.append(camera_config)

    def stream_configuration(self, name: str = "main") -> dict[str, Any]:
        assert name == "main"
        given = self.faults.gives
        stride = WIDTH * len(CHANNELS[given]) + self.faults.padding
        return {"format": self.faults.says or given, "size": (WIDTH, HEIGHT), "stride": stride}

    def start(self, config: Any = None, show_preview: Any = False) -> None:
        assert config is None
        assert show_preview is False
        self._fail("start")
        self.started, self.frames = True, 0

    def stop(self) -> None:
        self.started = False

    def capture_metadata(self, wait: Any = None, signal_function: Any = None) -> dict[str, Any]:
        del wait, signal_function
        self._fail("metadata")
        return self._next_frame()

    @contextmanager
    def captured_request(self, wait: Any = None, flush: Any = None) -> Iterator[CompletedRequest]:
        del wait
        self._fail("capture")
        if self.openings <= self.faults.hang_times:
            threading.Event().wait()
        assert self.held_requests == 0, "the only buffer is still held"
        request = CompletedRequest(self, self._next_frame(), fresh=bool(flush))
        self.held_requests += 1
        try:
            yield request
        finally:
            request.release()

    def close(self) -> None:
        self.started, self.closed = False, True

    @property
    def _controls(self) -> dict[str, Any]:
        """What the configuration asks for."""
        asked: dict[str, Any] = self.configurations[-1]["controls"]
        return asked

    def _next_frame(self) -> dict[str, Any]:
        assert self.started, "no frames from a camera that stands still"
        self.frames += 1
        told = self._automatic()
        late = self.frames <= self.faults.lag or (self.faults.every_other and self.frames % 2)
        for name in ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition"):
            by_hand = bool(self._controls.get(name))
            if by_hand and name not in self.faults.deaf:
                told[name] = OLD[name] if late else self._controls[name]
        if "LensPosition" in self._controls:
            told["AfState"] = IDLE
        return {name: value for name, value in told.items() if name not in self.faults.without}

    def _automatic(self) -> dict[str, Any]:
        """Settles within a few frames; the lens takes longest, if it is driven at all."""
        settled = self.frames > 5
        searching = self.frames <= LENS_SEARCHES
        focuses = self._controls.get("AfMode") == 2
        return {
            "ExposureTime": EXPOSURE_US + 1000 * (self.openings - 1) if settled else 20000,
            "AnalogueGain": GAIN,
            "ColourGains": COLOUR_GAINS if settled else (1.0, 1.0),
            "LensPosition": LENS if focuses and not searching else 6.0,
            "AfState": (SCANNING if searching else FOCUSED) if focuses else IDLE,
            "SensorTimestamp": self.frames,
        }

    def _fail(self, step: str) -> None:
        if self.faults.fails_at == step:
            raise RuntimeError("Camera frontend has timed out!")

    def _count(self) -> int:
        if self.faults.tally is None:
            return 1
        with self.faults.tally.open("a") as stream:
            stream.write("opened\n")
        return len(self.faults.tally.read_text().splitlines())


def _photograph(metadata: dict[str, Any]) -> Any:
    """The scene (BGR) as exposure, colour gains and lens make it."""
    scene = np.empty((HEIGHT, WIDTH, 3), np.float64)
    scene[:, : WIDTH // 2], scene[:, WIDTH // 2 :] = BLUE_HALF, RED_HALF
    red, blue = metadata.get("ColourGains", COLOUR_GAINS)
    light = metadata["ExposureTime"] * metadata["AnalogueGain"] / (EXPOSURE_US * GAIN)
    scene *= np.array([blue / COLOUR_GAINS[1], 1.0, red / COLOUR_GAINS[0]]) * light
    image = np.clip(scene, 0, 255).astype(np.uint8)
    if abs(metadata.get("LensPosition", LENS) - LENS) > 0.1:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 6.0), np.uint8)
    return image


def fake(faults: Faults) -> type[Picamera2]:
    """The class with these faults."""

    def global_camera_info() -> list[dict[str, Any]]:
        return list(faults.cameras)

    made = {"faults": faults, "global_camera_info": staticmethod(global_camera_info)}
    return type("Picamera2", (Picamera2,), made)


def loads(**faults: Any) -> Any:
    """For `PiSource(load=...)`, also across processes."""
    return partial(fake, Faults(**faults))
