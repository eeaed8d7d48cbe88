"""The little examples: every power once, worked out by the game itself."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.games.mutant_meeples.roster import Power, colours, meeple
from app.ui.city_picture import Gait
from app.ui.presenters.lessons import POWERS, RUNS, SCENES, known, lesson
from app.ui.words import word
from tests.ui.conftest import OpenTable, OpenWindow
from tests.ui.layout import EVERYDAY_SIZE, faults_of, sized

GAITS = {
    Power.JUMP: Gait.JUMP,
    Power.PASS: Gait.SLIDE,
    Power.BEAM: Gait.BEAM,
    Power.SHORT_STOP: Gait.SLIDE,
    Power.SIDESTEP: Gait.STEP,
    Power.DIAGONAL: Gait.STEP,
    Power.WRAP: Gait.WRAP,
    Power.COPY: Gait.JUMP,
}


def test_every_meeple_of_the_box_has_its_example_and_its_words() -> None:
    assert set(POWERS) == set(colours())
    for colour in colours():
        assert len(word(f"aid_power.{colour}").split(". ")) <= 2


@pytest.mark.parametrize("colour", POWERS)
def test_an_example_of_a_power_is_one_move_by_that_power_onto_the_scene(colour: str) -> None:
    shown = lesson(colour)
    (move,) = shown.moves
    assert (move.colour, move.by_power) == (colour, True)
    assert move.gait is GAITS[meeple(colour).power]
    if shown.before.target is not None:
        assert move.cells[-1] == shown.before.target


def test_ozzy_ends_where_a_plain_run_could_not_lead_him() -> None:
    shown = lesson("gray")
    board, path = shown.before.board, shown.moves[0].cells
    walls = [(a, b) for a, b in pairwise(path) if board.wall[1][board.cell(a)]]
    assert len(walls) == 1


@pytest.mark.parametrize("key", RUNS)
def test_an_example_of_a_run_ends_on_its_scene(key: str) -> None:
    shown = lesson(key)
    if shown.before.target is not None:
        assert shown.moves[-1].cells[-1] == shown.before.target


def test_no_example_is_a_run_over_its_scene_alone() -> None:
    cells = lesson("arrive").moves[0].cells
    assert "CC" in cells[1:-1]


@pytest.mark.parametrize("key", SCENES)
def test_every_example_has_moves(key: str) -> None:
    assert lesson(key).moves


def test_nobody_listed_means_everybody() -> None:
    assert known([]) == colours()
    assert known(["red", "white", "pink"]) == ("red", "white")


@pytest.mark.ui
@sized()
def test_every_meeple_tells_of_its_power(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("lesson", size)
    window.ask("call", name="open")
    for colour in colours():
        window.see(meeple(colour).name)
        window.until(lambda: window.ask("call", name="at") == 1, "the move")
        window.until(lambda: not window.ask("call", name="moving"), "the end of the move")
        assert window.ask("call", name="where")[colour] == lesson(colour).moves[-1].cells[-1]
        window.settle()
        window.shoot(f"lesson-{colour}-{size[0]}x{size[1]}")
        assert faults_of(window.widgets(), size) == []
        window.touch("east")
    window.see(meeple(colours()[0]).name)
    window.touch("cross")
    window.see_kind("LessonSheet", there=False)


@pytest.mark.ui
def test_a_tap_plays_it_again(open_window: OpenWindow) -> None:
    window = open_window("lesson")
    window.ask("call", name="open")
    window.until(lambda: window.ask("call", name="at") == 1, "the move")
    window.settle()
    window.pace(1)
    window.touch_kind("Example")
    window.until(lambda: window.ask("call", name="at") == 0, "the beginning")
    window.until(lambda: window.ask("call", name="at") == 1, "the move")


@pytest.mark.ui
def test_without_motion_the_end_is_shown_and_a_tap_shows_the_beginning(open_window: OpenWindow) -> None:
    window = open_window("lesson")
    window.ask("call", name="open still")
    window.settle()
    assert window.ask("call", name="at") == 1
    assert window.ask("call", name="where")["green"] == "DC"
    window.touch_kind("Example")
    window.settle()
    assert window.ask("call", name="where")["green"] == "AC"


@pytest.mark.ui
def test_a_tap_on_a_team_tells_of_its_heroes_while_cards_mean_nothing_else(open_table: OpenTable) -> None:
    """Anna has Skewt and MC Edge: the nearest to the finger comes first, arrows lead to the other."""
    window = open_table("match").at("draw")
    window.touch_kind("PlayerCard")
    window.see_kind("LessonSheet")
    window.see(meeple("yellow").name)
    window.tap("east")
    window.see(meeple("white").name)
    window.tap("cross")
    assert window.ask("heard") == []
    assert [card["touch"] for card in window.of_kind("PlayerCard")] == [True, True, True, False]


@pytest.mark.ui
def test_a_tap_on_the_hero_that_joins_tells_of_it(open_table: OpenTable) -> None:
    window = open_table("match").at("result")
    window.touch_widget(window.of_kind("JoinCard")[0])
    window.see(meeple("green").name)
    window.tap("cross")


@pytest.mark.ui
def test_powers_and_all_rules_can_be_read_over_an_open_crime(open_table: OpenTable) -> None:
    """Every way back leads to the crime, and no tap on the way there means anything to it."""
    window = open_table("match").at("think")
    window.tap(word("match.rules"))
    window.shoot("rules-800x480")
    assert faults_of(window.widgets("RulesSheet"), EVERYDAY_SIZE) == []
    window.tap(meeple("gray").name)
    window.see(word("aid_power.gray"))
    window.tap("cross")
    window.touch(word("aid.all_rules"), within="RulesSheet")
    window.see(word("help.contents"))
    window.shoot("rules-all-800x480")
    assert word("help_tips.title") not in window.texts("HelpSheet")
    window.touch(word("help_title.claims"), within="HelpSheet")
    window.see(word("help_page.claims_sand"))
    window.touch("west", within="HelpSheet")
    window.settle()
    window.touch("west", within="HelpSheet")
    window.see_kind("HelpSheet", there=False)
    window.touch("cross", within="RulesSheet")
    window.see_kind("RulesSheet", there=False)
    assert window.ask("heard") == []
    assert window.ask("call", name="phase") == "think"
