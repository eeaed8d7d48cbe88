"""A demonstration without pixels: what is in the hand, what the hint says, and when "Done" asks first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from app.games.contract import say
from app.games.mutant_meeples.roster import Rules
from app.games.mutant_meeples.showing import attempt_of
from app.games.mutant_meeples.state import Claim, Phase, Row, SetPlan, TimeUp
from app.language import sentence
from app.table.camera_desk import CameraDesk
from app.table.worker import Worker
from app.ui.desk import Desk as MatchDesk
from app.ui.presenters.views import ShowPanel
from tests.table.conftest import Desk as Table
from tests.table.conftest import desk

table = desk

ANN = 0
MARKERS = (Row("gray", 2), Row("green", 1))


@pytest.fixture
def screen(table: Table) -> Iterator[MatchDesk]:
    """The first player shows three moves on a map where nothing was tapped yet."""
    worker = Worker()
    made = MatchDesk(table.session, worker, CameraDesk(None, worker))
    table.begin()
    made.reset()
    for action in (SetPlan(ANN, MARKERS), Claim(ANN, 5), TimeUp()):
        assert table.session.act(action)
    assert table.state.phase is Phase.SHOW
    made.view()
    made.dismiss_notice()
    yield made
    worker.close()


def tap(table: Table, screen: MatchDesk, cell: str) -> None:
    screen.tap_cell(cell)
    table.session.pump()


def move(table: Table, screen: MatchDesk, colour: str) -> str:
    """Tap the meeple, and the first cell it can go to that nobody left; returns that cell."""
    tap(table, screen, table.state.cells()[colour])
    end = next(m.to for m, _ in attempt_of(table.state).options(colour) if m.to != table.state.starts[colour])
    tap(table, screen, end)
    assert table.state.cells()[colour] == end
    return end


def panel(screen: MatchDesk) -> ShowPanel:
    found = screen.view().panel
    assert isinstance(found, ShowPanel)
    return found


def with_rules(table: Table, rules: Rules) -> None:
    state = table.state
    table.session.state = replace(state, setup=replace(state.setup, rules=rules))


def aim_at(table: Table, cell: str) -> None:
    """The crime happens on this cell."""
    crime = table.state.round
    assert crime is not None
    table.session.state = replace(table.state, round=replace(crime, target=cell))


def test_a_meeple_in_hand_stays_there_until_another_is_chosen(table: Table, screen: MatchDesk) -> None:
    """Whoever taps it again before each square, as before the first, goes on as well."""
    tap(table, screen, table.state.starts["gray"])
    tap(table, screen, table.state.starts["gray"])
    assert screen.view().picture.selected == "gray"
    tap(table, screen, table.state.starts["green"])
    assert screen.view().picture.selected == "green"


def test_meeple_square_meeple_square_shows_two_moves(table: Table, screen: MatchDesk) -> None:
    move(table, screen, "gray")
    move(table, screen, "gray")
    assert table.state.round is not None
    assert [made.meeple for made in table.state.round.moves] == ["gray", "gray"]
    assert screen.view().notice == ""


def test_after_a_move_the_hint_says_that_the_next_square_may_be_tapped_at_once(
    table: Table, screen: MatchDesk
) -> None:
    assert screen.view().header.hint == "Tap a meeple, then the square where it stops"
    tap(table, screen, table.state.starts["gray"])
    assert screen.view().header.hint == "Where to? Dot: slide, ring: with its power"
    move(table, screen, "gray")
    assert screen.view().header.hint == "Tap the next square, or another meeple"
    tap(table, screen, table.state.starts["green"])
    assert screen.view().header.hint == "Where to? Dot: slide, ring: with its power"


def test_a_tap_beside_a_lit_square_says_which_square_it_was_taken_as(table: Table, screen: MatchDesk) -> None:
    tap(table, screen, table.state.starts["gray"])
    end = next(m.to for m, _ in attempt_of(table.state).options("gray"))
    screen.tap_cell(end, "RQ")
    table.session.pump()
    assert table.state.cells()["gray"] == end
    assert screen.view().notice == f"Your tap on RQ was taken as {end}."
    assert not screen.view().alarm


def test_a_tap_on_the_square_itself_says_nothing(table: Table, screen: MatchDesk) -> None:
    tap(table, screen, table.state.starts["gray"])
    end = next(m.to for m, _ in attempt_of(table.state).options("gray"))
    screen.tap_cell(end, end)
    table.session.pump()
    assert screen.view().notice == ""


def test_a_refusal_is_told_rather_than_the_square_that_was_meant(table: Table, screen: MatchDesk) -> None:
    tap(table, screen, table.state.starts["gray"])
    free = next(c for c in ("AB", "AC", "BC", "CB") if c not in table.state.starts.values())
    screen.tap_cell(free, "RQ")
    table.session.pump()
    assert screen.view().alarm


def test_done_asks_first_while_moves_of_the_markers_are_left(table: Table, screen: MatchDesk) -> None:
    move(table, screen, "gray")
    assert panel(screen).ask_done == "2 moves are not shown yet."
    move(table, screen, "gray")
    assert panel(screen).ask_done == "1 move is not shown yet."
    move(table, screen, "green")
    assert panel(screen).ask_done == ""


def test_a_move_more_than_the_markers_say_is_refused_in_good_words(table: Table, screen: MatchDesk) -> None:
    for colour in ("gray", "gray", "green", "green"):
        at = table.state.cells()[colour]
        tap(table, screen, at)
        tap(table, screen, next(m.to for m, _ in attempt_of(table.state).options(colour) if m.to != at))
    assert screen.view().notice == "The markers say 3 moves, and no more can be shown."
    assert sentence(say("show.all_shown", moves=1)) == "The markers say 1 move, and no more can be shown"


def test_done_asks_nothing_where_fewer_moves_are_fine(table: Table, screen: MatchDesk) -> None:
    with_rules(table, Rules(demonstration="shorter-ok"))
    move(table, screen, "gray")
    assert panel(screen).ask_done == ""


def test_done_is_the_main_button_only_when_nothing_is_left(table: Table, screen: MatchDesk) -> None:
    aim_at(table, "JJ")
    assert not panel(screen).complete
    for colour in ("gray", "gray"):
        move(table, screen, colour)
        assert panel(screen).can_finish
        assert not panel(screen).complete
    move(table, screen, "green")
    assert panel(screen).complete


def test_done_is_the_main_button_when_somebody_is_there(table: Table, screen: MatchDesk) -> None:
    """It still asks where every marker has to be shown."""
    aim_at(table, move(table, screen, "gray"))
    assert panel(screen).complete
    assert panel(screen).ask_done
