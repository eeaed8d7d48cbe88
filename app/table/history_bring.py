"""Copies of past matches found in folders, and one of them brought in, without keeping the screen waiting.

Files are looked at, read and checked by the worker, some matches at a time; only the adding belongs to the
main thread, as the journal does: all of it at once, or nothing. All methods belong to the main thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from app.store.errors import JournalFailed
from app.store.journal import Journal
from app.table.history_files import (
    FILE_STEM,
    HEAD_BYTES,
    Checked,
    CopiedMatch,
    Imported,
    add,
    checked,
    data_of,
    decoded,
    is_copy,
    known_in,
    stored_states,
)
from app.table.worker import Asking

FIND, BRING = "history find", "history bring"
"""What the worker is asked about."""
HELPING = 8
"""Matches checked at one go: a fifth of a second, and then it is said how far it is."""
MOST_LISTED = 50

Copies = tuple[list[Path], int]
"""The first `MOST_LISTED` copies, and how many more there are."""


class Bringing:
    """Finds copies and brings one in; what is begun anew, or stopped, answers no more."""

    def __init__(self, journal: Journal, worker: Asking) -> None:
        self._journal, self._worker = journal, worker
        self._matches: Sequence[CopiedMatch] = ()
        self._checked: list[Checked] = []
        self._then: Callable[[Imported], None] = lambda _: None
        self._otherwise: Callable[[Exception], None] = lambda _: None
        self._changed: Callable[[], None] = lambda: None

    def find(
        self,
        folders: Callable[[], Sequence[Path]],
        then: Callable[[Copies], None],
        otherwise: Callable[[Exception], None],
    ) -> None:
        """Look for copies. `folders()` may wait for a drive: it is called by the worker."""
        self._worker.ask(FIND, lambda: copies_in(folders()), then, otherwise)

    @property
    def progress(self) -> tuple[int, int]:
        """(checked, of how many matches) of the copy that is coming in; of none before it has been read."""
        return len(self._checked), len(self._matches)

    def bring(
        self,
        path: Path,
        then: Callable[[Imported], None],
        otherwise: Callable[[Exception], None],
        changed: Callable[[], None],
    ) -> None:
        """Bring a copy in: `then` says how much came, or `otherwise` why nothing did.

        That is `Refused`, OSError or `JournalFailed`. `changed` is called whenever `progress` is more.
        """
        self._matches, self._checked = (), []
        self._then, self._otherwise, self._changed = then, otherwise, changed
        self._worker.ask(BRING, lambda: decoded(data_of(path)), self._read, otherwise)

    def stop(self) -> None:
        """Nobody waits any more; what has not been added by now is not."""
        self._worker.forget(FIND)
        self._worker.forget(BRING)
        self._matches, self._checked = (), []

    def _read(self, matches: Sequence[CopiedMatch]) -> None:
        self._matches = matches
        self._go_on()

    def _go_on(self) -> None:
        self._changed()
        first = len(self._checked)
        helping = self._matches[first : first + HELPING]
        if helping:
            self._worker.ask(BRING, lambda: _check(first, helping), self._take, self._otherwise)
            return
        try:
            stored = stored_states(self._journal)
        except JournalFailed as error:
            self._otherwise(error)
            return
        self._worker.ask(BRING, lambda: known_in(*stored), self._add, self._otherwise)

    def _take(self, found: list[Checked]) -> None:
        self._checked += found
        self._go_on()

    def _add(self, known: set[tuple[str, bytes]]) -> None:
        try:
            done = add(self._journal, self._checked, known)
        except JournalFailed as error:
            self._otherwise(error)
            return
        self._then(done)


def _check(first: int, matches: Sequence[CopiedMatch]) -> list[Checked]:
    return [checked(number, match) for number, match in enumerate(matches, start=first + 1)]


def copies_in(folders: Sequence[Path]) -> Copies:
    """What says at its beginning that it is a copy, or is called like one; newest first in each folder."""
    found = [path for folder in folders for path in _files(folder) if _may_be_copy(path)]
    return found[:MOST_LISTED], max(len(found) - MOST_LISTED, 0)


def _files(folder: Path) -> list[Path]:
    try:
        paths = sorted(folder.iterdir(), reverse=True)
    except OSError:
        return []
    return [path for path in paths if path.suffix.lower() == ".json" and not path.name.startswith(".")]


def _may_be_copy(path: Path) -> bool:
    try:
        if not path.is_file():  # a pipe would be waited for
            return False
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError:
        head = b""
    return is_copy(head) or path.name.startswith(FILE_STEM)
