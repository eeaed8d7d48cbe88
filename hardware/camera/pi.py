"""The camera on the Pi's own camera port, through picamera2.

Out: frames in BGR. picamera2 names formats in the byte order of the kernel, so its "RGB888" lies in memory as
blue, green, red; which format the camera settled for is asked after configuring, never assumed. picamera2
comes from apt only and raises RuntimeError for nearly everything; both become CameraUnavailable here. Runs
inside `CameraProcess`: after some failures only a fresh process gets the camera back.

Focus, exposure and white balance are automatic until `lock_controls`. What is locked stands in the
configuration itself, so that the first frame has it, and every frame whose metadata tells otherwise is
dropped: the camera's word counts, not ours.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from hardware.camera.base import NO_SETTINGS, Frame, Hold, Image, Settings, as_bgr
from hardware.camera.holding import held_by, shut_nodes
from hardware.errors import CameraBusy, CameraForbidden, CameraUnavailable

SIZE_PX = (2304, 1296)  # (width, height): a native mode of Camera Module 3; must be even
FORMAT_BGR = "RGB888"  # picamera2's name for B, G, R in memory
ORDERS = {"RGB888": "BGR", "BGR888": "RGB", "XRGB8888": "BGRX", "XBGR8888": "RGBX"}
"""picamera2's formats with colours, and how their bytes lie in memory; X is nothing."""
SETTLE_FRAMES = 8  # exposure and white balance need about this many frames after a start
SETTLE_LIMIT = 60  # a lens that still searches after these has nothing to see
AGREE_FRAMES = 20  # controls take effect (buffers + 3) frames later; twice that and some
FOCUS_BY_HAND, FOCUS_ALWAYS = 0, 2  # libcamera's AfModeManual and AfModeContinuous
FOCUS_SCANNING = 1  # libcamera's AfStateScanning
INSTALL_HINT = "install it with: sudo apt install python3-picamera2"

VALUES = {
    Hold.EXPOSURE: ("ExposureTime", "AnalogueGain"),
    Hold.COLOUR: ("ColourGains",),
    Hold.FOCUS: ("LensPosition",),
}
"""The controls that hold each of the three, by libcamera's names; the metadata call them the same."""
ITSELF: Mapping[Hold, Settings] = {
    Hold.EXPOSURE: {"AeEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0},  # 0: no fixed value any more
    Hold.COLOUR: {"AwbEnable": True},
    Hold.FOCUS: {"AfMode": FOCUS_ALWAYS},  # by itself picamera2 never moves a lens
}
BY_HAND: Mapping[Hold, Settings] = {
    Hold.EXPOSURE: {"AeEnable": False},
    Hold.COLOUR: {"AwbEnable": False},
    Hold.FOCUS: {"AfMode": FOCUS_BY_HAND},
}
NEAR = 0.03  # a camera has steps: it takes the nearest value it can do, "close" to the one asked for
SLACK = {"ExposureTime": 100.0, "AnalogueGain": 0.05, "ColourGains": 0.02, "LensPosition": 0.05}
"""What may always lie between (microseconds, factors, dioptres)."""
BUSY_WORDS = ("busy", "in use", "code: -16", "failed to acquire")  # libcamera's and picamera2's, by version


def load_picamera2() -> Any:
    """The Picamera2 class; CameraUnavailable with the remedy when packages are missing or broken."""
    try:
        from picamera2 import Picamera2
    except (ImportError, AttributeError, OSError) as error:  # also a libcamera of another version
        reason = f"picamera2 cannot be loaded ({error}); {INSTALL_HINT}"
        raise CameraUnavailable(reason, retry=False) from error
    return Picamera2


class PiSource:
    """The first camera on the camera port.

    Raises CameraBusy when another program has it, CameraForbidden without permission, CameraUnavailable when
    there is none.
    """

    kind = "picamera2"

    def __init__(
        self,
        *,
        load: Callable[[], Any] = load_picamera2,
        clock_ns: Callable[[], int] = time.monotonic_ns,
        dev_root: Path = Path("/dev"),
        proc_root: Path = Path("/proc"),
    ) -> None:
        library = load()
        self._clock_ns = clock_ns
        self._camera: Any = None
        self._held: Mapping[Hold, Settings] = {}
        self.locked = False
        try:
            self._model = _first_model(library.global_camera_info(), dev_root)
            # picamera2 sorts USB cameras last, so number 0 is the camera port's.
            self._camera = library(0)
            self._run({})
            self._settle(SETTLE_FRAMES)
        except (RuntimeError, OSError, LookupError, ValueError) as error:
            self.close()
            raise _not_started(error, dev_root, proc_root) from error
        except CameraUnavailable:
            self.close()
            raise

    @property
    def settings(self) -> Settings:
        """The controls that are held, with their values."""
        return {name: value for values in self._held.values() for name, value in values.items()}

    def capture(self) -> Frame:
        """A picture of now, taken with the controls that are held.

        Frames with other controls are dropped; CameraUnavailable when the camera does not come round.
        """
        astray = ""
        for _ in range(AGREE_FRAMES):
            with self._asked("gives no picture") as camera, camera.captured_request(flush=True) as request:
                told = request.get_metadata()
                astray = ", ".join(_astray(self.settings, told))
                if not astray:
                    image = self._in_bgr(request.make_array("main"))
                    return Frame(image=image, at_ns=self._clock_ns(), name=self._model)
        raise CameraUnavailable(f"the Pi camera does not hold its {astray}")

    def lock_controls(self, like: Settings = NO_SETTINGS) -> tuple[Hold, ...]:
        """Fix what the camera has settled on, or `like` before; only what its metadata confirm is held."""
        with self._asked("does not answer") as camera:
            told = {name: _plain(value) for name, value in (like or self._settle(SETTLE_LIMIT)).items()}
            can = camera.camera_controls
            chosen = {
                hold: {name: told[name] for name in names}
                for hold, names in VALUES.items()
                if all(name in told and name in can for name in names)  # a grey sensor has no gains
            }
            self._run(chosen)
            refused = self._refused(chosen)
            if refused:
                self._run({hold: values for hold, values in chosen.items() if hold not in refused})
            if len(self._held) < len(Hold):
                self._settle(SETTLE_FRAMES)  # what is left automatic began anew
        self.locked = True
        return tuple(self._held)

    def unlock_controls(self) -> None:
        """Everything automatic; a lens that can focus does so all the time."""
        with self._asked("does not answer"):
            if self.locked:
                self._run({})
                self._settle(SETTLE_FRAMES)
        self.locked = False

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def describe(self) -> str:
        return f"Pi camera {self._model}"

    def _run(self, held: Mapping[Hold, Settings]) -> None:
        """Start, or start again, with `held` fixed and the rest automatic, all in the configuration."""
        camera = self._camera
        camera.stop()
        wanted: dict[str, Any] = {}
        for hold in Hold:
            wanted |= {**BY_HAND[hold], **held[hold]} if hold in held else ITSELF[hold]
        can = camera.camera_controls
        # queue=False: without it capture may hand out a frame from before the request.
        configuration = camera.create_still_configuration(
            main={"format": FORMAT_BGR, "size": SIZE_PX},
            controls={name: value for name, value in wanted.items() if name in can},
            queue=False,
        )
        camera.configure(configuration)
        made = camera.stream_configuration("main")  # what the camera made of it
        self._format, self._size_px = str(made["format"]), tuple(made["size"])
        camera.start()
        self._held = held

    def _settle(self, frames: int) -> Settings:
        """The metadata once the lens has stopped searching: after SETTLE_FRAMES, or `frames` at most."""
        told: dict[str, Any] = {}
        for number in range(1, frames + 1):
            told = self._camera.capture_metadata()
            if number >= SETTLE_FRAMES and told.get("AfState") != FOCUS_SCANNING:
                break
        return told

    def _refused(self, chosen: Mapping[Hold, Settings]) -> set[Hold]:
        """Those of `chosen` that the metadata do not confirm within AGREE_FRAMES."""
        refused = set(chosen)
        for _ in range(AGREE_FRAMES):
            told = self._camera.capture_metadata()
            refused = {hold for hold, values in chosen.items() if _astray(values, told)}
            if not refused:
                break
        return refused

    def _in_bgr(self, array: Any) -> Image:
        """`array` as the camera's format says. Rows may come with their padding."""
        order = ORDERS.get(self._format)
        if order is None:
            raise CameraUnavailable(f"{self._model} gives {self._format}, which has no colours", retry=False)
        width, height = self._size_px
        if not isinstance(array, np.ndarray) or array.ndim != 3 or array.shape[2] != len(order):
            raise CameraUnavailable(f"{self._model} gave {np.shape(array)} where {self._format} was agreed")
        if array.shape[0] < height or array.shape[1] < width:
            raise CameraUnavailable(f"{self._model} gave {np.shape(array)}, less than {width} x {height}")
        image = as_bgr(array[:height, :width], self._model)
        return image if order.startswith("BGR") else np.ascontiguousarray(image[:, :, ::-1])

    @contextmanager
    def _asked(self, trouble: str) -> Iterator[Any]:
        """The camera, with the library's errors named. Raises CameraUnavailable."""
        if self._camera is None:
            raise CameraUnavailable("the Pi camera is closed")
        try:
            yield self._camera
        except (RuntimeError, OSError, LookupError, ValueError) as error:
            raise CameraUnavailable(f"the Pi camera {trouble}: {_words(error)}") from error


def _astray(wanted: Settings, told: Mapping[str, Any]) -> list[str]:
    """The controls of `wanted` that a frame was not taken with, as its metadata tell."""
    return [name for name, value in wanted.items() if not _close(name, value, told.get(name))]


def _plain(value: Any) -> Any:
    """As libcamera takes it; what was kept as JSON comes back with lists."""
    return tuple(value) if isinstance(value, list) else value


def _close(name: str, wanted: Any, told: Any) -> bool:
    if told is None:
        return False
    pairs = zip(np.atleast_1d(wanted), np.atleast_1d(told), strict=True)
    return all(math.isclose(a, b, rel_tol=NEAR, abs_tol=SLACK[name]) for a, b in pairs)


def _first_model(cameras: list[dict[str, Any]], dev_root: Path) -> str:
    """The model on the camera port; USB cameras, which picamera2 lists too, are left to V4L2."""
    for info in cameras:
        if "/usb" not in str(info.get("Id", "")):
            return str(info.get("Model", "camera"))
    shut = shut_nodes(_nodes(dev_root))  # libcamera passes over what it may not open
    if shut:
        raise CameraForbidden(shut)
    raise CameraUnavailable("no camera on the camera port", retry=False)


def _not_started(error: Exception, dev_root: Path, proc_root: Path) -> CameraUnavailable:
    words = _words(error)
    if any(word in words.lower() for word in BUSY_WORDS):
        return CameraBusy("the Pi camera", held_by(_nodes(dev_root), proc_root))
    return CameraUnavailable(f"the Pi camera does not start: {words}")


def _words(error: BaseException) -> str:
    """What the library said: its last words name only the step, the causes behind them what went wrong."""
    words = []
    cause: BaseException | None = error
    while cause is not None:
        words.append(str(cause).strip().rstrip(".") or type(cause).__name__)
        cause = cause.__cause__
    return ": ".join(words)


def _nodes(dev_root: Path) -> list[Path]:
    """What libcamera opens."""
    return sorted([*dev_root.glob("media[0-9]*"), *dev_root.glob("video[0-9]*")])
