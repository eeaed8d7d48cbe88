"""One crime from the draw to its end, rule by rule, where the worked claims leave something unsaid."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.state import (
    Agree,
    Claim,
    Clock,
    Done,
    DrawCrime,
    GiveBack,
    GiveUp,
    Holding,
    Phase,
    Proceed,
    Row,
    ShowMove,
    State,
    TimeUp,
)
from tests.games.table_of import GAME, R1_STARTS, at_thinking, do, markers, new_match, refusal, told

ANN, BEN, CAT = range(3)


def key_of(state: State, action: object) -> str | None:
    message = refusal(state, action)  # type: ignore[arg-type]
    return message.key if message else None


def solved_by_ann() -> State:
    """Ann has brought green to HA; the next crime is due."""
    state = do(at_thinking(("Ann", "Ben")), markers(ANN, ("green", 1)), Claim(ANN, 1), TimeUp())
    return do(state, ShowMove("green", "HA"), Done())


@pytest.mark.rule("MM-04", "MM-45")
def test_placeholders_stay_while_the_meeples_are_shown() -> None:
    state = do(at_thinking(), markers(ANN, ("red", 2)), Claim(ANN, 2), TimeUp(), ShowMove("red", "EA"))
    assert state.starts == R1_STARTS
    assert state.cells() == {**R1_STARTS, "red": "EA"}


@pytest.mark.rule("MM-07")
def test_no_second_scene_while_a_crime_is_open() -> None:
    assert key_of(at_thinking(), DrawCrime(("A", "B"), ())) == "phase.not_drawing"


@pytest.mark.rule("MM-07", "MM-30")
def test_the_second_claim_starts_no_second_sand() -> None:
    state = do(at_thinking(), markers(ANN, ("green", 4)))
    assert told(state, Claim(ANN, 4)) == ["claim.made", "clock.started"]
    state = do(state, Claim(ANN, 4), markers(BEN, ("green", 4)))
    assert told(state, Claim(BEN, 5)) == ["claim.made"]
    assert list(GAME.deadlines(do(state, Claim(BEN, 5)))) == ["sand 1"]


@pytest.mark.rule("MM-08", "MM-14")
def test_twenty_four_tiles_are_free_before_the_first_claim_and_a_claim_takes_one() -> None:
    state = do(at_thinking(), markers(ANN, ("red", 1)), markers(BEN, ("red", 1)))
    tiles = {
        seat: offer.choices["tile"]
        for seat in (ANN, BEN)
        for offer in GAME.legal(state, seat)
        if offer.action == "claim"
    }
    assert tiles == {ANN: list(range(1, 25)), BEN: list(range(1, 25))}
    assert key_of(state, Claim(ANN, 25)) == "claim.no_such_tile"
    after = do(state, Claim(ANN, 7))
    assert after.holding(ANN) == Holding(ANN, 7, (Row("red", 1),))
    (left,) = [offer.choices["tile"] for offer in GAME.legal(after, BEN) if offer.action == "claim"]
    assert left == [tile for tile in range(1, 25) if tile != 7]


@pytest.mark.rule("MM-20", "MM-21")
def test_the_first_tile_is_the_column_and_the_second_the_row() -> None:
    state = new_match(board="meeptropolis")
    rest = tuple(letter for letter in state.stack if letter not in "KC")
    state = do(state, DrawCrime(("K", "C"), rest))
    assert state.round is not None
    assert state.round.target == "KC"
    assert state.board.place(state.board.cell("KC")) == (10, 2)
    assert GAME.prompt(state).params["cell"] == "KC"


@pytest.mark.rule("MM-23")
def test_who_stands_on_the_scene_must_go_and_come_back() -> None:
    state = solved_by_ann()
    again = do(state, DrawCrime(("H", "A"), ()), markers(BEN, ("green", 2)), Claim(BEN, 2), TimeUp())
    failed = do(again, Done())
    assert failed.round is not None
    assert failed.round.ruling is not None
    assert (failed.phase, failed.round.ruling.reason.key) == (Phase.FAILED, "verdict.no_moves")
    after = do(again, ShowMove("green", "AA"), ShowMove("green", "HA"), Done())
    assert after.players[BEN].team == ("green",)


@pytest.mark.rule("MM-26")
@pytest.mark.parametrize("movers", [1, 2, 3])
def test_one_two_or_three_meeples_make_a_plan(movers: int) -> None:
    rows = [(colour, 1) for colour in ("red", "blue", "gray")[:movers]]
    state = do(at_thinking(), markers(ANN, *rows), Claim(ANN, movers))
    assert state.holding(ANN) == Holding(ANN, movers, tuple(Row(*row) for row in rows))


@pytest.mark.rule("MM-28", "MM-51")
def test_a_member_given_back_can_be_planned_again() -> None:
    state = at_thinking(("Ann", "Ben"), teams=[("green", "red")])
    assert key_of(state, markers(ANN, ("red", 1))) == "plan.on_team"
    state = do(
        state, markers(ANN, ("blue", 1)), Claim(ANN, 1), TimeUp(), GiveUp(), GiveBack("red"), Proceed()
    )
    assert state.players[ANN].team == ("green",)
    state = do(state, DrawCrime(("A", "B"), ()))
    assert key_of(state, markers(ANN, ("red", 1))) is None


@pytest.mark.rule("MM-34")
def test_claims_may_come_in_any_order_of_numbers() -> None:
    state = at_thinking()
    for seat, tile in ((ANN, 8), (BEN, 12), (CAT, 5)):
        state = do(state, markers(seat, ("red", 3)), Claim(seat, tile))
    assert state.round is not None
    assert [(held.player, held.tile) for held in state.round.holdings] == [(ANN, 8), (BEN, 12), (CAT, 5)]


@pytest.mark.rule("MM-43")
def test_no_clock_runs_before_the_first_claim() -> None:
    state = at_thinking()
    assert GAME.deadlines(state) == {}
    assert key_of(state, TimeUp()) == "clock.not_running"


@pytest.mark.rule("MM-47")
@pytest.mark.parametrize(
    ("shown", "right"),
    [
        ([("red", "EA"), ("green", "DA"), ("green", "DC")], True),
        ([("green", "HA")], False),  # red has not moved
        ([("green", "HA"), ("green", "AA"), ("red", "EA")], False),  # the other order
        ([("red", "EA"), ("red", "HA"), ("green", "GA")], False),  # red twice, green once
    ],
)
def test_a_demonstration_follows_the_markers(shown: list[tuple[str, str]], right: bool) -> None:
    """Red north to EA; green east to DA, stopped by red, and south to DC, stopped by brown."""
    state = at_thinking(("Ann", "Ben"), target="DC")
    state = do(state, markers(ANN, ("red", 1), ("green", 2)), Claim(ANN, 3), TimeUp())
    state = do(state, *(ShowMove(*step) for step in shown), Done())
    assert (state.phase is Phase.RESULT) is right
    assert state.players[ANN].team == (("green",) if right else ())


@pytest.mark.rule("MM-49")
def test_only_the_arriving_meeple_joins_and_the_others_stay_to_be_used() -> None:
    state = do(at_thinking(target="AH"), markers(CAT, ("red", 1), ("green", 1)), Claim(CAT, 2), TimeUp())
    state = do(state, ShowMove("red", "EA"), ShowMove("green", "AH"), Done())
    assert state.players[CAT].team == ("green",)
    assert set(state.kit(CAT).usable()) == set(colours()) - {"green"}
    assert state.phase is Phase.RESULT


@pytest.mark.rule("MM-50")
def test_after_a_solved_crime_every_tile_is_free_again() -> None:
    state = at_thinking(teams=[(), ("red", "blue", "gray"), ()])
    state = do(state, markers(ANN, ("green", 1)), Claim(ANN, 5), markers(BEN, ("green", 4)), Claim(BEN, 12))
    state = do(state, TimeUp(), ShowMove("green", "HA"), Done())
    assert state.players[BEN].team == ("red", "blue", "gray")
    state = do(state, DrawCrime(("A", "B"), ()), markers(BEN, ("green", 4)))
    assert key_of(state, Claim(BEN, 12)) is None


@pytest.mark.rule("MM-56", "MM-114")
def test_an_unsolved_crime_leaves_placeholders_and_drawer_as_they_were() -> None:
    state = at_thinking(("Ann", "Ben"))
    drawer = state.drawer
    state = do(state, markers(ANN, ("red", 2)), Claim(ANN, 2), TimeUp(), ShowMove("red", "EA"), GiveUp())
    state = do(state, Proceed())
    assert (state.phase, state.drawer) == (Phase.RESULT, drawer)
    assert state.starts == state.cells() == R1_STARTS


@pytest.mark.rule("MM-73")
def test_a_power_used_in_a_wrong_demonstration_is_there_for_the_next_player() -> None:
    state = at_thinking(("Ann", "Ben"), target="DA")
    for seat in (ANN, BEN):
        state = do(state, markers(seat, ("green", 1)), Claim(seat, seat + 1))
    wrong = do(state, ShowMove("green", "AD"), Done(), Proceed())
    after = do(wrong, ShowMove("green", "DA"), Done())
    assert [seat.team for seat in after.players] == [(), ("green",)]
    assert after.round is not None
    assert [move.power for move in after.round.moves] == ["green"]


@pytest.mark.rule("MM-108", "MM-109")
def test_giving_a_crime_up_is_over_with_the_first_claim() -> None:
    state = do(at_thinking(), Agree(ANN), Agree(BEN), markers(CAT, ("red", 9)), Claim(CAT, 12))
    assert state.round is not None
    assert (state.round.agreed, state.round.clock) == ((), Clock.RUNNING)
    assert "agree" not in {offer.action for seat in (ANN, BEN) for offer in GAME.legal(state, seat)}
    assert key_of(state, Agree(ANN)) == "agree.tile_held"


@pytest.mark.rule("MM-111")
def test_only_wrong_claims_between_two_agreements_break_the_row() -> None:
    state = do(at_thinking(("Ann",)), Agree(ANN), DrawCrime(("A", "B"), ()))
    assert state.agreed_in_a_row == 1
    state = do(state, markers(ANN, ("red", 1)), Claim(ANN, 1), GiveUp(), Proceed())
    state = do(state, DrawCrime(("A", "C"), ()), Agree(ANN))
    assert (state.phase, state.agreed_in_a_row) == (Phase.RESULT, 1)


@pytest.mark.rule("C29")
def test_c29_two_wrong_claims_cost_each_team_of_four_one_member() -> None:
    four = ("red", "blue", "gray", "white")
    state = at_thinking(("Ann", "Ben"), teams=[four, four])
    for seat, tile in ((ANN, 2), (BEN, 3)):
        state = do(state, markers(seat, ("green", 2)), Claim(seat, tile))
    for lost in ("white", "red"):
        state = do(state, GiveUp(), GiveBack(lost), Proceed())
    assert [len(seat.team) for seat in state.players] == [3, 3]
    assert (state.phase, state.winner) == (Phase.RESULT, None)


@pytest.mark.rule("MM-11", "MM-116")
def test_the_fifth_member_does_not_win_yet() -> None:
    four = ("red", "blue", "gray", "white")
    state = do(at_thinking(teams=[four]), markers(ANN, ("green", 1)), Claim(ANN, 1), TimeUp())
    state = do(state, ShowMove("green", "HA"), Done())
    assert (state.phase, state.winner, len(state.players[ANN].team)) == (Phase.RESULT, None, 5)
    assert GAME.result(state) is None


@pytest.mark.rule("MM-66")
def test_running_over_the_scene_is_not_arriving() -> None:
    state = at_thinking(("Ann", "Ben"), target="GA")
    state = do(state, markers(ANN, ("green", 1)), Claim(ANN, 1), TimeUp())
    assert key_of(state, ShowMove("green", "GA")) == "move.runs_past"
    state = do(state, ShowMove("green", "HA"), Done())
    assert state.round is not None
    assert state.round.ruling is not None
    assert state.round.ruling.reason.key == "verdict.not_on_target"


@pytest.mark.rule("MM-112", "MM-113")
def test_the_next_crime_begins_where_the_meeples_stand() -> None:
    state = do(solved_by_ann(), DrawCrime(("A", "B"), ()))
    assert state.round is not None
    assert state.round.starts == {**R1_STARTS, "green": "HA"}
    assert (state.round.drawer, state.round.target) == (ANN, "AB")


@pytest.mark.rule("MM-05", "MM-12")
@pytest.mark.parametrize(("seats", "markers_in_use"), [(3, 24), (6, 48)])
def test_every_player_has_a_marker_of_each_colour(seats: int, markers_in_use: int) -> None:
    state = new_match("ABCDEF"[:seats])
    state = replace(
        state,
        players=(replace(state.players[0], team=("red",), removed=("blue",)), *state.players[1:]),
    )
    piles = [
        (*state.kit(seat).usable(), *player.team, *player.removed)
        for seat, player in enumerate(state.players)
    ]
    assert [sorted(pile) for pile in piles] == [sorted(colours())] * seats
    assert sum(map(len, piles)) == markers_in_use


@pytest.mark.rule("MM-12")
def test_everybody_begins_with_an_empty_team() -> None:
    state = new_match()
    assert [(seat.team, seat.removed) for seat in state.players] == [((), ())] * 3
