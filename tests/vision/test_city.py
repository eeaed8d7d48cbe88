"""Which city lies there and which way round, told by its print; made-up scores stand for a network."""

import numpy as np
import pytest

from vision.cell_view import GRID
from vision.cells import MAPS, NOBODY, WHO, CellScores, turned
from vision.city import fit_city, place, printed_maps
from vision.layout import BoardLayout, shipped_layouts

CITIES = shipped_layouts()


def seen(layout: BoardLayout, seed: int = 1, noise: float = 0.12) -> CellScores:
    """A network's view of a city: every mark likely, every other spot not, none for certain."""
    rng = np.random.default_rng(seed)
    maps = np.clip(printed_maps(layout) * 0.8 + 0.1 + rng.normal(0, noise, (len(MAPS), GRID, GRID)), 0, 1)
    who = rng.normal(0, 1, (WHO, NOBODY + 1))
    return CellScores(np.asarray(who, np.float32), np.asarray(maps, np.float32))


@pytest.mark.parametrize("layout", CITIES, ids=lambda one: one.name)
@pytest.mark.parametrize("quarters", range(4))
def test_a_city_is_known_from_every_side_of_the_table(layout: BoardLayout, quarters: int) -> None:
    fit = fit_city(turned(seen(layout), quarters), CITIES)
    assert (fit.layout.name, (fit.turns + quarters) % 4, fit.shift) == (layout.name, 0, (0, 0))
    assert fit.lead > 50


@pytest.mark.parametrize("shift", [(0, 1), (-1, 0), (1, -1)])
def test_a_grid_laid_one_cell_off_is_noticed(shift: tuple[int, int]) -> None:
    scores = seen(CITIES[0])
    off = CellScores(scores.who, np.roll(scores.maps, shift, axis=(1, 2)))
    assert fit_city(off, CITIES).shift == shift


def test_a_city_nobody_knows_fits_worse_than_one_that_is_known() -> None:
    rng = np.random.default_rng(3)
    strange = CellScores(seen(CITIES[0]).who, rng.permuted(seen(CITIES[0]).maps, axis=2))
    known = fit_city(seen(CITIES[0]), CITIES)
    unknown = fit_city(strange, CITIES)
    assert unknown.fit < 0 < known.fit


def test_pieces_and_glare_over_some_marks_do_not_hide_the_city() -> None:
    scores = seen(CITIES[1])
    maps = scores.maps.copy()
    maps[:, 3:12, 4:14] = 0.1
    fit = fit_city(CellScores(scores.who, maps), CITIES)
    assert (fit.layout.name, fit.turns, fit.shift) == (CITIES[1].name, 0, (0, 0))


def test_a_wall_counts_from_both_its_sides() -> None:
    layout = CITIES[0]
    cell, sides = next(iter(layout.buildings.items()))
    row, column = place(cell)
    steps = {"north": (-1, 0), "south": (1, 0), "east": (0, 1), "west": (0, -1)}
    other = {"north": "south", "south": "north", "east": "west", "west": "east"}
    maps = printed_maps(layout)
    for side in sides:
        dr, dc = steps[side]
        assert maps[MAPS.index(side), row, column] == 1
        assert maps[MAPS.index(other[side]), row + dr, column + dc] == 1


def test_four_quarter_turns_bring_everything_back() -> None:
    scores = seen(CITIES[0])
    again = turned(turned(turned(scores, 1), 2), 1)
    assert np.array_equal(again.maps, scores.maps)
    assert np.array_equal(again.who, scores.who)
