"""What is counted of a match: rounds, claims, verdicts, corrections, and each player over many."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.games.contract import Refused
from app.games.mutant_meeples.state import (
    Action,
    Agree,
    Buzz,
    Claim,
    CorrectClaim,
    CorrectPlace,
    CorrectVerdict,
    Done,
    DrawCrime,
    Eliminate,
    GiveBack,
    GiveUp,
    Lapse,
    Proceed,
    Scatter,
    ShowMove,
    State,
    TimeUp,
)
from app.games.mutant_meeples.statistics import (
    Claimed,
    End,
    MatchFacts,
    MatchRecord,
    Penalty,
    RoundFacts,
    Seat,
    Shown,
    figures,
    optima,
    tell,
)
from tests.games.table_of import R1_GRATES, R1_STARTS, markers, new_match, with_teams

ANN, BEN, CAT = 0, 1, 2
GREEN = ("green", 1)
SOLVE: tuple[Action, ...] = (ShowMove("green", "HA"), Done())
"""Green slides along the north edge to the scene of the crime at HA."""


def start(*teams: list[str], styles: str = "touch") -> State:
    return with_teams(replace(new_match(styles=styles), starts=R1_STARTS), *teams)


def draw(target: str = "HA") -> DrawCrime:
    return DrawCrime((target[0], target[1]), tuple(c for c in "ABCDEFGH" if c not in target))


def told(first: State, *actions: Action | tuple[int, Action]) -> MatchRecord:
    """Tell a match; an action without a time (milliseconds) comes a second after the one before."""
    steps: list[Any] = []
    now_ms = 0
    for one in actions:
        now_ms, action = one if isinstance(one, tuple) else (now_ms + 1000, one)
        steps.append((action, now_ms))
    return tell(first, steps)


def only_round(record: MatchRecord) -> RoundFacts:
    (facts,) = record.facts.rounds
    return facts


def test_a_solved_round_has_its_claims_verdict_and_hero() -> None:
    record = told(
        start(),
        (500, draw()),
        markers(ANN, GREEN),
        (9_500, Claim(ANN, 1)),
        markers(BEN, GREEN),
        (11_000, Claim(BEN, 4)),
        TimeUp(),
        *SOLVE,
    )
    assert record.facts.seats == (Seat("Ann"), Seat("Ben"), Seat("Cat"))
    assert (record.facts.city, record.facts.winner, record.facts.corrections) == ("R1", None, 0)
    assert only_round(record) == RoundFacts(
        number=1,
        target="HA",
        end=End.SOLVED,
        claims=(Claimed(ANN, 1, 9_000), Claimed(BEN, 4, 10_500)),
        shown=(Shown(ANN, True),),
        solver=ANN,
        moves=1,
        joined="green",
    )
    assert [move.to for move in record.rounds[0].shown[ANN]] == ["HA"]
    assert record.rounds[0].crime.starts == R1_STARTS


def test_a_wrong_claim_is_told_with_what_it_cost_and_who_showed_next() -> None:
    record = told(
        start(["black", "gray"]),
        draw(),
        markers(ANN, GREEN),
        Claim(ANN, 1),
        markers(BEN, GREEN),
        Claim(BEN, 2),
        TimeUp(),
        GiveUp(),
        GiveBack("gray"),
        Proceed(),
        *SOLVE,
    )
    facts = only_round(record)
    assert facts.shown == (Shown(ANN, False), Shown(BEN, True))
    assert facts.penalties == (Penalty(ANN, "gray"),)
    assert (facts.solver, facts.end) == (BEN, End.SOLVED)


@pytest.mark.parametrize(
    ("actions", "end"),
    [
        ([], End.OPEN),
        ([markers(ANN, GREEN), Claim(ANN, 1), TimeUp()], End.OPEN),
        ([markers(ANN, GREEN), Claim(ANN, 1), TimeUp(), GiveUp()], End.OPEN),
        ([markers(ANN, GREEN), Claim(ANN, 1), TimeUp(), GiveUp(), Proceed()], End.UNSOLVED),
        ([Agree(ANN), Agree(BEN), Agree(CAT)], End.AGREED),
        ([Claim(ANN, 1), Claim(BEN, 1), Claim(CAT, 1)], End.NOBODY),
        ([markers(ANN, GREEN), Claim(ANN, 1), TimeUp(), *SOLVE], End.SOLVED),
    ],
)
def test_a_round_ends_as_the_table_saw_it(actions: list[Action], end: End) -> None:
    assert only_round(told(start(), draw(), *actions)).end is end


def test_two_cases_left_open_in_a_row_stay_two_rounds_through_the_scattering() -> None:
    agreed = [Agree(ANN), Agree(BEN), Agree(CAT)]
    cells = dict(zip(R1_STARTS, reversed(R1_GRATES), strict=True))
    record = told(start(), draw(), *agreed, draw("HB"), *agreed, Scatter(cells), draw("GA"))
    assert [(facts.target, facts.end) for facts in record.facts.rounds] == [
        ("HA", End.AGREED),
        ("HB", End.AGREED),
        ("GA", End.OPEN),
    ]
    assert record.rounds[2].crime.starts == cells


def test_somebody_who_claimed_without_markers_is_out_and_has_no_claim() -> None:
    facts = only_round(told(start(), draw(), Claim(ANN, 3), markers(BEN, GREEN), Claim(BEN, 2)))
    assert facts.out == (ANN,)
    assert facts.claims == (Claimed(BEN, 2, 3_000),)


def test_somebody_called_out_loses_the_claim_that_stood() -> None:
    record = told(start(), draw(), markers(ANN, GREEN), Claim(ANN, 3), Eliminate(ANN))
    assert only_round(record).claims == ()
    assert only_round(record).out == (ANN,)


def test_who_waits_for_an_earlier_press_claimed_when_the_number_was_named() -> None:
    record = told(
        start(styles="buzz"),
        (0, draw()),
        (4_000, Buzz(ANN)),
        (5_000, Buzz(BEN)),
        (6_000, Claim(BEN, 5)),
        (9_000, Lapse(ANN)),
    )
    assert only_round(record).claims == (Claimed(BEN, 5, 6_000),)


def test_without_play_times_a_claim_has_none() -> None:
    record = tell(start(), [(draw(), None), (markers(ANN, GREEN), 5), (Claim(ANN, 1), 10)])
    assert only_round(record).claims == (Claimed(ANN, 1, None),)


def test_a_corrected_claim_keeps_its_time_and_is_marked() -> None:
    record = told(
        start(),
        (0, draw()),
        markers(ANN, GREEN),
        (7_000, Claim(ANN, 1)),
        CorrectClaim(ANN, 3),
        CorrectPlace("red", "DA"),
    )
    assert only_round(record).claims == (Claimed(ANN, 3, 7_000, corrected=True),)
    assert only_round(record).corrections == record.facts.corrections == 2
    assert record.rounds[0].crime.starts["red"] == "DA"


def test_a_claim_taken_away_by_hand_is_none() -> None:
    assert (
        only_round(told(start(), draw(), markers(ANN, GREEN), Claim(ANN, 1), CorrectClaim(ANN))).claims == ()
    )


def test_a_claim_given_by_hand_has_no_time() -> None:
    facts = only_round(told(start(), draw(), markers(ANN, GREEN), CorrectClaim(ANN, 1)))
    assert facts.claims == (Claimed(ANN, 1, None, corrected=True),)


def test_a_verdict_put_right_counts_as_it_stands_and_gives_the_penalty_back() -> None:
    record = told(
        start(["black"]),
        draw(),
        markers(ANN, GREEN),
        Claim(ANN, 1),
        TimeUp(),
        ShowMove("green", "HA"),
        GiveUp(),
        GiveBack("black"),
        CorrectVerdict(ANN, True),
    )
    facts = only_round(record)
    assert facts.shown == (Shown(ANN, True, corrected=True),)
    assert (facts.penalties, facts.solver, facts.joined, facts.end) == ((), ANN, "green", End.SOLVED)


def test_a_claim_called_right_by_hand_has_no_number_of_moves_for_not_all_were_seen() -> None:
    wrong = (draw(), markers(ANN, GREEN), Claim(ANN, 1), TimeUp(), GiveUp(), GiveBack("black"))
    for seen in ((), (ShowMove("green", "HA"),)):
        record = told(start(["black"]), *wrong[:4], *seen, *wrong[4:], CorrectVerdict(ANN, True, "green"))
        facts = only_round(record)
        assert (facts.solver, facts.moves, facts.end) == (ANN, None, End.SOLVED)


def test_a_right_verdict_turned_wrong_leaves_no_solver() -> None:
    solved = (draw(), markers(ANN, GREEN), Claim(ANN, 1), TimeUp(), *SOLVE)
    record = told(start(), *solved, CorrectVerdict(ANN, False), Proceed())
    facts = only_round(record)
    assert facts.shown == (Shown(ANN, False, corrected=True),)
    assert (facts.solver, facts.moves, facts.end) == (None, None, End.UNSOLVED)


def test_the_winner_of_the_match_is_told() -> None:
    team = ["gray", "blue", "brown", "red", "white"]
    record = told(start(team), draw(), markers(ANN, GREEN), Claim(ANN, 1), TimeUp(), *SOLVE)
    assert record.facts.winner == ANN


def test_actions_that_cannot_follow_each_other_are_refused() -> None:
    with pytest.raises(Refused):
        told(start(), draw(), TimeUp())


def test_a_match_that_begins_in_the_middle_of_a_round_is_refused() -> None:
    midway = told(start(), draw(), markers(ANN, GREEN)).state
    with pytest.raises(Refused):
        tell(midway, [(Claim(ANN, 1), 1)])


def test_a_match_is_won_or_ended_without_a_winner_or_still_open() -> None:
    assert match((ANNA, ROBO), winner=1).standing(closed=True) == "won"
    assert match((ANNA, ROBO)).standing(closed=True) == "ended"
    assert match((ANNA, ROBO)).standing(closed=False) == "open"
    assert match((Seat("Ben"), ANNA), winner=0).winner_name == "Ben"
    assert match((Seat("Ben"), ANNA)).winner_name == ""


def test_the_optimum_is_everybodys_own() -> None:
    """Green and black, who get there in one move, are on Ann's team: she needs two. Cat did not claim."""
    claimed: list[Action] = [draw(), markers(ANN, ("gray", 4)), Claim(ANN, 4), markers(BEN, GREEN)]
    record = told(start(["green", "black"]), *claimed, Claim(BEN, 2), TimeUp(), *SOLVE)
    assert optima(record.rounds) == {1: {ANN: 2, BEN: 1}}


@pytest.mark.rule("MM-24")
def test_the_optimum_of_an_open_round_is_not_looked_for() -> None:
    record = told(start(), draw(), markers(ANN, GREEN), Claim(ANN, 1))
    assert not record.rounds[0].over
    assert optima(record.rounds) == {}


# -- players over many matches -----------------------------------------------------------------------------


def match(seats: tuple[Seat, ...], *rounds: RoundFacts, winner: int | None = None) -> MatchFacts:
    return MatchFacts(seats, (0,) * len(seats), "R1", rounds, winner, 0)


ANNA, ROBO = Seat("Anna"), Seat("Anna", "club")
ROUND = RoundFacts(
    number=1,
    target="HA",
    end=End.SOLVED,
    claims=(Claimed(0, 3, 10_000), Claimed(1, 4, 30_000)),
    shown=(Shown(0, False), Shown(1, True)),
    penalties=(Penalty(0, "gray"),),
    solver=1,
)


def test_a_person_and_a_machine_of_one_name_are_two_players() -> None:
    anna, robo = figures([(match((ANNA, ROBO), ROUND, winner=1), {1: {0: 3, 1: 2}})])
    assert (anna.bot, robo.bot) == (None, "club")
    assert (anna.matches, anna.wins, anna.rounds, anna.solved, anna.bids) == (1, 0, 1, 0, 1)
    assert (anna.failed, anna.penalties, anna.eliminated) == (1, 1, 0)
    assert (robo.wins, robo.solved, robo.failed, robo.penalties) == (1, 1, 0, 0)
    assert (anna.over, robo.over) == ({0: 1}, {2: 1})


def test_a_player_is_followed_from_seat_to_seat_and_match_to_match() -> None:
    ben = Seat("Ben")
    first = match((ANNA, ben), ROUND, RoundFacts(2, "HB", End.OPEN, claims=(Claimed(0, 5, 50_000),)))
    second = match((ben, ANNA), ROUND, RoundFacts(2, "HB", End.NOBODY, out=(1,)))
    third = match((ANNA, ben))
    anna, _ = figures([(first, {1: {0: 2}, 2: {0: 1}}), (second, {1: {1: 4}}), (third, {})])
    assert (anna.matches, anna.rounds, anna.bids, anna.eliminated) == (3, 3, 3, 1)
    assert anna.over == {0: 1, 1: 1, 4: 1}
    assert anna.mean_over == pytest.approx(5 / 3)
    assert anna.bid_ms == 30_000
    assert anna.trend == (30_000, 30_000)


def test_an_optimum_that_is_not_proven_is_left_out() -> None:
    anna, _ = figures([(match((ANNA, ROBO), ROUND), {1: {1: 2}})])
    assert (anna.bids, anna.over, anna.mean_over) == (1, {}, None)


def test_persons_come_first_by_name_then_machines() -> None:
    seats = (Seat("zoe"), Seat("Ada", "expert"), Seat("Ben"), Seat("Ada", "club"))
    assert [(one.name, one.bot) for one in figures([(match(seats), {})])] == [
        ("Ben", None),
        ("zoe", None),
        ("Ada", "club"),
        ("Ada", "expert"),
    ]
