"""The puzzles without pixels: what each touch does, what hints cost, what is kept, and what counts."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.games.contract import refuse
from app.games.mutant_meeples.board import BoardFile, shipped_board
from app.games.mutant_meeples.hardness import Level
from app.games.mutant_meeples.puzzles import Puzzle, day_level, endless, puzzle_of_the_day
from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, meeple
from app.games.mutant_meeples.solver import Cancel
from app.language import sentence
from app.store.errors import JournalFailed
from app.store.journal import Journal
from app.table.puzzle_book import ENDLESS, Begun, PuzzleBook, Streak
from app.table.puzzle_maker import Make, PuzzleMaker
from app.ui.presenters.cities import BoardChoice, shipped_choices
from app.ui.presenters.puzzles import PuzzlesPresenter
from app.ui.presenters.puzzles.play import GRADES, Play
from app.ui.presenters.puzzles.views import (
    PlayView,
    RoomView,
    ShownPanel,
    SolvedPanel,
    TryPanel,
    WaitView,
)
from app.ui.words import word
from tests.ui.puzzle_ways import Steps, longer, shortest

SUNDAY = datetime.date(2026, 12, 6)
CITY, OTHER = "meeptropolis", "meepville"
OWN = BoardFile("Own", 9, 9, grates=("AB", "CD", "EF", "GH"))
OWN_CITY = BoardChoice("own", OWN)


class Slow(PuzzleMaker):
    """Makes a puzzle when it is told to."""

    def __init__(self) -> None:
        self.job: tuple[Make, Callable[[Puzzle], None], Callable[[Exception], None]] | None = None
        self.done = 0

    @property
    def tries(self) -> int:
        return self.done

    def make(
        self, make: Make, then: Callable[[Puzzle], None], otherwise: Callable[[Exception], None]
    ) -> None:
        self.job = (make, then, otherwise)

    def stop(self) -> None:
        self.job = None

    def finish(self) -> None:
        assert self.job is not None
        make, then, _ = self.job
        then(make(Cancel(), lambda number: None))

    def fail(self, error: Exception) -> None:
        assert self.job is not None
        self.job[2](error)


class Room:
    """A presenter over a journal file, under a calendar that can be turned."""

    def __init__(self, path: Path) -> None:
        self.path, self.date, self.maker = path, SUNDAY, Slow()
        self.changes = self.starts = 0
        self.open()

    def open(self) -> None:
        self.journal = Journal(self.path)
        self.book = PuzzleBook(self.journal, lambda: self.date)
        self.starts += 1
        self.presenter = PuzzlesPresenter(
            self.book, self.maker, random.Random(self.starts), lambda: (*shipped_choices(), OWN_CITY)
        )
        self.presenter.changed = self._count

    def _count(self) -> None:
        self.changes += 1

    def restart(self) -> None:
        """As after a power cut."""
        self.journal.close()
        self.maker = Slow()
        self.open()

    def turn(self, days: int) -> None:
        self.date += datetime.timedelta(days)

    def begin(self, city: str = CITY) -> Play:
        """Open the day's puzzle, which is made if it has to be."""
        self.presenter.play_day(city)
        if self.presenter.play is None:
            self.maker.finish()
        return self.play

    @property
    def play(self) -> Play:
        assert self.presenter.play is not None
        return self.presenter.play

    @property
    def puzzle(self) -> Puzzle:
        begun = self.book.begun(CITY)
        assert begun is not None
        return begun.puzzle

    def room(self) -> RoomView:
        view = self.presenter.view()
        assert isinstance(view, RoomView)
        return view

    def room_after(self) -> RoomView:
        """The room, after leaving the puzzle."""
        self.presenter.enter()
        return self.room()

    def trying(self) -> TryPanel:
        panel = self.play.view().panel
        assert isinstance(panel, TryPanel)
        return panel

    def solved(self) -> SolvedPanel:
        panel = self.play.view().panel
        assert isinstance(panel, SolvedPanel)
        return panel

    def shown(self) -> ShownPanel:
        panel = self.play.view().panel
        assert isinstance(panel, ShownPanel)
        return panel

    def solve(self, extra: int = 0) -> None:
        """The shortest way, or one of so many moves more."""
        follow(self.play, longer(self.puzzle, extra))


def follow(play: Play, steps: Steps) -> None:
    """Touch a way."""
    for colour, cell in steps:
        if play.view().picture.selected != colour:
            play.tap_cell(play.view().picture.meeples[colour])
        play.tap_cell(cell)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "journal.db")
    yield made
    made.journal.close()


# -- the room ------------------------------------------------------------------------------------


def test_the_room_offers_both_cities_of_the_day_and_every_city_endlessly(room: Room) -> None:
    view = room.room()
    assert [day.name for day in view.days] == ["Meeptropolis", "Meepville"]
    assert [city.key for city in view.cities] == [CITY, OTHER, "own"]
    assert [level.value for level in view.levels] == list(Level)
    assert view.go_on == ""


def test_a_map_of_one_source_is_marked(room: Room) -> None:
    note = word("puzzles.unconfirmed")
    assert [day.note for day in room.room().days] == ["", note]
    assert room.room().note == ""
    room.presenter.choose_city(OTHER)
    assert room.room().note == note


def test_the_first_open_puzzle_of_the_day_is_the_one_to_play(room: Room) -> None:
    assert [day.main for day in room.room().days] == [True, False]
    room.begin()
    room.solve()
    room.presenter.back()
    assert [day.main for day in room.room().days] == [False, True]


def test_a_city_that_cannot_be_played_in_is_left_out(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    broken = BoardFile("Broken", 99, 99)
    presenter = PuzzlesPresenter(
        room.book, room.maker, random.Random(1), lambda: (*shipped_choices(), BoardChoice("broken", broken))
    )
    view = presenter.view()
    assert isinstance(view, RoomView)
    assert [city.key for city in view.cities] == [CITY, OTHER]
    assert "Broken" in caplog.text


@pytest.mark.parametrize("day", range(7))
def test_the_card_names_the_level_before_the_puzzle_is_made(room: Room, day: int) -> None:
    room.turn(day)
    level = day_level(room.date)
    assert {card.level for card in room.room().days} == {word(f"puzzles.{level}")}


# -- waiting -------------------------------------------------------------------------------------


def test_the_puzzle_of_the_day_is_made_once_and_kept(room: Room) -> None:
    room.presenter.play_day(CITY)
    assert isinstance(room.presenter.view(), WaitView)
    room.maker.finish()
    assert room.changes == 1
    assert isinstance(room.presenter.view(), PlayView)
    assert room.puzzle == puzzle_of_the_day(SUNDAY, shipped_board(CITY))
    room.restart()
    room.presenter.play_day(CITY)
    assert isinstance(room.presenter.view(), PlayView)
    assert room.maker.job is None


def test_the_tries_are_told_while_somebody_waits(room: Room) -> None:
    room.presenter.play_level("fiendish")
    first = room.presenter.view()
    room.maker.done = 12
    then = room.presenter.view()
    assert isinstance(first, WaitView)
    assert isinstance(then, WaitView)
    assert first.hint == word("puzzles.wait_first")
    assert then.hint == word("puzzles.wait_tries", tries=12)


def test_back_ends_the_wait(room: Room) -> None:
    room.presenter.play_day(CITY)
    assert room.presenter.back()
    assert room.maker.job is None
    assert isinstance(room.presenter.view(), RoomView)
    assert not room.presenter.back()


def test_leaving_ends_what_is_made_and_asks_for_nothing(room: Room) -> None:
    asked: list[str] = []
    presenter = PuzzlesPresenter(
        room.book, room.maker, random.Random(1), lambda: asked.append("cities") or shipped_choices()
    )
    presenter.play_level("fiendish")
    asked.clear()
    presenter.leave()
    assert room.maker.job is None
    assert isinstance(presenter.view(), RoomView)
    assert asked == []


def test_a_city_without_puzzles_says_so_and_leads_back(room: Room) -> None:
    room.presenter.choose_city("own")
    room.presenter.play_level("easy")
    room.maker.fail(refuse("puzzle.none", city="Own"))
    view = room.presenter.view()
    assert isinstance(view, WaitView)
    assert view.trouble
    assert view.sentence == sentence(refuse("puzzle.none", city="Own").message)
    assert room.presenter.back()
    assert isinstance(room.presenter.view(), RoomView)


def test_a_fault_of_the_maker_is_logged_and_said(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    room.presenter.play_level("easy")
    room.maker.fail(RuntimeError("out of memory"))
    view = room.presenter.view()
    assert isinstance(view, WaitView)
    assert "Something went wrong" in view.sentence
    assert "out of memory" not in view.sentence
    assert "out of memory" in caplog.text


# -- playing -------------------------------------------------------------------------------------


def test_a_meeple_is_taken_in_hand_and_put_down(room: Room) -> None:
    play = room.begin()
    first = room.puzzle.answer.moves[0]
    play.tap_cell(first.source)
    picture = play.view().picture
    assert picture.selected == first.meeple
    assert first.to in picture.reachable
    play.tap_cell(first.source)
    assert play.view().picture.selected is None
    assert play.view().picture.reachable == {}


def test_moves_are_counted_taken_back_and_begun_anew(room: Room) -> None:
    play = room.begin()
    assert not room.trying().can_take_back
    assert room.trying().count == word("puzzles.to_win", stars=3)
    counts = []
    for move in room.puzzle.answer.moves[:-1]:
        if play.view().picture.selected != move.meeple:
            play.tap_cell(move.source)
        play.tap_cell(move.to)
        counts.append((room.trying().count, len(room.trying().made), len(play.view().moves)))
    assert counts[:2] == [(word("puzzles.one_move"), 1, 1), (word("puzzles.moves", moves=2), 2, 2)]
    play.take_back()
    assert len(room.trying().made) == len(counts) - 1
    play.restart()
    assert room.trying().count == word("puzzles.to_win", stars=3)
    assert play.view().picture.meeples == room.puzzle.positions


def test_a_move_that_cannot_be_made_is_refused_with_what_stopped_it(room: Room) -> None:
    play = room.begin()
    first = room.puzzle.answer.moves[0]
    play.tap_cell(first.source)
    free = {room.puzzle.board.name_of(cell) for cell in range(room.puzzle.board.cell_count)}
    picture = play.view().picture
    wrong = min(
        free - set(picture.reachable) - set(picture.meeples.values()) - set(room.puzzle.board.file.missing)
    )
    play.tap_cell(wrong)
    assert room.trying().alarm
    assert room.trying().note
    assert play.view().picture.meeples == room.puzzle.positions
    play.tap_cell(first.to)
    assert not room.trying().alarm
    assert room.trying().note == ""


def test_heroes_on_the_team_stay_put(room: Room) -> None:
    puzzle = next(
        found
        for seed in range(20)
        if (found := endless(shipped_board(CITY), Level.FIENDISH, random.Random(seed))).kit.super_team
    )
    play = Play(Begun(puzzle), ENDLESS, room.book)
    hero = play.view().team[0]
    assert set(play.view().team) == puzzle.kit.super_team
    play.tap_cell(puzzle.positions[hero])
    panel = play.view().panel
    assert isinstance(panel, TryPanel)
    assert panel.alarm
    assert meeple(hero).short in panel.note
    assert play.view().picture.selected is None


def test_a_fourth_meeple_may_not_move(room: Room) -> None:
    play = room.begin()
    moved: list[str] = []
    for colour in sorted(room.puzzle.positions):
        play.tap_cell(room.puzzle.positions[colour])
        reachable = play.view().picture.reachable
        away = next((cell for cell in sorted(reachable) if cell != room.puzzle.target), None)
        if len(moved) == MAX_MEEPLES_MOVED:
            assert play.view().picture.selected is None
            assert room.trying().alarm
            return
        if away is not None:
            play.tap_cell(away)
            moved.append(colour)
    raise AssertionError("too few could move")


# -- arriving ------------------------------------------------------------------------------------


def test_the_best_way_without_help_wins_three_stars(room: Room) -> None:
    room.begin()
    room.solve()
    panel = room.solved()
    assert (panel.stars, panel.best) == (3, True)
    assert panel.sentence == word("puzzles.best", moves=room.puzzle.fewest)
    assert room.room_after().days[0].stars == 3


@pytest.mark.parametrize(("extra", "stars"), [(1, 2), (2, 1)])
def test_a_longer_way_says_how_short_it_can_be(room: Room, extra: int, stars: int) -> None:
    play = room.begin()
    room.solve(extra)
    panel = room.solved()
    made = len(play.view().moves)
    assert made == room.puzzle.fewest + extra
    assert (panel.stars, panel.best) == (stars, False)
    assert panel.sentence == word("puzzles.longer", moves=made, fewest=room.puzzle.fewest)


def test_there_is_nothing_to_move_once_solved_but_it_can_be_tried_again(room: Room) -> None:
    play = room.begin()
    room.solve()
    play.tap_cell(room.puzzle.answer.moves[-1].to)
    assert play.view().picture.selected is None
    play.restart()
    assert room.trying().count == word("puzzles.to_win", stars=3)


def test_a_better_try_betters_the_day_and_a_worse_one_does_not_spoil_it(room: Room) -> None:
    play = room.begin()
    room.solve(extra=2)
    assert room.room_after().days[0].stars == 1
    play = room.begin()
    room.solve()
    assert room.room_after().days[0].stars == 3
    play = room.begin()
    play.show()
    play.close_shown()
    room.solve()
    assert room.solved().stars == 1
    assert room.room_after().days[0].stars == 3


# -- help ----------------------------------------------------------------------------------------


def test_each_hint_tells_one_grade_more_and_the_first_and_last_cost(room: Room) -> None:
    play = room.begin()
    costs, stars, notes, counts = [], [], [], []
    for _ in GRADES:
        costs.append(bool(play.hint_costs))
        play.hint()
        stars.append(room.trying().stars)
        notes.append(room.trying().note)
        counts.append(room.trying().count)
    assert costs == [True, False, False, False, True]
    assert stars == [2, 2, 2, 2, 1]
    assert counts == [word("puzzles.to_win", stars=2)] * 4 + [word("puzzles.one_to_win")]
    assert len(set(notes)) == len(GRADES)
    assert all(f"{number} of {len(GRADES)}" in note for number, note in enumerate(notes, 1))
    assert all(note.count(":") == note.count("Hint") for note in notes)
    assert str(room.puzzle.fewest) in notes[1]
    assert not room.trying().can_hint
    assert room.trying().made == ()
    way = room.trying().way
    assert [row.colour for row in way] == [m.meeple for m in room.puzzle.answer.moves]
    assert [row.did.rpartition(" ")[2] for row in way] == [m.to for m in room.puzzle.answer.moves]
    assert all(row.why for row in way)
    play.hint()
    assert room.trying().note == notes[-1]


def test_a_tap_beside_a_lit_square_says_which_square_it_was_taken_as(room: Room) -> None:
    play, first = room.begin(), room.puzzle.answer.moves[0]
    play.tap_cell(first.source)
    play.tap_cell(first.to, "RQ")
    assert room.trying().note == f"Your tap on RQ was taken as {first.to}."
    assert not room.trying().alarm
    play.tap_cell(first.to)
    assert room.trying().note == ""


def test_what_hints_have_told_stays_in_sight(room: Room) -> None:
    """But for the rough first one once the number is told; the whole way tells everything."""
    play = room.begin()
    lines = []
    for _ in GRADES:
        play.hint()
        lines.append([line.partition(":")[0] for line in room.trying().note.split("\n")])
    assert lines == [
        ["Hint 1 of 5"],
        ["Hint 2 of 5"],
        ["Hint 2", "Hint 3 of 5"],
        ["Hint 2", "Hint 3", "Hint 4 of 5"],
        ["Hint 5 of 5"],
    ]


def test_a_lit_square_is_called_a_square(room: Room) -> None:
    play = room.begin()
    play.tap_cell(room.puzzle.answer.moves[0].source)
    assert play.view().hint == "Now tap a lit square"


def test_the_best_way_with_a_hint_wins_two_stars(room: Room) -> None:
    play = room.begin()
    play.hint()
    room.solve()
    assert room.solved().stars == 2


def test_who_was_shown_the_way_gets_one_star_for_it(room: Room) -> None:
    play = room.begin()
    play.show()
    play.close_shown()
    assert play.show_costs == play.hint_costs == ""
    room.solve()
    assert room.solved().stars == 1
    assert room.solved().sentence == word("puzzles.best_shown", moves=room.puzzle.fewest)


def test_the_way_is_shown_move_by_move_with_its_story(room: Room) -> None:
    play = room.begin()
    assert play.show_costs
    play.show()
    assert room.shown().title == word("puzzles.shown_start", moves=room.puzzle.fewest)
    assert not room.shown().can_back
    for step, move in enumerate(room.puzzle.answer.moves, 1):
        play.shown_step(1)
        assert room.shown().title == word("puzzles.shown_step", step=step, moves=room.puzzle.fewest)
        assert room.shown().sentence.startswith(meeple(move.meeple).short)
        assert move.to in room.shown().sentence
        assert play.view().picture.meeples[move.meeple] == move.to
    assert not room.shown().can_forward
    play.shown_step(1)
    assert play.view().picture.meeples[move.meeple] == room.puzzle.target
    play.shown_step(-1)
    assert len(play.view().moves) == room.puzzle.fewest - 1


def test_pale_figures_stand_where_the_shown_way_still_leads(room: Room) -> None:
    """And none in an attempt of one's own, before the whole way was told."""
    play, way = room.begin(), room.puzzle.answer.moves
    assert play.view().picture.ghosts == {}
    play.show()
    assert play.view().picture.ghosts == {move.meeple: move.to for move in way}
    for _ in way:
        play.shown_step(1)
    assert play.view().picture.ghosts == {}


def test_back_from_what_is_shown_leads_to_the_own_moves(room: Room) -> None:
    play = room.begin()
    first = room.puzzle.answer.moves[0]
    play.tap_cell(first.source)
    play.tap_cell(first.to)
    play.show()
    play.tap_cell(first.source)
    assert play.view().picture.selected is None
    assert room.presenter.back()
    assert len(room.trying().made) == 1
    assert room.presenter.back()
    assert room.room().days[0].call == word("puzzles.go_on")


# -- what is kept --------------------------------------------------------------------------------


def test_a_power_cut_keeps_moves_and_hints_of_the_day(room: Room) -> None:
    play = room.begin()
    first = room.puzzle.answer.moves[0]
    play.hint()
    play.hint()
    play.tap_cell(first.source)
    play.tap_cell(first.to)
    before = play.view().picture.meeples
    room.restart()
    assert room.room().days[0].call == word("puzzles.go_on")
    play = room.begin()
    assert play.view().picture.meeples == before
    assert len(room.trying().made) == 1
    assert room.trying().hint == word("puzzles.next_hint")
    assert room.trying().stars == 2


def test_hints_are_not_forgotten_by_beginning_anew(room: Room) -> None:
    play = room.begin()
    play.hint()
    play.restart()
    room.presenter.back()
    room.begin()
    assert room.trying().stars == 2


def test_the_endless_puzzle_is_kept_and_gone_on_with(room: Room) -> None:
    room.presenter.choose_city("own")
    room.presenter.play_level("easy")
    room.maker.finish()
    begun = room.book.begun(ENDLESS)
    assert begun is not None
    assert begun.puzzle.board.name == "Own"
    room.restart()
    room.turn(5)
    assert room.room().go_on == word("puzzles.go_on_endless", level=word("puzzles.easy"), city="Own")
    room.presenter.go_on()
    assert room.play.view().picture.board.name == "Own"
    follow(room.play, shortest(begun.puzzle))
    assert room.solved().on == word("puzzles.next")
    assert room.book.streak() == Streak(0, 0)
    room.presenter.lead_on()
    room.maker.finish()
    after = room.book.begun(ENDLESS)
    assert after is not None
    assert after.puzzle != begun.puzzle
    assert (after.puzzle.board.name, after.puzzle.hardness.level) == ("Own", Level.EASY)


def test_a_solved_endless_puzzle_is_not_offered_again(room: Room) -> None:
    room.presenter.play_level("easy")
    room.maker.finish()
    begun = room.book.begun(ENDLESS)
    assert begun is not None
    follow(room.play, shortest(begun.puzzle))
    room.presenter.back()
    assert room.room().go_on == ""


def test_yesterdays_attempt_makes_room_for_today(room: Room) -> None:
    room.begin().hint()
    before = room.puzzle
    room.turn(1)
    room.presenter.enter()
    assert room.room().days[0].call == word("puzzles.play")
    room.begin()
    assert room.puzzle == puzzle_of_the_day(room.date, shipped_board(CITY)) != before


# -- the streak ----------------------------------------------------------------------------------


def test_days_in_a_row_are_told(room: Room) -> None:
    assert room.room().streak == word("puzzles.streak_none")
    room.begin()
    room.solve()
    assert room.room_after().streak == word("puzzles.streak_one", best=1)
    room.turn(1)
    room.presenter.enter()
    assert room.room().streak == word("puzzles.streak_open", days=1)
    room.begin()
    room.solve()
    assert word("puzzles.streak_now", days=2) in room.solved().sentence
    assert room.room_after().streak == word("puzzles.streak", days=2, best=2)


def test_a_puzzle_solved_after_midnight_says_that_its_day_is_over(room: Room) -> None:
    play = room.begin()
    puzzle = room.puzzle
    room.turn(1)
    follow(play, shortest(puzzle))
    assert word("puzzles.late") in room.solved().sentence
    assert room.book.streak() == Streak(0, 0)
    assert room.room_after().days[0].stars == 0


def test_what_cannot_be_kept_is_told_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(kind: str, key: str, text: str) -> None:
        raise JournalFailed("the card is full")

    monkeypatch.setattr(room.journal, "put_record", full)
    room.begin()
    assert "the card is full" in room.presenter.take_notice()
    assert room.presenter.take_notice() == ""
