"""Small examples on a little city of five by five squares: the eight powers, and what a run is.

Each `Scene` says where the meeples stand and who does what; the game itself works out where that leads, so an
example cannot show what the rules do not allow. Out: a `Lesson`, the picture before and the moves to play.
No Kivy.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.games.mutant_meeples.attempt import start
from app.games.mutant_meeples.board import Board, BoardFile
from app.games.mutant_meeples.roster import Kit, colours, meeple, roster
from app.ui.city_picture import CityMove, CityPicture
from app.ui.presenters import steps

SIDE = 5
"""Columns and rows of the little city: a jump fits in, and its squares are large on any panel."""

Act = tuple[str, str | None, str]
"""(whose move, whose power, which way: a side or the square of a beam)."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Where everything stands, and the moves that are played."""

    at: Mapping[str, str]
    acts: tuple[Act, ...]
    target: str | None = None
    buildings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    beams: tuple[str, ...] = ()
    grates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """The picture before the first move, and the moves to be played on it."""

    before: CityPicture
    moves: tuple[CityMove, ...]


POWERS = {
    "green": Scene(
        {"green": "AC", "red": "CC"}, (("green", "green", "east"),), "DC", {"AC": ("east",)},
    ),
    "gray": Scene(
        {"gray": "AC"}, (("gray", "gray", "east"),), "DC", {"BC": ("east",), "DC": ("east",)},
    ),
    "blue": Scene({"blue": "BD"}, (("blue", "blue", "DB"),), None, {"BD": ("east",)}, ("DB", "AA")),
    "brown": Scene({"brown": "AC"}, (("brown", "brown", "east"),), "DC"),
    "red": Scene({"red": "BC"}, (("red", "red", "east"),), "CC"),
    "white": Scene(
        {"white": "BD", "green": "CD"}, (("white", "white", "north-east"),), "CC",
    ),
    "yellow": Scene(
        {"yellow": "BC"}, (("yellow", "yellow", "west"),), "DC", {"DC": ("west",)},
    ),
    "black": Scene(
        {"black": "AC", "green": "EE"}, (("black", "green", "east"),), "DC", {"BC": ("east",)},
    ),
}  # fmt: skip
"""The power of each colour."""

RUNS = {
    "stops": Scene(
        {"red": "AD", "white": "CB"},
        (("red", None, "east"), ("red", None, "north"), ("red", None, "west")),
        None,
        {"CD": ("east",)},
    ),
    "arrive": Scene(
        {"yellow": "AC"},
        tuple(("yellow", None, way) for way in ("east", "north", "west", "south")),
        "CC",
        {"CA": ("west",), "CC": ("south",)},
    ),
    "three": Scene(
        {"green": "DA", "red": "AC"},
        (("green", None, "south"), ("red", None, "east")),
        "CC",
        {"DC": ("south",)},
    ),
    "grates": Scene({"brown": "BB", "white": "DD"}, (("brown", None, "east"),), grates=("BB", "CB", "DD")),
    "beams": Scene(
        {"red": "AB", "blue": "BD"},
        (("red", None, "east"), ("blue", "blue", "CB")),
        None,
        beams=("CB", "EE"),
    ),
}
"""What a run is, by the page of the help that tells it."""

SCENES = POWERS | RUNS


@functools.cache
def lesson(key: str) -> Lesson:
    """The example of that name. Raises KeyError for an unknown one, `Refused` for what the rules forbid."""
    scene = SCENES[key]
    board = Board(
        BoardFile(key, SIDE, SIDE, grates=scene.grates, beams=scene.beams, buildings=dict(scene.buildings))
    )
    kit = Kit()
    attempt = start(board, kit, scene.at)
    for act in scene.acts:
        attempt = attempt.play(*act)
    _, moves = steps.steps_of(board, kit.rules, scene.at, attempt.moves)
    return Lesson(CityPicture(board, dict(scene.at), dict(scene.at), scene.target), moves)


def told_as(colour: str) -> str:
    """The first meeple of the roster with that power: further ones may share it."""
    return next(figure.colour for figure in roster() if figure.power is meeple(colour).power)


def known(listed: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Those of the colours that the box has; the whole roster for none."""
    return tuple(colour for colour in listed if colour in colours()) or colours()
