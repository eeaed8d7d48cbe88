"""The workshop with a journal in the state folder, for the window tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from app.games.mutant_meeples.board import BoardFile, Direction, shipped_board
from app.table.boards import Places, add, own_boards, playable_boards
from app.ui.presenters.workshop import WorkshopPresenter
from app.ui.presenters.workshop.close_up import MIDDLE, beside
from app.ui.presenters.workshop.views import Spot
from app.ui.screens.workshop import WorkshopScreen
from tests.ui.scene import Scene


class WorkshopScene(Scene):
    """The cities of the box only; `made` cities stand beside them from the start."""

    made: tuple[BoardFile, ...] = ()

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.journal = self.open_journal()
        for file in self.made:
            add(self.journal, file)
        self.screen = WorkshopScreen(
            WorkshopPresenter(self.journal),
            Places(folder, folder / "media"),
            self.open_worker(),
            lambda: self.heard.append("back"),
        )
        self.stage.add_screen(self.screen)

    def call(self, name: str) -> Any:
        """What the journal holds ("kept", "playable"), or where "cell KC", "inside north" and so on are."""
        what, _, which = name.partition(" ")
        if what == "kept":
            return [msgspec.to_builtins(own.file) for own in own_boards(self.journal)]
        if what == "playable":
            return [own.file.name for own in playable_boards(self.journal)]
        page = self.screen.ids.floor.children[0]
        if what == "cell":
            return [*page.city.grid.middle_of(which)]
        side = Direction[which.upper()]
        spot = Spot(MIDDLE, MIDDLE, side) if what == "inside" else beside(side)
        box = page.close_up._bar(spot)
        return [box.x + box.width / 2, box.y + box.height / 2]


class FullWorkshopScene(WorkshopScene):
    """Five own cities with long names, drafts among them."""

    made = tuple(
        replace(shipped_board(shipped).file, name=name, grates=shipped_board(shipped).file.grates[left_out:])
        for shipped, name, left_out in (
            ("meepville", "Meepville corrected", 0),
            ("meeptropolis", "Meeptropolis corrected 2", 1),
            ("meepville", "The quiet quarter", 0),
            ("meeptropolis", "Grandmother and her city", 8),
            ("meepville", "Zoe", 0),
        )
    )


WORKSHOP_SCENES = {"workshop": WorkshopScene, "full workshop": FullWorkshopScene}
