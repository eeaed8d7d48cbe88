"""Pads on the match screen, without pixels: the numbers they show, and the pause button of the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.games.mutant_meeples.state import Buzz, Claim, DrawCrime, PlayerSetup, Setup
from app.table.camera_desk import CameraDesk
from app.table.session import Pressed
from app.table.worker import Worker
from app.ui.desk import Desk
from app.ui.presenters.views import ThinkPanel
from app.ui.words import word
from hardware.events import CLAIM, DOWN, PAUSE, UP
from tests.table.conftest import Desk as Table
from tests.table.conftest import desk

table = desk

ANN, BEN, CAT = range(3)


@pytest.fixture
def screen(table: Table) -> Iterator[Desk]:
    worker = Worker()
    made = Desk(table.session, worker, CameraDesk(None, worker))
    pads = (PlayerSetup(name, style="pad") for name in ("Ann", "Ben"))
    table.session.start(Setup((*pads, PlayerSetup("Cat", style="buzz"))))
    assert table.session.act(DrawCrime())
    yield made
    worker.close()


def press(table: Table, seat: int, *buttons: str) -> None:
    for button in buttons:
        table.session.post(Pressed(seat, button, table.clock()))
    table.session.pump()


def panel(screen: Desk) -> ThinkPanel:
    shown = screen.view().panel
    assert isinstance(shown, ThinkPanel)
    return shown


def states(screen: Desk, *tiles: int) -> list[str]:
    return [tile.state for tile in panel(screen).tiles if tile.number in tiles]


def test_the_number_on_a_pad_stands_on_the_players_card(table: Table, screen: Desk) -> None:
    press(table, ANN, UP, UP)
    assert [card.status for card in panel(screen).players] == [
        word("status.chooses", n=3),
        word("status.thinking"),
        word("status.thinking"),
    ]
    press(table, ANN, DOWN, CLAIM)
    assert panel(screen).players[ANN].status == word("status.claimed", n=2)


def test_in_a_lane_the_number_of_the_pad_is_the_lanes(table: Table, screen: Desk) -> None:
    press(table, ANN, CLAIM)
    (lane,) = panel(screen).lanes
    assert (lane.number, lane.touched) == (1, False)
    assert states(screen, 1) == ["free"], "nothing is proposed to one whose markers are unseen"
    press(table, ANN, UP, UP)
    (lane,) = panel(screen).lanes
    assert (lane.number, lane.touched) == (3, True)
    assert states(screen, 1, 3) == ["free", "offered"]


def test_plus_and_minus_on_the_screen_turn_the_pad_and_take_takes_what_it_shows(
    table: Table, screen: Desk
) -> None:
    table.session.act(Claim(BEN, 3))
    press(table, ANN, CLAIM, UP)
    screen.view()
    screen.lane_step(ANN, 1)
    assert table.session.pads.shown(table.state) == {ANN: 4}
    screen.view()
    screen.lane_step(ANN, -1)
    assert panel(screen).lanes[0].number == 2
    screen.lane_take(ANN)
    table.session.pump()
    assert panel(screen).players[ANN].status == word("status.claimed", n=2)


def test_the_lane_of_a_buzzer_is_stepped_as_before(table: Table, screen: Desk) -> None:
    table.session.act(Buzz(CAT))
    screen.view()
    screen.lane_step(CAT, 1)
    (lane,) = panel(screen).lanes
    assert (lane.number, lane.touched) == (2, True)


def test_a_tile_that_went_to_somebody_else_is_told(table: Table, screen: Desk) -> None:
    press(table, ANN, UP)
    table.session.act(Claim(BEN, 2))
    table.session.act(Claim(ANN, 2))
    assert "tile 2 was taken, so Ann has 3" in screen.view().notice.lower().replace("ann", "Ann")


def test_the_hint_is_that_of_players_with_buttons(screen: Desk) -> None:
    assert screen.view().header.hint == word("match.think_buzz")


def test_the_pause_button_covers_the_screen_and_uncovers_it(table: Table, screen: Desk) -> None:
    press(table, -1, PAUSE)
    assert screen.view().paused
    press(table, -1, PAUSE)
    assert not screen.view().paused


def test_the_pause_button_leaves_what_was_being_put_right(table: Table, screen: Desk) -> None:
    screen.view()
    screen.fix()
    assert not isinstance(screen.view().panel, ThinkPanel)
    press(table, -1, PAUSE)
    assert isinstance(screen.view().panel, ThinkPanel)
    assert not table.session.paused
