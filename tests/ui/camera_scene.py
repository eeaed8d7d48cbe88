"""The set-up of the camera in a window, over a camera on a tripod or a folder of photographs."""

from __future__ import annotations

import shutil
import time
from functools import partial
from pathlib import Path
from typing import Any

from app.table.camera_places import CameraPlaces
from app.ui.presenters.camera import CameraPresenter
from app.ui.screens.camera import CameraScreen
from hardware.camera.folder import FolderSource
from hardware.camera.process import CameraProcess
from tests.ui.scene import Scene
from tests.ui.tripod import PHOTOS, Tripod, kept, standing


class CameraScene(Scene):
    """`shows` is what the tripod begins with; None: no camera at all."""

    shows: str | None = "seq_00/frame_00"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.source = self.open_source()
        self.places = CameraPlaces(self.open_journal(), folder)
        self.presenter = CameraPresenter(
            self.source,
            self.open_worker(),
            self.places,
            time.monotonic_ns,
            start=lambda _: standing("seq_00/frame_01"),
        )
        self.screen = CameraScreen(self.presenter, lambda: self.heard.append("back"))
        self.stage.add_screen(self.screen)
        self._closing.callback(self.screen.on_leave)

    def open_source(self) -> Any:
        """The camera."""
        return None if self.shows is None else Tripod(self.shows)

    def call(self, name: str) -> Any:
        """Asked "show NAME": another picture; "at X Y": where that share of the picture is in the window;
        "places": what is kept; "texture": which one shows the pictures."""
        what, _, rest = name.partition(" ")
        if what == "show":
            self.source.shows = rest
            return None
        if what == "places":
            return [place.place for place in self.places.of(self.source.describe())]
        if what == "texture":
            return id(self.screen.ids.live._texture)
        x, y, width, height = self.screen.ids.live.frame()
        right, down = (float(share) for share in rest.split())
        return [x + right * width, y + (1 - down) * height]


class KnownCameraScene(CameraScene):
    """It was set up in several places before, in the yard last."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        for place in ("Attic", "Club room", "Garden", "Kitchen table", "Yard"):
            self.places.keep(kept("seq_00/frame_00", place))


class NoCameraScene(CameraScene):
    """There is none."""

    shows = None


class SilentCameraScene(CameraScene):
    """It never answers."""

    shows = ""


class FolderCameraScene(CameraScene):
    """A real camera process over a folder: some photographs of one table, and then no more."""

    def open_source(self) -> CameraProcess:
        """The first pictures are of the empty board."""
        photos = self.folder / "photos"
        photos.mkdir()
        for number in range(6):
            shutil.copy(PHOTOS / "seq_00/frame_00.jpg", photos / f"{number:03}.jpg")
        source = CameraProcess(partial(FolderSource, photos))
        self._closing.callback(source.close)
        return source


CAMERA_SCENES = {
    "camera": CameraScene,
    "camera known": KnownCameraScene,
    "camera none": NoCameraScene,
    "camera silent": SilentCameraScene,
    "camera folder": FolderCameraScene,
}
