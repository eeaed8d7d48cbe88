"""The set-up in real windows: what fits, what can be hit, and that fingers reach all the game can do."""

from __future__ import annotations

from typing import Any

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui
SCENES = ["set-up", "set-up everything", "set-up alone", "set-up advised", "set-up big box"]


def shoot(window: Theatre, name: str) -> None:
    window.settle()
    window.shoot(f"{name.replace(' ', '-')}-{window.size[0]}x{window.size[1]}")


def open_page(window: Theatre, kind: str, *texts: str) -> list[dict[str, Any]]:
    """Touch through to a page and return what lies on it."""
    window.tap(*texts)
    window.see_kind(kind)
    return window.widgets(kind)


@sized()
@pytest.mark.parametrize("scene", SCENES)
def test_the_front_page_fits(open_window: OpenWindow, scene: str, size: tuple[int, int]) -> None:
    window = open_window(scene, size)
    shoot(window, scene)
    assert faults_of(window.widgets(), size) == []


def changed(name: str) -> str:
    return word("rules.changed", title=word(f"rules.{name}"))


PAGES = {
    "player": ("SeatSheet", "Maximilian"),
    "machine": ("SeatSheet", "Ben"),
    "variants": ("VariantsSheet", word("setup.variants")),
    "tiles": ("TilesSheet", word("setup.variants"), word("variants.building")),
    "rules": ("RulesSheet", word("setup.rules")),
    "rules-timer": ("RulesSheet", word("setup.rules"), changed("timer_s")),
    "rules-markers": ("RulesSheet", word("setup.rules"), changed("plan_entry")),
}


ALONE_PAGES = {
    "player": ("SeatSheet", "Anna"),
    "variants": ("VariantsSheet", word("setup.variants")),
}


@sized()
@pytest.mark.parametrize("page", list(ALONE_PAGES))
def test_pages_of_one_alone_fit(open_window: OpenWindow, page: str, size: tuple[int, int]) -> None:
    """No first hero and no tournament to be reached."""
    window = open_window("set-up alone", size)
    shown = open_page(window, *ALONE_PAGES[page])
    shoot(window, f"set-up alone {page}")
    assert faults_of(shown, size) == []
    out_of_reach = {word("variants.shorter"), word("variants.tournament"), word("seat.mode_hero")}
    assert not [w for w in shown if w["touch"] and w["text"] in out_of_reach]


@sized()
@pytest.mark.parametrize("page", list(PAGES))
def test_every_page_fits(open_window: OpenWindow, page: str, size: tuple[int, int]) -> None:
    """A page covers the screen, so only what lies on it is judged."""
    window = open_window("set-up everything", size)
    shown = open_page(window, *PAGES[page])
    shoot(window, f"set-up {page}")
    assert faults_of(shown, size) == []


# -- what fingers do -----------------------------------------------------------------------------------------


def setup_of(window: Theatre) -> dict[str, Any]:
    chosen: dict[str, Any] = window.ask("call", name="setup")
    return chosen


def test_a_family_presses_start_and_nothing_else(open_window: OpenWindow) -> None:
    """The front page is ready from the beginning, and what was played becomes the habit."""
    window = open_window("set-up")
    window.tap(word("setup.start"))
    assert window.ask("heard") == [{"play": setup_of(window)}]
    assert window.ask("call", name="kept")["players"] == setup_of(window)["players"]


def test_everything_about_a_player_is_set_on_one_page(open_window: OpenWindow) -> None:
    """The level, a marker at random, a chosen one, the hero; a third marker is refused in a sentence.

    Before somebody chooses what a tap does, it only says so.
    """
    window = open_window("set-up")
    open_page(window, "SeatSheet", "Player 1")
    window.tap("Club", "plus", "Carbon")
    shoot(window, "set-up-nothing-chosen")
    assert setup_of(window)["players"][0]["removed"] == []
    assert faults_of(window.widgets("SeatSheet"), window.size) == []
    window.tap(word("seat.mode_out"), "Ozzy", word("seat.mode_hero"), "Carbon", word("seat.mode_out"))
    window.tap("Skewt")
    shoot(window, "set-up-refused")
    hints = [w for w in window.widgets("SeatSheet") if "0 to 2 meeples" in w["text"]]
    assert len(hints) == 1
    assert hints[0]["fits"]
    window.tap(word("setup.done"))
    player = setup_of(window)["players"][0]
    assert (player["bot"], player["handicap"]) == ("club", 1)
    assert (player["removed"], player["seed"]) == (["gray"], "black")


def test_a_tap_beyond_the_end_is_answered_on_that_page_only(open_window: OpenWindow) -> None:
    """The front page goes on to tell about the city."""
    window = open_window("set-up")
    advice = word("setup.meeptropolis_advice")
    window.see(advice)
    open_page(window, "SeatSheet", "Player 2")
    window.tap("plus", "plus", "plus")
    shoot(window, "set-up-at-the-end")
    assert word("seat.at_end", n=2) in window.texts("SeatSheet")
    assert faults_of(window.widgets("SeatSheet"), window.size) == []
    window.tap(word("setup.done"))
    window.see(advice)
    assert not window.shows(word("seat.at_end", n=2))
    assert setup_of(window)["players"][1]["handicap"] == 2


def test_tiles_are_laid_on_the_map_by_fingers(open_window: OpenWindow) -> None:
    """A tap lays, a second one turns; a grate is refused; one more tile is left to the Location tiles."""
    window = open_window("set-up")
    open_page(window, "TilesSheet", word("setup.variants"), word("variants.building"))
    window.tap(word("tiles.corner"))
    for cell in ("BD", "BD", "CC"):
        window.touch_at(*window.ask("call", name=f"cell {cell}"))
        window.settle()
    shoot(window, "set-up-tile-refused")
    refusal = [w for w in window.widgets("TilesSheet") if "CC" in w["text"]]
    assert [w["fits"] for w in refusal] == [True]
    window.tap(word("tiles.destruction"))
    window.touch_at(*window.ask("call", name="cell JB"))
    window.settle()
    shoot(window, "set-up-tile-hides")
    window.tap(word("tiles.by_lot"), word("setup.done"), word("setup.done"))
    tiles = setup_of(window)["building_tiles"]
    assert [(tile["face"], tile["sides"], tile["cell"]) for tile in tiles] == [
        ("construction", ["east", "south"], "BD"),
        ("destruction", [], "JB"),
        ("destruction", [], None),
    ]
    assert window.shows(word("variants.tiles", n=3))


def test_variants_and_house_rules_are_switched(open_window: OpenWindow) -> None:
    window = open_window("set-up")
    open_page(window, "VariantsSheet", word("setup.variants"))
    window.tap(word("variants.shorter"), word("variants.tournament"), word("setup.done"))
    open_page(window, "RulesSheet", word("setup.rules"), word("rules.demonstration"))
    window.tap("Fewer moves are fine", word("setup.done"))
    chosen = setup_of(window)
    assert all(player["seed"] for player in chosen["players"])
    assert chosen["tournament"] == {"wins": [], "taken": []}
    assert chosen["rules"]["demonstration"] == "shorter-ok"
    shoot(window, "set-up-changed")
    assert faults_of(window.widgets(), window.size) == []


def test_chances_are_evened_and_put_back_by_one_button(open_window: OpenWindow) -> None:
    window = open_window("set-up advised")
    window.tap(word("setup.even"))
    assert setup_of(window)["players"][0]["handicap"] == 2
    shoot(window, "set-up-evened")
    window.tap(word("setup.even_undo"))
    assert setup_of(window)["players"][0]["handicap"] == 0


def test_cities_from_the_workshop_are_reached_by_arrows(open_window: OpenWindow) -> None:
    """Two are shown at a time; the last page shows the last one alone."""
    window = open_window("set-up advised")
    window.tap("east", "Old Harbour")
    assert setup_of(window)["board"]["name"] == "Old Harbour"
    shoot(window, "set-up-own-city")
    assert faults_of(window.widgets(), window.size) == []
    window.tap("east")
    shoot(window, "set-up-city-out-of-sight")
    cards = [w["text"] for w in window.widgets() if w["kind"] == "CityCard"]
    assert cards == ["Meeptropolis corrected"]
    assert window.shows(word("setup.own_advice", name="Old Harbour"))
    assert faults_of(window.widgets(), window.size) == []


def test_the_way_back_leaves_the_set_up(open_window: OpenWindow) -> None:
    window = open_window("set-up")
    window.tap("west")
    assert window.ask("heard") == ["back"]


def test_the_habit_outlives_the_evening(open_window: OpenWindow) -> None:
    """The whole app, killed like a pulled plug and started again, offers what was played last."""
    window = open_window("house")
    window.tap(word("game.mutant-meeples"), word("room.setup"))
    window.tap("Player 1", "Expert", word("setup.done"), word("setup.start"))
    window.until(lambda: window.ask("call", name="kept"), "the match")
    window.kill()
    again = open_window("house")
    again.tap(word("game.mutant-meeples"), word("room.anew"))
    assert again.shows(word("seat.machine", level="Expert"))
