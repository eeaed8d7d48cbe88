"""The set-up screen in a window, at several tables: habits, advice, cities from the workshop, a bigger box.

`heard` gets every set-up that is played; the kept habit can be asked for.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from app.games.mutant_meeples.board import shipped_board
from app.games.mutant_meeples.box import BOX_FILE, using_box
from app.games.mutant_meeples.building import BuildingTile
from app.games.mutant_meeples.roster import Rules
from app.games.mutant_meeples.state import PlayerSetup, Setup, Tournament
from app.ui.presenters.cities import BoardChoice, shipped_choices
from app.ui.presenters.setup import Advice, SetupPresenter
from app.ui.screens.setup import SetupScreen
from tests.ui.scene import Scene

PLAYERS = (
    PlayerSetup("Maximilian", handicap=1, removed=("green",), style="buzz", seed="black"),
    PlayerSetup("Ben", bot="expert", removed=("gray", "white"), seed="blue"),
    PlayerSetup("Cleo", handicap=2, seed="red"),
    PlayerSetup("Dan", seed="yellow"),
    PlayerSetup("Emil", bot="beginner", seed="green"),
    PlayerSetup("Guadalupe", removed=("brown",), seed="white"),
)
TILES = (
    BuildingTile("construction", ("north",), "BD"),
    BuildingTile("construction", ("east", "south"), "HG"),
    BuildingTile("destruction", (), "JB"),
    BuildingTile("construction", ("west",)),
    BuildingTile("construction", ("south", "west")),
    *[BuildingTile("destruction")] * 7,
)
RULES = Rules(
    target_occupied="redraw",
    plan_entry="on-the-board",
    demonstration="shorter-ok",
    skewt_outer_corner="forbid",
    edge_empty_line="no-wrap",
    carbon_removed_powers="forbid",
    timer_s=180,
)
REASON = "After 120 matches, Maximilian would win 62 of 100 at this table, and 51 with these handicaps"
"""As long as reasons get."""
OWN = replace(shipped_board("meepville").file, name="Crossroads")
EVERYTHING = Setup(PLAYERS, OWN, RULES, buzz_s=9, building_tiles=TILES, tournament=Tournament())


class SetupScene(Scene):
    """Two players who have chosen nothing."""

    habit: Setup | None = None
    advice: Advice | None = None
    cities: tuple[BoardChoice, ...] = ()

    def __init__(self, folder: Path, *around: AbstractContextManager[Any]) -> None:
        super().__init__(folder, *around)
        self.kept = None if self.habit is None else msgspec.json.encode(self.habit).decode()
        self.presenter = SetupPresenter(
            load=lambda: self.kept,
            save=self._keep,
            boards=lambda: (*shipped_choices(), *self.cities),
            advise=self._advise,
            rng=random.Random(5),
        )
        self.screen = SetupScreen(self.presenter, self, lambda: self.heard.append("back"))
        self.stage.add_screen(self.screen)

    def _keep(self, text: str) -> None:
        self.kept = text

    def _advise(self, names: Sequence[str]) -> Advice | None:
        return self.advice if "Player 1" in names else None

    def on_play(self, setup: Setup) -> None:
        """Note the set-up."""
        self.heard.append({"play": msgspec.to_builtins(setup)})

    def on_resume(self) -> None:
        """Never asked here."""
        raise AssertionError

    def on_quit(self) -> None:
        """Never asked here."""
        raise AssertionError

    def call(self, name: str) -> Any:
        """Asked "setup" or "kept": the choice or the habit; "cell KC": where that is on the picker's map."""
        if name == "setup":
            return msgspec.to_builtins(self.presenter.setup())
        if name == "kept":
            return None if self.kept is None else json.loads(self.kept)
        page = self.screen.ids.floor.children[0]
        return [*page.city.grid.middle_of(name.removeprefix("cell "))]


class EverythingScene(SetupScene):
    """A full table that has changed all there is to change."""

    habit = EVERYTHING
    cities = (BoardChoice("own-1", OWN),)


class AloneScene(SetupScene):
    """One player practises."""

    habit = Setup((PlayerSetup("Anna"),))


class AdvisedScene(SetupScene):
    """The Marshal has seen these two play, and there are cities from the workshop."""

    advice = Advice(REASON, {"Player 1": 2, "Player 2": 0})
    cities = tuple(
        BoardChoice(f"own-{n}", replace(shipped_board("meeptropolis").file, name=name))
        for n, name in enumerate(("Crossroads", "Old Harbour", "Meeptropolis corrected"))
    )


class BigBoxScene(SetupScene):
    """A box with markers for eight."""

    habit = Setup((*PLAYERS, PlayerSetup("Hugo"), PlayerSetup("Wilhelmina", style="buzz")))

    def __init__(self, folder: Path) -> None:
        data = json.loads(BOX_FILE.read_bytes()) | {"marker_sets": 8}
        file = folder / "box.json"
        file.write_text(json.dumps(data))
        super().__init__(folder, using_box(file))


SETUP_SCENES = {
    "set-up": SetupScene,
    "set-up everything": EverythingScene,
    "set-up alone": AloneScene,
    "set-up advised": AdvisedScene,
    "set-up big box": BigBoxScene,
}
