"""Cities that go out as files and a QR code, and cities that come in from files.

In: the places for files and a `Worker`, since a drive may take its time. Out: frozen views; `changed` is
called when there is something new to show. Nothing of a file that is refused is kept. No Kivy.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.errors import as_sentence
from app.games.mutant_meeples.board import BoardFile
from app.language import sentence
from app.table.boards import Found, Places, Written, look_in, spoken, write_out
from app.table.worker import Worker
from app.ui.presenters.bring_in import BringInView, FoundView
from app.ui.presenters.hint import Hint
from app.ui.presenters.workshop.views import ShareView
from app.ui.words import word

OUT, INTO = "city out", "cities in"
"""What the worker is asked about."""
FOLDER_LETTERS = 40
"""As long as a folder is told whole: what stands on one line beside the code at 800 x 480."""


def whereabouts(folder: Path, media: Path | None) -> str:
    """A folder whole, else its end and whether that is on this device or on a drive below `media`."""
    folder = folder.absolute()
    if len(str(folder)) <= FOLDER_LETTERS:
        return str(folder)
    if media is not None and media in folder.parents:
        return word("workshop.on_drive", end=spoken(folder), drive=folder.parent.name)
    return word("workshop.on_device", end=spoken(folder))


class SharePresenter:
    """Writes one city; works out `ShareView`."""

    def __init__(self, file: BoardFile, places: Places, worker: Worker, changed: Callable[[], None]) -> None:
        self._file, self._places, self._changed, self._worker = file, places, changed, worker
        self._written: Written | None = None
        self._fault = ""
        worker.ask(OUT, lambda: write_out(file, places.out()), self._done, self._failed)

    def _done(self, written: Written) -> None:
        self._written = written
        self._changed()

    def _failed(self, error: Exception) -> None:
        self._fault = as_sentence(error)
        self._changed()

    def leave(self) -> None:
        """Nobody waits for the answer any more; what has begun is written to its end."""
        self._worker.forget(OUT)

    def view(self) -> ShareView:
        """How far it has come."""
        title = word("workshop.share_title", name=self._file.name)
        if self._fault:
            return ShareView(title, "", (Hint(self._fault, alarm=True),))
        written = self._written
        if written is None:
            return ShareView(title, "", (Hint(word("workshop.writing")),))
        folders = dict.fromkeys(path.parent for path in written.files)
        lines = [Hint(word("workshop.scan"))] if written.line is not None else []
        for folder in folders:
            names = [path.name for path in written.files if path.parent == folder]
            where = whereabouts(folder, self._places.media)
            lines.append(Hint(word("workshop.written", files=", ".join(names), folder=where)))
        lines += [Hint(sentence(message), alarm=True) for message in written.failed]
        return ShareView(title, written.line or "", tuple(lines))


class BringInPresenter:
    """Looks for files and takes a city from one; works out `BringInView`."""

    def __init__(
        self,
        places: Places,
        worker: Worker,
        take: Callable[[BoardFile], str],
        changed: Callable[[], None],
    ) -> None:
        self._places, self._take, self._changed, self._worker = places, take, changed, worker
        self._found: tuple[Found, ...] | None = None
        self._more = 0
        self._taken: dict[int, str] = {}
        self._fault = ""
        worker.ask(INTO, lambda: look_in(places.into()), self._done, self._failed)

    def _done(self, answer: tuple[list[Found], int]) -> None:
        self._found, self._more = tuple(answer[0]), answer[1]
        self._changed()

    def _failed(self, error: Exception) -> None:
        self._fault = as_sentence(error)
        self._changed()

    def leave(self) -> None:
        """Nobody waits for the answer any more."""
        self._worker.forget(INTO)

    def bring(self, number: int) -> None:
        """Take the city of that file."""
        assert self._found is not None
        file = self._found[number].file
        if file is None or number in self._taken:
            return
        name = self._take(file)
        if name:
            self._taken[number] = name
        self._fault = "" if name else word("workshop.not_kept")

    def view(self) -> BringInView:
        """What was found."""
        found = self._found or ()
        return BringInView(tuple(self._row(n, one) for n, one in enumerate(found)), self._hint())

    def _hint(self) -> Hint:
        if self._fault:
            return Hint(self._fault, alarm=True)
        if self._found is None:
            return Hint(word("workshop.looking"))
        if not self._found:
            return Hint(
                word("workshop.nothing", folder=whereabouts(self._places.imports, self._places.media))
            )
        if self._more:
            return Hint(word("workshop.more_files", n=self._more), alarm=True)
        return Hint(word("workshop.choose_file"))

    def _row(self, number: int, found: Found) -> FoundView:
        if found.file is None:
            first, more = sentence(found.faults[0]), len(found.faults) - 1
            text = word("workshop.and_more", fault=first, n=more) if more else first
            return FoundView(found.path.name, Hint(text, alarm=True), ready=False)
        if number in self._taken:
            return FoundView(found.path.name, Hint(word("workshop.taken", name=self._taken[number])), False)
        return FoundView(found.path.name, Hint(found.file.name), ready=True)
