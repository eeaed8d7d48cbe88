"""What the screen has to do with the table's devices: how they stand, and whose button is which.

In: the table, who sits at it, and what shows the set-up of a camera. Main thread only.
"""

from __future__ import annotations

from collections.abc import Callable

from app.table.assigning import Asked
from app.table.devices import DeviceRow, Sources, rows, seated
from app.table.sound_choice import PERCENT, Volume
from app.table.wiring import Table
from app.ui.presenters.assign import AssignPresenter
from app.ui.presenters.devices import DevicesPresenter
from app.ui.presenters.devices_trial import Hands
from app.ui.screens.assign import AssignScreen
from app.ui.screens.devices import DevicesScreen
from app.ui.stage import Stage
from hardware.lights import Beep
from hardware.sound.cues import Cue

DEVICES, ASSIGN = "devices", "assign"


class DeviceCorner:
    """The screens "devices" and "assign"."""

    def __init__(self, table: Table, players: Callable[[], list[Asked]]) -> None:
        self._table, self._players = table, players
        gear, config = table.gear, table.config
        self._sources = Sources(
            panel=gear.panel,
            lights=None if gear.pins is None or gear.pins.simulated else gear.lights,
            pods=gear.pods,
            camera=table.camera.source,
            sound=gear.speaker,
            keys=config.keys.buttons if gear.keys is not None and gear.keys.active else {},
            faults=table.faults,
            pins_fault=gear.pins_fault,
            no_camera=table.camera.reason,
            pod_lamps=config.pods.lamps,
            sound_named=bool(config.sound.device),
        )
        self._screen: DevicesScreen | None = None

    def add_to(self, stage: Stage, on_camera: Callable[[], None] | None) -> None:
        """Put both screens on the stage."""
        table = self._table
        hands = Hands(self._shine, self._beep, self._sound)
        self._screen = DevicesScreen(
            DevicesPresenter(self._look, table.clock_ns, hands),
            on_back=lambda: stage.go("home"),
            on_camera=on_camera,
            on_assign=lambda: stage.go(ASSIGN),
        )
        assign = AssignScreen(
            AssignPresenter(self._players, table.gear.switchboard), lambda: stage.go(DEVICES)
        )
        for screen in (self._screen, assign):
            screen.bind(on_pre_enter=lambda *_: stage.notify(""))  # it would lie over the buttons at the foot
            stage.add_screen(screen)

    def refresh(self, shown: str) -> None:
        """Show a press at once, while the devices are on the screen."""
        if self._screen is not None and shown == self._screen.name:
            self._screen.refresh()

    def _look(self) -> tuple[DeviceRow, ...]:
        names = [player.name for player in self._players()]
        board = self._table.gear.switchboard
        return rows(self._sources, seated(board.assignment, names), self._table.clock_ns())

    def _shine(self, lamp: DeviceRow | None) -> None:
        self._table.gear.alone = lamp
        self._table.gear.shine(self._table.clock_ns())

    def _beep(self) -> None:
        if self._table.gear.lights is not None:
            self._table.gear.lights.beep(Beep.TEST)

    def _sound(self) -> None:
        if self._table.gear.speaker is not None:
            self._table.gear.speaker.play((Cue.CLAIM, Cue.WIN), PERCENT[Volume.HIGH])
