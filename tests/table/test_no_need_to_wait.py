"""All persons have claimed: the machines finish at once, with the same end as if everybody had waited."""

from __future__ import annotations

import pytest

from app.games.mutant_meeples.state import (
    Action,
    Claim,
    CorrectClaim,
    DrawCrime,
    Phase,
    SetPlan,
    TimeUp,
)
from app.table.worker import Asking
from tests.table.bot_evening import ANN, BO, BotEvening, SlowWorker, opening, rows

LEVELS = ("beginner", "family", "club")


def ann_claims(
    *levels: str,
    seed: int = 1,
    tile: int = 20,
    after_s: float = 0,
    timer_s: int = 60,
    worker: Asking | None = None,
) -> BotEvening:
    """Ann has claimed beside machines, in a city of the box; nothing else has been done since."""
    table = BotEvening(worker=worker, seed=seed)
    table.sit_down(None, *levels, city="meeptropolis", timer_s=timer_s)
    table.wants(DrawCrime())
    table.wait(after_s)
    table.wants(SetPlan(ANN, rows(("green", 2))), Claim(ANN, tile))
    return table


def look(table: BotEvening) -> None:
    """One look of the app later."""
    table.wait(0.1)


def claims_in_order(table: BotEvening) -> list[tuple[int, int]]:
    return [(action.player, action.tile) for action in table.session.actions() if isinstance(action, Claim)]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("after_s", [0, 12])
def test_nobody_loses_or_wins_by_not_waiting(seed: int, after_s: float) -> None:
    """The same tiles, taken in the same order, whichever machines would have made it in time."""
    waiting, hurried = (ann_claims(*LEVELS, seed=seed, tile=24, after_s=after_s) for _ in range(2))
    waiting.wait(61, until=lambda: waiting.state.phase is not Phase.THINK)
    hurried.bots.hurry()
    look(hurried)
    assert hurried.state.phase is not Phase.THINK
    assert claims_in_order(hurried) == claims_in_order(waiting)
    assert hurried.state == waiting.state


def test_what_the_machines_did_is_kept_as_ordinary_actions() -> None:
    table = ann_claims(*LEVELS)
    first = len(table.session.actions())
    table.bots.hurry()
    look(table)
    done = table.session.actions()
    assert {type(action) for action in done[first:]} <= {SetPlan, Claim, TimeUp}
    assert any(isinstance(action, Claim) for action in done[first:])
    state = table.state
    table.power_cut()
    assert (table.state, table.session.actions()) == (state, done)


def test_the_time_is_up_where_no_machine_will_claim_any_more() -> None:
    """This one would not think of anything before the sand is out."""
    table = ann_claims("beginner", timer_s=30)
    assert all(idea.after_s > 30 for idea in table.ideas().values())
    table.bots.hurry()
    look(table)
    assert table.tiles() == {ANN: 20}
    assert isinstance(table.session.actions()[-1], TimeUp)
    assert (table.state.phase, table.crime.showing) == (Phase.SHOW, ANN)


def test_the_last_machine_s_claim_needs_no_end_of_time() -> None:
    table = ann_claims("expert", seed=2)
    table.bots.hurry()
    look(table)
    assert table.tiles().keys() == {ANN, BO}
    assert not any(isinstance(action, TimeUp) for action in table.session.actions())


def may_hurry(table: BotEvening, *actions: Action) -> bool:
    table.wants(*actions)
    return table.bots.may_hurry


def test_it_is_only_for_when_machines_alone_are_left() -> None:
    table = BotEvening(opening("DC"))
    table.sit_down(None, None, "club", timer_s=60)
    assert not may_hurry(table, DrawCrime())
    plan = rows(("green", 3))
    assert not may_hurry(table, SetPlan(0, plan), Claim(0, 20))  # the second person still thinks
    assert may_hurry(table, SetPlan(1, plan), Claim(1, 21))
    table.session.pause()
    assert not table.bots.may_hurry
    table.session.go_on()
    table.bots.hurry()
    look(table)
    assert not table.bots.may_hurry


def test_a_hurry_that_is_not_offered_does_nothing() -> None:
    table = BotEvening(opening("DC"))
    table.sit_down(None, "club")
    table.wants(DrawCrime())
    before = table.state
    table.bots.hurry()
    look(table)
    assert table.state == before


def test_machines_that_have_not_thought_it_through_are_waited_for() -> None:
    worker = SlowWorker()
    table = ann_claims("expert", seed=2, worker=worker)
    look(table)
    table.bots.hurry()
    look(table)
    assert table.bots.hurried
    assert table.state.phase is Phase.THINK
    worker.answer()
    look(table)
    assert table.tiles().keys() == {ANN, BO}


@pytest.mark.parametrize("undone", [True, False], ids=["taken back", "put right"])
def test_what_changes_before_they_have_thought_takes_the_hurry_back(undone: bool) -> None:
    worker = SlowWorker()
    table = ann_claims("expert", seed=2, worker=worker)
    look(table)
    table.bots.hurry()
    if undone:
        table.session.undo()
        table.session.redo()
        table.session.go_on()
    else:
        table.wants(CorrectClaim(ANN, 19, rows(("green", 2))))
    look(table)
    assert not table.bots.hurried
    worker.answer()
    look(table)
    assert table.tiles().keys() == {ANN}
