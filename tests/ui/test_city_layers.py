"""In which order things on the map are drawn: what a finger may mean is never hidden by what lies there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.games.mutant_meeples.board import shipped_board
from app.ui import city_layers, theme
from app.ui.city_geometry import grid_for
from app.ui.city_picture import CityPicture, Reach

BOARD = shipped_board("meeptropolis")
GRID = grid_for(BOARD, 0, 0, 480, 480)
PICTURE = CityPicture(BOARD, {"red": "GM"}, target="KC", selected="red")


class Pen:
    """Writes down what would be drawn: [kind of shape, its colour], the last one on top."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, str]] = []

    def __getattr__(self, shape: str) -> Callable[..., None]:
        def draw(_group: Any, *arguments: Any) -> None:
            self.drawn.append((shape, next(a for a in arguments if isinstance(a, str))))

        return draw


@pytest.mark.parametrize(("reach", "mark"), [(Reach.SLIDE, "disc"), (Reach.POWER, "ring")])
def test_the_scene_of_the_crime_shows_that_it_can_be_reached(
    monkeypatch: pytest.MonkeyPatch, reach: Reach, mark: str
) -> None:
    """Dot or ring lie on the bull's eye, which else looks the same whether it can be reached or not."""
    pen = Pen()
    monkeypatch.setattr(city_layers, "drawing", pen)
    city_layers.draw_things(None, GRID, replace(PICTURE, reachable={"KC": reach}))
    assert pen.drawn[-1] == (mark, theme.ACCENT)
    assert ("frame", theme.ACCENT) in pen.drawn
    pen.drawn.clear()
    city_layers.draw_things(None, GRID, replace(PICTURE, reachable={"GJ": reach}))
    assert ("frame", theme.ACCENT) not in pen.drawn
