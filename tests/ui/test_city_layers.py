"""In which order things on the map are drawn: what a finger may mean is never hidden by what lies there."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from app.games.mutant_meeples.board import shipped_board
from app.ui import theme
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


@pytest.fixture
def pen(monkeypatch: pytest.MonkeyPatch) -> Pen:
    """In place of what draws, which needs Kivy."""
    made = Pen()
    monkeypatch.setitem(sys.modules, "app.ui.drawing", made)  # type: ignore[arg-type]
    return made


@pytest.fixture
def city_layers(pen: Pen) -> Iterator[ModuleType]:
    """Imported anew, with that pen, and forgotten again."""
    sys.modules.pop("app.ui.city_layers", None)
    yield importlib.import_module("app.ui.city_layers")
    del sys.modules["app.ui.city_layers"]


@pytest.mark.parametrize(("reach", "mark"), [(Reach.SLIDE, "disc"), (Reach.POWER, "ring")])
def test_the_scene_of_the_crime_shows_that_it_can_be_reached(
    city_layers: ModuleType, pen: Pen, reach: Reach, mark: str
) -> None:
    """Dot or ring lie on the bull's eye, which else looks the same whether it can be reached or not."""
    city_layers.draw_things(None, GRID, replace(PICTURE, reachable={"KC": reach}))
    assert pen.drawn[-1] == (mark, theme.ACCENT)
    assert ("frame", theme.ACCENT) in pen.drawn
    pen.drawn.clear()
    city_layers.draw_things(None, GRID, replace(PICTURE, reachable={"GJ": reach}))
    assert ("frame", theme.ACCENT) not in pen.drawn
