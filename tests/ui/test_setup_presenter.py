"""The set-up without a window: what every page shows, what taps change, what the game refuses."""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.board import BoardFile, shipped_board
from app.games.mutant_meeples.bots import LEVELS
from app.games.mutant_meeples.box import BOX_FILE, using_box
from app.games.mutant_meeples.building import BuildingTile
from app.games.mutant_meeples.preparing import begin, check_setup
from app.games.mutant_meeples.roster import Rules, colours
from app.games.mutant_meeples.state import PlayerSetup, Setup, Tournament
from app.games.mutant_meeples.switches import SWITCHES, setting, worded
from app.language import sentence
from app.store.journal import Journal
from app.table.boards import add, playable_boards
from app.ui.presenters.cities import BoardChoice, own_choices, shipped_choices
from app.ui.presenters.hint import Hint
from app.ui.presenters.setup import (
    NAME_LENGTH,
    Advice,
    NameTaken,
    SetupPresenter,
)
from app.ui.presenters.setup.presenter import SUMMARY_LETTERS
from app.ui.words import word


def table(setup: Setup) -> SetupPresenter:
    """A table whose habit this is."""
    text = msgspec.json.encode(setup).decode()
    return SetupPresenter(load=lambda: text, rng=random.Random(3))


def named(*names: str) -> Setup:
    return Setup(tuple(PlayerSetup(name) for name in names))


# -- the front page ------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-18")
def test_an_untouched_set_up_can_be_played() -> None:
    """Two persons, the classic city, the rules of the box."""
    setup = SetupPresenter().setup()
    assert setup == named("Player 1", "Player 2")
    check_setup(setup)
    assert not SetupPresenter().view().changed


def test_a_table_seats_as_many_as_the_box_has_markers_for(tmp_path: Path) -> None:
    """The last does not get up; a seventh sits down only with a bigger box."""
    presenter = SetupPresenter()
    for _ in range(8):
        presenter.seats.add()
    assert len(presenter.view().seats) == 6
    assert not presenter.view().may_add
    for _ in range(8):
        presenter.seats.remove(0)
    assert [seat.removable for seat in presenter.view().seats] == [False]
    file = tmp_path / "box.json"
    file.write_text(json.dumps(json.loads(BOX_FILE.read_bytes()) | {"marker_sets": 7}))
    with using_box(file):
        for _ in range(8):
            presenter.seats.add()
        assert len(presenter.setup().players) == 7
        check_setup(presenter.setup())


@pytest.mark.rule("MM-40")
def test_the_timer_stays_within_30_and_180_in_steps_of_15() -> None:
    presenter = SetupPresenter()
    for asked, got in ((97, 90), (98, 105), (5, 30), (999, 180)):
        presenter.set_timer(asked)
        assert presenter.view().timer_s == got == presenter.setup().rules.timer_s


@pytest.mark.rule("MM-117")
def test_a_city_comes_with_its_advice() -> None:
    """Meepville is harder, and its map still waits for a look at the box."""
    presenter = SetupPresenter()
    before = presenter.view().advice
    presenter.choose_board("meepville")
    after = presenter.view().advice
    assert word("setup.provisional") in after.text
    assert word("setup.provisional") not in before.text
    assert word("setup.meepville_advice") in after.text
    assert [city.key for city in presenter.view().cities if city.chosen] == ["meepville"]
    assert (before.text.split()[0], after.text.split()[0]) == ("Meeptropolis:", "Meepville:")
    with pytest.raises(ValueError, match="atlantis"):
        presenter.choose_board("atlantis")


def own_city(name: str, **changes: object) -> BoardChoice:
    file = replace(shipped_board("meeptropolis").file, name=name, **changes)
    return BoardChoice(f"own-{name}", file)


def test_a_city_from_the_workshop_is_played_as_a_whole_board() -> None:
    """One that cannot be drawn is not offered, and one that cannot be played is refused with its fault."""
    broken = own_city("Broken", grates=("ZZ",))
    bare = own_city("Bare", grates=("CC",))
    own = own_city("Crossroads")
    presenter = SetupPresenter(boards=lambda: (*shipped_choices(), broken, own, bare))
    assert [city.name for city in presenter.view().cities] == [
        "Meeptropolis",
        "Meepville",
        "Crossroads",
        "Bare",
    ]
    presenter.choose_board(own.key)
    assert presenter.setup().board == own.value
    assert isinstance(presenter.setup().board, BoardFile)
    assert presenter.view().advice.text.startswith("Crossroads: ")
    presenter.choose_board(bare.key)
    assert presenter.setup().board == own.value
    assert presenter.view().advice.alarm
    assert presenter.view().advice.text.startswith("Grates must be 8")


def test_a_city_from_the_workshop_that_nobody_has_compared_says_so(tmp_path: Path) -> None:
    with contextlib.closing(Journal(tmp_path / "journal.db")) as journal:
        add(journal, shipped_board("meepville").file)
        add(journal, replace(shipped_board("meepville").file, provisional=False))
        choices = own_choices(playable_boards(journal))
    presenter = SetupPresenter(boards=lambda: choices)
    assert word("setup.provisional") in presenter.view().advice.text
    presenter.choose_board(choices[1].key)
    assert word("setup.provisional") not in presenter.view().advice.text


def test_a_city_that_is_gone_makes_way_for_the_first() -> None:
    """Its tiles go with it; players and rules stay."""
    cities = [*shipped_choices(), own_city("Crossroads")]
    presenter = SetupPresenter(boards=lambda: cities)
    presenter.choose_board("own-Crossroads")
    presenter.tiles.tap_cell("BD")
    presenter.seats.add()
    del cities[-1]
    presenter.enter()
    setup = presenter.setup()
    assert (setup.board, setup.building_tiles, len(setup.players)) == ("meeptropolis", (), 3)


def test_a_city_changed_in_the_workshop_stays_chosen_with_its_tiles() -> None:
    """Tiles that the new city has no room for go; the city stays all the same."""
    cities = [*shipped_choices(), own_city("Crossroads")]
    presenter = SetupPresenter(boards=lambda: cities)
    presenter.choose_board("own-Crossroads")
    presenter.tiles.tap_cell("BD")
    tiles = presenter.setup().building_tiles
    for changes, left in (({"frame": "red"}, tiles), ({"missing": ("BD",)}, ())):
        cities[-1] = own_city("Crossroads", **changes)
        presenter.enter()
        assert presenter.setup().board == cities[-1].value
        assert presenter.setup().building_tiles == left
        assert not presenter.view().advice.alarm


def test_a_city_that_became_a_draft_makes_way_for_the_first() -> None:
    cities = [*shipped_choices(), own_city("Crossroads")]
    presenter = SetupPresenter(boards=lambda: cities)
    presenter.choose_board("own-Crossroads")
    cities[-1] = own_city("Crossroads", grates=("CC",))
    presenter.enter()
    assert presenter.setup().board == "meeptropolis"
    assert not presenter.view().advice.alarm


def test_everything_that_differs_from_the_box_is_named_in_one_line() -> None:
    """House rules in their own words while they fit, then by their number."""
    presenter = SetupPresenter()
    assert presenter.view().summary == word("setup.unchanged")
    presenter.rules.open("demonstration")
    presenter.rules.choose("shorter-ok")
    presenter.variants.toggle_tournament()
    said = presenter.view().summary
    assert sentence(worded("demonstration", "shorter-ok")) in said
    assert word("setup.is_tournament") in said
    assert presenter.view().changed
    for switch in SWITCHES[:-1]:
        presenter.rules.open(switch.name)
        presenter.rules.choose(str(switch.values[-1]))
    assert len(presenter.view().summary) <= SUMMARY_LETTERS
    assert "6 house rules changed" in presenter.view().summary


def test_the_line_above_start_names_sand_city_and_handicaps() -> None:
    """Only where nothing differs the rules are as in the box; Meepville is in the box, too."""
    own = own_city("Crossroads")
    presenter = SetupPresenter(boards=lambda: (*shipped_choices(), own))
    presenter.choose_board("meepville")
    assert presenter.view().summary == word("setup.unchanged")
    presenter.set_timer(30)
    presenter.seats.take_at_random(1, 2)
    presenter.seats.choose_mode("out")
    presenter.seats.tap(0, "gray")
    presenter.choose_board(own.key)
    assert presenter.view().summary.split(". ") == [
        "30 seconds of sand",
        "Own city",
        "Player 1 without 1 meeple",
        "Player 2 without 2 meeples",
    ]
    assert presenter.view().changed


def test_a_long_line_above_start_counts_rules_and_handicaps() -> None:
    for names in (("Anna",), ("Anna", "Ben", "Cleo", "Dan", "Emil", "Guadalupe")):
        presenter = table(Setup(tuple(PlayerSetup(name, handicap=1) for name in names)))
        presenter.rules.open("demonstration")
        presenter.rules.choose("shorter-ok")
        presenter.rules.open("edge_empty_line")
        presenter.rules.choose("no-wrap")
        presenter.set_timer(45)
        summary = presenter.view().summary
        assert len(summary) <= SUMMARY_LETTERS
        assert ("6 handicaps" in summary) == (len(names) == 6)
        assert ("Anna without 1 meeple" in summary) == (len(names) == 1)


# -- players -------------------------------------------------------------------------------------------------


def test_seat_names_are_never_given_twice() -> None:
    """Whoever leaves makes room for the name, and a name taken by hand is passed over."""
    presenter = SetupPresenter()
    presenter.seats.add()
    presenter.seats.remove(0)
    presenter.seats.rename(0, "player 1")
    presenter.seats.add()
    assert [seat.name for seat in presenter.view().seats] == ["player 1", "Player 3", "Player 2"]


def test_names_are_tidied_and_cut() -> None:
    """Spaces around and between, and no more letters than a card shows."""
    seats = SetupPresenter().seats
    seats.rename(0, "  mary   ann  ")
    assert seats.name_of(0) == "mary ann"
    seats.rename(0, "Bartholomew the Great")
    assert len(seats.name_of(0)) <= NAME_LENGTH
    seats.rename(0, "   ")
    assert seats.name_of(0) == "Player 1"


def test_a_name_is_taken_whatever_its_capitals() -> None:
    """Read aloud they are the same."""
    seats = SetupPresenter().seats
    seats.rename(0, "Zoe")
    with pytest.raises(NameTaken):
        seats.rename(1, "ZOE")
    assert seats.name_of(1) == "Player 2"
    seats.rename(0, "zoe")
    assert seats.name_of(0) == "zoe"


def test_a_seat_is_a_persons_or_the_machines_at_any_level() -> None:
    """One choice of all, and only for that seat."""
    presenter = SetupPresenter()
    for hand in ("buzz", "pad", *LEVELS, "touch"):
        presenter.seats.choose_hand(1, hand)
        view = presenter.seats.view(1)
        assert [c.value for c in (*view.persons, *view.machines) if c.chosen] == [hand]
        assert presenter.setup().players[1].bot == (hand if hand in LEVELS else None)
    assert presenter.setup() == named("Player 1", "Player 2")
    assert len(SetupPresenter().seats.view(0).machines) == len(LEVELS)


def test_a_player_page_says_what_the_chosen_hand_does() -> None:
    """One line for persons who touch, buzz or have a pad, and machines."""
    presenter = SetupPresenter()
    lines = []
    for hand in ("touch", "buzz", "pad", *LEVELS):
        presenter.seats.choose_hand(1, hand)
        lines.append(presenter.seats.view(1).hand_line)
    assert lines[:4] == [word(f"seat.{kind}_line") for kind in ("touch", "buzz", "pad", "bot")]
    assert set(lines[3:]) == {lines[3]}


def test_handicaps_are_found_by_their_name() -> None:
    """On a player's page, on the page of variants, and in the hint that leads to the first."""
    presenter = SetupPresenter()
    assert presenter.seats.view(0).modes[0].text.startswith("Handicap")
    assert "Tap" in presenter.variants.view().handicaps_line
    assert "handicap" in presenter.view().hint
    presenter.seats.take_at_random(1, 2)
    assert presenter.variants.view().handicaps_line.startswith("1 handicap. ")


@pytest.mark.rule("MM-118", "MM-119")
def test_markers_are_given_up_by_lot_or_by_choice_two_at_most() -> None:
    """A third is refused in a sentence and changes nothing; a second tap takes a meeple back."""
    presenter = SetupPresenter()
    presenter.seats.take_at_random(0, 1)
    presenter.seats.choose_mode("out")
    presenter.seats.tap(0, "gray")
    assert presenter.setup().players[0] == PlayerSetup("Player 1", handicap=1, removed=("gray",))
    presenter.seats.tap(0, "red")
    assert presenter.setup().players[0].removed == ("gray",)
    assert presenter.seats.view(0).hint.alarm
    assert presenter.seats.view(0).hint.text.startswith("Player 1 "), "no field name before it"
    presenter.seats.tap(0, "gray")
    assert presenter.setup().players[0].removed == ()
    assert not presenter.seats.view(0).hint.alarm
    assert presenter.view().seats[0].line == word("seat.meeples", hand=word("seat.touch"), n=7)


def test_a_refusal_stays_on_the_page_where_it_arose() -> None:
    """It goes with the next tap that works, on whatever page, and when that page is left."""
    presenter = SetupPresenter(boards=lambda: (*shipped_choices(), own_city("Bare", grates=("CC",))))
    seats = presenter.seats
    ways: list[Callable[[], None]] = [presenter.leave, seats.open, presenter.enter, seats.add]
    for leave in ways:
        seats.take_at_random(0, 3)
        assert seats.view(0).hint.alarm
        for other in (presenter.view().advice, presenter.variants.view().hint, presenter.tiles.view().hint):
            assert not other.alarm
        presenter.choose_board("own-Bare")
        assert presenter.view().advice.alarm
        assert not seats.view(0).hint.alarm
        leave()
        assert not presenter.view().advice.alarm


def test_at_their_end_numbers_say_why_they_go_no_further() -> None:
    """The meeples drawn at random end below those chosen already; nothing changes."""
    presenter = SetupPresenter()
    seats = presenter.seats
    seats.choose_mode("out")
    seats.tap(0, "green")
    assert (seats.view(0).at_random, seats.view(0).most) == (0, 1)
    seats.explain_end()
    assert seats.view(0).hint == Hint(word("seat.at_end", n=2), alarm=True)
    presenter.explain_timer()
    assert presenter.view().advice == Hint(word("setup.timer_ends", low=30, high=180), alarm=True)
    presenter.rules.open("buzz_s")
    presenter.rules.explain_end()
    assert presenter.rules.view().hint == Hint(word("rules.number_ends", low=2, high=30), alarm=True)
    presenter.rules.set_number(7)
    assert not presenter.rules.view().hint.alarm


def test_every_refusal_of_a_handicap_speaks_of_playing_without() -> None:
    """As the page does: no markers are lost or given up there."""
    seats = SetupPresenter().seats
    seats.take_at_random(0, 3)
    said = [seats.view(0).hint.text]
    seats.choose_mode("out")
    seats.tap(0, "green")
    seats.choose_mode("hero")
    seats.tap(0, "green")
    said.append(seats.view(0).hint.text)
    for text in said:
        assert re.search("plays? without", text), text
        assert "marker" not in text


@pytest.mark.parametrize("players", [1, 2])
def test_a_tap_on_a_meeple_means_nothing_before_somebody_chooses_what(players: int) -> None:
    """It only says so; another player's page begins anew."""
    presenter = table(named(*("Anna", "Ben")[:players]))
    seats = presenter.seats
    assert not any(mode.chosen for mode in seats.view(0).modes)
    said = seats.view(0).hint
    seats.tap(0, "green")
    assert presenter.setup() == named(*("Anna", "Ben")[:players])
    assert (seats.view(0).hint, said.alarm) == (Hint(said.text, alarm=True), False)
    assert "Handicap" in said.text
    assert (word("seat.mode_hero") in said.text) == (players > 1)
    seats.choose_mode("out")
    assert not seats.view(0).hint.alarm
    seats.tap(0, "green")
    assert presenter.setup().players[0].removed == ("green",)
    seats.open()
    seats.tap(0, "green")
    assert presenter.setup().players[0].removed == ("green",)


@pytest.mark.rule("MM-125")
def test_a_player_begins_with_one_chosen_hero() -> None:
    """Another tap chooses another one, the same tap none; a meeple given up cannot be it."""
    presenter = SetupPresenter()
    seats = presenter.seats
    seats.choose_mode("out")
    seats.tap(0, "green")
    seats.choose_mode("hero")
    seats.tap(0, "green")
    assert presenter.setup().players[0].seed is None
    assert seats.view(0).hint.alarm
    seats.tap(0, "blue")
    seats.tap(0, "red")
    marks = {shown.colour: shown.mark for shown in seats.view(0).meeples}
    assert marks == dict.fromkeys(colours(), "plays") | {"green": "out", "red": "hero"}
    assert (presenter.view().seats[0].hero, presenter.view().seats[0].out) == ("red", ("green",))
    seats.tap(0, "red")
    assert presenter.setup().players[0].seed is None


def test_a_machine_has_a_name_of_its_own_until_somebody_names_it() -> None:
    """Back to a person it is a player again; a name that was given stays in both directions."""
    seats = SetupPresenter().seats
    names = []
    for hand in ("club", "expert", "buzz"):
        seats.choose_hand(1, hand)
        names.append(seats.name_of(1))
    assert names == ["Bot 2", "Bot 2", "Player 2"]
    seats.rename(0, "bot 2")
    seats.choose_hand(1, "club")
    assert seats.name_of(1) == "Bot 1"
    seats.rename(1, "Robby")
    seats.choose_hand(1, "touch")
    seats.choose_hand(1, "family")
    assert seats.name_of(1) == "Robby"
    seats.rename(1, " ")
    assert seats.name_of(1) == "Bot 1"


# -- variants ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-125")
def test_the_shorter_game_draws_a_hero_for_everybody_who_has_none() -> None:
    """Never a meeple that is given up; switched off, all heroes go back."""
    out = tuple(c for c in colours() if c != "black")[:2]
    presenter = table(Setup((PlayerSetup("Anna", removed=out), PlayerSetup("Ben"), PlayerSetup("Cleo"))))
    presenter.seats.choose_mode("hero")
    presenter.seats.tap(1, "black")
    presenter.variants.toggle_shorter()
    heroes = [player.seed for player in presenter.setup().players]
    assert heroes[1] == "black"
    assert {heroes[0], heroes[2]} <= set(colours())
    assert heroes[0] not in out
    presenter.variants.toggle_shorter()
    assert [player.seed for player in presenter.setup().players] == [None] * 3


def test_the_shorter_game_can_be_drawn_for_all_and_given_up() -> None:
    presenter = SetupPresenter(rng=random.Random(1))
    presenter.variants.toggle_shorter()
    assert all(player.seed in colours() for player in presenter.setup().players)
    assert presenter.variants.view().shorter
    begin(presenter.setup(), random.Random(1))
    presenter.variants.toggle_shorter()
    assert presenter.setup() == named("Player 1", "Player 2")


@pytest.mark.rule("MM-128")
def test_a_tournament_begins_with_nobody_ahead() -> None:
    presenter = SetupPresenter()
    presenter.variants.toggle_tournament()
    assert presenter.setup().tournament == Tournament()
    assert presenter.variants.view().tournament
    presenter.variants.toggle_tournament()
    assert presenter.setup().tournament is None


@pytest.mark.rule("MM-13")
def test_one_player_alone_practises_without_tournament_and_first_hero() -> None:
    """The screen says so, and whoever stays last gives both up."""
    presenter = SetupPresenter(rng=random.Random(1))
    presenter.variants.toggle_shorter()
    presenter.variants.toggle_tournament()
    assert presenter.view().hint == word("setup.hint")
    presenter.seats.remove(1)
    assert presenter.setup() == named("Player 1")
    assert presenter.view().hint == word("setup.practice")
    assert not presenter.variants.view().match
    assert [mode.value for mode in presenter.seats.view(0).modes] == ["out"]
    for toggle in (presenter.variants.toggle_shorter, presenter.variants.toggle_tournament):
        toggle()
        assert presenter.setup() == named("Player 1")
        assert presenter.variants.view().hint.alarm


# -- building tiles ------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-131")
def test_what_the_tiles_do_to_the_game_is_told_at_the_tile_picker() -> None:
    """Construction: easier to reach, more moves; Destruction: harder; both: another board."""
    advice = SetupPresenter().tiles.view().advice
    construction, destruction, both = (part.strip().lower() for part in advice.rsplit(". ", 2))
    assert construction.startswith("construction")
    assert "easier" in construction
    assert "more moves" in construction
    assert destruction.startswith("destruction")
    assert "harder" in destruction
    assert both.startswith("both")


@pytest.mark.rule("MM-121", "MM-124")
def test_a_tile_is_laid_by_a_tap_and_turned_by_further_taps() -> None:
    """A straight one has four ways to lie, a corner as well; a destruction tile nothing to turn."""
    presenter = SetupPresenter()
    tiles = presenter.tiles
    ways = []
    for _ in range(5):
        tiles.tap_cell("BD")
        ways.append(presenter.setup().building_tiles)
    straight = [BuildingTile("construction", (side,), "BD") for side in ("north", "east", "south", "west")]
    assert ways == [(tile,) for tile in (*straight, straight[0])]
    tiles.choose("corner")
    tiles.tap_cell("BD")
    assert presenter.setup().building_tiles == (BuildingTile("construction", ("north", "east"), "BD"),)
    tiles.tap_cell("BD")
    assert presenter.setup().building_tiles == (BuildingTile("construction", ("east", "south"), "BD"),)
    tiles.choose("destruction")
    tiles.tap_cell("BD")
    assert presenter.setup().building_tiles == (BuildingTile("destruction", (), "BD"),)
    tiles.tap_cell("BD")
    assert tiles.view().hint.text == word("tiles.nothing_to_turn")
    tiles.choose("away")
    tiles.tap_cell("BD")
    tiles.tap_cell("BD")
    assert presenter.setup().building_tiles == ()


def test_the_map_shows_the_printed_city_with_the_tiles_on_it() -> None:
    presenter = SetupPresenter()
    presenter.tiles.tap_cell("BD")
    presenter.tiles.choose("destruction")
    presenter.tiles.tap_cell("JB")
    view = presenter.tiles.view()
    assert {cell: face.sides for cell, face in view.placed.items()} == {"BD": ("north",), "JB": ()}
    assert view.board == shipped_board("meeptropolis")


@pytest.mark.rule("MM-123")
def test_a_grate_takes_no_tile_and_the_reason_is_said() -> None:
    """The next tap that works takes the sentence away."""
    presenter = SetupPresenter()
    presenter.tiles.tap_cell("CC")
    assert presenter.setup().building_tiles == ()
    hint = presenter.tiles.view().hint
    assert hint.alarm
    assert "CC" in hint.text
    presenter.tiles.tap_cell("BD")
    assert not presenter.tiles.view().hint.alarm


def test_a_turn_that_would_wall_in_a_grate_is_passed_over() -> None:
    """The grate on CC has three walls of tiles; the fourth tile may not close it."""
    around = {"CB": "south", "DC": "west", "CD": "north"}
    tiles = tuple(BuildingTile("construction", (side,), cell) for cell, side in around.items())
    file = replace(shipped_board("meeptropolis").file, buildings={})
    setup = replace(named("Anna", "Ben"), board=file, building_tiles=tiles)
    choice = BoardChoice("bare", file)
    text = msgspec.json.encode(setup).decode()
    presenter = SetupPresenter(load=lambda: text, boards=lambda: (*shipped_choices(), choice))
    seen = []
    for _ in range(4):
        presenter.tiles.tap_cell("BC")
        seen.append(presenter.setup().building_tiles[-1].sides)
    assert seen == [("north",), ("south",), ("west",), ("north",)]


@pytest.mark.rule("MM-121")
def test_tiles_left_to_the_location_tiles_get_their_cells_by_the_draw() -> None:
    """Until then they lie in a row, where they can be turned and taken off."""
    presenter = SetupPresenter()
    tiles = presenter.tiles
    tiles.tap_cell("BD")
    tiles.by_lot()
    tiles.choose("corner")
    tiles.by_lot()
    tiles.tap_waiting(1)
    assert [face.sides for face in tiles.view().waiting] == [("north",), ("east", "south")]
    state = begin(presenter.setup(), random.Random(4))
    assert len({tile.cell for tile in state.setup.building_tiles} - {None}) == 3
    tiles.choose("away")
    tiles.by_lot()
    tiles.tap_waiting(0)
    assert [face.sides for face in tiles.view().waiting] == [("east", "south")]


@pytest.mark.rule("MM-10")
def test_the_thirteenth_tile_is_not_in_the_box() -> None:
    presenter = SetupPresenter()
    for _ in range(13):
        presenter.tiles.by_lot()
    assert len(presenter.setup().building_tiles) == 12
    assert presenter.tiles.view().hint.text == word("tiles.no_more", n=12)


@pytest.mark.rule("MM-123")
def test_a_city_on_whose_beam_a_tile_would_lie_is_refused() -> None:
    """Nothing changes, and the sentence names the square."""
    other = own_city("Crossroads", beams=("BD",))
    presenter = SetupPresenter(boards=lambda: (*shipped_choices(), other))
    presenter.tiles.tap_cell("BD")
    presenter.choose_board(other.key)
    assert presenter.setup().board == "meeptropolis"
    assert presenter.view().advice.alarm
    assert "BD" in presenter.view().advice.text


# -- house rules ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_switch_is_offered_with_all_its_values_and_its_source(switch) -> None:  # type: ignore[no-untyped-def]
    """Values in words, the usual one marked, and where the ruling comes from."""
    presenter = SetupPresenter()
    presenter.rules.open(switch.name)
    opened = presenter.rules.view().opened
    assert opened.why == sentence(switch.why)
    source = presenter.rules.view().hint.text
    assert switch.section in source
    assert switch.ruling not in source, "a number tells a player nothing"
    if isinstance(switch.default, int):
        assert opened.number is not None
        assert (opened.number.low, opened.number.high) == (switch.values[0], switch.values[-1])
        presenter.rules.set_number(75)
        assert setting(presenter.setup().rules, switch.name) == 75
        return
    usual = word("rules.usual", value=sentence(worded(switch.name, switch.default)))
    assert [choice.value for choice in opened.choices] == list(switch.values)
    assert [choice.value for choice in opened.choices if choice.text == usual] == [switch.default]
    for value in switch.values:
        presenter.rules.choose(str(value))
        assert setting(presenter.setup().rules, switch.name) == value
        assert [c.value for c in presenter.rules.view().opened.choices if c.chosen] == [value]


def test_a_changed_rule_says_so_in_the_list() -> None:
    presenter = SetupPresenter()
    presenter.rules.open("demonstration")
    presenter.rules.choose("shorter-ok")
    presenter.rules.open("buzz_s")
    presenter.rules.set_number(9)
    assert presenter.setup().buzz_s == 9
    listed = {rule.value: rule.text for rule in presenter.rules.view().rules}
    marked = [name for name, text in listed.items() if text != word(f"rules.{name}")]
    assert marked == ["demonstration", "buzz_s"]


# -- habit ---------------------------------------------------------------------------------------------------

EVERYTHING = Setup(
    (
        PlayerSetup("Anna", handicap=1, removed=("gray",), seed="black"),
        PlayerSetup("Ben", style="buzz", bot="club", seed="red"),
    ),
    "meepville",
    Rules(demonstration="shorter-ok", timer_s=90),
    buzz_s=7,
    building_tiles=(BuildingTile("destruction"),),
    tournament=Tournament(),
)


def test_the_last_set_up_played_is_this_tables_habit() -> None:
    """Only a match that begins makes a habit."""
    kept: list[str] = []
    presenter = SetupPresenter(save=kept.append)
    presenter.seats.rename(0, "Anna")
    assert kept == []
    presenter.keep()
    again = SetupPresenter(load=lambda: kept[-1])
    assert again.setup() == presenter.setup()
    assert table(EVERYTHING).setup() == EVERYTHING


def test_a_habit_begins_a_tournament_anew() -> None:
    """Wins belong to the evening they were won on."""
    running = replace(EVERYTHING, tournament=Tournament(wins=(1, 0)))
    assert table(running).setup().tournament == Tournament()


def test_names_of_a_habit_lose_the_letters_our_fonts_lack() -> None:
    """They may come from another table; a name of nothing else becomes that of its seat."""
    players = (PlayerSetup("Ann\U0001f680a"), PlayerSetup("\u05d0\u05d1"))
    assert table(replace(EVERYTHING, players=players)).setup().players == named("Anna", "Player 2").players


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"players": 3}',
        '{"players": []}',
        '{"players": [{"name": "Anna"}], "colour": "red"}',
        '{"players": [{"name": "Anna"}, {"name": "Anna"}]}',
        '{"players": [{"name": "Anna", "bot": "no such level"}]}',
        '{"players": [{"name": "\\ud800"}]}',
        '{"players": [{"name": "Anna", "removed": ["pink"]}]}',
        '{"players": [{"name": "Anna"}], "board": "atlantis"}',
        '{"players": [{"name": "Anna"}], "version": 99}',
    ],
)
def test_a_habit_that_cannot_be_played_gives_way_to_the_box(text: str) -> None:
    """Damaged, refused or from another version."""
    assert SetupPresenter(load=lambda: text).setup() == named("Player 1", "Player 2")


# -- even chances --------------------------------------------------------------------------------------------

ADVICE = Advice("Anna wins more often.", {"Anna": 2, "Ben": 0})


def test_advice_is_taken_with_one_tap_and_undone_with_another() -> None:
    """It stands for all markers given up, and what was chosen before comes back."""
    asked: list[tuple[str, ...]] = []

    def advise(names: Sequence[str]) -> Advice | None:
        asked.append(tuple(names))
        return ADVICE

    before = Setup(
        (PlayerSetup("Anna", removed=("gray",)), PlayerSetup("Ben"), PlayerSetup("Max", bot="club"))
    )
    text = msgspec.json.encode(before).decode()
    presenter = SetupPresenter(load=lambda: text, advise=advise)
    offered = presenter.view().even
    assert offered is not None
    assert (offered.text, offered.sentence) == (word("setup.even"), ADVICE.sentence)
    presenter.even()
    assert presenter.setup().players[:2] == (PlayerSetup("Anna", handicap=2), PlayerSetup("Ben"))
    undo = presenter.view().even
    assert undo is not None
    assert undo.text == word("setup.even_undo")
    presenter.even()
    assert presenter.setup() == before
    assert asked == [("Anna", "Ben")], "once for the same people, and never about a machine"


def test_no_button_where_there_is_nothing_to_even_out() -> None:
    """No advice, nobody to compare with, or the advice is followed already."""
    assert SetupPresenter().view().even is None
    followed = Setup((PlayerSetup("Anna", handicap=1, removed=("red",)), PlayerSetup("Ben")))
    for setup in (followed, named("Anna")):
        text = msgspec.json.encode(setup).decode()
        assert SetupPresenter(load=lambda text=text: text, advise=lambda _: ADVICE).view().even is None


def test_advice_that_takes_too_much_is_refused() -> None:
    presenter = SetupPresenter(advise=lambda _: Advice("Much too strong.", {"Player 1": 5}))
    presenter.even()
    assert presenter.setup() == named("Player 1", "Player 2")
    assert presenter.view().advice.alarm
    offered = presenter.view().even
    assert offered is not None
    assert offered.text == word("setup.even")
