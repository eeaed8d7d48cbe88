"""Copies of past matches that are brought in: which there are, how far it is, what came of it. No Kivy.

In: the places for files and who brings them in. Out: a frozen `BringInView`; `changed` is called when there
is something new to show, `added` when matches came in. Main thread only.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.errors import as_sentence
from app.games.contract import Refused
from app.table.boards import Places
from app.table.history_bring import Bringing, Copies
from app.table.history_files import Imported
from app.ui.presenters.bring_in import BringInView, FoundView
from app.ui.presenters.hint import Hint
from app.ui.presenters.workshop.files import whereabouts
from app.ui.words import word


class HistoryBringIn:
    """Looks for copies and brings one in after the other."""

    def __init__(
        self, places: Places, bringing: Bringing, added: Callable[[], None], changed: Callable[[], None]
    ) -> None:
        self._places, self._bringing, self._added, self._changed = places, bringing, added, changed
        self._copies: list[Path] | None = None
        self._more = 0
        self._coming: int | None = None
        """The copy that is being read, by its number."""
        self._outcome: dict[int, Hint] = {}
        self._last: Hint | None = None
        bringing.find(places.into, self._found, self._failed)

    def _found(self, found: Copies) -> None:
        self._copies, self._more = found
        self._changed()

    def leave(self) -> None:
        """Nobody waits any more: a copy that is not in yet stays out."""
        self._bringing.stop()

    # -- bringing one in ------------------------------------------------------------------------------

    def bring(self, number: int) -> None:
        """Bring in the copy of that number, unless another one is coming in."""
        assert self._copies is not None
        if self._coming is None and number not in self._outcome:
            self._coming, self._last = number, None
            self._bringing.bring(self._copies[number], self._came, self._failed, self._changed)

    def _came(self, done: Imported) -> None:
        if done.added:
            self._added()
        said = word("files.came", n=done.added) if done.added else word("files.nothing_new")
        if done.added and done.known:
            said = f"{said} {word('files.known_too', n=done.known)}"
        self._end(Hint(said))

    def _failed(self, error: Exception) -> None:
        if isinstance(error, OSError):
            said = word("files.not_read", reason=error.strerror or "?")
        elif isinstance(error, Refused):
            said = as_sentence(error) + "."
        else:
            said = word("files.not_added", reason=str(error))
        self._end(Hint(said, alarm=True))

    def _end(self, said: Hint) -> None:
        self._last = said
        if self._coming is not None:
            self._outcome[self._coming] = said
        self._coming = None
        self._changed()

    # -- showing --------------------------------------------------------------------------------------

    def view(self) -> BringInView:
        """The copies there are, and one sentence."""
        copies = self._copies or ()
        return BringInView(tuple(self._row(n, path) for n, path in enumerate(copies)), self._hint())

    def _hint(self) -> Hint:
        if self._coming is not None:
            done, total = self._bringing.progress
            return Hint(word("files.checking", done=done, total=total) if total else word("files.reading"))
        if self._last is not None:
            return self._last
        if self._copies is None:
            return Hint(word("files.looking"))
        if not self._copies:
            return Hint(word("files.no_copies", folder=self._where(self._places.imports)))
        if self._more:
            return Hint(word("files.more_copies", n=self._more), alarm=True)
        return Hint(word("files.choose"))

    def _row(self, number: int, path: Path) -> FoundView:
        line = self._outcome.get(number)
        if line is not None:
            return FoundView(path.name, line, ready=False)
        where = Hint(word("files.lies_in", folder=self._where(path.parent)))
        return FoundView(path.name, where, ready=self._coming is None)

    def _where(self, folder: Path) -> str:
        return whereabouts(folder, self._places.media)
