"""Where cells lie, what a finger means, and where a meeple is on its way."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.mutant_meeples.board import shipped_board
from app.ui.city_geometry import grid_for, is_wrap, legs, pose_at
from app.ui.city_picture import CityMove, CityPicture, Gait, Reach

BOARD = shipped_board("meeptropolis")
GRID = grid_for(BOARD, 100, 50, 480, 480)


def test_the_north_west_is_up_and_left() -> None:
    """BA is north-west, AR south-west, RA north-east, QR south-east (both other corners are missing)."""
    west, east = GRID.middle_of("AR"), GRID.middle_of("RA")
    assert west[0] < GRID.middle_of("BA")[0] < east[0]
    assert GRID.middle_of("AR")[1] < GRID.middle_of("AB")[1]
    assert GRID.middle_of("QR")[1] == west[1]
    assert GRID.middle_of("BA")[1] == east[1]


def test_every_cell_is_found_at_its_own_middle() -> None:
    """The round trip over the whole city."""
    for cell in range(BOARD.cell_count):
        if BOARD.exists[cell]:
            assert GRID.nearest_cell(*GRID.middle(cell)) == BOARD.name_of(cell)


def test_a_missing_corner_means_a_neighbour_and_far_away_means_nothing() -> None:
    """AA does not exist, but a finger there means a cell beside it."""
    assert GRID.nearest_cell(*GRID.middle(BOARD.cell("AA"))) in ("AB", "BA")
    assert GRID.nearest_cell(100 - 60, 200) is None


@given(
    st.floats(min_value=300, max_value=2000),
    st.floats(min_value=300, max_value=2000),
    st.floats(min_value=-50, max_value=500),
)
def test_the_grid_stays_inside_its_rectangle(width: float, height: float, x: float) -> None:
    """Whole pixels, so up to one pixel of rounding at the edges."""
    grid = grid_for(BOARD, x, 20, width, height)
    assert grid.left_px >= x - 1
    assert grid.left_px + grid.width_px <= x + width + 1
    assert grid.bottom_px >= 20 - 1
    assert grid.bottom_px + grid.height_px <= 20 + height + 1


NO_HAND = CityPicture(BOARD, {"red": "GM", "green": "CC", "blue": "BA"})
IN_HAND = replace(NO_HAND, selected="red", reachable={"GJ": Reach.SLIDE})


def meant(picture: CityPicture, near: str, across: float, up: float) -> str | None:
    """What a finger means that comes down so many cells east and north of the middle of a cell."""
    x, y = GRID.middle_of(near)
    return GRID.pick(x + across * GRID.cell_px, y + up * GRID.cell_px, picture)


@pytest.mark.parametrize(
    ("near", "across", "up", "cell"),
    [
        ("GM", 0.9, 0.6, "GM"),  # a cell beside it, but a meeple within a finger
        ("CC", 0.0, -1.1, "CC"),
        ("GM", 1.3, 0.0, "HM"),  # further than a finger: the cell itself
    ],
)
def test_a_finger_means_the_nearest_meeple_while_none_is_in_hand(
    near: str, across: float, up: float, cell: str
) -> None:
    """Within 1.2 cells, about a fingertip on the 7-inch panel."""
    assert meant(NO_HAND, near, across, up) == cell


@pytest.mark.parametrize(
    ("near", "across", "up", "cell"),
    [
        ("GJ", -0.8, -0.8, "GJ"),  # a highlighted cell within a finger
        ("CC", 0.4, -0.4, "CC"),  # another meeple, on its own cell
        ("CC", 0.0, -1.0, "CD"),  # the middle of the square beside it
        ("CC", 0.6, 0.0, "DC"),
        ("GM", 1.0, 0.0, "HM"),  # and beside the meeple in hand itself
        ("BA", -0.9, 0.0, "BA"),  # no square there, so the nearest
    ],
)
def test_with_a_meeple_in_hand_a_square_is_meant_for_itself(
    near: str, across: float, up: float, cell: str
) -> None:
    """One that cannot be reached is answered, and does not take the meeple beside it in hand."""
    assert meant(IN_HAND, near, across, up) == cell


def test_placing_meeples_takes_every_cell_for_itself() -> None:
    """With exact touch a neighbouring meeple attracts nothing."""
    x, y = GRID.middle_of("HM")
    assert GRID.pick(x, y, CityPicture(BOARD, {"red": "GM"}, exact_touch=True)) == "HM"


@pytest.mark.parametrize("gait", list(Gait))
def test_every_move_starts_and_ends_on_its_cells(gait: Gait) -> None:
    """Whatever it looks like in between."""
    move = CityMove("yellow", ("BQ", "AQ", "QQ", "PQ"), gait)
    start, end = pose_at(GRID, move, 0.0), pose_at(GRID, move, 1.0)
    assert (start.x, start.y) == pytest.approx(GRID.middle_of("BQ"))
    assert (end.x, end.y) == pytest.approx(GRID.middle_of("PQ"))
    assert (end.scale, end.alpha) == pytest.approx((1.0, 1.0))


def test_a_wrap_leaves_at_one_edge_and_comes_in_at_the_other() -> None:
    """It never crosses the city the wrong way."""
    move = CityMove("yellow", ("BQ", "AQ", "QQ", "PQ"), Gait.WRAP)
    assert is_wrap(BOARD, "AQ", "QQ")
    assert len(legs(GRID, move.cells, leaps=False)) == 2
    low, high = GRID.middle_of("BQ")[0], GRID.middle_of("PQ")[0]
    for step in range(101):
        assert not low + 1 < pose_at(GRID, move, step / 100).x < high - 1


def test_a_jump_rises_and_a_beam_fades() -> None:
    """An arc over the middle; gone half-way, then there."""
    jump = CityMove("green", ("CC", "FC"), Gait.JUMP)
    assert pose_at(GRID, jump, 0.5).y > GRID.middle_of("CC")[1] + GRID.cell_px / 2
    beam = CityMove("blue", ("LL", "OO"), Gait.BEAM)
    assert pose_at(GRID, beam, 0.5).alpha == pytest.approx(0.0)
    assert math.dist(GRID.middle_of("LL"), (pose_at(GRID, beam, 0.2).x, pose_at(GRID, beam, 0.2).y)) < 1


def test_a_slide_eases_out() -> None:
    """LOOK: fast away, gently in."""
    slide = CityMove("gray", ("HD", "HC", "HB", "HA"), Gait.SLIDE)
    way = GRID.middle_of("HA")[1] - GRID.middle_of("HD")[1]
    assert pose_at(GRID, slide, 0.5).y - GRID.middle_of("HD")[1] > 0.7 * way
