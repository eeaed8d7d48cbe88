"""Bad positions and boards: refused by field and cell, and never a crash or a wrong "impossible".

A sound question with something broken in it goes to `solve` and `verify`. Whether it is still sound is worked
out here once more, in plain words; a broken one must be refused, and a sound one answered rightly.
"""

from __future__ import annotations

import argparse
import copy
import io
import json
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.commands import solve, verify
from app.errors import as_sentence
from app.games.contract import Refused
from app.games.mutant_meeples.board import Board, BoardFile, BoardInvalid, read_board_file, repeated_names
from app.games.mutant_meeples.roster import Kit, colours
from app.games.mutant_meeples.solver import solve as ask_solver
from tests.commands.speak import is_one_sentence, lines
from tests.commands.speak import run as command
from tests.games.judge import fewest_moves

BOARD: dict[str, Any] = {
    "name": "small",
    "columns": 4,
    "rows": 3,
    "missing": ["AA", "DC"],
    "grates": ["BB"],
    "beams": ["CB"],
    "buildings": {"BA": ["south"], "DA": ["west"]},
}
SOLVE: dict[str, Any] = {
    "board": BOARD,
    "positions": {"gray": "AB", "red": "BC"},
    "target": "DB",
    "super_team": ["green"],
    "removed": ["blue"],
    "deadline_s": 20,
    "explain": True,
    "hints": True,
    "hardness": True,
}
VERIFY: dict[str, Any] = {
    "board": BOARD,
    "before": {"gray": "AB", "red": "BC"},
    "after": {"gray": "DB", "red": "BC"},
    "target": "DB",
    "plan": [["gray", 1]],
    "limit": 3,
}


def answers(module: ModuleType, text: str) -> tuple[int, list[dict[str, Any]]]:
    out = io.StringIO()
    code = module.run(argparse.Namespace(), io.StringIO(text), out)
    return code, lines(out.getvalue())


def error_of(module: ModuleType, line: dict[str, Any]) -> str:
    code, (answer,) = answers(module, json.dumps(line))
    assert code == 2
    assert list(answer) == ["error"]
    return str(answer["error"])


BAD_BOARDS: list[tuple[dict[str, Any], list[str]]] = [
    ({"columns": 1}, ["columns", "2", "30"]),
    ({"rows": 31}, ["rows", "2", "30"]),
    ({"rows": -3}, ["rows", "-3"]),
    ({"columns": 10**30}, ["columns"]),
    ({"columns": "4"}, ["columns"]),
    ({"columns": True}, ["columns"]),
    ({"rows": None}, ["rows"]),
    ({"name": 5}, ["name"]),
    ({"walls": {}}, ["walls"]),
    ({"missing": ["AA", "EA"]}, ["missing", "EA"]),
    ({"missing": ["AA", "AA"]}, ["missing", "AA"]),
    ({"missing": "AA"}, ["missing"]),
    ({"missing": [column + row for column in "ABCD" for row in "ABC"]}, ["missing"]),
    ({"beams": ["DC"]}, ["beams", "DC"]),
    ({"beams": ["AD"]}, ["beams", "AD"]),
    ({"beams": ["CB", "CB"]}, ["beams", "CB"]),
    ({"beams": ["BB"]}, ["beams", "BB", "grate"]),
    ({"beams": ["CB", 7]}, ["beams"]),
    ({"grates": ["AA"]}, ["grates", "AA"]),
    ({"grates": ["bb"]}, ["grates", "bb"]),
    ({"buildings": {"AA": ["east"]}}, ["buildings", "AA", "missing"]),
    ({"buildings": {"EE": ["east"]}}, ["buildings", "EE"]),
    ({"buildings": {"": ["east"]}}, ["buildings"]),
    ({"buildings": {"BA": ["up"]}}, ["buildings", "BA", "up"]),
    ({"buildings": {"BA": ["north-east"]}}, ["buildings", "BA", "north-east"]),
    ({"buildings": {"BA": ["east", "south", "east"]}}, ["buildings", "BA", "east", "twice"]),
    ({"buildings": {"BA": "east"}}, ["buildings", "BA", "list"]),
    ({"buildings": {"BA": [1]}}, ["buildings", "BA", "list"]),
    ({"buildings": {"BA": None, "CA": ["east"], "DB": {}}}, ["BA", "DB"]),
    ({"buildings": ["BA"]}, ["buildings"]),
]


@pytest.mark.parametrize(("module", "line"), [(solve, SOLVE), (verify, VERIFY)])
@pytest.mark.parametrize(("changes", "words"), BAD_BOARDS)
def test_a_bad_board_is_refused_by_field_and_cell(
    changes: dict[str, Any], words: list[str], module: ModuleType, line: dict[str, Any]
) -> None:
    said = error_of(module, {**line, "board": {**BOARD, **changes}})
    assert [word for word in words if word not in said] == []
    assert said.startswith("Board: ")


BAD_POSITIONS = [
    ({"gray": "EA"}, ["gray", "EA"]),
    ({"gray": "AD"}, ["gray", "AD"]),
    ({"gray": "ZZ"}, ["gray", "ZZ"]),
    ({"gray": "aa"}, ["gray", "aa"]),
    ({"gray": "A"}, ["gray", "A"]),
    ({"gray": ""}, ["gray"]),
    ({"gray": "AA"}, ["gray", "AA"]),
    ({"gray": "DC", "red": "BC"}, ["gray", "DC"]),
    ({"gray": "AB", "red": "AB"}, ["red", "AB"]),
    ({"gray": "AB", "pink": "BC"}, ["pink", "green"]),
    ({"Gray": "AB"}, ["Gray", "gray"]),
]
SHORT = {"gray": "Ozzy", "red": "Sidestep"}
"""Sentences for people call the meeples by their short names."""


@pytest.mark.parametrize(
    ("module", "line", "field"), [(solve, SOLVE, "positions"), (verify, VERIFY, "before")]
)
@pytest.mark.parametrize(("positions", "words"), BAD_POSITIONS)
def test_a_bad_position_is_refused_by_meeple_and_cell(
    positions: dict[str, str], words: list[str], module: ModuleType, line: dict[str, Any], field: str
) -> None:
    said = error_of(module, {**line, field: positions})
    assert [word for word in words if word not in said and SHORT.get(word, word) not in said] == []


@pytest.mark.parametrize(("module", "line"), [(solve, SOLVE), (verify, VERIFY)])
@pytest.mark.parametrize("target", ["AA", "DC", "EA", "AD", "ZZ", "da", "D", "DAA", "", " DA", "Ä?"])
def test_a_target_that_is_no_cell_is_refused(target: str, module: ModuleType, line: dict[str, Any]) -> None:
    shown = target or '""'
    assert error_of(module, {**line, "target": target}) == f"Target: {shown} is not in this city"


@pytest.mark.parametrize(("module", "line"), [(solve, SOLVE), (verify, VERIFY)])
@pytest.mark.parametrize("field", ["super_team", "removed"])
def test_an_unknown_colour_in_a_team_is_refused(field: str, module: ModuleType, line: dict[str, Any]) -> None:
    said = error_of(module, {**line, field: ["red", "pink"]})
    assert [word for word in (field[1:], "pink", "green") if word not in said] == []


@pytest.mark.parametrize("teams", [["red"], [["red"], ["pink"]], [["red"], None], [[5]], {}, "red", 1])
def test_bad_teams_of_several_players_are_refused(teams: object) -> None:
    line = {field: value for field, value in SOLVE.items() if field not in ("super_team", "hardness")}
    assert error_of(solve, {**line, "super_teams": teams}).lower().startswith("super_team")


WRONG_TYPES = [None, 5, 1.5, True, "AB", ["AB"], {"AB": 1}, {"gray": 1}, {"gray": None}, {"gray": ["AB"]}]


@pytest.mark.parametrize("wrong", WRONG_TYPES, ids=str)
@pytest.mark.parametrize("field", ["board", "positions", "target", "super_team", "removed"])
def test_a_wrong_type_is_refused_by_field(field: str, wrong: object) -> None:
    fine = (field == "target" and isinstance(wrong, str)) or (field in TEAMS and wrong == ["AB"])
    if not fine:  # those are text where text is wanted, and refused above
        assert field in error_of(solve, {**SOLVE, field: wrong}).lower()


@pytest.mark.parametrize(
    ("positions", "target", "kit", "key"),
    [
        ({"gray": 5}, "DB", Kit(), "position.no_cell"),
        ({"gray": None}, "DB", Kit(), "position.no_cell"),
        ({"gray": ["AB"]}, "DB", Kit(), "position.no_cell"),
        ({"gray": "AB"}, None, Kit(), "position.no_target_cell"),
        ({"gray": "AB"}, ["DB"], Kit(), "position.no_target_cell"),
        ({"gray": "AB"}, ("D", "B"), Kit(), "position.no_target_cell"),
        ({7: "AB"}, "DB", Kit(), "position.unknown_meeple"),
        ({"gray": "AB", 7: "BC"}, "DB", Kit(), "position.unknown_meeple"),
        ({"gray": "AB"}, "DB", Kit(frozenset({"red", 7})), "position.unknown_meeple"),  # type: ignore[arg-type]
    ],
)
def test_the_solver_itself_refuses_what_is_no_name(positions: Any, target: Any, kit: Kit, key: str) -> None:
    with pytest.raises(Refused) as refused:
        ask_solver(Board(read_board_file(BOARD)), positions, target, kit)
    assert refused.value.message.key == key


@pytest.mark.parametrize(("changes", "words"), [bad for bad in BAD_BOARDS if "walls" not in bad[0]])
def test_a_bad_board_made_in_code_is_refused_too(changes: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(BoardInvalid) as invalid:
        Board(BoardFile(**{**BOARD, **changes}))
    assert [word for word in words if word not in as_sentence(invalid.value)] == []


def test_a_name_that_stands_twice_in_a_file_is_refused() -> None:
    """Readers keep the last and would lose walls unseen."""
    text = json.dumps(BOARD).replace('"DA"', '"BA"')
    assert repeated_names(text) == ("BA",)
    with pytest.raises(BoardInvalid) as invalid:
        read_board_file(text)
    assert [fault.params for fault in invalid.value.faults] == [{"found": "BA"}]
    assert repeated_names(json.dumps(BOARD)) == ()


def test_brackets_without_end_are_no_board() -> None:
    deep = [times * "[" + times * "]" for times in (300, 600, 900, 1200, 5000)]
    for text in ("[" * 5000, '{"buildings": {"BA": 1}, "note": ' + "[" * 5000, *deep):
        with pytest.raises(BoardInvalid):
            read_board_file(text)


@pytest.mark.parametrize(("module", "line"), [(solve, SOLVE), (verify, VERIFY)])
@pytest.mark.parametrize(("name", "again"), [("red", "gray"), ("DA", "BA"), ("target", "board")])
def test_a_name_that_stands_twice_in_a_line_is_refused(
    name: str, again: str, module: ModuleType, line: dict[str, Any]
) -> None:
    """Otherwise the last would count, and the first be lost unseen."""
    _, (answer,) = answers(module, json.dumps(line).replace(f'"{name}":', f'"{again}":'))
    assert answer == {"error": f"line: found {again} twice, expected each name once"}


@pytest.mark.parametrize("wrong", [5, None, ["AB"], True])
def test_a_cell_of_the_wrong_type_is_named_with_its_meeple(wrong: object) -> None:
    assert error_of(solve, {**SOLVE, "positions": {"gray": "AB", "red": wrong}}).startswith("positions.red: ")
    assert error_of(verify, {**VERIFY, "after": {"gray": "DB", "red": wrong}}).startswith("after.red: ")


@pytest.mark.parametrize("field", ["before", "after"])
@pytest.mark.parametrize(
    "positions", [{"gray": "AA", "red": "BC"}, {"gray": "BC", "red": "BC"}, {"pink": "BC"}]
)
def test_verify_says_which_of_its_positions_are_bad(field: str, positions: dict[str, str]) -> None:
    assert error_of(verify, {**VERIFY, field: positions}).startswith(f"{field.title()}: ")


@pytest.mark.parametrize(("name", "line"), [("solve", SOLVE), ("verify", VERIFY)])
def test_the_command_answers_bad_lines_in_their_place(name: str, line: dict[str, Any]) -> None:
    bad = [
        {**line, "target": "AA"},
        {**line, "board": {**BOARD, "beams": ["AA"]}},
        {**line, "removed": ["?"]},
    ]
    said = "\n".join(json.dumps(one) for one in [bad[0], line, *bad[1:], line])
    done = command(name, said=said)
    assert (done.returncode, done.stderr) == (2, "")
    assert ["error" in answer for answer in lines(done.stdout)] == [True, False, True, True, False]


TEAMS, EXTRAS = ("super_team", "removed"), ("explain", "hints", "hardness")
VALUES: st.SearchStrategy[Any] = st.sampled_from(
    ["AA", "AB", "BB", "CB", "DB", "DC", "EA", "AD", "ab", "", "gray", "red", "blue", "pink", "north", "west"]
    + ["meeptropolis", 0, 1, 2, 3, 5, 30, 31, -1, 10**9, 10**25, 1.5, 4.0, None, True, [], {}]
)  # fmt: skip


def broken(line: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """A copy in which up to two things are set, dropped or added somewhere."""
    line = copy.deepcopy(line)
    for _ in range(data.draw(st.integers(0, 2), label="changes")):
        place: Any = line
        while True:
            inner = [key for key in keys_of(place) if isinstance(place[key], list | dict)]
            if not inner or data.draw(st.booleans(), label="here"):
                break
            place = place[data.draw(st.sampled_from(inner), label="in")]
        change(place, data)
    return line


def keys_of(place: Any) -> list[Any]:
    return list(range(len(place))) if isinstance(place, list) else sorted(place)


def change(place: Any, data: st.DataObject) -> None:
    """Set, drop or add one thing in a list or an object."""
    value = copy.deepcopy(data.draw(VALUES, label="value"))
    keys = keys_of(place)
    key = data.draw(st.sampled_from(keys), label="key") if keys else None
    how = data.draw(st.sampled_from(["set", "drop", "add"]), label="how")
    if how == "add" and isinstance(place, list):
        place.append(value)
    elif how == "add":
        place[str(value)] = data.draw(st.sampled_from(["AB", "BA", ["north"], ["east", "west"], 1]))
    elif key is not None and how == "drop":
        del place[key]
    elif key is not None:
        place[key] = value


def texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def is_sound_board(board: dict[str, Any]) -> bool:
    """Whether a board object can be played on, by its types and then by its cells."""
    board = {"missing": [], "grates": [], "beams": [], "buildings": {}, **board}
    buildings = board["buildings"]
    if not (
        set(board) == set(BOARD)
        and isinstance(board["name"], str)
        and all(type(board[side]) is int and 2 <= board[side] <= 30 for side in ("columns", "rows"))
        and all(texts(board[field]) for field in ("missing", "grates", "beams"))
        and isinstance(buildings, dict)
        and all(texts(sides) for sides in buildings.values())
    ):
        return False
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"
    grid = {column + row for column in letters[: board["columns"]] for row in letters[: board["rows"]]}
    cells = grid - set(board["missing"])
    special = board["grates"] + board["beams"]
    return (
        set(board["missing"]) <= grid
        and len(cells) == len(grid) - len(board["missing"])
        and len(cells) >= 2
        and set(special) | set(buildings) <= cells
        and len(set(special)) == len(special)
        and all(set(sides) <= {"north", "east", "south", "west"} for sides in buildings.values())
        and all(len(set(sides)) == len(sides) for sides in buildings.values())
    )


def is_sound(line: dict[str, Any]) -> bool:
    """Whether a line is a question that can be answered; for boards of our own."""
    line = {"super_team": [], "removed": [], **line}
    if not ({"board", "positions", "target"} <= set(line) <= {*SOLVE}):
        return False
    board, positions, deadline_s = line["board"], line["positions"], line.get("deadline_s")
    if not (isinstance(board, dict) and is_sound_board(board) and isinstance(positions, dict)):
        return False
    if not all(isinstance(cell, str) for cell in positions.values()):
        return False
    if isinstance(deadline_s, bool) or not (deadline_s is None or isinstance(deadline_s, int | float)):
        return False
    cells = Board(read_board_file(board))
    return (
        (deadline_s is None or deadline_s >= 0)
        and all(isinstance(line.get(extra, True), bool) for extra in EXTRAS)
        and all(texts(line[team]) and set(line[team]) <= set(colours()) for team in TEAMS)
        and set(positions) <= set(colours())
        and all(cells.has(cell) for cell in positions.values())
        and len(set(positions.values())) == len(positions)
        and isinstance(line["target"], str)
        and cells.has(line["target"])
    )


@settings(max_examples=800, deadline=None)
@given(data=st.data())
def test_a_broken_question_is_refused_and_a_sound_one_answered_rightly(data: st.DataObject) -> None:
    line = broken(SOLVE, data)
    if line.get("board") == "meeptropolis":
        line["board"] = "nowhere"
    code, (answer,) = answers(solve, json.dumps(line))
    if not is_sound(line):
        assert (code, list(answer)) == (2, ["error"])
        assert is_one_sentence(answer["error"])
        return
    assert code == 0
    kit = Kit(frozenset(line.get("super_team", ())), frozenset(line.get("removed", ())))
    file = read_board_file(line["board"])
    expected, _ = fewest_moves(file, line["positions"], line["target"], kit, most=3)
    if answer["proven"]:
        assert expected == (answer["fewest_moves"] if (answer["fewest_moves"] or 4) <= 3 else None)
    else:
        assert answer["nothing_up_to"] < (expected or 4)


@settings(max_examples=800, deadline=None)
@given(data=st.data())
def test_a_broken_demonstration_is_refused_or_judged(data: st.DataObject) -> None:
    line = broken(VERIFY, data)
    code, (answer,) = answers(verify, json.dumps(line))
    if "error" in answer:
        assert (code, list(answer)) == (2, ["error"])
        assert is_one_sentence(answer["error"])
        return
    assert (code, list(answer)) == (0, ["legal", "moves", "reason"])
    positions = {"positions": line["before"], "super_team": line.get("super_team", [])}
    if isinstance(line["board"], dict):
        assert is_sound({"board": line["board"], "target": line["target"], **positions})
    assert not answer["legal"] or answer["moves"][-1]["to"] == line["target"]
