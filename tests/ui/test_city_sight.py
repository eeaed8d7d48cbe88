"""How the map is looked at: every square is found again, from every side, however near, whatever is seen."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.mutant_meeples.board import shipped_board
from app.ui.city_geometry import grid_for
from app.ui.city_sight import NEAREST, SIDES, Sight

BOARD = shipped_board("meeptropolis")
CELLS = [cell for cell in range(BOARD.cell_count) if BOARD.exists[cell]]
BOX = (30, 20, 478, 480)
WINDOWS = st.sampled_from([BOX, (0, 0, 717, 720), (0, 569, 720, 711), (7, 5, 301, 452)])
sides = st.integers(0, SIDES - 1)
shares = st.tuples(st.floats(0, 1), st.floats(0, 1))
zooms = st.floats(1.0, NEAREST)


def looked(
    box: tuple[int, int, int, int], side: int, turns: int, zoom: float, middle: tuple[float, float]
) -> Sight:
    return Sight(BOARD, *box, side=side, turns=turns, zoom=zoom, middle=middle, foot_px=60).rested()


@settings(deadline=None)  # 322 squares each
@given(WINDOWS, sides, sides, zooms, shares)
def test_every_square_is_found_at_its_own_middle(
    box: tuple[int, int, int, int], side: int, turns: int, zoom: float, middle: tuple[float, float]
) -> None:
    """Square to pixel to square: each quarter turn, each zoom, each pan; drawing and finger agree."""
    sight = looked(box, side, turns, zoom, middle)
    grid, city = sight.grid, sight.city
    for cell in CELLS:
        at = grid.middle(cell)
        assert grid.nearest_cell(*at) == grid.cell_under(*at) == BOARD.name_of(cell)
        assert sight.from_city(*city.middle(cell)) == pytest.approx(at)
        assert sight.to_city(*at) == pytest.approx(city.middle(cell))


@settings(deadline=None)
@given(WINDOWS, sides, sides, zooms, shares)
def test_the_corners_of_every_square_mean_it(
    box: tuple[int, int, int, int], side: int, turns: int, zoom: float, middle: tuple[float, float]
) -> None:
    grid = looked(box, side, turns, zoom, middle).grid
    reach = grid.cell_px / 2 - 0.25
    for cell in CELLS[:: len(CELLS) // 20]:
        x, y = grid.middle(cell)
        for across, up in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            assert grid.cell_under(x + across * reach, y + up * reach) == BOARD.name_of(cell)


@settings(deadline=None)
@given(WINDOWS, sides, sides, zooms, shares)
def test_no_gap_opens_beside_the_city_but_at_the_foot(
    box: tuple[int, int, int, int], side: int, turns: int, zoom: float, middle: tuple[float, float]
) -> None:
    """Where it is larger than the view, it fills it; where it is smaller, it stands in the middle."""
    sight = looked(box, side, turns, zoom, middle)
    laid, city, (width, height) = sight.laid, sight.city, sight.size
    for begin, size, view, foot in (
        (laid.left, city.width_px, width, 0),
        (laid.bottom, city.height_px, height, sight.foot_px),
    ):
        if size > view:
            assert begin <= foot + 1
            assert begin + size >= view - 1
        else:
            assert begin == pytest.approx((view - size) / 2, abs=1)


@settings(deadline=None)
@given(
    sides,
    sides,
    st.lists(
        st.tuples(
            st.floats(30, 500), st.floats(20, 500), st.floats(-80, 80), st.floats(-80, 80), st.floats(0.5, 2)
        ),
        max_size=6,
    ),
)
def test_whatever_fingers_do_the_map_rests_crisp_within_its_bounds(
    side: int, turns: int, glides: list[tuple[float, float, float, float, float]]
) -> None:
    sight = Sight(BOARD, *BOX, side=side, turns=turns)
    for x, y, across, up, factor in glides:
        sight = sight.moved((x, y), (x + across, y + up), factor)
        assert 1.0 <= sight.zoom <= NEAREST
    rested = sight.rested()
    assert rested.laid.scale == pytest.approx(1.0)
    assert rested.city.cell_px == rested.whole.cell_px or rested.zoomed
    for cell in CELLS[::17]:
        assert rested.grid.cell_under(*rested.grid.middle(cell)) == BOARD.name_of(cell)


@given(sides, sides, st.floats(1.2, 2.5))
def test_what_was_under_two_fingers_stays_between_them(side: int, turns: int, factor: float) -> None:
    """The middle of the view: nothing holds it back there."""
    sight = Sight(BOARD, *BOX, side=side, turns=turns)
    start = (BOX[0] + BOX[2] / 2, BOX[1] + BOX[3] / 2)
    was = sight.to_city(*start)
    near = sight.moved(start, (start[0] + 9, start[1] - 7), factor)
    now = near.to_city(start[0] + 9, start[1] - 7)
    assert math.dist(was, now) < 1.5


def test_a_pan_moves_the_city_with_the_finger_and_stops_at_its_edge() -> None:
    sight = Sight(BOARD, *BOX).moved((269, 260), (269, 260), 2.0).rested()
    before = sight.grid.middle_of("II")
    after = sight.moved((200, 200), (230, 180)).grid.middle_of("II")
    assert (after[0] - before[0], after[1] - before[1]) == (30, -20)
    edge = sight.moved((0, 0), (5000, -5000))
    assert edge.laid.left == 0
    assert edge.laid.bottom == 480 - edge.city.height_px


def test_unturned_and_whole_it_lies_where_a_plain_grid_would() -> None:
    """Whatever is drawn over a map by such a grid (building tiles) fits."""
    for x in range(5):
        assert Sight(BOARD, x, 3, 478, 481).grid == grid_for(BOARD, x, 3, 478, 481)


@pytest.mark.parametrize(
    ("side", "corner"), [(0, "left top"), (1, "left bottom"), (2, "right bottom"), (3, "right top")]
)
def test_for_a_reader_at_another_side_the_north_west_is_far_and_left(side: int, corner: str) -> None:
    """Of the window, that is another corner: who sits right of the screen has it at the lower left."""
    grid = Sight(BOARD, *BOX, side=side).grid
    x, y = grid.point(0, BOARD.rows)
    across = "left" if x < BOX[0] + BOX[2] / 2 else "right"
    assert f"{across} {'bottom' if y < BOX[1] + BOX[3] / 2 else 'top'}" == corner


def test_the_city_turns_under_letters_that_stay() -> None:
    """A quarter turn: north is left, and the reader sits where they sat."""
    turned = Sight(BOARD, *BOX).turned()
    assert (turned.side, turned.turns) == (0, 1)
    north, south = turned.grid.middle_of("IA"), turned.grid.middle_of("IR")
    assert north[0] < south[0]
    assert north[1] == south[1]


def test_no_drawing_is_larger_than_the_graphics_can_hold() -> None:
    sight = Sight(BOARD, *BOX, most_px=1000)
    near = sight.moved((200, 200), (200, 200), 9.0).rested()
    assert near.city.width_px <= 1000 + BOARD.columns
    assert near.zoom == pytest.approx(sight.nearest, abs=0.05)
