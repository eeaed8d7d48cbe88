"""Bots at a real session: they play whole matches beside people, in their own time, and never out of turn."""

from __future__ import annotations

import math

import pytest

from app.games.mutant_meeples.bots import LEVELS
from app.games.mutant_meeples.state import (
    Action,
    Agree,
    Buzz,
    Claim,
    CorrectClaim,
    CorrectPlace,
    Done,
    DrawCrime,
    GiveUp,
    Phase,
    Proceed,
    SetPlan,
    ShowMove,
    TakeBack,
    plan_total,
)
from app.table.opponents import AGREE_S, MOVE_S, NEXT_S, UNDONE_S, VERDICT_S
from app.table.session import Pressed
from app.table.worker import Asking, Worker
from tests.table.bot_evening import (
    ANN,
    BO,
    CY,
    DI,
    LOOK_S,
    SECOND,
    BotEvening,
    BrokenWorker,
    Person,
    SlowWorker,
    opening,
    rows,
)


def at_crime(
    *levels: str,
    scene: str = "DC",
    styles: str = "touch",
    timer_s: int = 60,
    worker: Asking | None = None,
) -> BotEvening:
    """Ann and bots of these levels have an open crime in the little city."""
    table = BotEvening(opening(scene), worker)
    table.sit_down(None, *levels, styles=styles, timer_s=timer_s)
    table.wants(DrawCrime())
    return table


def bot_shows(*levels: str) -> BotEvening:
    """All bots have claimed and Ann has, with a high tile; the first bot is about to show."""
    table = at_crime(*levels)
    assert all(idea.plan for idea in table.ideas().values())
    table.wait(200, until=lambda: len(table.tiles()) == len(levels))
    table.wants(SetPlan(ANN, rows(("green", 9))), Claim(ANN, 20))
    assert table.state.phase is Phase.SHOW
    assert table.crime.showing != ANN
    return table


# -- whole matches -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_one_person_and_three_bots_play_a_match_to_its_end(seed: int) -> None:
    """And no bot is ever refused anything (`BotEvening` looks)."""
    table = BotEvening(seed=seed)
    table.sit_down(None, "beginner", "family", "club", city=("meeptropolis", "meepville")[seed % 2])
    ann, claimed, drawn_ns = Person(table), set(), 0
    for _ in range(60 * 60 * 10):
        if table.state.phase is Phase.FINISHED:
            break
        before = table.state
        table.wait(LOOK_S)
        for seat in (BO, CY, DI):
            if before.phase is Phase.THINK and before.holding(seat) is None and table.state.holding(seat):
                assert table.clock() - drawn_ns >= table.ideas()[seat].after_s * SECOND
                claimed.add(seat)
        ann.look()
        if before.rounds_played < table.state.rounds_played:
            drawn_ns = table.clock()
        if table.state is not before:
            table.game.check(table.state)
    assert table.state.winner is not None
    assert claimed == {BO, CY, DI}
    kinds = {type(action) for action in table.session.actions()}
    assert {DrawCrime, SetPlan, Claim, ShowMove, Done, Proceed} <= kinds
    assert all(accepted for _, accepted in table.bots_said)


def test_bots_among_themselves_play_a_match_without_a_touch() -> None:
    table = BotEvening(seed=4)
    table.sit_down("club", "expert", city="meeptropolis")
    table.wait(3 * 60 * 60, until=lambda: table.state.phase is Phase.FINISHED)
    assert table.state.winner is not None
    assert len(table.state.players[table.state.winner].team) == 6


def test_bots_leave_a_moment_between_their_crimes() -> None:
    table = BotEvening(opening("HA"))
    table.sit_down("club", "club")
    assert table.wait(60, until=lambda: table.state.phase is Phase.THINK) == pytest.approx(NEXT_S + LOOK_S)


def test_where_people_play_the_next_tiles_are_theirs_to_turn() -> None:
    table = BotEvening()
    table.sit_down("expert", "expert", None)
    table.wait(600)
    assert table.state.phase is Phase.DRAW


def test_a_table_without_bots_is_left_alone() -> None:
    worker = SlowWorker()
    table = BotEvening(opening("HA"), worker)
    table.sit_down(None, None)
    table.wants(DrawCrime())
    table.wait(300)
    assert (table.state.phase, table.bots_said, worker.questions) == (Phase.THINK, [], [])


# -- in their own time ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_claims_when_its_time_has_come_and_not_before(level: str) -> None:
    table = at_crime(level, level, level)
    due = {seat: idea.after_s for seat, idea in table.ideas().items() if idea.plan}
    assert due
    table.wait(min(due.values()))
    assert table.tiles() == {}
    assert table.crime.drafts == ((), (), (), ())
    table.wait(0.5)
    first = min(due, key=lambda seat: due[seat])
    assert table.tiles() == {first: plan_total(table.ideas()[first].plan)}


def test_a_pause_freezes_the_thinking_and_keeps_the_rest_of_it() -> None:
    table = at_crime("club")
    due = table.ideas()[BO].after_s
    table.wait(due / 2)
    table.session.pause()
    table.wait(3600)
    assert table.tiles() == {}
    table.session.go_on()
    rest = table.wait(3600, until=lambda: BO in table.tiles())
    assert due / 2 <= rest <= due / 2 + 0.5


def test_a_pause_freezes_a_demonstration() -> None:
    table = bot_shows("club")
    table.wait(60, until=lambda: table.shown() == 1)
    table.session.pause()
    table.wait(600)
    assert table.shown() == 1
    table.session.go_on()
    assert table.wait(60, until=lambda: table.shown() == 2) >= MOVE_S


def test_moves_are_shown_one_by_one_with_time_to_follow() -> None:
    table = bot_shows("club")
    moves = len(table.ideas()[BO].moves)
    for shown in range(1, moves + 1):
        taken = table.wait(60, until=lambda shown=shown: table.shown() == shown)  # type: ignore[misc]
        assert MOVE_S <= taken <= MOVE_S + 2 * LOOK_S
    table.wait(MOVE_S + 2 * LOOK_S)
    assert table.state.phase is Phase.RESULT
    assert len(table.state.players[BO].team) == 1


@pytest.mark.parametrize(("left_s", "takes"), [(0.1, False), (0.4, True)])
def test_in_the_last_moment_of_the_sand_a_bot_takes_nothing(left_s: float, takes: bool) -> None:
    """It would be too late when it is heard, and the table would be told so."""
    table = at_crime("club", scene="FB", timer_s=30)
    looks_at = math.ceil((table.ideas()[BO].after_s + LOOK_S) * 10) / 10
    table.wait(looks_at + left_s - 30)
    table.wants(SetPlan(ANN, rows(("green", 9))), Claim(ANN, 20))
    table.wait(60, until=lambda: table.state.phase is Phase.SHOW)
    assert (BO in table.tiles()) is takes


# -- what they see -------------------------------------------------------------------------------------------


def test_a_bot_that_wants_a_taken_tile_takes_the_next_one() -> None:
    table = at_crime("club")
    wanted = plan_total(table.ideas()[BO].plan)
    table.wants(SetPlan(ANN, rows(("green", 1))), Claim(ANN, wanted))
    table.wait(59)
    assert table.tiles() == {ANN: wanted, BO: wanted + 1}


def test_a_bot_waits_behind_a_press_that_came_first() -> None:
    table = at_crime("club", styles="buzz")
    idea = table.ideas()[BO]
    table.wait(idea.after_s - 1)
    table.wants(Buzz(ANN))
    table.wait(2)
    assert table.tiles() == {}
    assert table.crime.lanes[1].player == BO
    table.wants(Claim(ANN, plan_total(idea.plan)))  # the bot's tile: it must take another
    table.wait(1)
    assert table.tiles() == {ANN: plan_total(idea.plan), BO: plan_total(idea.plan) + 1}


def test_the_button_of_a_machine_s_seat_means_nothing() -> None:
    table = at_crime("club", styles="buzz")
    table.wait(0.1)
    table.session.post(Pressed(BO, "claim", table.clock()))
    table.session.post(Pressed(ANN, "claim", table.clock()))
    table.wait(0.1)
    assert [lane.player for lane in table.crime.lanes] == [ANN]


def test_bots_without_a_way_agree_when_all_people_have() -> None:
    """Only Ozzy and Shortstop are left to the bots, and neither comes to rest on DF."""
    table = nobody_sees_a_way()
    quick = min(idea.after_s for idea in table.ideas().values())
    table.wait(quick - 1)
    table.wants(Agree(ANN))
    assert set(table.crime.agreed) == {ANN}
    table.wait(1.5)
    assert len(table.crime.agreed) == 2  # the first of the bots; the other one still looks
    table.wait(600, until=lambda: table.state.phase is Phase.RESULT)
    assert table.state.agreed_in_a_row == 1


def test_bots_without_a_way_say_so_after_a_while_on_their_own() -> None:
    table = nobody_sees_a_way()
    last = max(idea.after_s for idea in table.ideas().values())
    table.wait(last + AGREE_S - 1)
    assert not {BO, CY} <= set(table.crime.agreed)
    table.wait(2)
    assert table.crime.agreed == (BO, CY)
    table.wait(600)
    assert table.state.phase is Phase.THINK  # Ann may look as long as she likes


def nobody_sees_a_way() -> BotEvening:
    five = ("green", "blue", "red", "white", "yellow")
    table = BotEvening(opening("DF", teams=((), five, five)))
    table.sit_down(None, "expert", "club", removed=("black",))
    table.wants(DrawCrime())
    assert all(idea.plan == () for idea in table.ideas().values())
    return table


# -- paying, and markers on the board ------------------------------------------------------------------------


def wrongly_claimed(team: tuple[str, ...]) -> BotEvening:
    """Bo's markers say something that he does not have in mind."""
    table = BotEvening(opening("DC", teams=((), team)))
    table.sit_down(None, "club")
    table.wants(DrawCrime())
    assert table.ideas()[BO].moves
    table.wants(CorrectClaim(BO, 1, rows(("yellow", 1))), SetPlan(ANN, rows(("red", 3))), Claim(ANN, 3))
    assert (table.state.phase, table.crime.showing) == (Phase.SHOW, BO)
    return table


def test_a_bot_that_was_wrong_pays_with_whom_it_can_use_best_and_the_next_one_shows() -> None:
    table = wrongly_claimed(team=("black", "white"))
    table.wait(30, until=lambda: table.state.phase is Phase.FAILED)
    assert table.wait(30, until=lambda: not table.crime.penalty_due) >= VERDICT_S
    assert table.state.players[BO].team == ("black",)
    assert table.wait(30, until=lambda: table.state.phase is Phase.SHOW) >= VERDICT_S
    assert table.crime.showing == ANN


def test_a_person_who_was_wrong_pays_and_goes_on_in_person() -> None:
    table = at_crime("club")
    table.wants(SetPlan(ANN, rows(("green", 1))), Claim(ANN, 1))
    table.wait(200, until=lambda: table.state.phase is Phase.SHOW)
    table.wants(GiveUp())
    table.wait(300)
    assert table.state.phase is Phase.FAILED


def test_markers_that_lie_on_the_board_are_entered_before_the_bot_shows() -> None:
    table = at_crime("club", styles="buzz")
    idea = table.ideas()[BO]
    table.wants(CorrectClaim(BO, plan_total(idea.plan)), CorrectClaim(ANN, 20))
    assert table.state.phase is Phase.SHOW
    table.wait(MOVE_S + LOOK_S)
    held = table.state.holding(BO)
    assert held is not None
    assert held.plan == idea.plan
    table.wait(30, until=lambda: table.state.phase is Phase.RESULT)
    assert len(table.state.players[BO].team) == 1


def test_a_tile_too_low_for_what_it_has_in_mind_is_given_up() -> None:
    table = at_crime("club", styles="buzz")
    assert plan_total(table.ideas()[BO].plan) > 1
    table.wants(CorrectClaim(BO, 1), CorrectClaim(ANN, 20))
    table.wait(MOVE_S + LOOK_S)
    assert table.state.phase is Phase.FAILED


# -- undo, corrections, restarts -----------------------------------------------------------------------------


def test_an_undo_during_a_demonstration_gives_the_table_time_and_then_it_goes_on() -> None:
    table = bot_shows("club")
    table.wait(60, until=lambda: table.shown() == 2)
    table.session.undo()
    table.wait(UNDONE_S - LOOK_S)
    assert table.shown() == 1
    table.session.undo()  # and further back, with as much time again
    table.wait(UNDONE_S - LOOK_S)
    assert table.shown() == 0
    table.wait(60, until=lambda: table.state.phase is Phase.RESULT)
    assert len(table.state.players[BO].team) == 1


def test_a_claim_taken_back_comes_again_with_the_same_idea() -> None:
    table = at_crime("club")
    table.wait(200, until=lambda: BO in table.tiles())
    before = table.tiles()
    table.session.undo()
    assert table.tiles() == {}
    table.wait(UNDONE_S - LOOK_S)
    assert table.tiles() == {}
    table.wait(1)
    assert table.tiles() == before


def test_of_two_bots_whose_time_has_come_the_first_one_claims_first() -> None:
    table = at_crime("club", "expert")
    assert table.ideas()[CY].after_s < table.ideas()[BO].after_s
    table.wait(200, until=lambda: len(table.tiles()) == 2)
    while table.state.phase is Phase.THINK:
        table.session.undo()
    table.session.redo()  # the crime is open, and both have long thought about it
    table.session.go_on()
    table.wait(200, until=lambda: len(table.tiles()) == 1)
    assert set(table.tiles()) == {CY}


def test_an_undo_to_the_draw_and_a_redo_do_not_change_a_bot_s_mind() -> None:
    table = at_crime("club")
    idea = table.ideas()
    table.wait(5)
    table.session.undo()
    assert table.state.phase is Phase.DRAW
    table.wait(60)
    table.session.redo()
    assert table.ideas() == idea
    table.wait(200, until=lambda: BO in table.tiles())
    assert table.tiles() == {BO: plan_total(idea[BO].plan)}


def test_a_move_that_somebody_else_made_is_taken_back() -> None:
    table = bot_shows("club")
    table.wants(ShowMove("black", "HA"))
    table.wait(60, until=lambda: table.state.phase is Phase.RESULT)
    kinds: list[type[Action]] = [type(action) for action in table.session.actions()]
    assert kinds.count(TakeBack) == 1
    assert len(table.state.players[BO].team) == 1


def test_a_place_put_right_while_a_bot_thinks_is_thought_about_anew() -> None:
    table = at_crime("club")
    due = table.ideas()[BO].after_s
    table.wait(due - 1)
    table.wants(CorrectPlace("green", "FB"))
    idea = table.ideas()[BO]
    assert idea.plan
    table.wait(idea.after_s)
    assert table.tiles() == {}
    table.wait(1)
    assert table.tiles() == {BO: plan_total(idea.plan)}


def test_a_stale_answer_is_dropped() -> None:
    """The crime it is about has been taken back, and another one drawn."""
    worker = SlowWorker()
    table = BotEvening(opening("HA", "DC"), worker)
    table.sit_down(None, "expert")
    table.wants(DrawCrime())
    table.wait(1)
    table.session.undo()
    table.wants(DrawCrime())
    assert table.crime.target == "DC"
    table.wait(1)
    assert len(worker.questions) == 2
    worker.answer()
    table.wait(600)
    assert table.crime.drafts[BO] == ()
    worker.answer()
    table.wait(1)
    assert table.tiles() == {BO: plan_total(table.ideas()[BO].plan)}


def test_a_bot_thinks_in_the_worker_s_thread() -> None:
    worker = Worker()
    table = BotEvening(opening("DC"), worker)
    table.sit_down(None, "expert")
    table.wants(DrawCrime())
    table.wait(60)
    assert table.tiles() == {}  # nobody has asked the worker for its answer
    worker.close(60)
    worker.poll()
    table.wait(1)
    assert table.tiles() == {BO: plan_total(table.ideas()[BO].plan)}


def test_bots_that_cannot_think_agree_with_the_people(caplog: pytest.LogCaptureFixture) -> None:
    table = at_crime("expert", worker=BrokenWorker())
    table.wants(Agree(ANN))
    table.wait(1)
    assert table.state.phase is Phase.RESULT
    assert "the bots cannot think" in caplog.text


def test_bots_that_cannot_think_give_up_what_they_hold() -> None:
    table = at_crime("expert", worker=BrokenWorker())
    table.wants(CorrectClaim(BO, 4, rows(("green", 4))), SetPlan(ANN, rows(("red", 9))), Claim(ANN, 9))
    table.wait(MOVE_S + 1)
    assert table.state.phase is Phase.FAILED


def test_after_a_power_cut_bots_think_again_and_play_on() -> None:
    table = at_crime("club", "expert")
    table.wait(200, until=lambda: CY in table.tiles())
    table.power_cut()
    table.wait(600)
    assert set(table.tiles()) == {CY}  # the match waits, paused
    table.session.go_on()
    due = table.ideas()[BO].after_s
    assert due < 59
    table.wait(due)
    assert set(table.tiles()) == {CY}
    table.wait(1)
    assert set(table.tiles()) == {CY, BO}


def test_after_a_power_cut_a_demonstration_goes_on_where_it_was() -> None:
    table = bot_shows("club")
    table.wait(60, until=lambda: table.shown() == 1)
    table.power_cut()
    table.wait(60, until=lambda: table.state.phase is Phase.RESULT)
    assert len(table.state.players[BO].team) == 1
    assert not any(isinstance(action, TakeBack) for action in table.session.actions())


def test_a_match_left_is_forgotten_and_the_next_one_begins_afresh() -> None:
    table = at_crime("club")
    table.wait(table.ideas()[BO].after_s - 1)
    table.session.leave()
    table.wait(10)
    table.game = table.session.game = opening("DC")
    table.sit_down(None, "club")
    table.wants(DrawCrime())
    table.wait(5)
    assert table.tiles() == {}
