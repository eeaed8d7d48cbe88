"""The desk without its pixels: what a press, an undo or another match does to what is in the hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.games.mutant_meeples.state import Claim, Phase, TimeUp
from app.table.camera_desk import CameraDesk
from app.table.session import Pressed
from app.table.worker import Worker
from app.ui.desk import Desk as MatchDesk
from app.ui.presenters.views import PlanPanel, ThinkPanel
from tests.store.newest import newest_open
from tests.table.conftest import Desk as Table
from tests.table.conftest import desk

table = desk

ANN, BEN = 0, 1


@pytest.fixture
def screen(table: Table) -> Iterator[MatchDesk]:
    """A desk at a table of three where everybody buzzes, in an open crime."""
    worker = Worker()
    made = MatchDesk(table.session, worker, CameraDesk(None, worker))
    table.begin("buzz")
    made.reset()
    made.view()  # as the screen does before anybody can touch it
    yield made
    worker.close()


def lay(table: Table, screen: MatchDesk, seat: int, colour: str, count: int) -> None:
    screen.tap_player(seat)
    screen.tap_chip(colour)
    screen.set_count(0, count)
    table.session.pump()
    assert isinstance(screen.view().panel, PlanPanel)


def test_a_press_puts_another_players_markers_away_and_keeps_them(table: Table, screen: MatchDesk) -> None:
    lay(table, screen, ANN, "green", 5)
    table.session.post(Pressed(BEN, "claim", table.clock()))
    table.session.pump()
    panel = screen.view().panel
    assert isinstance(panel, ThinkPanel)
    assert [lane.seat for lane in panel.lanes] == [BEN]
    screen.tap_tile(4)
    table.session.pump()
    assert table.state.round is not None
    assert [(held.player, held.tile) for held in table.state.round.holdings] == [(BEN, 4)]
    screen.tap_player(ANN)
    panel = screen.view().panel
    assert isinstance(panel, PlanPanel)
    assert [(row.colour, row.count) for row in panel.rows] == [("green", 5)]


def test_taking_back_shows_the_markers_as_they_are(table: Table, screen: MatchDesk) -> None:
    lay(table, screen, ANN, "green", 5)
    screen.undo()
    panel = screen.view().panel
    assert isinstance(panel, PlanPanel)
    assert [(row.colour, row.count) for row in panel.rows] == [("green", 1)]


def test_what_was_taken_back_can_be_done_again_from_the_menu(table: Table, screen: MatchDesk) -> None:
    table.session.act(Claim(ANN, 5))
    held = table.state
    assert not screen.view().header.can_redo
    screen.undo()
    assert screen.view().header.can_redo
    screen.redo()
    assert table.state == held
    assert not screen.view().header.can_redo


def test_a_claim_in_the_last_second_can_be_taken_back_while_time_stands_still(
    table: Table, screen: MatchDesk
) -> None:
    table.session.act(Claim(ANN, 5))
    table.after(59.8)
    table.session.act(Claim(BEN, 4))
    table.after(1)
    assert table.state.phase is Phase.SHOW
    screen.undo()
    assert screen.view().paused
    screen.undo()
    assert table.state.phase is Phase.THINK
    assert table.state.round is not None
    assert [held.player for held in table.state.round.holdings] == [ANN]
    assert screen.view().paused


def test_another_match_begins_with_nothing_of_the_last_one(table: Table, screen: MatchDesk) -> None:
    table.session.act(TimeUp())
    assert screen.view().notice
    table.session.leave()
    table.begin("buzz")
    screen.reset()
    view = screen.view()
    assert (view.notice, view.alarm) == ("", False)


def test_a_match_given_up_is_not_offered_again(table: Table, screen: MatchDesk) -> None:
    screen.abandon()
    assert newest_open(table.journal) is None
