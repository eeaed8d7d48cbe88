"""Putting right by hand without pixels: what each answer does to the match, how it is told and undone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.showing import attempt_of
from app.games.mutant_meeples.state import (
    Agree,
    Buzz,
    Claim,
    CorrectPlace,
    Done,
    DrawCrime,
    GiveUp,
    Phase,
    Proceed,
    Row,
    SetPlan,
    ShowMove,
    TimeUp,
)
from app.table.camera_desk import CameraDesk
from app.table.session import Pressed
from app.table.worker import Worker
from app.ui.desk import Desk as MatchDesk
from app.ui.presenters.match.hand import Wrong
from app.ui.presenters.views import (
    FailedPanel,
    FixBoardPanel,
    FixClaimPanel,
    FixListPanel,
    PlanPanel,
    ResultPanel,
    ThinkPanel,
    WinnerPanel,
)
from tests.table.conftest import Desk as Table
from tests.table.conftest import desk

table = desk

ANN, BEN, CAT = 0, 1, 2


@pytest.fixture
def screen(table: Table) -> Iterator[MatchDesk]:
    """A desk at a table of three with an open crime; everybody lays markers on the screen."""
    worker = Worker()
    made = MatchDesk(table.session, worker, CameraDesk(None, worker))
    table.begin()
    made.reset()
    made.view()
    yield made
    worker.close()


def held(table: Table) -> dict[int, int]:
    assert table.state.round is not None
    return {holding.player: holding.tile for holding in table.state.round.holdings}


def claimed(table: Table) -> None:
    assert table.session.act(SetPlan(ANN, (Row("gray", 2),)))
    assert table.session.act(Claim(ANN, 5))


def reasons(screen: MatchDesk) -> list[bool]:
    """Claim, verdict, place: whether each can be put right now."""
    panel = screen.view().panel
    assert isinstance(panel, FixListPanel)
    assert all(choice.reason or choice.text for choice in panel.choices)
    return [not choice.reason for choice in panel.choices]


def wrongly_given_up(table: Table) -> None:
    """Ann had a tile and could not show it."""
    claimed(table)
    assert table.session.act(TimeUp())
    assert table.session.act(GiveUp())


def test_what_cannot_be_put_right_says_why(table: Table, screen: MatchDesk) -> None:
    screen.fix()
    assert reasons(screen) == [True, False, True]
    screen.fix_back()
    wrongly_given_up(table)
    screen.view()
    screen.fix()
    assert reasons(screen) == [False, True, True]


def test_clock_and_claims_stand_still_meanwhile(table: Table, screen: MatchDesk) -> None:
    claimed(table)
    screen.view()
    screen.fix()
    assert not screen.view().paused
    table.after(70)
    assert table.state.phase is Phase.THINK
    table.session.post(Pressed(BEN, "claim", table.clock()))
    table.session.pump()
    assert table.state.round is not None
    assert table.state.round.lanes == ()
    screen.fix_back()
    view = screen.view()
    assert view.paused
    assert isinstance(view.panel, ThinkPanel)
    screen.go_on()
    table.after(70)
    assert table.state.phase is Phase.SHOW


def test_where_no_timer_waits_the_match_goes_on_at_once(table: Table, screen: MatchDesk) -> None:
    screen.fix()
    screen.fix_back()
    assert not screen.view().paused


def test_a_claim_on_the_wrong_tile_is_put_right_by_two_taps(table: Table, screen: MatchDesk) -> None:
    claimed(table)
    screen.view()
    screen.fix()
    screen.fix_choose(Wrong.CLAIM, None)
    screen.fix_seat(ANN)
    panel = screen.view().panel
    assert isinstance(panel, FixClaimPanel)
    assert [(row.colour, row.count) for row in panel.rows] == [("gray", 2)]
    screen.fix_tile(7)
    assert held(table) == {ANN: 7}
    view = screen.view()
    assert view.notice == "Put right: P0 holds tile 7."
    assert not view.alarm


def test_a_tile_can_be_given_and_taken_away(table: Table, screen: MatchDesk) -> None:
    claimed(table)
    screen.view()
    screen.fix()
    screen.fix_choose(Wrong.CLAIM, None)
    screen.fix_tile(3)
    assert screen.view().notice == "Tap a name first."
    screen.fix_seat(BEN)
    screen.fix_tile(3)
    view = screen.view()
    assert view.alarm
    assert isinstance(view.panel, FixClaimPanel)
    assert held(table) == {ANN: 5}
    screen.fix_markers()
    assert isinstance(screen.view().panel, PlanPanel)
    screen.tap_chip("red")
    screen.set_count(0, 3)
    screen.confirm_plan()
    screen.fix_tile(3)
    assert held(table) == {ANN: 5, BEN: 3}
    screen.go_on()
    screen.fix()
    screen.fix_choose(Wrong.CLAIM, None)
    screen.fix_seat(ANN)
    screen.fix_tile(None)
    assert held(table) == {BEN: 3}
    assert screen.view().notice == "Put right: P0 holds no tile."


def test_markers_entered_for_a_correction_are_nobody_elses_draft(table: Table, screen: MatchDesk) -> None:
    screen.fix()
    screen.fix_choose(Wrong.CLAIM, None)
    screen.fix_seat(BEN)
    screen.fix_markers()
    screen.view()
    screen.tap_chip("red")
    screen.fix_back()
    screen.fix_back()
    screen.fix_back()
    table.session.pump()
    assert table.state.round is not None
    assert table.state.round.drafts == ((), (), ())
    assert isinstance(screen.view().panel, ThinkPanel)


def test_what_the_game_refuses_is_said_and_nothing_is_lost(table: Table, screen: MatchDesk) -> None:
    claimed(table)
    table.session.act(SetPlan(BEN, (Row("red", 4),)))
    screen.view()
    screen.fix()
    screen.fix_choose(Wrong.CLAIM, None)
    screen.fix_seat(BEN)
    screen.fix_tile(5)
    view = screen.view()
    assert view.alarm
    assert view.notice == "P0 holds tile 5: take it away there first."
    assert isinstance(view.panel, FixClaimPanel)
    assert view.panel.chosen


def test_a_claim_given_up_was_right_after_all(table: Table, screen: MatchDesk) -> None:
    """Who arrived, and a meeple that blocked the way; both stay there."""
    wrongly_given_up(table)
    screen.view()
    screen.fix()
    screen.fix_choose(Wrong.VERDICT, None)
    panel = screen.view().panel
    assert isinstance(panel, FixListPanel)
    assert [(choice.wrong, choice.seat, choice.text) for choice in panel.choices] == [
        (Wrong.RIGHT, ANN, "Count P0's claim as right")
    ]
    screen.fix_choose(Wrong.RIGHT, ANN)
    panel = screen.view().panel
    assert isinstance(panel, FixBoardPanel)
    assert not panel.can_confirm
    starts, crime = table.state.starts, table.state.round
    assert crime is not None
    screen.fix_meeple("red")
    screen.fix_meeple("gray")
    screen.tap_cell(starts["blue"])
    empty = next(n for n in ("AB", "AC", "AD") if n not in starts.values() and n != crime.target)
    screen.tap_cell(empty)
    picture = screen.view().picture
    assert picture.meeples == starts | {"gray": crime.target, "blue": empty}
    screen.fix_confirm()
    assert table.state.players[ANN].team == ("gray",)
    assert table.state.starts == starts | {"gray": crime.target, "blue": empty}
    view = screen.view()
    assert isinstance(view.panel, ResultPanel)
    assert view.panel.sentence == "P0: tile 5. Put right by hand."
    assert view.picture.meeples == table.state.starts
    assert "Put right: P0 was right, and Ozzy arrived" in view.notice
    screen.undo()
    assert isinstance(screen.view().panel, FailedPanel)
    assert table.state.players[ANN].team == ()
    screen.redo()
    assert table.state.players[ANN].team == ("gray",)


def test_a_verdict_of_right_was_wrong(table: Table, screen: MatchDesk) -> None:
    target = solve_by_one_move(table)
    assert table.state.players[ANN].team == ("green",)
    screen.view()
    screen.fix()
    screen.fix_choose(Wrong.VERDICT, None)
    panel = screen.view().panel
    assert isinstance(panel, FixListPanel)
    assert [choice.text for choice in panel.choices] == ["Count P0's claim as wrong"]
    screen.fix_choose(Wrong.VERDICT, ANN)
    view = screen.view()
    assert isinstance(view.panel, FailedPanel)
    assert view.panel.reason == "Put right: P0 was wrong"
    assert table.state.players[ANN].team == ()
    assert target not in table.state.starts.values()


def solve_by_one_move(table: Table) -> str:
    """The open crime is exchanged for one that green solves by one move; where that is."""
    table.session.act(Agree(ANN))
    table.session.act(Agree(BEN))
    table.session.act(Agree(CAT))
    game, state = table.session.game, table.state
    for name in ("KC", "CK", "DK", "KD"):
        if name in state.starts.values():
            continue
        probe, _ = game.apply(state, DrawCrime((name[0], name[1]), ()))
        for action in (SetPlan(ANN, (Row("green", 1),)), Claim(ANN, 1), TimeUp()):
            probe, _ = game.apply(probe, action)
        goal = attempt_of(probe).options("green")[0][0].to
        if goal[0] != goal[1]:
            break
    for action in (DrawCrime((goal[0], goal[1]), ()), SetPlan(ANN, (Row("green", 1),)), Claim(ANN, 1)):
        assert table.session.act(action)
    for action in (TimeUp(), ShowMove("green", goal), Done()):
        assert table.session.act(action)
    assert table.state.phase in (Phase.RESULT, Phase.FINISHED)
    return goal


def test_a_meeple_is_put_with_its_placeholder_by_two_taps(table: Table, screen: MatchDesk) -> None:
    starts = dict(table.state.starts)
    screen.fix()
    screen.fix_choose(Wrong.PLACE, None)
    screen.tap_cell("AB")
    assert screen.view().notice == "Tap a meeple first."
    screen.tap_cell(starts["red"])
    assert screen.view().picture.selected == "red"
    screen.tap_cell(starts["blue"])
    assert screen.view().picture.selected == "blue"
    screen.fix_meeple("red")
    screen.tap_cell("AB")
    view = screen.view()
    assert table.state.starts == starts | {"red": "AB"}
    assert view.picture.placeholders["red"] == "AB"
    assert view.notice == f"Put right: Sidestep stands on AB, not on {starts['red']}."
    assert isinstance(view.panel, FixBoardPanel)
    screen.fix_confirm()
    assert isinstance(screen.view().panel, ThinkPanel)
    screen.undo()
    assert table.state.starts == starts


def test_moves_that_no_longer_fit_a_corrected_board_are_not_told(table: Table, screen: MatchDesk) -> None:
    """After a failed claim a meeple is put elsewhere; the way it was shown does not begin there."""
    assert table.session.act(SetPlan(ANN, (Row("green", 2),)))
    assert table.session.act(Claim(ANN, 5))
    assert table.session.act(TimeUp())
    move = attempt_of(table.state).options("green")[0][0]
    assert table.session.act(ShowMove("green", move.to))
    assert table.session.act(Done())
    panel = screen.view().panel
    assert isinstance(panel, FailedPanel)
    assert len(panel.steps) == 1
    assert table.session.act(CorrectPlace("green", "AB"))
    view = screen.view()
    assert isinstance(view.panel, FailedPanel)
    assert view.panel.steps == ()
    assert view.picture.meeples["green"] == "AB"
    assert screen.new_moves() == ()


def test_the_mark_of_a_correction_stays_with_its_round(table: Table, screen: MatchDesk) -> None:
    assert table.session.act(CorrectPlace("green", "AB"))
    for seat in (ANN, BEN, CAT):
        assert table.session.act(Agree(seat))
    panel = screen.view().panel
    assert isinstance(panel, ResultPanel)
    assert panel.sentence == "Nobody saw a way there. Put right by hand."
    assert table.session.act(DrawCrime())
    wrongly_given_up(table)
    assert table.session.act(Proceed())
    panel = screen.view().panel
    assert isinstance(panel, ResultPanel)
    assert "ut right by hand" not in panel.sentence


def test_only_a_correction_of_the_last_round_is_told_of_at_the_end(table: Table, screen: MatchDesk) -> None:
    assert table.session.act(CorrectPlace("green", "AB"))
    first, *others = table.state.players
    almost = replace(first, team=("gray", "red", "blue", "white", "black"))
    table.session.state = replace(table.state, players=(almost, *others))
    solve_by_one_move(table)
    panel = screen.view().panel
    assert isinstance(panel, WinnerPanel)
    assert panel.sentence == "6 heroes: the super team is complete."


def test_a_pause_leaves_the_correction(table: Table, screen: MatchDesk) -> None:
    screen.fix()
    screen.pause()
    assert screen.view().paused


def test_another_verdict_may_follow_when_the_next_player_fails_too(table: Table, screen: MatchDesk) -> None:
    for seat, colour, tile in ((ANN, "gray", 5), (BEN, "red", 6)):
        assert table.session.act(SetPlan(seat, (Row(colour, 2),)))
        assert table.session.act(Claim(seat, tile))
    for action in (TimeUp(), GiveUp(), Proceed(), GiveUp()):
        assert table.session.act(action)
    screen.view()
    screen.fix()
    screen.fix_choose(Wrong.VERDICT, None)
    panel = screen.view().panel
    assert isinstance(panel, FixListPanel)
    offered = [choice.text for choice in panel.choices]
    assert offered == ["Count P0's claim as right", "Count P1's claim as right"]
    screen.fix_choose(Wrong.RIGHT, BEN)
    screen.fix_back()
    assert isinstance(screen.view().panel, FixListPanel)


def test_with_buttons_a_claim_needs_no_markers(table: Table, screen: MatchDesk) -> None:
    """They lie on the player board."""
    table.session.leave()
    table.begin("buzz")
    screen.reset()
    screen.view()
    assert table.session.act(Buzz(ANN))
    assert table.session.act(Claim(ANN, 8))
    screen.fix()
    screen.fix_choose(Wrong.CLAIM, None)
    screen.fix_seat(CAT)
    screen.fix_tile(4)
    assert held(table) == {ANN: 8, CAT: 4}
