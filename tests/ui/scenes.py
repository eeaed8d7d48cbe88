"""What the windows of the tests show: real screens with real presenters, and ears that hear calls."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import msgspec
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.screenmanager import Screen

from app.games.mutant_meeples.board import shipped_board
from app.games.mutant_meeples.state import Setup
from app.table.wiring import Table, set_up
from app.ui.city import CityMap
from app.ui.city_picture import CityMove, CityPicture, Gait, Reach
from app.ui.gallery.screen import GalleryScreen
from app.ui.house import House
from app.ui.look import LOOK
from app.ui.presenters.home import DeviceStatus, HomePresenter
from app.ui.presenters.setup import SetupPresenter
from app.ui.screens.home import HomeScreen
from app.ui.screens.setup import SetupScreen
from hardware.camera.choose import OpenedCamera
from hardware.config import CameraKind
from hardware.pins import PinBackend
from tests.ui.aids_scene import AIDS_SCENES
from tests.ui.assign_scene import ASSIGN_SCENES
from tests.ui.camera_scene import CAMERA_SCENES
from tests.ui.devices_scene import DEVICES_SCENES
from tests.ui.ending_scene import ENDING_SCENES
from tests.ui.fixing_scene import FIXING_SCENES
from tests.ui.history_scene import HistoryScene
from tests.ui.match_scene import MATCH_SCENES
from tests.ui.puzzle_scene import PUZZLE_SCENES
from tests.ui.qr_scene import QrScene
from tests.ui.room_scene import CameraRoomScene, RoomScene, WaitingRoomScene
from tests.ui.scene import Scene
from tests.ui.settings_scene import SETTINGS_SCENES
from tests.ui.setup_scene import SETUP_SCENES
from tests.ui.sound_scene import SOUND_SCENES
from tests.ui.tripod import Tripod
from tests.ui.waiting_scene import WAITING_SCENES
from tests.ui.watching_scene import WATCHING_SCENES
from tests.ui.workshop_scene import WORKSHOP_SCENES

KEPT = "Round 7: Anna 4, Ben 2, Cleo 2."


class Ears:
    """A navigator that writes down what it was told."""

    def __init__(self, heard: list[Any]) -> None:
        self._heard = heard

    def on_play(self, setup: Setup) -> None:
        """Note the set-up."""
        self._heard.append({"play": msgspec.to_builtins(setup)})

    def on_resume(self) -> None:
        """Note the call."""
        self._heard.append("resume")

    def on_quit(self) -> None:
        """Note the call."""
        self._heard.append("quit")


class HomeScene(Scene):
    """Home and set-up; `kept` is the sentence of a match to go on with."""

    kept: str | None = None
    first = False
    full_table = False
    start = "home"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        ears = Ears(self.heard)
        devices = [
            DeviceStatus("good", "Buttons ready"),
            DeviceStatus("missing", "No camera: enter the moves on the screen"),
            DeviceStatus("alarm", "Pod 3 is gone. Plug it in again."),
        ]
        home = HomePresenter(lambda: self.kept, lambda: devices, lambda: self.first)
        learn, rules = (lambda: self.heard.append("learn")), (lambda: self.heard.append("rules"))
        self.stage.add_screen(HomeScreen(home, ears, self._choose, on_learn=learn, on_rules=rules))
        self.setup = SetupPresenter()
        if self.full_table:
            for _ in range(4):
                self.setup.seats.add()
            self.setup.seats.rename(0, "Maximilian")
        self.stage.add_screen(SetupScreen(self.setup, ears, lambda: self.stage.go("home")))
        self.stage.go(self.start)

    def _choose(self, game: str) -> None:
        self.heard.append({"choose": game})
        self.stage.go("setup")

    def call(self, name: str) -> Any:
        """Things no finger can do."""
        assert name == "notify"
        self.stage.notify("Pod 3 is gone. Plug it in again or play on the screen.", alarm=True)


class KeptScene(HomeScene):
    """A match was interrupted."""

    kept = KEPT


class FirstScene(HomeScene):
    """Nobody has been here before."""

    first = True


class FullTableScene(HomeScene):
    """Six players, one with a long name."""

    full_table = True
    start = "setup"


class HouseScene(Scene):
    """The whole app with simulated pins, keys for buttons, a journal in the state folder and a fixed seed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.table = self.open_table()
        self.house = House(self.table)
        self.stage = self.house.build_stage()
        self._closing.callback(self._leave)

    def open_table(self) -> Table:
        """With whatever is in the folder, and no camera."""
        return set_up(state_dir=self.folder, rng=random.Random(11), backend=PinBackend.SIMULATED)

    def _leave(self) -> None:
        """The house keeps its window and its clock until the process ends; here others want them."""
        house = self.house
        Clock.unschedule(house._tick)
        Window.unbind(on_key_down=house._key_down, on_key_up=house._key_up, focus=house._focus)
        house.close()

    def call(self, name: str) -> Any:
        """Asked "state": the match as JSON; "kept": the id of a match to resume; "cell KC": where it is."""
        if name == "state":
            return msgspec.to_builtins(self.table.session.state)
        if name == "kept":
            stored = self.table.kept().match
            return None if stored is None else stored.match_id
        assert name.startswith("cell ")
        city = self.stage.screens.current_screen.ids.city
        return [*city.grid.middle_of(name.removeprefix("cell "))]


class CameraHouseScene(HouseScene):
    """A camera stands over the table, and shows what it is told to."""

    shows = "seq_01/frame_00"

    def open_table(self) -> Table:
        """With the camera on its tripod."""
        table = super().open_table()
        self.camera = Tripod(self.shows)
        table.camera = OpenedCamera(self.camera, "a camera on a tripod")
        return table

    def _leave(self) -> None:
        """Nobody looks through it any more."""
        if self.stage.screens.current == "camera":
            self.stage.go("home")
        super()._leave()

    def call(self, name: str) -> Any:
        """As there; "show NAME": another picture; "asked": for how many; "busy", "locked": whether it is."""
        what, _, rest = name.partition(" ")
        match what:
            case "show":
                self.camera.shows = rest
                return None
            case "asked":
                return self.camera.asked
            case "busy":
                return self.camera.busy
            case "locked":
                return self.camera.locked
        return super().call(name)


class PhotosHouseScene(CameraHouseScene):
    """A folder of photos stands for the camera."""

    def open_table(self) -> Table:
        """As the tripod, but said to be a folder."""
        table = super().open_table()
        camera = replace(table.config.camera, source=CameraKind.FOLDER)
        table.config = replace(table.config, camera=camera)
        return table


class GalleryScene(Scene):
    """The design system; "look N": from N window pixels below its top."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.screen = GalleryScreen()
        self.stage.add_screen(self.screen)

    def call(self, name: str) -> Any:
        """Asked "height": of all of it; else look somewhere."""
        if name == "height":
            return self.screen.floor.height
        self.screen.look_at(float(name.removeprefix("look ")))
        return None


class CityScene(Scene):
    """One city with meeples; every cell meant by a finger and every finished animation is noted."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        screen = Screen(name="city")
        self.map = CityMap(size_hint=(None, 1), width=478)  # as beside a panel
        screen.add_widget(self.map)
        self.stage.add_screen(screen)
        self.map.bind(on_cell=lambda _, name: self.heard.append(name))
        self.map.show(
            CityPicture(
                shipped_board("meeptropolis"),
                {"green": "CC", "gray": "HD", "red": "GM", "yellow": "BQ", "blue": "LL"},
                {"gray": "EE"},
                "KC",
                "red",
                {"GJ": Reach.SLIDE, "AM": Reach.SLIDE, "HM": Reach.POWER},
            )
        )

    def call(self, name: str) -> Any:
        """Play moves, put down the meeple in hand, or tell where things are."""
        moves = [
            CityMove("gray", ("HD", "HC", "HB", "HA")),
            CityMove("green", ("CC", "FC"), Gait.JUMP, by_power=True),
            CityMove("yellow", ("BQ", "AQ", "QQ", "PQ"), Gait.WRAP, by_power=True),
            CityMove("blue", ("LL", "OO"), Gait.BEAM, by_power=True),
        ]
        match name:
            case "empty hand":
                assert self.map.picture is not None
                self.map.show(replace(self.map.picture, selected=None, reachable={}))
            case "move":
                self.map.animate(moves, lambda: self.heard.append("done"))
            case "move at once":
                LOOK.reduced_motion = True
                self.map.animate(moves, lambda: self.heard.append("done"))
            case "where":
                assert self.map.picture is not None
                return dict(self.map.picture.meeples)
            case "new crime":
                assert self.map.picture is not None
                self.map.show(replace(self.map.picture, target="RB"))
            case "ghosts":
                assert self.map.picture is not None
                self.map.show(replace(self.map.picture, ghosts={"green": "KC", "gray": "JC"}))
            case "sight":
                sight = self.map.sight
                assert sight is not None
                return {"zoom": sight.zoom, "side": sight.side, "turns": sight.turns, **asdict(sight.laid)}
        what, _, rest = name.rpartition(" ")
        if what == "middle of":
            assert self.map.grid is not None
            return [*self.map.grid.middle_of(rest), self.map.grid.cell_px]
        if what in ("sit", "turn"):
            self.map.turnable = True
            self.map.sit(int(rest)) if what == "sit" else [self.map.turn() for _ in range(int(rest))]
        return None


SCENES = {
    "home": HomeScene,
    "kept": KeptScene,
    "first": FirstScene,
    "full table": FullTableScene,
    "city": CityScene,
}
SCENES |= MATCH_SCENES | ENDING_SCENES | FIXING_SCENES | PUZZLE_SCENES | SETUP_SCENES | WORKSHOP_SCENES
SCENES |= SETTINGS_SCENES | SOUND_SCENES | WAITING_SCENES | WATCHING_SCENES
SCENES |= {
    "gallery": GalleryScene,
    "history": HistoryScene,
    "house": HouseScene,
    "house camera": CameraHouseScene,
    "house photos": PhotosHouseScene,
    "qr": QrScene,
    "room": RoomScene,
    "room camera": CameraRoomScene,
    "room waiting": WaitingRoomScene,
}
SCENES |= AIDS_SCENES | ASSIGN_SCENES | CAMERA_SCENES | DEVICES_SCENES
