"""The rooms of Mutant Meeples beside the match (puzzles, past matches, cities, camera, help), on one table.

In: the table, a worker, the camera, what to do with a match to go on with and with a sentence to say. Out:
screens for the stage, and what the set-up screen asks about cities and chances. Main thread only.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from app.games.mutant_meeples.adviser import advise, summary
from app.games.mutant_meeples.box import box
from app.language import sentence
from app.store.errors import JournalFailed
from app.table.boards import EXPORTS, Places, playable_boards
from app.table.history import outcomes
from app.table.history_reader import HistoryReader
from app.table.puzzle_book import PuzzleBook
from app.table.puzzle_maker import PuzzleMaker
from app.table.wiring import Table
from app.table.worker import Worker
from app.ui.camera_corner import CameraCorner
from app.ui.device_corner import DEVICES
from app.ui.presenters.cities import BoardChoice, own_choices, shipped_choices
from app.ui.presenters.help import pages
from app.ui.presenters.history import HistoryPresenter
from app.ui.presenters.puzzles import PuzzlesPresenter
from app.ui.presenters.room import RoomPresenter
from app.ui.presenters.setup.views import Advice
from app.ui.presenters.workshop import WorkshopPresenter
from app.ui.screens.help import HelpScreen
from app.ui.screens.history import HistoryScreen
from app.ui.screens.puzzles import PuzzlesScreen
from app.ui.screens.room import RoomScreen
from app.ui.screens.workshop import WorkshopScreen
from app.ui.stage import Stage

log = logging.getLogger(__name__)

ROOM = "room"


class Rooms:
    """What the rooms know of the table."""

    def __init__(self, table: Table, worker: Worker, camera: CameraCorner) -> None:
        self._table, self._worker, self._camera = table, worker, camera
        self._book = PuzzleBook(table.journal, lambda: table.wall().date())

    def add_to(
        self,
        stage: Stage,
        on_resume: Callable[[int], None],
        on_notice: Callable[[str], None],
        kept_match: Callable[[], str | None],
        on_go_on: Callable[[], None],
    ) -> None:
        """Put the room and every screen behind its doors on the stage, but the set-up.

        `on_resume` goes on with a match out of the past ones, `on_go_on` with the one `kept_match` tells of.
        """
        table, worker = self._table, self._worker
        reader = HistoryReader(table.journal, worker)
        places = Places(table.state_dir, table.media)
        history = HistoryPresenter(reader, table.state_dir / EXPORTS, table.wall, places)
        puzzles = PuzzlesPresenter(self._book, PuzzleMaker(worker), table.rng, self.cities)

        def back() -> None:
            stage.go(ROOM)

        camera = self._camera
        set_up = (lambda: camera.set_up) if camera.there else None
        presenter = RoomPresenter(lambda: self._book.streak().days, kept_match, set_up)
        room = RoomScreen(presenter, stage.go, on_go_on, lambda: stage.go("home"))
        room.bind(on_pre_enter=lambda *_: reader.look())  # so that `advice` knows the last match, too
        screens: list[Any] = [
            room,
            HelpScreen(pages(), lambda: stage.go("home" if stage.before == "home" else ROOM)),
            PuzzlesScreen(puzzles, back, on_notice),
            HistoryScreen(history, on_resume, back),
            WorkshopScreen(WorkshopPresenter(table.journal), places, worker, back),
        ]
        for screen in screens:
            stage.add_screen(screen)
        camera.add_to(stage, lambda: stage.go(DEVICES if stage.before == DEVICES else ROOM))

    # -- what the set-up screen asks ------------------------------------------------------------------

    def cities(self) -> Sequence[BoardChoice]:
        """The cities of the box and the finished ones made in the workshop."""
        try:
            own = playable_boards(self._table.journal)
        except JournalFailed as error:
            log.error("no own cities: %s", error)
            own = []
        return [*shipped_choices(), *own_choices(own)]

    def advice(self, names: Sequence[str]) -> Advice | None:
        """How to even the chances of these players, from who won past matches; None: nothing to say."""
        try:
            found = advise(outcomes(self._table.journal), names, box().most_removed)
        except JournalFailed as error:
            log.error("no advice: %s", error)
            return None
        told = summary(found) if found is not None else None
        if found is None or told is None:
            return None
        return Advice(sentence(told), {chance.name: chance.remove for chance in found.chances})
