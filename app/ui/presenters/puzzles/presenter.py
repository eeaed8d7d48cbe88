"""Which page of the puzzles is on, and the ways between them: choosing, waiting, playing. No Kivy.

In: the book, the maker, the generator for endless puzzles, the cities. `changed` is called when an answer of
the maker has brought another page. Main thread only.
"""

from __future__ import annotations

import datetime
import logging
import random
from collections.abc import Callable

from msgspec.structs import replace

from app.errors import as_message
from app.games.contract import Refused
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.hardness import Level
from app.games.mutant_meeples.puzzles import Puzzle, Watch, endless, puzzle_of_the_day
from app.games.mutant_meeples.solver import Cancel
from app.language import sentence
from app.table.puzzle_book import ENDLESS, Begun, PuzzleBook
from app.table.puzzle_maker import Make, PuzzleMaker
from app.ui.presenters.cities import Boards, shipped_choices
from app.ui.presenters.puzzles.play import Play
from app.ui.presenters.puzzles.room import City, cities_of, room_view
from app.ui.presenters.puzzles.views import PlayView, RoomView, WaitView
from app.ui.words import word

log = logging.getLogger(__name__)


class PuzzlesPresenter:
    """The controller; `play` is the puzzle on the screen, or None."""

    def __init__(
        self,
        book: PuzzleBook,
        maker: PuzzleMaker,
        rng: random.Random,
        boards: Boards = shipped_choices,
    ) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.play: Play | None = None
        self._book, self._maker, self._rng, self._boards = book, maker, rng, boards
        self._cities: tuple[City, ...] = ()
        self._chosen = ""
        self._waiting = False
        self._trouble = ""
        self.enter()

    def enter(self) -> None:
        """To the room, with the cities there are now."""
        self.leave()
        self._cities = cities_of(self._boards)
        if self._chosen not in {city.key for city in self._cities}:
            self._chosen = self._cities[0].key

    def leave(self) -> None:
        """Nobody looks any more: no puzzle is played, and none is made."""
        self._maker.stop()
        self.play, self._waiting, self._trouble = None, False, ""

    def view(self) -> RoomView | WaitView | PlayView:
        """The page that is on."""
        if self.play is not None:
            return self.play.view()
        if self._trouble:
            return WaitView(self._trouble, "", trouble=True)
        if self._waiting:
            tries = self._maker.tries
            hint = word("puzzles.wait_tries", tries=tries) if tries else word("puzzles.wait_first")
            return WaitView(word("puzzles.wait"), hint)
        return room_view(self._book, self._cities, self._chosen)

    def back(self) -> bool:
        """One step back; False when the way leads out of the puzzles."""
        if self.play is not None and self.play.close_shown():
            return True
        inside = self.play is not None or self._waiting or bool(self._trouble)
        self.enter()
        return inside

    def take_notice(self) -> str:
        """What went wrong with keeping, once; mostly nothing."""
        notice = self._book.take_notice()
        return "" if notice is None else sentence(notice)

    # -- choosing -------------------------------------------------------------------------

    def choose_city(self, key: str) -> None:
        """Where endless puzzles are played."""
        self._chosen = key

    def play_day(self, key: str) -> None:
        """Today's puzzle of a city, as far as it had gone; anew when it was solved."""
        begun = self._book.begun(key)
        if begun is not None:
            self._open(replace(begun, steps=(), solved=False) if begun.solved else begun, key)
            return
        date, board = self._book.today, self._city(key).board

        def make(cancel: Cancel, watch: Watch) -> Puzzle:
            return puzzle_of_the_day(date, board, cancel=cancel, watch=watch)

        self._make(key, date, make)

    def play_level(self, level: str) -> None:
        """A new endless puzzle in the chosen city."""
        self._endless(self._city(self._chosen).board, Level(level))

    def go_on(self) -> None:
        """The endless puzzle that was begun."""
        begun = self._book.begun(ENDLESS)
        if begun is not None:
            self._open(begun, ENDLESS)

    def lead_on(self) -> None:
        """After a solved puzzle: the next endless one like it, or the room."""
        begun = self._book.begun(ENDLESS)
        if self.play is not None and self.play.endless and begun is not None:
            self._endless(begun.puzzle.board, begun.puzzle.hardness.level)
        else:
            self.enter()

    def _city(self, key: str) -> City:
        return next(city for city in self._cities if city.key == key)

    # -- making ---------------------------------------------------------------------------

    def _endless(self, board: Board, level: Level) -> None:
        rng = random.Random(self._rng.getrandbits(64))  # of its own: the search runs in another thread

        def make(cancel: Cancel, watch: Watch) -> Puzzle:
            return endless(board, level, rng, cancel=cancel, watch=watch)

        self._make(ENDLESS, None, make)

    def _make(self, place: str, date: datetime.date | None, make: Make) -> None:
        """Leave the page and wait for a puzzle; it is kept as soon as it is there."""
        self.play, self._waiting, self._trouble = None, True, ""

        def made(puzzle: Puzzle) -> None:
            self._open(Begun(puzzle, None if date is None else date.isoformat()), place)
            self.changed()

        self._maker.make(make, made, self._failed)

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, Refused):
            log.error("no puzzle", exc_info=error)
        self._waiting, self._trouble = False, sentence(as_message(error))
        self.changed()

    def _open(self, begun: Begun, place: str) -> None:
        self._waiting = False
        self.play = Play(begun, place, self._book)
