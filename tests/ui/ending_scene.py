"""The match screen after a round: the best for all, rules that decide, practice, tournament, a bigger box.

The worker answers at once here and nothing glides or falls: a moment is whole as soon as it is shown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from app.games.mutant_meeples.answers import Solution
from app.games.mutant_meeples.board import BoardFile
from app.games.mutant_meeples.box import box, using_box
from app.games.mutant_meeples.state import (
    Agree,
    Buzz,
    Claim,
    Done,
    DrawCrime,
    GiveUp,
    Row,
    SetPlan,
    ShowMove,
    TimeUp,
    Tournament,
)
from app.table.best import Best
from app.table.worker import Asking, AtOnce
from app.ui import meeple_art, theme
from app.ui.look import LOOK
from tests.games.random_boards import box_with, two_more
from tests.ui.match_scene import MatchScene

LONG_CRIME, UNEQUAL_CRIME = ("D", "P"), ("C", "M")
"""From the start of the scene's match: eight moves of two meeples at best; seven, four, five and four moves
for the four teams."""
SEVEN = ("Anna", "Ben", "Cleo", "Dan", "Emil", "Frida", "Gus")


class EndingScene(MatchScene):
    """More moments of a match."""

    def __init__(self, folder: Path, *around: AbstractContextManager[Any]) -> None:
        LOOK.reduced_motion = True  # until the next scene
        super().__init__(folder, *around)

    def open_worker(self) -> Asking:
        """One that answers at once."""
        return AtOnce()

    def busy(self) -> bool:
        """Never, with such a worker."""
        return False

    def _agreed(self, crime: tuple[str, str], players: int = 4) -> None:
        """The crime that nobody solved; what could have been done is known."""
        self._begin(players)
        self._act(DrawCrime(crime, ()), *(Agree(seat) for seat in range(players)))
        self.desk.view()
        self.desk.poll()

    def _to_everyone(self) -> None:
        self._agreed(UNEQUAL_CRIME)
        self.desk.show_best()

    def _to_everyone_six(self) -> None:
        self._agreed(UNEQUAL_CRIME, 6)
        self.desk.show_best()

    def _to_everyone_unsure(self) -> None:
        """What is not known, and what there is not."""
        self._agreed(UNEQUAL_CRIME)
        finder = self.desk._best
        assert finder.best is not None
        moves = finder.best.moves
        unknown = Solution(None, False, (), None, 6, 1)
        at_most = Solution(len(moves), False, moves, None, 2, 1)
        finder.best = Best((unknown, replace(unknown, proven=True), at_most, finder.best.answers[3]))
        self.desk.show_best()

    def _to_best_unsure(self) -> None:
        self._to_everyone_unsure()
        self.desk.show_best_of(2)

    def _to_best(self) -> None:
        self._agreed(LONG_CRIME)
        self.desk.show_best()
        self.desk.show_best_of(1)

    def _to_best_half(self) -> None:
        self._to_best()
        self.desk.best_step(5)

    def _to_best_end(self) -> None:
        self._to_best()
        self.desk.best_step(8)

    def _to_result_rule(self) -> None:
        """Fewer moves were shown than the markers said, and this table lets that pass."""
        moves = self._open()
        self._act(SetPlan(0, (Row("gray", 3), Row("green", 4))), Claim(0, 8), TimeUp())
        self._act(*(ShowMove(move.meeple, move.to) for move in moves), Done())

    def _to_failed_rule(self) -> None:
        """The same, at a table that takes the markers exactly."""
        moves = self._open()
        setup = self.state.setup
        exact = replace(setup, rules=replace(setup.rules, demonstration="exact"))
        self.session.state = replace(self.state, setup=exact)
        self._act(SetPlan(0, (Row("gray", 3), Row("green", 4))), Claim(0, 8), TimeUp())
        self._act(*(ShowMove(move.meeple, move.to) for move in moves), Done())

    def _to_draw_practice(self) -> None:
        self._begin(1)

    def _to_think_practice(self) -> None:
        self._open(1)

    def _to_show_practice(self) -> None:
        self._claimed(1)

    def _to_failed_practice(self) -> None:
        self._to_show_practice()
        self._act(GiveUp())

    def _to_result_practice(self) -> None:
        moves = self._claimed(1)
        self._act(*(ShowMove(move.meeple, move.to) for move in moves), Done())
        self.desk.view()
        self.desk.poll()

    def _to_best_practice(self) -> None:
        self._to_result_practice()
        self.desk.show_best()

    def _to_think_bots(self) -> None:
        self._open()
        one, two, *others = self.state.setup.players
        seats = (one, replace(two, bot="beginner"), *(replace(seat, bot="expert") for seat in others))
        self.session.state = replace(self.state, setup=replace(self.state.setup, players=seats))

    def _to_winner_tournament(self) -> None:
        self._won(Tournament((1, 0, 2, 0), (("black",), (), ("green", "gray"), ())))

    def _to_winner_champion(self) -> None:
        self._won(Tournament((2, 0, 2, 1), (("black",), (), ("green", "gray"), ("red",))))

    def _won(self, tournament: Tournament) -> None:
        moves = self._showing()
        players = (replace(self.state.players[0], team=self.heroes), *self.state.players[1:])
        setup = replace(self.state.setup, tournament=tournament)
        self.session.state = replace(self.state, setup=setup, players=players)
        self._act(*(ShowMove(move.meeple, move.to) for move in moves), Done())
        self.desk.view()
        self.desk.poll()


class SevenScene(EndingScene):
    """A box with seven sets of markers, everybody at the table, and one hero more in a team."""

    names = SEVEN
    heroes = (*EndingScene.heroes, "black")

    def __init__(self, folder: Path) -> None:
        file = folder / "box.json"
        bigger = {"marker_sets": 7, "team_size": 7, "most_removed": 1}
        file.write_bytes(msgspec.json.encode({**msgspec.to_builtins(box()), **bigger}))
        super().__init__(folder, using_box(file))

    def _begin(self, players: int = 7, buzz: bool = False) -> None:
        super()._begin(7, buzz)

    def _agreed(self, crime: tuple[str, str], players: int = 7) -> None:
        super()._agreed(crime, 7)

    def _to_lanes(self) -> None:
        self._open(buzz=True)
        self._act(*(Buzz(seat) for seat in range(7)))


@contextmanager
def _two_more(folder: Path) -> Iterator[None]:
    """Two more meeples in the box; they borrow the figure and colour of another one."""
    more = two_more(random.Random(1))
    borrowed = {figure.colour: "green" for figure in more}
    colours = {new: theme.MEEPLES[old] for new, old in borrowed.items()}
    drawn = meeple_art._figure
    with (
        box_with(more, folder),
        patch.dict(theme.MEEPLES, colours),
        patch.dict(theme.MEEPLE_LINES, colours),
        patch.object(meeple_art, "_figure", lambda colour, px: drawn(borrowed.get(colour, colour), px)),
    ):
        yield


class TenScene(EndingScene):
    """A box of ten meeples."""

    board = BoardFile("ten", 10, 10, grates=tuple(letter * 2 for letter in "ABCDEFGHIJ"))

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, _two_more(folder))


ENDING_SCENES = {"ending": EndingScene, "seven": SevenScene, "ten": TenScene}
