"""What the box holds and what follows from it, as data (`box.json`): a bigger box is a bigger file.

The meeples themselves stand in `roster.json` beside it. What one plan may do (meeples, moves) is no matter of
the box but of the rules, and stands in `roster`.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import msgspec

from app.games.contract import refuse
from app.games.mutant_meeples.roster import colours
from app.games.reasons import explained

BOX_FILE: Traversable = resources.files(__package__).joinpath("box.json")
"""The limits of the box in use; read on first use."""

MOST = 99
"""No number in a box file is higher."""

Count = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
CountOrNone = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits.

    `marker_sets`: sets of markers, one marker of each colour, and so the most players (MM-05, MM-06).
    `team_size`: heroes of a complete super team (MM-11). `movement_tiles`: they show 1 up to this number
    (MM-08). `most_removed`: markers one player can do without before the game (MM-119). `building_tiles`:
    Construction/Destruction tiles (MM-10). `tournament_wins`: won games that decide a tournament (MM-128).
    """

    marker_sets: Count
    team_size: Annotated[int, msgspec.Meta(ge=2, le=MOST)]
    movement_tiles: Count
    most_removed: CountOrNone
    building_tiles: CountOrNone
    tournament_wins: Count

    @property
    def tiles(self) -> range:
        """The numbers on the Movement tiles."""
        return range(1, self.movement_tiles + 1)


def read_box(data: bytes) -> Box:
    """The box of a JSON text. Raises `Refused` when it is damaged or cannot be played with these meeples."""
    try:
        found = msgspec.json.decode(data, type=Box)
    except msgspec.DecodeError as error:
        raise refuse("box.unreadable", reason=explained(str(error), Box)) from error
    if found.team_size + found.most_removed > len(colours()):
        raise refuse(
            "box.too_few_meeples",
            found=len(colours()),
            team_size=found.team_size,
            most_removed=found.most_removed,
        )
    return found


@functools.cache
def box() -> Box:
    """The box in use."""
    return read_box(BOX_FILE.read_bytes())


@contextlib.contextmanager
def using_box(file: Path) -> Iterator[Box]:
    """Play with the box of another file meanwhile. Raises `Refused` and `OSError`."""
    global BOX_FILE
    read_box(file.read_bytes())
    before, BOX_FILE = BOX_FILE, file
    box.cache_clear()
    try:
        yield box()
    finally:
        BOX_FILE = before
        box.cache_clear()
