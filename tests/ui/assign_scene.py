"""Whose button is which, for the window tests: a table with simulated pins, whose keys stand for buttons."""

from __future__ import annotations

import datetime
import random
import time
from pathlib import Path
from typing import Any

from app.games.mutant_meeples.match import MutantMeeples
from app.table.assigning import Asked
from app.table.session import Session
from app.table.switchboard import Switchboard
from app.ui.presenters.assign import AssignPresenter
from app.ui.screens.assign import AssignScreen
from hardware.events import ButtonPressed, DeviceBack, DeviceLost
from tests.ui.scene import Scene


class AssignScene(Scene):
    """Four at the table, one of them the machine."""

    notice = "Button pod 1 does not answer (unplugged): plug its cable in again."
    players = (Asked("Anna"), Asked("Ben"), Asked("Bot 3", bot=True), Asked("Cleo"))

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        journal = self.open_journal()
        session: Session[Any] = Session(
            MutantMeeples(),
            journal,
            clock_ns=time.monotonic_ns,
            wall=lambda: datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC),
            rng=random.Random(1),
        )
        self.board = Switchboard(session, journal)
        self.every_tick(self.board.poll)
        presenter = AssignPresenter(lambda: self.players, self.board)
        self.stage.add_screen(AssignScreen(presenter, lambda: self.heard.append("back")))
        self.stage.go("assign")

    def call(self, name: str) -> Any:
        """ "press N BUTTON": that button of the number's place, "lose N claim" and "find N claim": its plug;
        "assigned": (number, seat) pairs."""
        if name == "assigned":
            return [[group.number, group.seat] for group in self.board.assignment.groups]
        what, number, button = name.split()
        if what in ("lose", "find"):
            lost = DeviceLost(f"gpio:{number}", "unplugged")
            self.board.hear(lost if what == "lose" else DeviceBack(lost.device))
            self.stage.notify(self.notice if what == "lose" else "", alarm=True)
            return None
        assert what == "press"
        self.board.hear(ButtonPressed(int(number), button, time.monotonic_ns(), f"gpio:{number}"))
        return None


class FullAssignScene(AssignScene):
    """As many as the box has markers for, with the longest names."""

    players = tuple(Asked(name) for name in ("Maximilian", "Guadalupe", "Wilhelmina", "Cleo", "Dan", "Emil"))


class BigAssignScene(AssignScene):
    """A bigger box."""

    players = (*FullAssignScene.players, Asked("Hugo"), Asked("Bartholome"))


ASSIGN_SCENES = {"assign": AssignScene, "assign full": FullAssignScene, "assign big": BigAssignScene}
