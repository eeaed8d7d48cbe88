"""One person alone practises: claims and verdicts as ever, but nothing is collected, paid or won."""

from __future__ import annotations

import datetime
import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.games.contract import Message, Refused
from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.state import (
    Agree,
    Claim,
    CorrectVerdict,
    Done,
    DrawCrime,
    GiveBack,
    GiveUp,
    Phase,
    PlayerSetup,
    Proceed,
    Setup,
    ShowMove,
    State,
    TimeUp,
    Tournament,
)
from app.language import sentence
from app.store.journal import Journal
from app.table.autoplay import HandClock
from app.table.session import Session
from tests.games.table_of import GAME, R1_BOARD, R1_STARTS, at_thinking, do, markers, refusal, told
from tests.store.newest import newest_open

ALONE = ("Ann",)
ANN = 0
WALL = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)


def refused_setup(*players: PlayerSetup, tournament: Tournament | None = None) -> Message | None:
    try:
        GAME.new(Setup(players, tournament=tournament), random.Random(1))
    except Refused as refused:
        return refused.message
    return None


def solved(state: State) -> State:
    """Ann runs green along the first street to HA."""
    return do(state, markers(ANN, ("green", 1)), Claim(ANN, 1), ShowMove("green", "HA"), Done())


@pytest.mark.rule("MM-13")
def test_mm13_a_solved_crime_is_praised_and_collects_nobody() -> None:
    state = do(at_thinking(ALONE), markers(ANN, ("green", 1)), Claim(ANN, 1), ShowMove("green", "HA"))
    assert told(state, Done()) == ["practice.solved"]
    state = do(state, Done())
    assert state.phase is Phase.RESULT
    assert state.players[ANN].team == ()
    assert state.starts["green"] == "HA"  # the meeples stay where they came to, as in a match
    assert state.kit(ANN).usable() == colours()


@pytest.mark.rule("MM-13")
def test_mm13_practice_goes_on_after_any_number_of_solved_crimes() -> None:
    state = solved(at_thinking(ALONE))
    for _ in range(12):
        state = do(state, DrawCrime(("H", "A"), ()))
        state = replace(state, starts=R1_STARTS)
        assert state.round is not None
        state = solved(replace(state, round=replace(state.round, starts=R1_STARTS)))
        GAME.check(state)
    assert (state.phase, state.winner, state.rounds_played) == (Phase.RESULT, None, 13)
    assert GAME.result(state) is None


@pytest.mark.rule("MM-13")
def test_mm13_a_wrong_claim_costs_nothing() -> None:
    state = do(at_thinking(ALONE), markers(ANN, ("green", 1)), Claim(ANN, 1), GiveUp())
    assert state.phase is Phase.FAILED
    assert [offer.action for offer in GAME.legal(state, ANN)] == ["proceed"]
    assert do(state, Proceed()).phase is Phase.RESULT


@pytest.mark.rule("MM-13")
def test_mm13_the_claim_starts_the_timer_and_ends_the_claiming_as_nobody_else_can() -> None:
    state = do(at_thinking(ALONE), markers(ANN, ("green", 1)))
    assert GAME.deadlines(state) == {}  # all the time in the world before the claim
    assert told(state, Claim(ANN, 1)) == ["claim.made", "clock.started", "show.turn"]
    assert refusal(do(state, Claim(ANN, 1)), TimeUp()) is not None


@pytest.mark.rule("MM-13")
@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (Phase.DRAW, "Practice: turn two Location tiles"),
        (Phase.THINK, "Practice: find the shortest way to HA"),
        (Phase.RESULT, "Practice: next crime when you are ready"),
    ],
)
def test_mm13_the_screen_says_that_it_is_practice(phase: Phase, said: str) -> None:
    thinking = at_thinking(ALONE)
    states = {
        Phase.DRAW: replace(thinking, phase=Phase.DRAW, round=None),
        Phase.THINK: thinking,
        Phase.RESULT: do(thinking, Agree(ANN)),
    }
    assert states[phase].phase is phase
    assert sentence(GAME.prompt(states[phase])) == said
    assert GAME.view(states[phase], ANN)["practice"] is True


@pytest.mark.rule("MM-13")
def test_mm13_two_and_a_person_with_a_bot_play_a_match() -> None:
    state = at_thinking(("Ann", "Ben"))
    assert GAME.view(state, ANN)["practice"] is False
    assert GAME.prompt(state).key == "prompt.think"
    seats = (PlayerSetup("Ann"), PlayerSetup("Bo", bot="club"))
    assert GAME.view(GAME.new(Setup(seats), random.Random(1)), ANN)["practice"] is False


def test_a_bot_alone_plays_a_match_to_its_end() -> None:
    state = GAME.new(Setup((PlayerSetup("Bo", bot="club"),)), random.Random(1))
    assert GAME.view(state, 0)["practice"] is False


@pytest.mark.rule("MM-13")
def test_mm13_markers_may_be_put_aside_but_a_seed_and_a_tournament_take_two() -> None:
    assert refused_setup(PlayerSetup("Ann", handicap=1, removed=("red",))) is None
    message = refused_setup(PlayerSetup("Ann", seed="red"))
    assert message == Message("setup.seed_alone", {"name": "Ann"})
    assert sentence(message) == "Players: Ann practises alone, without a super team to start with"
    alone = refused_setup(PlayerSetup("Ann"), tournament=Tournament())
    assert alone is not None
    assert alone.key == "setup.tournament_alone"


def test_a_verdict_put_right_in_practice_costs_nothing_either() -> None:
    state = do(solved(at_thinking(ALONE)), CorrectVerdict(ANN, legal=False))
    assert (state.phase, state.starts) == (Phase.FAILED, R1_STARTS)
    state = do(state, CorrectVerdict(ANN, legal=True, meeple="green"))
    assert (state.phase, state.players[ANN].team) == (Phase.RESULT, ())
    assert state.starts["green"] == "HA"


def test_a_journal_of_a_match_of_one_from_before_practice_is_replayed_to_its_end(tmp_path: Path) -> None:
    """It tells of a hero who joined and was given back; today nobody joins, and all the rest is as it was."""
    journal = Journal(tmp_path / "journal.db")
    first = replace(
        GAME.new(Setup((PlayerSetup("Ann"),), board=R1_BOARD), random.Random(1)), starts=R1_STARTS
    )
    match_id = journal.begin(GAME.name, msgspec.json.encode(first), WALL)
    for action in (
        DrawCrime(("H", "A"), ()),
        *(markers(ANN, ("green", 1)), Claim(ANN, 1), ShowMove("green", "HA"), Done()),
        DrawCrime(("A", "B"), ()),
        *(markers(ANN, ("red", 1)), Claim(ANN, 1), GiveUp(), GiveBack("green"), Proceed()),
        DrawCrime(("A", "C"), ()),
    ):
        journal.append(match_id, msgspec.json.encode(action), {}, WALL)
    session: Session[State] = Session(
        GAME, journal, clock_ns=HandClock(), wall=lambda: WALL, rng=random.Random(1)
    )
    stored = newest_open(journal)
    assert stored is not None
    session.resume(stored)
    assert session.take_notice() is None  # nothing was left out
    assert session.state is not None
    assert (session.state.phase, session.state.rounds_played) == (Phase.THINK, 3)
    assert session.state.starts["green"] == "HA"
    journal.close()
