"""The joint decision on made-up probabilities: no cell twice, doubt told, what is known counted in."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.cell_view import GRID
from vision.cells import MAPS, NOBODY, WHO, CellScores
from vision.city import place
from vision.colours import COLOURS
from vision.decide import Known, cell_name, decide, exclusive, joint_choice
from vision.layout import shipped_layouts

CITY = shipped_layouts()[0]


def index(cell: str) -> int:
    row, column = place(cell)
    return row * GRID + column


def scores(places: dict[str, dict[str, float]], discs: dict[str, str] | None = None) -> CellScores:
    """Scores that give a colour's meeple these probabilities by cell ("" stands for "not on the board")."""
    who = np.full((WHO, NOBODY + 1), 1e-9)
    for k, colour in enumerate(COLOURS):
        for cell, p in places.get(colour, {f"{chr(65 + k)}R": 1.0}).items():
            who[k, index(cell) if cell else NOBODY] = p
        who[len(COLOURS) + k, index((discs or {}).get(colour, f"{chr(65 + k)}R"))] = 1.0
    who[-1, NOBODY] = 1.0
    maps = np.zeros((len(MAPS), GRID, GRID), np.float32)
    maps[MAPS.index("standing")] = who[: len(COLOURS), :NOBODY].max(axis=0).reshape(GRID, GRID)
    return CellScores(np.log(who).astype(np.float32), maps)


def test_two_meeples_are_never_read_on_one_cell() -> None:
    read = decide(scores({"red": {"CC": 0.9, "DD": 0.1}, "brown": {"CC": 0.6, "EE": 0.4}}), CITY)
    assert (read.meeples["red"], read.meeples["brown"]) == ("CC", "EE")
    assert read.confidence["brown"] > 0.7


def test_a_meeple_between_two_cells_names_both() -> None:
    read = decide(scores({"blue": {"CC": 0.52, "CD": 0.48}}), CITY)
    assert {read.meeples["blue"], read.second["blue"]} == {"CC", "CD"}
    assert read.confidence["blue"] < 0.6


def test_a_meeple_that_is_nowhere_is_missing_and_others_may_be_missing_too() -> None:
    read = decide(scores({"gray": {"": 1.0}, "white": {"": 0.9, "FF": 0.1}}), CITY)
    assert (read.meeples["gray"], read.meeples["white"]) == (None, None)


def test_nothing_stands_on_a_missing_corner() -> None:
    read = decide(scores({"black": {"AA": 0.95, "AB": 0.05}}), CITY)
    assert read.meeples["black"] == "AB"


def test_the_start_of_the_round_says_where_a_doubtful_disc_lies() -> None:
    made = scores({})
    who = made.who.copy()
    who[len(COLOURS), :] = -20
    who[len(COLOURS), [index("GG"), index("HH")]] = np.log([0.9, 0.1])
    doubtful = CellScores(who, made.maps)
    green = COLOURS[0]
    assert decide(doubtful, CITY).discs[green] == "GG"
    assert decide(doubtful, CITY, Known(discs={green: "HH"})).discs[green] == "HH"


def test_a_cell_that_looks_as_on_the_empty_board_holds_nothing() -> None:
    made = scores({"gray": {"CC": 0.7, "DD": 0.3}})
    change = np.zeros((GRID, GRID))
    change[place("DD")] = 1.0
    for k in range(len(COLOURS)):
        change[place(f"{chr(65 + k)}R")] = 1.0
    assert decide(made, CITY).meeples["gray"] == "CC"
    assert decide(made, CITY, Known(change=change)).meeples["gray"] == "DD"


@pytest.mark.parametrize("cell", ["AA", "RR", "GK"])
def test_names_of_cells_come_back(cell: str) -> None:
    assert cell_name(index(cell)) == cell
    assert cell_name(NOBODY) is None


@given(st.integers(0, 2**32 - 1))
def test_whatever_is_seen_the_choice_is_possible_and_the_doubt_a_probability(seed: int) -> None:
    rng = np.random.default_rng(seed)
    log_p = np.log(rng.dirichlet(np.full(NOBODY + 1, 0.01), len(COLOURS)) + 1e-12)
    chosen = joint_choice(log_p)
    on_board = [cell for cell in chosen if cell != NOBODY]
    assert len(set(on_board)) == len(on_board)
    p = exclusive(log_p)
    assert np.allclose(p.sum(axis=1), 1)
    assert (p >= 0).all()


def with_standing(made: CellScores, cells: dict[str, float]) -> CellScores:
    maps = made.maps.copy()
    for cell, p in cells.items():
        maps[(MAPS.index("standing"), *place(cell))] = p
    return CellScores(made.who, maps)


def test_of_two_cells_the_one_on_which_something_stands_is_the_meeples() -> None:
    made = scores({"gray": {"CC": 0.6, "DD": 0.4}})
    assert decide(made, CITY).meeples["gray"] == "CC"
    assert decide(with_standing(made, {"DD": 0.95}), CITY).meeples["gray"] == "DD"


def test_something_that_stands_and_is_none_of_the_eight_is_told() -> None:
    made = with_standing(scores({}), {f"{chr(65 + k)}R": 0.99 for k in range(8)} | {"KK": 0.99})
    assert decide(made, CITY).unnamed == ("KK",)
    assert decide(with_standing(made, {"KK": 0.5}), CITY).unnamed == ()


def test_what_stands_beside_the_board_is_not_on_it() -> None:
    made = scores({})
    maps = made.maps.copy()
    maps[MAPS.index("standing"), 0, 5] = 1.0
    assert decide(CellScores(made.who, maps), CITY).unnamed == ()


def test_a_meeple_where_nothing_stands_is_doubted() -> None:
    made = scores({"white": {"CC": 0.99, "DD": 0.01}})
    bare = with_standing(made, {"CC": 0.1})
    assert decide(made, CITY).confidence["white"] > 0.9
    assert decide(bare, CITY).confidence["white"] < 0.3


def test_a_meeple_that_is_gone_is_doubted_while_something_is_left_over() -> None:
    gone = scores({"white": {"": 0.99, "DD": 0.01}})
    assert decide(gone, CITY).confidence["white"] > 0.9
    left = with_standing(gone, {"DD": 0.6})
    assert decide(left, CITY).meeples["white"] in (None, "DD")
    assert decide(left, CITY).confidence["white"] < 0.9


def test_a_meeple_on_the_disc_of_its_colour_must_stand_more_clearly_than_elsewhere() -> None:
    at_home = with_standing(scores({"white": {"CC": 0.99, "DD": 0.01}}, {"white": "CC"}), {"CC": 0.6})
    abroad = with_standing(scores({"white": {"CC": 0.99, "DD": 0.01}}, {"white": "EE"}), {"CC": 0.6})
    assert decide(abroad, CITY).confidence["white"] > 0.9
    assert 0.6 < decide(at_home, CITY).confidence["white"] < 0.8
