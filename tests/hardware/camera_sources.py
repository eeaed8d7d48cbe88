"""Frame sources and readers for the camera tests; at module level because a spawned process imports them."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hardware.camera.base import NO_SETTINGS, Frame, Hold, Settings
from hardware.camera.v4l2 import AUTO_EXPOSURE, EXPOSURE
from hardware.camera.v4l2_nodes import NodeFacts
from hardware.errors import CameraUnavailable


class GoodSource:
    """A small blue picture with the number of the capture in its first pixel's red."""

    kind = "good"

    def __init__(self) -> None:
        self.count = 0
        self.locked = False
        self.settings: Settings = NO_SETTINGS

    def capture(self) -> Frame:
        self.count += 1
        image = np.zeros((4, 6, 3), dtype=np.uint8)
        image[:, :, 0] = 255
        image[0, 0, 2] = self.count
        image[0, 0, 1] = 255 if self.locked else 0
        return Frame(image, time.monotonic_ns(), f"picture {self.count}")

    def lock_controls(self, like: Settings = NO_SETTINGS) -> tuple[Hold, ...]:
        self.locked = True
        self.settings = dict(like) or {"pid": os.getpid()}
        return (Hold.EXPOSURE, Hold.COLOUR)

    def unlock_controls(self) -> None:
        self.locked, self.settings = False, NO_SETTINGS

    def close(self) -> None:
        pass

    def describe(self) -> str:
        return f"good camera in process {os.getpid()}"


class HangingSource(GoodSource):
    """Never answers."""

    def capture(self) -> Frame:
        threading.Event().wait()
        raise AssertionError


class WaitingSource(GoodSource):
    """Never answers, and says so with a file before."""

    def __init__(self, mark: Path) -> None:
        super().__init__()
        self.mark = mark

    def capture(self) -> Frame:
        self.mark.touch()
        self.hang()
        raise AssertionError

    def hang(self) -> None:
        threading.Event().wait()


class StuckSource(WaitingSource):
    """Hangs inside a library that does not give Python's lock back."""

    def hang(self) -> None:
        ctypes.PyDLL(None).sleep(60)


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

    def lock_controls(self, like: Settings = NO_SETTINGS) -> tuple[Hold, ...]:
        threading.Event().wait(0.6)
        return super().lock_controls(like)


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


class ScriptedReader:
    """Plays a list of read results, in the place of cv2.VideoCapture.

    True: a blue picture, False: a failed read, None: no array, "empty": one without pixels.
    """

    def __init__(self, script: list[Any], *, opened: bool = True) -> None:
        self.script, self.opened, self.grabs, self.released = script, opened, 0, False

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opened

    def grab(self) -> bool:
        self.grabs += 1
        return True

    def read(self) -> tuple[bool, Any]:
        answer = self.script.pop(0) if self.script else False
        if answer is True:
            return True, np.full((2, 2, 3), (255, 0, 0), dtype=np.uint8)
        return answer is not False, np.zeros((0, 0, 3), np.uint8) if answer else None

    def release(self) -> None:
        self.released = True

    def set(self, prop: int, value: float) -> bool:
        del prop, value
        return False

    def get(self, prop: int) -> float:
        del prop
        return -1.0


class AdjustingReader(ScriptedReader):
    """A camera with controls. `tells`: what it says of its exposure while it adjusts that by itself.

    `without`: controls it refuses; `stubborn`: controls it takes and leaves as they are.
    """

    def __init__(
        self, *, tells: float, without: tuple[int, ...] = (), stubborn: tuple[int, ...] = ()
    ) -> None:
        super().__init__([True] * 500)
        self.tells, self.without, self.stubborn = tells, without, stubborn
        self.values: dict[int, float] = {}

    def set(self, prop: int, value: float) -> bool:
        if prop in self.without:
            return False
        if prop not in self.stubborn:
            self.values[prop] = value
        return True

    def get(self, prop: int) -> float:
        if prop == EXPOSURE:
            return self.tells
        return self.values.get(prop, 4000.0)

    def read(self) -> tuple[bool, Any]:
        worked, _ = super().read()
        light = 100 if self.values.get(AUTO_EXPOSURE) == 3 else self.values.get(EXPOSURE, 0)
        return worked, np.full((2, 2, 3), min(255, light), dtype=np.uint8)


class ReaderOfANode(ScriptedReader):
    """Gives pictures as long as its node is there."""

    def __init__(self, node: Path) -> None:
        super().__init__([])
        self.node = node

    def read(self) -> tuple[bool, Any]:
        self.script = [self.node.exists()]
        return super().read()


class BlockingReader(ScriptedReader):
    """A read after the plug was pulled: it never comes back."""

    def __init__(self, node: Path) -> None:
        del node
        super().__init__([])

    def read(self) -> tuple[bool, Any]:
        threading.Event().wait()
        raise AssertionError


def reads_fifty_then_fails(node: Path) -> ScriptedReader:
    del node
    return ScriptedReader([True] * 50 + [False] * 5 + [True])


def even_numbers_capture(node: Path) -> NodeFacts:
    """Of the two nodes of a camera one gives its pictures."""
    return NodeFacts("uvcvideo", "Webcam", int(node.name.removeprefix("video")) % 2 == 0)


def draw_scene(scene: Mapping[str, Any], number: int) -> Any:
    """A picture of one colour, (b, g, r), with its number in the first pixel's red."""
    image = np.empty((960, 1280, 3), np.uint8)
    image[:] = scene.get("colour", (10, 20, 200))
    image[0, 0, 2] = number % 256
    return image
