"""The puzzles in a window, over a journal in the state folder and under a calendar that can be turned."""

from __future__ import annotations

import datetime
import random
from pathlib import Path
from typing import Any

from app.games.mutant_meeples.board import BoardFile, shipped_board
from app.games.mutant_meeples.hardness import Level
from app.games.mutant_meeples.puzzles import Puzzle, endless
from app.table.puzzle_book import ENDLESS, Begun, PuzzleBook, Result
from app.table.puzzle_maker import Make, PuzzleMaker
from app.ui.presenters.cities import BoardChoice, shipped_choices
from app.ui.presenters.puzzles import PuzzlesPresenter
from app.ui.screens.puzzles import PuzzlesScreen
from tests.ui.puzzle_ways import MONDAY, longer
from tests.ui.scene import Scene

SUNDAY = datetime.date(2026, 12, 6)


class PuzzleScene(Scene):
    """A fresh table on a Monday."""

    date = MONDAY
    cities: tuple[BoardChoice, ...] = ()

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.book = PuzzleBook(self.open_journal(), lambda: self.date)
        self.worker = self.open_worker()
        self.prepare()
        self.presenter = PuzzlesPresenter(
            self.book, self.maker(), random.Random(4), lambda: (*shipped_choices(), *self.cities)
        )
        self.screen = PuzzlesScreen(self.presenter, lambda: self.heard.append("back"), self.heard.append)
        self.stage.add_screen(self.screen)

    def maker(self) -> PuzzleMaker:
        """Who makes the puzzles."""
        return PuzzleMaker(self.worker)

    def prepare(self) -> None:
        """What the book holds before the first view."""

    @property
    def puzzle(self) -> Puzzle:
        """The one on the screen."""
        assert self.presenter.play is not None
        return self.presenter.play.puzzle

    def call(self, name: str) -> Any:
        """Asked "way 1": steps of a way of one move more than the fewest; "cell KC": where that is on the
        map; "where green": where somebody stands there; "next day": turn the calendar and come in again;
        "panel": the kind of panel and its stars; "streak"."""
        what, _, rest = name.partition(" ")
        if what == "way":
            return longer(self.puzzle, int(rest))
        if what == "streak":
            streak = self.book.streak()
            return [streak.days, streak.best]
        if what == "next":
            self.date += datetime.timedelta(days=1)
            self.screen.on_pre_enter()
            return None
        if what == "panel":
            assert self.presenter.play is not None
            panel = self.presenter.play.view().panel
            return [type(panel).__name__, getattr(panel, "stars", None)]
        city = self.screen.ids.page.children[0].city
        cell = city.picture.meeples[rest] if what == "where" else rest
        return [*city.grid.middle_of(cell)]


class BusyScene(PuzzleScene):
    """A Sunday after a good week, an endless puzzle begun, and cities from the workshop."""

    date = SUNDAY
    cities = tuple(
        BoardChoice(name, BoardFile(name, 12, 12, grates=("BB", "CD", "EF", "GH", "HC", "IJ", "JE", "KK")))
        for name in ("Old Harbour", "Little Meepton Town")
    )

    def prepare(self) -> None:
        """Six days solved, today's Meepville, too."""
        for back in range(6, 0, -1):
            self.date = SUNDAY - datetime.timedelta(days=back)
            self.book.note(self.date, "meeptropolis", Result(3, 2))
        self.date = SUNDAY
        self.book.note(SUNDAY, "meepville", Result(2, 6))
        puzzle = endless(shipped_board("meepville"), Level.FIENDISH, random.Random(8))
        self.book.keep(ENDLESS, Begun(puzzle, steps=(), hints=1))


class TeamScene(PuzzleScene):
    """An endless puzzle with a super team of five is kept."""

    def prepare(self) -> None:
        """The longest plan of some."""
        found = [endless(shipped_board("meeptropolis"), Level.FIENDISH, random.Random(n)) for n in range(12)]
        teams = [puzzle for puzzle in found if len(puzzle.kit.super_team) >= 4]
        self.book.keep(ENDLESS, Begun(max(teams, key=lambda puzzle: puzzle.fewest)))


class _NeverDone(PuzzleMaker):
    """Looks for a puzzle for ever."""

    tries = 37

    def make(self, make: Make, then: Any, otherwise: Any) -> None:
        """Begin, and never come to an end."""


class WaitScene(PuzzleScene):
    """Every puzzle takes for ever."""

    def maker(self) -> PuzzleMaker:
        """One that never ends."""
        return _NeverDone(self.worker)


class NoWayScene(PuzzleScene):
    """A city in which there is no puzzle."""

    cities = (BoardChoice("tiny", BoardFile("Tiny", 2, 2)),)


PUZZLE_SCENES = {
    "puzzles": PuzzleScene,
    "puzzles busy": BusyScene,
    "puzzles team": TeamScene,
    "puzzles wait": WaitScene,
    "puzzles no way": NoWayScene,
}
