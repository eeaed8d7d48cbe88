"""Frame sources for the camera process tests; at module level because a spawned process imports them."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import numpy as np

from hardware.camera.base import Frame, Hold
from hardware.errors import CameraUnavailable


class GoodSource:
    """A small blue picture with the number of the capture in its first pixel's red."""

    def __init__(self) -> None:
        self.count = 0
        self.locked = False

    def capture(self) -> Frame:
        self.count += 1
        image = np.zeros((4, 6, 3), dtype=np.uint8)
        image[:, :, 0] = 255
        image[0, 0, 2] = self.count
        image[0, 0, 1] = 255 if self.locked else 0
        return Frame(image, time.monotonic_ns(), f"picture {self.count}")

    def lock_controls(self) -> tuple[Hold, ...]:
        self.locked = True
        return (Hold.EXPOSURE, Hold.COLOUR)

    def unlock_controls(self) -> None:
        self.locked = False

    def close(self) -> None:
        pass

    def describe(self) -> str:
        return f"good camera in process {os.getpid()}"


class HangingSource(GoodSource):
    """Never answers."""

    def capture(self) -> Frame:
        threading.Event().wait()
        raise AssertionError


class DyingSource(GoodSource):
    """Takes its process with it, as a crash in a camera library does."""

    def capture(self) -> Frame:
        os._exit(7)


class SurprisingSource(GoodSource):
    """Raises what no adapter translates."""

    def capture(self) -> Frame:
        raise ZeroDivisionError("lens")


class RecoveringSource(GoodSource):
    """Hangs in its first processes and works in later ones; a file counts the openings."""

    def __init__(self, tally: Path, bad_starts: int) -> None:
        super().__init__()
        with tally.open("a") as stream:
            stream.write("opened\n")
        self.hang = len(tally.read_text().splitlines()) <= bad_starts

    def capture(self) -> Frame:
        if self.hang:
            threading.Event().wait()
        return super().capture()


class SlowToLockSource(GoodSource):
    """Takes its time to find out what it can hold."""

    def lock_controls(self) -> tuple[Hold, ...]:
        threading.Event().wait(0.6)
        return super().lock_controls()


class EmptySource(GoodSource):
    """Refuses for good, like a folder whose last photo has been shown."""

    def capture(self) -> Frame:
        raise CameraUnavailable("no photo left", retry=False)


def hang_while_opening() -> GoodSource:
    threading.Event().wait()
    raise AssertionError


def refuse_to_open() -> GoodSource:
    raise CameraUnavailable("no camera at the port", retry=False)


class BigSource(GoodSource):
    """A picture of 12 million points, as a Camera Module 3 takes."""

    def capture(self) -> Frame:
        return Frame(np.full((2592, 4608, 3), 9, dtype=np.uint8), time.monotonic_ns(), "big")
