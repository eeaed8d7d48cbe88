"""Verdicts on a reading are worked out once, in the background, and are those of the game."""

from __future__ import annotations

import datetime
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from app.games.contract import Refused
from app.games.mutant_meeples import showing
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import (
    Claim,
    DrawCrime,
    GiveUp,
    Phase,
    PlayerSetup,
    Row,
    SetPlan,
    Setup,
    ShowCells,
    State,
    TimeUp,
)
from app.store.journal import Journal
from app.table.autoplay import HandClock
from app.table.best import BestFinder
from app.table.camera_desk import CameraDesk
from app.table.judging import MOST_KEPT, RememberedMeeples
from app.table.session import Session
from app.table.worker import Worker
from app.ui.desk import Desk
from app.ui.presenters.views import ShowPanel
from app.ui.words import word
from tests.table.waiting import until

WALL = datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC)


@pytest.fixture
def judged_in(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The thread of every verdict on a reading that is really worked out."""
    threads: list[str] = []
    judge = showing.judge_result

    def noting(*parts: Any) -> Any:
        threads.append(threading.current_thread().name)
        return judge(*parts)

    monkeypatch.setattr(showing, "judge_result", noting)
    return threads


@pytest.fixture
def session() -> Iterator[Session[State]]:
    """A session whose first player is about to show one move of Ozzy."""
    journal = Journal(None)
    made: Session[State] = Session(
        RememberedMeeples(), journal, clock_ns=HandClock(), wall=lambda: WALL, rng=random.Random(5)
    )
    made.start(Setup((PlayerSetup("Ann"), PlayerSetup("Ben"))))
    for action in (DrawCrime(), SetPlan(0, (Row("gray", 1),)), Claim(0, 4), TimeUp()):
        assert made.act(action)
    yield made
    journal.close()


def shown(session: Session[State]) -> tuple[State, ShowCells]:
    """The state, and a reading in which Ozzy has gone to a square of his choice."""
    assert session.state is not None
    return session.state, ShowCells({**session.state.starts, "gray": "AB"})


def test_a_verdict_is_that_of_the_game_and_worked_out_once(
    session: Session[State], judged_in: list[str]
) -> None:
    state, reading = shown(session)
    game = RememberedMeeples()
    first, again = game.apply(state, reading), game.apply(state, reading)
    assert len(judged_in) == 1
    assert first == again == MutantMeeples().apply(state, reading)


def test_another_reading_is_another_verdict(session: Session[State], judged_in: list[str]) -> None:
    state, reading = shown(session)
    game = RememberedMeeples()
    game.apply(state, reading)
    game.apply(state, ShowCells({**reading.cells, "gray": "AC"}))
    game.apply(replace(state, setup=replace(state.setup, buzz_s=9)), reading)
    assert len(judged_in) == 3


def test_what_an_undo_and_a_replay_meet_again_is_remembered(
    session: Session[State], judged_in: list[str]
) -> None:
    state, reading = shown(session)
    assert session.act(reading)
    assert session.undo()
    assert session.state == state
    assert session.redo()
    assert len(judged_in) == 1


def test_the_oldest_verdict_is_forgotten(session: Session[State], judged_in: list[str]) -> None:
    state, reading = shown(session)
    game = RememberedMeeples()
    game.apply(state, reading)
    for seconds in range(MOST_KEPT):
        game.apply(replace(state, setup=replace(state.setup, buzz_s=100 + seconds)), reading)
    game.apply(state, reading)
    assert len(judged_in) == MOST_KEPT + 2


def test_a_refusal_is_no_verdict(session: Session[State]) -> None:
    state, reading = shown(session)
    cells = dict(reading.cells)
    del cells["gray"]
    game = RememberedMeeples()
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            game.apply(state, ShowCells(cells))
        assert refused.value.message.key == "show.cells_incomplete"


class Screen:
    """A desk with a real worker that has read a picture."""

    def __init__(self, session: Session[State]) -> None:
        self.worker = Worker()
        self.session = session
        self.desk = Desk(session, BestFinder(self.worker), CameraDesk(None, self.worker))
        self.desk.view()

    def confirm(self) -> None:
        """The table says that the meeples stand as they were read."""
        _, reading = shown(self.session)
        self.desk._hand.placed = dict(reading.cells)
        self.desk.confirm_cells()

    def judged(self) -> bool:
        """Let the desk look; whether the verdict has been spoken."""
        self.desk.poll()
        self.session.pump()
        assert self.session.state is not None
        return self.session.state.phase is Phase.FAILED


@pytest.fixture
def screen(session: Session[State]) -> Iterator[Screen]:
    made = Screen(session)
    yield made
    made.worker.close()


def test_the_main_thread_never_works_out_a_verdict_on_a_reading(screen: Screen, judged_in: list[str]) -> None:
    screen.confirm()
    panel = screen.desk.view().panel
    assert isinstance(panel, ShowPanel)
    assert (panel.camera, panel.camera_busy) == (word("show.checking"), True)
    until(screen.worker, screen.judged)
    assert judged_in == ["worker"]


def test_a_verdict_waits_while_time_stands_still(screen: Screen, judged_in: list[str]) -> None:
    screen.confirm()
    screen.desk.pause()
    until(screen.worker, lambda: bool(judged_in) and screen.desk._judge._ready)
    assert not screen.judged()
    screen.desk.go_on()
    assert screen.judged()


def test_a_verdict_on_a_demonstration_that_is_over_is_dropped(screen: Screen) -> None:
    screen.confirm()
    assert screen.session.act(GiveUp())
    state = screen.session.state
    until(screen.worker, lambda: not screen.desk._judge.busy or not screen.judged())
    screen.desk.view()
    assert not screen.desk._judge.busy
    assert screen.session.state is state
