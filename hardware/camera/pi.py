"""The camera on the Pi's own camera port, through picamera2.

Out: frames in BGR: picamera2 names formats in the byte order of the kernel, so its "RGB888" lies in memory as
blue, green, red. picamera2 comes from apt only and raises RuntimeError for nearly everything; both become
CameraUnavailable here. Runs inside `CameraProcess`: after some failures only a fresh process gets the camera
back. Focus, exposure and white balance are left automatic until `lock_controls`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from hardware.camera.base import Frame, Hold, as_bgr
from hardware.errors import CameraUnavailable

SIZE_PX = (2304, 1296)  # (width, height): a native mode of Camera Module 3; must be even
FORMAT_BGR = "RGB888"  # picamera2's name for B, G, R in memory
SETTLE_FRAMES = 8  # exposure and white balance need about this many frames after a start
FOCUS_BY_HAND, FOCUS_ALWAYS = 0, 2  # libcamera's AfModeManual and AfModeContinuous
INSTALL_HINT = "install it with: sudo apt install python3-picamera2"


def load_picamera2() -> Any:
    """The Picamera2 class; CameraUnavailable with the remedy when packages are missing or broken."""
    try:
        from picamera2 import Picamera2
    except (ImportError, AttributeError, OSError) as error:  # also a libcamera of another version
        reason = f"picamera2 cannot be loaded ({error}); {INSTALL_HINT}"
        raise CameraUnavailable(reason, retry=False) from error
    return Picamera2


class PiSource:
    """The first camera on the camera port. Raises CameraUnavailable when there is none or it is in use."""

    def __init__(
        self,
        *,
        load: Callable[[], Any] = load_picamera2,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        library = load()
        self._clock_ns = clock_ns
        self._camera: Any = None
        self.locked = False
        try:
            self._model = _first_model(library.global_camera_info())
            # picamera2 sorts USB cameras last, so number 0 is the camera port's.
            self._camera = library(0)
            self._start()
        except (RuntimeError, OSError, LookupError, ValueError) as error:
            self.close()
            raise CameraUnavailable(f"the Pi camera does not start: {error}") from error
        except CameraUnavailable:
            self.close()
            raise

    def _start(self) -> None:
        # queue=False: without it capture may hand out a frame from before the request.
        wanted = {"format": FORMAT_BGR, "size": SIZE_PX}
        self._camera.configure(self._camera.create_still_configuration(main=wanted, queue=False))
        self._camera.start()
        self.unlock_controls()  # by itself picamera2 never moves a lens
        for _ in range(SETTLE_FRAMES):
            self._camera.capture_metadata()

    def capture(self) -> Frame:
        """A picture of now."""
        if self._camera is None:
            raise CameraUnavailable("the Pi camera is closed")
        try:
            array = self._camera.capture_array("main")
        except (RuntimeError, OSError, LookupError, ValueError) as error:
            raise CameraUnavailable(f"the Pi camera gives no picture: {error}") from error
        return Frame(image=as_bgr(array, self._model), at_ns=self._clock_ns(), name=self._model)

    def lock_controls(self) -> tuple[Hold, ...]:
        """Fix what the camera has settled on, as the last frame's metadata tell it."""
        now = self._ask(lambda camera: camera.capture_metadata())
        wanted: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        wanted |= {name: now[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in now}
        held = [Hold.EXPOSURE] + ([Hold.COLOUR] if "ColourGains" in now else [])  # a grey sensor has no gains
        if self._focuses and "LensPosition" in now:
            wanted |= {"AfMode": FOCUS_BY_HAND, "LensPosition": now["LensPosition"]}
            held.append(Hold.FOCUS)
        self._ask(lambda camera: camera.set_controls(wanted))
        self.locked = True
        return tuple(held)

    def unlock_controls(self) -> None:
        """Everything automatic; a lens that can focus does so all the time."""
        wanted: dict[str, Any] = {"AeEnable": True, "AwbEnable": True}
        if self._focuses:
            wanted["AfMode"] = FOCUS_ALWAYS
        self._ask(lambda camera: camera.set_controls(wanted))
        self.locked = False

    @property
    def _focuses(self) -> bool:
        """Whether the lens has a motor."""
        return "AfMode" in self._ask(lambda camera: camera.camera_controls)

    def _ask(self, question: Callable[[Any], Any]) -> Any:
        """Ask the library, its errors named. Raises CameraUnavailable."""
        if self._camera is None:
            raise CameraUnavailable("the Pi camera is closed")
        try:
            return question(self._camera)
        except (RuntimeError, OSError, LookupError, ValueError) as error:
            raise CameraUnavailable(f"the Pi camera does not answer: {error}") from error

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def describe(self) -> str:
        return f"Pi camera {self._model}"


def _first_model(cameras: list[dict[str, Any]]) -> str:
    """The model on the camera port; USB cameras, which picamera2 lists too, are left to V4L2."""
    for camera in cameras:
        if "/usb" not in str(camera.get("Id", "")):
            return str(camera.get("Model", "camera"))
    raise CameraUnavailable("no camera on the camera port", retry=False)
