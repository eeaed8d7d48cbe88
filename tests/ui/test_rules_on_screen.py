"""Rules that a screen could break: nothing about the best way is looked for while players search."""

from __future__ import annotations

import pytest

from app.games.mutant_meeples.state import (
    Claim,
    GiveUp,
    Phase,
    Proceed,
    Row,
    SetPlan,
    State,
    TimeUp,
)
from app.table.best import BestFinder
from app.table.camera_desk import CameraDesk
from app.table.worker import Worker
from app.ui.desk import Desk as MatchDesk
from tests.table.conftest import Desk as Table
from tests.table.conftest import desk

table = desk


class Listening(BestFinder):
    """Remembers in which phases it was asked to look."""

    def __init__(self, worker: Worker) -> None:
        super().__init__(worker)
        self.asked_in: set[Phase] = set()

    def look(self, state: State) -> None:
        self.asked_in.add(state.phase)


@pytest.mark.rule("MM-24")
def test_nothing_is_looked_for_until_the_crime_is_over(table: Table) -> None:
    worker = Worker()
    best = Listening(worker)
    screen = MatchDesk(table.session, best, CameraDesk(None, worker))
    table.begin(players=2)
    screen.poll()
    for action in (SetPlan(0, (Row("green", 1),)), Claim(0, 9), TimeUp(), GiveUp()):
        assert table.session.act(action)
        screen.poll()
    assert best.asked_in == set()
    assert table.session.act(Proceed())
    screen.poll()
    assert best.asked_in == {Phase.RESULT}
    worker.close()
