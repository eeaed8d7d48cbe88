"""The end of a match, without pixels: the same players begin another one with the same set-up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.state import Phase, Tournament
from app.table.camera_desk import CameraDesk
from app.table.worker import Worker
from app.ui.desk import Desk as MatchDesk
from app.ui.presenters.views import DrawPanel
from tests.store.newest import newest_open
from tests.table.conftest import Desk as Table
from tests.table.conftest import desk

table = desk


@pytest.fixture
def screen(table: Table) -> Iterator[MatchDesk]:
    worker = Worker()
    made = MatchDesk(table.session, worker, CameraDesk(None, worker))
    table.begin("buzz")
    yield made
    worker.close()


def won(table: Table, tournament: Tournament | None = None) -> None:
    """The first player has won; in a tournament as it stood before."""
    setup = replace(table.state.setup, tournament=tournament)
    table.session.state = replace(table.state, setup=setup, phase=Phase.FINISHED, winner=0)


def test_another_match_begins_with_the_same_set_up(table: Table, screen: MatchDesk) -> None:
    won(table)
    before = table.state
    screen.play_again()
    assert table.state.setup == before.setup
    assert (table.state.phase, table.state.rounds_played, table.state.winner) == (Phase.DRAW, 0, None)
    assert table.session.actions() == []
    assert isinstance(screen.view().panel, DrawPanel)
    stored = newest_open(table.journal)
    assert stored is not None


def test_the_match_that_was_won_stays_as_it_was(table: Table, screen: MatchDesk) -> None:
    won(table)
    screen.play_again()
    kept = table.journal.match(1)
    assert kept is not None
    assert len(kept.entries) == 1


def test_after_a_tournament_another_one_begins(table: Table, screen: MatchDesk) -> None:
    won(table, Tournament((2, 0, 0), (("black",), (), ())))
    screen.play_again()
    assert table.state.setup.tournament == Tournament()


def test_a_match_that_goes_on_is_not_begun_anew(table: Table, screen: MatchDesk) -> None:
    before = table.state
    screen.play_again()
    assert table.state == before


@pytest.mark.parametrize(
    ("tournament", "waits"), [(None, False), (Tournament(), False), (Tournament((1, 0), ((), ())), True)]
)
def test_a_game_of_a_tournament_with_games_won_is_known_as_one_that_goes_on(
    tournament: Tournament | None, waits: bool, table: Table, screen: MatchDesk
) -> None:
    setup = replace(table.state.setup, tournament=tournament)
    table.session.state = replace(table.state, setup=setup)
    assert screen.of_tournament is waits
