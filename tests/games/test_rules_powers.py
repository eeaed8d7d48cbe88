"""What each power may and may not do, rule by rule, where the worked moves leave something unsaid."""

from __future__ import annotations

import pytest

from app.games.mutant_meeples.board import BoardFile
from app.games.mutant_meeples.roster import Kit, Power, colours, meeple, roster
from tests.games.test_rules_moves import SIX, attempt, why

EIGHT = BoardFile("eight", 8, 8)
BEAMS = BoardFile("beams", 6, 6, beams=("BB", "EE"))


def ends(board: BoardFile, positions: dict[str, str], colour: str, power: str | None) -> set[str]:
    """Where the meeple can come to rest by that power, or by sliding."""
    return {move.to for move, _ in attempt(board, positions).options(colour) if move.power == power}


@pytest.mark.rule("MM-03")
def test_eight_meeples_of_eight_colours_with_a_power_each_and_carbon_only_borrows() -> None:
    assert len(roster()) == len(set(colours())) == len({figure.name for figure in roster()}) == 8
    assert {figure.power for figure in roster()} == set(Power)
    assert meeple("black").power is Power.COPY
    assert "black" not in Kit().powers("black")


@pytest.mark.rule("MM-62", "MM-61")
def test_back_the_same_way_is_a_second_move() -> None:
    after = attempt(SIX, {"green": "AC"}).play("green", None, "east").play("green", None, "west")
    assert [(move.source, move.to) for move in after.moves] == [("AC", "FC"), ("FC", "AC")]


@pytest.mark.rule("MM-65")
def test_nobody_moves_again_after_another_has_moved() -> None:
    now = attempt(SIX, {"red": "AA", "blue": "AF"}).play("red", None, "east").play("blue", None, "east")
    assert why(now, "red", None, "south") == "move.second_series"


@pytest.mark.rule("MM-72")
@pytest.mark.parametrize("colour", colours())
def test_everybody_may_move_without_the_power(colour: str) -> None:
    after = attempt(SIX, {colour: "CC"}).play(colour, None, "east")
    assert (after.moves[-1].to, after.moves[-1].power) == ("FC", None)
    assert not after.power_spent(colour)


MIXED = BoardFile("mixed", 6, 6, beams=("BB", "EE"), buildings={"CD": ("east",)})
OWN = {
    "green": ("CC", "east", "west"),
    "gray": ("AD", "east", "west"),
    "blue": ("CC", "BB", "EE"),
    "brown": ("AC", "east", "west"),
    "red": ("CC", "east", "west"),
    "white": ("CC", "north-east", "south-west"),
    "yellow": ("CF", "east", "west"),
}
"""Where each power can be used on the board above, and two ways to use it, one after the other."""
BESIDE = {"green": "BF"}
"""Green stops MC Edge after his run around the city."""


@pytest.mark.rule("MM-69")
@pytest.mark.parametrize("colour", sorted(OWN))
def test_a_power_works_once(colour: str) -> None:
    cell, first, second = OWN[colour]
    once = attempt(MIXED, {**BESIDE, colour: cell}).play(colour, colour, first)
    assert why(once, colour, colour, second) == "move.power_spent"
    assert {move.power for move, _ in once.options(colour)} == {None}


@pytest.mark.rule("MM-69", "MM-79")
def test_a_power_may_come_first_between_and_last() -> None:
    first = attempt(SIX, {"green": "AC"}).play("green", "green", "east").play("green", None, "north")
    assert [move.to for move in first.moves] == ["DC", "DA"]
    between = attempt(SIX, {"green": "AF"}).play("green", None, "east").play("green", "green", "north")
    between = between.play("green", None, "west")
    assert [move.to for move in between.moves] == ["FF", "FC", "AC"]
    last = attempt(SIX, {"green": "AF"}).play("green", None, "east").play("green", "green", "west")
    assert [move.to for move in last.moves] == ["FF", "CF"]


@pytest.mark.rule("MM-70", "MM-71", "MM-105")
@pytest.mark.parametrize("borrowed", [False, True])
@pytest.mark.parametrize("colour", sorted(OWN))
def test_every_power_is_one_move_whether_alone_or_part_of_a_slide(colour: str, borrowed: bool) -> None:
    """Of pass, short stop and wrap it is the slide that counts; borrowed they cost the same."""
    cell, way, _ = OWN[colour]
    mover = "black" if borrowed else colour
    after = attempt(MIXED, {**BESIDE, mover: cell}).play(mover, colour, way)
    assert [(move.meeple, move.power) for move in after.moves] == [(mover, colour)]


@pytest.mark.rule("MM-74")
def test_a_jump_lands_three_cells_away_and_nowhere_else() -> None:
    assert ends(EIGHT, {"green": "DD"}, "green", "green") == {"GD", "AD", "DA", "DG"}


@pytest.mark.rule("MM-76")
def test_a_jump_does_not_land_on_a_meeple() -> None:
    assert why(attempt(SIX, {"green": "AC", "red": "DC"}), "green", "green", "east") == "move.taken"


@pytest.mark.rule("MM-77")
def test_a_jump_does_not_land_on_a_missing_cell() -> None:
    board = BoardFile("cut", 6, 6, missing=("DA",))
    assert why(attempt(board, {"green": "AA"}), "green", "green", "east") == "move.jump_outside"


@pytest.mark.rule("MM-78", "MM-75")
def test_a_jump_goes_over_buildings_on_all_three_edges() -> None:
    walls = BoardFile("walls", 6, 6, buildings={"AC": ("east",), "BC": ("east",), "CC": ("east",)})
    jumped = attempt(walls, {"green": "AC", "red": "BC", "blue": "CC"}).play("green", "green", "east")
    assert jumped.moves[-1].to == "DC"


@pytest.mark.rule("MM-82")
def test_a_passage_may_begin_right_at_the_building() -> None:
    walls = BoardFile("walls", 6, 6, buildings={"AC": ("east",)})
    assert ends(walls, {"gray": "AC"}, "gray", "gray") == {"FC"}
    assert why(attempt(walls, {"gray": "AC"}), "gray", None, "east") == "move.stuck"


@pytest.mark.rule("MM-83")
def test_where_nothing_can_be_passed_the_plain_slide_is_still_there() -> None:
    walls = BoardFile("walls", 6, 6, buildings={"CC": ("east",)})
    before = attempt(walls, {"gray": "AC", "red": "DC"})
    assert why(before, "gray", "gray", "east") == "move.pass_taken"
    assert why(before, "gray", "gray", "south") == "move.nothing_to_pass"
    assert before.play("gray", None, "east").moves[-1].to == "CC"


@pytest.mark.rule("MM-85", "MM-86")
def test_a_beam_goes_to_every_symbol_but_the_own_and_an_occupied_one() -> None:
    assert ends(BEAMS, {"blue": "AF"}, "blue", "blue") == {"BB", "EE"}
    assert ends(BEAMS, {"blue": "BB"}, "blue", "blue") == {"EE"}
    assert ends(BEAMS, {"blue": "AF", "red": "EE"}, "blue", "blue") == {"BB"}
    assert why(attempt(BEAMS, {"blue": "BB"}), "blue", "blue", "BB") == "move.beam_here"


@pytest.mark.rule("MM-87")
def test_nobody_else_is_beamed() -> None:
    assert attempt(BEAMS, {"red": "AB"}).play("red", None, "east").moves[-1].to == "FB"
    assert why(attempt(BEAMS, {"red": "AB"}), "red", "blue", "EE") == "move.not_own_power"


@pytest.mark.rule("MM-89")
def test_a_slide_of_one_cell_cannot_be_cut_short() -> None:
    before = attempt(SIX, {"brown": "EC"})
    assert why(before, "brown", "brown", "east") == "move.short_stop_no_room"
    assert before.play("brown", None, "east").moves[-1].to == "FC"


@pytest.mark.rule("MM-90")
def test_a_short_stop_is_one_short_of_the_end_and_nowhere_else() -> None:
    before = attempt(SIX, {"brown": "AC"})
    east = {move.to for move, _ in before.options("brown") if move.direction == "east"}
    assert east == {"EC", "FC"}


@pytest.mark.rule("MM-91", "MM-92")
def test_a_step_goes_to_a_free_neighbour_and_not_through_a_building() -> None:
    walls = BoardFile("walls", 6, 6, buildings={"CC": ("north",)})
    assert ends(walls, {"red": "CC", "blue": "DC"}, "red", "red") == {"BC", "CD"}
    assert ends(SIX, {"red": "AA"}, "red", "red") == {"BA", "AB"}


@pytest.mark.rule("MM-93", "MM-95")
def test_a_diagonal_step_goes_to_an_empty_cell_of_the_city() -> None:
    assert ends(SIX, {"white": "CC", "blue": "DD"}, "white", "white") == {"BB", "DB", "BD"}
    assert ends(SIX, {"white": "AA"}, "white", "white") == {"BB"}


@pytest.mark.rule("MM-104")
def test_carbon_uses_one_power_for_a_crime_and_never_a_second() -> None:
    once = attempt(SIX, {"black": "CC"}).play("black", "red", "east")
    assert why(once, "black", "red", "east") == "move.power_spent"
    assert why(once, "black", "white", "north-east") == "move.power_spent"


@pytest.mark.rule("MM-106")
def test_carbon_and_the_owner_may_use_one_power_each() -> None:
    both = attempt(SIX, {"black": "AA", "red": "AC"}).play("black", "red", "east").play("red", "red", "east")
    assert [(move.meeple, move.power) for move in both.moves] == [("black", "red"), ("red", "red")]
