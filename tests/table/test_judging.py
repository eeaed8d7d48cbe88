"""A verdict on a reading is worked out once, beside the screen, and journalled with it."""

from __future__ import annotations

import datetime
import random
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.games.contract import Refused
from app.games.mutant_meeples import showing
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.showing import judged
from app.games.mutant_meeples.solver import solve
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
from app.table.camera_desk import CameraDesk
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
        MutantMeeples(), journal, clock_ns=HandClock(), wall=lambda: WALL, rng=random.Random(5)
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


def legal(session: Session[State]) -> tuple[State, ShowCells]:
    """The state with markers for a way to the scene of the crime, and a reading after it was shown."""
    state, _ = shown(session)
    crime = state.round
    assert crime is not None
    way = solve(state.board, state.starts, crime.target, state.kit(0), deadline_s=30.0)
    rows: dict[str, int] = {}
    for move in way.moves:
        rows[move.meeple] = rows.get(move.meeple, 0) + 1
    held = replace(crime.holdings[0], plan=tuple(Row(*row) for row in rows.items()), tile=24)
    state = replace(state, round=replace(crime, holdings=(held,)))
    return state, ShowCells({**state.starts, **{move.meeple: move.to for move in way.moves}})


def test_a_verdict_is_worked_out_before_the_action_is_journalled(
    session: Session[State], judged_in: list[str]
) -> None:
    state, reading = shown(session)
    game = MutantMeeples()
    filled = game.chance(state, reading, random.Random(1))
    assert isinstance(filled, ShowCells)
    assert filled.verdict is not None
    assert len(judged_in) == 1
    assert game.chance(state, filled, random.Random(1)) == filled
    outcome = game.apply(state, filled)
    assert len(judged_in) == 1
    assert outcome == game.apply(state, reading)  # as a journal of an older version has it
    assert len(judged_in) == 2


def test_undo_redo_and_a_restart_work_nothing_out_again(
    session: Session[State], judged_in: list[str]
) -> None:
    assert session.act(shown(session)[1])
    after, first, actions = session.state, session._first, session.actions()
    assert session.undo()
    assert session.redo()
    state = first
    assert state is not None
    for action in actions:
        again = msgspec.json.decode(msgspec.json.encode(action), type=session.game.action_type)
        state, _ = session.game.apply(state, again)
    assert state == after
    assert len(judged_in) == 1


def test_a_right_verdict_in_a_journal_must_follow_from_its_moves(session: Session[State]) -> None:
    state, reading = legal(session)
    game = MutantMeeples()
    right = judged(state, reading)
    assert right.verdict is not None
    assert right.verdict.legal
    assert game.apply(state, right)[0].phase is Phase.RESULT
    elsewhere = {**reading.cells, "yellow": "AB"}
    for wrong in (
        replace(right, cells=elsewhere),
        replace(right, verdict=replace(right.verdict, moves=())),
        replace(right, verdict=replace(right.verdict, moves=right.verdict.moves * 2)),
    ):
        with pytest.raises(Refused) as refused:
            game.apply(state, wrong)
        assert refused.value.message.key == "show.verdict_differs"


def test_a_refusal_is_no_verdict(session: Session[State]) -> None:
    state, reading = shown(session)
    cells = dict(reading.cells)
    del cells["gray"]
    with pytest.raises(Refused) as refused:
        judged(state, ShowCells(cells))
    assert refused.value.message.key == "show.cells_incomplete"
    assert not session.act(ShowCells(cells))
    assert session.state is state


class Screen:
    """A desk with a real worker that has read a picture."""

    def __init__(self, session: Session[State]) -> None:
        self.worker = Worker()
        self.session = session
        self.desk = Desk(session, self.worker, CameraDesk(None, self.worker))
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
    assert (panel.camera.photo, panel.camera.busy) == (word("show.checking"), True)
    until(screen.worker, screen.judged)
    assert judged_in == ["worker"]


def test_a_verdict_waits_while_time_stands_still(screen: Screen, judged_in: list[str]) -> None:
    screen.confirm()
    screen.desk.pause()
    until(screen.worker, lambda: bool(judged_in) and screen.desk._judge._answer is not None)
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
