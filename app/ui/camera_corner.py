"""All that the app does with its camera: the set-up, the check at the start, and what a match sees by it.

One at a time asks the camera. A match and the set-up have it while their screens are shown (`reserve`); the
check at the start gives way to both. In: the table, and the city that is to be played. Main thread only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.contract import Message
from app.table.camera_check import PlaceCheck
from app.table.camera_desk import CameraDesk
from app.table.camera_places import CameraPlaces
from app.table.watching import Watching
from app.table.wiring import Table
from app.table.worker import Worker
from app.ui.presenters.camera import CameraPresenter
from app.ui.screens.camera import CameraScreen
from app.ui.stage import Stage
from hardware.config import CameraKind


class CameraCorner:
    """One camera, or none. `photos` and `watching` are for a match."""

    def __init__(self, table: Table, expected: Callable[[], str | None]) -> None:
        """`expected`: name of the city that is to be played, None for any; asked when a set-up begins."""
        source, clock_ns = table.camera.source, table.clock_ns
        self._source, self._ask_city = source, expected
        self._reader = Worker()  # of its own: a photo does not wait for the solver
        self._places = places = CameraPlaces(table.journal, table.state_dir)
        self._live = table.config.camera.source is not CameraKind.FOLDER
        self.photos = CameraDesk(source, self._reader, places.known_for)
        self.watching = Watching(source, self._reader, clock_ns, live=self._live, known=places.known_for)
        self._check = PlaceCheck(source, self._reader, places)
        self._city: str | None = None
        self._presenter = CameraPresenter(
            source, self._reader, places, clock_ns, lambda: self._city, live=self._live
        )
        self._reserved: set[str] = set()
        self._checked = False

    @property
    def there(self) -> bool:
        """Whether there is a camera."""
        return self._source is not None

    @property
    def set_up(self) -> bool:
        """Whether it was set up; True until it has answered for the first time."""
        return self._check.set_up or bool(self._source and self._places.of(self._source.describe()))

    def add_to(self, stage: Stage, on_back: Callable[[], None]) -> None:
        """Put the set-up on the stage, and begin to check whether all is as it was."""
        if not self.there:
            return
        screen = CameraScreen(self._presenter, on_back)

        def enter(*_: Any) -> None:
            self._city = self._ask_city()
            stage.notify("")  # it would lie over the one thing to do next

        screen.bind(on_pre_enter=enter)
        self.reserve(screen)
        stage.add_screen(screen)
        if self._live and not self._checked:  # nobody moves a folder of photos; its first one is not for us
            self._checked = True
            self._check.begin()

    def reserve(self, screen: Any) -> None:
        """While this screen is shown somebody else asks the camera."""
        self._reserved.add(screen.name)
        screen.bind(on_pre_enter=lambda *_: self._check.stop())

    def poll(self, shown: str) -> None:
        """Hand out what was read, and go on with the check unless the screen of that name has the camera."""
        self._reader.poll()
        if shown not in self._reserved:
            self._check.poll()

    def take_notice(self) -> Message | None:
        """What is not as it was when the camera was set up, once."""
        found, self._check.message = self._check.message, None
        return found or self._places.take_notice()

    def close(self) -> None:
        """Nothing is looked at any more; the camera itself is the table's."""
        self._reader.close()
