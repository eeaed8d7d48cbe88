"""The first game: led through from the draw to the hero, and deaf to all else on the way."""

from __future__ import annotations

import contextlib
import datetime
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games.mutant_meeples.solver import solve
from app.games.mutant_meeples.state import Phase, State
from app.store.journal import Journal
from app.table.autoplay import SECOND, HandClock
from app.table.camera_desk import CameraDesk
from app.table.first_round import HERO, LEARNER, STARTS, STOPS, TARGET, FirstRound, table
from app.table.first_start import is_first_start
from app.table.session import Session
from app.table.worker import Worker
from app.ui.desk.guided import GuidedDesk
from app.ui.presenters.home import HomePresenter
from app.ui.presenters.tutorial import STEPS, Step, Tutorial
from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, overlap, sized

WALL = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)


class Lesson:
    """A tutorial with all that belongs to it."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.journal, self.worker = Journal(None), Worker()
        self.session: Session[State] = Session(
            FirstRound(), self.journal, clock_ns=self.clock, wall=lambda: WALL, rng=random.Random(1)
        )
        self.desk = GuidedDesk(self.session, self.worker, CameraDesk(None, self.worker))
        self.tutorial = Tutorial(self.session, self.desk)
        self.tutorial.begin()

    @property
    def state(self) -> State:
        assert self.session.state is not None
        return self.session.state

    def obey(self) -> str:
        """Do what the bubble says; the name of the step that was done."""
        step = self.tutorial.step
        if step.touches:
            method, arguments = step.touches[0]
            more = arguments if method == "tap_cell" else ()
            assert self.tutorial.touch(method, *arguments, *more)
        else:
            self.tutorial.go_on()
        return step.key

    def obey_until(self, key: str) -> None:
        while self.tutorial.step.key != key:
            self.obey()


@pytest.fixture
def lesson() -> Iterator[Lesson]:
    made = Lesson()
    yield made
    made.worker.close()
    made.journal.close()


def test_who_obeys_solves_the_crime_and_wins_the_hero(lesson: Lesson) -> None:
    done = [lesson.obey() for _ in range(len(STEPS) - 1)]
    assert done == [step.key for step in STEPS[:-1]]
    assert lesson.tutorial.view().last
    assert lesson.state.phase is Phase.RESULT
    assert lesson.state.players[LEARNER].team == (HERO,)
    crime = lesson.state.round
    assert crime is not None
    assert crime.target == TARGET
    assert [holding.tile for holding in crime.holdings] == [2, 4]


def test_the_crime_is_the_same_however_the_tiles_are_shuffled() -> None:
    states = [FirstRound().new(table("a", "b"), random.Random(seed)) for seed in range(5)]
    assert len({(tuple(sorted(s.starts.items())), s.stack, s.drawer) for s in states}) == 1
    assert "".join(states[0].stack[:2]) == TARGET
    assert sorted(states[0].stack) == sorted("ABCDEFGHIJKLMNOPQR")


def test_nobody_gets_there_in_fewer_moves_than_the_tutorial_shows(lesson: Lesson) -> None:
    state = lesson.state
    found = solve(state.board, state.starts, TARGET, state.kit(LEARNER))
    assert found.proven
    assert [(move.meeple, move.to) for move in found.moves] == [(HERO, cell) for cell in STOPS]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.key)
def test_nothing_else_than_what_is_asked_for_does_anything(lesson: Lesson, step: Step) -> None:
    lesson.obey_until(step.key)
    before, at = lesson.state, lesson.tutorial.step
    others = [
        ("undo",), ("pause",), ("agree", 0), ("tap_tile", 7), ("tap_player", 1), ("tap_chip", "red"),
        ("tap_cell", "AB", "AB"), ("tap_cell", STARTS["red"], STARTS["red"]), ("give_up",), ("take_back",),
        ("close_plan",), ("set_count", 0, 9), ("show_best",), ("fix",),
    ]  # fmt: skip
    for name, *arguments in others:
        assert not lesson.tutorial.touch(name, *arguments)
    assert (lesson.state, lesson.tutorial.step) == (before, at)
    assert lesson.tutorial.view().nudges == len(others)
    lesson.obey()
    if not lesson.tutorial.view().last:
        assert lesson.tutorial.view().nudges == 0


def test_next_means_nothing_where_something_is_to_be_touched(lesson: Lesson) -> None:
    lesson.tutorial.go_on()
    assert lesson.tutorial.step.key == "draw"
    assert lesson.tutorial.view().nudges == 1
    assert lesson.tutorial.view().next == ""


def test_what_is_tried_moves_no_meeple_of_the_match(lesson: Lesson) -> None:
    lesson.obey_until("found")
    assert lesson.desk.tried[HERO] == TARGET
    assert lesson.desk.view().picture.meeples[HERO] == TARGET
    assert lesson.state.cells() == STARTS
    lesson.obey()
    assert lesson.desk.view().picture.meeples == STARTS


def test_each_run_that_is_tried_is_played_once_on_the_map(lesson: Lesson) -> None:
    lesson.obey_until("run_one")
    lesson.desk.new_moves()
    lesson.obey()
    assert [move.cells[-1] for move in lesson.desk.new_moves()] == [STOPS[0]]
    assert lesson.desk.new_moves() == ()


def test_a_learner_who_lets_the_sand_run_out_goes_on_all_the_same(lesson: Lesson) -> None:
    lesson.obey_until("sand")
    lesson.clock.advance_to(lesson.clock() + 70 * SECOND)
    lesson.tutorial.follow()
    assert lesson.tutorial.step.key == "show"
    lesson.obey_until("joins")
    assert lesson.state.players[LEARNER].team == (HERO,)


def test_it_begins_anew_wherever_it_was_left(lesson: Lesson) -> None:
    lesson.obey_until("show_two")
    lesson.tutorial.leave()
    assert lesson.session.state is None
    lesson.tutorial.begin()
    assert lesson.tutorial.step.key == "draw"
    assert lesson.state.round is None
    assert lesson.desk.tried == {}


def test_every_step_says_one_short_thing(lesson: Lesson) -> None:
    for _ in STEPS:
        assert len(lesson.tutorial.view().text) <= 130, lesson.tutorial.view().text
        lesson.obey()
    assert word("tutorial.play") == lesson.tutorial.view().next


@pytest.mark.ui
@sized((800, 480), (720, 1280))
def test_the_first_game_is_played_with_fingers(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """Each finger goes where the bubble points; what lies beside it means nothing."""
    window = open_window("tutorial", size)
    for number, step in enumerate(STEPS[:-1], start=1):
        window.until(lambda step=step: window.ask("call", name="step") == step.key, step.key)
        window.settle()
        window.shoot(f"tutorial-{number:02}-{step.key}-{size[0]}x{size[1]}")
        bubble = window.widgets("GuideBubble")
        assert faults_of(bubble, size) == [], step.key
        where = window.ask("call", name="where")
        assert where is not None, step.key
        x, y = where[0] + where[2] / 2, where[1] + where[3] / 2
        (of,) = window.of_kind("GuideBubble")
        assert not overlap(of["box"], where), step.key
        if step.touches:
            window.touch_at(x, y)
        else:
            window.touch(word("tutorial.next"))
    window.until(lambda: window.ask("call", name="step") == "end", "the end")
    window.settle()
    window.shoot(f"tutorial-end-{size[0]}x{size[1]}")
    window.touch(word("tutorial.play"))
    window.until(lambda: window.ask("heard") == ["play"], "the way to a match")


@pytest.mark.ui
def test_the_first_game_can_be_left_and_other_touches_are_answered_gently(open_window: OpenWindow) -> None:
    window = open_window("tutorial")
    window.touch_kind("MarshalButton", 0)  # the menu asks the same as "Leave"
    window.settle()
    window.tap(word("tutorial.stay"))
    window.touch(word("match.turn_tiles"))
    window.until(lambda: window.ask("call", name="step") == "scene", "the tiles")
    window.settle()
    window.tap(word("match.no_way"))
    window.tap(word("match.rules"))
    assert window.ask("call", name="nudges") == 2
    assert not [sheet for sheet in window.sheet() if sheet["text"]]
    window.tap(word("tutorial.leave"))
    window.touch(word("tutorial.leave"), within="ConfirmSheet")
    window.until(lambda: window.ask("heard") == ["left"], "the way out")


@pytest.mark.parametrize(
    ("kept", "first", "offered"), [(None, True, True), (None, False, False), ("A", True, False)]
)
def test_only_a_first_start_without_a_match_is_offered_the_tutorial(
    kept: str | None, first: bool, offered: bool
) -> None:
    view = HomePresenter(lambda: kept, list, lambda: first).view()
    assert bool(view.offer) is offered


def test_it_is_offered_at_the_very_first_start_alone(tmp_path: Path) -> None:
    with contextlib.closing(Journal(tmp_path / "journal.db")) as journal:
        assert is_first_start(journal)
        assert not is_first_start(journal)
    with contextlib.closing(Journal(tmp_path / "other.db")) as journal:
        journal.put_record("setting", "setup", "{}")
        assert not is_first_start(journal)


@pytest.mark.ui
@sized()
def test_the_first_screen_leads_to_the_first_game_and_to_the_rules(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("first", size)
    window.shoot(f"home-first-{size[0]}x{size[1]}")
    assert faults_of(window.widgets(), size) == []
    window.touch(word("tutorial.offer"))
    window.settle()
    window.tap(word("tutorial.title"), word("tutorial.rules"))
    assert window.ask("heard") == ["learn", "learn", "rules"]


@pytest.mark.ui
def test_from_the_first_start_through_the_first_game_to_a_match(open_window: OpenWindow) -> None:
    """The whole app: the offer, the rules and back, the first game left, and nothing of it kept."""
    window = open_window("house")
    window.tap(word("tutorial.rules"))
    window.see(word("help.contents"))
    window.tap("west")
    window.see(word("home.title"))
    window.tap(word("tutorial.offer"))
    window.see(word("tutorial.draw", you=word("tutorial.you")))
    window.tap(word("tutorial.leave"))
    window.touch(word("tutorial.leave"), within="ConfirmSheet")
    window.see(word("home.title"))
    assert not window.shows(word("tutorial.offer"))
    assert window.ask("call", name="kept") is None
