"""The first game on the stage: its own session, which no journal keeps, and whether it is to be offered.

In: the table and a worker. Out: a screen for the stage. Main thread only.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from dataclasses import dataclass

from app.games.mutant_meeples.state import State
from app.store.journal import Journal
from app.table.camera_desk import CameraDesk
from app.table.first_round import FirstRound
from app.table.first_start import is_first_start
from app.table.session import Session
from app.table.wiring import Table
from app.table.worker import Worker
from app.ui.desk.guided import GuidedDesk
from app.ui.presenters.tutorial import Tutorial
from app.ui.screens.tutorial import TutorialScreen
from app.ui.stage import Stage

TUTORIAL = "tutorial"
"""The name of the screen."""


@dataclass(frozen=True, slots=True)
class FirstGame:
    """All that belongs to it."""

    session: Session[State]
    desk: GuidedDesk
    tutorial: Tutorial


def first_game(
    worker: Worker,
    clock_ns: Callable[[], int],
    wall: Callable[[], datetime.datetime],
    rng: random.Random,
    journal: Journal,
) -> FirstGame:
    """Put it together; the journal is one in memory."""
    session: Session[State] = Session(FirstRound(), journal, clock_ns=clock_ns, wall=wall, rng=rng)
    desk = GuidedDesk(session, worker, CameraDesk(None, worker))
    return FirstGame(session, desk, Tutorial(session, desk))


class TutorialCorner:
    """The first game of one table. `offered`: whether it is to be offered on the first screen."""

    def __init__(self, table: Table, worker: Worker) -> None:
        self._table, self._worker = table, worker
        self._journal = Journal(None)
        self.offered = is_first_start(table.journal)

    def add_to(self, stage: Stage, on_leave: Callable[[], None], on_play: Callable[[], None]) -> None:
        """Put the screen on the stage."""
        table = self._table
        game = first_game(self._worker, table.clock_ns, table.wall, random.Random(), self._journal)
        screen = TutorialScreen(game.tutorial, game.desk, on_leave, on_play)
        screen.bind(on_pre_enter=lambda *_: self._taken())
        stage.add_screen(screen)

    def _taken(self) -> None:
        """It has been looked at: it is not offered any more."""
        self.offered = False

    def close(self) -> None:
        """Nothing is kept."""
        self._journal.close()
