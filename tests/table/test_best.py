"""The best for everybody, and how hard it was: after the round, in the background, and honest."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from app.games.mutant_meeples.answers import Solution
from app.games.mutant_meeples.hardness import hardness
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.solver import Cancel, all_solutions, solve
from app.games.mutant_meeples.state import Agree, CorrectPlace, DrawCrime, Phase, State
from app.table import best as bests
from app.table.best import Best, BestFinder, best_of_round, hardness_of_round
from app.table.camera_desk import CameraDesk
from app.table.worker import Worker
from app.ui.desk import Desk as MatchDesk
from tests.games.table_of import at_thinking, do
from tests.table.conftest import Desk as Table
from tests.table.waiting import until

TEAMS = (("white", "yellow"), (), ("blue", "brown"), ())
NAMES = ("Ann", "Ben", "Cat", "Dan")


def agreed() -> State:
    """A crime that four players with different teams have given up."""
    return do(at_thinking(NAMES, teams=list(TEAMS)), *(Agree(seat) for seat in range(4)))


def known(fewest: int | None, proven: bool, nothing_up_to: int = 0) -> Solution:
    moves = (Move("green", None, "east", "AB", "AC"),) * (fewest or 0)
    return Solution(fewest, proven, moves, None, nothing_up_to, 1)


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def test_each_player_gets_the_answer_of_the_own_team() -> None:
    state = agreed()
    crime, best = state.round, best_of_round(state)
    assert crime is not None
    for seat, answer in enumerate(best.answers):
        alone = solve(state.board, crime.starts, crime.target, state.round_kit(seat))
        assert (answer.fewest_moves, answer.proven) == (alone.fewest_moves, True)


def test_the_hardness_is_that_of_all_shortest_plans() -> None:
    state = agreed()
    crime, best = state.round, best_of_round(state)
    assert crime is not None
    for seat, found in enumerate(hardness_of_round(state, best)):
        kit = state.round_kit(seat)
        ways = all_solutions(state.board, crime.starts, crime.target, kit)
        assert found == hardness(state.board, crime.starts, kit, ways)
        assert found is not None


def test_equal_teams_are_weighed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state, asked = agreed(), []

    def counting(*parts: object, **more: object) -> object:
        asked.append(parts)
        return all_solutions(*parts, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(bests, "all_solutions", counting)
    hard = hardness_of_round(state, best_of_round(state))
    assert len(asked) == 3
    assert hard[1] == hard[3]


@pytest.mark.parametrize("search", ["solve_for_all", "all_solutions"])
def test_looking_for_the_best_stops_when_the_next_crime_is_drawn(
    desk: Table, worker: Worker, monkeypatch: pytest.MonkeyPatch, search: str
) -> None:
    """And does so in the middle of a search: bots and verdicts wait for the same thread."""
    begun, cancelled = threading.Event(), threading.Event()

    def endless(*_: object, cancel: Cancel, **__: object) -> object:
        begun.set()
        while not cancel.flag[0]:
            time.sleep(0.001)
        cancelled.set()
        raise ValueError("ended from outside")

    monkeypatch.setattr(bests, search, endless)
    screen = MatchDesk(desk.session, worker, CameraDesk(None, worker))
    desk.begin()
    for seat in range(3):
        assert desk.session.act(Agree(seat))
    screen.poll()
    until(worker, begun.is_set)
    assert desk.session.act(DrawCrime())
    screen.poll()
    until(worker, cancelled.is_set)


@pytest.mark.parametrize(
    ("answers", "seat", "proven"),
    [
        ((known(4, True, 3), known(3, True, 2)), 1, True),
        ((known(3, True, 2), known(None, False, 2)), 0, True),
        ((known(3, True, 2), known(None, False, 1)), 0, False),
        ((known(3, False, 1), known(5, True, 4)), 0, False),
        ((known(None, True), known(None, True)), None, True),
        ((known(None, True), known(None, False)), None, False),
    ],
)
def test_the_best_of_all_is_proven_when_nobody_can_have_had_a_shorter_one(
    answers: tuple[Solution, ...], seat: int | None, proven: bool
) -> None:
    best = Best(answers)
    assert (best.seat, best.proven) == (seat, proven)
    assert len(best.moves) == (answers[seat].fewest_moves if seat is not None else 0)


def test_the_answer_comes_first_and_its_hardness_after_it(worker: Worker) -> None:
    finder, state = BestFinder(worker), agreed()
    finder.look(state)
    until(worker, lambda: finder.best is not None)
    assert finder.best is not None
    assert finder.best.hard is None
    until(worker, lambda: finder.best is not None and finder.best.hard is not None)
    assert finder.best.hardness_of(0) is not None


def test_the_same_crime_is_looked_at_once_and_a_changed_one_anew(worker: Worker) -> None:
    finder, state = BestFinder(worker), agreed()
    finder.look(state)
    until(worker, lambda: finder.best is not None)
    first = finder.best
    finder.look(state)
    assert finder.best is first
    other = do(at_thinking(NAMES), CorrectPlace("red", "AB"), *(Agree(seat) for seat in range(4)))
    assert other.phase is Phase.RESULT
    finder.look(other)
    assert finder.best is None
    until(worker, lambda: finder.best is not None)
    assert finder.best != first


def test_a_search_that_fails_is_told_and_nothing_else_is_asked(
    worker: Worker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> object:
        raise OSError("no solver")

    monkeypatch.setattr(bests, "solve_for_all", broken)
    finder = BestFinder(worker)
    finder.look(agreed())
    until(worker, lambda: finder.failed)
    assert finder.best is None
    assert "could not be worked out" in caplog.text


def test_without_hardness_the_answer_stays(
    worker: Worker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> object:
        raise OSError("no solver")

    monkeypatch.setattr(bests, "all_solutions", broken)
    finder = BestFinder(worker)
    finder.look(agreed())
    until(worker, lambda: "hardness could not be worked out" in caplog.text)
    assert finder.best is not None
    assert finder.best.moves
