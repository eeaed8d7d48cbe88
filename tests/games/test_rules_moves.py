"""Rulings about single moves beyond the worked examples: wrapping in the real city, and the switches."""

from __future__ import annotations

import pytest

from app.games.contract import Refused
from app.games.mutant_meeples.attempt import Attempt, start
from app.games.mutant_meeples.board import Board, BoardFile, Direction, shipped_board
from app.games.mutant_meeples.roster import Kit, Rules
from app.games.mutant_meeples.solver import solve

SIX = BoardFile("six", 6, 6)


def attempt(board: Board | BoardFile, positions: dict[str, str], **switches: str) -> Attempt:
    rules = Rules(**switches)  # type: ignore[arg-type]
    made = board if isinstance(board, Board) else Board(board)
    return start(made, Kit(rules=rules), positions)


def why(before: Attempt, colour: str, power: str | None, way: str) -> str | None:
    try:
        before.play(colour, power, way)
    except Refused as refused:
        return refused.message.key
    return None


@pytest.mark.rule("MM-101")
def test_mm101_yellow_wraps_around_the_missing_corner_of_meeptropolis() -> None:
    """From EA west: AA is missing, so BA is the edge; in at RA, to NA with the building on its west side."""
    after = attempt(shipped_board("meeptropolis"), {"yellow": "EA"}).play("yellow", "yellow", "west")
    assert [(move.source, move.to) for move in after.moves] == [("EA", "NA")]


@pytest.mark.rule("MM-101")
@pytest.mark.parametrize(
    ("cell", "direction", "entry"),
    [
        ("RA", Direction.EAST, "BA"),  # row A begins at BA, AA is missing
        ("BA", Direction.WEST, "RA"),
        ("AR", Direction.SOUTH, "AB"),  # column A begins at AB
        ("AB", Direction.NORTH, "AR"),
        ("AR", Direction.WEST, "QR"),  # row R ends at QR, RR is missing
        ("QR", Direction.EAST, "AR"),
        ("RQ", Direction.SOUTH, "RA"),  # column R ends at RQ
        ("RA", Direction.NORTH, "RQ"),
        ("CA", Direction.NORTH, "CR"),
    ],
)
def test_mm101_the_first_existing_cell_is_the_edge_and_the_entry(
    cell: str, direction: Direction, entry: str
) -> None:
    board = shipped_board("meeptropolis")
    assert board.name_of(board.entry(board.cell(cell), direction)) == entry


@pytest.mark.rule("MM-101")
def test_mm101_a_hole_inside_the_city_is_no_edge() -> None:
    board = Board(BoardFile("holed", 6, 6, missing=("AA", "CC")))
    assert board.entry(board.cell("CB"), Direction.SOUTH) == -1
    assert why(attempt(board, {"yellow": "CA"}), "yellow", "yellow", "south") == "move.wrap_hole"
    assert board.name_of(board.entry(board.cell("CA"), Direction.NORTH)) == "CF"
    assert solve(board, {"yellow": "CA"}, "CF", Kit()).moves[0].direction == "north"


@pytest.mark.rule("MM-99")
def test_mm99_a_meeple_or_a_building_on_the_outer_edge_forbids_the_wrap() -> None:
    assert why(attempt(SIX, {"yellow": "CC", "red": "AC"}), "yellow", "yellow", "east") == "move.wrap_taken"
    built = BoardFile("built", 6, 6, buildings={"AC": ("west",)})
    assert why(attempt(built, {"yellow": "CC"}), "yellow", "yellow", "east") == "move.wrap_built"
    leaving = BoardFile("built", 6, 6, buildings={"FC": ("east",)})
    assert why(attempt(leaving, {"yellow": "CC"}), "yellow", "yellow", "east") == "move.wrap_blocked"


@pytest.mark.rule("MM-98")
def test_mm98_what_stands_before_the_edge_stops_first() -> None:
    assert why(attempt(SIX, {"yellow": "CC", "red": "EC"}), "yellow", "yellow", "east") == "move.wrap_blocked"


@pytest.mark.rule("MM-100")
def test_mm100_one_wrap_and_back_to_the_own_cell_is_no_move() -> None:
    assert why(attempt(SIX, {"yellow": "FC"}), "yellow", "yellow", "east") == "move.wrap_no_move"
    once = attempt(SIX, {"yellow": "CC"}).play("yellow", "yellow", "east")
    assert once.moves[-1].to == "FC"  # the second edge stops him
    assert why(once, "yellow", "yellow", "west") == "move.power_spent"


@pytest.mark.rule("MM-100")
def test_switch_edge_empty_line_refuses_a_wrap_that_meets_nothing() -> None:
    empty = attempt(SIX, {"yellow": "CC"}, edge_empty_line="no-wrap")
    assert why(empty, "yellow", "yellow", "east") == "move.wrap_empty_line"
    met = attempt(SIX, {"yellow": "CC", "red": "BC"}, edge_empty_line="no-wrap")
    assert met.play("yellow", "yellow", "east").moves[-1].to == "AC"


@pytest.mark.rule("MM-94", "MM-96")
@pytest.mark.parametrize(
    ("buildings", "allow", "forbid"),
    [
        ({}, None, None),
        ({"CC": ("east",)}, None, None),  # a single wall: passed on the other side
        ({"CC": ("north", "east")}, "move.diagonal_corner", "move.diagonal_corner"),  # around the start
        ({"DB": ("west", "south")}, "move.diagonal_corner", "move.diagonal_corner"),  # around the goal
        (
            {"CB": ("east",), "CC": ("east",)},
            "move.diagonal_corner",
            "move.diagonal_corner",
        ),  # straight across
        ({"DC": ("north", "west")}, None, "move.diagonal_corner"),  # an outer corner around a side cell
        ({"CB": ("south", "east")}, None, "move.diagonal_corner"),
    ],
)
def test_switch_skewt_outer_corner(
    buildings: dict[str, tuple[str, ...]], allow: str | None, forbid: str | None
) -> None:
    """White from CC north-east to DB, by the two ways around the corner the four cells share (MM-96)."""
    board = BoardFile("skew", 6, 6, buildings=buildings)
    for switch, expected in (("allow", allow), ("forbid", forbid)):
        before = attempt(board, {"white": "CC"}, skewt_outer_corner=switch)
        assert why(before, "white", "white", "north-east") == expected


@pytest.mark.rule("MM-95")
def test_mm95_meeples_beside_the_diagonal_do_not_matter() -> None:
    before = attempt(SIX, {"white": "CC", "red": "CB", "blue": "DC"})
    assert before.play("white", "white", "north-east").moves[-1].to == "DB"


@pytest.mark.rule("MM-58")
def test_mm58_the_eleventh_move_of_a_meeple_is_refused() -> None:
    now = attempt(SIX, {"red": "AC"})
    for n in range(10):
        now = now.play("red", None, ("east", "west")[n % 2])
    assert why(now, "red", None, "east") == "move.cap_meeple"


@pytest.mark.rule("MM-59")
def test_mm59_the_twenty_fifth_move_of_all_is_refused() -> None:
    now = attempt(SIX, {"red": "AA", "green": "AC", "blue": "AE"})
    for colour, count in (("red", 10), ("green", 10), ("blue", 4)):
        for n in range(count):
            now = now.play(colour, None, ("east", "west")[n % 2])
    assert why(now, "blue", None, "east") == "move.cap_total"


@pytest.mark.rule("MM-57", "MM-65")
def test_mm57_a_fourth_meeple_and_mm65_a_second_series_are_refused() -> None:
    now = attempt(SIX, {"red": "AA", "green": "AB", "blue": "AC", "gray": "AD"})
    now = now.play("red", None, "east").play("green", None, "east")
    assert why(now, "red", None, "west") == "move.second_series"
    now = now.play("blue", None, "east")
    assert why(now, "gray", None, "east") == "move.fourth_meeple"


@pytest.mark.rule("MM-64")
def test_mm64_going_on_in_the_same_direction_after_a_short_stop_is_a_move_of_its_own() -> None:
    after = attempt(SIX, {"brown": "AC"}).play("brown", "brown", "east").play("brown", None, "east")
    assert [move.to for move in after.moves] == ["EC", "FC"]


@pytest.mark.rule("MM-107")
@pytest.mark.parametrize(("switch", "expected"), [("allow", None), ("forbid", "move.not_own_power")])
def test_switch_carbon_removed_powers(switch: str, expected: str | None) -> None:
    rules = Rules(carbon_removed_powers=switch)  # type: ignore[arg-type]
    kit = Kit(removed=frozenset({"red"}), rules=rules)
    assert why(start(Board(SIX), kit, {"black": "CC"}), "black", "red", "north") == expected
