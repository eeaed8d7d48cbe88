"""Puzzles with real touches: choosing, playing to the best way, stars, streak, hints and being shown."""

from __future__ import annotations

import pytest

from app.games.mutant_meeples.board import shipped_board
from app.games.mutant_meeples.puzzles import Puzzle, puzzle_of_the_day
from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.puzzle_ways import MONDAY, Steps
from tests.ui.theatre import Theatre, middle

pytestmark = pytest.mark.ui


def see_part(window: Theatre, text: str) -> None:
    """Wait until something that is said has that in it, and everything rests."""
    window.until(lambda: any(text in said for said in window.texts()), repr(text))
    window.settle()


def judge(window: Theatre, name: str, size: tuple[int, int]) -> None:
    """Keep a picture and look for faults of the layout; a sheet hides what lies below it."""
    window.shoot(f"{name}-{size[0]}x{size[1]}")
    widgets = window.widgets()
    sheet = [w for w in widgets if "ConfirmSheet" in w["within"]]
    assert faults_of(sheet or widgets, size) == []


def open_day(window: Theatre, city: str) -> None:
    window.touch(city)
    window.see_kind("PlayPage")


def tap(window: Theatre, asked: str) -> None:
    x, y = window.ask("call", name=asked)
    window.touch_at(x, y)
    window.settle()


def walk(window: Theatre, steps: Steps) -> None:
    """Touch a way: whoever is not in hand yet, then the cell."""
    held = ""
    for colour, cell in steps:
        if colour != held:
            tap(window, f"where {colour}")
        tap(window, f"cell {cell}")
        held = colour


def panel(window: Theatre) -> list[object]:
    found: list[object] = window.ask("call", name="panel")
    return found


@sized()
def test_the_room_fits(open_window: OpenWindow, size: tuple[int, int]) -> None:
    judge(open_window("puzzles", size), "puzzles-room", size)


@sized()
def test_a_full_room_fits_and_turns_to_more_cities(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("puzzles busy", size)
    judge(window, "puzzles-room-busy", size)
    window.touch("east")
    window.see("Old Harbour")
    window.touch("Old Harbour")
    window.touch(word("puzzles.easy"))
    window.see_kind("PlayPage")
    judge(window, "puzzles-own-city", size)


@sized()
def test_a_wait_fits_tells_its_tries_and_leads_back(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("puzzles wait", size)
    window.touch(word("puzzles.hard"))
    window.see(word("puzzles.wait"))
    assert window.shows(word("puzzles.wait_tries", tries=37))
    judge(window, "puzzles-wait", size)
    window.touch("west")
    window.see(word("puzzles.day"))


def test_a_city_without_puzzles_says_so(open_window: OpenWindow) -> None:
    window = open_window("puzzles no way")
    window.touch("east")
    window.see("Tiny")
    window.touch("Tiny")
    window.touch(word("puzzles.easy"))
    see_part(window, "No puzzle can be made of Tiny")
    judge(window, "puzzles-no-way", (800, 480))
    window.touch("west")
    window.see(word("puzzles.day"))


def test_the_day_is_played_to_its_best_and_makes_a_streak(open_window: OpenWindow) -> None:
    """The puzzle of a fixed Monday, left and entered again, and the one of the day after."""
    window = open_window("puzzles")
    open_day(window, "Meeptropolis")
    way = window.ask("call", name="way 0")
    assert way == [[m.meeple, m.to] for m in of_monday().answer.moves]
    walk(window, way)
    window.see(word("puzzles.arrived"))
    assert panel(window) == ["SolvedPanel", 3]
    assert window.shows(word("puzzles.best", moves=len(way)))
    window.touch(word("puzzles.done"))
    window.see(word("puzzles.streak_one", days=1, best=1))
    window.touch("west")
    window.until(lambda: window.ask("heard") == ["back"], "the way out")
    window.ask("call", name="next day")
    window.see(word("puzzles.streak_open", days=1))
    assert window.ask("call", name="streak") == [1, 1]
    open_day(window, "Meepville")
    walk(window, window.ask("call", name="way 0"))
    window.see(word("puzzles.arrived"))
    window.touch("west")
    window.see(word("puzzles.streak", days=2, best=2))
    assert window.ask("call", name="streak") == [2, 2]


def of_monday() -> Puzzle:
    return puzzle_of_the_day(MONDAY, shipped_board("meeptropolis"))


@sized()
def test_playing_fits_in_every_state(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("puzzles", size)
    open_day(window, "Meeptropolis")
    judge(window, "puzzles-play", size)
    way = window.ask("call", name="way 1")
    tap(window, f"where {way[0][0]}")
    judge(window, "puzzles-in-hand", size)
    tap(window, f"cell {way[0][1]}")
    assert panel(window) == ["TryPanel", 3]
    judge(window, "puzzles-moved", size)
    window.touch(word("puzzles.take_back"))
    window.see(word("puzzles.to_win", stars=3))
    walk(window, way)
    window.see(word("puzzles.arrived"))
    assert panel(window) == ["SolvedPanel", 2]
    judge(window, "puzzles-longer", size)
    window.touch(word("puzzles.try_again"))
    window.see(word("puzzles.to_win", stars=3))
    walk(window, window.ask("call", name="way 0"))
    window.see(word("puzzles.arrived"))
    judge(window, "puzzles-best", size)
    window.touch(word("puzzles.done"))
    window.see(word("puzzles.day"))
    judge(window, "puzzles-room-solved", size)


@sized()
def test_hints_and_the_whole_way_fit_for_the_longest_plans(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    """With a super team, a card of each grade, and the story of every move."""
    window = open_window("puzzles team", size)
    go_on = next(w["text"] for w in window.widgets() if w["text"].startswith(word("puzzles.go_on")))
    window.touch(go_on)
    window.see(word("puzzles.to_win", stars=3))
    judge(window, "puzzles-team", size)
    for number in range(1, 6):
        window.touch(word("puzzles.hint" if number == 1 else "puzzles.next_hint"))
        if number in (1, 5):
            window.see(word("puzzles.cost_hint_yes"))
            judge(window, f"puzzles-hint-asked-{number}", size)
            window.touch(word("puzzles.cost_hint_yes"))
        see_part(window, f"Hint {number} of 5")
        judge(window, f"puzzles-hint-{number}", size)
    assert panel(window) == ["TryPanel", 1]
    moves = len(window.ask("call", name="way 0"))
    window.touch(word("puzzles.show"))
    window.see(word("puzzles.shown_start", moves=moves))
    for step in range(1, moves + 1):
        window.touch(word("puzzles.shown_next"))
        window.see(word("puzzles.shown_step", step=step, moves=moves))
        judge(window, f"puzzles-shown-{step}", size)
    window.touch(word("puzzles.shown_close"))
    window.see(word("puzzles.one_to_win"))


@sized()
def test_powers_and_rules_are_at_hand_in_a_puzzle(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("puzzles", size)
    open_day(window, "Meeptropolis")
    window.touch(word("match.rules"))
    window.see_kind("RulesSheet")
    window.shoot(f"puzzles-rules-{size[0]}x{size[1]}")
    assert faults_of(window.widgets("RulesSheet"), size) == []
    window.touch("cross")
    window.see_kind("RulesSheet", there=False)
    assert panel(window) == ["TryPanel", 3]


def test_not_yet_costs_nothing(open_window: OpenWindow) -> None:
    window = open_window("puzzles")
    open_day(window, "Meeptropolis")
    for button, yes in (("puzzles.hint", "puzzles.cost_hint_yes"), ("puzzles.show", "puzzles.cost_show_yes")):
        window.touch(word(button))
        window.see(word("puzzles.cost_no"))
        assert window.shows(word(yes))
        window.tap(word("puzzles.cost_no"))
    assert panel(window) == ["TryPanel", 3]


def test_a_refused_move_is_explained_beside_the_city(open_window: OpenWindow) -> None:
    window = open_window("puzzles")
    open_day(window, "Meeptropolis")
    colour = window.ask("call", name="way 0")[0][0]
    tap(window, f"where {colour}")
    tap(window, f"cell {of_monday().target}")
    notes = [w for w in window.widgets() if w["kind"] == "NoteCard" and w["text"]]
    assert len(notes) == 1
    judge(window, "puzzles-refused", (800, 480))


def test_a_power_cut_keeps_the_moves(open_window: OpenWindow) -> None:
    window = open_window("puzzles")
    open_day(window, "Meepville")
    colour, cell = window.ask("call", name="way 1")[0]
    walk(window, [(colour, cell)])
    there = window.ask("call", name=f"where {colour}")
    window.kill()
    window = open_window("puzzles")
    assert [w["text"] for w in window.widgets() if w["kind"] == "DayCard"] == ["Meepville", "Meeptropolis"]
    open_day(window, "Meepville")
    assert window.ask("call", name=f"where {colour}") == there
    assert window.shows(word("puzzles.one_move"))


def test_a_second_tap_on_done_begins_nothing(open_window: OpenWindow) -> None:
    """What stands in the same place of the room is a level of endless puzzles."""
    window = open_window("puzzles")
    open_day(window, "Meeptropolis")
    walk(window, window.ask("call", name="way 0"))
    window.see(word("puzzles.arrived"))
    done = middle(next(w for w in window.widgets() if w["touch"] and w["text"] == word("puzzles.done")))
    window.pace(1)
    window.touch_at(*done, times=2)
    window.see(word("puzzles.day"))
    assert "RoomPage" in window.kinds()
    x, y, width, height = next(w["box"] for w in window.widgets() if w["text"] == word("puzzles.fiendish"))
    assert x < done[0] < x + width
    assert y < done[1] < y + height


def test_a_room_and_a_puzzle_at_rest_draw_nothing(open_window: OpenWindow) -> None:
    window = open_window("puzzles")
    assert window.ask("draws_in", ticks=45) == 0
    open_day(window, "Meeptropolis")
    assert window.ask("draws_in", ticks=45) == 0
