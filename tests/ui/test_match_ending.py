"""After a round in real windows: the best for all, a rule that decided, practice, tournament, seven seats."""

from __future__ import annotations

from typing import Any

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenTable, OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui
MOMENTS = (
    "everyone", "everyone six", "everyone unsure", "best", "best half", "best end", "best unsure",
    "result rule", "failed rule", "draw practice", "think practice", "show practice", "failed practice",
    "result practice", "best practice", "think bots", "winner tournament", "winner champion",
)  # fmt: skip
OF_SEVEN = (
    "draw", "think", "think claimed", "lane", "lanes", "plan full", "show some", "failed penalty", "everyone",
    "result", "winner",
)  # fmt: skip
OF_TEN = ("draw", "plan empty", "plan full", "show some", "think")


def _faults(window: Theatre, scene: str, moments: tuple[str, ...], size: tuple[int, int]) -> dict[str, Any]:
    faults = {}
    for moment in moments:
        widgets = window.at(moment).widgets()
        window.shoot(f"{scene}-{moment.replace(' ', '-')}-{size[0]}x{size[1]}")
        faults[moment] = faults_of(widgets, size)
    return {moment: found for moment, found in faults.items() if found}


@sized()
def test_every_ending_fits_its_window(open_window: OpenWindow, size: tuple[int, int]) -> None:
    assert _faults(open_window("ending", size), "ending", MOMENTS, size) == {}


@sized()
def test_seven_players_with_teams_of_seven_fit(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """The box is data: a bigger one needs no other screen."""
    assert _faults(open_window("seven", size), "seven", OF_SEVEN, size) == {}


@sized()
def test_ten_meeples_fit(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """On the player board, in a choice, and in a team."""
    window = open_window("ten", size)
    assert _faults(window, "ten", OF_TEN, size) == {}
    window.touch("Powers & rules")
    window.see_kind("RulesSheet")
    window.shoot(f"ten-rules-{size[0]}x{size[1]}")
    assert faults_of(window.widgets("RulesSheet"), size) == []


@pytest.fixture
def table(open_table: OpenTable) -> Theatre:
    """One window for many touches; every test leads it into a fresh match."""
    return open_table("ending")


def test_each_player_has_the_fewest_moves_of_the_own_team(table: Theatre) -> None:
    table.at("everyone")
    assert {"7 moves", "4 moves", "5 moves"} <= table.texts()


def steps(table: Theatre) -> int:
    return len(table.of_kind("StepRow"))


def test_the_best_plan_of_all_is_listed_at_once_and_its_player_is_lit(table: Theatre) -> None:
    table.at("everyone")
    assert "Ben: 4 moves" in table.texts()
    assert steps(table) == 4


def test_a_plan_is_told_once(table: Theatre) -> None:
    table.at("everyone")
    assert not any("; then" in text or "slides" in text for text in table.texts())


def test_a_tap_on_a_player_tells_the_plan_and_how_hard_it_was(table: Theatre) -> None:
    table.at("everyone")
    before = table.ask("call", name="meeples")
    table.tap("Cleo")
    texts = table.texts()
    assert "Cleo: 5 moves" in texts
    assert any(": 5 moves of" in text and "to set up" in text for text in texts)
    assert steps(table) == 5
    table.tap(*["east"] * 5)
    after = table.ask("call", name="meeples")
    assert "CM" in after.values()
    assert "CM" not in before.values()
    table.tap("Anna")
    assert {"Anna: 7 moves"} <= table.texts()
    assert table.ask("call", name="meeples") == before
    table.tap("Back")
    assert word("result.title_open") in table.texts()
    assert table.ask("call", name="meeples") == before


def test_what_is_not_known_is_said_and_has_no_plan_to_show(table: Theatre) -> None:
    table.at("everyone unsure")
    assert {"not found", "no way", "at most 4", "4 moves"} <= table.texts()
    for name, known in (("Anna", "Anna: not found"), ("Ben", "Ben: no way")):
        table.tap(name)
        assert known in table.texts()
        assert steps(table) == 0
    table.tap("Cleo")
    assert word("best.not_proven") in table.texts()
    assert steps(table) == 4


def test_one_player_alone_sees_the_plan_at_once(table: Theatre) -> None:
    table.at("result practice")
    table.tap("Show the best")
    assert any(text.startswith("The best: ") for text in table.texts())
    assert table.of_kind("PlayerCard") == []
    table.tap("Back")
    assert word("result.title_solved") in table.texts()


def test_practice_collects_nobody(table: Theatre) -> None:
    texts = table.at("result practice").texts()
    assert not any("joins" in text for text in texts)
    assert word("result.next") in texts


@pytest.mark.parametrize(
    ("moment", "rule"),
    [("result rule", "table rule: fewer moves are fine"), ("failed rule", "table rule: exactly as marked")],
)
def test_the_rule_that_decided_stays_on_the_panel(table: Theatre, moment: str, rule: str) -> None:
    assert any(rule in text for text in table.at(moment).texts("VerdictBanner"))


def test_a_game_of_a_tournament_tells_the_standing_and_leads_to_the_next(table: Theatre) -> None:
    table.at("winner tournament")
    assert {"2 wins", "0 wins"} <= table.texts()
    table.tap("Next game")
    assert table.ask("heard") == [["next game"]]


def test_a_champion_ends_the_tournament(table: Theatre) -> None:
    texts = table.at("winner champion").texts()
    assert {word("winner.champion", name="Anna"), "3 wins"} <= texts
    assert word("winner.next_game") not in texts
    table.tap("Home")
    assert table.ask("heard") == [["left"]]


def test_a_game_of_its_own_has_no_next(table: Theatre) -> None:
    assert word("winner.next_game") not in table.at("winner").texts()


def test_the_same_players_play_again_at_once(table: Theatre) -> None:
    table.at("winner")
    table.tap("Play again")
    assert table.ask("call", name="phase") == "draw"
    assert {"Anna", "Ben", "Cleo", "Dan", word("match.turn_tiles")} <= table.texts()
    assert "winner!" not in table.texts()


def test_a_tournament_that_goes_on_is_not_begun_again(table: Theatre) -> None:
    assert "Play again" not in table.at("winner tournament").texts()
