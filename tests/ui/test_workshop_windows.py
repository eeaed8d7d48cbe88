"""The workshop in real windows: a city put right by touch, broken, mended; files that go and come."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.games.mutant_meeples.board import (
    DIRECTION_BY_WORD,
    LETTERS,
    MAX_SIDE,
    BoardFile,
    dump_board_file,
    read_board_file,
    shipped_board,
)
from app.games.mutant_meeples.board_text import board_text
from app.games.mutant_meeples.drafting import tidied
from app.table.boards import EXPORTS, IMPORTS, read_in
from app.ui.presenters.workshop.files import whereabouts
from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui
MEEPVILLE = shipped_board("meepville").file


def tap(window: Theatre, text: str, then: str) -> None:
    """Touch what says that, and wait until the window says something else."""
    window.touch(text)
    window.see(then)


def tap_at(window: Theatre, place: str, then: str) -> None:
    """Touch a place that has no words: a cell of the map, a side in the close-up."""
    window.touch_at(*window.ask("call", name=place))
    window.see(then)


def is_chosen(window: Theatre, name: str) -> bool:
    """Whether the city's name stands over what can be done with it, not under its map only."""
    return any(
        w["text"] == name and not w["touch"] and "CityCard" not in w["within"] for w in window.widgets()
    )


def tidy(plain: dict[str, Any]) -> BoardFile:
    """A kept city, whatever the order of its lists."""
    return tidied(read_board_file(plain))


@sized()
@pytest.mark.parametrize("scene", ["workshop", "full workshop"])
def test_the_shelf_fits_with_each_kind_of_city(
    open_window: OpenWindow, scene: str, size: tuple[int, int]
) -> None:
    window = open_window(scene, size)
    names = ["Meeptropolis", "Meepville"]
    names += ["Meepville corrected", "Meeptropolis corrected 2"] if scene == "full workshop" else []
    for name in names:
        window.touch(name)
        window.until(partial(is_chosen, window, name), f"{name} to be chosen")
        window.settle()
        window.shoot(f"{scene.replace(' ', '-')}-{names.index(name)}-{size[0]}x{size[1]}")
        assert faults_of(window.widgets(), size) == []
    if scene == "full workshop":
        tap(window, "east", "Zoe")
        window.shoot(f"full-workshop-second-page-{size[0]}x{size[1]}")
        assert faults_of(window.widgets(), size) == []


@sized()
def test_a_city_is_put_right_broken_and_mended_by_touch(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    """The whole way with real touches; after every one the journal holds what the screen shows."""
    window = open_window("workshop", size)
    tap(window, "Meepville", word("workshop.unconfirmed"))
    tap(window, word("workshop.copy"), "Meepville corrected")
    window.shoot(f"workshop-editor-{size[0]}x{size[1]}")
    assert faults_of(window.widgets("EditorSheet"), size) == []
    assert window.ask("call", name="playable") == ["Meepville corrected"]

    tap_at(window, "cell GG", word("workshop.square", cell="GG"))
    window.shoot(f"workshop-close-up-{size[0]}x{size[1]}")
    assert faults_of(window.widgets("EditorSheet"), size) == []
    broken = word("fault.grates", expected=8, found=7)
    tap(window, word("workshop.grate"), broken)
    assert window.ask("call", name="playable") == []
    tap(window, word("workshop.whole"), "Meepville corrected")
    window.shoot(f"workshop-broken-{size[0]}x{size[1]}")
    assert faults_of(window.widgets("EditorSheet"), size) == []

    tap(window, word("setup.done"), word("workshop.draft", fault=broken))
    window.shoot(f"workshop-draft-{size[0]}x{size[1]}")
    assert faults_of(window.widgets(), size) == []
    tap(window, word("workshop.change"), broken)
    tap_at(window, "cell GG", word("workshop.square", cell="GG"))
    tap(window, word("workshop.grate"), word("workshop.playable"))
    tap(window, word("workshop.whole"), "Meepville corrected")
    tap(window, word("setup.done"), word("workshop.own_unconfirmed"))
    assert window.ask("call", name="playable") == ["Meepville corrected"]


def test_the_screen_leads_to_the_fault(open_window: OpenWindow) -> None:
    window = open_window("workshop")
    tap(window, word("workshop.copy"), "Meeptropolis corrected")
    grate = shipped_board("meeptropolis").file.grates[3]
    tap_at(window, f"cell {grate}", word("workshop.square", cell=grate))
    tap(window, word("workshop.grate"), word("fault.grates", expected=8, found=7))
    tap(window, word("workshop.whole"), word("workshop.go_there"))
    tap(window, word("workshop.go_there"), word("workshop.square", cell=grate))
    assert not window.shows(word("workshop.go_there")), "we are there"
    tap(window, word("workshop.undo"), word("workshop.playable"))
    tap(window, word("workshop.redo"), word("fault.grates", expected=8, found=7))


@sized()
def test_a_building_is_drawn_on_the_side_that_is_touched(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    """The four lines of a cell, each from inside and from beyond; and the way to the next cell."""
    window = open_window("workshop", size)
    tap(window, word("workshop.copy"), "Meeptropolis corrected")
    tap_at(window, "cell AB", word("workshop.square", cell="AB"))
    tap(window, "east", word("workshop.square", cell="BB"))
    (before,) = window.ask("call", name="kept")
    assert "BB" not in before["buildings"]
    for side in ("north", "east", "south", "west"):
        tap_at(window, f"inside {side}", word("workshop.playable"))
    window.until(
        lambda: len(window.ask("call", name="kept")[0]["buildings"].get("BB", ())) == 4, "four sides"
    )
    window.shoot(f"workshop-walls-{size[0]}x{size[1]}")
    beyond = {"north": "BA", "east": "CB", "south": "BC", "west": "AB"}
    for side in beyond:
        tap_at(window, f"beyond {side}", word("workshop.playable"))
    window.until(lambda: "BB" not in window.ask("call", name="kept")[0]["buildings"], "all four to move over")
    (after,) = window.ask("call", name="kept")
    facing = {"north": "south", "east": "west", "south": "north", "west": "east"}
    for side, cell in beyond.items():
        assert facing[side] in after["buildings"][cell]
    for side in beyond:
        tap_at(window, f"beyond {side}", word("workshop.playable"))
    window.until(lambda: tidy(window.ask("call", name="kept")[0]) == tidy(before), "the city as it was")


def test_a_hole_is_made_and_taken_back_on_the_city_edge(open_window: OpenWindow) -> None:
    window = open_window("workshop")
    tap(window, word("workshop.copy"), "Meeptropolis corrected")
    tap_at(window, "cell RA", word("workshop.square", cell="RA"))
    window.touch(word("workshop.hole"))
    window.until(lambda: "RA" in window.ask("call", name="kept")[0]["missing"], "the hole")
    window.settle()
    tap_at(window, "inside south", word("workshop.no_wall"))
    window.shoot("workshop-hole-800x480")
    window.touch(word("workshop.hole"))
    window.until(lambda: "RA" not in window.ask("call", name="kept")[0]["missing"], "the street")
    window.settle()
    tap_at(window, "inside east", word("workshop.tap_side"))
    window.until(lambda: "east" in window.ask("call", name="kept")[0]["buildings"]["RA"], "the edge built on")


def test_a_power_cut_loses_nothing_of_a_city(open_window: OpenWindow) -> None:
    window = open_window("workshop")
    tap(window, word("workshop.copy"), "Meeptropolis corrected")
    tap_at(window, "cell KC", word("workshop.square", cell="KC"))
    tap(window, word("workshop.beam"), word("workshop.playable"))
    window.until(lambda: "KC" in window.ask("call", name="kept")[0]["beams"], "the beam")
    window.kill()
    again = open_window("workshop")
    assert "KC" in again.ask("call", name="kept")[0]["beams"]


@sized()
def test_looking_at_a_city_and_saying_that_it_is_as_in_the_box(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("full workshop", size)
    tap(window, "Meepville", word("workshop.unconfirmed"))
    tap(window, word("workshop.look"), word("setup.done"))
    window.shoot(f"workshop-look-{size[0]}x{size[1]}")
    page = window.widgets("LookSheet")
    assert faults_of(page, size) == []
    assert word("workshop.confirm") not in {w["text"] for w in page}, "the box itself says nothing"
    tap(window, word("setup.done"), word("workshop.unconfirmed"))
    tap(window, "Meepville corrected", word("workshop.own_unconfirmed"))
    tap(window, word("workshop.look"), word("workshop.confirm"))
    assert faults_of(window.widgets("LookSheet"), size) == []
    tap(window, word("workshop.confirm"), word("workshop.own"))
    assert "provisional" not in window.ask("call", name="kept")[0]


@sized()
def test_a_city_goes_out_as_files_and_as_a_code(
    open_window: OpenWindow, size: tuple[int, int], tmp_path: Path
) -> None:
    window = open_window("workshop", size)
    tap(window, "Meepville", word("workshop.unconfirmed"))
    window.touch(word("workshop.share"))
    window.see(board_text(MEEPVILLE))
    window.shoot(f"workshop-share-{size[0]}x{size[1]}")
    assert faults_of(window.widgets("ShareSheet"), size) == []
    for ending in (".json", ".txt"):
        assert read_in(tmp_path / EXPORTS / f"meepville{ending}") == MEEPVILLE
    tap(window, word("setup.done"), word("workshop.unconfirmed"))


def test_a_city_too_big_for_a_code_goes_out_as_files_only(open_window: OpenWindow, tmp_path: Path) -> None:
    """Streets alone are never too many for a code; a long story about them is."""
    rng = random.Random(5)
    sides = [*DIRECTION_BY_WORD]
    cells = [column + row for column in LETTERS[:MAX_SIDE] for row in LETTERS[:MAX_SIDE]]
    walls = {cell: tuple(side for side in sides if rng.random() < 0.4) for cell in cells}
    story = "".join(rng.choices(LETTERS, k=3000))
    metropolis = BoardFile("Metropolis", MAX_SIDE, MAX_SIDE, buildings=walls, note=story)
    (tmp_path / IMPORTS).mkdir()
    (tmp_path / IMPORTS / "big.json").write_bytes(dump_board_file(metropolis))
    window = open_window("workshop")
    tap(window, word("workshop.bring_in"), "Metropolis")
    window.touch_widget(next(w for w in window.widgets("FoundRow") if w["touch"]))
    window.see(word("workshop.taken", name="Metropolis"))
    tap(window, word("setup.done"), "Metropolis")
    tap(window, word("workshop.share"), word("workshop.code_too_long"))
    window.shoot("workshop-share-big-800x480")
    assert faults_of(window.widgets("ShareSheet"), (800, 480)) == []
    assert len((tmp_path / EXPORTS / "metropolis.txt").read_text()) > 4296, "no QR code holds so much"
    tap(window, word("setup.done"), "Metropolis")
    tap(window, word("workshop.change"), word("workshop.tap_cell"))
    window.shoot("workshop-editor-big-800x480")


@sized()
def test_cities_come_in_from_files_and_damage_stays_outside(
    open_window: OpenWindow, size: tuple[int, int], tmp_path: Path
) -> None:
    folder = tmp_path / IMPORTS
    folder.mkdir()
    (folder / "a-good.txt").write_text(board_text(MEEPVILLE))
    (folder / "b-cut.json").write_bytes(dump_board_file(MEEPVILLE)[:-50])
    (folder / "c-newer.txt").write_text(board_text(MEEPVILLE).replace("MMB1", "MMB9"))
    (folder / "d-other-with-a-name-that-goes-on-and-on.json").write_text("{}")
    (folder / "e-too-big.json").write_bytes(b"[" * 300_000)
    window = open_window("workshop", size)
    tap(window, word("workshop.bring_in"), "b-cut.json")
    window.shoot(f"workshop-bring-in-{size[0]}x{size[1]}")
    assert faults_of(window.widgets("BringInSheet"), size) == []
    takes = [w for w in window.widgets("FoundRow") if w["touch"]]
    assert [w["text"] for w in takes] == [word("workshop.take")]
    window.touch_widget(takes[0])
    window.see(word("workshop.taken", name="Meepville 2"))
    assert window.ask("call", name="playable") == ["Meepville 2"]
    if not window.shows("e-too-big.json"):
        tap(window, "east", "e-too-big.json")
    assert faults_of(window.widgets("BringInSheet"), size) == []
    tap(window, word("setup.done"), "Meepville 2")


@sized()
def test_without_files_the_page_says_where_they_belong(
    open_window: OpenWindow, size: tuple[int, int], tmp_path: Path
) -> None:
    window = open_window("workshop", size)
    tap(
        window,
        word("workshop.bring_in"),
        word("workshop.nothing", folder=whereabouts(tmp_path / IMPORTS, None)),
    )
    window.shoot(f"workshop-bring-in-nothing-{size[0]}x{size[1]}")
    assert faults_of(window.widgets("BringInSheet"), size) == []


def test_a_city_is_renamed_and_deleted_by_touch(open_window: OpenWindow) -> None:
    window = open_window("full workshop")
    tap(window, "Meepville corrected", word("workshop.own_unconfirmed"))
    tap(window, word("workshop.rename"), word("workshop.name_title"))
    window.shoot("workshop-rename-800x480")
    assert faults_of(window.widgets("CityNamePad"), (800, 480)) == []
    for key in "MEEPVILLE":
        window.touch(key)
    window.see("Meepville")
    tap(window, word("name.done"), "There is a city called Meepville already")
    window.touch("A")
    tap(window, word("name.done"), "Meepvillea")
    window.see_kind("CityNamePad", there=False)
    tap(window, word("workshop.delete"), word("workshop.delete_title", name="Meepvillea"))
    window.shoot("workshop-delete-800x480")
    tap(window, word("workshop.delete_no"), "Meepvillea")
    tap(window, word("workshop.delete"), word("workshop.delete_title", name="Meepvillea"))
    window.hold(word("workshop.delete_yes"))
    window.until(lambda: len(window.ask("call", name="kept")) == 4, "it to be gone")
    window.settle()
    assert window.shows(word("workshop.shipped")), "a city of the box is chosen instead"
    window.touch("west", number=0)
    window.until(lambda: window.ask("heard") == ["back"], "the way back")
