"""From a meeple seen elsewhere to the moves that were shown, on a real match: what is legal, what not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from app.games.contract import Refused
from app.games.mutant_meeples.showing import attempt_of
from app.games.mutant_meeples.state import Claim, Phase, Row, SetPlan, ShowMove, State, TakeBack, TimeUp
from app.table.seen_moves import MOST_UNSEEN, explain, likely_cells, series
from tests.table.conftest import Desk

PLACES = {
    "green": "RG", "gray": "EQ", "blue": "AI", "brown": "LQ",
    "red": "DL", "white": "AN", "yellow": "OE", "black": "RB",
}  # fmt: skip
"""As in the first sequence of photographs: white slides to AJ, brown to LR, green to MG and MI."""


@pytest.fixture
def showing(make_desk: Callable[[], Desk]) -> Callable[..., State]:
    """A demonstration of these markers, some moves of it shown already."""

    def make(*rows: tuple[str, int], shown: tuple[tuple[str, str], ...] = (), team: str = "") -> State:
        desk = make_desk()
        desk.begin()
        first = replace(desk.state.players[0], team=(team,) if team else ())
        assert desk.state.round is not None
        desk.session.state = replace(
            desk.state,
            starts=PLACES,
            players=(first, *desk.state.players[1:]),
            round=replace(desk.state.round, starts=PLACES, target="MI"),
        )
        plan = tuple(Row(colour, count) for colour, count in rows)
        for action in (SetPlan(0, plan), Claim(0, 24), TimeUp()):
            assert desk.session.act(action)
        assert desk.state.phase is Phase.SHOW
        for colour, to in shown:
            assert desk.session.act(ShowMove(colour, to))
        return desk.state

    return make


MARKERS = (("white", 1), ("brown", 2), ("green", 3))


def test_a_legal_slide_is_a_step_as_if_it_were_touched(showing: Callable[..., State]) -> None:
    explained = explain(showing(*MARKERS), {"white": ("AN", "AJ")})
    assert explained.steps == (ShowMove("white", "AJ"),)
    assert explained.faults == {}


def test_what_the_screen_shows_already_is_no_step(showing: Callable[..., State]) -> None:
    state = showing(*MARKERS, shown=(("white", "AJ"),))
    assert explain(state, {"white": ("AN", "AJ")}).steps == ()
    assert explain(state, {}).faults == {}


def test_a_board_that_follows_touches_one_by_one_shows_nothing_new(showing: Callable[..., State]) -> None:
    state = showing(*MARKERS, shown=(("green", "MG"), ("green", "MI")))
    explained = explain(state, {"green": ("RG", "MG")})
    assert (explained.steps, explained.faults) == ((), {})
    explained = explain(state, {"green": ("MG", "MI")})
    assert (explained.steps, explained.faults) == ((), {})


def test_two_moves_made_unseen_are_both_entered(showing: Callable[..., State]) -> None:
    explained = explain(showing(*MARKERS), {"green": ("RG", "MI")})
    assert explained.steps == (ShowMove("green", "MG"), ShowMove("green", "MI"))


def test_a_cell_no_move_leads_to_is_told_with_both_cells_and_why(showing: Callable[..., State]) -> None:
    state = showing(*MARKERS, shown=(("brown", "LR"),))
    explained = explain(state, {"brown": ("LR", "LP")})
    assert explained.steps == ()
    no_move, reason = explained.faults["brown"]
    assert (no_move.key, no_move.params) == (
        "watch.no_move",
        {"meeple": "brown", "cell": "LP", "source": "LR"},
    )
    with pytest.raises(Refused) as refused:
        attempt_of(state).play_to("brown", "LP")
    assert reason == refused.value.message


def test_a_meeple_put_back_to_where_it_came_from_takes_the_move_back(showing: Callable[..., State]) -> None:
    """MG is no stop on the way north from MI, so it can only have been put there."""
    state = showing(*MARKERS, shown=(("green", "MG"), ("green", "MI")))
    with pytest.raises(Refused):
        attempt_of(state).play_to("green", "MG")
    assert explain(state, {"green": ("MI", "MG")}).steps == (TakeBack(),)


def test_only_the_last_move_is_taken_back(showing: Callable[..., State]) -> None:
    state = showing(*MARKERS, shown=(("green", "MG"), ("green", "MI"), ("white", "AJ")))
    explained = explain(state, {"green": ("MI", "MG")})
    assert explained.steps == ()
    assert explained.faults["green"][1].key == "move.second_series"


def test_a_meeple_of_the_own_team_may_not_move_and_that_is_said(showing: Callable[..., State]) -> None:
    state = showing(("brown", 1), team="white")
    assert explain(state, {"white": ("AN", "AJ")}).faults["white"][1].key == "move.on_team"


def test_a_fourth_meeple_is_told_as_such(showing: Callable[..., State]) -> None:
    state = showing(*MARKERS, shown=(("white", "AJ"), ("brown", "LR"), ("green", "MG")))
    yellow = next(m.to for m, _ in attempt_of(showing(*MARKERS)).options("yellow"))
    assert explain(state, {"yellow": ("OE", yellow)}).faults["yellow"][1].key == "move.fourth_meeple"


def test_no_more_moves_are_made_up_than_the_markers_hold_for_that_meeple(
    showing: Callable[..., State],
) -> None:
    """Who stops short of where the slide ends has hardly made two moves more instead."""
    explained = explain(showing(("green", 1), ("white", 4)), {"green": ("RG", "MI")})
    assert explained.steps == ()
    assert explained.faults["green"][0].key == "watch.no_move"


def test_a_legal_move_beyond_the_markers_is_told_as_such(showing: Callable[..., State]) -> None:
    state = showing(("white", 1), shown=(("white", "AJ"),))
    explained = explain(state, {"brown": ("LQ", "LR")})
    assert explained.steps == ()
    assert explained.faults["brown"][1].key == "show.all_shown"


def test_two_meeples_seen_at_once_are_entered_in_the_order_of_the_markers(
    showing: Callable[..., State],
) -> None:
    seen = {"white": ("AN", "AJ"), "brown": ("LQ", "LR")}
    white, brown = ShowMove("white", "AJ"), ShowMove("brown", "LR")
    assert explain(showing(*MARKERS), seen).steps == (white, brown)
    assert explain(showing(("brown", 2), ("white", 1)), seen).steps == (brown, white)


def test_two_seen_at_once_are_entered_in_the_order_that_is_legal(showing: Callable[..., State]) -> None:
    """Green stops at RF only beside yellow, whatever the order of the markers."""
    state = showing(("green", 1), ("yellow", 1))
    explained = explain(state, {"green": ("RG", "RF"), "yellow": ("OE", "RE")})
    assert explained.steps == (ShowMove("yellow", "RE"), ShowMove("green", "RF"))


def test_of_two_seen_at_once_the_legal_one_is_entered_though_the_other_is_not(
    showing: Callable[..., State],
) -> None:
    explained = explain(showing(*MARKERS), {"white": ("AN", "AJ"), "brown": ("LQ", "BB")})
    assert explained.steps == (ShowMove("white", "AJ"),)
    assert list(explained.faults) == ["brown"]


def test_a_meeple_that_can_have_come_two_ways_is_left_to_touch(showing: Callable[..., State]) -> None:
    explained = explain(showing(("gray", 2)), {"gray": ("EQ", "AO")})
    assert explained.steps == ()
    assert [said.key for said in explained.faults["gray"]] == ["watch.which_way"]


def test_a_meeple_put_on_the_board_again_is_explained_from_where_the_match_has_it(
    showing: Callable[..., State],
) -> None:
    assert explain(showing(*MARKERS), {"white": (None, "AJ")}).steps == (ShowMove("white", "AJ"),)
    assert explain(showing(*MARKERS), {"white": (None, "AN")}).steps == ()


def test_no_series_is_longer_than_what_can_be_missed(showing: Callable[..., State]) -> None:
    attempt = attempt_of(showing(*MARKERS))
    one = series(attempt, "green", "MG", MOST_UNSEEN)
    two = series(attempt, "green", "MI", MOST_UNSEEN)
    assert (one, two) == ([("MG",)], [("MG", "MI")])
    assert series(attempt, "green", "MI", 1) == []


def test_every_series_that_is_found_can_be_played_and_spends_the_power_once(
    showing: Callable[..., State],
) -> None:
    attempt = attempt_of(showing(*MARKERS))
    found = {goal: series(attempt, "blue", goal, MOST_UNSEEN) for goal in ("DI", "AA", "KK", "QR", "CI")}
    assert found["KK"] == [("KK",)]
    for goal, paths in found.items():
        for path in paths:
            made = attempt
            for cell in path:
                made = made.play_to("blue", cell)
            assert made.moves[-1].to == goal
            assert sum(move.power is not None for move in made.moves) <= 1


def test_likely_is_where_a_meeple_stands_stood_or_can_go(showing: Callable[..., State]) -> None:
    state = showing(*MARKERS, shown=(("green", "MG"),))
    likely = likely_cells(state)
    options = {move.to for move, _ in attempt_of(state).options("green")}
    assert set(likely["green"]) == {"MG", "RG"} | options
    assert likely["blue"][0] == "AI"
    assert set(likely) == set(PLACES)
