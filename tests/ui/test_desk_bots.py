"""Beside machines: what belongs to a machine's seat cannot be touched; the screen says who plays there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.games.mutant_meeples.state import Claim, CorrectClaim, DrawCrime, Phase, SetPlan
from app.table.camera_desk import CameraDesk
from app.table.worker import Worker
from app.ui.desk import Desk
from app.ui.presenters.views import FailedPanel, ShowPanel, ThinkPanel
from tests.table.bot_evening import ANN, BO, BotEvening, opening, rows

Touch = Callable[[Desk], None]


@pytest.fixture
def table() -> BotEvening:
    """Ann and a machine have an open crime."""
    made = BotEvening(opening("DC"))
    made.sit_down(None, "club")
    made.wants(DrawCrime())
    return made


@pytest.fixture
def screen(table: BotEvening) -> Iterator[Desk]:
    worker = Worker()
    yield Desk(table.session, worker, CameraDesk(None, worker))
    worker.close()


def bot_shows(table: BotEvening) -> None:
    """The machine has shown its first move."""
    table.wait(200, until=lambda: BO in table.tiles())
    table.wants(SetPlan(ANN, rows(("green", 9))), Claim(ANN, 20))
    table.wait(5, until=lambda: bool(table.crime.moves))
    assert (table.crime.showing, table.state.phase) == (BO, Phase.SHOW)


@pytest.mark.parametrize("touch", [lambda d: d.tap_player(BO), lambda d: d.agree(BO)], ids=["card", "agree"])
def test_nobody_thinks_for_a_machine(table: BotEvening, screen: Desk, touch: Touch) -> None:
    before = table.state
    touch(screen)
    table.session.pump()
    assert table.state == before
    assert isinstance(screen.view().panel, ThinkPanel)
    assert screen.view().notice == "Bo plays by itself."


def test_only_a_person_s_missing_markers_can_be_called_out() -> None:
    table = BotEvening(opening("DC"))
    table.sit_down(None, "club", styles="buzz")
    table.wants(DrawCrime())
    table.wait(200, until=lambda: BO in table.tiles())
    table.wants(Claim(ANN, 20))
    worker = Worker()
    screen = Desk(table.session, worker, CameraDesk(None, worker))
    table.session.undo()  # Ann's claim had ended the crime
    table.session.go_on()
    panel = screen.view().panel
    worker.close()
    assert isinstance(panel, ThinkPanel)
    assert not panel.may_call_out[BO]


TOUCHES: dict[str, Touch] = {
    "take back": Desk.take_back,
    "done": Desk.done,
    "give up": Desk.give_up,
    "a square of the city": lambda desk: desk.tap_cell("DD"),
}


@pytest.mark.parametrize("touch", TOUCHES.values(), ids=TOUCHES)
def test_nobody_shows_for_a_machine(table: BotEvening, screen: Desk, touch: Touch) -> None:
    bot_shows(table)
    before, panel = table.state, screen.view().panel
    assert isinstance(panel, ShowPanel)
    assert not panel.by_hand
    assert not panel.can_take_back
    assert screen.view().header.hint == "Move the meeples on the board as you see it here"
    touch(screen)
    table.session.pump()
    assert table.state == before
    assert screen.view().notice == "Bo plays by itself."


def test_a_machine_chooses_by_itself_which_hero_goes_back() -> None:
    table = BotEvening(opening("DC", teams=((), ("black", "white"))))
    table.sit_down(None, "club")
    table.wants(DrawCrime())
    worker = Worker()
    screen = Desk(table.session, worker, CameraDesk(None, worker))
    table.wants(CorrectClaim(BO, 1, rows(("yellow", 1))), SetPlan(ANN, rows(("red", 3))), Claim(ANN, 3))
    table.wait(30, until=lambda: table.state.phase is Phase.FAILED)
    panel = screen.view().panel
    assert isinstance(panel, FailedPanel)
    assert (panel.choices, panel.can_proceed) == ((), False)
    assert panel.proceed == "Bo chooses a hero"
    screen.give_back("white")
    table.session.pump()
    assert table.state.players[BO].team == ("black", "white")
    table.wait(30, until=lambda: not table.crime.penalty_due)
    again = screen.view().panel
    worker.close()
    assert isinstance(again, FailedPanel)
    assert again.can_proceed


def test_nobody_enters_markers_for_a_machine() -> None:
    table = BotEvening(opening("DC"))
    table.sit_down(None, "club", styles="buzz")
    table.wants(DrawCrime())
    table.wants(CorrectClaim(BO, 9), CorrectClaim(ANN, 20))
    assert (table.state.phase, table.crime.showing) == (Phase.SHOW, BO)
    worker = Worker()
    screen = Desk(table.session, worker, CameraDesk(None, worker))
    assert isinstance(screen.view().panel, ShowPanel)
    worker.close()
