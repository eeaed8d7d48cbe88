"""While a crime is open, without pixels: nobody waits for machines alone, and no key or card is dumb."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.games.mutant_meeples.state import Buzz, Claim, DrawCrime, Eliminate, Phase, SetPlan
from app.table.camera_desk import CameraDesk
from app.table.session import Pressed
from app.table.worker import Worker
from app.ui.desk import Desk
from app.ui.presenters.views import PlanPanel, ThinkPanel
from tests.table.bot_evening import ANN, BO, BotEvening, SlowWorker, opening, rows

BEN = 1
PLAN = rows(("green", 3))


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def at(table: BotEvening, worker: Worker) -> Desk:
    """The desk of that table, in an open crime."""
    desk = Desk(table.session, worker, CameraDesk(None, worker), table.bots)
    table.wants(DrawCrime())
    desk.view()
    return desk


def think_panel(desk: Desk) -> ThinkPanel:
    panel = desk.view().panel
    assert isinstance(panel, ThinkPanel)
    return panel


def press(table: BotEvening, seat: int) -> None:
    """The claim key of a seat."""
    table.session.post(Pressed(seat, "claim", table.clock()))
    table.session.pump()


# -- only machines are left ----------------------------------------------------------------------------------


def test_the_wait_for_machines_alone_can_be_skipped(worker: Worker) -> None:
    table = BotEvening(opening("DC"))
    table.sit_down(None, "club")
    desk = at(table, worker)
    table.wait(0.1)
    assert think_panel(desk).skip == ""
    table.wants(SetPlan(ANN, PLAN), Claim(ANN, 20))
    assert (think_panel(desk).skip, think_panel(desk).can_skip) == ("Skip the wait", True)
    assert desk.view().header.hint == "Only machines still think: 60 seconds left"
    desk.skip_the_wait()
    table.wait(0.1)
    assert table.tiles().keys() == {ANN, BO}
    assert table.state.phase is Phase.SHOW


def test_a_press_that_waits_for_machines_to_think_is_seen_to_count(worker: Worker) -> None:
    slow = SlowWorker()
    table = BotEvening(opening("DC"), slow)
    table.sit_down(None, "club")
    desk = at(table, worker)
    table.wait(0.1)
    table.wants(SetPlan(ANN, PLAN), Claim(ANN, 20))
    desk.skip_the_wait()
    assert (think_panel(desk).skip, think_panel(desk).can_skip) == ("One moment ...", False)
    slow.answer()
    table.wait(0.1)
    assert table.state.phase is Phase.SHOW


def test_one_second_left_is_one_second(worker: Worker) -> None:
    table = BotEvening(opening("DC"))
    table.sit_down(None, None)
    desk = at(table, worker)
    table.wants(SetPlan(ANN, PLAN), Claim(ANN, 20))
    table.wait(59.5)
    assert desk.view().header.hint == "Everyone else: 1 second left"
    desk.tap_player(BEN)
    desk.tap_chip("red")
    table.session.pump()
    assert desk.view().header.hint == "1 in all, 1 second left"


def test_where_a_person_can_still_claim_nothing_is_skipped(worker: Worker) -> None:
    table = BotEvening(opening("DC"))
    table.sit_down(None, None, "club")
    desk = at(table, worker)
    table.wants(SetPlan(ANN, PLAN), Claim(ANN, 20))
    assert think_panel(desk).skip == ""
    assert desk.view().header.hint == "Everyone else: 60 seconds left"


# -- players who lack meeples --------------------------------------------------------------------------------


def test_whom_a_player_lacks_is_said_as_long_as_markers_are_laid(worker: Worker) -> None:
    table = BotEvening(opening("DC"))
    table.sit_down(None, None, removed=("black", "green"))
    desk = at(table, worker)
    assert [card.missing for card in think_panel(desk).players] == [("black", "green")] * 2
    desk.tap_player(ANN)
    assert desk.view().header.hint == "Without Carbon and Forrest"
    desk.tap_chip("red")
    table.session.pump()
    assert desk.view().header.hint == "Without Carbon and Forrest"
    desk.confirm_plan()
    table.session.pump()
    desk.tap_player(BEN)
    desk.tap_chip("red")
    table.session.pump()
    assert desk.view().header.hint == "60 s. Without Carbon and Forrest"


# -- keys and cards of players who plan on the screen --------------------------------------------------------


@pytest.fixture
def table() -> BotEvening:
    """Two persons at a table where nobody has a button, but the keys of a laptop are there."""
    made = BotEvening(opening("DC"))
    made.sit_down(None, None)
    return made


@pytest.fixture
def desk(table: BotEvening, worker: Worker) -> Desk:
    return at(table, worker)


def test_a_key_opens_the_markers_of_who_plans_on_the_screen(table: BotEvening, desk: Desk) -> None:
    press(table, BEN)
    view = desk.view()
    assert isinstance(view.panel, PlanPanel)
    assert view.panel.seat == BEN
    assert (view.notice, view.alarm) == ("Bo plans on the screen: lay markers, then take a tile.", False)


def test_a_key_takes_the_screen_from_nobody(table: BotEvening, desk: Desk) -> None:
    desk.tap_player(ANN)
    press(table, BEN)
    view = desk.view()
    assert isinstance(view.panel, PlanPanel)
    assert view.panel.seat == ANN
    assert view.notice == "Bo plans on the screen, as soon as Ann has finished."


def test_what_is_being_put_right_is_not_left_for_a_key(table: BotEvening, desk: Desk) -> None:
    desk.fix()
    before = desk.view().panel
    press(table, BEN)
    assert desk.view().panel == before


def test_a_key_with_markers_laid_claims(table: BotEvening, desk: Desk) -> None:
    table.wants(SetPlan(BEN, PLAN))
    press(table, BEN)
    assert [lane.seat for lane in think_panel(desk).lanes] == [BEN]


def test_the_card_of_a_player_who_has_claimed_says_so(table: BotEvening, desk: Desk) -> None:
    table.wants(SetPlan(ANN, PLAN), Claim(ANN, 4))
    desk.tap_player(ANN)
    assert desk.view().notice == "Ann already has tile 4, and one is all a round allows."
    assert isinstance(desk.view().panel, ThinkPanel)


def test_the_card_of_a_player_who_is_out_says_so(table: BotEvening, desk: Desk) -> None:
    table.wants(Eliminate(ANN))
    desk.tap_player(ANN)
    assert desk.view().notice == "Ann is out for this round."


def test_the_card_of_a_player_whose_press_counts_opens_the_markers(table: BotEvening, desk: Desk) -> None:
    table.wants(SetPlan(ANN, PLAN), Buzz(ANN))
    desk.tap_player(ANN)
    assert isinstance(desk.view().panel, PlanPanel)
