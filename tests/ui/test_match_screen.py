"""The match screen in a real window: every touch means one thing, and the words say what is to be done."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenTable, OpenWindow
from tests.ui.layout import faults_of, overlap
from tests.ui.theatre import Theatre, in_reading_order, middle

pytestmark = pytest.mark.ui

# -- what a touch means -----------------------------------------------------------------------------------


@pytest.fixture
def table(open_table: OpenTable) -> Theatre:
    """One window for many touches; every test leads it into a fresh match."""
    return open_table("match")


def _touch(window: Theatre, what: str) -> None:
    """Touch "text", "Kind: text" or "Kind #number"."""
    if "#" in what:
        kind, _, number = what.partition(" #")
        window.touch_kind(kind, int(number))
        return
    kind, colon, text = what.partition(": ")
    kind, text = (kind, text) if colon else ("", what)
    if kind == "HoldButton":
        window.hold(text)
        return
    found = in_reading_order([w for w in window.widgets() if w["touch"]])
    window.touch_widget(next(w for w in found if w["text"] == text and kind in ("", w["kind"])))


MEANINGS = [
    ("draw", ["Turn two tiles"], ["draw"]),
    ("scatter", ["Onto the grates"], ["draw"]),
    ("think", ["Ben"], ["tap_player", 1]),
    ("think", ["pause"], ["pause"]),
    ("think claimed", ["MovementTile #6"], ["tap_tile", 7]),
    ("think six open", ["No way there", "SwitchRow: Cleo"], ["agree", 2]),
    ("lane", ["MovementTile #2"], ["tap_tile", 3]),
    ("lanes two", ["plus"], ["lane_step", 2, 1]),
    ("lanes two", ["minus"], ["lane_step", 2, -1]),
    ("lanes six", ["Take"], ["lane_take", 0]),
    ("plan empty", ["Skewt"], ["tap_chip", "white"]),
    ("plan empty", ["Back"], ["close_plan"]),
    ("plan full", ["Take 15"], ["confirm_plan"]),
    ("plan full", ["PlayerTab #1"], ["tap_player", 3]),
    ("think claimed", ["Anna", "5 goes back"], ["tile_back", 0]),
    ("think claimed mixed", ["Ben", "HoldButton: No markers down: Ben is out"], ["call_out", 1]),
    ("think claimed", ["Powers & rules"], ["pause"]),
    ("plan call out", ["Call Ben out", "HoldButton: Ben is out"], ["call_out", 1]),
    ("plan enter", ["Call Ben out", "HoldButton: Ben is out"], ["call_out", 1]),
    ("plan enter", ["These are my markers"], ["confirm_plan"]),
    ("plan enter", ["I can't show it", "HoldButton: I can't show it"], ["give_up"]),
    ("plan too high", ["MarshalButton: Your markers make 7: tile 6 allows 6 or fewer"], ["confirm_plan"]),
    ("show some", ["Take back"], ["take_back"]),
    ("show some", [word("show.photo_before")], ["photo"]),
    ("show some", ["Done"], ["done"]),
    ("show some", ["I can't show it", "HoldButton: I can't show it"], ["give_up"]),
    ("confirm", ["Sidestep"], ["choose", "red"]),
    ("confirm", ["Tap moves instead"], ["drop_reading"]),
    ("confirm ready", ["So they stand"], ["confirm_cells"]),
    ("failed", ["They are back"], ["proceed"]),
    ("failed penalty", ["Edge"], ["give_back", "yellow"]),
    ("result", ["Next crime"], ["draw"]),
    ("paused", ["Go on"], ["go_on"]),
    ("paused", ["Leave the table"], ["left"]),
    ("winner", ["Home"], ["left"]),
    ("think", ["more", "Take back"], ["undo"]),
    ("think undone", ["more", "Do again"], ["redo"]),
    ("think", ["more", "Pause"], ["pause"]),
    ("think", ["more", "Leave the table", "Leave the table"], ["left"]),
]


@pytest.mark.parametrize(("moment", "touches", "meaning"), MEANINGS, ids=lambda value: str(value))
def test_a_touch_asks_the_desk_for_one_thing(
    table: Theatre, moment: str, touches: list[str], meaning: list[Any]
) -> None:
    """Real fingers on real buttons; what the desk was asked, and nothing else."""
    table.at(moment)
    for number, what in enumerate(touches):
        if number:
            table.settle()
        _touch(table, what)
    table.until(lambda: table.ask("heard"), f"{what} to be heard")
    assert table.ask("heard") == [meaning]


def test_a_stepper_changes_the_count_of_its_row(table: Theatre) -> None:
    """Plus beside the first row of three moves."""
    table.at("plan full")
    row = next(w for w in table.widgets() if w["kind"] == "PlanRow" and "Shortstop" in _inside(table, w))
    x, y, width, height = row["box"]
    table.touch_at(x + width - 20, y + height / 2)
    table.until(lambda: table.ask("heard"), "the count")
    assert table.ask("heard") == [["set_count", 0, 4]]
    table.settle()
    assert table.shows("Take 16")


def _inside(window: Theatre, outer: dict[str, Any]) -> list[str]:
    return [w["text"] for w in window.widgets() if w["text"] and overlap(w["box"], outer["box"])]


def test_a_higher_tile_can_be_taken(table: Theatre) -> None:
    """Plus beside "Take 15" offers 16, and that is what is claimed (rulebook: the sum "or greater")."""
    table.at("plan full")
    take = next(w for w in table.widgets() if w["text"] == "Take 15")["box"]
    table.touch_at(take[0] + take[2] + 30, take[1] + take[3] / 2)
    table.settle()
    assert table.ask("heard") == []
    _touch(table, "Take 16")
    table.until(lambda: table.ask("heard"), "the claim")
    assert table.ask("heard") == [["tap_tile", 16]]


def _drag(window: Theatre, start: tuple[float, float], end: tuple[float, float]) -> None:
    for place, action in ((start, "down"), (end, "up")):
        window.point_at(*place)
        window.mouse(action)
        window.settle()


def test_a_slip_on_the_tiles_can_be_mended(table: Theatre) -> None:
    """The tile counts where the finger is lifted; off the tiles, none does."""
    table.at("lane")
    tiles = [middle(w) for w in table.of_kind("MovementTile")]
    _drag(table, tiles[3], (105, 105))
    assert table.ask("heard") == []
    _drag(table, tiles[3], tiles[1])
    table.until(lambda: table.ask("heard"), "the tile")
    assert table.ask("heard") == [["tap_tile", 2]]


def test_the_best_is_shown_step_by_step(table: Theatre) -> None:
    """The real solver finds it; the arrows go on and back, and the verdict comes again."""
    table.at("result")
    ways = ("Show the best", "PlayerCard: Anna", "east", "west", "Back")
    for what in ways:
        _touch(table, what)
        table.settle()
    asked = [["show_best"], ["show_best_of", 0], ["best_step", 1], ["best_step", -1]]
    assert table.ask("heard") == [*asked, ["close_best"]]
    assert table.shows("Next crime")


def test_a_pause_keeps_every_finger_off(table: Theatre) -> None:
    """Neither a tile nor a player nor the city under the pause can be touched."""
    table.at("paused")
    for w in [w for w in table.widgets() if w["kind"] in ("MovementTile", "PlayerCard")][::9]:
        table.touch_at(w["box"][0] + 4, w["box"][1] + 4)
    table.touch_at(100, 240)
    table.settle()
    assert table.ask("heard") == []


def test_one_lane_is_answered_on_the_tiles_alone(table: Theatre) -> None:
    """Nothing beside them proposes a number: a child in a hurry would claim it."""
    widgets = table.at("lane").widgets()
    table.shoot("match-lane-800x480")
    assert any(w["text"] == word("match.tap_number") for w in widgets)
    touchable = {w["text"] for w in widgets if w["touch"] and "ThinkView" in w["within"]}
    assert touchable.isdisjoint({word("match.no_way"), word("match.rules"), "plus", "minus"})
    assert not any(text.startswith("Take") for text in touchable)


def test_many_presses_are_named_above_their_lanes(table: Theatre) -> None:
    """The title counts them, and nothing asks anybody to lay markers now."""
    texts = table.at("lanes six").texts()
    assert "Six buzzed: choose your numbers" in texts
    assert word("match.think_buzz") not in texts
    assert table.at("lanes two").shows("Two buzzed: choose your numbers")


def test_names_in_lanes_are_whole_and_of_one_size(table: Theatre) -> None:
    """The names a table begins with."""
    table.ask("call", name="seat names")
    try:
        widgets = table.at("lanes six").widgets()
        table.shoot("match-lanes-seat-names-800x480")
    finally:
        table.ask("call", name="short names")
    names = [w for w in widgets if w["kind"] == "Words" and w["text"].startswith("Player")]
    assert len(names) == 6
    assert not any(w["cut"] for w in names)
    assert len({w["font_px"] for w in names}) == 1


def test_take_stands_back_until_its_number_was_touched(table: Theatre) -> None:
    """Only then is it the filled button."""
    table.at("lanes two")
    assert table.ask("call", name="take buttons") == ["second", "second"]
    _touch(table, "plus")
    table.until(lambda: table.ask("call", name="take buttons") == ["main", "second"], "the first Take")


def test_a_held_plus_runs_on_until_it_is_released(table: Theatre) -> None:
    """And then the screen rests."""
    table.at("lanes two")
    table.point_at(*middle(next(w for w in in_reading_order(table.widgets()) if w["text"] == "plus")))
    table.mouse("down")
    table.until(lambda: len(table.ask("heard")) >= 4, "the steps")
    table.mouse("up")
    table.settle()
    heard = table.ask("heard")
    assert heard == [["lane_step", 2, 1]] * len(heard)
    assert table.ask("draws_in", ticks=30) == 0
    assert table.ask("heard") == heard


def test_calling_out_asks_first_and_can_be_left(table: Theatre) -> None:
    """One slip must not put a player out."""
    table.at("plan call out")
    _touch(table, "Call Ben out")
    table.until(lambda: table.sheet(), "the question")
    table.settle()
    texts = {w["text"] for w in table.sheet()}
    assert "Ben took a tile without laying markers and is out for this round." in texts
    table.touch_widget(next(w for w in table.sheet() if w["touch"] and w["text"] == "Back"))
    table.until(lambda: not table.sheet(), "the question to go")
    assert table.ask("heard") == []


def test_a_question_goes_when_its_moment_has_passed(table: Theatre) -> None:
    """The sand runs out over it: nobody can be called out any more."""
    table.at("plan call out")
    _touch(table, "Call Ben out")
    table.until(lambda: table.sheet(), "the question")
    table.ask("call", name="crime ends")
    table.until(lambda: not table.sheet(), "the question to go")


def test_entering_markers_names_the_tile_and_says_what_is_too_much(table: Theatre) -> None:
    """No silent grey button."""
    texts = table.at("plan enter").texts()
    assert {"Ben: enter your markers from the board", "Tile 6. Markers so far: 2"} <= texts
    texts = table.at("plan too high").texts()
    assert "Your markers make 7: tile 6 allows 6 or fewer" in texts
    assert word("plan.these") not in texts


@pytest.mark.parametrize(
    ("moment", "cost"),
    [
        ("plan enter", "Ben loses one hero."),
        ("plan too high", "Nothing is lost."),
        ("show all", "Anna loses one hero."),
        ("show first of two", "Anna loses one hero. Dan shows next."),
    ],
)
def test_giving_up_names_its_cost(table: Theatre, moment: str, cost: str) -> None:
    """A hero when there is one; and who follows only when somebody does."""
    table.at(moment)
    _touch(table, "I can't show it")
    table.until(lambda: any(w["text"] == cost for w in table.sheet()), cost)


# -- what is drawn ----------------------------------------------------------------------------------------


def test_a_shown_move_glides_and_its_words_come_at_once(table: Theatre) -> None:
    """Tap the meeple, then the square: the city asks for both, and the meeple ends there."""
    table.at("show none")
    before = table.ask("call", name="meeples")
    table.touch_at(*table.ask("call", name=f"middle of {before['gray']}"))
    table.until(lambda: table.ask("heard"), "the meeple")
    goal = "IE"
    table.touch_at(*table.ask("call", name=f"middle of {goal}"))
    table.see("North to IE")
    assert table.ask("heard") == [["tap_cell", before["gray"], before["gray"]], ["tap_cell", goal, goal]]
    assert table.ask("call", name="meeples") == before | {"gray": goal}
    assert table.ask("call", name="moving") is False


def test_a_touch_beside_a_lit_square_says_what_it_was_taken_as(table: Theatre) -> None:
    table.at("show none")
    table.touch_at(*table.ask("call", name="middle of II"))
    table.until(lambda: table.ask("heard"), "the meeple")
    table.touch_at(*table.ask("call", name="middle of IF"))
    table.see("North to IE")
    assert table.ask("heard")[-1] == ["tap_cell", "IE", "IF"]
    assert table.ask("call", name="notice") == "Your tap on IF was taken as IE."
    table.shoot("match-show-beside-800x480")


def test_with_reduced_motion_nothing_glides(open_window: OpenWindow) -> None:
    """The meeple stands at its end as soon as the step is written."""
    window = open_window("match").at("show none")
    window.pace(1)  # slow enough to catch what glides
    window.ask("call", name="reduce motion")
    window.touch_at(*window.ask("call", name="middle of II"))
    window.until(lambda: window.ask("heard"), "the meeple")
    window.touch_at(*window.ask("call", name="middle of IE"))
    window.until(lambda: len(window.ask("heard")) == 2, "the square")
    assert window.ask("call", name="moving") is False
    assert window.ask("call", name="meeples")["gray"] == "IE"


def test_a_refusal_is_said_and_tapped_away(table: Theatre) -> None:
    """A square the meeple cannot reach: a sentence says why, a tap on it puts it away."""
    table.at("show none")
    table.touch_at(*table.ask("call", name="middle of II"))
    table.touch_at(*table.ask("call", name="middle of CL"))
    table.until(lambda: table.ask("call", name="notice"), "the refusal")
    table.settle()
    _touch(table, "NoticeBar #0")
    table.settle()
    assert table.ask("call", name="notice") == ""
    assert table.ask("heard")[-1] == ["dismiss_notice"]


def test_a_notice_goes_by_itself(table: Theatre) -> None:
    """Nobody has to tap it away."""
    table.at("think")
    _touch(table, "MovementTile #4")
    table.until(lambda: table.ask("call", name="notice"), "the notice")
    table.until(lambda: table.ask("call", name="notice") == "", "the notice to go")


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ("think", "Found a way? Tap your name"),
        ("plan laid", "2 in all"),
        ("think mixed", "Tap your name, or press your button"),
        ("draw", "First put the meeples on the grates as the map shows."),
        ("plan handicap", "Without Shortstop and Sidestep"),
        ("failed unmoved", "All meeples stand where they stood"),
        ("failed unmoved", "Go on"),
        ("failed by camera paid", "They are back"),
        ("failed penalty", "Choose a hero first"),
    ],
)
def test_the_table_is_told_what_to_do(table: Theatre, moment: str, said: str) -> None:
    """In the words of this moment."""
    assert table.at(moment).shows(said)


def test_markers_to_put_aside_are_named_before_the_first_crime_alone(table: Theatre) -> None:
    """One sentence a player; after a round nobody reads them again."""
    table.at("draw handicaps")
    notes = next(text for text in table.texts() if "First put the meeples" in text)
    assert notes.count("plays without Shortstop and Sidestep.") == 6
    assert not any("plays without" in text for text in table.at("draw").texts())
    assert not any("First put the meeples" in text for text in table.at("draw later").texts())


@pytest.mark.parametrize("colour", ["red", "brown"])
def test_a_refusal_hides_neither_the_meeple_nor_what_it_names(table: Theatre, colour: str) -> None:
    """One meeple stands near the foot of the city, the other near its top; neither can reach DK."""
    table.at("show none")
    home = table.ask("call", name="meeples")[colour]
    x, y = table.ask("call", name=f"middle of {home}")
    table.touch_at(x, y)
    table.until(lambda: len(table.ask("heard")) == 1, "the meeple")
    table.touch_at(*table.ask("call", name="middle of DK"))
    said = table.until(lambda: table.ask("call", name="notice"), "the refusal")
    table.shoot(f"match-refusal-{colour}-800x480")
    bar = next(w["box"] for w in table.widgets() if w["kind"] == "NoticeBar" and w["touch"])
    assert bar[3] <= 60
    for cell in {home, *re.findall(r"\b[A-R]{2}\b", said)}:
        x, y = table.ask("call", name=f"middle of {cell}")
        assert not overlap(bar, [x - 10, y - 10, 20, 20]), cell


def test_a_square_without_a_meeple_in_hand_is_answered(table: Theatre) -> None:
    """Not with silence."""
    table.at("show none")
    assert table.shows(word("show.tap_meeple"))
    table.touch_at(*table.ask("call", name="middle of AI"))
    table.until(lambda: table.ask("call", name="notice") == "Tap a meeple first.", "the answer")
    start = table.ask("call", name="meeples")["gray"]
    table.touch_at(*table.ask("call", name=f"middle of {start}"))
    table.see(word("show.tap_cell"))
    assert table.ask("call", name="notice") == ""


def test_misplaced_meeples_are_all_named_until_somebody_taps(table: Theatre) -> None:
    """The notice outlives the time of any other, and the map shows where they belong."""
    table.at("show astray")
    table.shoot("match-show-astray-800x480")
    said = table.ask("call", name="notice")
    assert said.count(" back to ") == 8
    assert faults_of(table.widgets(), (800, 480)) == []
    assert len(table.ask("call", name="places to fill")) == 8
    assert table.ask("call", name="notice ends") is False
    _touch(table, "NoticeBar #0")
    table.until(lambda: table.ask("call", name="notice") == "", "the notice to go")
    table.until(lambda: table.ask("call", name="places to fill") == [], "the meeples on the map")


def test_a_panel_that_came_under_a_finger_takes_no_touch_at_once(table: Theatre) -> None:
    """A tap meant for Pause must not lay a meeple's marker; a moment later the same tap does."""
    table.at("plan empty")
    chip = next(w for w in table.widgets() if w["touch"] and w["text"] == "Skewt")
    table.at("think")
    table.ask("call", name="open plan, then touch", at=middle(chip))
    table.settle()
    assert table.ask("heard") == []
    table.touch_at(*middle(chip))
    table.until(lambda: table.ask("heard") == [["tap_chip", "white"]], "the marker")


@pytest.mark.parametrize("moment", ["think claimed", "show some", "result", "winner"])
def test_a_resting_table_draws_nothing(table: Theatre, moment: str) -> None:
    """LOOK: nothing moves when nothing happens; the confetti has settled as well."""
    table.at(moment)
    assert table.ask("draws_in", ticks=45) == 0


def test_a_second_redraws_the_sand_once(table: Theatre) -> None:
    """On a table whose clock stands in between."""
    table.at("think claimed")
    table.ask("call", name="a second passes")
    table.settle()
    assert table.shows("41")
    assert table.ask("draws_in", ticks=30) == 0
