"""Boards as files: what is shipped, what is refused by name, and that nothing broken ever becomes a city."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.errors import as_sentence
from app.games.contract import Message, Refused
from app.games.mutant_meeples.board import (
    MAX_SIDE,
    OFFSETS,
    SHIPPED_BOARDS,
    Board,
    BoardFile,
    BoardInvalid,
    Direction,
    dump_board_file,
    parse_cell,
    read_board_file,
    shipped_board,
    shipped_boards,
    shipped_name,
)
from app.games.mutant_meeples.match import check_setup
from app.games.mutant_meeples.state import PlayerSetup, Setup


def city(name: str = "meeptropolis") -> dict[str, Any]:
    """The board file as plain data, to be broken."""
    text = resources.files("app.games.mutant_meeples").joinpath("boards", f"{name}.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def faults_of(data: dict[str, Any]) -> list[Message]:
    """What is wrong with it as the city of a match."""
    try:
        file = read_board_file(data)
        Board(file)
        check_setup(Setup((PlayerSetup("A"),), board=file))
    except BoardInvalid as error:
        return list(error.faults)
    except Refused as refused:
        return [refused.message]
    return []


@pytest.mark.rule("MM-02")
@pytest.mark.parametrize("name", SHIPPED_BOARDS)
def test_mm02_the_shipped_cities_have_eighteen_by_eighteen_cells_and_eight_grates(name: str) -> None:
    board = shipped_board(name)
    assert (board.columns, board.rows, len(board.grates)) == (18, 18, 8)
    assert not faults_of(city(name))
    assert {board.name_of(cell) for cell in range(board.cell_count) if not board.exists[cell]} == {"AA", "RR"}


@pytest.mark.rule("MM-01")
def test_mm01_two_sides_with_their_frames_and_never_each_others_buildings() -> None:
    sides = {name: shipped_board(name) for name in SHIPPED_BOARDS}
    assert {name: board.frame for name, board in sides.items()} == {
        "meeptropolis": "black",
        "meepville": "green",
    }
    assert sides["meeptropolis"].wall != sides["meepville"].wall
    assert shipped_board("Meepville") is not sides["meeptropolis"]
    assert shipped_board("MEEPVILLE").file == sides["meepville"].file


def test_the_side_with_one_source_says_that_it_is_provisional() -> None:
    assert shipped_board("meepville").file.provisional
    assert not shipped_board("meeptropolis").file.provisional


@pytest.mark.rule("MM-117")
def test_mm117_meeptropolis_has_more_buildings() -> None:
    walls = {name: sum(map(sum, shipped_board(name).wall)) for name in SHIPPED_BOARDS}
    assert walls["meeptropolis"] > walls["meepville"]


@pytest.mark.parametrize("name", SHIPPED_BOARDS)
def test_a_building_stands_between_two_cells_and_counts_from_both(name: str) -> None:
    board = shipped_board(name)
    for direction in Direction:
        for cell in range(board.cell_count):
            beyond = board.step[direction][cell]
            if board.exists[cell] and beyond >= 0:
                assert board.wall[direction][cell] == board.wall[direction.opposite][beyond]
                assert board.step[direction.opposite][beyond] == cell


def test_mm123_the_file_keeps_the_cell_a_building_is_drawn_in() -> None:
    """A Destruction tile takes away only what is drawn under it."""
    buildings = shipped_board("meeptropolis").file.buildings
    assert buildings["JB"] == ("north", "east")
    assert "KB" not in buildings
    board = shipped_board("meeptropolis")
    assert board.wall[Direction.WEST][board.cell("KB")]


@pytest.mark.parametrize("name", SHIPPED_BOARDS)
def test_a_board_file_survives_being_written_and_read(name: str) -> None:
    file = shipped_board(name).file
    assert read_board_file(dump_board_file(file)) == file


def broken(name: str) -> dict[str, Any]:
    data = city()
    match name:
        case "seven grates":
            data["grates"] = data["grates"][:7]
        case "nineteenth column":
            data["columns"] = 19
        case "wall on no cell":
            data["buildings"]["SA"] = ["west"]
        case "wall on a missing cell":
            data["buildings"]["AA"] = ["east"]
        case "grate outside":
            data["grates"][3] = "ZZ"
        case "grate on a missing corner":
            data["grates"][3] = "RR"
        case "grate twice":
            data["grates"][3] = data["grates"][0]
        case "beam on a grate":
            data["beams"][1] = data["grates"][0]
        case "side unknown":
            data["buildings"]["DB"] = ["west", "up"]
        case "side twice":
            data["buildings"]["DB"] = ["west", "west"]
        case "huge":
            data["columns"] = data["rows"] = MAX_SIDE + 1
        case "flat":
            data["rows"] = 0
        case "number as text":
            data["columns"] = "18"
        case "unknown field":
            data["colums"] = 18
        case "no name":
            del data["name"]
    return data


BROKEN = {
    "seven grates": ("board.grates", "7"),
    "nineteenth column": ("board.not_square", "19"),
    "wall on no cell": ("board.cell_outside", "SA"),
    "wall on a missing cell": ("board.cell_missing", "AA"),
    "grate outside": ("board.cell_outside", "ZZ"),
    "grate on a missing corner": ("board.cell_missing", "RR"),
    "grate twice": ("board.cell_twice", "CC"),
    "beam on a grate": ("board.cell_taken", "CC"),
    "side unknown": ("board.side_unknown", "up"),
    "side twice": ("board.side_twice", "DB"),
    "huge": ("board.size", "31"),
    "flat": ("board.size", "rows"),
    "number as text": ("board.unreadable", "columns"),
    "unknown field": ("board.unreadable", "colums"),
    "no name": ("board.unreadable", "name"),
}


@pytest.mark.rule("MM-02")
@pytest.mark.parametrize("name", sorted(BROKEN))
def test_mm02_each_fault_is_named_with_its_cell_or_field(name: str) -> None:
    key, named = BROKEN[name]
    faults = faults_of(broken(name))
    assert [fault.key for fault in faults] == [key]
    assert named in as_sentence(Refused(faults[0]))


def test_every_fault_is_reported_at_once() -> None:
    data = broken("grate outside")
    data["buildings"]["SA"] = ["west"]
    data["beams"][0] = "??"
    assert len(faults_of(data)) == 3


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"null", b'"meeptropolis"', b"\xff\xfe", b"{}" * 3])
def test_text_that_is_no_board_is_refused(text: bytes) -> None:
    with pytest.raises(BoardInvalid):
        read_board_file(text)


def test_an_unknown_city_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BoardInvalid) as caught:
        shipped_board("../secrets")
    assert "meeptropolis" in as_sentence(caught.value)


VALUES = st.sampled_from(
    [
        "AA",
        "CC",
        "SA",
        "",
        "a",
        "RRR",
        "ÄA",
        "A\0",
        "north",
        "east",
        0,
        -1,
        1,
        19,
        31,
        10**9,
        1.5,
        None,
        True,
        [],
        {},
    ]
)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_mm02_any_corrupted_file_is_refused_by_name_or_is_a_sound_city(data: st.DataObject) -> None:
    board = city(data.draw(st.sampled_from(SHIPPED_BOARDS)))
    for _ in range(data.draw(st.integers(1, 3))):
        corrupt(board, data)
    faults = faults_of(board)
    for fault in faults:
        sentence = as_sentence(Refused(fault))
        assert sentence.startswith("Board: ")
        assert any(field in sentence for field in (*BoardFile.__struct_fields__, "Object", "object"))
    if not faults:
        check_sound(Board(read_board_file(board)))


def corrupt(board: dict[str, Any], data: st.DataObject) -> None:
    """Change, drop or add one thing somewhere in the file."""
    fields = sorted(board)
    if not fields:
        return
    field = data.draw(st.sampled_from(fields))
    value, inner = data.draw(VALUES), board[field]
    how = data.draw(st.sampled_from(["set", "drop", "inside", "add"]))
    if how == "drop":
        del board[field]
    elif how == "inside" and isinstance(inner, list) and inner:
        inner[data.draw(st.integers(0, len(inner) - 1))] = value
    elif how == "inside" and isinstance(inner, dict) and inner:
        inner[data.draw(st.sampled_from(sorted(inner)))] = data.draw(st.sampled_from([[value], value]))
    elif how == "add" and isinstance(inner, list):
        inner.append(value)
    elif how == "add" and isinstance(inner, dict):
        inner[str(value)] = ["north"]
    else:
        board[field] = value


def check_sound(board: Board) -> None:
    """Closed at the edge, walls from both sides, grates and beams inside, each way around ends inside."""
    for direction in Direction:
        columns, rows = OFFSETS[direction]
        for cell in range(board.cell_count):
            assert board.step[direction][cell] == (
                board.offset(cell, columns, rows) if board.exists[cell] else -1
            )
            beyond = board.step[direction][cell]
            if beyond >= 0:
                assert board.exists[beyond]
                assert board.wall[direction][cell] == board.wall[direction.opposite][beyond]
            if board.exists[cell]:
                entry = board.entry(cell, direction)
                assert entry == -1 or board.exists[entry]
    assert len(set(board.grates)) == 8
    assert all(board.exists[cell] for cell in (*board.grates, *board.beams))
    assert not set(board.grates) & set(board.beams)


def test_every_cell_name_of_the_largest_grid_goes_there_and_back() -> None:
    board = Board(BoardFile("big", MAX_SIDE, MAX_SIDE))
    names = [board.name_of(cell) for cell in range(board.cell_count)]
    assert len(set(names)) == MAX_SIDE * MAX_SIDE
    assert [board.cell(name) for name in names] == list(range(board.cell_count))
    assert names[1] == "BA"  # Avenue first: one step east
    assert board.place(board.cell("BA")) == (1, 0)


@pytest.mark.parametrize("name", ["", "A", "AAA", "A1", "aa", "SA", "AS", " A", "ÅA"])
def test_a_name_that_is_no_cell_of_the_grid_is_none(name: str) -> None:
    assert parse_cell(name, 18, 18) is None
    assert not shipped_board("meeptropolis").has(name)


def test_equal_cities_are_equal_and_hash_alike() -> None:
    one, other = (Board(read_board_file(city())) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != shipped_board("meepville")


def test_a_shipped_city_goes_by_its_name_and_a_changed_one_by_none() -> None:
    for name, board in shipped_boards().items():
        assert shipped_name(Board(board.file)) == name
        assert shipped_name(Board(replace(board.file, note="ours"))) is None
