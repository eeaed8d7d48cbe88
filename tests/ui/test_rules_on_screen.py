"""Rules that a screen could break: nothing about the best way is looked for while players search."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.mutant_meeples.state import (
    Claim,
    GiveUp,
    Proceed,
    Row,
    SetPlan,
    TimeUp,
)
from app.table.best import TOPIC
from app.table.camera_desk import CameraDesk
from app.table.worker import Worker
from app.ui.desk import Desk as MatchDesk
from tests.table.conftest import Desk as Table
from tests.table.conftest import desk

table = desk


class Listening(Worker):
    """Remembers what it was asked for, and does not do it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def ask(self, topic: str, *parts: Any) -> None:
        self.asked.append(topic)


@pytest.mark.rule("MM-24")
def test_nothing_is_looked_for_until_the_crime_is_over(table: Table) -> None:
    worker = Listening()
    screen = MatchDesk(table.session, worker, CameraDesk(None, worker))
    table.begin(players=2)
    screen.poll()
    for action in (SetPlan(0, (Row("green", 1),)), Claim(0, 9), TimeUp(), GiveUp()):
        assert table.session.act(action)
        screen.poll()
    assert worker.asked == []
    assert table.session.act(Proceed())
    screen.poll()
    assert worker.asked == [TOPIC]
    worker.close()
