"""The front page of the workshop: the cities of the box and the own ones, and what can be done with one.

In: the journal that keeps the own ones. Out: a `WorkshopView`. The cities of the box are never changed: who
wants to, gets a copy. When the card takes nothing, the view says so and nothing is lost. No Kivy.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from msgspec.structs import replace

from app.errors import as_sentence
from app.games.contract import Refused
from app.games.mutant_meeples.board import SHIPPED_BOARDS, Board, BoardFile, shipped_board, shipped_boards
from app.games.mutant_meeples.drafting import faults_of
from app.store.errors import JournalFailed
from app.store.journal import Journal
from app.table.boards import NAME_LENGTH, add, drop, keep, own_boards, rename
from app.ui.presenters.cities import CityView
from app.ui.presenters.hint import Hint
from app.ui.presenters.workshop.editor import EditorPresenter, told
from app.ui.presenters.workshop.views import LookView, WorkshopView
from app.ui.words import word

log = logging.getLogger(__name__)


class WorkshopPresenter:
    """Works out `WorkshopView`; main thread only, like the journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._own: dict[str, BoardFile] = {}
        self._built: dict[str, Board] = {}
        self._key = SHIPPED_BOARDS[0]
        self._refusal = ""
        self.enter()

    def enter(self) -> None:
        """The page is entered: look what is kept."""
        self._refusal = ""
        self._reload()

    def _reload(self) -> None:
        with self._noted():
            self._own = {own.key: own.file for own in own_boards(self._journal)}
        if self._key not in self._own and self._key not in SHIPPED_BOARDS:
            self._key = SHIPPED_BOARDS[0]

    @contextlib.contextmanager
    def _noted(self) -> Iterator[None]:
        """A card that takes nothing, or gives nothing, is said and logged, and the page goes on."""
        try:
            yield
        except JournalFailed as error:
            log.error("cities: %s", error)
            self._refusal = as_sentence(error)

    # -- what can be done -----------------------------------------------------------------------------

    def choose(self, key: str) -> None:
        """This city is meant from now on."""
        self._key, self._refusal = key, ""

    @property
    def file(self) -> BoardFile:
        """The chosen city."""
        return self._own[self._key] if self._is_own else shipped_board(self._key).file

    @property
    def _is_own(self) -> bool:
        return self._key in self._own

    def copy(self) -> bool:
        """Keep a copy, and choose it; False when the card takes nothing."""
        file = self.file
        if not self._is_own:
            longest = NAME_LENGTH - len(word("workshop.corrected", name=""))
            file = replace(file, name=word("workshop.corrected", name=file.name[:longest]))
        return bool(self.bring_in(file))

    def bring_in(self, file: BoardFile) -> str:
        """Keep one more city, and choose it; its name here, or "" when the card takes nothing."""
        self._refusal = ""
        with self._noted():
            own = add(self._journal, file)
            self._own[own.key], self._key = own.file, own.key
        return "" if self._refusal else self.file.name

    def edit(self) -> EditorPresenter:
        """The chosen own city, to be changed."""
        key = self._key
        return EditorPresenter(self._own[key], lambda file: self._keep(key, file))

    def confirm(self) -> None:
        """Somebody has compared the chosen own city with the box."""
        self._keep(self._key, replace(self.file, provisional=False, note=""))

    def _keep(self, key: str, file: BoardFile) -> str:
        """Keep a city like this; "" or why the card does not take it."""
        self._refusal, self._own[key] = "", file
        with self._noted():
            keep(self._journal, key, file)
        return self._refusal

    def rename(self, name: str) -> str | None:
        """Call the chosen own city so; or why not."""
        try:
            rename(self._journal, self._key, name)
        except (Refused, JournalFailed) as error:
            return as_sentence(error)
        self._reload()
        return None

    def delete(self) -> None:
        """Keep the chosen own city no longer."""
        self._refusal = ""
        with self._noted():
            drop(self._journal, self._key)
        self._reload()

    # -- showing --------------------------------------------------------------------------------------

    def view(self) -> WorkshopView:
        """The page as it stands now."""
        cities = {key: board.file for key, board in shipped_boards().items()} | self._own
        return WorkshopView(
            cities=tuple(
                CityView(key, file.name, self._board(key), key == self._key) for key, file in cities.items()
            ),
            name=self.file.name,
            line=self._line(),
            own=self._is_own,
            change=word("workshop.change") if self._is_own else word("workshop.copy"),
        )

    def look(self) -> LookView:
        """The chosen city, large."""
        file = self.file
        confirms = self._is_own and file.provisional
        return LookView(file.name, self._board(self._key), self._line(), confirms)

    def _line(self) -> Hint:
        if self._refusal:
            return Hint(self._refusal, alarm=True)
        file = self.file
        if not self._is_own:
            return Hint(word("workshop.unconfirmed") if file.provisional else word("workshop.shipped"))
        faults = faults_of(file)
        if faults:
            return Hint(word("workshop.draft", fault=told(faults[0])), alarm=True)
        return Hint(word("workshop.own_unconfirmed") if file.provisional else word("workshop.own"))

    def _board(self, key: str) -> Board:
        """The city of a key, built anew only when it has changed."""
        file = self._own.get(key)
        if file is None:
            return shipped_board(key)
        if key not in self._built or self._built[key].file is not file:
            self._built[key] = Board(file)
        return self._built[key]
